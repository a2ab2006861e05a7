import type {
  AddOutcome,
  CompanyDeleted,
  CompanyItem,
  ContextChoice,
  ContextView,
  Conversation,
  ConversationItem,
  CoreEvent,
  Entry,
  ErrorReport,
  EverythingDeleted,
  Exported,
  ExportFormat,
  Holding,
  IdentityView,
  LinkQuestion,
  Newer,
  Older,
  Overview,
  SearchPage,
  SearchScope,
  Settings,
  SettingsChange,
  SignIn,
  SignInAsk,
  StorageView,
  Window,
} from "../src/lib/contract";
import type { Core, SignInWish, ZoomStep } from "../src/lib/core";

/** What a fake core answers; each may be replaced, by a value, a promise or an error. */
export type Answers = {
  overview: Overview;
  conversation: Conversation;
  fresh: Conversation;
  older: Older;
  newer: Newer;
  around: Window;
  /** Null: a newer search took its place. */
  found: SearchPage | null;
  storage: StorageView;
  companyDeleted: CompanyDeleted;
  everythingDeleted: EverythingDeleted;
  exported: Exported | null;
  holdings: Holding[];
  added: AddOutcome;
  sent: Entry;
  retried: Entry;
  /** By its key, in place of the one that opens. */
  others: readonly Conversation[];
  list: ConversationItem[];
  handedOff: Conversation;
  closed: Conversation;
  direct: Conversation;
  ask: SignInAsk;
  signIn: SignIn;
  identity: IdentityView;
  written: string[] | null;
  context: ContextView;
  settings: Settings;
};

const NOTHING_CHOSEN: Settings = { language: null, notifications: "off" };

const NOTHING_SENT: ContextView = {
  choice: { locale: false, time_zone: false, availability: false },
  locale: "en-GB",
  time_zone: "Europe/Paris",
  will_send: null,
};

const NOTHING_FOUND: SearchPage = { companies: [], hits: [], next: null, filling: null };

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
  newerEntries = (conversation: number, after: number) =>
    this.#answer("newerEntries", [conversation, after], () => this.#need(this.answers.newer));
  entriesAround = (conversation: number, entry: number, before: number, after: number) =>
    this.#answer("entriesAround", [conversation, entry, before, after], () =>
      this.#need(this.answers.around),
    );
  holdingsPage = (conversation: number, before: number | null) =>
    this.#answer("holdingsPage", [conversation, before], () => ({
      holdings: [...(this.answers.holdings ?? [])].reverse(),
      next: null,
    }));
  search = (typed: string, scope: SearchScope, before: number | null, limit: number | null) =>
    this.#answer("search", [typed, scope, before, limit], () =>
      this.answers.found === undefined ? NOTHING_FOUND : this.answers.found,
    );
  storage = () => this.#answer("storage", [], () => this.#need(this.answers.storage));
  deleteConversation = (conversation: number) =>
    this.#answer("deleteConversation", [conversation], () => undefined);
  deleteCompany = (company: number, tell: boolean) =>
    this.#answer(
      "deleteCompany",
      [company, tell],
      () => this.answers.companyDeleted ?? { to_tell: false },
    );
  stopTelling = (company: number) => this.#answer("stopTelling", [company], () => undefined);
  deleteEverything = (tell: boolean) =>
    this.#answer(
      "deleteEverything",
      [tell],
      (): EverythingDeleted =>
        this.answers.everythingDeleted ?? { outcome: "done", key_removed: true },
    );
  blockCompany = (company: number) =>
    this.#answer("blockCompany", [company], () => this.#blocked(company, true));
  unblockCompany = (company: number) =>
    this.#answer("unblockCompany", [company], () => this.#blocked(company, false));
  exportConversation = (conversation: number, format: ExportFormat) =>
    this.#answer("exportConversation", [conversation, format], () =>
      this.#need(this.answers.exported),
    );
  cancelExport = () => this.#answer("cancelExport", [], () => undefined);
  printPage = () => this.#answer("printPage", [], () => undefined);
  sendMessage = (conversation: number, text: string) =>
    this.#answer("sendMessage", [conversation, text], () => this.#need(this.answers.sent));
  retryMessage = (conversation: number, entry: number) =>
    this.#answer("retryMessage", [conversation, entry], () => this.#need(this.answers.retried));
  saveDraft = (conversation: number, text: string) =>
    this.#answer("saveDraft", [conversation, text], () => undefined);
  drewWriting = (conversation: number) =>
    this.#answer("drewWriting", [conversation], () => undefined);
  askNow = (company: number) => this.#answer("askNow", [company], () => undefined);
  markRead = (conversation: number) => this.#answer("markRead", [conversation], () => undefined);
  linkQuestion = (conversation: number, entry: number, index: number) =>
    this.#answer("linkQuestion", [conversation, entry, index], () => this.#question(entry, index));
  openLink = (conversation: number, entry: number, index: number) =>
    this.#answer("openLink", [conversation, entry, index], () => undefined);
  conversation = (key: number) =>
    this.#answer("conversation", [key], () =>
      this.#need(
        [...(this.answers.others ?? []), this.answers.conversation].find(
          (conversation) => conversation?.id === key,
        ),
      ),
    );
  conversations = (company: number) =>
    this.#answer("conversations", [company], () => this.answers.list ?? []);
  closeConversation = (conversation: number) =>
    this.#answer("closeConversation", [conversation], () => this.#need(this.answers.closed));
  handOff = (conversation: number) =>
    this.#answer("handOff", [conversation], () => this.#need(this.answers.handedOff));
  openDirect = (conversation: number) =>
    this.#answer("openDirect", [conversation], () => this.#need(this.answers.direct));
  signInOffer = (company: number, scope: string | null) =>
    this.#answer("signInOffer", [company, scope], () => this.#need(this.answers.ask));
  beginSignIn = (wish: SignInWish) =>
    this.#answer("beginSignIn", [wish], () => this.#need(this.answers.signIn));
  cancelSignIn = (company: number) => this.#answer("cancelSignIn", [company], () => undefined);
  finishDirect = (text: string) =>
    this.#answer("finishDirect", [text], () => this.#need(this.answers.signIn));
  openSignInLink = (company: number) => this.#answer("openSignInLink", [company], () => undefined);
  signOut = (company: number) => this.#answer("signOut", [company], () => undefined);
  identityView = () => this.#answer("identityView", [], () => this.#need(this.answers.identity));
  changeIdentity = (clientId: string | null, name: string | null) =>
    this.#answer("changeIdentity", [clientId, name], () => this.#need(this.answers.identity));
  exportIdentity = () => this.#answer("exportIdentity", [], () => this.#need(this.answers.written));
  checkIdentity = () => this.#answer("checkIdentity", [], () => this.#need(this.answers.identity));
  rotateKey = () => this.#answer("rotateKey", [], () => this.#need(this.answers.identity));
  removeOldKeys = () => this.#answer("removeOldKeys", [], () => this.#need(this.answers.identity));
  context = (company: number) =>
    this.#answer("context", [company], () => this.answers.context ?? NOTHING_SENT);
  setContext = (company: number, choice: ContextChoice) =>
    this.#answer("setContext", [company, choice], () => ({
      ...(this.answers.context ?? NOTHING_SENT),
      choice,
    }));
  setSurroundings = (locale: string | null, timeZone: string | null) =>
    this.#answer("setSurroundings", [locale, timeZone], () => undefined);
  wake = () => this.#answer("wake", [], () => undefined);
  settings = () => this.#answer("settings", [], () => this.answers.settings ?? NOTHING_CHOSEN);
  changeSettings = (change: SettingsChange) =>
    this.#answer("changeSettings", [change], () => {
      const settings = {
        ...(this.answers.settings ?? NOTHING_CHOSEN),
        [change.what]: change.value,
      };
      this.answers.settings = settings;
      return settings;
    });
  zoom = (step: ZoomStep) => this.#answer("zoom", [step], () => 110);
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

  #blocked(id: number, blocked: boolean): CompanyItem {
    const { overview } = this.answers;
    const companies = overview.companies.map((one) => (one.id === id ? { ...one, blocked } : one));
    this.answers.overview = { ...overview, companies };
    this.tell({ type: "companies", companies });
    return this.#need(companies.find((one) => one.id === id));
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
