import { readdirSync, readFileSync } from "node:fs";

import { parse } from "svelte/compiler";
import ts from "typescript";
import { expect, test } from "vitest";

// No text for people stands in the code: all of them are in the catalogues.

type Node = { type: string; [key: string]: unknown };

/** Attributes, and properties of our own parts, whose value is read by people. */
const READ =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|hint|label|message|named|placeholder|say|title|what|why|word)$/;
/** Letters, and the quotation marks that each language has of its own. */
const WORDS = /\p{L}|[“”„«»‚’]/u;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The texts that an expression may come to, as far as they stand in it. */
function results(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case "Literal":
      return typeof node["value"] === "string" ? [node["value"]] : [];
    case "TemplateLiteral":
      return [
        ...(node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked),
        ...(node["expressions"] as unknown[]).flatMap(results),
      ];
    case "ConditionalExpression":
      return [...results(node["consequent"]), ...results(node["alternate"])];
    case "LogicalExpression":
    case "BinaryExpression":
      return node["type"] === "BinaryExpression" && node["operator"] !== "+"
        ? []
        : [...results(node["left"]), ...results(node["right"])];
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ChainExpression":
      return results(node["expression"]);
    default:
      return [];
  }
}

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** The texts in a template that a person would read or hear. */
function shown(node: Node): string[] {
  switch (node.type) {
    case "Text":
      return [node["data"] as string];
    case "ExpressionTag":
      return results(node["expression"]);
    case "Attribute": {
      if (!READ.test(node["name"] as string)) return [];
      const value = node["value"];
      return (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(shown);
    }
    default:
      return children(node).flatMap(shown);
  }
}

export function textsOfTemplate(source: string): string[] {
  const root = parse(source, { modern: true });
  return shown(root.fragment as unknown as Node).filter((text) => WORDS.test(text));
}

/** Texts of more than one word, or that begin as a sentence does, which code has no use for. */
const SENTENCE = /\p{L}\s+\p{L}|^\p{Lu}\p{Ll}+[.…!?]?$/u;
/** What looks like that and is none: media queries, keys, elements' and errors' own names. */
const NO_SENTENCE =
  /^\((min|max)-|^(prefers|forced)-|^(Enter|Escape|Tab|Home|End|Shift|Page(Up|Down)|Arrow\w+|Process)$/;

export function textsOfCode(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    // A fault of ours is for a developer's eyes; the window says it in the catalogues' words.
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isNewExpression(node) && node.expression.getText().endsWith("Error")) return;
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("code.ts", source, ts.ScriptTarget.Latest, true));
  return found.filter((text) => SENTENCE.test(text) && !NO_SENTENCE.test(text));
}

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (name) => !/bindings|languages.messages/.test(name),
);

test.each(FILES.filter((name) => name.endsWith(".svelte")))(
  "%s has no text for people in its template or its code",
  (name) => {
    const source = readFileSync(`src/${name}`, "utf8");
    expect(textsOfTemplate(source)).toEqual([]);
    const [, code = ""] = /<script[^>]*>([\s\S]*?)<\/script>/.exec(source) ?? [];
    expect(textsOfCode(code)).toEqual([]);
  },
);

test("no other code of the page has a text for people", () => {
  const found = FILES.filter((name) => name.endsWith(".ts")).flatMap((name) =>
    textsOfCode(readFileSync(`src/${name}`, "utf8")).map((text) => [name, text]),
  );
  expect(found).toEqual([]);
});

test("a text would be found wherever it stood", () => {
  const template = (source: string): string[] => textsOfTemplate(source);
  expect(template("<p>Send</p>")).toEqual(["Send"]);
  expect(template("<p>{busy ? 'Sending…' : say('send')}</p>")).toEqual(["Sending…"]);
  expect(template("<p>{`${n} links`}</p>")).toEqual([" links"]);
  expect(template("<p>{name || 'nobody'}</p>")).toEqual(["nobody"]);
  expect(template("<p>“{name}”</p>")).toHaveLength(2);
  expect(template('<input placeholder="Domain">')).toEqual(["Domain"]);
  expect(template('<input aria-label="{name}, new">')).toEqual([", new"]);
  expect(template("<Card title={first ? 'One' : 'Two'} />")).toEqual(["One", "Two"]);
  expect(template("{#if a}{#each b as c}<i title='x'></i>{:else}None{/each}{/if}")).toEqual([
    "x",
    "None",
  ]);
  expect(template("<p class='wide' id='top'>{say('send')} · {state === 'sent'}</p>")).toEqual([]);
  expect(textsOfCode("const said = 'Not sent';")).toEqual(["Not sent"]);
  expect(textsOfCode("const said = `Not ${state}`;")).toEqual([]);
  expect(textsOfCode("const said = `Not for ${name}`;")).toEqual(["Not for "]);
  expect(textsOfCode("say('Sent'); throw new Error('no such scene')")).toEqual(["Sent"]);
});
