/** So many announcements stay in the page: a screen reader may still be reading them. */
const KEPT = 6;

/**
 * Says things to screen readers, each once. The conversation itself is not a live region: its
 * entries change state and older ones are put in, which is no news.
 */
export class Announcer {
  said = $state.raw<readonly { readonly id: number; readonly text: string }[]>([]);
  #next = 0;

  /** Says it when nothing else is being said. */
  say(text: string): void {
    if (text === "") return;
    this.said = [...this.said, { id: this.#next++, text }].slice(-KEPT);
  }
}
