import type { CompanyId, ContextChoice, ContextView, ErrorReport } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** What goes with the messages to the selected Company. */
export class ContextState {
  company = $state<CompanyId | null>(null);
  view = $state.raw<ContextView | null>(null);
  problem = $state.raw<ErrorReport | null>(null);
  /** What was chosen and not answered yet. */
  #wanted = $state.raw<ContextChoice | null>(null);
  readonly #core: Core;
  #turn = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  get choice(): ContextChoice | null {
    return this.#wanted ?? this.view?.choice ?? null;
  }

  load(company: CompanyId): Promise<void> {
    if (company !== this.company) this.view = this.#wanted = null;
    this.company = company;
    return this.#take(() => this.#core.context(company));
  }

  /** Turns one thing on or off. */
  async turn(what: keyof ContextChoice, on: boolean): Promise<void> {
    const { company } = this;
    if (company === null || this.choice === null) return;
    const choice = { ...this.choice, [what]: on };
    this.#wanted = choice;
    await this.#take(() => this.#core.setContext(company, choice));
  }

  /** Of several answers under way only that to the last question counts. */
  async #take(ask: () => Promise<ContextView>): Promise<void> {
    const turn = ++this.#turn;
    this.problem = null;
    try {
      const view = await ask();
      if (turn === this.#turn) this.view = view;
    } catch (problem) {
      if (turn === this.#turn) this.problem = reportOf(problem);
    } finally {
      if (turn === this.#turn) this.#wanted = null;
    }
  }
}
