import type { Argument, Pieces } from "./languages/language";
import type { MessageId, Messages } from "./languages/messages";
import { inPieces, spoken } from "./languages/speaking.svelte";

/**
 * A sentence of ours with other texts in it, such as a Company's name. They are kept apart, so that
 * each can be drawn as its own bidi isolate: a name in Arabic must not turn the sentence around it.
 */
export type Phrase = Pieces;

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Both,
) => void
  ? Both
  : never;
/** What must be put into a message; of several it may be, what must be into all of them. */
type Args<Id extends MessageId> = All<Messages[Id]>;
type Given<Id extends MessageId> = keyof Args<Id> extends never ? [] : [args: Args<Id>];

/**
 * A message of the catalogues (`locales/`), to be drawn with `Say`: the texts that are put in stay
 * texts of their own.
 */
export function phrase<Id extends MessageId>(id: Id, ...given: Given<Id>): Phrase {
  const [args] = given as [Readonly<Record<string, Argument>>?];
  return inPieces(id, args ?? {}) ?? [];
}

/** A message of the catalogues (`locales/`) as one string: a label, or what is read out. */
export function say<Id extends MessageId>(id: Id, ...given: Given<Id>): string {
  return plain(phrase(id, ...given));
}

// Letters that are written from right to left.
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The phrase as one string, for where no elements can be. A text that is put in is isolated where it
 * could turn the words around it.
 */
export function plain(phrase: Phrase | string): string {
  if (typeof phrase === "string") return phrase;
  return phrase
    .map((part) => {
      if (typeof part === "string") return part;
      const { theirs } = part;
      const turns = spoken().dir === "rtl" || RIGHT_TO_LEFT.test(theirs);
      return turns ? `\u2068${theirs}\u2069` : theirs;
    })
    .join("");
}
