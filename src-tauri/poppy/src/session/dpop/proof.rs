//! DPoP proofs (RFC 9449 section 4.2) and the nonces that servers ask for (sections 8 and 9).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use url::Url;

use super::Inner;
use crate::host::Clock as _;
use crate::ids::random_jti;
use crate::keys::{KeyError, sha256_base64url};
use crate::net::{Method, Response};

/// The longest nonce that is sent back, in bytes.
const MAX_NONCE: usize = 1024;

#[derive(Serialize)]
struct Claims<'a> {
    jti: String,
    htm: &'a str,
    htu: &'a str,
    iat: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ath: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
}

impl Inner {
    /// A proof for one attempt at one request: with `token`, bound to it; with the latest nonce of
    /// the server, if it gave one.
    pub(super) fn proof(
        &self,
        method: Method,
        url: &Url,
        token: Option<&str>,
    ) -> Result<String, KeyError> {
        let mut htu = url.clone();
        htu.set_query(None);
        htu.set_fragment(None);
        let claims = Claims {
            jti: random_jti(&*self.setup.random),
            htm: method.as_str(),
            htu: htu.as_str(),
            iat: self.shared.clock.now().seconds(),
            ath: token.map(|token| sha256_base64url(token.as_bytes())),
            nonce: self.shared.nonces.of(url),
        };
        self.setup.proof_key.sign_by_jwk("dpop+jwt", &claims)
    }
}

/// The latest nonce of each server, a server being an origin.
#[derive(Default)]
pub(super) struct Nonces(Mutex<HashMap<String, String>>);

impl Nonces {
    fn of(&self, url: &Url) -> Option<String> {
        let nonces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        nonces.get(&origin(url)).cloned()
    }

    /// Keeps the nonce of an answer, whatever its status. Whether there was one that can be used.
    pub(super) fn remember(&self, url: &Url, response: &Response) -> bool {
        let Some(nonce) = response.header("dpop-nonce").filter(|n| is_nonce(n)) else {
            return false;
        };
        let mut nonces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        nonces.insert(origin(url), nonce.to_owned());
        true
    }
}

fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// RFC 9449 section 8.1.
fn is_nonce(text: &str) -> bool {
    (1..=MAX_NONCE).contains(&text.len())
        && text
            .bytes()
            .all(|b| matches!(b, 0x21 | 0x23..=0x5B | 0x5D..=0x7E))
}
