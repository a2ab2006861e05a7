import type { Entry, EntryId } from "../../contract";

/** This close to the end counts as standing there, in CSS pixels. */
const END = 24;
/** So much is left free above an entry that is read from its beginning, in CSS pixels. */
const GAP = 12;
/** This close to an end of what is loaded, more is asked for. */
const MORE = 240;

/** Notices are never drawn before their message is whole, and stand above what was read of it. */
const hasNotices = ({ content }: Entry): boolean =>
  content.kind === "message" && content.view.disclosures.length > 0;

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
  #begun = false;
  /** There is more after what is drawn: its end is not the conversation's. */
  #open = false;
  /** How it stood last. Further up now at the same size means that the user went up. */
  #last = { top: 0, view: 0, whole: 0 };
  /** The user opened or unfolded something: its growth is no reason to run to the end. */
  #held = false;

  get nearStart(): boolean {
    return this.#scroller !== null && this.#scroller.scrollTop < MORE;
  }

  get nearEnd(): boolean {
    const scroller = this.#scroller;
    if (!scroller) return false;
    return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < MORE;
  }

  /** The first entry in view; null at the end. */
  get reading(): EntryId | null {
    const entry = this.atEnd ? null : this.#firstInView()?.element;
    return entry ? Number(entry.getAttribute("data-entry")) : null;
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

  /** For the first time: at the end, or where reading was left off. `open`: as for `after`. */
  begin(firstUnread: EntryId | null, open: boolean): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#open = open;
    this.toEnd();
    if (firstUnread !== null) this.#stopAt(this.#content?.querySelector("[data-unread]"));
  }

  /**
   * They have changed. `fresh` came in. `written`: what is new was read while it was being written.
   * `open`: there is more after them.
   */
  after(fresh: readonly Entry[], written: boolean, open: boolean): void {
    const last = fresh.at(-1);
    const own = last?.content.kind === "message" && last.content.view.author === "user";
    this.#open = open;
    if (open) this.atEnd = false;
    if (this.atEnd || (own && !open)) {
      this.toEnd();
      if (!own && !(written && !fresh.some(hasNotices))) this.#stopAt(this.#of(fresh[0]?.id));
    } else {
      this.missed += fresh.length;
      this.#restore();
      this.#measure(false);
    }
  }

  /** Goes to an entry, which may be anywhere, with what stands around it. */
  goTo(id: EntryId, open: boolean): void {
    this.#held = false;
    this.#anchor = null;
    this.#open = open;
    this.atEnd = false;
    const entry = this.#of(id);
    entry?.scrollIntoView({ block: "center" });
    entry?.focus({ preventScroll: true });
    this.#measure(false);
  }

  #of(id: EntryId | undefined): HTMLElement | null {
    return id === undefined
      ? null
      : (this.#content?.querySelector<HTMLElement>(`[data-entry="${id}"]`) ?? null);
  }

  /** What begins above the view is read from its beginning: an entry's notices stand there. */
  #stopAt(entry: Element | null | undefined): void {
    const scroller = this.#scroller;
    if (!scroller || !entry) return;
    const above = scroller.getBoundingClientRect().top - entry.getBoundingClientRect().top;
    if (above <= 0) return;
    scroller.scrollTop -= above + GAP;
    this.atEnd = false;
    this.#measure(false);
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
    this.atEnd = !this.#open && (near || (follows && this.atEnd));
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
