import type { ErrorReport, IdentityView } from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";

/** The agent's own identity, as far as the page was told of it. */
export class IdentityState {
  view = $state.raw<IdentityView | null>(null);
  problem = $state.raw<ErrorReport | null>(null);
  readonly #core: Core;
  #told = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  /** An event told how it is. */
  tell(view: IdentityView): void {
    this.#told++;
    this.view = view;
    this.problem = null;
  }

  async load(): Promise<void> {
    this.problem = null;
    try {
      await this.#answered(() => this.#core.identityView());
    } catch (problem) {
      this.problem = reportOf(problem);
    }
  }

  change = (clientId: string | null, name: string | null): Promise<void> =>
    this.#answered(() => this.#core.changeIdentity(clientId, name));
  check = (): Promise<void> => this.#answered(() => this.#core.checkIdentity());
  rotate = (): Promise<void> => this.#answered(() => this.#core.rotateKey());
  removeOld = (): Promise<void> => this.#answered(() => this.#core.removeOldKeys());
  export = (): Promise<string[] | null> => this.#core.exportIdentity();

  async #answered(ask: () => Promise<IdentityView>): Promise<void> {
    const before = this.#told;
    const view = await ask();
    // What an event told meanwhile is newer.
    if (before === this.#told) this.view = view;
  }
}
