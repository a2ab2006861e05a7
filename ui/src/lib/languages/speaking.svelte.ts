import type { Language } from "./language";
import { meant, shipped } from "./shipped";

/** English, for a message that a language does not have: a test sees to it that none lacks any. */
const fallback = shipped("en", []);

let now = $state.raw<Language>(shipped(meant(navigator.languages), navigator.languages));

/** The language that is spoken. What is drawn with it is drawn anew when it changes. */
export const spoken = (): Language => now;

/** Speaks another language from now on. */
export function speak(language: Language): void {
  now = language;
}

/** The message in the language that is spoken, in pieces. */
export const inPieces: Language["pieces"] = (id, args) =>
  now.pieces(id, args) ?? fallback.pieces(id, args);
