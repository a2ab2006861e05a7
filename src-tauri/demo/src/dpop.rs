//! DPoP proofs (RFC 9449 section 4.3, draft 0.2 section 4.3).

use serde_json::Value;
use url::Url;

use crate::jwt::{EcKey, Jwt, sha256};

/// How far a proof's `iat` may be from now, either way, in seconds.
pub(crate) const WINDOW: i64 = 60;

/// The request that a proof must be for.
pub(crate) struct Proven<'a> {
    pub(crate) method: &'a str,
    /// The URL with no query and no fragment.
    pub(crate) url: &'a str,
    /// The Session Token that comes with it; `None` at the token endpoint.
    pub(crate) token: Option<&'a str>,
}

/// A proof that holds, but for its `jti`, which is still to be claimed, and its key, which is still
/// to be compared with the token's.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The thumbprint of the key.
    pub(crate) thumbprint: String,
    pub(crate) jti: String,
    /// The last second at which it would be accepted.
    pub(crate) until: i64,
    pub(crate) nonce: Option<String>,
}

/// Checks a proof. The error says what is wrong.
pub(crate) fn check(text: &str, request: &Proven<'_>, now: i64) -> Result<Proof, &'static str> {
    let jwt = Jwt::read(text)?;
    if jwt.header.get("typ").and_then(Value::as_str) != Some("dpop+jwt") {
        return Err("the proof's typ is not dpop+jwt");
    }
    let jwk = jwt.header.get("jwk").ok_or("the proof has no jwk")?;
    let key = EcKey::from_jwk(jwk)?;
    if !jwt.is_signed_by(&key) {
        return Err("the proof's signature is not its key's");
    }
    if jwt.text("htm") != Some(request.method) {
        return Err("the proof's htm is not the request's method");
    }
    if !jwt.text("htu").is_some_and(|htu| names(htu, request.url)) {
        return Err("the proof's htu is not the request's URL without query and fragment");
    }
    let issued = jwt.seconds("iat").ok_or("the proof has no iat")?;
    let window = now.saturating_sub(WINDOW)..=now.saturating_add(WINDOW);
    if !window.contains(&issued) {
        return Err("the proof's iat is not within a minute of now");
    }
    match (request.token, jwt.claims.get("ath")) {
        (Some(token), Some(Value::String(ath))) if *ath == sha256(token.as_bytes()) => {}
        (None, None) => {}
        (Some(_), _) => return Err("the proof's ath is not the token's"),
        (None, Some(_)) => return Err("a proof for the token endpoint has no ath"),
    }
    let jti = jwt.jti().ok_or("the proof has no jti")?;
    Ok(Proof {
        thumbprint: key.thumbprint(),
        jti: jti.to_owned(),
        until: issued.saturating_add(WINDOW),
        nonce: jwt.text("nonce").map(str::to_owned),
    })
}

/// Whether `htu` is this URL; spellings that mean the same are the same (RFC 9449 section 4.3).
fn names(htu: &str, url: &str) -> bool {
    Url::parse(htu).is_ok_and(|parsed| parsed.as_str() == url)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testkit::{NOW, TestKey, proof_claims, proof_header};

    const URL: &str = "https://trailhead.example/poppy/conversations";
    const TOKEN: &str = "tok_1";

    fn checked(header: &Value, claims: &Value, key: &TestKey) -> Result<Proof, &'static str> {
        let request = Proven {
            method: "POST",
            url: URL,
            token: claims.get("ath").map(|_| TOKEN),
        };
        check(&key.sign(header, claims), &request, NOW)
    }

    #[test]
    fn a_good_proof_is_believed_with_and_without_a_token() {
        let key = TestKey::generate();
        for token in [None, Some(TOKEN)] {
            let claims = proof_claims("POST", URL, token);
            let proof = checked(&proof_header(&key), &claims, &key).unwrap();
            assert_eq!(proof.until, NOW + WINDOW);
            assert_eq!(proof.thumbprint, key.thumbprint());
        }
        let mut claims = proof_claims("POST", URL, None);
        claims["htu"] = json!("HTTPS://TRAILHEAD.example:443/poppy/conversations");
        assert!(checked(&proof_header(&key), &claims, &key).is_ok());
    }

    #[test]
    fn every_claim_is_checked() {
        let key = TestKey::generate();
        for (claim, value) in [
            ("htm", json!("GET")),
            ("htm", json!("post")),
            ("htm", json!(null)),
            ("htu", json!("https://trailhead.example/poppy/other")),
            ("htu", json!("https://other.example/poppy/conversations")),
            ("htu", json!("http://trailhead.example/poppy/conversations")),
            ("htu", json!(format!("{URL}?cursor=1"))),
            ("htu", json!(format!("{URL}#top"))),
            ("htu", json!(null)),
            ("iat", json!(NOW - WINDOW - 1)),
            ("iat", json!(NOW + WINDOW + 1)),
            ("iat", json!(i64::MAX)),
            ("iat", json!(i64::MIN)),
            ("iat", json!(null)),
            ("ath", json!(sha256(b"another token"))),
            ("ath", json!(null)),
            ("jti", json!(null)),
            ("jti", json!("")),
        ] {
            let mut claims = proof_claims("POST", URL, Some(TOKEN));
            claims[claim] = value.clone();
            let found = checked(&proof_header(&key), &claims, &key);
            assert!(found.is_err(), "{claim} = {value} was accepted");
        }
    }

    #[test]
    fn a_proof_with_a_token_needs_its_hash_and_one_without_has_none() {
        let key = TestKey::generate();
        let with = key.sign(&proof_header(&key), &proof_claims("POST", URL, Some(TOKEN)));
        let without = key.sign(&proof_header(&key), &proof_claims("POST", URL, None));
        let request = |token| Proven {
            method: "POST",
            url: URL,
            token,
        };
        assert!(check(&with, &request(None), NOW).is_err());
        assert!(check(&without, &request(Some(TOKEN)), NOW).is_err());
    }

    #[test]
    fn the_header_and_the_signature_are_checked() {
        let key = TestKey::generate();
        let claims = proof_claims("POST", URL, None);
        for (member, value) in [
            ("typ", json!("JWT")),
            ("typ", json!(null)),
            ("alg", json!("none")),
            ("alg", json!("HS256")),
            ("jwk", json!(null)),
            ("jwk", json!({ "kty": "oct", "k": "AA" })),
        ] {
            let mut wrong = proof_header(&key);
            wrong[member] = value.clone();
            let found = checked(&wrong, &claims, &key);
            assert!(found.is_err(), "{member} = {value} was accepted");
        }
        let mut private = proof_header(&key);
        private["jwk"]["d"] = json!("AA");
        assert_eq!(
            checked(&private, &claims, &key),
            Err("the key is a private one")
        );
        let other = TestKey::generate();
        assert_eq!(
            checked(&proof_header(&other), &claims, &key),
            Err("the proof's signature is not its key's")
        );
        let mut off_curve = proof_header(&key);
        off_curve["jwk"]["y"] = off_curve["jwk"]["x"].clone();
        assert!(checked(&off_curve, &claims, &key).is_err());
    }
}
