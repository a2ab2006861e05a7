import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { DRAFT_DELAY } from "../src/lib/state/chat.svelte";
import { FakeCore, report } from "./fake";
import { company, conversation, MAIN, mine, NO_IDENTITY, overview, standing } from "./fixtures";
import { chatCore, page } from "./page";

const field = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Message Trailhead" });

test("Enter sends, Shift+Enter breaks the line", async () => {
  const { user, core } = await page(chatCore([]));
  await user.type(field(), "one{Shift>}{Enter}{/Shift}two");
  expect(core.called("sendMessage")).toEqual([]);
  await user.type(field(), "{Enter}");
  expect(core.called("sendMessage")).toEqual([[7, "one\ntwo"]]);
  await waitFor(() => expect(field().value).toBe(""));
});

test("an Enter that belongs to an input method never sends", async () => {
  const { user, core } = await page(chatCore([]));
  await user.type(field(), "にほん");
  await fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  await fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
  await fireEvent.keyDown(field(), { key: "Enter", repeat: true });
  expect(core.called("sendMessage")).toEqual([]);
  expect(field().value).toBe("にほん");
});

test("nothing but white space is not sent", async () => {
  const { user, core } = await page(chatCore([]));
  await user.type(field(), "   {Enter}");
  expect(core.called("sendMessage")).toEqual([]);
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
});

test("what could not be sent stays in its field, with the reason", async () => {
  const { user, core } = await page(chatCore([]));
  core.instead.sendMessage = () => {
    throw report("too-long", "This message is too long.");
  };
  await user.type(field(), "hello{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("This message is too long.");
  expect(field().value).toBe("hello");
});

test("what is typed while a message is being stored is the next message, whole and in order", async () => {
  const { user, core } = await page(chatCore([]));
  const store: (() => void)[] = [];
  core.instead.sendMessage = (_: number, text: string) =>
    new Promise((stored) => store.push(() => stored(mine(store.length, text))));
  await user.type(field(), "one{Enter}two{Enter}three");
  expect(field().value).toBe("three");
  expect(core.called("sendMessage")).toEqual([[7, "one"]]);
  store[0]?.();
  await waitFor(() =>
    expect(core.called("sendMessage")).toEqual([
      [7, "one"],
      [7, "two"],
    ]),
  );
  expect(core.called("saveDraft")).toEqual([]);
  store[1]?.();
  await waitFor(() => expect(core.called("saveDraft").at(-1)).toEqual([7, "three"]));
});

test("what cannot be stored goes back before what was written since", async () => {
  const { user, core } = await page(chatCore([]));
  let refuse = (): void => undefined;
  core.instead.sendMessage = () =>
    new Promise((_, failed) => (refuse = () => failed(report("store-failed", "No room."))));
  await user.type(field(), "one{Enter}two");
  refuse();
  await screen.findByRole("alert");
  expect(field().value).toBe("one\ntwo");
});

test("a draft is there again, kept a moment after the last key, and at once on leaving", async () => {
  const { core } = await page(chatCore([], { draft: "begun" }));
  expect(field().value).toBe("begun");
  vi.useFakeTimers();
  await fireEvent.input(field(), { target: { value: "begun a" } });
  await fireEvent.input(field(), { target: { value: "begun ag" } });
  expect(core.called("saveDraft")).toEqual([]);
  vi.advanceTimersByTime(DRAFT_DELAY);
  expect(core.called("saveDraft")).toEqual([[7, "begun ag"]]);
  await fireEvent.input(field(), { target: { value: "begun again" } });
  await fireEvent.blur(field());
  expect(core.called("saveDraft").at(-1)).toEqual([7, "begun again"]);
  vi.advanceTimersByTime(DRAFT_DELAY * 2);
  expect(core.called("saveDraft")).toHaveLength(2);
});

test("the draft is kept before another Company is chosen, and emptied once sent", async () => {
  const { user, core } = await page(chatCore([]));
  await user.type(field(), "half");
  await user.click(screen.getByRole("button", { name: /Manzanita/ }));
  expect(core.called("saveDraft")).toEqual([[7, "half"]]);
});

test("a sent message leaves no draft behind", async () => {
  const { user, core } = await page(chatCore([], { draft: "hello" }));
  await user.type(field(), "{Enter}");
  await waitFor(() => expect(core.called("saveDraft").at(-1)).toEqual([7, ""]));
});

test("a closed conversation says so and offers a new one", async () => {
  const core = chatCore(MAIN, { standing: standing({ phase: "closed" }) });
  core.answers.fresh = conversation([], { id: 8 });
  const { user } = await page(core);
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Start a new conversation" }));
  await waitFor(() => expect(field()).toBeTruthy());
  expect(core.called("newConversation")).toEqual([[1]]);
});

test("a Company that needs an identity says what it needs and how", async () => {
  const needs = company({ needs_identity: true, demo: false });
  const { user, core } = await page(
    new FakeCore({
      overview: overview({ companies: [needs] }),
      conversation: conversation([]),
      identity: NO_IDENTITY,
    }),
  );
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(/only the demo can be chatted with/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Set up your agent’s identity" }));
  expect(await screen.findByRole("heading", { name: "Your agent’s identity" })).toBe(
    document.activeElement,
  );
  expect(core.called("identityView")).toHaveLength(1);
});

test("a failed message can be sent again, and only its newest state counts", async () => {
  const failed = mine(3, "hello", {
    state: "failed",
    code: "refused",
    message: "It was refused.",
    leads_to: null,
  });
  const { user, core } = await page(chatCore([failed]));
  expect(screen.getByText("It was refused.")).toBeTruthy();
  core.instead.retryMessage = () => {
    // The event overtakes the command's own answer.
    core.tell({
      type: "entry",
      conversation: 7,
      entry: mine(3, "hello", { state: "sending" }),
      ends_writing: null,
    });
    return mine(3, "hello", { state: "queued" });
  };
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(core.called("retryMessage")).toEqual([[7, 3]]);
  await waitFor(() => expect(screen.getByText("Sending…", { exact: false })).toBeTruthy());
  expect(screen.queryByText("It was refused.")).toBeNull();
});
