import type { ErrorReport } from "./contract";
import { say } from "./words";

/**
 * What a rejected call says. Anything that is no `ErrorReport` (a refused command, a fault of the
 * page) becomes one, so that no failure is silent.
 */
export function reportOf(problem: unknown): ErrorReport {
  if (typeof problem === "object" && problem !== null) {
    const { code, message } = problem as Partial<Record<keyof ErrorReport, unknown>>;
    if (typeof message === "string" && message !== "") {
      return { code: typeof code === "string" ? code : "unexpected", message };
    }
  }
  if (typeof problem === "string" && problem !== "")
    return { code: "unexpected", message: problem };
  return { code: "unexpected", message: say("unexpected") };
}
