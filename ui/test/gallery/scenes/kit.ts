import type { CompanyItem, Entry } from "../../../src/lib/contract";
import { type Answers, FakeCore } from "../../fake";
import { ask, COMPANIES, company, conversation, MAIN, overview } from "../../fixtures";

/** Presses what a person would press; given as the words on it. */
export type Scene = { core: () => FakeCore; press?: readonly string[] };
export type Scenes = Record<string, Scene>;

/** The first Company's conversation. */
export const chat = (entries: Entry[], over: Parameters<typeof conversation>[1] = {}): FakeCore =>
  new FakeCore({ overview: overview(), conversation: conversation(entries, over) });

/** What goes with messages where nothing was turned on. */
export const CONTEXT_OFF: Answers["context"] = {
  choice: { locale: false, time_zone: false, availability: false },
  locale: "en-GB",
  time_zone: "Europe/Paris",
  will_send: null,
};

/** The first Company as it is `over`, with these entries. */
export const at = (
  over: Partial<CompanyItem>,
  entries: Entry[] = MAIN,
  more: Partial<Answers> = {},
): FakeCore =>
  new FakeCore({
    overview: overview({ companies: [company(over), ...COMPANIES.slice(1)] }),
    conversation: conversation(entries),
    context: CONTEXT_OFF,
    ask: ask(),
    ...more,
  });

/** What the core answers with when it does not answer. */
export const never = (): Promise<never> => new Promise(() => undefined);
