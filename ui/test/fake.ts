import type {
  AddOutcome,
  CompanyItem,
  Conversation,
  CoreEvent,
  Entry,
  ErrorReport,
  LinkQuestion,
  Older,
  Overview,
} from "../src/lib/contract";
import type { Core } from "../src/lib/core";

/** What a fake core answers; each may be replaced, by a value, a promise or an error. */
export type Answers = {
  overview: Overview;
  conversation: Conversation;
  fresh: Conversation;
  older: Older;
  added: AddOutcome;
  sent: Entry;
  retried: Entry;
};

type Call = readonly [name: string, ...args: unknown[]];

/** A core that answers what it is told to and remembers what it was asked. */
export class FakeCore implements Core {
  readonly calls: Call[] = [];
  /** Takes the place of a command's answer: what it returns or throws. */
  readonly instead: Partial<Record<keyof Core, (...args: never[]) => unknown>> = {};
  #handlers = new Set<(event: CoreEvent) => void>();

  constructor(readonly answers: Partial<Answers> & Pick<Answers, "overview">) {}

  /** The core tells of a change. */
  tell(event: CoreEvent): void {
    for (const handler of this.#handlers) handler(event);
  }

  called(name: keyof Core): readonly unknown[][] {
    return this.calls.filter(([called]) => called === name).map(([, ...args]) => args);
  }

  overview = () => this.#answer("overview", [], () => this.answers.overview);
  addCompany = (typed: string) =>
    this.#answer("addCompany", [typed], () => this.#need(this.answers.added));
  openConversation = (company: number) =>
    this.#answer("openConversation", [company], () => this.#need(this.answers.conversation));
  newConversation = (company: number) =>
    this.#answer("newConversation", [company], () => this.#need(this.answers.fresh));
  olderEntries = (conversation: number, before: number) =>
    this.#answer("olderEntries", [conversation, before], () => this.#need(this.answers.older));
  sendMessage = (conversation: number, text: string) =>
    this.#answer("sendMessage", [conversation, text], () => this.#need(this.answers.sent));
  retryMessage = (conversation: number, entry: number) =>
    this.#answer("retryMessage", [conversation, entry], () => this.#need(this.answers.retried));
  saveDraft = (conversation: number, text: string) =>
    this.#answer("saveDraft", [conversation, text], () => undefined);
  markRead = (conversation: number) => this.#answer("markRead", [conversation], () => undefined);
  linkQuestion = (conversation: number, entry: number, index: number) =>
    this.#answer("linkQuestion", [conversation, entry, index], () => this.#question(entry, index));
  openLink = (conversation: number, entry: number, index: number) =>
    this.#answer("openLink", [conversation, entry, index], () => undefined);
  retrySecrets = () => this.#answer("retrySecrets", [], () => undefined);
  secretsForThisSession = () => this.#answer("secretsForThisSession", [], () => undefined);
  pageReady = () => this.#answer("pageReady", [], () => undefined);

  listen = (handler: (event: CoreEvent) => void): Promise<() => void> => {
    this.#handlers.add(handler);
    return Promise.resolve(() => this.#handlers.delete(handler));
  };

  async #answer<T>(name: keyof Core, args: unknown[], usual: () => T): Promise<T> {
    this.calls.push([name, ...args]);
    const instead = this.instead[name];
    return instead ? ((await instead(...(args as never[]))) as T) : usual();
  }

  #need<T>(answer: T | undefined): T {
    if (answer === undefined) throw report("not-set", "This fake has no answer for that.");
    return answer;
  }

  #question(id: number, index: number): LinkQuestion {
    const entry = this.answers.conversation?.entries.find((entry) => entry.id === id);
    const card = entry?.content.kind === "message" ? entry.content.view.links[index] : undefined;
    const company: CompanyItem | undefined = this.answers.overview.companies[0];
    if (!card || !company) throw report("not-found", "That link is not there.");
    return { card, company: company.name, company_domain: company.shown_domain };
  }
}

export function report(code: string, message: string): ErrorReport {
  return { code, message };
}
