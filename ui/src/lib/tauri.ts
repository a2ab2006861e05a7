import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";

import type { CoreEvent } from "./contract";
import type { Core } from "./core";

/** The core, through the window's commands and its one event. */
export const tauriCore: Core = {
  overview: () => invoke("overview"),
  addCompany: (typed) => invoke("add_company", { typed }),
  openConversation: (company) => invoke("open_conversation", { company }),
  conversation: (conversation) => invoke("conversation", { conversation }),
  conversations: (company) => invoke("conversations", { company }),
  newConversation: (company) => invoke("new_conversation", { company }),
  closeConversation: (conversation) => invoke("close_conversation", { conversation }),
  handOff: (conversation) => invoke("hand_off", { conversation }),
  openDirect: (conversation) => invoke("open_direct", { conversation }),
  olderEntries: (conversation, before) => invoke("older_entries", { conversation, before }),
  newerEntries: (conversation, after) => invoke("newer_entries", { conversation, after }),
  entriesAround: (conversation, entry, before, after) =>
    invoke("entries_around", { conversation, entry, before, after }),
  holdingsPage: (conversation, before) => invoke("holdings_page", { conversation, before }),
  search: (typed, scope, before, limit) => invoke("search", { typed, scope, before, limit }),
  sendMessage: (conversation, text) => invoke("send_message", { conversation, text }),
  retryMessage: (conversation, entry) => invoke("retry_message", { conversation, entry }),
  saveDraft: (conversation, text) => invoke("save_draft", { conversation, text }),
  markRead: (conversation) => invoke("mark_read", { conversation }),
  drewWriting: (conversation) => invoke("drew_writing", { conversation }),
  askNow: (company) => invoke("ask_now", { company }),
  linkQuestion: (conversation, entry, index) =>
    invoke("link_question", { conversation, entry, index }),
  openLink: (conversation, entry, index) => invoke("open_link", { conversation, entry, index }),
  signInOffer: (company, scope) => invoke("sign_in_offer", { company, scope }),
  beginSignIn: (wish) => invoke("begin_sign_in", { ...wish }),
  cancelSignIn: (company) => invoke("cancel_sign_in", { company }),
  finishDirect: (text) => invoke("finish_direct", { text }),
  openSignInLink: (company) => invoke("open_sign_in_link", { company }),
  signOut: (company) => invoke("sign_out", { company }),
  identityView: () => invoke("identity_view"),
  changeIdentity: (clientId, name) => invoke("change_identity", { clientId, name }),
  exportIdentity: () => invoke("export_identity"),
  checkIdentity: () => invoke("check_identity"),
  rotateKey: () => invoke("rotate_key"),
  removeOldKeys: () => invoke("remove_old_keys"),
  storage: () => invoke("storage"),
  deleteConversation: (conversation) => invoke("delete_conversation", { conversation }),
  deleteCompany: (company, tell) => invoke("delete_company", { company, tell }),
  stopTelling: (company) => invoke("stop_telling", { company }),
  deleteEverything: (tell) => invoke("delete_everything", { tell }),
  blockCompany: (company) => invoke("block_company", { company }),
  unblockCompany: (company) => invoke("unblock_company", { company }),
  exportConversation: (conversation, format) =>
    invoke("export_conversation", { conversation, format }),
  cancelExport: () => invoke("cancel_export"),
  printPage: () => invoke("print_page"),
  context: (company) => invoke("context", { company }),
  setContext: (company, choice) => invoke("set_context", { company, choice }),
  setSurroundings: (locale, timeZone) => invoke("set_surroundings", { locale, timeZone }),
  wake: () => invoke("wake"),
  retrySecrets: () => invoke("retry_secrets"),
  secretsForThisSession: () => invoke("secrets_for_this_session"),
  pageReady: () => invoke("page_ready"),
  listen: (handler) => listen<CoreEvent>("core", (event) => handler(event.payload)),
};
