//! What the Company publishes: `poppy.json` (draft 0.3 section 3) and its issuer's metadata
//! (RFC 8414).

use serde_json::{Value, json};

use crate::DOMAIN;

/// The issuer: the Company's full identity.
pub(crate) const ISSUER: &str = "https://trailhead.example";
/// Where Session Tokens come from.
pub(crate) const TOKEN_PATH: &str = "/oauth/token";
/// Where tokens are given back.
pub(crate) const REVOCATION_PATH: &str = "/oauth/revoke";
/// The conversation endpoint.
pub(crate) const CONVERSATIONS_PATH: &str = "/poppy/conversations";
/// How long agents may keep the documents: they hardly change, and a restart is noticed soon.
pub(crate) const CACHE: &str = "public, max-age=300";

/// `poppy.json`. No way to sign in is listed: the demo has no accounts.
pub(crate) fn poppy() -> Value {
    json!({
        "protocol_version": "0.3",
        "organization": { "name": "Trailhead", "domain": DOMAIN },
        "auth": {
            "issuer": ISSUER,
            "custom_scopes": { "orders:read": "See your orders" }
        },
        "agent": {
            "protocols": [
                { "type": "poppy", "endpoint": format!("{ISSUER}{CONVERSATIONS_PATH}") }
            ]
        },
        "extensions": {
            "links": { "version": "1" },
            "disclosures": { "version": "1" }
        }
    })
}

/// The issuer's metadata.
pub(crate) fn issuer() -> Value {
    json!({
        "issuer": ISSUER,
        "token_endpoint": format!("{ISSUER}{TOKEN_PATH}"),
        "revocation_endpoint": format!("{ISSUER}{REVOCATION_PATH}"),
        "poppy_domains": [DOMAIN],
        "grant_types_supported": ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
        "response_types_supported": [],
        "token_endpoint_auth_methods_supported": ["private_key_jwt"],
        "token_endpoint_auth_signing_alg_values_supported": ["ES256"],
        "dpop_signing_alg_values_supported": ["ES256"]
    })
}
