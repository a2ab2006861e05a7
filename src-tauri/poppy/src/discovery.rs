//! Discovery: from a domain to a verified Company (draft 0.3 section 3; every check of 0.2's too).

use crate::documents::company::{Company, DocumentError};
use crate::domain::Domain;
use crate::host::{Clock, Timestamp};
use crate::net::{NetError, Transport};

/// A Company found and verified.
#[derive(Clone, Debug)]
pub struct Discovered {
    /// The Company. Its domain may differ from the one asked for: the User must be told both before
    /// anything else happens.
    pub company: Company,
    /// Until when it may be used without asking again, by both documents' caching headers: at least
    /// a minute, at most a day.
    pub fresh_until: Timestamp,
}

/// Why a Company cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiscoveryError {
    /// No answer.
    #[error("{0}")]
    Net(#[from] NetError),
    /// An answer other than 200: with 404, the domain most likely has no Company that speaks the
    /// protocol.
    #[error("{host} answered with status {status}")]
    Status {
        /// The host.
        host: String,
        /// The status.
        status: u16,
    },
    /// Too many redirects, or one without a usable target.
    #[error("{host} redirects too often or nowhere")]
    Redirects {
        /// The host that redirected last.
        host: String,
    },
    /// A redirect to something else than HTTPS.
    #[error("{host} redirects to an address that is not secure")]
    InsecureRedirect {
        /// The host that redirected.
        host: String,
    },
    /// `poppy.json` cannot be used.
    #[error("the Company's poppy.json cannot be used: {0}")]
    Poppy(DocumentError),
    /// The issuer's metadata cannot be used.
    #[error("the Company's sign-in service cannot be used: {0}")]
    Issuer(DocumentError),
    /// The document names another domain than the host that served it.
    #[error("{host} says it is {claims}")]
    DomainMismatch {
        /// The host.
        host: String,
        /// `organization.domain`, as sent.
        claims: String,
    },
    /// The issuer's metadata names another issuer.
    #[error("the sign-in service says it is {claims}, and the Company names {issuer}")]
    IssuerMismatch {
        /// `auth.issuer`
        issuer: String,
        /// The metadata's `issuer`.
        claims: String,
    },
    /// The issuer does not name the Company's domain as one it serves.
    #[error("the sign-in service {issuer} does not name {domain} as its own")]
    DomainNotServed {
        /// `auth.issuer`
        issuer: String,
        /// The Company's domain.
        domain: String,
    },
}

impl DiscoveryError {
    /// The error's code, for programs: stable, in kebab case. `unsupported-version` among them.
    #[must_use]
    pub fn code(&self) -> &'static str {
        todo!()
    }
}

/// Finds the Company at `domain` and verifies it.
///
/// # Errors
///
/// [`DiscoveryError`] names the check that failed.
pub async fn discover(
    _transport: &dyn Transport,
    _domain: &Domain,
    _clock: &dyn Clock,
) -> Result<Discovered, DiscoveryError> {
    todo!()
}
