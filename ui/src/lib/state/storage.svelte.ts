import type { ErrorReport, StorageView } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** Where everything is kept and how large it is, as of the last time it was asked. */
export class StorageState {
  view = $state.raw<StorageView | null>(null);
  problem = $state.raw<ErrorReport | null>(null);
  readonly #core: Core;
  #turn = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  async load(): Promise<void> {
    const turn = ++this.#turn;
    this.problem = null;
    try {
      const view = await this.#core.storage();
      if (turn === this.#turn) this.view = view;
    } catch (problem) {
      if (turn === this.#turn) this.problem = reportOf(problem);
    }
  }

  async stopTelling(company: number): Promise<void> {
    await this.#core.stopTelling(company);
    await this.load();
  }
}
