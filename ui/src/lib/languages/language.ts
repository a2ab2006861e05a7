import { FluentBundle, FluentResource } from "@fluent/bundle";

import type { MessageId } from "./messages";

/** A text that is put into a message, or a number that is written as the language writes numbers. */
export type Argument = string | number;

/** A message in pieces: ours as strings, each text that was put in as its own. */
export type Pieces = readonly (string | { readonly theirs: string })[];

/** A language the page can speak. */
export type Language = {
  /** For the `lang` attribute. */
  readonly code: string;
  /** For dates and numbers: the language in the region of this computer, where that is known. */
  readonly locale: string;
  readonly dir: "ltr" | "rtl";
  /** A message with texts put in; null where this language does not have it. */
  pieces(id: MessageId, args: Readonly<Record<string, Argument>>): Pieces | null;
};

export type Made = {
  readonly code: string;
  readonly locale: string;
  readonly dir?: "ltr" | "rtl";
  /** The catalogues' text. */
  readonly sources: readonly string[];
  /** What becomes of our own words: pseudo-locales are made by it. */
  readonly transform?: (text: string) => string;
};

// Noncharacters: they stand in no catalogue and in no text that is meant for anybody.
const [OPEN, SHUT] = ["\uFDD0", "\uFDD1"];
const MARK = /\uFDD0(\d+)\uFDD1/;

/**
 * Makes a language of its catalogues. A text that is put in never meets Fluent: a mark goes through
 * it in the text's place, and the text is set in afterwards, as a piece of its own. So nothing that a
 * Company writes can be read as a message, as a mark or as a number.
 */
export function language({ code, locale, dir = "ltr", sources, transform }: Made): Language {
  let bundle: FluentBundle | undefined;
  return {
    code,
    locale,
    dir,
    pieces(id, args) {
      bundle ??= read(locale, sources, transform);
      const pattern = bundle.getMessage(id)?.value;
      if (pattern == null) return null;
      const texts: string[] = [];
      const marked: Record<string, Argument> = {};
      for (const [name, value] of Object.entries(args)) {
        marked[name] = typeof value === "number" ? value : `${OPEN}${texts.push(value) - 1}${SHUT}`;
      }
      const problems: Error[] = [];
      const said = bundle.formatPattern(pattern, marked, problems);
      return problems.length === 0 ? apart(said, texts) : null;
    },
  };
}

function read(
  locale: string,
  sources: readonly string[],
  transform: Made["transform"],
): FluentBundle {
  // The texts that are put in are isolated where they are drawn.
  const bundle = new FluentBundle(locale, {
    useIsolating: false,
    ...(transform ? { transform } : {}),
  });
  for (const source of sources) bundle.addResource(new FluentResource(source));
  return bundle;
}

function apart(said: string, texts: readonly string[]): Pieces {
  return said.split(MARK).flatMap<Pieces[number]>((part, index) => {
    if (index % 2 === 0) return part === "" ? [] : [part];
    const theirs = texts[Number(part)];
    return theirs === undefined ? [] : [{ theirs }];
  });
}
