import type { Entry, EntryContent, EntryId, Holding } from "../contract";
import { dayOf } from "../time";

/**
 * The entries with `incoming` among them: each id once, in its newest form, in ascending position.
 * The inputs are left as they are.
 */
export function upsert(entries: readonly Entry[], incoming: readonly Entry[]): readonly Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const entry of incoming) byId.set(entry.id, entry);
  return [...byId.values()].sort((a, b) => a.position - b.position || a.id - b.id);
}

/** Whether two stretches of a timeline are known to have nothing between them. */
export function overlap(known: readonly Entry[], newest: readonly Entry[]): boolean {
  const ids = new Set(known.map((entry) => entry.id));
  return newest.some((entry) => ids.has(entry.id));
}

/** Whether an entry starts a day: the first one, or on another day than the one before it. */
export function startsDay(entry: Entry, before: Entry | undefined): boolean {
  const day = dayOf(entry.at);
  return day !== null && (before === undefined || dayOf(before.at) !== day);
}

/** What the entries hold to come back to, in order. */
export function holdingsOf(entries: readonly Entry[]): Holding[] {
  return entries.flatMap(({ id, position, at, content }) => {
    if (content.kind !== "message") return [];
    const { disclosures, links } = content.view;
    if (disclosures.length === 0 && links.length === 0) return [];
    return [{ entry: id, position, at, disclosures, links }];
  });
}

/** Both, oldest first; of an entry that is in both, what `newer` says. */
export function joined(known: readonly Holding[], newer: readonly Holding[]): readonly Holding[] {
  const byEntry = new Map([...known, ...newer].map((holding) => [holding.entry, holding]));
  return [...byEntry.values()].sort((a, b) => a.position - b.position || a.entry - b.entry);
}

/** The newest entry of each kind. */
export function newestOf(entries: readonly Entry[]): ReadonlyMap<EntryContent["kind"], EntryId> {
  return new Map(entries.map((entry) => [entry.content.kind, entry.id]));
}

/** A message of the user's, for asking again after a sign-in. */
export type LastOwn = {
  readonly entry: EntryId;
  readonly text: string;
  /** It was refused until the user is signed in, and is then sent by itself. */
  readonly byItself: boolean;
};

/** Codes of a refusal that a sign-in mends. */
export const SIGN_IN_CODES: readonly string[] = ["sign_in_required", "insufficient_scope"];

/**
 * The message that a request to sign in is about: one that was refused until then, else the last the
 * user had written when the request came at `position`. What is written later does not change it.
 */
export function askedFor(entries: readonly Entry[], position: number): LastOwn | null {
  const own = entries.flatMap(({ id, position, content }) => {
    if (content.kind !== "message" || content.view.author !== "user") return [];
    const { text } = content.view;
    const { delivery } = content;
    const byItself = delivery?.state === "failed" && SIGN_IN_CODES.includes(delivery.code);
    return text === null ? [] : [{ entry: id, position, text, byItself }];
  });
  const found =
    own.findLast(({ byItself }) => byItself) ?? own.findLast((one) => one.position < position);
  return found ? { entry: found.entry, text: found.text, byItself: found.byItself } : null;
}
