//! Assertions: what an agent signs with its published key to say who it is (client assertion,
//! RFC 7523, draft 0.2 section 4.1) and who its User is (Session assertion, section 4.2).

use crate::agents::KnownAgent;
use crate::jwt::Jwt;

/// The longest an assertion may be good for, in seconds.
const MAX_LIFE: i64 = 5 * 60;
/// How far the other side's clock may be ahead, in seconds.
const SKEW: i64 = 30;

/// An assertion that holds, but for its `jti`, which is still to be claimed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Assertion {
    pub(crate) subject: String,
    pub(crate) jti: String,
    /// The second it expires.
    pub(crate) expires: i64,
}

/// Checks an assertion of the agent `client_id` for `issuer`. The error says what is wrong.
pub(crate) fn check(
    text: &str,
    agent: &KnownAgent,
    client_id: &str,
    issuer: &str,
    now: i64,
) -> Result<Assertion, &'static str> {
    let jwt = Jwt::read(text)?;
    let kid = jwt.header.get("kid").and_then(|kid| kid.as_str());
    let key = kid
        .and_then(|kid| agent.key(kid))
        .ok_or("the assertion's kid is not a key the agent publishes")?;
    if !jwt.is_signed_by(key) {
        return Err("the assertion's signature is not that key's");
    }
    if jwt.text("iss") != Some(client_id) {
        return Err("the assertion's iss is not the client_id");
    }
    // A list is refused even if the issuer is in it: it would be good elsewhere too.
    if jwt.text("aud") != Some(issuer) {
        return Err("the assertion's aud is not this issuer, as a single string");
    }
    let (Some(issued), Some(expires)) = (jwt.seconds("iat"), jwt.seconds("exp")) else {
        return Err("the assertion's iat or exp is missing");
    };
    if expires <= now {
        return Err("the assertion has expired");
    }
    if issued > now.saturating_add(SKEW) {
        return Err("the assertion is from the future");
    }
    if expires <= issued || expires.saturating_sub(issued) > MAX_LIFE {
        return Err("the assertion is good for more than five minutes");
    }
    if jwt
        .claims
        .get("nbf")
        .is_some_and(|nbf| nbf.as_i64().is_none_or(|nbf| nbf > now + SKEW))
    {
        return Err("the assertion is not good yet");
    }
    let subject = jwt.text("sub").ok_or("the assertion has no sub")?;
    let jti = jwt.jti().ok_or("the assertion has no jti")?;
    Ok(Assertion {
        subject: subject.to_owned(),
        jti: jti.to_owned(),
        expires,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::agents;
    use crate::documents::ISSUER;
    use crate::testkit::{CLIENT_ID, NOW, TestKey, assertion_claims, header, published};

    struct Setup {
        key: TestKey,
        agent: KnownAgent,
    }

    fn setup() -> Setup {
        let key = TestKey::generate();
        let documents = published(&key);
        let site: crate::AgentSite = Arc::new(move |_| Some(documents.clone()));
        let agent = agents::look_up(&site, CLIENT_ID).ok().unwrap();
        Setup { key, agent }
    }

    impl Setup {
        fn check(&self, header: &Value, claims: &Value) -> Result<Assertion, &'static str> {
            let text = self.key.sign(header, claims);
            super::check(&text, &self.agent, CLIENT_ID, ISSUER, NOW)
        }
    }

    #[test]
    fn a_good_assertion_is_believed() {
        let claims = assertion_claims(CLIENT_ID);
        let found = setup().check(&header(), &claims).unwrap();
        assert_eq!(found.subject, CLIENT_ID);
        assert_eq!(found.expires, NOW + 60);
    }

    #[test]
    fn every_claim_is_checked() {
        let setup = setup();
        for (claim, value) in [
            ("iss", json!("https://agent.test.example/other.json")),
            ("iss", json!(null)),
            ("aud", json!("https://trailhead.example/oauth/token")),
            ("aud", json!("https://trailhead.example/")),
            ("aud", json!("https://TRAILHEAD.example")),
            ("aud", json!([ISSUER])),
            ("aud", json!(null)),
            ("iat", json!(null)),
            ("iat", json!("now")),
            ("iat", json!(NOW + SKEW + 1)),
            ("iat", json!(i64::MIN)),
            ("exp", json!(null)),
            ("exp", json!(NOW)),
            ("exp", json!(NOW + MAX_LIFE + 1)),
            ("exp", json!(i64::MAX)),
            ("nbf", json!(NOW + 3600)),
            ("nbf", json!(i64::MAX)),
            ("sub", json!(null)),
            ("jti", json!(null)),
            ("jti", json!("")),
            ("jti", json!("x".repeat(257))),
        ] {
            let mut claims = assertion_claims(CLIENT_ID);
            claims[claim] = value.clone();
            let found = setup.check(&header(), &claims);
            assert!(found.is_err(), "{claim} = {value} was accepted");
        }
    }

    #[test]
    fn the_header_and_the_signature_are_checked() {
        let setup = setup();
        let claims = assertion_claims(CLIENT_ID);
        for (member, value) in [
            ("alg", json!("none")),
            ("alg", json!("HS256")),
            ("alg", json!(null)),
            ("kid", json!("k2")),
            ("kid", json!(null)),
            ("crit", json!(["b64"])),
        ] {
            let mut wrong = header();
            wrong[member] = value.clone();
            assert!(setup.check(&wrong, &claims).is_err(), "{member} = {value}");
        }
        let stranger = TestKey::generate().sign(&header(), &claims);
        let found = super::check(&stranger, &setup.agent, CLIENT_ID, ISSUER, NOW);
        assert_eq!(found, Err("the assertion's signature is not that key's"));

        let good = setup.key.sign(&header(), &claims);
        let (rest, _) = good.rsplit_once('.').unwrap();
        let unsigned = format!("{rest}.");
        assert!(super::check(&unsigned, &setup.agent, CLIENT_ID, ISSUER, NOW).is_err());
    }
}
