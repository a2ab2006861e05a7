import { screen, waitFor, within } from "@testing-library/svelte";
import { expect, test } from "vitest";

import { FakeCore, report } from "./fake";
import { COMPANIES, company, conversation, MAIN, NOW, overview, READ, theirs } from "./fixtures";
import { STORAGE } from "./gallery/scenes/settings";
import { page, textOf } from "./page";

const account = { since: NOW, scopes: [READ] };

function stored(): FakeCore {
  return new FakeCore({
    overview: overview({ companies: [company({ account }), ...COMPANIES.slice(1)] }),
    conversation: conversation(MAIN),
    storage: STORAGE,
  });
}
const dialog = (): HTMLElement => screen.getByRole("dialog");
const press = (name: string | RegExp): HTMLElement =>
  within(dialog()).getByRole("button", { name });

async function settings(core: FakeCore) {
  const shown = await page(core);
  await shown.user.click(screen.getByRole("button", { name: "Settings" }));
  return shown;
}

test("the settings say where everything is, how large, and how much of whom", async () => {
  await settings(stored());
  const room = screen.getByRole("region", { name: "Settings" });
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Settings" }));
  await waitFor(() => expect(textOf(room)).toContain(STORAGE.folder));
  expect(textOf(room)).toMatch(/All together 52\.3 MB.*48\.2 MB.*4\.1 MB.*812 bytes/);
  expect(textOf(room)).toMatch(/Manzanita Outfitters.*12 conversations · 4,821 messages/);
});

test("sizes that cannot be had are asked for again", async () => {
  const core = stored();
  core.instead.storage = () => {
    throw report("store-failed", "The disk did not answer.");
  };
  const { user } = await settings(core);
  expect(textOf(await screen.findByRole("alert"))).toContain("The disk did not answer.");
  delete core.instead.storage;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(STORAGE.folder)).toBeTruthy();
});

test("deleting a Company says what goes and what stays, waits, and leaves nothing in the window", async () => {
  const core = stored();
  let done = (_: unknown): void => undefined;
  core.instead.deleteCompany = () => {
    core.tell({ type: "companies", companies: COMPANIES.slice(1) });
    return new Promise((answer) => (done = answer));
  };
  const { user } = await settings(core);
  await user.click(screen.getByRole("button", { name: "Delete Trailhead" }));
  expect(textOf(dialog())).toMatch(/All conversations with Trailhead go.*Trailhead keeps.*stays/);
  expect(document.activeElement).toBe(press("Cancel"));
  await user.click(within(dialog()).getByRole("checkbox"));
  await user.click(press("Delete the Company"));
  expect(core.called("deleteCompany")).toEqual([[1, false]]);
  expect(textOf(dialog())).toContain("The window waits");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("heading", { name: "Deleting…" })).toBeTruthy();
  done({ to_tell: false });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: /trailhead\.example/ })).toBeNull();
});

test("a Company that could not be told is said, and the telling can be stopped", async () => {
  const core = stored();
  core.answers.companyDeleted = { to_tell: true };
  const leaving = [{ company: 1, name: "Trailhead", domain: "trailhead.example", since: NOW }];
  core.answers.storage = { ...STORAGE, leaving };
  const { user } = await settings(core);
  await user.click(screen.getByRole("button", { name: "Delete Trailhead" }));
  await user.click(press("Delete the Company"));
  await waitFor(() => expect(textOf(dialog())).toContain("could not be told yet"));
  expect(core.called("deleteCompany")).toEqual([[1, true]]);
  await user.click(press("Close"));
  await user.click(screen.getByRole("button", { name: "Stop trying to tell Trailhead" }));
  expect(core.called("stopTelling")).toEqual([[1]]);
});

test("everything is deleted only when Companies were told, or the user says it once more", async () => {
  const core = stored();
  core.answers.everythingDeleted = { outcome: "untold", companies: ["Trailhead"] };
  const { user } = await settings(core);
  await user.click(screen.getByRole("button", { name: "Delete everything…" }));
  await user.click(press("Delete everything"));
  await waitFor(() => expect(textOf(dialog())).toMatch(/Nothing is deleted yet.*Trailhead/));
  expect(core.called("deleteEverything")).toEqual([[true]]);
  core.answers.everythingDeleted = { outcome: "done", key_removed: false };
  await user.click(press("Delete everything all the same"));
  expect(core.called("deleteEverything").at(-1)).toEqual([false]);
  await waitFor(() => expect(textOf(dialog())).toMatch(/Everything is deleted.*keyring/));
});

test("a conversation is deleted from its menu, and the newest other one is open then", async () => {
  const core = stored();
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(screen.getByRole("menuitem", { name: /^Delete this conversation/ }));
  core.answers.conversation = conversation([theirs(80, { text: "Another one" })], { id: 8 });
  await user.click(press("Delete the conversation"));
  expect(core.called("deleteConversation")).toEqual([[7]]);
  expect(await screen.findByText("Another one")).toBeTruthy();
  expect(screen.queryByText(/Do the trail bars/)).toBeNull();
});

test("a deletion that fails says why, and changes nothing", async () => {
  const core = stored();
  core.instead.deleteConversation = () => {
    throw report("store-failed", "The disk did not answer.");
  };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(screen.getByRole("menuitem", { name: /^Delete this conversation/ }));
  await user.click(press("Delete the conversation"));
  expect(textOf(await within(dialog()).findByRole("alert"))).toContain("did not answer");
  await user.click(press("Cancel"));
  expect(screen.getByText(/Do the trail bars/)).toBeTruthy();
});

test("a blocked Company can be read and not written to, until it is unblocked", async () => {
  const core = stored();
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  await user.click(screen.getByRole("button", { name: "Block Trailhead" }));
  expect(textOf(dialog())).toContain("Nothing is sent to it");
  await user.click(press("Block…"));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(screen.getByText(/You blocked this Company\. What was said/)).toBeTruthy();
  await user.click(screen.getAllByRole("button", { name: "Unblock Trailhead" })[0] as Element);
  await user.click(press("Unblock…"));
  expect(await screen.findByRole("textbox")).toBeTruthy();
});

test("adding a blocked Company asks whether to unblock it", async () => {
  const core = stored();
  core.answers.added = { outcome: "added", company: company({ ...COMPANIES[1], blocked: true }) };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: /Chat with a Company/ }));
  await user.type(within(dialog()).getByRole("textbox"), "manzanita.example{Enter}");
  await waitFor(() => expect(textOf(dialog())).toContain("You blocked Manzanita Outfitters"));
  await user.click(press("Unblock it"));
  expect(core.called("unblockCompany")).toEqual([[2]]);
  await waitFor(() => expect(core.called("openConversation").at(-1)).toEqual([2]));
});

test("an export tells how far it is, can be stopped, and says where it went", async () => {
  const core = stored();
  let done = (_: unknown): void => undefined;
  core.instead.exportConversation = () => new Promise((answer) => (done = answer));
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(screen.getByRole("menuitem", { name: /^Export as a web page/ }));
  expect(core.called("exportConversation")).toEqual([[7, "html"]]);
  core.tell({ type: "exporting", conversation: 7, done: 1200, total: 5000 });
  const bar = await screen.findByRole("progressbar");
  expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["1200", "5000"]);
  await user.click(screen.getByRole("button", { name: "Stop exporting" }));
  expect(core.called("cancelExport")).toHaveLength(1);
  done({ outcome: "cancelled" });
  expect(await screen.findByText(/was stopped\. No file/)).toBeTruthy();
});

test("all of a conversation is printed, its notices in full, and only once it is read", async () => {
  const core = stored();
  core.answers.conversation = conversation(MAIN, { has_older: true });
  core.answers.older = { entries: [theirs(-1, { text: "The very first" })], has_older: false };
  const { user, container } = await page(core);
  await user.keyboard("{Control>}p{/Control}");
  await user.click(await within(dialog()).findByRole("button", { name: "Print" }));
  expect(core.called("printPage")).toHaveLength(1);
  const sheet = textOf(container.querySelector(".sheet"));
  expect(sheet).toMatch(/The very first.*Notice from Trailhead Contains peanuts/);
  expect(sheet).toMatch(/https:\/\/orders\.trailhead\.example/);
});
