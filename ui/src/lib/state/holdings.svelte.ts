import type { ConversationKey, Entry, ErrorReport, Holding } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";
import { holdingsOf, joined } from "./timeline";

/** Every notice and link of a conversation, whether its messages are loaded or not. */
export class Holdings {
  problem = $state.raw<ErrorReport | null>(null);
  /** As the core has them; what is loaded is newer. */
  #kept = $state.raw<readonly Holding[]>([]);
  readonly #core: Core;
  #conversation: ConversationKey | null = null;
  #round = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Asks the core for them. Until it answers, what was known of this conversation stays. */
  async load(conversation: ConversationKey): Promise<void> {
    if (conversation !== this.#conversation) this.#kept = [];
    this.#conversation = conversation;
    this.problem = null;
    const round = ++this.#round;
    try {
      const kept = await this.#core.holdings(conversation);
      if (round === this.#round) this.#kept = kept;
    } catch (problem) {
      if (round === this.#round) this.problem = reportOf(problem);
    }
  }

  /** All of them, oldest first, with those of the entries that are loaded. */
  with(entries: readonly Entry[]): readonly Holding[] {
    return joined(this.#kept, holdingsOf(entries));
  }
}
