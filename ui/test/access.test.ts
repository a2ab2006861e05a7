import { readFileSync } from "node:fs";

import axe from "axe-core";
import { fireEvent } from "@testing-library/svelte";
import { expect, test } from "vitest";

import { page } from "./page";
import { SCENES } from "./gallery/scenes";

/** Rules that need a drawn page; contrast is computed from the colours below. */
const NOT_HERE = { "color-contrast": { enabled: false } };

test.each(Object.keys(SCENES).filter((name) => name !== "loading"))(
  "axe finds nothing in the scene “%s”",
  async (name) => {
    const scene = SCENES[name];
    if (!scene) throw new Error("no such scene");
    const { container } = await page(scene.core());
    for (const what of scene.press ?? []) {
      const [, id, text] = /^#([\w-]+)=(.*)$/.exec(what) ?? [];
      if (id) {
        await fireEvent.input(document.getElementById(id) as Element, { target: { value: text } });
      } else {
        const [, words = what] = /^yes:(.*)$/.exec(what) ?? [];
        const buttons = [...document.querySelectorAll("button")].filter((candidate) =>
          `${candidate.textContent} ${candidate.ariaLabel ?? ""}`.includes(words),
        );
        const button = words === what ? buttons[0] : buttons.at(-1);
        if (!button) throw new Error(`nothing says “${what}”`);
        await fireEvent.click(button);
      }
      // As long as a search waits for the next key, and the answer takes.
      await new Promise((done) => setTimeout(done, 60));
    }
    const { violations } = await axe.run(container, { rules: NOT_HERE });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);

const css = readFileSync("src/app.css", "utf8");

function colour(name: string, dark: boolean): [number, number, number] {
  const pair = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const hex = pair?.[dark ? 2 : 1];
  if (!hex) throw new Error(`no colour “${name}”`);
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb
    .map((channel) => channel / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string, dark: boolean): number {
  const [x, y] = [luminance(colour(a, dark)), luminance(colour(b, dark))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const GROUNDS = ["bg", "panel", "raised", "hover"];
const PAIRS: [ink: string, grounds: string[], least: number][] = [
  ["text", [...GROUNDS, "chosen", "mine"], 7],
  ["dim", [...GROUNDS, "chosen"], 4.5],
  ["warn", GROUNDS, 7],
  ["accent", GROUNDS, 7],
  ["ok", ["panel", "raised", "bg"], 7],
  ["notice-text", ["notice-bg"], 7],
  ["on-accent", ["accent"], 7],
  ["edge", ["bg", "panel", "raised"], 3],
  ["notice-line", ["notice-bg", "raised", "panel"], 3],
];

test.each(
  PAIRS.flatMap(([ink, grounds, least]) =>
    grounds.flatMap((ground) => [false, true].map((dark) => ({ ink, ground, least, dark }))),
  ),
)("$ink on $ground has a contrast of $least:1 (dark: $dark)", ({ ink, ground, least, dark }) => {
  expect(contrast(ink, ground, dark)).toBeGreaterThanOrEqual(least);
});
