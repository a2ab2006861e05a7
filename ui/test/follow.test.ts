import { expect, test } from "vitest";

import { Follow } from "../src/lib/parts/chat/follow.svelte";
import type { Entry } from "../src/lib/contract";
import { ALLERGENS, mine, theirs } from "./fixtures";

/** A timeline 100 px high over 1000 px of entries, whose newest begins 300 px above its end. */
function stands(id: number) {
  const scroller = document.createElement("div");
  const content = document.createElement("div");
  const entry = document.createElement("div");
  entry.dataset["entry"] = String(id);
  content.append(entry);
  scroller.append(content);
  let top = 0;
  Object.defineProperties(scroller, {
    clientHeight: { value: 100 },
    scrollHeight: { value: 1000 },
    scrollTop: {
      get: () => top,
      set: (to: number) => (top = Math.min(to, 900)),
    },
  });
  scroller.getBoundingClientRect = () => ({ top: 0 }) as DOMRect;
  entry.getBoundingClientRect = () => ({ top: 700 - top }) as DOMRect;
  const follow = new Follow();
  follow.watch(scroller);
  follow.watchContent(content);
  follow.begin(null, false);
  return {
    follow,
    at: (fresh: Entry[], written: boolean): number => {
      follow.before();
      follow.after(fresh, written, false);
      return top;
    },
  };
}

test("a whole answer that begins above the view is read from its beginning", () => {
  const { at, follow } = stands(9);
  expect(at([theirs(9, { text: "Long." })], false)).toBeLessThan(700);
  expect(follow.atEnd).toBe(false);
});

test("an answer that was read while it was written stays where it is read: at its end", () => {
  const { at, follow } = stands(9);
  expect(at([theirs(9, { text: "Long." })], true)).toBe(900);
  expect(follow.atEnd).toBe(true);
});

test("a notice that comes with the whole answer is gone to all the same", () => {
  const { at } = stands(9);
  const whole = theirs(9, { text: "Long.", disclosures: [{ text: ALLERGENS }] });
  expect(at([whole], true)).toBeLessThan(700);
});

test("what the user writes is followed", () => {
  expect(stands(9).at([mine(9, "Mine.")], false)).toBe(900);
});
