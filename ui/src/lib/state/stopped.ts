import type { CompanyItem, Standing } from "../contract";

/** Why nothing can be written in a conversation. */
export type Stopped = "blocked" | "closed" | "no-chat" | "needs-identity";

/** Why nothing can be written here, or null when something can. */
export function stopped(company: CompanyItem, standing: Standing): Stopped | null {
  if (company.blocked) return "blocked";
  if (standing.phase === "closed") return "closed";
  if (!company.chat) return "no-chat";
  return company.needs_identity ? "needs-identity" : null;
}
