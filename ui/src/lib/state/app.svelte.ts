import { createContext, tick } from "svelte";
import { MediaQuery } from "svelte/reactivity";

import type {
  AddOutcome,
  ClockNotice,
  CompanyId,
  CompanyItem,
  Conversation,
  ConversationKey,
  CoreEvent,
  Entry,
  EntryId,
  ErrorReport,
  ProblemNote,
  SecretsState,
  SignIn,
} from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";
import { describe, describeSignIn } from "./describe";
import { Announcer } from "./announcer.svelte";
import { ChatState } from "./chat.svelte";
import { ContextState } from "./context.svelte";
import { ConversationsState } from "./conversations.svelte";
import { IdentityState } from "./identity.svelte";
import { type Doomed, Erasing } from "./erasing.svelte";
import { Exporting } from "./exporting.svelte";
import { LinkAsking } from "./asking.svelte";
import { Printing } from "./printing.svelte";
import { SearchState } from "./search.svelte";
import { SettingsState } from "./settings.svelte";
import { SignIns } from "./sign-ins.svelte";
import { StorageState } from "./storage.svelte";
import { phaseNews } from "../sayings";
import { plain } from "../words";

/** What the page has loaded: nothing yet, not even the list, or the list. */
export type Loading = "loading" | "failed" | "ready";

/** Everything the window shows, and what can be done in it. */
export class AppState {
  loading = $state<Loading>("loading");
  loadProblem = $state.raw<ErrorReport | null>(null);

  companies = $state.raw<readonly CompanyItem[]>([]);
  secrets = $state.raw<SecretsState>({ state: "keyring" });
  secretsProblem = $state.raw<ErrorReport | null>(null);
  networkHosts = $state.raw<readonly string[]>([]);
  clock = $state.raw<ClockNotice | null>(null);
  /** What went wrong that belongs to no place of the window, until it is put away. */
  problem = $state.raw<ProblemNote | null>(null);
  version = $state("");

  selected = $state<CompanyId | null>(null);
  chat = $state.raw<ChatState | null>(null);
  chatProblem = $state.raw<ErrorReport | null>(null);
  /** In a narrow window the list and the chat take turns. */
  turn = $state<"list" | "chat">("chat");
  readonly narrow = new MediaQuery("(max-width: 619px)");
  /** What stands in the middle. */
  room = $state<"chat" | "identity" | "settings">("chat");
  infoShown = $state(false);
  conversationsShown = $state(false);
  adding = $state(false);

  readonly announcer = new Announcer();
  readonly asking: LinkAsking;
  readonly signIns: SignIns;
  readonly identity: IdentityState;
  readonly conversations: ConversationsState;
  readonly context: ContextState;
  readonly settings: SettingsState;
  readonly search: SearchState;
  readonly storage: StorageState;
  readonly exporting: Exporting;
  readonly erasing: Erasing;
  readonly printing: Printing;
  readonly core: Core;

  /** Events while a conversation is being opened, which may be about it. */
  #waiting: CoreEvent[] | null = null;
  #opening = 0;
  /** The number of the last problem that was told. */
  #problems = 0;

  constructor(core: Core) {
    this.core = core;
    this.asking = new LinkAsking(core);
    this.signIns = new SignIns(core, (company, signIn) => this.#signIn(company, signIn));
    this.identity = new IdentityState(core);
    this.conversations = new ConversationsState(core);
    this.context = new ContextState(core);
    this.settings = new SettingsState(core);
    this.search = new SearchState(core);
    this.storage = new StorageState(core);
    this.exporting = new Exporting(core);
    this.printing = new Printing(core);
    this.erasing = new Erasing(core, (doomed) => void this.#erased(doomed));
  }

  company = $derived(this.companies.find(({ id }) => id === this.selected) ?? null);
  demo = $derived(this.companies.find(({ demo }) => demo) ?? null);
  /** Only the demo can be chatted with: it is known that no identity of the user's was seen published. */
  onlyDemo = $derived.by(() => {
    const others = this.companies.filter(({ demo, chat }) => !demo && chat);
    if (others.length > 0) return others.some((company) => company.needs_identity);
    return this.identity.view !== null && this.identity.view.published.state !== "matches";
  });
  /** Nobody was ever written to. */
  firstRun = $derived(this.companies.every(({ active_at }) => active_at === null));

  /** Listens first, then asks, so that nothing is missed. Gives what stops the listening. */
  async start(): Promise<() => void> {
    try {
      const stop = await this.core.listen((event) => this.#handle(event));
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      // Without them only what the user may turn on later is missing.
      await this.core.setSurroundings(navigator.language, timeZone).catch(() => undefined);
      await this.settings.load();
      await this.load();
      return stop;
    } catch (problem) {
      this.#failed(problem);
      return () => undefined;
    }
  }

  async load(): Promise<void> {
    this.loading = "loading";
    this.loadProblem = null;
    try {
      await this.#overview();
      this.loading = "ready";
    } catch (problem) {
      this.#failed(problem);
      return;
    }
    const [latest] = this.companies;
    if (this.selected === null && latest && !this.firstRun) await this.#open(latest.id);
  }

  /** Opens the newest conversation with a Company. */
  async select(company: CompanyId): Promise<void> {
    this.turn = "chat";
    this.room = "chat";
    if (company !== this.selected || !this.chat) await this.#open(company);
    await this.#write(company);
  }

  async startNew(): Promise<void> {
    const company = this.selected;
    if (company === null) return;
    await this.#show(company, () => this.core.newConversation(company));
    await this.#write(company);
  }

  /** Opens another conversation with the same Company. */
  async go(conversation: ConversationKey): Promise<void> {
    const company = this.selected;
    this.turn = "chat";
    if (company === null || this.chat?.id === conversation) return;
    await this.#show(company, () => this.core.conversation(conversation));
    await this.#write(company);
  }

  /** Opens a conversation of whatever Company, asked for from outside the page. */
  async goTo(company: CompanyId, conversation: ConversationKey): Promise<void> {
    this.turn = "chat";
    this.room = "chat";
    if (this.chat?.id !== conversation) {
      await this.#show(company, () => this.core.conversation(conversation));
    }
    await this.#write(company);
  }

  /** Opens a fresh Direct Conversation under the open one. Rejects when there can be none. */
  async openDirect(): Promise<void> {
    const { chat } = this;
    if (!chat) return;
    const direct = await this.core.openDirect(chat.id);
    if (this.chat !== chat) return;
    await this.#show(chat.company, () => Promise.resolve(direct));
    await this.#write(chat.company);
  }

  /** What had the focus before the user turned to the search. */
  #beforeSearch: Element | null = null;

  async toSearch(): Promise<void> {
    if (!document.activeElement?.closest("#search, #found")) {
      this.#beforeSearch = document.activeElement;
    }
    this.turn = "list";
    await tick();
    const field = document.getElementById("search");
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  }

  /** From a message that was found back to what was found. False: none was gone to. */
  async toFound(): Promise<boolean> {
    if (!this.search.active || this.search.at === null) return false;
    this.turn = "list";
    await tick();
    document.querySelector<HTMLElement>(`[data-hit="${this.search.at}"]`)?.focus();
    return true;
  }

  /** The search is ended: the focus is where it was before. */
  backFromSearch(): void {
    const before = this.#beforeSearch;
    this.#beforeSearch = null;
    if (this.chat) this.turn = "chat";
    const to = before?.isConnected ? before : document.getElementById("composer");
    if (to instanceof HTMLElement) void tick().then(() => to.focus());
  }

  /** Shows an entry of any conversation, with what stands around it. Rejects when it cannot be read. */
  async reveal(company: CompanyId, conversation: ConversationKey, entry: EntryId): Promise<void> {
    this.turn = "chat";
    this.room = "chat";
    if (this.chat?.id !== conversation) {
      await this.#show(company, () => this.core.conversation(conversation), entry);
      // It says why by itself.
      if (this.chat?.id !== conversation) return;
    }
    await this.chat.goTo(entry);
  }

  /** What is kept, and how the program behaves, stands in the middle. */
  showSettings(): void {
    this.turn = "chat";
    this.room = "settings";
    void this.storage.load();
  }

  async block(company: CompanyId, blocked: boolean): Promise<void> {
    const { core } = this;
    const item = await (blocked ? core.blockCompany(company) : core.unblockCompany(company));
    this.companies = this.companies.map((one) => (one.id === company ? item : one));
  }

  /** The user's own identity stands in the middle. */
  showIdentity(): void {
    this.turn = "chat";
    this.room = "identity";
    void this.identity.load();
  }

  async reopen(): Promise<void> {
    if (this.selected !== null) await this.#open(this.selected);
  }

  async addCompany(typed: string): Promise<AddOutcome> {
    const outcome = await this.core.addCompany(typed);
    if (outcome.outcome === "added") {
      const { company } = outcome;
      if (!this.companies.some(({ id }) => id === company.id)) {
        this.companies = [company, ...this.companies];
      }
      // One that is blocked is asked about first.
      if (!company.blocked) {
        this.adding = false;
        void this.select(company.id);
      }
    }
    return outcome;
  }

  /** Writing to this Company is what comes next, unless the user went on to something else. */
  async #write(company: CompanyId): Promise<void> {
    await tick();
    if (this.selected !== company || this.room !== "chat" || this.adding) return;
    if (document.querySelector("dialog[open]")) return;
    document.getElementById("composer")?.focus();
  }

  retrySecrets = (): Promise<void> => this.#secrets(() => this.core.retrySecrets());
  secretsForThisSession = (): Promise<void> =>
    this.#secrets(() => this.core.secretsForThisSession());

  /** The open conversation is seen: it is drawn, and the window is the one that is used. */
  seen(): void {
    const { chat, company } = this;
    if (this.#looking && chat && company && company.unread > 0) chat.read();
  }

  /** The middle of the window is the open conversation, and the window is the one that is used. */
  get #looking(): boolean {
    if (this.room !== "chat" || (this.narrow.current && this.turn === "list")) return false;
    return document.visibilityState === "visible" && document.hasFocus();
  }

  /** The window is looked at again, or the network changed. */
  wake(): void {
    this.core.wake().catch(() => undefined);
  }

  async #secrets(change: () => Promise<void>): Promise<void> {
    this.secretsProblem = null;
    try {
      await change();
    } catch (problem) {
      this.secretsProblem = reportOf(problem);
    }
  }

  #failed(problem: unknown): void {
    this.loadProblem = reportOf(problem);
    this.loading = "failed";
  }

  async #overview(): Promise<void> {
    const overview = await this.core.overview();
    this.#companies(overview.companies);
    this.secrets = overview.secrets;
    this.networkHosts = overview.network_hosts;
    this.version = overview.version;
    this.clock = overview.clock;
    if (overview.problem) this.#problem(overview.problem);
  }

  /** The open conversation goes with its Company. */
  #companies(companies: readonly CompanyItem[]): void {
    this.companies = companies;
    if (this.selected !== null && !this.company) this.#leave();
  }

  /** No conversation is open. */
  #leave(): void {
    this.#opening++;
    this.#waiting = null;
    this.selected = this.chat = this.chatProblem = null;
    this.infoShown = this.conversationsShown = false;
    if (this.room === "chat") this.turn = "list";
  }

  /** What was deleted must be nowhere in the page either. */
  async #erased(doomed: Doomed): Promise<void> {
    if (doomed.what === "everything") {
      this.search.end();
      this.#leave();
    }
    if (doomed.what === "conversation" && this.chat?.id === doomed.conversation) {
      // Nothing of it is to be kept any longer, not even what was being written.
      this.chat = null;
      await this.#open(doomed.company.id);
    }
    void this.search.again();
    if (this.storage.view) void this.storage.load();
  }

  /** Each is said once, though it may come twice: as it happens, and with the overview. */
  #problem(problem: ProblemNote): void {
    if (problem.number <= this.#problems) return;
    this.#problems = problem.number;
    this.problem = problem;
    this.announcer.say(problem.message);
  }

  #open(company: CompanyId): Promise<void> {
    return this.#show(company, () => this.core.openConversation(company));
  }

  /** `goal`: an entry that is gone to at once. */
  async #show(
    company: CompanyId,
    ask: () => Promise<Conversation>,
    goal: EntryId | null = null,
  ): Promise<void> {
    const turn = ++this.#opening;
    this.chat?.flushDraft();
    this.selected = company;
    this.chat = null;
    this.chatProblem = null;
    this.#waiting = [];
    void this.conversations.load(company);
    void this.context.load(company);
    try {
      const chat = new ChatState(this.core, await ask());
      if (goal === null) await chat.begin();
      if (turn !== this.#opening) return;
      this.chat = chat;
      const missed = this.#waiting;
      this.#waiting = null;
      for (const event of missed) this.#handle(event);
    } catch (problem) {
      if (turn !== this.#opening) return;
      this.#waiting = null;
      this.chatProblem = reportOf(problem);
    }
  }

  #handle(event: CoreEvent): void {
    const { type } = event;
    if (this.#waiting && (type === "entry" || type === "standing" || type === "writing")) {
      this.#waiting.push(event);
      return;
    }
    switch (event.type) {
      case "companies":
        this.#companies(event.companies);
        break;
      case "entry":
        if (this.chat?.id === event.conversation)
          this.#entry(this.chat, event.entry, event.ends_writing);
        break;
      case "writing":
        if (this.chat?.id === event.conversation) this.chat.writing = event.writing;
        this.#drew(event.conversation);
        break;
      case "standing":
        if (this.chat?.id === event.conversation) this.#standing(this.chat, event.standing);
        break;
      case "sign_in":
        this.#signInNews(event.company, event.sign_in);
        this.signIns.tell(event.company, event.sign_in);
        break;
      case "conversations":
        this.conversations.tell(event.company, event.conversations);
        break;
      case "identity":
        this.identity.tell(event.identity);
        break;
      case "clock":
        this.clock = event.clock;
        if (event.clock) this.announcer.say(event.clock.message);
        break;
      case "exporting":
        this.exporting.tell(event.conversation, event.done, event.total);
        break;
      case "problem":
        this.#problem(event.problem);
        break;
      case "secrets":
        this.secrets = event.secrets;
        this.secretsProblem = null;
        if (event.secrets.state !== "unavailable") this.chat?.secretsReady();
        break;
      case "settings":
        this.settings.tell(event.settings);
        break;
      case "go_to":
        void this.goTo(event.company, event.conversation);
        break;
      case "resync":
        void this.#resync();
        break;
    }
  }

  /** Says, once the next frame is drawn, that more of what is being written can be told. */
  #drew(conversation: ConversationKey): void {
    requestAnimationFrame(() => {
      setTimeout(() => {
        this.core.drewWriting(conversation).catch(() => undefined);
      });
    });
  }

  #signIn(company: CompanyId, signIn: SignIn | null): void {
    this.companies = this.companies.map((item) =>
      item.id === company ? { ...item, sign_in: signIn } : item,
    );
  }

  /** Each step of a sign-in is said once; the time that is left is not. */
  #signInNews(id: CompanyId, signIn: SignIn | null): void {
    const company = this.companies.find((item) => item.id === id);
    if (!company || !signIn || company.sign_in?.state.state === signIn.state.state) return;
    this.announcer.say(describeSignIn(signIn, company.name));
  }

  #entry(chat: ChatState, entry: Entry, endsWriting: string | null): void {
    const before = chat.entries.find(({ id }) => id === entry.id);
    chat.apply(entry, endsWriting);
    const own = entry.content.kind === "message" && entry.content.view.author === "user";
    if (!before && !own && !this.#looking) chat.unseen(entry.id);
    this.announcer.say(describe(entry, before, this.company?.name ?? ""));
  }

  #standing(chat: ChatState, standing: ChatState["standing"]): void {
    const before = chat.standing;
    chat.stands(standing);
    if (standing.trouble && standing.trouble.message !== before.trouble?.message) {
      this.announcer.say(standing.trouble.message);
    }
    if (standing.phase !== before.phase) {
      const phrase = phaseNews(standing.phase, this.company?.name ?? "");
      if (phrase) this.announcer.say(plain(phrase));
    }
  }

  async #resync(): Promise<void> {
    try {
      await this.#overview();
      if (this.identity.view) void this.identity.load();
      const { chat } = this;
      if (!chat) return;
      void this.conversations.load(chat.company);
      const conversation = await this.core.conversation(chat.id).catch((problem: unknown) => {
        if (reportOf(problem).code !== "not-found") throw problem;
        return null;
      });
      if (this.chat !== chat) return;
      if (conversation) chat.refresh(conversation);
      else this.#leave();
    } catch (problem) {
      this.#failed(problem);
    }
  }
}

export const [getApp, setApp] = createContext<AppState>();
