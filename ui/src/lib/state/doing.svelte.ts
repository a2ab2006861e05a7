import type { ErrorReport } from "../contract";
import { reportOf } from "../report";

/** Something asked of the core by a button: whether it is under way, and why it failed. */
export class Doing {
  busy = $state(false);
  problem = $state.raw<ErrorReport | null>(null);

  /** Does it, unless it is already being done. Tells whether it worked. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await what();
      return true;
    } catch (problem) {
      this.problem = reportOf(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
