import { SvelteMap } from "svelte/reactivity";

import type {
  CompanyId,
  Conversation,
  ConversationKey,
  Entry,
  EntryId,
  ErrorReport,
  SignIn,
  Standing,
  Writing,
} from "../contract";
import type { Core } from "../core";
import { reportOf } from "../report";
import {
  cutEnd,
  cutStart,
  MOST,
  type Stretch,
  stretch,
  told,
  withNewer,
  withOlder,
} from "./stretch";
import { overlap, upsert } from "./timeline";

/** So many entries are read on each side of one that is gone to, where there are so many. */
const AROUND = 40;

/** How long after the last key a draft is kept, in milliseconds. */
export const DRAFT_DELAY = 400;

/** The sides at which more of a conversation can be. */
export type Side = "older" | "newer";

/** A conversation as it is opened: from its newest entries. */
const ofNewest = ({ entries, has_older }: Conversation): Stretch =>
  stretch({ entries: [...entries], has_older, has_newer: false });

const newestOf = (entries: readonly Entry[], least: EntryId): EntryId =>
  entries.reduce((newest, { id }) => Math.max(newest, id), least);

const ofSecrets = ({ code }: ErrorReport): boolean =>
  code.startsWith("keyring-") || code === "secrets-lost";

/** One open conversation, as far as it is loaded. */
export class ChatState {
  readonly id: ConversationKey;
  readonly company: CompanyId;
  /** The conversation this is a Direct Conversation under. */
  readonly parent: ConversationKey | null;

  /** What is loaded of it. */
  #loaded = $state.raw<Stretch>({ entries: [], hasOlder: false, hasNewer: false });
  standing = $state.raw<Standing>({ phase: "fresh", responder: null, trouble: null });
  /** What the Company is writing now. */
  writing = $state.raw<readonly Writing[]>([]);
  /** How often entries were let go of: what they held is then the core's to tell. */
  cuts = $state(0);
  /** Which side more is being loaded at, and why that did not work last. */
  loading = $state<Side | null>(null);
  problems = $state.raw<Partial<Record<Side, ErrorReport>>>({});
  /** The first entry that was not read when the conversation was opened; it stays until it is left. */
  firstUnread = $state<EntryId | null>(null);
  /** The entry to be gone to, told anew each time. */
  goal = $state.raw<{ readonly entry: EntryId } | null>(null);
  /** The entry that was gone to, while it is marked. */
  marked = $state<EntryId | null>(null);

  draft = $state("");
  sendProblem = $state.raw<ErrorReport | null>(null);
  /** Why trying a message again did not work, by entry. */
  readonly retryProblems = new SvelteMap<EntryId, ErrorReport>();

  readonly #core: Core;
  /** Messages on their way into the store, and the end of their queue. */
  #leaving = 0;
  #left: Promise<unknown> = Promise.resolve();
  /** The entries when they were last told to be read. */
  #read: readonly Entry[] | null = null;
  #standingTold = 0;
  /** The newest entry there was. Ids grow as entries are stored; positions may change. */
  #newest = -Infinity;
  /** What came since the timeline last asked. */
  #news: Entry[] = [];
  /** What was told of while something is being read, which may be older. */
  #meanwhile: Entry[] = [];
  #reading = 0;
  /** How often an entry was told of by an event: a command's answer may be older than those. */
  readonly #told = new Map<EntryId, number>();
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #savedDraft: string;

  constructor(core: Core, conversation: Conversation) {
    this.#core = core;
    this.id = conversation.id;
    this.company = conversation.company;
    this.parent = conversation.parent;
    this.#load(ofNewest(conversation));
    this.#newest = newestOf(this.entries, -Infinity);
    this.firstUnread = conversation.first_unread;
    this.standing = conversation.standing;
    this.writing = conversation.writing;
    this.draft = conversation.draft;
    this.#savedDraft = conversation.draft;
  }

  /**
   * An entry is new or changed. What was being written of it goes in the same moment, so that the
   * message stands where its beginning stood.
   */
  apply(entry: Entry, endsWriting: string | null): void {
    if (endsWriting !== null) {
      this.writing = this.writing.filter(({ message_id }) => message_id !== endsWriting);
    }
    this.#told.set(entry.id, (this.#told.get(entry.id) ?? 0) + 1);
    this.#put(entry);
  }

  get entries(): readonly Entry[] {
    return this.#loaded.entries;
  }

  get hasOlder(): boolean {
    return this.#loaded.hasOlder;
  }

  /** Newer entries than those that are loaded can be read. */
  get hasNewer(): boolean {
    return this.#loaded.hasNewer;
  }

  /** What came since this was last asked, loaded or not. */
  takeNews(): readonly Entry[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  /** An entry came while nobody looked. What was not read before stays marked until it was. */
  unseen(id: EntryId): void {
    if (this.firstUnread !== null && this.#read === null) return;
    this.firstUnread = id;
    this.#read = null;
  }

  /** An event told how it stands. */
  stands(standing: Standing): void {
    this.#standingTold++;
    this.standing = standing;
  }

  /** Asks the core for something that changes how it stands. Its answer may be older than events. */
  async change(ask: (core: Core) => Promise<Conversation>): Promise<void> {
    const before = this.#standingTold;
    const { standing } = await ask(this.#core);
    if (before === this.#standingTold) this.standing = standing;
  }

  /** Whether a sign-in goes on in a card of this conversation. */
  showsSignIn(signIn: SignIn): boolean {
    return (
      signIn.conversation === this.id &&
      this.entries.some(({ content }) => content.kind === "sign_in")
    );
  }

  /** Messages of the user's that were not sent and wait for something, or for the user. */
  unsent = $derived(
    this.entries.filter(
      ({ content }) =>
        content.kind === "message" &&
        (content.delivery?.state === "failed" || content.delivery?.state === "queued"),
    ).length,
  );

  /** Tells the core once that what is here now was read. */
  read(): void {
    const { entries } = this;
    if (this.#read === entries) return;
    this.#read = entries;
    // Not worth a word to the user if it fails: the count stays, and the next look tries again.
    this.#core.markRead(this.id).catch(() => {
      if (this.#read === entries) this.#read = null;
    });
  }

  /** Takes up a conversation read again. Older entries stay, unless there may be a gap. */
  refresh(conversation: Conversation): void {
    this.#came(conversation.entries);
    if (this.hasNewer) void this.#readAgain();
    else if (overlap(this.entries, conversation.entries))
      this.#load({ ...this.#loaded, entries: upsert(this.entries, conversation.entries) });
    else this.#load(ofNewest(conversation));
    this.standing = conversation.standing;
    this.writing = conversation.writing;
  }

  /** Reads what comes before or after what is loaded. */
  async load(side: Side): Promise<void> {
    const older = side === "older";
    const edge = (): Entry | undefined => (older ? this.entries[0] : this.entries.at(-1));
    const from = edge();
    if (!from || this.loading || !(older ? this.hasOlder : this.hasNewer)) return;
    this.loading = side;
    this.problems = { ...this.problems, [side]: undefined };
    try {
      await this.#take(async () => {
        const more = older
          ? await this.#core.olderEntries(this.id, from.id)
          : await this.#core.newerEntries(this.id, from.id);
        // Something else was loaded meanwhile.
        if (edge()?.id !== from.id) return this.#loaded;
        return "has_older" in more ? withOlder(this.#loaded, more) : withNewer(this.#loaded, more);
      });
    } catch (problem) {
      this.problems = { ...this.problems, [side]: reportOf(problem) };
    } finally {
      this.loading = null;
    }
  }

  /** Begins where reading was left off. Where that cannot be read, at the end. */
  async begin(): Promise<void> {
    if (this.firstUnread === null || this.#has(this.firstUnread)) return;
    await this.#around(this.firstUnread).catch(() => undefined);
  }

  /** Goes to an entry, wherever it is. Rejects when it cannot be read. */
  async goTo(entry: EntryId): Promise<void> {
    if (!this.#has(entry)) await this.#around(entry);
    this.goal = { entry };
    this.marked = entry;
  }

  /** Loads the newest entries, if they are not. */
  async toNewest(): Promise<void> {
    if (!this.hasNewer) return;
    await this.#take(async () => ofNewest(await this.#core.conversation(this.id)));
  }

  /** Lets go of entries where there are too many, far from the one that is `read`; null: the last. */
  trim(read: EntryId | null): void {
    if (this.loading !== null || this.entries.length <= MOST) return;
    const at = this.entries.findIndex(({ id }) => id === read);
    const early = at >= 0 && at < this.entries.length / 2;
    this.#load(early ? cutEnd(this.#loaded) : cutStart(this.#loaded));
  }

  #has(id: EntryId): boolean {
    return this.entries.some((entry) => entry.id === id);
  }

  #around(entry: EntryId): Promise<void> {
    return this.#take(async () =>
      stretch(await this.#core.entriesAround(this.id, entry, AROUND, AROUND)),
    );
  }

  /** Takes up what is read, and what was told of meanwhile, which is newer. */
  async #take(read: () => Promise<Stretch>): Promise<void> {
    if (this.#reading++ === 0) this.#meanwhile = [];
    try {
      const loaded = await read();
      this.#load(this.#meanwhile.reduce(told, loaded));
    } finally {
      this.#reading--;
    }
  }

  /** What changed in what is loaded is missed: the middle of it is read again. */
  async #readAgain(): Promise<void> {
    const middle = this.entries[Math.floor(this.entries.length / 2)];
    if (!middle) return;
    try {
      const read = await this.#core.entriesAround(this.id, middle.id, AROUND, AROUND);
      const now = read.entries.filter(({ id }) => this.#has(id));
      this.#load({ ...this.#loaded, entries: upsert(this.entries, now) });
    } catch {
      // It stays as it was known; going on in it reads it again.
    }
  }

  #load(loaded: Stretch): void {
    if (loaded === this.#loaded) return;
    const ids = new Set(loaded.entries.map(({ id }) => id));
    if (this.entries.some(({ id }) => !ids.has(id))) this.cuts++;
    this.#loaded = loaded;
  }

  /** An entry is told of, by an event or as the answer to a command. */
  #put(entry: Entry): void {
    this.#came([entry]);
    if (this.#reading > 0) this.#meanwhile.push(entry);
    this.#load(told(this.#loaded, entry));
  }

  /** These are here: of those that were not known before it is told as news. */
  #came(entries: readonly Entry[]): void {
    this.#news.push(...entries.filter(({ id }) => id > this.#newest));
    this.#newest = newestOf(entries, this.#newest);
  }

  /**
   * Sends what is written. The field is free at once for the next message; they are stored one after
   * the other. One that cannot be stored goes back into the field, before what was written since.
   */
  async send(): Promise<void> {
    const text = this.draft;
    if (text.trim() === "") return;
    this.draft = "";
    this.sendProblem = null;
    clearTimeout(this.#draftTimer);
    this.#leaving += 1;
    const stored = this.#left.then(() => this.#core.sendMessage(this.id, text));
    this.#left = stored.catch(() => undefined);
    try {
      this.#answer(await stored, 0);
      // Where it stands now is what comes next.
      await this.toNewest().catch(() => undefined);
    } catch (problem) {
      this.draft = this.draft === "" ? text : `${text}\n${this.draft}`;
      this.sendProblem = reportOf(problem);
    } finally {
      this.#leaving -= 1;
    }
    this.flushDraft();
  }

  /** Secrets are ready: what could not be done for want of them is no trouble any longer. */
  secretsReady(): void {
    if (this.sendProblem && ofSecrets(this.sendProblem)) this.sendProblem = null;
    for (const [id, problem] of [...this.retryProblems]) {
      if (ofSecrets(problem)) this.retryProblems.delete(id);
    }
  }

  async retry(id: EntryId): Promise<void> {
    const told = this.#told.get(id) ?? 0;
    this.retryProblems.delete(id);
    try {
      this.#answer(await this.#core.retryMessage(this.id, id), told);
    } catch (problem) {
      this.retryProblems.set(id, reportOf(problem));
    }
  }

  /** What is being written; kept a moment after the last key. */
  setDraft(text: string): void {
    this.draft = text;
    this.sendProblem = null;
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.flushDraft(), DRAFT_DELAY);
  }

  /** Keeps the draft now, if it is not kept yet. What leaves is kept as draft until it is stored. */
  flushDraft(): void {
    clearTimeout(this.#draftTimer);
    if (this.draft === this.#savedDraft || this.#leaving > 0) return;
    const [text, before] = [this.draft, this.#savedDraft];
    this.#savedDraft = text;
    this.#core.saveDraft(this.id, text).catch(() => {
      // Not kept: the next key or blur tries again.
      if (this.#savedDraft === text) this.#savedDraft = before;
    });
  }

  #answer(entry: Entry, toldBefore: number): void {
    if ((this.#told.get(entry.id) ?? 0) > toldBefore) return;
    this.#put(entry);
  }
}
