import { createContext } from "svelte";
import { MediaQuery } from "svelte/reactivity";

import type {
  AddOutcome,
  CompanyId,
  CompanyItem,
  Conversation,
  CoreEvent,
  Entry,
  ErrorReport,
  SecretsState,
} from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";
import { describe } from "./describe";
import { Announcer } from "./announcer.svelte";
import { ChatState } from "./chat.svelte";
import { LinkAsking } from "./asking.svelte";
import { words } from "../words";
import { plain } from "../phrase";

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
  version = $state("");

  selected = $state<CompanyId | null>(null);
  chat = $state.raw<ChatState | null>(null);
  chatProblem = $state.raw<ErrorReport | null>(null);
  /** In a narrow window the list and the chat take turns. */
  turn = $state<"list" | "chat">("chat");
  readonly narrow = new MediaQuery("(max-width: 619px)");
  infoShown = $state(false);
  adding = $state(false);

  readonly announcer = new Announcer();
  readonly asking: LinkAsking;
  readonly core: Core;

  /** Events while a conversation is being opened, which may be about it. */
  #waiting: CoreEvent[] | null = null;
  #opening = 0;

  constructor(core: Core) {
    this.core = core;
    this.asking = new LinkAsking(core);
  }

  company = $derived(this.companies.find(({ id }) => id === this.selected) ?? null);
  demo = $derived(this.companies.find(({ demo }) => demo) ?? null);
  /** Nobody was ever written to. */
  firstRun = $derived(this.companies.every(({ active_at }) => active_at === null));

  /** Listens first, then asks, so that nothing is missed. Gives what stops the listening. */
  async start(): Promise<() => void> {
    try {
      const stop = await this.core.listen((event) => this.#handle(event));
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
    if (company === this.selected && this.chat) return;
    await this.#open(company);
  }

  async startNew(): Promise<void> {
    const company = this.selected;
    if (company !== null) await this.#show(company, () => this.core.newConversation(company));
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
      this.adding = false;
      void this.select(company.id);
    }
    return outcome;
  }

  retrySecrets = (): Promise<void> => this.#secrets(() => this.core.retrySecrets());
  secretsForThisSession = (): Promise<void> =>
    this.#secrets(() => this.core.secretsForThisSession());

  /** The end of the open conversation is in view. */
  seen(): void {
    const { chat, company } = this;
    if (this.narrow.current && this.turn === "list") return;
    if (!chat || !company || company.unread === 0 || document.visibilityState !== "visible") return;
    // Not worth a word to the user if it fails: the count stays, and the next look tries again.
    this.core.markRead(chat.id).catch(() => undefined);
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
    this.companies = overview.companies;
    this.secrets = overview.secrets;
    this.networkHosts = overview.network_hosts;
    this.version = overview.version;
  }

  #open(company: CompanyId): Promise<void> {
    return this.#show(company, () => this.core.openConversation(company));
  }

  async #show(company: CompanyId, ask: () => Promise<Conversation>): Promise<void> {
    const turn = ++this.#opening;
    this.chat?.flushDraft();
    this.selected = company;
    this.chat = null;
    this.chatProblem = null;
    this.#waiting = [];
    try {
      const chat = new ChatState(this.core, await ask());
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
    if (this.#waiting && (event.type === "entry" || event.type === "standing")) {
      this.#waiting.push(event);
      return;
    }
    switch (event.type) {
      case "companies":
        this.companies = event.companies;
        break;
      case "entry":
        if (this.chat?.id === event.conversation) this.#entry(this.chat, event.entry);
        break;
      case "standing":
        if (this.chat?.id === event.conversation) this.#standing(this.chat, event.standing);
        break;
      case "secrets":
        this.secrets = event.secrets;
        this.secretsProblem = null;
        break;
      case "resync":
        void this.#resync();
        break;
    }
  }

  #entry(chat: ChatState, entry: Entry): void {
    const before = chat.entries.find(({ id }) => id === entry.id);
    chat.apply(entry);
    this.announcer.say(describe(entry, before, this.company?.name ?? ""));
  }

  #standing(chat: ChatState, standing: ChatState["standing"]): void {
    const before = chat.standing;
    chat.standing = standing;
    if (standing.trouble && standing.trouble.message !== before.trouble?.message) {
      this.announcer.say(standing.trouble.message);
    }
    if (standing.phase !== before.phase) {
      const phrase = words.phaseNews(this.company?.name ?? "")[standing.phase];
      if (phrase) this.announcer.say(plain(phrase));
    }
  }

  async #resync(): Promise<void> {
    try {
      await this.#overview();
      const { chat } = this;
      if (!chat) return;
      const conversation = await this.core.conversation(chat.id);
      if (this.chat === chat) chat.refresh(conversation);
    } catch (problem) {
      this.#failed(problem);
    }
  }
}

export const [getApp, setApp] = createContext<AppState>();
