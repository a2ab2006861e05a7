//! Discovery: from a domain to a verified Company (draft 0.3 section 3; every check of 0.2's too).

mod fetch;
#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests;

use std::time::Duration;

use url::Url;

use crate::documents::company::{Auth, Company, DocumentError};
use crate::documents::issuer::IssuerMetadata;
use crate::documents::poppy::{PoppyAuth, PoppyDocument};
use crate::domain::Domain;
use crate::host::{Clock, Timestamp};
use crate::net::headers::freshness;
use crate::net::{NetError, Transport, host_of};

/// The shortest and the longest time a document is used without asking again (draft 0.2 section 3).
const MIN_FRESH: Duration = Duration::from_secs(60);
const MAX_FRESH: Duration = Duration::from_secs(24 * 60 * 60);

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
    #[error("{}", status_message(.host, *.status))]
    Status {
        /// The host.
        host: String,
        /// The status.
        status: u16,
    },
    /// Too many redirects, or one without a usable target.
    #[error("the host {host} redirects too often or nowhere: the Company must correct its site")]
    Redirects {
        /// The host that redirected last.
        host: String,
    },
    /// A redirect to something else than HTTPS.
    #[error(
        "the host {host} redirects to an address that is not secure: the Company must correct its site"
    )]
    InsecureRedirect {
        /// The host that redirected.
        host: String,
    },
    /// `poppy.json` cannot be used.
    #[error("the Company's poppy.json cannot be used: {0}")]
    Poppy(DocumentError),
    /// The issuer's metadata cannot be used.
    #[error("the Company's sign-in service cannot be used: in its metadata, {0}")]
    Issuer(DocumentError),
    /// The document names another domain than the host that served it.
    #[error(
        "the host {host} says it is {claims:?}, so it cannot be told who it is: the Company must correct its poppy.json"
    )]
    DomainMismatch {
        /// The host.
        host: String,
        /// `organization.domain`, as sent.
        claims: String,
    },
    /// The issuer's metadata names another issuer.
    #[error(
        "the sign-in service says it is {claims:?}, but the Company names {issuer:?}: the Company must correct one of them"
    )]
    IssuerMismatch {
        /// `auth.issuer`
        issuer: String,
        /// The metadata's `issuer`.
        claims: String,
    },
    /// The issuer does not name the Company's domain as one it serves.
    #[error(
        "the sign-in service {issuer:?} does not name {domain} as its own, so it is not known to belong to the Company"
    )]
    DomainNotServed {
        /// `auth.issuer`
        issuer: String,
        /// The Company's domain.
        domain: String,
    },
}

fn status_message(host: &str, status: u16) -> String {
    match status {
        404 | 410 => {
            format!("the host {host} has no Company that speaks this protocol (status {status})")
        }
        500..=599 => format!("the host {host} is out of order (status {status}): try again later"),
        _ => format!(
            "the host {host} does not give out its poppy.json or metadata (status {status})"
        ),
    }
}

impl DiscoveryError {
    /// The error's code, for programs: stable, in kebab case. `unsupported-version` among them.
    ///
    /// | code | what happened |
    /// |---|---|
    /// | those of [`NetError::code`] | no answer |
    /// | `not-a-company` | 404 or 410: nobody there speaks the protocol |
    /// | `unexpected-status` | any other answer than 200 |
    /// | `bad-redirect` | more than three redirects, or one that leads nowhere |
    /// | `insecure-redirect` | a redirect to something else than HTTPS |
    /// | `invalid-poppy` | `poppy.json` is not what it must be |
    /// | `unsupported-version` | a version of the protocol that this agent does not speak |
    /// | `domain-mismatch` | the document names another domain than its host |
    /// | `invalid-issuer` | the issuer's metadata is not what it must be |
    /// | `issuer-mismatch` | the metadata names another issuer |
    /// | `domain-not-served` | the issuer does not name the Company's domain |
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Net(error) => error.code(),
            Self::Status {
                status: 404 | 410, ..
            } => "not-a-company",
            Self::Status { .. } => "unexpected-status",
            Self::Redirects { .. } => "bad-redirect",
            Self::InsecureRedirect { .. } => "insecure-redirect",
            Self::Poppy(DocumentError::Unsupported { .. }) => "unsupported-version",
            Self::Poppy(_) => "invalid-poppy",
            Self::Issuer(_) => "invalid-issuer",
            Self::DomainMismatch { .. } => "domain-mismatch",
            Self::IssuerMismatch { .. } => "issuer-mismatch",
            Self::DomainNotServed { .. } => "domain-not-served",
        }
    }
}

/// Finds the Company at `domain` and verifies it.
///
/// # Errors
///
/// [`DiscoveryError`] names the check that failed.
pub async fn discover(
    transport: &dyn Transport,
    domain: &Domain,
    clock: &dyn Clock,
) -> Result<Discovered, DiscoveryError> {
    let url = Url::parse(&format!("https://{domain}/.well-known/poppy.json"))
        .map_err(|_| NetError::NoAddress(domain.to_string()))?;
    // Freshness counts from before the first request, so that documents are never kept too long.
    let asked = clock.now();
    let served = fetch::document(transport, url).await?;
    let mut fresh = freshness(&served.response);
    let poppy = PoppyDocument::parse(&served.response.body).map_err(DiscoveryError::Poppy)?;
    let domain = verified_domain(&poppy.domain, &served.url)?;
    let auth = match poppy.auth {
        Some(auth) => {
            let served = fetch::document(transport, IssuerMetadata::location(&auth.issuer_url));
            let served = served.await?;
            fresh = fresh.min(freshness(&served.response));
            let metadata =
                IssuerMetadata::parse(&served.response.body).map_err(DiscoveryError::Issuer)?;
            Some(verified_auth(auth, metadata, &domain)?)
        }
        None => None,
    };
    let company = Company {
        domain,
        name: poppy.name,
        version: poppy.version,
        auth,
        chat: poppy.chat,
        extensions: poppy.extensions,
    };
    Ok(Discovered {
        company,
        fresh_until: later(asked, fresh.min(MAX_FRESH)).max(later(clock.now(), MIN_FRESH)),
    })
}

fn later(moment: Timestamp, by: Duration) -> Timestamp {
    moment.plus_millis(i64::try_from(by.as_millis()).unwrap_or(i64::MAX))
}

/// `organization.domain` must be the host that served the document, after redirects: compared
/// ignoring case, with no other normalisation (draft 0.2 section 3.1).
fn verified_domain(claims: &str, served: &Url) -> Result<Domain, DiscoveryError> {
    let host = host_of(served);
    if !host.eq_ignore_ascii_case(claims) {
        return Err(DiscoveryError::DomainMismatch {
            host,
            claims: claims.to_owned(),
        });
    }
    Domain::from_typed(&host).map_err(|_| {
        DiscoveryError::Poppy(DocumentError::Member {
            member: "organization.domain",
            problem: "must be a domain name",
        })
    })
}

/// The metadata's `issuer` must be `auth.issuer`, character for character, and its `poppy_domains`
/// must hold the Company's domain, ignoring case (draft 0.2 section 3.2).
fn verified_auth(
    auth: PoppyAuth,
    metadata: IssuerMetadata,
    domain: &Domain,
) -> Result<Auth, DiscoveryError> {
    if metadata.issuer != auth.issuer {
        return Err(DiscoveryError::IssuerMismatch {
            issuer: auth.issuer,
            claims: metadata.issuer,
        });
    }
    let serves = |listed: &String| listed.eq_ignore_ascii_case(domain.as_str());
    if !metadata.poppy_domains.iter().any(serves) {
        return Err(DiscoveryError::DomainNotServed {
            issuer: auth.issuer,
            domain: domain.to_string(),
        });
    }
    Ok(Auth {
        issuer: auth.issuer,
        token_endpoint: metadata.token_endpoint,
        revocation_endpoint: metadata.revocation_endpoint,
        authorization_endpoint: metadata.authorization_endpoint,
        device_authorization_endpoint: metadata.device_authorization_endpoint,
        poppy_domains: metadata.poppy_domains,
        direct: auth.direct,
        device: auth.device,
        custom_scopes: auth.custom_scopes,
    })
}
