import type { ConversationKey, Entry, EntryId, ErrorReport, Holding } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";
import { holdingsOf, joined } from "./timeline";

/** Notices and links of a conversation, whether its messages are loaded or not, page by page. */
export class Holdings {
  problem = $state.raw<ErrorReport | null>(null);
  busy = $state(false);
  /** Where the next page begins; null: there is none. */
  next = $state<EntryId | null>(null);
  /** As the core has them; what is loaded is newer. */
  #kept = $state.raw<readonly Holding[]>([]);
  readonly #core: Core;
  #conversation: ConversationKey | null = null;
  #round = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Asks the core for the newest. Until it answers, what was known of this conversation stays. */
  async load(conversation: ConversationKey): Promise<void> {
    if (conversation !== this.#conversation) this.#kept = [];
    this.#conversation = conversation;
    await this.#ask(conversation, null);
  }

  /** Asks for the next older ones. */
  async more(): Promise<void> {
    if (this.#conversation === null || this.next === null || this.busy) return;
    await this.#ask(this.#conversation, this.next);
  }

  /** A page may be empty though there is a next one. */
  async #ask(conversation: ConversationKey, before: EntryId | null): Promise<void> {
    const round = ++this.#round;
    this.problem = null;
    this.busy = true;
    try {
      for (let from = before; ;) {
        const page = await this.#core.holdingsPage(conversation, from);
        if (round !== this.#round) return;
        this.#kept = joined(before === null ? [] : this.#kept, page.holdings);
        this.next = from = page.next;
        if (page.holdings.length > 0 || from === null) return;
      }
    } catch (problem) {
      if (round === this.#round) this.problem = reportOf(problem);
    } finally {
      if (round === this.#round) this.busy = false;
    }
  }

  /** The newest first, with those of these entries that are not older than what was asked for. */
  with(entries: readonly Entry[]): readonly Holding[] {
    const oldest = this.#kept[0]?.position ?? -Infinity;
    const reached = this.next === null ? -Infinity : oldest;
    const loaded = holdingsOf(entries).filter(({ position }) => position >= reached);
    return [...joined(this.#kept, loaded)].reverse();
  }
}
