import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";

import { FakeCore, report } from "./fake";
import { COMPANIES, company, conversation, MAIN, overview, standing, theirs } from "./fixtures";
import { chatCore, page, textOf } from "./page";
import { matching } from "./setup";

const fresh = (): FakeCore =>
  new FakeCore({
    overview: overview({ companies: [company({ active_at: null })] }),
    conversation: conversation([], { standing: standing({ phase: "fresh", responder: null }) }),
  });

test("the page listens before it asks, and tells that it is drawn", async () => {
  const { core } = await page(chatCore(MAIN));
  expect(core.called("pageReady")).toHaveLength(1);
  core.tell({ type: "companies", companies: [company({ name: "Renamed" })] });
  await tick();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Renamed");
});

test("the first run says what this is and leads straight into the demo", async () => {
  const { user, core } = await page(fresh());
  expect(core.called("openConversation")).toEqual([]);
  expect(within(screen.getByRole("main")).getAllByRole("listitem")).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "Chat with Trailhead, the demo" }));
  expect(core.called("openConversation")).toEqual([[1]]);
  await user.click(await screen.findByRole("button", { name: "Has my jacket shipped?" }));
  expect(screen.getByRole("textbox")).toHaveProperty("value", "Has my jacket shipped?");
  expect(core.called("sendMessage")).toEqual([]);
});

test("later runs open the newest conversation", async () => {
  const { core } = await page(chatCore(MAIN));
  expect(core.called("openConversation")).toEqual([[1]]);
  expect(screen.getByText("trailhead.example", { selector: "header bdi" })).toBeTruthy();
});

test("the list names each Company, what was verified, what is unread, and the demo", async () => {
  await page(chatCore(MAIN));
  const rows = within(screen.getByRole("navigation")).getAllByRole("listitem").map(textOf);
  expect(rows[0]).toContain("trailhead.example");
  expect(rows[0]).toContain("demo");
  expect(rows[1]).toContain("2 new messages");
  expect(rows[3]).toContain("99+");
});

test("adding a Company leads into its conversation", async () => {
  const core = chatCore(MAIN);
  core.answers.added = { outcome: "added", company: company({ id: 9, name: "Fern", demo: false }) };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "Chat with a Company…" }));
  const field = screen.getByRole("textbox", { name: "The Company’s domain" });
  expect(document.activeElement).toBe(field);
  await user.type(field, "fern.example{Enter}");
  expect(core.called("addCompany")).toEqual([["fern.example"]]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Fern");
  expect(core.called("openConversation").at(-1)).toEqual([9]);
});

test.each([
  ["the open one", 1, "Trailhead"],
  ["another one", 2, "Manzanita Outfitters"],
])("adding a Company that is in the list, %s, opens it to be written to", async (_, id, name) => {
  const core = chatCore(MAIN);
  core.answers.added = { outcome: "added", company: company({ id, name }) };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "Chat with a Company…" }));
  await user.type(
    screen.getByRole("textbox", { name: "The Company’s domain" }),
    "x.example{Enter}",
  );
  await waitFor(() => expect(document.activeElement?.id).toBe("composer"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(name);
});

test("what secrets kept from being sent is no trouble once they are ready", async () => {
  const core = chatCore(MAIN);
  const secrets = report("keyring-missing", "This system has no keyring.");
  core.instead.sendMessage = () => {
    throw secrets;
  };
  const { user } = await page(core);
  const write = (text: string) => user.type(screen.getByRole("textbox"), `${text}{Enter}`);
  await write("Hello");
  expect(await screen.findByText(/no keyring/)).toBeTruthy();
  core.tell({ type: "secrets", secrets: { state: "unavailable", ...secrets } });
  await tick();
  expect(screen.getByText("keyring-missing")).toBeTruthy();
  core.tell({ type: "secrets", secrets: { state: "session" } });
  await waitFor(() => expect(screen.queryByText("keyring-missing")).toBeNull());
  expect(screen.getByRole("textbox")).toHaveProperty("value", "Hello");
  core.instead.sendMessage = () => {
    throw report("message-too-long", "Too long.");
  };
  await write("!");
  core.tell({ type: "secrets", secrets: { state: "keyring" } });
  expect(await screen.findByText(/Too long/)).toBeTruthy();
});

test("a Company that cannot be added is told in the core's own words, and nothing typed is lost", async () => {
  const core = chatCore(MAIN);
  core.instead.addCompany = () => {
    throw report("status", "fern.example answered with status 404.");
  };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "Chat with a Company…" }));
  const field = screen.getByRole("textbox", { name: "The Company’s domain" });
  await user.click(screen.getByRole("button", { name: "Find the Company" }));
  expect(screen.getByRole("alert").textContent).toContain("Type a domain first.");
  expect(core.called("addCompany")).toEqual([]);
  await user.type(field, "fern.example{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("status 404"));
  expect(field).toHaveProperty("value", "fern.example");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("a domain that leads to another one is asked about, naming both", async () => {
  const core = chatCore(MAIN);
  core.instead.addCompany = (typed: string) =>
    typed === "fern.test"
      ? { outcome: "other_domain", typed, served: "fern.example", name: "Fern" }
      : { outcome: "added", company: company({ id: 9, name: "Fern" }) };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "Chat with a Company…" }));
  await user.type(screen.getByRole("textbox", { name: /domain/ }), "fern.test{Enter}");
  const question = await screen.findByRole("alert");
  expect(textOf(question)).toContain("fern.test");
  expect(textOf(question)).toContain("fern.example");
  expect(core.called("addCompany")).toEqual([["fern.test"]]);
  await user.click(screen.getByRole("button", { name: "Chat with fern.example" }));
  expect(core.called("addCompany")).toEqual([["fern.test"], ["fern.example"]]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an answer that comes after the dialog was left changes nothing in it", async () => {
  const core = chatCore(MAIN);
  let fail: (problem: unknown) => void = () => undefined;
  core.instead.addCompany = () => new Promise((_, reject) => (fail = reject));
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "Chat with a Company…" }));
  await user.type(screen.getByRole("textbox", { name: /domain/ }), "slow.example{Enter}");
  expect(screen.getByRole("button", { name: "Asking the domain…" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Chat with a Company…" }));
  fail(report("net", "slow.example did not answer."));
  await tick();
  await tick();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("secrets that cannot be kept: what happened, and both ways on", async () => {
  const core = chatCore(MAIN);
  core.answers.overview.secrets = {
    state: "unavailable",
    code: "keyring-locked",
    message: "The keyring is locked.",
  };
  core.instead.retrySecrets = () => {
    throw report("keyring-locked", "It is still locked.");
  };
  const { user } = await page(core);
  expect(screen.getByText("The keyring is locked.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("It is still locked."));
  await user.click(screen.getByRole("button", { name: "Go on for this session only" }));
  expect(core.called("secretsForThisSession")).toHaveLength(1);
  core.tell({ type: "secrets", secrets: { state: "session" } });
  await tick();
  expect(screen.queryByText("The keyring is locked.")).toBeNull();
  expect(screen.getByText(/until Candor ends/)).toBeTruthy();
});

test("a network file in use is shown with its hosts", async () => {
  const core = chatCore(MAIN);
  core.answers.overview.network_hosts = ["a.test", "b.test"];
  await page(core);
  expect(screen.getByText(/A network file is in use: a.test, b.test lead/)).toBeTruthy();
});

/** The bar that says this; a screen reader is told of it elsewhere too. */
function barOf(text: string | RegExp): HTMLElement | undefined {
  const bars = screen.queryAllByText(text).map((said) => said.closest("[role=note]"));
  return bars.find((bar) => bar instanceof HTMLElement);
}

test("what went wrong elsewhere is said until it is put away, and once", async () => {
  const problem = {
    number: 3,
    code: "sign-in-not-found",
    message: "Your browser handed a sign-in over to Candor, and it could not be finished.",
  };
  const core = chatCore(MAIN);
  const { user } = await page(core);
  const said = () => barOf(/could not be finished/);
  core.tell({ type: "problem", problem });
  await tick();
  const bar = said();
  if (!bar) throw new Error("it is in a bar");
  await user.click(within(bar).getByRole("button", { name: "Hide this" }));
  core.answers.overview.problem = problem;
  core.tell({ type: "resync" });
  await tick();
  expect(said()).toBeUndefined();
  core.tell({ type: "problem", problem: { ...problem, number: 4 } });
  await tick();
  expect(said()).toBeTruthy();
});

test("what went wrong before the window opened is said when it opens", async () => {
  const core = chatCore(MAIN);
  core.answers.overview.problem = { number: 1, code: "sign-out-not-told", message: "Not told." };
  await page(core);
  expect(barOf("Not told.")).toBeTruthy();
});

test("trouble is shown with when it is tried again", async () => {
  const trouble = {
    code: "offline",
    message: "No connection.",
    retry_at: Date.now() + 30_000,
    leads_to: null,
  };
  const { core } = await page(chatCore(MAIN, { standing: standing({ trouble }) }));
  expect(textOf(screen.getByText("No connection.").closest("[role=note]"))).toMatch(
    /Trying again in \d+ seconds/,
  );
  core.tell({ type: "standing", conversation: 7, standing: standing() });
  await tick();
  expect(screen.queryByText("No connection.")).toBeNull();
});

test("who answers, and what is under way, is in the header", async () => {
  const { core } = await page(chatCore(MAIN));
  expect(screen.getByText("Its automated agent answers")).toBeTruthy();
  const queued = standing({ phase: "queued", responder: "human" });
  core.tell({ type: "standing", conversation: 7, standing: queued });
  await tick();
  expect(screen.getByText("A person answers")).toBeTruthy();
  expect(screen.getByText("Waiting for a person")).toBeTruthy();
});

test("what could not be loaded can be tried again", async () => {
  const core = chatCore(MAIN);
  core.instead.overview = () => {
    throw report("in-use", "Another Candor has it open.");
  };
  const { user } = await page(core);
  expect(screen.getByText("Another Candor has it open.")).toBeTruthy();
  expect(core.called("pageReady")).toHaveLength(1);
  delete core.instead.overview;
  core.instead.openConversation = () => {
    throw report("store", "The disk did not answer.");
  };
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The disk did not answer.")).toBeTruthy();
  delete core.instead.openConversation;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("log")).toBeTruthy();
});

test("after missed events everything is asked for again, and what was read stays", async () => {
  const { core } = await page(chatCore([theirs(1, { text: "old" }), theirs(2, { text: "known" })]));
  core.answers.conversation = conversation([
    theirs(2, { text: "known" }),
    theirs(3, { text: "new" }),
  ]);
  core.tell({ type: "resync" });
  expect(await screen.findByText("new")).toBeTruthy();
  expect(screen.getByText("old")).toBeTruthy();
  expect(core.called("overview")).toHaveLength(2);
});

test("what is seen is marked as read", async () => {
  const core = chatCore(MAIN);
  core.answers.overview = overview({ companies: [company({ unread: 3 }), ...COMPANIES.slice(1)] });
  await page(core);
  await waitFor(() => expect(core.called("markRead")).toContainEqual([7]));
});

test("what is loaded but out of sight is not marked as read", async () => {
  matching.clear();
  matching.add("(max-width: 619px)");
  const { core, user } = await page(chatCore(MAIN));
  await user.click(screen.getByRole("button", { name: "Back" }));
  core.tell({ type: "companies", companies: [company({ unread: 1 }), ...COMPANIES.slice(1)] });
  await tick();
  expect(core.called("markRead")).toEqual([]);
  await user.click(
    within(screen.getByRole("navigation")).getByRole("button", { name: /Trailhead/ }),
  );
  await waitFor(() => expect(core.called("markRead")).toEqual([[7]]));
});

test("what is known is a sheet where there is no room beside the chat", async () => {
  matching.clear();
  const { user } = await page(chatCore(MAIN));
  const button = screen.getByRole("button", { name: "About this Company" });
  await user.click(button);
  const sheet = screen.getByRole("dialog", { name: "About this Company" });
  expect(textOf(sheet)).toContain("names this domain as its own");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("Escape closes what is known beside the chat, and gives the focus back if it was there", async () => {
  const { user } = await page(chatCore(MAIN));
  const button = screen.getByRole("button", { name: "About this Company" });
  const panel = (): HTMLElement | null => screen.queryByRole("complementary");
  await user.click(button);
  within(panel() as HTMLElement)
    .getByRole("button", { name: "Close" })
    .focus();
  await user.keyboard("{Escape}");
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(button);

  await user.click(button);
  const composer = screen.getByRole("textbox", { name: "Message Trailhead" });
  composer.focus();
  await fireEvent.keyDown(composer, { key: "Escape", isComposing: true });
  expect(panel()).not.toBeNull();
  await user.keyboard("{Escape}");
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(composer);
});

test("Escape closes only the dialog that is open over what is known", async () => {
  const { user } = await page(chatCore(MAIN));
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  await user.click(screen.getByRole("button", { name: "Chat with a Company…" }));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("complementary", { name: "About this Company" })).toBeTruthy();
});

test("list and chat take turns by the way back", async () => {
  const { user, container } = await page(chatCore(MAIN));
  const rooms = container.querySelector<HTMLElement>(".rooms");
  expect(rooms?.dataset["turn"]).toBe("chat");
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(rooms?.dataset["turn"]).toBe("list");
  await user.click(screen.getByRole("button", { name: /Manzanita/ }));
  expect(rooms?.dataset["turn"]).toBe("chat");
});
