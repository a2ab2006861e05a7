//! What the window and the command line are told: plain values, generated into TypeScript. Every
//! text a Company wrote is cleaned here already; the page only shows.

mod conversations;
mod export;
mod identity;
mod search;
mod settings;
mod sign_in;
mod storage;
mod windows;

use poppy::event::Responder;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use conversations::{
    ClockNotice, ContextChoice, ContextView, ConversationItem, Holding, Writing,
};
pub use export::{ExportFormat, Exported};
pub use identity::{
    Difference, FileItem, IdentityView, KeyItem, KeyRole, Published, PublishedFile, Rotation,
    SeenBy,
};
pub use search::{
    FoundLink, FoundNotice, SearchFill, SearchHit, SearchPage, SearchScope, Snippet, TextRange,
};
pub use settings::{Notifications, Settings, SettingsChange, Unread};
pub use sign_in::{
    AccountItem, ScopeItem, SignIn, SignInAsk, SignInMethod, SignInOffer, SignInState,
};

pub use storage::{CompanyDeleted, CompanyUsage, EverythingDeleted, LeavingItem, StorageView};
pub use windows::{HoldingsPage, Newer, Window};

use crate::view::{LinkCard, MessageView};

/// A Company in this agent's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct CompanyId(#[ts(type = "number")] pub i64);

/// A conversation in this agent's store; not the Company's id of it, which it may not have yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct ConversationKey(#[ts(type = "number")] pub i64);

/// An entry of a conversation's timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct EntryId(#[ts(type = "number")] pub i64);

/// Everything the window shows before a conversation is opened.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Overview {
    /// The Companies, most recently active first.
    pub companies: Vec<CompanyItem>,
    /// Where secrets are kept, or why they cannot be.
    pub secrets: SecretsState,
    /// Hosts that a network file sends elsewhere: shown while one is in use. Empty: none is.
    pub network_hosts: Vec<String>,
    /// This machine's clock differs from Companies'; `null`: it does not, as far as is known.
    pub clock: Option<ClockNotice>,
    /// What went wrong that nobody was told of yet.
    pub problem: Option<ProblemNote>,
    /// This program's version.
    pub version: String,
}

/// Something that went wrong and belongs to no place of the window: what was handed over to the
/// program, or what it does by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ProblemNote {
    /// Tells it from those before: one that was put away is not shown again.
    #[ts(type = "number")]
    pub number: u64,
    /// A code, for programs.
    pub code: String,
    /// What a person is told.
    pub message: String,
}

/// A Company in the list.
#[derive(Clone, Debug, Serialize, TS)]
pub struct CompanyItem {
    /// Its key here.
    pub id: CompanyId,
    /// Its verified domain, ASCII.
    pub domain: String,
    /// The domain for people: in its own letters where that is safe.
    pub shown_domain: String,
    /// Its name, as it calls itself, cleaned.
    pub name: String,
    /// The built-in demo Company.
    pub demo: bool,
    /// The User blocked it: nothing is sent to it or read from it, and what was said stays readable.
    pub blocked: bool,
    /// Whether it can be chatted with at all.
    pub chat: bool,
    /// Whether an identity must be seen published before it can be chatted with: none was yet, as
    /// it is now.
    pub needs_identity: bool,
    /// Protocol version: `0.3` or `0.2`.
    pub version: String,
    /// Its sign-in service (`auth.issuer`), which names the domain as its own.
    pub issuer: Option<String>,
    /// When its documents were last fetched and verified, in milliseconds since 1970.
    #[ts(type = "number")]
    pub verified_at: i64,
    /// Extensions both sides list at the same version.
    pub shared_extensions: Vec<String>,
    /// Entries not read yet.
    #[ts(type = "number")]
    pub unread: i64,
    /// When something last happened, in milliseconds since 1970; `null`: nothing yet.
    #[ts(type = "number | null")]
    pub active_at: Option<i64>,
    /// Signed in as its customer; `null`: not signed in.
    pub account: Option<AccountItem>,
    /// The ways to sign in that it offers, the natural one first.
    pub sign_in_methods: Vec<SignInMethod>,
    /// A sign-in under way, or its outcome until it is put away.
    pub sign_in: Option<SignIn>,
    /// The User signed out here, and the Company has not confirmed it yet: Candor goes on trying.
    pub signing_out: bool,
    /// The Company asked to be left alone until then, in milliseconds since 1970: for all its
    /// conversations. `null`: it did not, or that time is over.
    #[ts(type = "number | null")]
    pub limited_until: Option<i64>,
    /// Whether the User may have it asked before that.
    pub may_ask_now: bool,
}

/// Where the secrets are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SecretsState {
    /// In the system's keyring.
    Keyring,
    /// Sealed with a key in a file, as asked for on purpose.
    File,
    /// In memory until the program ends, as the User chose.
    Session,
    /// Nowhere: nothing can be sent until the User decides.
    Unavailable {
        /// `keyring-missing`, `keyring-locked`, `keyring-failed` or `secrets-lost` (the store holds
        /// secrets sealed with a key that the keyring does not have any longer).
        code: String,
        /// What happened and what to do, in plain English.
        message: String,
    },
}

/// What adding a Company came to.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum AddOutcome {
    /// It is in the list (or was already). One that is blocked stays so: ask whether to unblock it.
    Added {
        /// The Company.
        company: Box<CompanyItem>,
    },
    /// The domain typed leads to a Company of another domain: the User is told both and asked.
    /// Nothing was kept. To go on, add the other domain.
    OtherDomain {
        /// What was typed, as a domain.
        typed: String,
        /// The domain that answered and was verified.
        served: String,
        /// The Company's name, as it calls itself, cleaned.
        name: String,
    },
}

/// A conversation, with its newest entries.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Conversation {
    /// Its key here.
    pub id: ConversationKey,
    /// The Company.
    pub company: CompanyId,
    /// How it stands.
    pub standing: Standing,
    /// What was being written.
    pub draft: String,
    /// The newest entries, oldest first.
    pub entries: Vec<Entry>,
    /// Whether older entries can be read.
    pub has_older: bool,
    /// The first entry not read yet, which may be older than all of `entries`: ask for what is
    /// around it. `null`: all was read.
    pub first_unread: Option<EntryId>,
    /// When it was begun here, in milliseconds since 1970.
    #[ts(type = "number")]
    pub started_at: i64,
    /// What the Company is writing now.
    pub writing: Vec<Writing>,
    /// The conversation this is a Direct Conversation under; `null`: it is none.
    pub parent: Option<ConversationKey>,
}

/// Older entries of a conversation.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Older {
    /// The entries, oldest first.
    pub entries: Vec<Entry>,
    /// Whether still older ones can be read.
    pub has_older: bool,
}

/// How a conversation stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Standing {
    /// The phase it is in.
    pub phase: Phase,
    /// Who answers for the Company, if known.
    pub responder: Option<Responder>,
    /// What keeps it from going on, if anything does.
    pub trouble: Option<Trouble>,
}

/// The phase a conversation is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing was sent yet: the Company does not know of it.
    Fresh,
    /// The Company prepares an answer.
    Working,
    /// Nothing is under way.
    Idle,
    /// Waiting for a person of the Company.
    Queued,
    /// Closed for good, or no longer known to the Company: readable, but a new one must be started.
    Closed,
}

/// What keeps a conversation from going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Trouble {
    /// The code to decide by: the protocol's own, or ours in kebab case.
    pub code: String,
    /// What happened, whose doing it is and what to do, in plain English.
    pub message: String,
    /// When it is tried again by itself, in milliseconds since 1970; `null`: not by itself.
    #[ts(type = "number | null")]
    pub retry_at: Option<i64>,
    /// A conversation to go on in instead (`direct_conversation_open`).
    pub leads_to: Option<ConversationKey>,
}

/// One entry of a timeline.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Entry {
    /// Its key here.
    pub id: EntryId,
    /// Its place: entries are shown in ascending order of this. Changes once for an own message,
    /// when it comes back at its place in the Company's order.
    #[ts(type = "number")]
    pub position: i64,
    /// When, in milliseconds since 1970: by the Company's word for its entries, by this machine's
    /// clock for own messages not yet back. For display only.
    #[ts(type = "number")]
    pub at: i64,
    /// What it is.
    pub content: EntryContent,
}

/// What a timeline entry is.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EntryContent {
    /// A message of the Company or the User.
    Message {
        /// What it says.
        view: MessageView,
        /// For the User's own: how far it got. `null` for the Company's, and for what the Company
        /// says that the User wrote and was not written here.
        delivery: Option<Delivery>,
    },
    /// A message that cannot be read.
    Unreadable {
        /// What was wrong with it.
        problem: String,
        /// The JSON that was sent.
        raw: String,
    },
    /// Somebody else answers from here on.
    Responder {
        /// Who.
        responder: Responder,
    },
    /// The Company asks the User to sign in.
    SignIn {
        /// `sign_in_required` or `insufficient_scope`, cleaned.
        error: String,
        /// The scopes asked for, cleaned.
        scope: Option<String>,
        /// What the card shows.
        ask: SignInAsk,
    },
    /// The Company asks for the User.
    UserRequested {
        /// Why, in the Company's words, cleaned.
        reason: Option<String>,
    },
    /// A Direct Conversation, in which the User talks to the Company's people, was opened or closed
    /// beside this one.
    Direct {
        /// Opened, or closed.
        opened: bool,
        /// The conversation, if this agent has it.
        conversation: Option<ConversationKey>,
    },
    /// A part of the conversation is missing: the Company no longer has it.
    PartMissing,
}

/// How far a message of the User's got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Delivery {
    /// Stored, waiting for its turn.
    Queued,
    /// On its way.
    Sending,
    /// The Company confirmed that it got it.
    Sent,
    /// It came back in the conversation.
    Delivered,
    /// No answer: it may have arrived. Tried again by itself, and added only once.
    Unconfirmed,
    /// Not sent; it needs the User.
    Failed {
        /// The code to decide by.
        code: String,
        /// What happened, whose doing it is and what to do.
        message: String,
        /// A conversation to go on in instead (`direct_conversation_open`).
        leads_to: Option<ConversationKey>,
    },
}

/// Tells the window what changed. One enum for everything.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CoreEvent {
    /// The list of Companies changed.
    Companies {
        /// All of them, as in [`Overview`].
        companies: Vec<CompanyItem>,
    },
    /// An entry is new or changed.
    Entry {
        /// The conversation it is in.
        conversation: ConversationKey,
        /// The entry.
        entry: Entry,
        /// The entry is the message of this id, whole: what was being written of it
        /// ([`Writing::message_id`]) goes in the same moment. `null`: nothing was.
        ends_writing: Option<String>,
    },
    /// What the Company is writing changed.
    Writing {
        /// The conversation it is in.
        conversation: ConversationKey,
        /// All of it. Empty: what was being written is dropped.
        writing: Vec<Writing>,
    },
    /// A sign-in goes on, ended or was put away.
    SignIn {
        /// The Company.
        company: CompanyId,
        /// How far it is; `null`: there is none any longer.
        sign_in: Option<SignIn>,
    },
    /// The list of a Company's conversations changed.
    Conversations {
        /// The Company.
        company: CompanyId,
        /// All of them, the one in which something happened last first.
        conversations: Vec<ConversationItem>,
    },
    /// The identity changed, or what is known of its published copies.
    Identity {
        /// As it is now.
        identity: IdentityView,
    },
    /// Clocks differ otherwise than before.
    Clock {
        /// As it is now; `null`: they do not.
        clock: Option<ClockNotice>,
    },
    /// A conversation stands otherwise than before.
    Standing {
        /// The conversation.
        conversation: ConversationKey,
        /// How it stands now.
        standing: Standing,
    },
    /// Secrets are kept otherwise than before.
    Secrets {
        /// Where they are.
        secrets: SecretsState,
    },
    /// Something went wrong that belongs to no place of the window.
    Problem {
        /// What.
        problem: ProblemNote,
    },
    /// A conversation is being written to a file.
    Exporting {
        /// Which.
        conversation: ConversationKey,
        /// How many entries are written.
        #[ts(type = "number")]
        done: i64,
        /// Of how many, about.
        #[ts(type = "number")]
        total: i64,
    },
    /// What the User chose changed.
    Settings {
        /// As it is now.
        settings: Settings,
    },
    /// The User asked for a conversation outside the page: by a notification.
    GoTo {
        /// The Company.
        company: CompanyId,
        /// The conversation.
        conversation: ConversationKey,
    },
    /// The window missed events, because too many came at once: it must ask for everything again.
    Resync,
}

/// Where a link of a message leads, for the dialog that asks before it opens.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LinkQuestion {
    /// The link, assessed again from the stored message.
    pub card: LinkCard,
    /// The Company that sent it: its name, cleaned.
    pub company: String,
    /// The Company's verified domain, for people.
    pub company_domain: String,
}
