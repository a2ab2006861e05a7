import { screen, waitFor, within } from "@testing-library/svelte";
import { expect, test } from "vitest";

import { report } from "./fake";
import { ALLERGENS, ask, entry, HARD, link, NOW, theirs } from "./fixtures";
import { before, chatCore, page, textOf } from "./page";

test("every notice is shown, in order, in full, above the text, under our label", async () => {
  const long = "Contains sesame. ".repeat(400).trim();
  await page(
    chatCore([
      theirs(1, {
        disclosures: [
          { text: ALLERGENS },
          { text: ALLERGENS },
          { text: long },
          { text: "One\nTwo" },
        ],
        text: "The text",
      }),
    ]),
  );
  const notices = screen.getAllByRole("note", { name: "Notice from Trailhead" });
  const texts = notices.map((notice) => notice.querySelector("p")?.textContent);
  expect(texts).toEqual([ALLERGENS, ALLERGENS, long, "One\nTwo"]);
  for (const notice of notices) {
    expect(textOf(notice.querySelector("strong"))).toBe("Notice from Trailhead");
    expect(notice.querySelector("svg")).not.toBeNull();
    expect(notice.closest("details")).toBeNull();
    expect(before(notice, screen.getByText("The text"))).toBe(true);
  }
});

test("a notice that cannot be read is a notice, with what was sent on demand", async () => {
  const sent = '{ "txt": "<img src=x onerror=alert(1)>\\u202e" }';
  const { container } = await page(chatCore([theirs(1, { disclosures: [{ unreadable: sent }] })]));
  const notice = screen.getByRole("note", { name: "A notice from Trailhead could not be read" });
  const details = notice.querySelector("details");
  expect(details?.open).toBe(false);
  expect(textOf(details?.querySelector("summary") ?? null)).toBe("Show what was sent");
  expect(details?.querySelector("pre")?.textContent).toBe(sent);
  expect(container.querySelector("img")).toBeNull();
});

test("markup and addresses in any text of a Company stay text", async () => {
  const hostile =
    '<b>x</b> <a href="https://x.example">y</a> https://x.example [z](https://x.example)';
  const { container } = await page(
    chatCore([
      theirs(1, { text: hostile, disclosures: [{ text: hostile }], problems: [hostile] }),
      entry(2, { kind: "user_requested", reason: hostile }),
      entry(3, { kind: "sign_in", error: hostile, scope: hostile, ask: ask() }),
      entry(4, { kind: "unreadable", problem: hostile, raw: hostile }),
    ]),
  );
  const log = screen.getByRole("log");
  expect(log.querySelector("a, b b, img, script, iframe")).toBeNull();
  expect(within(log).getAllByText(hostile, { exact: false }).length).toBeGreaterThanOrEqual(6);
  expect(container.querySelector("a")).toBeNull();
});

test("each text of a Company is its own bidi isolate", async () => {
  await page(chatCore([theirs(1, { text: "نعم", disclosures: [{ text: "تنبيه" }] })]));
  for (const text of ["نعم", "تنبيه"]) {
    expect(screen.getByText(text).getAttribute("dir")).toBe("auto");
  }
  for (const name of screen.getByRole("note").querySelectorAll("bdi")) {
    expect(name.getAttribute("dir")).toBe("auto");
  }
  expect(screen.getByRole("note").querySelector("strong bdi")?.textContent).toBe("Trailhead");
});

test("what is known lists every notice in full and leads back to its message", async () => {
  const { user, container } = await page(chatCore(HARD));
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  const panel = screen.getByRole("complementary", { name: "About this Company" });
  expect(within(panel).getAllByRole("note")).toHaveLength(3);
  await user.click(
    within(panel).getAllByRole("button", { name: /Show in the chat/ })[0] as Element,
  );
  await waitFor(() => expect(document.activeElement).toBe(container.querySelector("#entry-4")));
});

test("what is known lists what is not loaded too, and leads there", async () => {
  const core = chatCore([theirs(501, { disclosures: [{ text: "New" }] })], { has_older: true });
  const old = theirs(3, { disclosures: [{ text: ALLERGENS }], links: [link()] });
  const held = { entry: 3, position: 3, at: NOW, disclosures: [{ text: ALLERGENS }] };
  // The core lists the newest too: it keeps a message before it tells of it.
  const newest = { entry: 501, position: 501, at: NOW, disclosures: [{ text: "New" }], links: [] };
  core.answers.holdings = [newest, { ...held, links: [link()] }];
  core.answers.around = { entries: [old, theirs(4)], has_older: false, has_newer: true };
  const { user, container } = await page(core);
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  const panel = screen.getByRole("complementary", { name: "About this Company" });
  await waitFor(() => expect(within(panel).getAllByRole("note")).toHaveLength(2));
  expect(textOf(panel)).toMatch(/Notices in this chat · 2.*Links in this chat · 1/);
  await user.click(
    within(panel)
      .getAllByRole("button", { name: /Show in the chat/ })
      .at(-1) as Element,
  );
  await waitFor(() => expect(document.activeElement?.id).toBe("entry-3"));
  expect(core.called("entriesAround")).toEqual([[7, 3, 40, 40]]);
  expect(container.querySelectorAll("[data-entry]")).toHaveLength(2);
  expect(within(panel).getAllByRole("note")).toHaveLength(2);
});

test("going to a message that cannot be loaded ends", async () => {
  const core = chatCore([theirs(9)], { has_older: true });
  core.answers.holdings = [
    { entry: 3, position: 3, at: NOW, disclosures: [{ text: ALLERGENS }], links: [] },
  ];
  core.instead.entriesAround = () => {
    throw report("store-failed", "The disk did not answer.");
  };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  await user.click(await screen.findByRole("button", { name: /Show in the chat/ }));
  expect(await screen.findByText(/The disk did not answer/)).toBeTruthy();
  expect(core.called("entriesAround")).toHaveLength(1);
});

test("an entry that cannot be drawn costs neither the others nor what it says", async () => {
  const broken = theirs(1, { disclosures: [{ text: ALLERGENS }] });
  // No such thing may come; if it does, the window must stand.
  Object.assign(broken.content, {
    view: { ...(broken.content as { view: object }).view, links: null },
  });
  await page(chatCore([broken, theirs(2, { text: "Still here" })]));
  expect(screen.getByText("Still here")).toBeTruthy();
  expect(screen.getByText(/could not be drawn/)).toBeTruthy();
  expect(screen.getByText(new RegExp(ALLERGENS))).toBeTruthy();
});
