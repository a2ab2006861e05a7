import type { CompanyId, ConversationItem, ConversationKey, ErrorReport } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** The conversations with the selected Company, newest first. */
export class ConversationsState {
  company = $state<CompanyId | null>(null);
  items = $state.raw<readonly ConversationItem[]>([]);
  problem = $state.raw<ErrorReport | null>(null);
  readonly #core: Core;
  #told = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  async load(company: CompanyId): Promise<void> {
    if (company !== this.company) this.items = [];
    this.company = company;
    this.problem = null;
    const told = ++this.#told;
    try {
      const items = await this.#core.conversations(company);
      if (told === this.#told) this.items = items;
    } catch (problem) {
      if (told === this.#told) this.problem = reportOf(problem);
    }
  }

  /** An event told of them. */
  tell(company: CompanyId, items: readonly ConversationItem[]): void {
    if (company !== this.company) return;
    this.#told++;
    this.items = items;
    this.problem = null;
  }

  /** Entries not read yet in all but this one. */
  unreadBeside(conversation: ConversationKey | null): number {
    return this.items.reduce((n, { id, unread }) => (id === conversation ? n : n + unread), 0);
  }
}
