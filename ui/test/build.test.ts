// @vitest-environment node
import { build } from "vite";
import { expect, test } from "vitest";

test("what is built has nothing that the content security policy would block", async () => {
  const built = await build({ logLevel: "silent", build: { write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  const html = outputs.find(({ fileName }) => fileName === "index.html");
  const page = html?.type === "asset" ? String(html.source) : "";
  expect(page).toContain("<script");
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|https?:/);
  const sheets = outputs.filter(({ fileName }) => fileName.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets) {
    expect(sheet.type === "asset" && String(sheet.source)).not.toMatch(/data:|https?:|\/\/[a-z]/);
  }
  expect(
    outputs.map(({ fileName }) => fileName).filter((name) => /gallery|test/.test(name)),
  ).toEqual([]);
}, 60_000);
