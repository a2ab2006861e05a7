import { type Language, language } from "../src/lib/languages/language";
import { sources } from "../src/lib/languages/shipped";

// Languages that nobody speaks, made of the English catalogues: what is drawn in plain English letters
// came from no catalogue.

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒĝħîĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĦÎĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ";
const accents = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));

/** Accented, and longer by about two fifths, as a language with long words would be. */
export const accented: Language = language({
  code: "en-XA",
  locale: "en",
  sources: sources("en"),
  transform: (text) =>
    text
      .replace(/[aeiou]/g, "$&$&")
      .replace(/[A-Za-z]/g, (letter) => accents.get(letter) ?? letter),
});

// An isolate of its own, in which every letter is written from right to left.
const TURNED = { START: "\u2067\u202E", END: "\u202C\u2069" };

/** Written from right to left, letter by letter. */
export const turned: Language = language({
  code: "ar-XB",
  locale: "ar",
  dir: "rtl",
  sources: sources("en"),
  transform: (text) => `${TURNED.START}${text}${TURNED.END}`,
});
