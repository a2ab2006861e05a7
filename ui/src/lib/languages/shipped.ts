import { type Language, language } from "./language";

/** The languages that Candor speaks, by their codes. */
export const SPOKEN = ["en", "de"] as const;
export type Spoken = (typeof SPOKEN)[number];

const catalogues: Record<Spoken, Record<string, string>> = {
  en: import.meta.glob<string>("../../../locales/en/*.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
  de: import.meta.glob<string>("../../../locales/de/*.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
};

/** The text of a language's catalogues. */
export const sources = (code: Spoken): readonly string[] => Object.values(catalogues[code]);

/** Which of our languages a locale such as `de-AT` is of. */
function spokenAs(locale: string): Spoken | undefined {
  const [primary] = locale.toLowerCase().split("-");
  return SPOKEN.find((code) => code === primary);
}

/** Which of our languages the user's locales mean, the best first; English where it is none. */
export function meant(locales: readonly string[]): Spoken {
  for (const locale of locales) {
    const code = spokenAs(locale);
    if (code) return code;
  }
  return "en";
}

/** A language of ours, with dates and numbers as in the user's region where that is of it. */
export function shipped(code: Spoken, locales: readonly string[]): Language {
  const region = locales.find((locale) => spokenAs(locale) === code && known(locale));
  return language({ code, locale: region ?? code, sources: sources(code) });
}

/** Whether dates can be written for this locale: some systems call theirs `C` or with an `@`. */
function known(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
