//! What a person is told of an error: a sentence of its own. Errors themselves are written in English,
//! for the log.

use poppy::discovery::DiscoveryError;
use poppy::documents::client::ClientIdError;
use poppy::domain::DomainError;
use poppy::net::{NetError, ProxyProblem};

use crate::error::AgentError;
use crate::language::{Said, say};

/// What is said of an error of the agent's.
pub(crate) fn agent(error: &AgentError) -> String {
    let plain = |id: &str| say(id, &[]);
    match error {
        AgentError::Domain(error) => plain(domain(*error)),
        AgentError::Discovery(error) => discovery(error),
        AgentError::Network(error) => net(error),
        AgentError::Folder { path, problem } => at(
            "error-folder",
            &path.display().to_string(),
            &problem.to_string(),
        ),
        AgentError::NetworkFile { path, problem } => {
            at("error-network-file", &path.display().to_string(), problem)
        }
        AgentError::Export { path, problem } => at(
            "error-export",
            &path.display().to_string(),
            &problem.to_string(),
        ),
        AgentError::InUse(path) => at("error-in-use", &path.display().to_string(), ""),
        AgentError::NewerStore { found, known } => say(
            "error-newer-store",
            &[
                ("found", (&found.to_string()).into()),
                ("known", (&known.to_string()).into()),
            ],
        ),
        AgentError::Store(error) => with_problem("error-store", &error.to_string()),
        AgentError::ClientId(error) => plain(client_id(*error)),
        AgentError::NotFound(what) => plain(not_found(what)),
        AgentError::MessageTooLong { over } => say(
            "error-message-too-long",
            &[("over", (&crate::error::thousands(*over)).into())],
        ),
        AgentError::Secrets { message, .. } | AgentError::Told { message, .. } => {
            crate::error::sentence(message)
        }
        AgentError::NoIdentity => plain("error-no-identity"),
        AgentError::EmptyMessage => plain("error-empty-message"),
        AgentError::Closed => plain("error-closed"),
        AgentError::NotBegun => plain("error-not-begun"),
        AgentError::NotFailed => plain("error-not-failed"),
        AgentError::NoChat => plain("error-no-chat"),
        AgentError::Blocked => plain("error-blocked"),
        AgentError::Key(_) => plain("error-key"),
        AgentError::NotALanguage => plain("error-not-a-language"),
        AgentError::Closing => plain("error-closing"),
    }
}

fn at(id: &str, path: &str, problem: &str) -> String {
    say(id, &[("path", path.into()), ("problem", problem.into())])
}

fn with_problem(id: &str, problem: &str) -> String {
    say(id, &[("problem", problem.into())])
}

fn not_found(what: &str) -> &'static str {
    match what {
        "conversation" => "error-not-found-conversation",
        "message" => "error-not-found-message",
        "link" => "error-not-found-link",
        _ => "error-not-found-other",
    }
}

const fn domain(error: DomainError) -> &'static str {
    match error {
        DomainError::Empty => "error-domain-empty",
        DomainError::NotADomain => "error-domain-not-a-domain",
        DomainError::Email => "error-domain-email",
        DomainError::OneWord => "error-domain-one-word",
        DomainError::Scheme => "error-domain-scheme",
        DomainError::Address => "error-domain-address",
    }
}

const fn client_id(error: ClientIdError) -> &'static str {
    match error {
        ClientIdError::NotHttps => "error-client-id-not-https",
        ClientIdError::Shape => "error-client-id-shape",
        ClientIdError::TooLong => "error-client-id-too-long",
    }
}

/// What is said when a Company cannot be found or verified.
pub(crate) fn discovery(error: &DiscoveryError) -> String {
    match error {
        DiscoveryError::Net(error) => net(error),
        DiscoveryError::Status { host, status } => {
            let id = match status {
                404 | 410 => "error-found-no-company",
                500..=599 => "error-found-out-of-order",
                _ => "error-found-status",
            };
            let status = status.to_string();
            say(id, &[("host", host.into()), ("status", (&status).into())])
        }
        DiscoveryError::Redirects { host } => on(host, "error-found-redirects", None),
        DiscoveryError::InsecureRedirect { host } => {
            on(host, "error-found-insecure-redirect", None)
        }
        DiscoveryError::Poppy(problem) => with_problem("error-found-poppy", &problem.to_string()),
        DiscoveryError::Issuer(problem) => with_problem("error-found-issuer", &problem.to_string()),
        DiscoveryError::DomainMismatch { host, claims } => on(
            host,
            "error-found-domain-mismatch",
            Some(("claims", claims.into())),
        ),
        DiscoveryError::IssuerMismatch { issuer, claims } => say(
            "error-found-issuer-mismatch",
            &[("issuer", issuer.into()), ("claims", claims.into())],
        ),
        DiscoveryError::DomainNotServed { issuer, domain } => say(
            "error-found-domain-not-served",
            &[("issuer", issuer.into()), ("domain", domain.into())],
        ),
    }
}

fn net(error: &NetError) -> String {
    match error {
        NetError::NotHttps(host) => on(host, "error-net-not-https", None),
        NetError::NoAddress(host) => on(host, "error-net-no-address", None),
        NetError::PrivateAddress(host) => on(host, "error-net-private-address", None),
        NetError::Connect(host) => on(host, "error-net-connect", None),
        NetError::Tls(host) => on(host, "error-net-tls", None),
        NetError::Timeout(host) => on(host, "error-net-timeout", None),
        NetError::Cut(host) => on(host, "error-net-cut", None),
        NetError::TooLarge(host) => on(host, "error-net-too-large", None),
        NetError::Setup(problem) => with_problem("error-net-setup", problem),
        NetError::Proxy {
            proxy,
            host,
            problem,
        } => {
            let id = match problem {
                ProxyProblem::Unreachable => "error-proxy-unreachable",
                ProxyProblem::Credentials => "error-proxy-credentials",
                ProxyProblem::Refused => "error-proxy-refused",
                ProxyProblem::Late => "error-proxy-late",
                ProxyProblem::Unusable => "error-proxy-unusable",
            };
            on(host, id, Some(("proxy", proxy.into())))
        }
    }
}

fn on(host: &str, id: &str, more: Option<(&str, Said<'_>)>) -> String {
    let args: Vec<(&str, Said<'_>)> = more.into_iter().chain([("host", host.into())]).collect();
    say(id, &args)
}
