import type { ConversationKey, ErrorReport, Exported, ExportFormat } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** The export under way, or what the last one came to until it is put away. */
export class Exporting {
  conversation = $state<ConversationKey | null>(null);
  busy = $state(false);
  /** How far it is; null before the first word of it. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  outcome = $state.raw<Exported | null>(null);
  problem = $state.raw<ErrorReport | null>(null);
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** One at a time. Gives what it came to; null when nothing was chosen, or it failed. */
  async start(conversation: ConversationKey, format: ExportFormat): Promise<Exported | null> {
    if (this.busy) return null;
    this.putAway();
    this.busy = true;
    this.conversation = conversation;
    try {
      this.outcome = await this.#core.exportConversation(conversation, format);
      if (this.outcome === null) this.conversation = null;
    } catch (problem) {
      this.problem = reportOf(problem);
    } finally {
      this.busy = false;
    }
    return this.outcome;
  }

  tell(conversation: ConversationKey, done: number, total: number): void {
    if (this.busy && conversation === this.conversation) this.progress = { done, total };
  }

  async cancel(): Promise<void> {
    try {
      await this.#core.cancelExport();
    } catch (problem) {
      this.problem = reportOf(problem);
    }
  }

  putAway(): void {
    this.conversation = this.progress = this.outcome = this.problem = null;
  }
}
