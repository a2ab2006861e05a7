import type { Entry, Newer, Older, Window } from "../contract";
import { upsert } from "./timeline";

/** A stretch with more entries than this lets go of some: so many are drawn at most. */
export const MOST = 240;
/** So many it then keeps; the others can be read again. */
export const KEPT = 160;

/**
 * A stretch of a conversation: entries with none missing between them. Where there is more beyond an
 * end of it, what is told of from there is no part of it until it is read.
 */
export type Stretch = {
  readonly entries: readonly Entry[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
};

export const stretch = ({ entries, has_older, has_newer }: Window): Stretch => ({
  entries: upsert([], entries),
  hasOlder: has_older,
  hasNewer: has_newer,
});

/** An entry is new or changed, and may have moved. */
export function told(known: Stretch, entry: Entry): Stretch {
  const others = known.entries.filter(({ id }) => id !== entry.id);
  const [first, last] = [others[0], others.at(-1)];
  const before = known.hasOlder && first !== undefined && entry.position < first.position;
  const after = known.hasNewer && last !== undefined && entry.position > last.position;
  return { ...known, entries: before || after ? others : upsert(others, [entry]) };
}

/** What is older was read: it is seen at its start, and lets go of its end. */
export function withOlder(known: Stretch, { entries, has_older }: Older): Stretch {
  // What is already here is newer than what was read from the store.
  return cutEnd({ ...known, entries: upsert(entries, known.entries), hasOlder: has_older });
}

/** What is newer was read: it is seen at its end, and lets go of its start. */
export function withNewer(known: Stretch, { entries, has_newer }: Newer): Stretch {
  return cutStart({ ...known, entries: upsert(entries, known.entries), hasNewer: has_newer });
}

/** Lets go of the oldest entries if there are too many. */
export function cutStart(known: Stretch): Stretch {
  if (known.entries.length <= MOST) return known;
  return { ...known, entries: known.entries.slice(-KEPT), hasOlder: true };
}

/** Lets go of the newest entries if there are too many. */
export function cutEnd(known: Stretch): Stretch {
  if (known.entries.length <= MOST) return known;
  return { ...known, entries: known.entries.slice(0, KEPT), hasNewer: true };
}
