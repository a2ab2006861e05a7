//! What the Company publishes: `poppy.json` (draft 0.3 section 3) and its issuer's metadata
//! (RFC 8414).

use serde_json::{Map, Value, json};

use crate::DOMAIN;
use crate::accounts::SCOPES;

/// The issuer: the Company's full identity.
pub(crate) const ISSUER: &str = "https://trailhead.example";
/// Where Session Tokens come from.
pub(crate) const TOKEN_PATH: &str = "/oauth/token";
/// Where tokens are given back.
pub(crate) const REVOCATION_PATH: &str = "/oauth/revoke";
/// Where sign-ins in a browser begin, and are decided.
pub(crate) const AUTHORIZATION_PATH: &str = "/oauth/authorize";
/// Where sign-ins by code begin.
pub(crate) const DEVICE_AUTHORIZATION_PATH: &str = "/oauth/device";
/// Where sign-ins by code are decided.
pub(crate) const DEVICE_PAGE_PATH: &str = "/device";
/// The same, in full.
pub(crate) const DEVICE_PAGE: &str = "https://trailhead.example/device";
/// The conversation endpoint.
pub(crate) const CONVERSATIONS_PATH: &str = "/poppy/conversations";
/// How long agents may keep the documents: they hardly change, and a restart is noticed soon.
pub(crate) const CACHE: &str = "public, max-age=300";

/// `poppy.json`.
pub(crate) fn poppy() -> Value {
    let scopes = SCOPES.map(|(name, _)| name);
    let words: Map<String, Value> = SCOPES
        .iter()
        .map(|(name, words)| ((*name).to_owned(), json!(words)))
        .collect();
    json!({
        "protocol_version": "0.3",
        "organization": { "name": "Trailhead", "domain": DOMAIN },
        "auth": {
            "issuer": ISSUER,
            "device": { "scopes": scopes },
            "direct": { "scopes": scopes },
            "custom_scopes": words
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
        "authorization_endpoint": format!("{ISSUER}{AUTHORIZATION_PATH}"),
        "device_authorization_endpoint": format!("{ISSUER}{DEVICE_AUTHORIZATION_PATH}"),
        "poppy_domains": [DOMAIN],
        "grant_types_supported": [
            "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "urn:ietf:params:oauth:grant-type:device_code",
            "authorization_code",
            "refresh_token"
        ],
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "token_endpoint_auth_methods_supported": ["private_key_jwt"],
        "token_endpoint_auth_signing_alg_values_supported": ["ES256"],
        "dpop_signing_alg_values_supported": ["ES256"]
    })
}
