/**
 * A sentence of ours with texts of a Company in it. They are kept apart, so that each can be drawn
 * as its own bidi isolate: a name in Arabic must not turn the sentence around it.
 */
export type Phrase = readonly (string | { readonly theirs: string })[];

/** Makes a phrase from a template: what stands in `${…}` is a Company's text. */
export function phrase(ours: TemplateStringsArray, ...theirs: string[]): Phrase {
  return ours.flatMap((part, index) => {
    const text = theirs[index];
    return text === undefined ? [part] : [part, { theirs: text }];
  });
}

/** The phrase as one string: for labels that are read out, not drawn. */
export function plain(phrase: Phrase | string): string {
  if (typeof phrase === "string") return phrase;
  return phrase.map((part) => (typeof part === "string" ? part : part.theirs)).join("");
}
