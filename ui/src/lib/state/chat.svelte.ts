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
import { overlap, TRIM_ABOVE, TRIM_TO, upsert } from "./timeline";

/** How long after the last key a draft is kept, in milliseconds. */
export const DRAFT_DELAY = 400;

const ofSecrets = ({ code }: ErrorReport): boolean =>
  code.startsWith("keyring-") || code === "secrets-lost";

/** One open conversation, as far as it is loaded. */
export class ChatState {
  readonly id: ConversationKey;
  readonly company: CompanyId;
  /** The conversation this is a Direct Conversation under. */
  readonly parent: ConversationKey | null;

  entries = $state.raw<readonly Entry[]>([]);
  standing = $state.raw<Standing>({ phase: "fresh", responder: null, trouble: null });
  /** What the Company is writing now. */
  writing = $state.raw<readonly Writing[]>([]);
  hasOlder = $state(false);
  /** The oldest entry that was kept when others were last let go of. */
  cutAt = $state<EntryId | null>(null);
  loadingOlder = $state(false);
  olderProblem = $state.raw<ErrorReport | null>(null);

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
  /** Entries that are being gone to, and must not be let go of. */
  #reaching = 0;
  /** How often an entry was told of by an event: a command's answer may be older than those. */
  readonly #told = new Map<EntryId, number>();
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #savedDraft: string;

  constructor(core: Core, conversation: Conversation) {
    this.#core = core;
    this.id = conversation.id;
    this.company = conversation.company;
    this.parent = conversation.parent;
    this.entries = upsert([], conversation.entries);
    this.standing = conversation.standing;
    this.writing = conversation.writing;
    this.hasOlder = conversation.has_older;
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
    this.entries = upsert(this.entries, [entry]);
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
    const joins = overlap(this.entries, conversation.entries);
    this.entries = upsert(joins ? this.entries : [], conversation.entries);
    if (!joins) {
      this.hasOlder = conversation.has_older;
      this.cutAt = this.entries[0]?.id ?? null;
    }
    this.standing = conversation.standing;
    this.writing = conversation.writing;
  }

  async loadOlder(): Promise<void> {
    const first = this.entries[0];
    if (!first || !this.hasOlder || this.loadingOlder) return;
    this.loadingOlder = true;
    this.olderProblem = null;
    try {
      const older = await this.#core.olderEntries(this.id, first.id);
      // What is already here is newer than what was read from the store.
      this.entries = upsert(older.entries, this.entries);
      this.hasOlder = older.has_older;
    } catch (problem) {
      this.olderProblem = reportOf(problem);
    } finally {
      this.loadingOlder = false;
    }
  }

  /** Loads what is older until this entry is here, and keeps it while it is `shown`. */
  async reach(id: EntryId, shown: () => Promise<void>): Promise<void> {
    this.#reaching += 1;
    try {
      while (!this.entries.some((entry) => entry.id === id) && this.hasOlder) {
        const first = this.entries[0];
        await this.loadOlder();
        // Nothing came: it failed, or something else is loading them.
        if (this.entries[0] === first) break;
      }
      await shown();
    } finally {
      this.#reaching -= 1;
    }
  }

  /** Lets go of the oldest entries of a long timeline; only for one that is seen at its end. */
  trim(): void {
    if (this.entries.length <= TRIM_ABOVE || this.loadingOlder || this.#reaching > 0) return;
    this.entries = this.entries.slice(-TRIM_TO);
    this.cutAt = this.entries[0]?.id ?? null;
    this.hasOlder = true;
  }

  /** Sends the draft. It stays in its field until the core has it stored. */
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
    this.entries = upsert(this.entries, [entry]);
  }
}
