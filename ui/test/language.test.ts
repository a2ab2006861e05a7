import { screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import { shipped } from "../src/lib/languages/shipped";
import { speak } from "../src/lib/languages/speaking.svelte";
import { plain } from "../src/lib/words";
import { chatCore, page, textOf } from "./page";
import { MAIN } from "./fixtures";
import { turned } from "./pseudo";

afterEach(() => speak(shipped("en", ["en-US"])));

const html = document.documentElement;

test("another language is spoken at once, everywhere, with what was written left as it is", async () => {
  const { container } = await page(chatCore(MAIN));
  expect([html.lang, html.dir]).toEqual(["en", "ltr"]);
  expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
  speak(shipped("de", []));
  await waitFor(() => expect(screen.getByRole("button", { name: "Senden" })).toBeTruthy());
  expect([html.lang, html.dir]).toEqual(["de", "ltr"]);
  expect(textOf(container)).toContain("Hinweis von Trailhead");
  expect(textOf(container)).toContain("Contains peanuts.");
  expect(textOf(container)).not.toMatch(/Notice from|Delivered|Another site/);
});

test("the page is turned for a language that is written from right to left", async () => {
  await page(chatCore(MAIN));
  speak(turned);
  await waitFor(() => expect([html.lang, html.dir]).toEqual(["ar-XB", "rtl"]));
});

test("what the user chose is spoken, and the system's language again when that is chosen", async () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-US"]);
  const core = chatCore(MAIN);
  await page(core);
  const chosen = { notifications: "off" } as const;
  core.tell({ type: "settings", settings: { ...chosen, language: "de" } });
  await waitFor(() => expect(html.lang).toBe("de"));
  core.tell({ type: "settings", settings: { ...chosen, language: "fr" } });
  await waitFor(() => expect(html.lang).toBe("en"));
  core.tell({ type: "settings", settings: { ...chosen, language: "de" } });
  await waitFor(() => expect(html.lang).toBe("de"));
  core.tell({ type: "settings", settings: { ...chosen, language: null } });
  await waitFor(() => expect(html.lang).toBe("en"));
});

test("a name that could turn a label is isolated in it, and only such a one", () => {
  expect(plain(["Message ", { theirs: "Trailhead" }])).toBe("Message Trailhead");
  expect(plain(["Message ", { theirs: "מטיילים" }])).toBe("Message \u2068מטיילים\u2069");
  speak(turned);
  expect(plain(["Message ", { theirs: "Trailhead" }])).toBe("Message \u2068Trailhead\u2069");
});
