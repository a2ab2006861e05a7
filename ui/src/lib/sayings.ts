import type { Phase } from "./contract";
import { spoken } from "./languages/speaking.svelte";
import { type Phrase, phrase, say } from "./words";

/** Texts one after the other, as the language lists them. */
export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat(spoken().locale, { type: "unit" }).format(texts);
}

/** A heading, with how many stand under it where any do. */
export function counted(what: "info-notices" | "info-links", n: number): string {
  return n === 0 ? say(what) : say(`${what}-count`, { n });
}

/** What goes on in a conversation, in a word; empty where nothing does. */
export function phaseWord(phase: Phase): string {
  return phase === "fresh" || phase === "idle" ? "" : say(`phase-${phase}`);
}

/** What goes on in a conversation, in a sentence; null where nothing does. */
export function phaseNews(phase: Phase, company: string): Phrase | null {
  return phase === "fresh" || phase === "idle" ? null : phrase(`phase-news-${phase}`, { company });
}

/** What a chat can hold, by the protocol's extensions that both sides speak. */
export function extensions(names: readonly string[]): string {
  if (names.length === 0) return say("info-extensions-none");
  const known = names.map((name) =>
    name === "disclosures" || name === "links" ? say(`extension-${name}`) : name,
  );
  return listed([say("extension-messages"), ...known]);
}

/** The days between which somebody saw something. */
export function seenSpan(first: string, last: string): string {
  return first === last
    ? say("identity-seen-on", { day: first })
    : say("identity-seen-span", { first, last });
}
