import type { CompanyItem, ConversationKey, Entry, ErrorReport } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** So many entries are printed at most. */
export const PRINTED = 2000;

/** A conversation that is to be printed: all of it is read first. */
export class Printing {
  company = $state.raw<CompanyItem | null>(null);
  /** What is read so far, oldest first. */
  entries = $state.raw<readonly Entry[]>([]);
  step = $state<"reading" | "ready" | "too-long" | "failed">("reading");
  problem = $state.raw<ErrorReport | null>(null);
  readonly #core: Core;
  #turn = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  async read(company: CompanyItem, conversation: ConversationKey): Promise<void> {
    const turn = ++this.#turn;
    this.company = company;
    this.entries = [];
    this.problem = null;
    this.step = "reading";
    try {
      let { entries, has_older } = await this.#core.conversation(conversation);
      while (turn === this.#turn) {
        this.entries = [...entries, ...this.entries];
        const [first] = entries;
        if (!has_older || !first) break;
        if (this.entries.length > PRINTED) {
          this.entries = [];
          this.step = "too-long";
          return;
        }
        ({ entries, has_older } = await this.#core.olderEntries(conversation, first.id));
      }
      if (turn === this.#turn) this.step = "ready";
    } catch (problem) {
      if (turn !== this.#turn) return;
      this.problem = reportOf(problem);
      this.step = "failed";
    }
  }

  /** Hands it to the system, which asks how to print it. */
  async print(): Promise<void> {
    this.problem = null;
    try {
      await this.#core.printPage();
    } catch (problem) {
      this.problem = reportOf(problem);
    }
  }

  putAway(): void {
    this.#turn++;
    this.company = null;
    this.entries = [];
  }
}
