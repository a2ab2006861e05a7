import type { SearchHit, SearchPage } from "../../../src/lib/contract";
import { FakeCore, report } from "../../fake";
import {
  ALLERGENS,
  conversation,
  MAIN,
  mine,
  NOW,
  overview,
  PAY,
  refused,
  theirs,
  TRACKING,
} from "../../fixtures";
import { never, type Scenes } from "./kit";

export function hit(entry: number, over: Partial<SearchHit> = {}): SearchHit {
  return {
    conversation: 7,
    entry,
    position: entry,
    at: NOW,
    company: 1,
    author: "agent",
    snippet: {
      text: "The trail bar comes in boxes of 12 for $18.",
      matches: [{ start: 4, end: 9 }],
      cut_before: false,
      cut_after: true,
    },
    notices: [],
    links: [],
    ...over,
  };
}

const DAY = 86_400_000;
export const FOUND: SearchPage = {
  companies: [1],
  hits: [
    hit(2, {
      notices: [{ notice: { text: ALLERGENS }, matches: [] }],
      links: [{ index: 0, card: TRACKING, matches: [] }],
    }),
    hit(1, {
      author: "user",
      snippet: {
        text: "Do the trail bars have nuts in them?",
        matches: [{ start: 7, end: 12 }],
        cut_before: false,
        cut_after: false,
      },
    }),
    hit(50, {
      company: 4,
      conversation: 8,
      author: "human",
      at: NOW - DAY,
      snippet: null,
      notices: [
        { notice: { text: "trail: يحتوي على الفول السوداني." }, matches: [{ start: 0, end: 5 }] },
        { notice: { unreadable: '{ "txt": "trail" }' }, matches: [] },
      ],
      links: [
        { index: 1, card: PAY, matches: [] },
        { index: 2, card: refused({ title: "Trail setup" }), matches: [{ start: 0, end: 5 }] },
      ],
    }),
    ...Array.from({ length: 9 }, (_, n) => hit(100 + n, { at: NOW - (n + 2) * DAY })),
  ],
  next: null,
  filling: null,
};
export const NOTHING: SearchPage = { companies: [], hits: [], next: null, filling: null };

/** A conversation of so many entries, read by windows as the core reads them. */
export function longCore(length: number, firstUnread: number | null = null): FakeCore {
  const day = (n: number): number => NOW - Math.floor((length - n) / 40) * DAY;
  const one = (n: number) =>
    n % 3 === 0
      ? mine(n, `Question ${n}: has it shipped?`, { state: "delivered" }, day(n))
      : theirs(
          n,
          {
            text: `Answer ${n}. ${"It is on its way, and will arrive in a few days. ".repeat(n % 7)}`,
            ...(n % 10 === 1 ? { disclosures: [{ text: `${ALLERGENS} (${n})` }] } : {}),
          },
          day(n),
        );
  const from = (first: number, last: number) => {
    const [a, b] = [Math.max(1, first), Math.min(length, last)];
    return Array.from({ length: Math.max(0, b - a + 1) }, (_, n) => one(a + n));
  };
  const newest = conversation(from(length - 49, length), {
    has_older: length > 50,
    first_unread: firstUnread,
  });
  const core = new FakeCore({ overview: overview(), conversation: newest });
  core.instead.olderEntries = ((_: number, before: number) => ({
    entries: from(before - 50, before - 1),
    has_older: before - 50 > 1,
  })) as never;
  core.instead.newerEntries = ((_: number, after: number) => ({
    entries: from(after + 1, after + 50),
    has_newer: after + 50 < length,
  })) as never;
  core.instead.entriesAround = ((_: number, at: number, before: number, after: number) => ({
    entries: from(at - before, at + after),
    has_older: at - before > 1,
    has_newer: at + after < length,
  })) as never;
  return core;
}

const found = (page: SearchPage | null): FakeCore =>
  new FakeCore({ overview: overview(), conversation: conversation(MAIN), found: page });

/** Searching, and long conversations, in each state. */
export const SEARCH: Scenes = {
  search: { core: () => found(FOUND), press: ["#search=trail"] },
  "search-gone-to": {
    core: () => found(FOUND),
    press: ["#search=trail", "Trailhead · automated,"],
  },
  "search-none": { core: () => found(NOTHING), press: ["#search=pineapple"] },
  "search-filling": {
    core: () => found({ ...FOUND, next: 100, filling: { done: 412_000, total: 1_000_000 } }),
    press: ["#search=trail"],
  },
  "search-looking": {
    core: () => {
      const core = found(FOUND);
      core.instead.search = never;
      return core;
    },
    press: ["#search=trail"],
  },
  "search-failed": {
    core: () => {
      const core = found(FOUND);
      core.instead.search = () => {
        throw report("store-failed", "The disk did not answer.");
      };
      return core;
    },
    press: ["#search=trail"],
  },
  history: { core: () => longCore(100_000) },
  "history-unread": { core: () => longCore(100_000, 99_500) },
};
