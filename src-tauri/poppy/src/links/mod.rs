//! Links: the content of the Links extension, version 1, and where a link really leads.

use serde::Serialize;
use serde_json::Value;

/// What may be done with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Confirm, then open.
    Open,
    /// Confirm, saying why to be careful.
    Warn,
    /// Never opened, saying why.
    Refuse,
}

/// Why a link is refused or warned about. Serialised and sorted by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Not a string, blank, or not an absolute URL.
    NotALink,
    // … all of them, each documented
}

/// Whose site a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The Company's own.
    Company,
    /// Another.
    Other,
}

/// The sites that are the Company's own: its verified domain and its issuer's `poppy_domains`.
#[derive(Clone, Debug)]
pub struct CompanySites {
    /// `organization.domain`, verified.
    pub domain: String,
    /// The issuer's `poppy_domains`.
    pub poppy_domains: Vec<String>,
}

/// A link as it is shown, and the exact string that would be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Link {
    /// What may be done with it.
    pub verdict: Verdict,
    /// Why, sorted by code.
    pub reasons: Vec<Reason>,
    /// ASCII host as it will be contacted.
    pub host: Option<String>,
    /// The host for people.
    pub shown: Option<String>,
    /// Registrable domain, by the Public Suffix List with its private section.
    pub domain: Option<String>,
    /// The exact string given to the operating system.
    pub opens: Option<String>,
    /// Whose site it is.
    pub relation: Option<Relation>,
    /// The title as the Company's words: cleaned, one line, cut.
    pub title: Option<String>,
}

/// Assesses one item of `extensions.links.items`: a pure function of the item and the Company.
#[must_use]
pub fn assess(_item: &Value, _company: &CompanySites) -> Link {
    todo!()
}
