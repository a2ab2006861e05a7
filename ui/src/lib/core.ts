import type {
  AddOutcome,
  CompanyId,
  Conversation,
  ConversationKey,
  CoreEvent,
  Entry,
  EntryId,
  LinkQuestion,
  Older,
  Overview,
} from "./contract";

/**
 * All the page may ask of the core. Each call that fails rejects with an `ErrorReport`.
 *
 * A link is only ever named (conversation, entry, index), never handed over: the page holds no
 * power to open an address.
 */
export interface Core {
  overview(): Promise<Overview>;
  addCompany(typed: string): Promise<AddOutcome>;
  openConversation(company: CompanyId): Promise<Conversation>;
  newConversation(company: CompanyId): Promise<Conversation>;
  olderEntries(conversation: ConversationKey, before: EntryId): Promise<Older>;
  sendMessage(conversation: ConversationKey, text: string): Promise<Entry>;
  retryMessage(conversation: ConversationKey, entry: EntryId): Promise<Entry>;
  saveDraft(conversation: ConversationKey, text: string): Promise<void>;
  markRead(conversation: ConversationKey): Promise<void>;
  linkQuestion(conversation: ConversationKey, entry: EntryId, index: number): Promise<LinkQuestion>;
  openLink(conversation: ConversationKey, entry: EntryId, index: number): Promise<void>;
  retrySecrets(): Promise<void>;
  secretsForThisSession(): Promise<void>;
  /** The page is drawn: the window may be shown. */
  pageReady(): Promise<void>;
  /** Every change in the core from now on, in order. Resolves once nothing can be missed. */
  listen(handler: (event: CoreEvent) => void): Promise<() => void>;
}
