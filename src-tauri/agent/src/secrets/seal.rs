//! Sealing: AES-256-GCM by aws-lc-rs, with random nonces and the purpose as associated data, so that
//! one sealed secret cannot be put in another's place.

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use poppy::host::Random;
use zeroize::Zeroizing;

const KEY: usize = 32;
const NONCE: usize = 12;
/// The form of what is sealed, as its first byte: nonce, then content with tag.
const FORM: u8 = 1;

/// The key that seals secrets.
pub(crate) struct SealingKey {
    bytes: Zeroizing<[u8; KEY]>,
    cipher: RandomizedNonceKey,
}

impl SealingKey {
    /// A new key.
    ///
    /// # Panics
    ///
    /// Never: the length is right.
    pub(crate) fn random(random: &dyn Random) -> Self {
        let mut bytes = Zeroizing::new([0; KEY]);
        random.fill(&mut *bytes);
        #[expect(clippy::expect_used, reason = "the length is the cipher's own")]
        Self::from_bytes(&*bytes).expect("a key of 32 bytes fits AES-256")
    }

    /// Takes a key as it was kept; `None`: it is none.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes = Zeroizing::new(<[u8; KEY]>::try_from(bytes).ok()?);
        let cipher = RandomizedNonceKey::new(&AES_256_GCM, &*bytes).ok()?;
        Some(Self { bytes, cipher })
    }

    /// The key, for the place it is kept in.
    pub(crate) fn bytes(&self) -> &[u8] {
        &*self.bytes
    }

    /// Seals a secret for one purpose.
    ///
    /// # Panics
    ///
    /// When the operating system gives no randomness.
    pub(crate) fn seal(&self, purpose: &str, secret: &[u8]) -> Vec<u8> {
        // With room for the tag from the start: growing would leave a copy of the secret behind.
        let mut content = Vec::with_capacity(secret.len() + AES_256_GCM.tag_len());
        content.extend_from_slice(secret);
        #[expect(
            clippy::expect_used,
            reason = "without randomness nothing may be sealed; other failures need gigabytes"
        )]
        let nonce = self
            .cipher
            .seal_in_place_append_tag(Aad::from(purpose.as_bytes()), &mut content)
            .expect("the operating system gives randomness");
        let mut sealed = vec![FORM];
        sealed.extend_from_slice(nonce.as_ref());
        sealed.append(&mut content);
        sealed
    }

    /// Opens a sealed secret; `None`: it was sealed with another key, for another purpose, or is
    /// damaged.
    pub(crate) fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let (form, rest) = sealed.split_first()?;
        let (nonce, content) = rest.split_at_checked(NONCE)?;
        if *form != FORM {
            return None;
        }
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut content = Zeroizing::new(content.to_vec());
        let length = self
            .cipher
            .open_in_place(nonce, Aad::from(purpose.as_bytes()), &mut content)
            .ok()?
            .len();
        content.truncate(length);
        Some(content)
    }
}

#[cfg(test)]
mod tests {
    use poppy::host::SystemRandom;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_sealed_opens_only_for_its_purpose(
            secret in prop::collection::vec(any::<u8>(), 0..200),
            flip in any::<prop::sample::Index>(),
        ) {
            let key = SealingKey::random(&SystemRandom);
            let sealed = key.seal("one", &secret);
            let opened = key.open("one", &sealed).unwrap();
            prop_assert_eq!(opened.as_slice(), secret.as_slice());
            prop_assert!(key.open("two", &sealed).is_none());
            prop_assert!(SealingKey::random(&SystemRandom).open("one", &sealed).is_none());
            let mut damaged = sealed.clone();
            damaged[flip.index(sealed.len())] ^= 1;
            prop_assert!(key.open("one", &damaged).is_none());
            prop_assert!(key.open("one", &sealed[..flip.index(sealed.len())]).is_none());
        }
    }

    #[test]
    fn the_same_secret_is_sealed_differently_each_time() {
        let key = SealingKey::random(&SystemRandom);
        assert_ne!(key.seal("one", b"secret"), key.seal("one", b"secret"));
    }
}
