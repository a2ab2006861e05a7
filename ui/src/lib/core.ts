import type {
  AddOutcome,
  CompanyDeleted,
  CompanyId,
  CompanyItem,
  ContextChoice,
  ContextView,
  Conversation,
  ConversationItem,
  ConversationKey,
  CoreEvent,
  Entry,
  EntryId,
  EverythingDeleted,
  Exported,
  ExportFormat,
  HoldingsPage,
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
  SignInMethod,
  StorageView,
  Window,
} from "./contract";

/** A sign-in as the user wants it. */
export type SignInWish = {
  readonly company: CompanyId;
  /** The conversation it is begun in; null: none. */
  readonly conversation: ConversationKey | null;
  readonly method: SignInMethod;
  readonly scopes: readonly string[];
  /** A message to send again afterwards, if the Company does not go on by itself. */
  readonly askAgain: EntryId | null;
};

/** How the page is to be drawn; actual: as large as at first. */
export type ZoomStep = "larger" | "smaller" | "actual";

/**
 * All the page may ask of the core. Each call that fails rejects with an `ErrorReport`.
 *
 * A link is only ever named (conversation, entry, index), never handed over: the page holds no
 * power to open an address. Nor does it choose folders: the program asks for those itself.
 */
export interface Core {
  overview(): Promise<Overview>;
  addCompany(typed: string): Promise<AddOutcome>;

  /** The newest conversation, even when it is over; a fresh one if there is none. */
  openConversation(company: CompanyId): Promise<Conversation>;
  conversation(conversation: ConversationKey): Promise<Conversation>;
  /** Newest first. */
  conversations(company: CompanyId): Promise<ConversationItem[]>;
  newConversation(company: CompanyId): Promise<Conversation>;
  closeConversation(conversation: ConversationKey): Promise<Conversation>;
  /** Asks the Company for a person. */
  handOff(conversation: ConversationKey): Promise<Conversation>;
  /** A fresh Direct Conversation under this one. */
  openDirect(conversation: ConversationKey): Promise<Conversation>;
  olderEntries(conversation: ConversationKey, before: EntryId): Promise<Older>;
  newerEntries(conversation: ConversationKey, after: EntryId): Promise<Newer>;
  /** An entry with at most so many (and 50) older and newer ones. */
  entriesAround(
    conversation: ConversationKey,
    entry: EntryId,
    before: number,
    after: number,
  ): Promise<Window>;
  /** Notices and links, by the entries they came with, newest first; null: from the newest on. */
  holdingsPage(conversation: ConversationKey, before: EntryId | null): Promise<HoldingsPage>;
  /** Null: a newer search took this one's place. `before`: what the page before gave as `next`. */
  search(
    typed: string,
    scope: SearchScope,
    before: EntryId | null,
    limit: number | null,
  ): Promise<SearchPage | null>;

  sendMessage(conversation: ConversationKey, text: string): Promise<Entry>;
  retryMessage(conversation: ConversationKey, entry: EntryId): Promise<Entry>;
  saveDraft(conversation: ConversationKey, text: string): Promise<void>;
  markRead(conversation: ConversationKey): Promise<void>;
  /** What a Company is writing was drawn as it was told last: more of it can be told. */
  drewWriting(conversation: ConversationKey): Promise<void>;
  /** Asks a Company before the limit it set is over. */
  askNow(company: CompanyId): Promise<void>;
  linkQuestion(conversation: ConversationKey, entry: EntryId, index: number): Promise<LinkQuestion>;
  openLink(conversation: ConversationKey, entry: EntryId, index: number): Promise<void>;

  /** What could be signed in for; scope null: all that is offered. */
  signInOffer(company: CompanyId, scope: string | null): Promise<SignInAsk>;
  beginSignIn(wish: SignInWish): Promise<SignIn>;
  /** Ends a sign-in, or puts its outcome away. */
  cancelSignIn(company: CompanyId): Promise<void>;
  /** Takes the address that the Company's page led back to, as pasted. */
  finishDirect(text: string): Promise<SignIn>;
  /** Opens the page of the sign-in under way in the user's browser. */
  openSignInLink(company: CompanyId): Promise<void>;
  signOut(company: CompanyId): Promise<void>;

  identityView(): Promise<IdentityView>;
  /** Null leaves it as it is. */
  changeIdentity(clientId: string | null, name: string | null): Promise<IdentityView>;
  /** Asks for a folder and writes the files there. Gives their paths, or null when cancelled. */
  exportIdentity(): Promise<string[] | null>;
  checkIdentity(): Promise<IdentityView>;
  rotateKey(): Promise<IdentityView>;
  removeOldKeys(): Promise<IdentityView>;

  storage(): Promise<StorageView>;
  /** For good, as are the others. Resolves once nothing of it is in any file. */
  deleteConversation(conversation: ConversationKey): Promise<void>;
  /** `tell`: a Company where the user is signed in is told that the account is over. */
  deleteCompany(company: CompanyId, tell: boolean): Promise<CompanyDeleted>;
  /** A deleted Company is not told any longer that the account is over. */
  stopTelling(company: CompanyId): Promise<void>;
  deleteEverything(tell: boolean): Promise<EverythingDeleted>;
  blockCompany(company: CompanyId): Promise<CompanyItem>;
  unblockCompany(company: CompanyId): Promise<CompanyItem>;
  /** Asks where to. Null: the user chose nowhere. Told of by `exporting` meanwhile. */
  exportConversation(conversation: ConversationKey, format: ExportFormat): Promise<Exported | null>;
  cancelExport(): Promise<void>;
  /** Asks the system to print what is drawn. */
  printPage(): Promise<void>;

  context(company: CompanyId): Promise<ContextView>;
  setContext(company: CompanyId, choice: ContextChoice): Promise<ContextView>;
  /** This machine's language and time zone, told to the core only. */
  setSurroundings(locale: string | null, timeZone: string | null): Promise<void>;
  /** Something may have changed while nobody looked: connections are tried at once. */
  wake(): Promise<void>;

  /** What the user chose for this program; changes are told of by `settings`. */
  settings(): Promise<Settings>;
  changeSettings(change: SettingsChange): Promise<Settings>;
  /** Draws the page a step larger or smaller; gives how large it is now, in percent. */
  zoom(step: ZoomStep): Promise<number>;

  retrySecrets(): Promise<void>;
  secretsForThisSession(): Promise<void>;
  /** The page is drawn: the window may be shown. */
  pageReady(): Promise<void>;
  /** Every change in the core from now on, in order. Resolves once nothing can be missed. */
  listen(handler: (event: CoreEvent) => void): Promise<() => void>;
}
