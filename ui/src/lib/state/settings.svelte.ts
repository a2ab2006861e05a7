import type { ErrorReport, Settings, SettingsChange } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** What the user chose for this program. */
export class SettingsState {
  chosen = $state.raw<Settings | null>(null);
  problem = $state.raw<ErrorReport | null>(null);
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  load = (): Promise<void> => this.#take(() => this.#core.settings());
  change = (change: SettingsChange): Promise<void> =>
    this.#take(() => this.#core.changeSettings(change));

  tell(chosen: Settings): void {
    this.chosen = chosen;
  }

  async #take(ask: () => Promise<Settings>): Promise<void> {
    this.problem = null;
    try {
      this.chosen = await ask();
    } catch (problem) {
      this.problem = reportOf(problem);
    }
  }
}
