import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";

import type { CoreEvent } from "./contract";
import type { Core } from "./core";

/** The core, through the window's commands and its one event. */
export const tauriCore: Core = {
  overview: () => invoke("overview"),
  addCompany: (typed) => invoke("add_company", { typed }),
  openConversation: (company) => invoke("open_conversation", { company }),
  newConversation: (company) => invoke("new_conversation", { company }),
  olderEntries: (conversation, before) => invoke("older_entries", { conversation, before }),
  sendMessage: (conversation, text) => invoke("send_message", { conversation, text }),
  retryMessage: (conversation, entry) => invoke("retry_message", { conversation, entry }),
  saveDraft: (conversation, text) => invoke("save_draft", { conversation, text }),
  markRead: (conversation) => invoke("mark_read", { conversation }),
  linkQuestion: (conversation, entry, index) =>
    invoke("link_question", { conversation, entry, index }),
  openLink: (conversation, entry, index) => invoke("open_link", { conversation, entry, index }),
  retrySecrets: () => invoke("retry_secrets"),
  secretsForThisSession: () => invoke("secrets_for_this_session"),
  pageReady: () => invoke("page_ready"),
  listen: (handler) => listen<CoreEvent>("core", (event) => handler(event.payload)),
};
