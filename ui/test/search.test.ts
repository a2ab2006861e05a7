import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test } from "vitest";

import type { SearchPage } from "../src/lib/contract";
import { SearchState } from "../src/lib/state/search.svelte";
import { type FakeCore, report } from "./fake";
import { ALLERGENS, conversation, MAIN, overview, theirs } from "./fixtures";
import { FOUND, hit, NOTHING } from "./gallery/scenes/search";
import { FakeCore as Fake } from "./fake";
import { chatCore, page, textOf } from "./page";

const searching = (found: SearchPage | null): FakeCore => {
  const core = chatCore(MAIN);
  core.answers.found = found;
  return core;
};
const field = (): HTMLElement => screen.getByRole("searchbox", { name: /Search/ });
const results = (): HTMLElement => document.getElementById("found") as HTMLElement;

test("Ctrl+F leads to the field, and what is found stands in the list's place, notices in full", async () => {
  const { core, user } = await page(searching(FOUND));
  await user.keyboard("{Control>}f{/Control}");
  expect(document.activeElement).toBe(field());
  await user.keyboard("trail");
  expect(await screen.findByText("12 messages found")).toBeTruthy();
  expect(screen.getByText("12 messages found").getAttribute("role")).toBe("status");
  expect(core.called("search").at(-1)).toEqual([
    "trail",
    { company: null, conversation: null },
    null,
    null,
  ]);
  const [first] = within(results()).getAllByRole("listitem").slice(1);
  const notice = within(first as HTMLElement).getByRole("note");
  expect(textOf(notice)).toBe(`Notice from Trailhead ${ALLERGENS}`);
  expect([...results().querySelectorAll("mark")].map(textOf).slice(0, 2)).toEqual([
    "trail",
    "trail",
  ]);
});

test("by keyboard alone: arrows to a hit, Enter there, Escape back, and out", async () => {
  const { user } = await page(searching(FOUND));
  const composer = screen.getByRole("textbox");
  composer.focus();
  await user.keyboard("{Control>}f{/Control}trail");
  await screen.findByText("12 messages found");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  const focused = document.activeElement;
  expect(focused?.getAttribute("data-hit")).toBe("2");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.id).toBe("entry-2"));
  expect(document.activeElement?.classList.contains("marked")).toBe(true);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(focused));
  expect(document.getElementById("entry-2")?.classList.contains("marked")).toBe(false);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(field());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(composer));
  expect(document.getElementById("found")).toBeNull();
});

test("a hit in another conversation is shown with what stands around it", async () => {
  const core = searching({ ...FOUND, hits: [hit(50, { company: 2, conversation: 8 })] });
  core.answers.others = [conversation([theirs(900)], { id: 8, company: 2, has_older: true })];
  core.answers.around = {
    entries: [theirs(49), theirs(50), theirs(51)],
    has_older: true,
    has_newer: true,
  };
  const { user } = await page(core);
  await user.type(field(), "trail");
  await user.click(await screen.findByRole("button", { name: /^Manzanita.*automated/ }));
  await waitFor(() => expect(document.activeElement?.id).toBe("entry-50"));
  expect(core.called("entriesAround")).toEqual([[8, 50, 40, 40]]);
  expect(document.getElementById("entry-900")).toBeNull();
  await user.click(screen.getByRole("button", { name: "To the newest" }));
  await waitFor(() => expect(document.getElementById("entry-900")).toBeTruthy());
});

test("it can be kept to the Company or the conversation that was open", async () => {
  const { core, user } = await page(searching(NOTHING));
  await user.type(field(), "pine");
  await screen.findByText(/Nothing has all the words/);
  const where = screen.getByRole("combobox", { name: "Search in" });
  await user.selectOptions(where, "company");
  expect(core.called("search").at(-1)?.[1]).toEqual({ company: 1, conversation: null });
  await user.selectOptions(where, "conversation");
  expect(core.called("search").at(-1)?.[1]).toEqual({ company: null, conversation: 7 });
  await user.click(await screen.findByRole("button", { name: "Search all conversations" }));
  expect(core.called("search").at(-1)?.[1]).toEqual({ company: null, conversation: null });
});

test("a search that fails says why and can be tried again", async () => {
  const core = searching(FOUND);
  core.instead.search = () => {
    throw report("store-failed", "The disk did not answer.");
  };
  const { user } = await page(core);
  await user.type(field(), "trail");
  expect(textOf(await screen.findByRole("alert"))).toContain("The disk did not answer.");
  delete core.instead.search;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("12 messages found")).toBeTruthy();
});

test("of several searches only the newest counts, and what it replaced is forgotten", async () => {
  const core = new Fake({ overview: overview() });
  const answers: ((page: SearchPage | null) => void)[] = [];
  core.instead.search = () => new Promise((answer) => answers.push(answer));
  const search = new SearchState(core);
  search.typed = "tra";
  const first = search.look();
  search.typed = "trail";
  const second = search.look();
  answers[1]?.({ ...NOTHING, hits: [hit(2)] });
  await second;
  answers[0]?.({ ...NOTHING, hits: [hit(1)] });
  await first;
  expect(search.found?.typed).toBe("trail");
  expect(search.found?.hits.map(({ entry }) => entry)).toEqual([2]);
});

test("empty pages are gone on from, and the next one adds to what is found", async () => {
  const core = new Fake({ overview: overview() });
  const pages = new Map<unknown, SearchPage>([
    [null, { ...NOTHING, next: 90 }],
    [90, { ...NOTHING, next: 80 }],
    [80, { ...NOTHING, hits: [hit(70)], next: 60 }],
    [60, { ...NOTHING, hits: [hit(50)] }],
  ]);
  core.instead.search = ((_: string, __: unknown, before: unknown) => pages.get(before)) as never;
  const search = new SearchState(core);
  search.typed = "trail";
  await search.look();
  expect(search.found?.hits.map(({ entry }) => entry)).toEqual([70]);
  await search.more();
  expect(search.found?.hits.map(({ entry }) => entry)).toEqual([70, 50]);
  expect(search.next).toBeNull();
});

test("ranges that are out of order or too long lose and double nothing", async () => {
  const text = "a👍b trail";
  const matches = [
    { start: 5, end: 10 },
    { start: 7, end: 99 },
  ];
  const snippet = { text, matches, cut_before: true, cut_after: false };
  await page(searching({ ...NOTHING, hits: [hit(2, { snippet })] }));
  await fireEvent.input(field(), { target: { value: "trail" } });
  await screen.findByText("1 message found");
  expect(textOf(results().querySelector(".snippet"))).toBe(`…${text}`);
});
