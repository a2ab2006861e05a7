//! The extensions this agent speaks, in one table.
//!
//! An agent that lists `disclosures` gets notices apart from `text`; one that listed it and did not
//! show them would hide an allergen warning. So what is advertised in the client metadata and what
//! is rendered both come from [`Extension::ALL`]: a row cannot be listed without being shown, since
//! the renderer matches on the same enum.

use serde_json::{Map, Value, json};

/// An extension of the protocol that this agent shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extension {
    /// Links to web pages (the Links extension, version 1).
    Links,
    /// Notices that matter whatever else the message says (the Disclosures extension, version 1).
    Disclosures,
}

impl Extension {
    /// Every extension advertised, and so every one rendered.
    pub const ALL: [Self; 2] = [Self::Links, Self::Disclosures];

    /// The name it has in `extensions`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Links => "links",
            Self::Disclosures => "disclosures",
        }
    }

    /// The version this agent speaks.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Self::Links | Self::Disclosures => "1",
        }
    }
}

/// The `extensions` member of the client metadata document (section 2 of both extensions' pages).
#[must_use]
pub fn advertised() -> Value {
    let entry = |e: Extension| (e.name().to_owned(), json!({ "version": e.version() }));
    Value::Object(Extension::ALL.into_iter().map(entry).collect::<Map<_, _>>())
}
