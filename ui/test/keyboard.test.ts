import { screen, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { conversation, item, link, MAIN, mine, theirs } from "./fixtures";
import { chatCore, page, textOf } from "./page";

const rows = (): HTMLElement[] =>
  within(screen.getByRole("navigation"))
    .getAllByRole("button")
    .filter((button) => button.matches("li button"));

test("arrows, Home and End go through the Companies", async () => {
  const { user } = await page(chatCore(MAIN));
  const [first, second] = rows();
  first?.focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(second);
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(rows().at(-1));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement, "there is no further").toBe(rows().at(-1));
  await user.keyboard("{Home}");
  expect(document.activeElement).toBe(first);
});

test("Tab goes round in a dialog and in the window, with no stop that is nowhere", async () => {
  const { user } = await page(chatCore([theirs(1, { links: [link()] })]));
  await user.click(screen.getByRole("button", { name: /trailhead\.example.*site/ }));
  const dialog = screen.getByRole("dialog");
  const open = within(dialog).getByRole("button", { name: /^Open/ });
  expect(document.activeElement).toBe(open);
  await user.tab();
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(open);
  await user.keyboard("{Escape}");
  screen.getByRole("textbox").focus();
  const seen = new Set<Element | null>();
  for (let n = 0; n < 40; n++) {
    await user.tab();
    seen.add(document.activeElement);
  }
  expect(seen.has(document.body)).toBe(false);
  expect(seen.has(screen.getByRole("textbox"))).toBe(true);
});

test("PageUp in an empty field reads what is above, and leaves the focus", async () => {
  const { user } = await page(chatCore(MAIN));
  const field = screen.getByRole("textbox");
  const log = screen.getByRole("log");
  const scrolled = vi.fn();
  log.scrollBy = scrolled;
  Object.defineProperty(log, "clientHeight", { value: 100 });
  field.focus();
  await user.keyboard("{PageUp}");
  await user.keyboard("{PageDown}");
  expect(scrolled.mock.calls).toEqual([[{ top: -85 }], [{ top: 85 }]]);
  expect(document.activeElement).toBe(field);
});

test("the field is written in after a Company is chosen and after a new conversation", async () => {
  const core = chatCore(MAIN);
  const { user } = await page(core);
  await user.click(rows()[1] as HTMLElement);
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  core.answers.list = [item(7, { draft: true }), item(6)];
  core.answers.fresh = conversation([], { id: 9 });
  await user.click(screen.getByRole("button", { name: /^Conversations/ }));
  await user.click(screen.getByRole("button", { name: "New conversation" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

test("closing asks with the focus on its way out, and says what was not sent", async () => {
  const core = chatCore([mine(1, "Hello", { state: "queued" })]);
  core.answers.list = [item(7), item(6, { draft: true })];
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: /^Conversations/ }));
  const dialog = screen.getByRole("dialog");
  expect(textOf(within(dialog).getAllByRole("listitem")[1] as HTMLElement)).toContain("Draft");
  await user.click(within(dialog).getByRole("button", { name: "Close the open conversation…" }));
  expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(textOf(dialog)).toContain("One message of yours in it was not sent");
});
