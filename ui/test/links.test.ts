import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { LinkCard } from "../src/lib/contract";
import { report } from "./fake";
import { link, manyLinks, PAY, refused, theirs, TRACKING } from "./fixtures";
import { chatCore, page, textOf } from "./page";

const withLinks = (...links: LinkCard[]) => page(chatCore([theirs(5, { links })]));

const cards = (): HTMLElement[] =>
  within(screen.getByRole("list", { name: "Links" })).getAllByRole("listitem");

async function askAbout(name: RegExp): Promise<HTMLElement> {
  await fireEvent.click(screen.getByRole("button", { name }));
  return await screen.findByRole("dialog");
}

test("cards keep the order sent, as buttons, with host and whose site it is", async () => {
  await withLinks(TRACKING, refused({ title: "Setup" }), PAY);
  const items = cards();
  expect(items.map((item) => item.querySelector("button.card") !== null)).toEqual([
    true,
    false,
    true,
  ]);
  const [tracking, , pay] = items;
  expect(textOf(tracking ?? null)).toContain("“Tracking for order ord_7Hk2”");
  const host = tracking?.querySelector("bdi[dir=ltr]");
  expect(host?.textContent).toBe("orders.trailhead.example");
  expect(host?.querySelector("strong")?.textContent).toBe("trailhead.example");
  expect(textOf(tracking ?? null)).toContain("On Trailhead’s site");
  expect(textOf(pay ?? null)).toContain("Another site");
  expect(textOf(pay ?? null)).toContain("Title names another site");
});

test("without a title the host heads the card", async () => {
  await withLinks(link());
  expect(textOf(cards()[0] ?? null)).not.toContain("“");
});

test("the first 20 links are shown, the rest behind “Show n more”", async () => {
  const { user } = await page(chatCore([manyLinks(1, 33)]));
  expect(cards()).toHaveLength(20);
  await user.click(screen.getByRole("button", { name: "Show 13 more" }));
  expect(cards()).toHaveLength(33);
  expect(screen.queryByRole("button", { name: /^Show \d+ more/ })).toBeNull();
  expect(cards().map((card) => /Page (\d+)”/.exec(textOf(card))?.[1])).toEqual(
    Array.from({ length: 33 }, (_, index) => String(index + 1)),
  );
});

test("each refused link says its reason; that it cannot be opened is drawn once and read with each", async () => {
  await withLinks(
    refused({ title: "Setup" }),
    TRACKING,
    refused({ title: null, reasons: ["private-address"] }),
    refused({ title: "More" }),
  );
  const [first, , second, third] = cards().map((card) => {
    const said = textOf(card)
      .replace(/Show what was sent.*$/, "")
      .trim();
    const unseen = [...card.querySelectorAll(".offscreen")].map(textOf).join("");
    return { said, seen: said.replace(unseen, "").replace(/\s+/g, " ").trim() };
  });
  expect(first?.seen).toBe("“Setup” This link cannot be opened. It is not a secure web page.");
  expect(second?.said).toBe("This link cannot be opened. It leads into a private network.");
  expect(second?.seen).toBe("It leads into a private network.");
  expect(third?.said).toContain("This link cannot be opened. It is not a secure web page.");
  expect(third?.seen).toBe("“More” It is not a secure web page.");
});

test("a refused link is inert, says why, and can be copied as it was sent", async () => {
  const { user, core } = await withLinks(refused({ title: "Setup" }));
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
  const [card] = cards();
  expect(textOf(card ?? null)).toContain("It is not a secure web page");
  const buttons = within(card as HTMLElement).getAllByRole("button");
  expect(buttons).toHaveLength(1);
  await user.click(buttons[0] as Element);
  expect(copied).toEqual(["http://trailhead.example/setup.exe"]);
  expect(within(card as HTMLElement).getByRole("status").textContent).toBe("Copied");
  await user.click(card as Element);
  expect(core.called("linkQuestion")).toEqual([]);
  expect(core.called("openLink")).toEqual([]);
});

test("copying that fails is said", async () => {
  const { user } = await withLinks(refused());
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  document.execCommand = () => false;
  await user.click(screen.getByRole("button", { name: /^Copy link/ }));
  await waitFor(() =>
    expect(screen.getByText("Could not copy", { selector: "[role=status]" })).toBeTruthy(),
  );
});

test("the dialog names domain, whole address, sender and each reason", async () => {
  const warned = link({
    ...PAY,
    reasons: ["look-alike", "title-names-another-site", "unusual-port"],
  });
  await withLinks(warned);
  const dialog = await askAbout(/trail-pay/);
  const text = textOf(dialog);
  expect(text).toContain(
    "Trailhead (trailhead.example) sent this link. It leads to trail-pay.example",
  );
  expect(text).toContain("https://trail-pay.example/checkout?order=ord_7Hk2&return=%2Fdone");
  expect(text).toContain("The link is titled “Pay at paypal.com”, but leads to another site.");
  expect(text).toContain("may be made to be mistaken for it");
  expect(text).toContain("unusual port");
  expect(text).toContain("This is not Trailhead’s own site.");
  expect(within(dialog).getAllByRole("button").map(textOf)).toEqual([
    "Copy link",
    "Cancel",
    "Open trail-pay.example",
  ]);
});

test("for a warned link the focus starts on Cancel, and Escape cancels", async () => {
  const { user, core } = await withLinks(PAY);
  const card = screen.getByRole("button", { name: /trail-pay/ });
  card.focus();
  const dialog = await askAbout(/trail-pay/);
  expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(card);
  expect(core.called("openLink")).toEqual([]);
});

test("only pressing Open opens, and names the link instead of handing it over", async () => {
  const { user, core } = await withLinks(PAY, TRACKING);
  await askAbout(/orders\.trailhead/);
  expect(core.called("linkQuestion")).toEqual([[7, 5, 1]]);
  expect(core.called("openLink")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Open trailhead.example" }));
  expect(core.called("openLink")).toEqual([[7, 5, 1]]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])("no modifier skips the question: %o", async (how) => {
  const { core } = await withLinks(TRACKING);
  const card = screen.getByRole("button", { name: /orders/ });
  await fireEvent(
    card,
    new MouseEvent(how.button ? "auxclick" : "click", { bubbles: true, ...how }),
  );
  await fireEvent.keyDown(card, { key: "Enter", ...how });
  expect(core.called("openLink")).toEqual([]);
});

test("a key still held down from the card does not answer the dialog", async () => {
  await withLinks(TRACKING);
  const dialog = await askAbout(/orders/);
  const open = within(dialog).getByRole("button", { name: /^Open/ });
  expect(document.activeElement).toBe(open);
  // A browser presses the button unless the key's event was prevented.
  expect(await fireEvent.keyDown(open, { key: "Enter", repeat: true })).toBe(false);
  expect(await fireEvent.keyDown(open, { key: "Enter" })).toBe(true);
});

test("when the core refuses at the question there is no way to open", async () => {
  const { core } = await withLinks(TRACKING);
  core.instead.linkQuestion = () => ({
    card: refused({ reasons: ["disguised"] }),
    company: "Trailhead",
    company_domain: "trailhead.example",
  });
  const dialog = await askAbout(/orders/);
  expect(within(dialog).queryByRole("button", { name: /^Open/ })).toBeNull();
  expect(textOf(dialog)).toContain("written so that it looks like something else");
});

test("a question that fails, and an opening that fails, are said", async () => {
  const { user, core } = await withLinks(TRACKING);
  core.instead.openLink = () => {
    throw report("no-browser", "No browser was found.");
  };
  const dialog = await askAbout(/orders/);
  await user.click(within(dialog).getByRole("button", { name: /^Open/ }));
  expect(textOf(await within(dialog).findByRole("alert"))).toContain("No browser was found.");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  core.instead.linkQuestion = () => {
    throw report("not-found", "That message is gone.");
  };
  expect(textOf(await askAbout(/orders/))).toContain("That message is gone.");
});
