import { readdirSync, readFileSync } from "node:fs";

import { parse } from "@fluent/syntax";
import { expect, test } from "vitest";

import { type Argument, language, type Pieces } from "../src/lib/languages/language";
import type { MessageId } from "../src/lib/languages/messages";
import { meant, shipped, sources, SPOKEN } from "../src/lib/languages/shipped";
import { messagesOf, messageTypes, type Names, ROOMS as PAGE } from "./message-types";
import { accented, turned } from "./pseudo";

const at = (path: string): string => readFileSync(path, "utf8");
const ROOMS = readdirSync("locales/en", { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ftl"),
);

/** What a Company might write to be taken for something else. */
const THEIRS = '{ $company } { -term } { "x" } <b>\u2068 \uFDD00\uFDD1 = [one] *[other] .attr = y';

function samples(names: Names): Record<string, Argument>[] {
  return [0, 1, 2, 3, 7, 11, 21, 100, 1_000_000].map((n) =>
    Object.fromEntries(
      [...names].map(([name, type]) => [name, type === "number" ? n : `${THEIRS} ${name}`]),
    ),
  );
}

const ours = (pieces: Pieces): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : "")).join("");

test("the types of the messages are those of the catalogues", async () => {
  await expect(messageTypes()).toMatchFileSnapshot("../src/lib/languages/messages.ts");
});

test("there is a language to a folder, and each has the same rooms", () => {
  expect(readdirSync("locales").sort()).toEqual([...SPOKEN].sort());
  for (const code of SPOKEN) {
    const rooms = readdirSync(`locales/${code}`, { recursive: true, encoding: "utf8" });
    expect(rooms.filter((name) => name.endsWith(".ftl")).sort()).toEqual([...ROOMS].sort());
  }
});

test.each(ROOMS)("German says all that English says, of the same things, in %s", (room) => {
  const [en, de] = [messagesOf(at(`locales/en/${room}`)), messagesOf(at(`locales/de/${room}`))];
  expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
  for (const [id, names] of en) {
    expect(Object.fromEntries(de.get(id) ?? []), id).toEqual(Object.fromEntries(names));
  }
});

test("every message has a text and nothing beside it, in whole sentences", () => {
  for (const code of SPOKEN) {
    for (const room of ROOMS) {
      for (const entry of parse(at(`locales/${code}/${room}`), { withSpans: false }).body) {
        if (entry.type !== "Message") continue;
        const { name } = entry.id;
        expect(entry.value, name).not.toBeNull();
        expect(entry.attributes, name).toEqual([]);
        const elements = entry.value?.elements ?? [];
        const chooses = elements.some(
          (element) =>
            element.type === "Placeable" && element.expression.type === "SelectExpression",
        );
        // A form that is chosen is the whole sentence: other languages order their words otherwise.
        if (chooses) expect(elements.length, name).toBe(1);
      }
    }
  }
});

test("quotation marks, apostrophes and dots are those of the language", () => {
  const text = (code: string): string =>
    ROOMS.map((room) => at(`locales/${code}/${room}`).replace(/^#.*$/gm, "")).join("");
  expect(text("en")).not.toMatch(/["'„]|\.\.\./);
  expect(text("de")).not.toMatch(/["'”]|\.\.\.|[^\u00A0/]…/);
  expect([...text("de").matchAll(/„/g)].length).toBe([...text("de").matchAll(/“/g)].length);
});

const ALL = PAGE.flatMap((room) => [...messagesOf(at(`locales/en/${room}`))]);
const LANGUAGES = [shipped("en", ["en-GB"]), shipped("de", ["de-AT"]), accented, turned];

test.each(LANGUAGES.map((one) => [one.code, one] as const))(
  "every message can be said in %s, and what a Company wrote stays as it is, in a piece of its own",
  (_, language) => {
    for (const [id, names] of ALL) {
      for (const args of samples(names)) {
        const pieces = language.pieces(id as MessageId, args);
        if (pieces === null) throw new Error(`${id} cannot be said`);
        const texts = Object.values(args).filter((value) => typeof value === "string");
        const put = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.theirs]));
        expect(new Set(put), id).toEqual(new Set(texts));
        expect(ours(pieces) + put.join(""), id).not.toBe("");
        expect(ours(pieces), id).not.toMatch(/[{}$\uFDD0\uFDD1]/);
      }
    }
  },
);

const said = (code: "en" | "de", id: MessageId, n: number): string =>
  ours(shipped(code, []).pieces(id, { n }) ?? []);

test("what is counted has the form of its number", () => {
  expect([0, 1, 2, 1000].map((n) => said("en", "unread", n))).toEqual([
    "0 new messages",
    "1 new message",
    "2 new messages",
    "1,000 new messages",
  ]);
  expect([0, 1, 2, 1000].map((n) => said("de", "unread", n))).toEqual([
    "0 neue Nachrichten",
    "1 neue Nachricht",
    "2 neue Nachrichten",
    "1.000 neue Nachrichten",
  ]);
});

test("a language with more forms than ours has them all", () => {
  const polish = language({
    code: "pl",
    locale: "pl",
    sources: [
      "unread =\n    { $n ->\n        [one] { $n } wiadomość\n        [few] { $n } wiadomości\n       *[many] { $n } wiadomości (wiele)\n    }",
    ],
  });
  const forms = [1, 2, 5, 22, 25].map((n) => ours(polish.pieces("unread", { n }) ?? []));
  expect(forms).toEqual([
    "1 wiadomość",
    "2 wiadomości",
    "5 wiadomości (wiele)",
    "22 wiadomości",
    "25 wiadomości (wiele)",
  ]);
});

test("a message that cannot be said whole is not said at all", () => {
  const broken = language({ code: "xx", locale: "en", sources: ["unread = { $other } new"] });
  expect(broken.pieces("unread", { n: 1 })).toBeNull();
  expect(broken.pieces("app", {})).toBeNull();
});

test("the system's first language that is ours is spoken, as its region writes it", () => {
  expect(meant(["fr-FR", "de-AT", "en-GB"])).toBe("de");
  expect(meant(["deu", "den-CA", "EN-us"])).toBe("en");
  expect(meant([])).toBe("en");
  expect(shipped("de", ["en-GB", "de-AT"]).locale).toBe("de-AT");
  expect(shipped("de", ["en-GB"]).locale).toBe("de");
  expect(shipped("en", ["C", "en_US.UTF-8", "en-@"]).locale).toBe("en");
  expect(sources("en")).toHaveLength(PAGE.length);
});

/** The page's own code, without the catalogues' types. */
const CODE = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/bindings|messages\.ts$/.test(name))
  .map((name) => at(`src/${name}`))
  .join("\n");

test("every message is said somewhere", () => {
  const built = [...CODE.matchAll(/`([a-z][\w-]*)-\$\{[^}]*\}([\w-]*)`|`\$\{\w+\}(-[\w-]+)`/g)].map(
    ([, before = "", after = "", end]) =>
      end === undefined ? new RegExp(`^${before}-.+${after}$`) : new RegExp(`.${end}$`),
  );
  const never = ALL.map(([id]) => id).filter(
    (id) => !CODE.includes(`"${id}"`) && !built.some((form) => form.test(id)),
  );
  expect(never).toEqual([]);
});
