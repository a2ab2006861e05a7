import { screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";

import type { Conversation, Entry } from "../src/lib/contract";
import { type FakeCore, report } from "./fake";
import { company, conversation, entry, item, MAIN, mine, NOW, standing, theirs } from "./fixtures";
import { chatCore, page, textOf } from "./page";

const LIST = [
  item(7, { started_at: NOW, active_at: NOW }),
  item(8, { preview: "مرحبا", unread: 2, parent: 7 }),
  item(3, { phase: "closed", preview: null }),
];
const OTHER: Conversation = conversation([theirs(50, { text: "The other one" })], { id: 8 });

function listed(entries: Entry[] = MAIN, over: Partial<Conversation> = {}): FakeCore {
  const core = chatCore(entries, over);
  core.answers.list = LIST;
  core.answers.others = [OTHER];
  return core;
}

const dialog = (): HTMLElement => screen.getByRole("dialog");

test("the list has them newest first, with words, day and marks, and leads to each", async () => {
  const { core, user } = await page(listed());
  await user.click(screen.getByRole("button", { name: /^Conversations/ }));
  const rows = within(dialog()).getAllByRole("listitem").map(textOf);
  expect(rows[0]).toMatch(/Do the trail bars.*10:41.*Open now/);
  expect(rows[1]).toMatch(/مرحبا.*Direct.*2 new messages/);
  expect(rows[2]).toMatch(/No words yet.*Closed/);
  expect(within(dialog()).getByText("مرحبا").getAttribute("dir")).toBe("auto");
  await user.click(within(dialog()).getByRole("button", { name: /مرحبا/ }));
  expect(core.called("conversation")).toEqual([[8]]);
  expect(await screen.findByText("The other one")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what is new in others is told at the button", async () => {
  const { core } = await page(listed());
  expect(
    await screen.findByRole("button", { name: "Conversations, 2 new messages in others" }),
  ).toBeTruthy();
  core.tell({ type: "conversations", company: 1, conversations: [item(7, { unread: 4 })] });
  core.tell({ type: "conversations", company: 2, conversations: [item(9, { unread: 4 })] });
  await tick();
  expect(screen.getByRole("button", { name: "Conversations" })).toBeTruthy();
});

test("unread entries of another conversation do not make this one be read over and over", async () => {
  const core = listed();
  core.instead.markRead = () => {
    core.tell({ type: "companies", companies: [company({ unread: 2 })] });
  };
  core.answers.overview.companies = [company({ unread: 2 })];
  await page(core);
  for (let round = 0; round < 20; round++) await tick();
  expect(core.called("markRead")).toEqual([[7]]);
});

test("a new conversation is begun from the list", async () => {
  const core = listed();
  core.answers.fresh = conversation([], { id: 9, standing: standing({ phase: "fresh" }) });
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: /^Conversations/ }));
  await user.click(within(dialog()).getByRole("button", { name: "New conversation" }));
  expect(core.called("newConversation")).toEqual([[1]]);
  expect(await screen.findByText(/Nothing said yet/)).toBeTruthy();
});

test("closing asks once, and a failure changes nothing", async () => {
  const core = listed();
  core.instead.closeConversation = () => {
    throw report("rate_limited", "Wait a while.");
  };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: /^Conversations/ }));
  await user.click(within(dialog()).getByRole("button", { name: "Close the open conversation…" }));
  expect(core.called("closeConversation")).toEqual([]);
  expect(textOf(dialog())).toContain("Close it for good?");
  expect(dialog().contains(document.activeElement)).toBe(true);
  await user.click(within(dialog()).getByRole("button", { name: "Yes, close it" }));
  expect(textOf(await within(dialog()).findByRole("alert"))).toBe("Wait a while. rate_limited");
  expect(screen.getByRole("textbox", { hidden: true })).toBeTruthy();
  delete core.instead.closeConversation;
  core.answers.closed = conversation(MAIN, { standing: standing({ phase: "closed" }) });
  await user.click(within(dialog()).getByRole("button", { name: "Yes, close it" }));
  expect(core.called("closeConversation").at(-1)).toEqual([7]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Start a new conversation" })).toBeTruthy();
});

test("a list that cannot be had can be asked for again", async () => {
  const core = listed();
  core.instead.conversations = () => {
    throw report("store-failed", "The disk did not answer.");
  };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: /^Conversations/ }));
  expect(textOf(dialog())).toContain("The disk did not answer.");
  delete core.instead.conversations;
  await user.click(within(dialog()).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(within(dialog()).getAllByRole("listitem")).toHaveLength(3));
});

test("a person is asked for at the header; queued is said; a failure is shown there", async () => {
  const core = listed();
  core.instead.handOff = () => {
    throw report("temporarily_unavailable", "Out of order just now.");
  };
  const { user } = await page(core);
  const askFor = (): HTMLElement => screen.getByRole("button", { name: "Ask for a person" });
  await user.click(askFor());
  expect(textOf(await screen.findByRole("alert"))).toBe(
    "Out of order just now. temporarily_unavailable",
  );
  delete core.instead.handOff;
  core.answers.handedOff = conversation(MAIN, { standing: standing({ phase: "queued" }) });
  await user.click(askFor());
  expect(core.called("handOff")).toEqual([[7], [7]]);
  expect(await screen.findByText("Waiting for a person")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Ask for a person" })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["fresh", null],
  ["closed", "agent"],
  ["queued", "agent"],
  ["idle", "human"],
] as const)("no person is asked for when %s and answered by %s", async (phase, responder) => {
  await page(listed(MAIN, { standing: standing({ phase, responder }) }));
  expect(screen.queryByRole("button", { name: "Ask for a person" })).toBeNull();
});

test("a Direct Conversation is noted and led to, where it is known", async () => {
  const { core, user } = await page(
    listed([
      entry(1, { kind: "direct", opened: false, conversation: null }),
      entry(2, { kind: "direct", opened: true, conversation: 8 }),
    ]),
  );
  expect(textOf(screen.getByRole("log"))).toMatch(/direct conversation .* Trailhead was closed/);
  const log = within(screen.getByRole("log"));
  const ways = log.getAllByRole("button", { name: "Go there" });
  expect(ways).toHaveLength(1);
  await user.click(ways[0] as Element);
  expect(core.called("conversation")).toEqual([[8]]);
});

test("the user is asked for, and can talk directly from the newest such entry", async () => {
  const asked = (id: number): Entry => entry(id, { kind: "user_requested", reason: "Which size?" });
  const core = listed([asked(1), asked(2)]);
  core.instead.openDirect = () => {
    throw report("not-begun", "It has not begun.");
  };
  const { user } = await page(core);
  const talk = screen.getAllByRole("button", { name: "Talk with its people" });
  expect(talk).toHaveLength(1);
  await user.click(talk[0] as Element);
  expect((await screen.findByRole("alert")).textContent).toContain("It has not begun.");
  delete core.instead.openDirect;
  core.answers.direct = conversation([], { id: 12, parent: 7 });
  await user.click(talk[0] as Element);
  expect(core.called("openDirect")).toEqual([[7], [7]]);
  await user.click(await screen.findByRole("button", { name: "Go to the one it belongs to" }));
  expect(core.called("conversation")).toEqual([[7]]);
});

test.each([
  ["closed", { standing: standing({ phase: "closed" }) }],
  ["direct", { parent: 6 }],
])("a %s conversation offers no direct one", async (_, over) => {
  await page(listed([entry(1, { kind: "user_requested", reason: null })], over));
  expect(screen.queryByRole("button", { name: "Talk with its people" })).toBeNull();
});

test("a message and a trouble that lead elsewhere have a way there", async () => {
  const failed = mine(3, "Size M", {
    state: "failed",
    code: "direct_conversation_open",
    message: "It goes on elsewhere.",
    leads_to: 8,
  });
  const trouble = {
    code: "direct_conversation_open",
    message: "It goes on elsewhere.",
    retry_at: null,
    leads_to: 8,
  };
  const { core, user } = await page(listed([failed], { standing: standing({ trouble }) }));
  const ways = screen.getAllByRole("button", { name: "Go there" });
  expect(ways).toHaveLength(2);
  expect(screen.getAllByText("direct_conversation_open")).toHaveLength(2);
  await user.click(ways[1] as Element);
  expect(core.called("conversation")).toEqual([[8]]);
});
