//! What tests sign with: keys, assertions and proofs, made here rather than by the agent's own code,
//! so that the demo's checks are tried against what the RFCs say.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::Published;
use crate::documents::ISSUER;
use crate::jwt::{EcKey, sha256};

pub(crate) const CLIENT_ID: &str = "https://agent.test.example/agent.json";
/// The second at which tests play.
pub(crate) const NOW: i64 = 1_790_000_000;

pub(crate) struct TestKey(EcdsaKeyPair);

impl TestKey {
    pub(crate) fn generate() -> Self {
        Self(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap())
    }

    pub(crate) fn jwk(&self) -> Value {
        // An uncompressed point: 4, x, y.
        let point = self.0.public_key().as_ref();
        json!({
            "kty": "EC",
            "crv": "P-256",
            "x": URL_SAFE_NO_PAD.encode(&point[1..33]),
            "y": URL_SAFE_NO_PAD.encode(&point[33..])
        })
    }

    pub(crate) fn thumbprint(&self) -> String {
        EcKey::from_jwk(&self.jwk()).unwrap().thumbprint()
    }

    pub(crate) fn sign(&self, header: &Value, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = self
            .0
            .sign(&SystemRandom::new(), signed.as_bytes())
            .unwrap();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

/// The documents of an agent whose key is `key`, with `kid` k1.
pub(crate) fn published(key: &TestKey) -> Published {
    let mut jwk = key.jwk();
    jwk["kid"] = json!("k1");
    jwk["use"] = json!("sig");
    jwk["alg"] = json!("ES256");
    Published {
        metadata: json!({
            "client_id": CLIENT_ID,
            "client_name": "Test",
            "jwks_uri": "https://agent.test.example/jwks.json",
            "redirect_uris": ["https://agent.test.example/oauth/callback"],
            "token_endpoint_auth_method": "private_key_jwt",
            "extensions": { "links": { "version": "1" }, "disclosures": { "version": "1" } }
        }),
        jwks: json!({ "keys": [jwk] }),
    }
}

pub(crate) fn jti() -> String {
    poppy::ids::random_jti(&poppy::host::SystemRandom)
}

pub(crate) fn header() -> Value {
    json!({ "alg": "ES256", "kid": "k1" })
}

pub(crate) fn assertion_claims(subject: &str) -> Value {
    json!({
        "iss": CLIENT_ID, "sub": subject, "aud": ISSUER,
        "iat": NOW, "exp": NOW + 60, "jti": jti()
    })
}

pub(crate) fn proof_header(key: &TestKey) -> Value {
    json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": key.jwk() })
}

pub(crate) fn proof_claims(method: &str, url: &str, token: Option<&str>) -> Value {
    let mut claims = json!({ "jti": jti(), "htm": method, "htu": url, "iat": NOW });
    if let Some(token) = token {
        claims["ath"] = json!(sha256(token.as_bytes()));
    }
    claims
}
