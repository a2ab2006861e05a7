import { screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import type { CoreEvent } from "../src/lib/contract";
import { ALLERGENS, conversation, MAIN, standing, theirs, writing } from "./fixtures";
import { before, chatCore, page, textOf } from "./page";

const announced = (container: Element): string[] =>
  [...container.querySelectorAll("[aria-live=polite] p")].map(textOf).filter((text) => text !== "");

const tell = (text: string): CoreEvent => ({
  type: "writing",
  conversation: 7,
  writing: [writing(text)],
});

test("what is being written is drawn as plain text after the entries, with its mark", async () => {
  const { core } = await page(chatCore(MAIN));
  core.tell(tell("<b>The trail bar"));
  await tick();
  const text = screen.getByText("<b>The trail bar");
  expect(text.getAttribute("dir")).toBe("auto");
  expect(textOf(text.closest("article"))).toContain("Trailhead · automated · writing…");
  expect(text.closest("article")?.getAttribute("aria-busy")).toBe("true");
  expect(before(document.getElementById("entry-2") as Element, text)).toBe(true);
  expect(screen.getByText("is writing", { exact: false })).toBeTruthy();
});

test("the core is told once what was written is drawn, wherever it stands", async () => {
  const { core } = await page(chatCore(MAIN));
  expect(core.called("drewWriting")).toEqual([]);
  core.tell(tell("The"));
  await vi.waitFor(() => expect(core.called("drewWriting")).toEqual([[7]]));
  core.tell({ type: "writing", conversation: 99, writing: [writing("elsewhere")] });
  await vi.waitFor(() => expect(core.called("drewWriting")).toEqual([[7], [99]]));
});

test("it is read out only once it is whole, and no word of it before", async () => {
  const { core, container } = await page(chatCore(MAIN));
  for (const text of ["The", "The trail", "The trail bar"]) {
    core.tell(tell(text));
    await tick();
  }
  expect(announced(container)).toEqual([]);
  expect(screen.getByText("The trail bar").closest("[aria-live]")?.getAttribute("aria-live")).toBe(
    "off",
  );
  const entry = theirs(9, { text: "The trail bar has nuts.", disclosures: [{ text: ALLERGENS }] });
  core.tell({ type: "entry", conversation: 7, entry, ends_writing: "msg_1" });
  await tick();
  expect(announced(container)).toHaveLength(1);
});

test("the message takes the place of its beginning in one step", async () => {
  const { core } = await page(chatCore(MAIN));
  core.tell({
    type: "writing",
    conversation: 7,
    writing: [writing("The trail", "msg_1"), writing("Your jacket", "msg_2")],
  });
  await tick();
  const drawn = (): string[] =>
    [...screen.getByRole("log").querySelectorAll("article")].map(textOf).slice(2);
  const seen: string[][] = [];
  const observer = new MutationObserver(() => seen.push(drawn()));
  observer.observe(screen.getByRole("log"), { childList: true, subtree: true });
  core.tell({
    type: "entry",
    conversation: 7,
    entry: theirs(9, { text: "The trail bar." }),
    ends_writing: "msg_1",
  });
  await tick();
  await tick();
  observer.disconnect();
  expect(drawn().filter((text) => text.includes("The trail"))).toHaveLength(1);
  expect(drawn().some((text) => text.includes("Your jacket"))).toBe(true);
  for (const step of seen) {
    expect(
      step.filter((text) => text.includes("The trail")),
      "never both, never none",
    ).toHaveLength(1);
  }
});

test("what is dropped goes, and what is of another conversation never comes", async () => {
  const { core } = await page(chatCore(MAIN));
  core.tell({ type: "writing", conversation: 99, writing: [writing("elsewhere")] });
  core.tell(tell("half a"));
  await tick();
  expect(screen.queryByText("elsewhere")).toBeNull();
  core.tell({ type: "writing", conversation: 7, writing: [] });
  await tick();
  expect(screen.queryByText("half a")).toBeNull();
  expect(screen.queryByText("is writing", { exact: false })).toBeNull();
});

test("it is there on opening, on a resync, and in place of “nothing said yet”", async () => {
  const core = chatCore([], { writing: [writing("Good mor")], standing: standing() });
  await page(core);
  expect(screen.getByText("Good mor")).toBeTruthy();
  expect(screen.queryByText(/Nothing said yet/)).toBeNull();
  core.answers.conversation = conversation([], { writing: [writing("Good morning")] });
  core.tell({ type: "resync" });
  expect(await screen.findByText("Good morning")).toBeTruthy();
  expect(core.called("conversation")).toEqual([[7]]);
});

test("what is written while a conversation is being opened is not missed", async () => {
  const core = chatCore(MAIN);
  core.instead.openConversation = () => {
    core.tell(tell("early wor"));
    return conversation(MAIN);
  };
  await page(core);
  expect(screen.getByText("early wor")).toBeTruthy();
});
