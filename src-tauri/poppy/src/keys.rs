//! P-256 keys and the JWTs signed with them (ES256), by aws-lc-rs and jsonwebtoken.

use std::fmt;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::{
    AlgorithmParameters, CommonParameters, EllipticCurve, EllipticCurveKeyParameters,
    EllipticCurveKeyType, Jwk,
};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

/// A P-256 private key. The key is wiped from memory when this is dropped.
pub struct SigningKey {
    pkcs8: Zeroizing<Vec<u8>>,
    public: PublicJwk,
    kid: String,
    encoding: EncodingKey,
}

/// A key could not be made, read or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key cannot be used")]
pub struct KeyError;

/// The public half, as a JWK (RFC 7517): `kty` EC, `crv` P-256, `x`, `y` in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicJwk {
    /// Always `EC`.
    pub kty: String,
    /// Always `P-256`.
    pub crv: String,
    /// The point's x.
    pub x: String,
    /// The point's y.
    pub y: String,
}

impl PublicJwk {
    /// The key's thumbprint (RFC 7638, SHA-256, base64url): our `kid`.
    #[must_use]
    pub fn thumbprint(&self) -> String {
        // RFC 7638 section 3.3: the required members only, in the order of their names, with no
        // white space. `json!` keeps the order written here.
        let canonical = serde_json::json!({
            "crv": self.crv,
            "kty": self.kty,
            "x": self.x,
            "y": self.y,
        });
        sha256_base64url(canonical.to_string().as_bytes())
    }

    /// The key as a proof's header carries it.
    fn as_header_jwk(&self) -> Jwk {
        Jwk {
            common: CommonParameters::default(),
            algorithm: AlgorithmParameters::EllipticCurve(EllipticCurveKeyParameters {
                key_type: EllipticCurveKeyType::EC,
                curve: EllipticCurve::P256,
                x: self.x.clone(),
                y: self.y.clone(),
            }),
        }
    }
}

/// SHA-256 in base64url without padding, as JOSE writes hashes (`ath`, thumbprints).
pub(crate) fn sha256_base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, bytes))
}

impl SigningKey {
    /// Makes a new key.
    ///
    /// # Errors
    ///
    /// [`KeyError`] when the machine gives no randomness.
    pub fn generate() -> Result<Self, KeyError> {
        let pair =
            EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(|_| KeyError)?;
        let document = pair.to_pkcs8v1().map_err(|_| KeyError)?;
        Self::from_pkcs8(document.as_ref())
    }

    /// Reads a key from PKCS#8.
    ///
    /// # Errors
    ///
    /// [`KeyError`] when the bytes hold no P-256 key.
    pub fn from_pkcs8(bytes: &[u8]) -> Result<Self, KeyError> {
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, bytes)
            .map_err(|_| KeyError)?;
        let public = public_jwk(&pair)?;
        Ok(Self {
            pkcs8: Zeroizing::new(bytes.to_vec()),
            kid: public.thumbprint(),
            public,
            encoding: EncodingKey::from_ec_der(bytes),
        })
    }

    /// The key as PKCS#8: a secret.
    #[must_use]
    pub fn to_pkcs8(&self) -> &[u8] {
        &self.pkcs8
    }

    /// The public half.
    #[must_use]
    pub fn public_jwk(&self) -> &PublicJwk {
        &self.public
    }

    /// Signs claims as one of the published keys: the header names the key by its `kid`.
    pub(crate) fn sign_by_kid(&self, claims: &impl Serialize) -> Result<String, KeyError> {
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(self.kid.clone());
        self.sign(&header, claims)
    }

    /// Signs claims with the public key itself in the header (RFC 9449 section 4.2).
    pub(crate) fn sign_by_jwk(
        &self,
        typ: &str,
        claims: &impl Serialize,
    ) -> Result<String, KeyError> {
        let mut header = Header::new(Algorithm::ES256);
        header.typ = Some(typ.to_owned());
        header.jwk = Some(self.public.as_header_jwk());
        self.sign(&header, claims)
    }

    fn sign(&self, header: &Header, claims: &impl Serialize) -> Result<String, KeyError> {
        jsonwebtoken::encode(header, claims, &self.encoding).map_err(|_| KeyError)
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The private half is never shown.
        f.debug_struct("SigningKey")
            .field("kid", &self.kid)
            .finish_non_exhaustive()
    }
}

fn public_jwk(pair: &EcdsaKeyPair) -> Result<PublicJwk, KeyError> {
    // SEC 1 section 2.3.3: the byte 4, then x and y of 32 bytes each.
    let [4, coordinates @ ..] = pair.public_key().as_ref() else {
        return Err(KeyError);
    };
    let (x, y) = coordinates.split_at_checked(32).ok_or(KeyError)?;
    Ok(PublicJwk {
        kty: "EC".to_owned(),
        crv: "P-256".to_owned(),
        x: URL_SAFE_NO_PAD.encode(x),
        y: URL_SAFE_NO_PAD.encode(y),
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use jsonwebtoken::{DecodingKey, Validation};
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn thumbprint_is_rfc_7638s() {
        // The key of RFC 7517 appendix A.1; its thumbprint was worked out with another program.
        let key = PublicJwk {
            kty: "EC".into(),
            crv: "P-256".into(),
            x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4".into(),
            y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM".into(),
        };
        assert_eq!(
            key.thumbprint(),
            "cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s"
        );
    }

    #[test]
    fn a_key_survives_pkcs8_and_signs_for_its_public_half() {
        let key = SigningKey::generate().unwrap();
        let again = SigningKey::from_pkcs8(key.to_pkcs8()).unwrap();
        assert_eq!(key.public_jwk(), again.public_jwk());
        let token = again
            .sign_by_kid(&json!({"exp": 4_000_000_000_u64}))
            .unwrap();
        let public = key.public_jwk();
        let verifying = DecodingKey::from_ec_components(&public.x, &public.y).unwrap();
        let read =
            jsonwebtoken::decode::<Value>(&token, &verifying, &Validation::new(Algorithm::ES256))
                .unwrap();
        assert_eq!(read.header.kid.as_deref(), Some(&*public.thumbprint()));
        let other = SigningKey::generate().unwrap();
        let wrong = DecodingKey::from_ec_components(&other.public.x, &other.public.y).unwrap();
        assert!(
            jsonwebtoken::decode::<Value>(&token, &wrong, &Validation::new(Algorithm::ES256))
                .is_err(),
            "another key must not verify it"
        );
    }

    #[test]
    fn what_is_no_p256_key_is_refused() {
        use aws_lc_rs::signature::ECDSA_P384_SHA384_FIXED_SIGNING;
        let p384 = EcdsaKeyPair::generate(&ECDSA_P384_SHA384_FIXED_SIGNING).unwrap();
        let bytes = p384.to_pkcs8v1().unwrap();
        assert_eq!(
            SigningKey::from_pkcs8(bytes.as_ref()).unwrap_err(),
            KeyError
        );
        assert_eq!(SigningKey::from_pkcs8(b"").unwrap_err(), KeyError);
        let key = SigningKey::generate().unwrap();
        let cut = &key.to_pkcs8()[..key.to_pkcs8().len() - 1];
        assert_eq!(SigningKey::from_pkcs8(cut).unwrap_err(), KeyError);
    }

    #[test]
    fn debug_shows_no_secret() {
        let key = SigningKey::generate().unwrap();
        let shown = format!("{key:?}");
        assert_eq!(shown, format!("SigningKey {{ kid: {:?}, .. }}", key.kid));
    }
}
