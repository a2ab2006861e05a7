import type {
  CompanyId,
  ConversationKey,
  EntryId,
  ErrorReport,
  SearchFill,
  SearchHit,
  SearchScope,
} from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** How long after the last key is looked, in milliseconds: two frames. */
export const TYPING = 32;

/** Where is looked: everywhere, or where the user was when the search began. */
export type Within = "all" | "company" | "conversation";

/** Where the user was when a search began. */
export type Origin = {
  readonly company: CompanyId;
  /** The Company's own name. */
  readonly name: string;
  readonly conversation: ConversationKey | null;
};

/** What is found, as of one answer. */
export type Found = {
  /** What was typed for it. */
  readonly typed: string;
  readonly companies: readonly CompanyId[];
  readonly hits: readonly SearchHit[];
};

/** A search over all that was said. Of several under way only the newest counts. */
export class SearchState {
  typed = $state("");
  within = $state<Within>("all");
  origin = $state.raw<Origin | null>(null);
  /** The last answer; it stays while another is being waited for. Null: there was none yet. */
  found = $state.raw<Found | null>(null);
  filling = $state.raw<SearchFill | null>(null);
  problem = $state.raw<ErrorReport | null>(null);
  busy = $state(false);
  /** Where the next page begins; null: there is none. */
  next = $state<EntryId | null>(null);
  /** The hit that was gone to. */
  at = $state<EntryId | null>(null);

  readonly #core: Core;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Something is looked for: what is found takes the place of the list. */
  active = $derived(this.typed.trim() !== "");

  /** The user turns to the field, from there. */
  begin(origin: Origin | null): void {
    if (!this.active) this.origin = origin;
  }

  type(typed: string): void {
    this.typed = typed;
    clearTimeout(this.#timer);
    if (!this.active) return this.#forget();
    this.#timer = setTimeout(() => void this.look(), TYPING);
  }

  lookIn(within: Within): Promise<void> {
    this.within = within;
    return this.look();
  }

  /** Looks for what is typed, now. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.active) return;
    this.at = null;
    await this.#ask(null);
  }

  /** Goes on where the last page ended. */
  async more(): Promise<void> {
    if (this.next === null || this.busy) return;
    await this.#ask(this.next);
  }

  /** Ends it: the list is there again. */
  end(): void {
    clearTimeout(this.#timer);
    this.typed = "";
    this.within = "all";
    this.origin = null;
    this.#forget();
  }

  /** Something was deleted: nothing of it may stay here. */
  async again(): Promise<void> {
    if (!this.active) return;
    this.found = null;
    await this.look();
  }

  #forget(): void {
    this.#turn++;
    this.busy = false;
    this.found = this.filling = this.problem = this.next = this.at = null;
  }

  /** `before`: null for the first page. A page may be empty though there is a next one. */
  async #ask(before: EntryId | null): Promise<void> {
    const turn = ++this.#turn;
    const { typed } = this;
    const scope = this.#scope();
    this.busy = true;
    this.problem = null;
    try {
      let from = before;
      let known: Found =
        before !== null && this.found ? this.found : { typed, companies: [], hits: [] };
      for (;;) {
        const page = await this.#core.search(typed, scope, from, null);
        if (turn !== this.#turn) return;
        // Another search took its place in the core, which only a newer one of ours could: or
        // another window's.
        if (page === null) return;
        known = {
          typed,
          companies: [...known.companies, ...page.companies],
          hits: [...known.hits, ...page.hits],
        };
        [from, this.filling] = [page.next, page.filling];
        if (page.hits.length > 0 || from === null) break;
      }
      this.found = known;
      this.next = from;
    } catch (problem) {
      if (turn === this.#turn) this.problem = reportOf(problem);
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  #scope(): SearchScope {
    const { within, origin } = this;
    return {
      company: within === "company" ? (origin?.company ?? null) : null,
      conversation: within === "conversation" ? (origin?.conversation ?? null) : null,
    };
  }
}
