import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

// The page is laid out from where reading starts, never from the left.

const PHYSICAL = [
  /(?:^|[;{\s])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b[^;]*/g,
  /(?:^|[;{\s])(?:left|right)\s*:[^;]*/g,
  /border-(?:top|bottom)-(?:left|right)-radius[^;]*/g,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)/g,
  /translateX?\(\s*-?[\d.]+(?!\d*\s*[,)]\s*0)[^)]*\)/g,
  /to (?:left|right)\b[^;]*/g,
  /(?:background-position|object-position|transform-origin)\s*:[^;]*\b(?:left|right)\b[^;]*/g,
];
/** Four values, of which the second is the right one and the fourth the left one. */
const FOUR =
  /(?:^|[;{\s])(?:margin|padding|inset|border-(?:width|color|style))\s*:\s*((?:[^\s;()]+|\w+\([^;]*?\))(?:\s+(?:[^\s;()]+|\w+\([^;]*?\))){3})\s*(?=[;}])/g;
/** The same around the corners, from the upper left one. */
const CORNERS =
  /border-radius\s*:\s*((?:[^\s;()/]+|\w+\([^;]*?\))(?:\s+(?:[^\s;()/]+|\w+\([^;]*?\))){1,3})\s*(?=[;}])/g;

const values = (list: string): string[] => list.match(/\w+\([^)]*\)+|[^\s]+/g) ?? [];

function physical(sheet: string): string[] {
  const css = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const named = PHYSICAL.flatMap((pattern) => css.match(pattern) ?? []);
  const four = [...css.matchAll(FOUR)].filter(([, list = ""]) => {
    const [, right, , left] = values(list);
    return right !== left;
  });
  const corners = [...css.matchAll(CORNERS)].filter(([, list = ""]) => {
    const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] =
      values(list);
    return topLeft !== topRight || bottomLeft !== bottomRight;
  });
  return [...named, ...[...four, ...corners].map(([whole]) => whole)].map((one) =>
    one.replace(/^[;{\s]+/, "").trim(),
  );
}

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.(css|svelte)$/.test(name),
);

test("no rule lays anything out from the left or the right", () => {
  const found = FILES.flatMap((name) => {
    const source = readFileSync(`src/${name}`, "utf8");
    const sheet = name.endsWith(".css")
      ? source
      : (/<style[^>]*>([\s\S]*?)<\/style>/.exec(source)?.[1] ?? "");
    return physical(sheet).map((rule) => [name, rule]);
  });
  expect(found).toEqual([]);
});

test.each([
  ["p { margin-left: 1px; }", 1],
  ["p { left: 0 }", 1],
  ["p { color: red; right : 2px; }", 1],
  ["p { text-align: left; }", 1],
  ["p { border-top-left-radius: 2px; }", 1],
  ["p { margin: 0 1px 0 2px; }", 1],
  ["p { padding: 0 var(--a) 0 var(--b); }", 1],
  ["p { border-radius: 2px 0 0 2px; }", 1],
  ["p { transform: translateX(50%); }", 1],
  ["p { background: linear-gradient(to right, red, blue); }", 1],
  ["p { margin-inline-start: 1px; inset-inline: 0; text-align: start; }", 0],
  ["p { margin: 0 1px 3px 1px; padding: 1px 2px; border-radius: 4px; }", 0],
  ["p { /* to the left: */ margin-top: 1px; }", 0],
])("%s counts %i times", (sheet, times) => {
  expect(physical(sheet)).toHaveLength(times);
});
