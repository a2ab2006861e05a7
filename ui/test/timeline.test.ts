import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";

import { FakeCore, report } from "./fake";
import { describe } from "../src/lib/state/describe";
import { KEPT, MOST } from "../src/lib/state/stretch";
import { startsDay, upsert } from "../src/lib/state/timeline";
import { ChatState } from "../src/lib/state/chat.svelte";
import {
  ALLERGENS,
  conversation,
  entry,
  HARD,
  link,
  MAIN,
  mine,
  NOW,
  overview,
  standing,
  theirs,
} from "./fixtures";
import { chatCore, page, textOf } from "./page";

const drawn = (): (string | undefined)[] =>
  [...screen.getByRole("log").querySelectorAll<HTMLElement>("[data-entry]")].map(
    (element) => element.dataset["entry"],
  );

const announced = (container: Element): string[] =>
  [...container.querySelectorAll("[aria-live=polite] p")].map(textOf);

test("upsert keeps each id once, newest form, by position", () => {
  const known = [theirs(1, { text: "a" }), mine(2, "b"), theirs(3, { text: "c" })];
  const moved = { ...mine(2, "b"), position: 9 };
  expect(upsert(known, [moved, theirs(4)]).map(({ id }) => id)).toEqual([1, 3, 4, 2]);
  expect(known.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("a day line stands where the local day changes, whatever the times are", () => {
  const day = 24 * 3600 * 1000;
  const [a, b, c] = [theirs(1, {}, NOW - day), theirs(2, {}, NOW), theirs(3, {}, NOW + 1000)];
  expect([startsDay(a, undefined), startsDay(b, a), startsDay(c, b)]).toEqual([true, true, false]);
  for (const at of [NaN, Infinity, 9e15]) expect(startsDay(theirs(4, {}, at), c)).toBe(false);
});

test("a time that is none is left out and breaks nothing", async () => {
  await page(chatCore([theirs(1, { text: "When?" }, 9e15)]));
  expect(screen.getByText("When?")).toBeTruthy();
  expect(screen.getByRole("log").querySelector("time")).toBeNull();
});

test("entries are put in by position and changed in place", async () => {
  const { core } = await page(chatCore([theirs(1), mine(5, "mine", { state: "sending" })]));
  core.tell({
    type: "entry",
    conversation: 7,
    entry: theirs(3, { text: "between" }),
    ends_writing: null,
  });
  core.tell({
    type: "entry",
    conversation: 7,
    entry: { ...mine(5, "mine"), position: 2 },
    ends_writing: null,
  });
  core.tell({
    type: "entry",
    conversation: 99,
    entry: theirs(4, { text: "elsewhere" }),
    ends_writing: null,
  });
  await tick();
  expect(drawn()).toEqual(["1", "5", "3"]);
  expect(screen.getByText("Delivered", { exact: false })).toBeTruthy();
  expect(screen.queryByText("elsewhere")).toBeNull();
});

test("nothing that happens while a conversation is being opened is missed", async () => {
  const core = chatCore([]);
  core.instead.openConversation = () => {
    core.tell({
      type: "entry",
      conversation: 7,
      entry: theirs(2, { text: "early" }),
      ends_writing: null,
    });
    core.tell({ type: "standing", conversation: 7, standing: standing({ phase: "working" }) });
    return conversation([theirs(1, { text: "known" })]);
  };
  await page(core);
  expect(drawn()).toEqual(["1", "2"]);
  expect(screen.getByText("Preparing an answer")).toBeTruthy();
});

test("every state of a message has its words", async () => {
  await page(chatCore(HARD));
  for (const words of ["Waiting to be sent", "Sending…", "Not confirmed yet", "Not sent"]) {
    expect(screen.getByText(words, { exact: false, selector: ".meta" })).toBeTruthy();
  }
});

test("author labels say who and how", async () => {
  await page(
    chatCore([
      theirs(1),
      theirs(2, { author: "human" }),
      theirs(3, { author: "unknown" }),
      mine(4, "x"),
    ]),
  );
  const names = screen.getAllByRole("article").map((article) => article.getAttribute("aria-label"));
  expect(names).toEqual([
    "Trailhead · automated",
    "Trailhead · a person",
    "Trailhead · does not say who writes",
    "You",
  ]);
});

test("a new message is announced once, its notices first; what is old or changed is not", async () => {
  const { core, container } = await page(chatCore(MAIN));
  expect(announced(container)).toEqual([]);
  const news = theirs(9, { disclosures: [{ text: ALLERGENS }], text: "Hello", links: [link()] });
  core.tell({ type: "entry", conversation: 7, entry: news, ends_writing: null });
  core.tell({ type: "entry", conversation: 7, entry: news, ends_writing: null });
  await tick();
  expect(announced(container)).toEqual([
    `Trailhead · automated. Notice from Trailhead: ${ALLERGENS}. Hello. 1 link`,
  ]);
  expect(screen.getByRole("log").getAttribute("aria-live")).toBe("off");
});

test("of the user's own messages only one that was not sent is announced", () => {
  const failed = mine(1, "x", {
    state: "failed",
    code: "c",
    message: "It was refused.",
    leads_to: null,
  });
  expect(describe(mine(1, "x", { state: "queued" }), undefined, "T")).toBe("");
  expect(describe(failed, mine(1, "x", { state: "sending" }), "T")).toContain("It was refused.");
  expect(describe(failed, failed, "T")).toBe("");
});

test("every kind of entry that is new is announced", () => {
  for (const one of HARD.filter(
    ({ content }) => !(content.kind === "message" && content.view.author === "user"),
  )) {
    expect(describe(one, undefined, "Trailhead"), one.content.kind).toContain("Trailhead");
  }
});

test("older entries are put in before, and a failure can be tried again", async () => {
  const core = chatCore([theirs(5)], { has_older: true });
  core.instead.olderEntries = () => {
    throw report("store", "The disk did not answer.");
  };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "Load older messages" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The disk did not answer.");
  delete core.instead.olderEntries;
  core.answers.older = { entries: [theirs(3), theirs(4)], has_older: false };
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(drawn()).toEqual(["3", "4", "5"]));
  expect(core.called("olderEntries")).toEqual([
    [7, 5],
    [7, 5],
  ]);
  expect(screen.queryByRole("button", { name: /older/ })).toBeNull();
});

test("a timeline far from its end stays there and tells of new messages", async () => {
  const { core, user } = await page(chatCore(MAIN));
  const log = screen.getByRole("log");
  Object.defineProperties(log, {
    scrollHeight: { value: 2000, configurable: true },
    clientHeight: { value: 500, configurable: true },
  });
  log.scrollTop = 1500;
  await fireEvent.scroll(log);
  log.scrollTop = 400;
  await fireEvent.scroll(log);
  core.tell({
    type: "entry",
    conversation: 7,
    entry: theirs(9, { text: "Hello" }),
    ends_writing: null,
  });
  core.tell({
    type: "entry",
    conversation: 7,
    entry: theirs(10, { text: "again" }),
    ends_writing: null,
  });
  await tick();
  await tick();
  expect(log.scrollTop).toBe(400);
  await user.click(await screen.findByRole("button", { name: "2 new messages" }));
  expect(log.scrollTop).toBe(2000);
});

test("a long timeline lets go of its oldest entries and can read them again", () => {
  const entries = Array.from({ length: MOST + 1 }, (_, index) => theirs(index + 1));
  const chat = new ChatState(
    new FakeCore({ overview: overview() }),
    conversation(entries, { has_older: false }),
  );
  chat.trim(null);
  expect(chat.entries).toHaveLength(KEPT);
  expect(chat.entries.at(-1)?.id).toBe(MOST + 1);
  expect(chat.hasOlder).toBe(true);
});

test("an unreadable message keeps its place and shows what was sent", async () => {
  await page(chatCore([entry(1, { kind: "unreadable", problem: "No role.", raw: '{"a":1}' })]));
  const card = screen.getByRole("article");
  expect(textOf(card)).toContain("A message from Trailhead could not be read.");
  expect(card.querySelector("details pre")?.textContent).toBe('{"a":1}');
});

test("a suggestion is taken up where it is written", async () => {
  const { user } = await page(chatCore([]));
  const [suggestion] = within(screen.getByRole("log")).getAllByRole("button");
  await user.click(suggestion as HTMLElement);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Message Trailhead" }));
});
