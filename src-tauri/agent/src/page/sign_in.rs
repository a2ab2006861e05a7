//! Signing in at a Company, as the window shows it (draft 0.2 section 4.4).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{CompanyId, ConversationKey};

/// A scope, with the Company's own words for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ScopeItem {
    /// The scope itself: what is sent.
    pub scope: String,
    /// What the Company says it means (`custom_scopes`), cleaned; `null`: it says nothing.
    pub words: Option<String>,
}

/// A way to sign in. The User always signs in themselves, on the Company's own page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SignInMethod {
    /// A code that the User types on the Company's page (RFC 8628).
    Device,
    /// In the User's browser, which comes back to the agent's own callback page.
    Direct,
}

/// A way to sign in that the Company offers, with what it can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SignInOffer {
    /// The way.
    pub method: SignInMethod,
    /// What would be asked for.
    pub scopes: Vec<ScopeItem>,
    /// What the Company asked for and does not offer this way: never asked for.
    pub not_offered: Vec<ScopeItem>,
    /// Whether it can be used now: Direct needs a published identity, for its callback page. The demo
    /// has one of its own.
    pub ready: bool,
}

/// What a sign-in card shows before anything has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SignInAsk {
    /// The Company's name, cleaned.
    pub company: String,
    /// Its verified domain, for people.
    pub company_domain: String,
    /// The ways it offers, the natural one first. Empty: the Company asks for a sign-in and offers
    /// no way that Candor knows.
    pub offers: Vec<SignInOffer>,
}

/// A sign-in under way, or its outcome until it is put away. At most one for each Company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SignIn {
    /// The Company.
    pub company: CompanyId,
    /// The conversation it was begun in; `null`: from the Company's panel.
    pub conversation: Option<ConversationKey>,
    /// The way.
    pub method: SignInMethod,
    /// What is asked for.
    pub scopes: Vec<ScopeItem>,
    /// How far it is.
    pub state: SignInState,
}

/// How far a sign-in is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SignInState {
    /// The Company is being asked for a code.
    Starting,
    /// Waiting for the User on the Company's page.
    Waiting {
        /// Where the page is, for reading only: `sign_in_link` gives what is opened.
        link: String,
        /// The link's host, for people.
        link_host: String,
        /// The code to type there.
        user_code: String,
        /// Until when, in milliseconds since 1970.
        #[ts(type = "number")]
        expires_at: i64,
    },
    /// Waiting for the User's browser to come back, or for what it shows to be pasted.
    WaitingBrowser {
        /// Where the page is, for reading and copying only: `sign_in_link` gives what is opened.
        link: String,
        /// The host of the page, for people.
        link_host: String,
        /// Until when, in milliseconds since 1970.
        #[ts(type = "number")]
        expires_at: i64,
    },
    /// The User is back; the Company is being asked for what it granted.
    Finishing,
    /// Signed in.
    Approved {
        /// What was granted.
        granted: Vec<ScopeItem>,
        /// What was asked for and not granted.
        missing: Vec<ScopeItem>,
    },
    /// The User, or the Company, refused it.
    Denied,
    /// Nobody answered in time.
    Expired,
    /// It cannot be done.
    Failed {
        /// The code to decide by.
        code: String,
        /// What happened, whose doing it is and what to do.
        message: String,
    },
}

/// Signed in as a customer of a Company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AccountItem {
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// What the agent may do there.
    pub scopes: Vec<ScopeItem>,
}
