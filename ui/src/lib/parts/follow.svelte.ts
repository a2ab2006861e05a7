import type { Entry } from "../contract";

/** This close to the end counts as standing there, in CSS pixels. */
const END = 24;
/** This close to the start, older entries are asked for. */
const START = 240;

/** Keeps a timeline's place: at its end while it stands there, else on what is being read. */
export class Follow {
  /** The end is in view. */
  atEnd = $state(true);
  /** Entries that came at the end while it was not in view. */
  missed = $state(0);

  #scroller: HTMLElement | null = null;
  #content: HTMLElement | null = null;
  /** What is being read, and where it stood. */
  #anchor: { element: Element; top: number } | null = null;
  #lastPosition = -Infinity;
  /** How it stood last. Further up now at the same size means that the user went up. */
  #last = { top: 0, view: 0, whole: 0 };
  /** The user opened or unfolded something: its growth is no reason to run to the end. */
  #held = false;

  get nearStart(): boolean {
    return this.#scroller !== null && this.#scroller.scrollTop < START;
  }

  /** For the element that scrolls. */
  watch = (scroller: HTMLElement): (() => void) => {
    this.#scroller = scroller;
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      this.#scroller = null;
    };
  };

  /** For what is scrolled: its children are the entries. */
  watchContent = (content: HTMLElement): (() => void) => {
    this.#content = content;
    const hold = (): void => {
      this.#held = true;
    };
    content.addEventListener("click", hold, true);
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(content);
    return () => {
      content.removeEventListener("click", hold, true);
      observer.disconnect();
      this.#content = null;
    };
  };

  /** The entries are about to change on screen. */
  before(): void {
    this.#anchor = this.atEnd ? null : this.#firstInView();
  }

  /** They have changed, to these. */
  after(entries: readonly Entry[]): void {
    const last = entries.at(-1);
    const [position, known] = [last?.position ?? -Infinity, this.#lastPosition];
    this.#lastPosition = Math.max(known, position);
    const isNew = position > known && known !== -Infinity;
    const own = last?.content.kind === "message" && last.content.view.author === "user";
    if (this.atEnd || (isNew && own)) {
      this.toEnd();
    } else {
      if (isNew) this.missed += entries.filter(({ position }) => position > known).length;
      this.#restore();
    }
  }

  /** The user, or we, scrolled. */
  scrolled(): void {
    this.#held = false;
    const scroller = this.#scroller;
    if (!scroller) return;
    const { top, view, whole } = this.#last;
    const sameSize = scroller.clientHeight === view && scroller.scrollHeight === whole;
    this.#measure(!sameSize || scroller.scrollTop >= top);
  }

  toEnd(): void {
    this.#held = false;
    if (this.#scroller) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#measure(true);
  }

  #resized(): void {
    if (this.atEnd && !this.#held) this.toEnd();
    else this.#measure(false);
  }

  /** `follows`: unless the end is out of view for good, stay with it. */
  #measure(follows: boolean): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const { scrollTop: top, clientHeight: view, scrollHeight: whole } = scroller;
    this.#last = { top, view, whole };
    const near = whole - top - view <= END;
    this.atEnd = near || (follows && this.atEnd);
    if (this.atEnd) this.missed = 0;
  }

  #firstInView(): { element: Element; top: number } | null {
    const [scroller, content] = [this.#scroller, this.#content];
    if (!scroller || !content) return null;
    const edge = scroller.getBoundingClientRect().top;
    for (const element of content.querySelectorAll("[data-entry]")) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > edge) return { element, top };
    }
    return null;
  }

  #restore(): void {
    const [scroller, anchor] = [this.#scroller, this.#anchor];
    this.#anchor = null;
    if (!scroller || !anchor || !anchor.element.isConnected) return;
    scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
  }
}
