import { screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";

import { ChatState } from "../src/lib/state/chat.svelte";
import { asText } from "../src/lib/state/copying";
import { MOST } from "../src/lib/state/stretch";
import { ALLERGENS, link, mine, refused, theirs, view } from "./fixtures";
import { longCore } from "./gallery/scenes/search";
import { page, textOf } from "./page";

const LENGTH = 100_000;
const ids = (chat: ChatState): number[] => chat.entries.map(({ id }) => id);
/** None is missing between the first and the last. */
const whole = (chat: ChatState): boolean =>
  ids(chat).every((id, index, all) => index === 0 || id === (all[index - 1] ?? 0) + 1);

async function opened(firstUnread: number | null = null) {
  const core = longCore(LENGTH, firstUnread);
  const chat = new ChatState(core, await core.openConversation(1));
  await chat.begin();
  return { core, chat };
}

test("a hundred thousand entries can be read to their start and back, a few at a time", async () => {
  const { chat } = await opened();
  let rounds = 0;
  while (chat.hasOlder) {
    await chat.load("older");
    expect(chat.entries.length).toBeLessThanOrEqual(MOST);
    if (++rounds > 3000) throw new Error("it does not end");
  }
  expect(ids(chat)[0]).toBe(1);
  expect(whole(chat)).toBe(true);
  while (chat.hasNewer) {
    await chat.load("newer");
    expect(chat.entries.length).toBeLessThanOrEqual(MOST);
  }
  expect(ids(chat).at(-1)).toBe(LENGTH);
  expect(whole(chat)).toBe(true);
});

test("it opens where reading was left off, however far back, and that stays marked", async () => {
  const { container } = await page(longCore(LENGTH, 60_000));
  const line = await screen.findByText("New from here");
  expect(
    line.closest("p")?.nextElementSibling?.getAttribute("data-entry"),
    "the line stands above it",
  ).toBe("60000");
  expect(container.querySelectorAll("[data-entry]").length).toBeLessThanOrEqual(MOST);
});

test("what comes beyond what is loaded is told as news and read when it is reached", async () => {
  const { core, chat } = await opened();
  await chat.goTo(50_000);
  expect([chat.hasOlder, chat.hasNewer]).toEqual([true, true]);
  chat.apply(theirs(LENGTH + 1, { text: "News" }), null);
  expect(ids(chat)).not.toContain(LENGTH + 1);
  expect(chat.takeNews().map(({ id }) => id)).toEqual([LENGTH + 1]);
  expect(chat.takeNews()).toEqual([]);
  core.instead.conversation = () => ({
    ...core.answers.conversation,
    entries: [theirs(LENGTH), theirs(LENGTH + 1)],
  });
  await chat.toNewest();
  expect(ids(chat)).toEqual([LENGTH, LENGTH + 1]);
});

test("what is told of while the end is being read is not lost", async () => {
  const { core, chat } = await opened();
  await chat.goTo(LENGTH - 60);
  core.instead.newerEntries = () => {
    chat.apply(theirs(LENGTH + 1), null);
    return {
      entries: Array.from({ length: 20 }, (_, n) => theirs(LENGTH - 19 + n)),
      has_newer: false,
    };
  };
  await chat.load("newer");
  expect(ids(chat).at(-1)).toBe(LENGTH + 1);
  expect(whole(chat)).toBe(true);
});

test("one that is changed is changed in place, and one that moves beyond what is loaded goes", async () => {
  const { chat } = await opened();
  await chat.goTo(50_000);
  chat.apply(mine(50_001, "changed"), null);
  expect(whole(chat)).toBe(true);
  chat.apply({ ...mine(50_001, "changed"), position: LENGTH + 5 }, null);
  expect(ids(chat)).not.toContain(50_001);
});

test("many that come while one reads further up let go of what is far, never of what is read", async () => {
  const { chat } = await opened();
  for (let n = 1; n <= MOST; n++) chat.apply(theirs(LENGTH + n), null);
  const read = chat.entries[20]?.id ?? null;
  chat.trim(read);
  expect(ids(chat)).toContain(read);
  expect([chat.hasNewer, whole(chat)]).toEqual([true, true]);
});

test("a message is copied with its notices first and its links as text, refused ones marked", async () => {
  const text = asText(
    view({
      disclosures: [{ text: ALLERGENS }, { unreadable: "{}" }],
      text: "Hello",
      links: [link({ title: "Home" }), refused()],
    }),
    "Trailhead",
  );
  expect(text.split("\n\n")).toEqual([
    `Notice from Trailhead: ${ALLERGENS}`,
    "Notice from Trailhead, which could not be read: {}",
    "Hello",
    "Home: https://trailhead.example/",
    expect.stringMatching(
      /^http:\/\/trailhead\.example\/setup\.exe \(Candor does not open this link: .+\)$/,
    ),
  ]);
});

test("the menu of a message copies it, and only one of the buttons is a stop of Tab", async () => {
  const { user, container } = await page(longCore(30));
  const stops = container.querySelectorAll('[data-copy][tabindex="0"]');
  expect(stops).toHaveLength(1);
  (stops[0] as HTMLElement).focus();
  await user.keyboard("{ArrowUp}");
  expect(document.activeElement?.closest("[data-entry]")?.id).toBe("entry-29");
  document.activeElement?.dispatchEvent(
    new MouseEvent("contextmenu", { bubbles: true, cancelable: true }),
  );
  await tick();
  const item = screen.getByRole("menuitem", { name: "Copy message" });
  expect(document.activeElement).toBe(item);
  await user.click(item);
  await waitFor(() =>
    expect(textOf(container.querySelector("[aria-live=polite]"))).toMatch(/copied/),
  );
  expect(await navigator.clipboard.readText()).toMatch(/^Answer 29/);
});
