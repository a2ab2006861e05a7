import type { ConversationKey, EntryId, ErrorReport, LinkQuestion } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** Names a link: where it stands, never what it is. */
export type LinkName = {
  readonly conversation: ConversationKey;
  readonly entry: EntryId;
  readonly index: number;
};

/**
 * The question before a link is opened. The core reads the stored message again for the question,
 * and once more when it opens; only [`open`](LinkAsking.open) opens, and only after a question.
 */
export class LinkAsking {
  name = $state.raw<LinkName | null>(null);
  question = $state.raw<LinkQuestion | null>(null);
  problem = $state.raw<ErrorReport | null>(null);
  opening = $state(false);
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Asks where the link leads. One question at a time. */
  async ask(name: LinkName): Promise<void> {
    if (this.name) return;
    this.name = name;
    this.question = null;
    this.problem = null;
    try {
      const question = await this.#core.linkQuestion(name.conversation, name.entry, name.index);
      if (this.name === name) this.question = question;
    } catch (problem) {
      if (this.name === name) this.problem = reportOf(problem);
    }
  }

  /** Opens the link that was asked about. Tells whether it was opened. */
  async open(): Promise<boolean> {
    const { name, question } = this;
    if (!name || !question || question.card.verdict === "refuse" || this.opening) return false;
    this.opening = true;
    this.problem = null;
    try {
      await this.#core.openLink(name.conversation, name.entry, name.index);
      if (this.name === name) this.cancel();
      return true;
    } catch (problem) {
      // It may have been left meanwhile, and another asked about.
      if (this.name === name) this.problem = reportOf(problem);
      return false;
    } finally {
      if (this.name === name || this.name === null) this.opening = false;
    }
  }

  /** Leaves the link closed. */
  cancel(): void {
    this.name = null;
    this.question = null;
    this.problem = null;
    this.opening = false;
  }
}
