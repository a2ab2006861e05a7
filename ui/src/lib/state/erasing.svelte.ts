import type { CompanyItem, ConversationKey, ErrorReport } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** What is to be deleted. */
export type Doomed =
  | {
      readonly what: "conversation";
      readonly company: CompanyItem;
      readonly conversation: ConversationKey;
    }
  | { readonly what: "company"; readonly company: CompanyItem }
  | { readonly what: "everything" };

/** What is left to be said once it is deleted. */
export type Left = "nothing" | "to-tell" | "key";

/**
 * The question before something is deleted, the deleting, and what came of it. One at a time. It
 * cannot be stopped half-way: killed meanwhile, the program goes on with it at its next start.
 */
export class Erasing {
  asked = $state.raw<Doomed | null>(null);
  busy = $state(false);
  problem = $state.raw<ErrorReport | null>(null);
  /** Companies that could not be told that the user's account is over: nothing is deleted yet. */
  untold = $state.raw<readonly string[] | null>(null);
  /** It is done. */
  left = $state<Left | null>(null);
  readonly #core: Core;
  readonly #done: (doomed: Doomed) => void;

  constructor(core: Core, done: (doomed: Doomed) => void) {
    this.#core = core;
    this.#done = done;
  }

  ask(doomed: Doomed): void {
    if (this.busy) return;
    this.asked = doomed;
    this.problem = this.untold = this.left = null;
  }

  putAway(): void {
    if (!this.busy) this.asked = null;
  }

  /** Deletes what was asked about. `tell`: Companies are told that the user's accounts are over. */
  async go(tell: boolean): Promise<void> {
    const { asked } = this;
    if (!asked || this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      const left = await this.#erase(asked, tell);
      if (left === null) return;
      this.left = left;
      this.#done(asked);
    } catch (problem) {
      this.problem = reportOf(problem);
    } finally {
      this.busy = false;
    }
  }

  /** Null: nothing was deleted. */
  async #erase(doomed: Doomed, tell: boolean): Promise<Left | null> {
    switch (doomed.what) {
      case "conversation":
        await this.#core.deleteConversation(doomed.conversation);
        return "nothing";
      case "company": {
        const { to_tell } = await this.#core.deleteCompany(doomed.company.id, tell);
        return to_tell ? "to-tell" : "nothing";
      }
      case "everything": {
        const deleted = await this.#core.deleteEverything(tell);
        if (deleted.outcome === "done") return deleted.key_removed ? "nothing" : "key";
        this.untold = deleted.companies;
        return null;
      }
    }
  }
}
