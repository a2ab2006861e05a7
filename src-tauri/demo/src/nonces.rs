//! Nonces for DPoP proofs (RFC 9449 sections 8 and 9): the demo asks for them if it was told to.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poppy::host::Random;

/// How long a nonce is given out, in seconds.
const GIVEN: i64 = 60;
/// How long it is accepted, in seconds.
const ACCEPTED: i64 = 5 * 60;

/// The nonces that are good.
#[derive(Debug, Default)]
pub(crate) struct Nonces {
    /// Each with the second it was made, the newest last.
    made: Vec<(String, i64)>,
}

impl Nonces {
    /// The nonce to be used now.
    pub(crate) fn give(&mut self, random: &dyn Random, now: i64) -> String {
        self.made
            .retain(|(_, made)| (now - ACCEPTED..=now).contains(made));
        if let Some((nonce, made)) = self.made.last()
            && now - made < GIVEN
        {
            return nonce.clone();
        }
        let mut bits = [0u8; 16];
        random.fill(&mut bits);
        let nonce = URL_SAFE_NO_PAD.encode(bits);
        self.made.push((nonce.clone(), now));
        nonce
    }

    /// Whether a nonce was given out and is still accepted.
    pub(crate) fn is_good(&self, nonce: &str, now: i64) -> bool {
        let mut made = self.made.iter();
        made.any(|(known, made)| known == nonce && (now - ACCEPTED..=now).contains(made))
    }
}

#[cfg(test)]
mod tests {
    use poppy::host::SystemRandom;

    use super::*;

    #[test]
    fn a_nonce_is_given_for_a_minute_and_accepted_for_five() {
        let mut nonces = Nonces::default();
        let first = nonces.give(&SystemRandom, 1000);
        assert_eq!(nonces.give(&SystemRandom, 1000 + GIVEN - 1), first);
        let second = nonces.give(&SystemRandom, 1000 + GIVEN);
        assert_ne!(second, first);
        assert!(nonces.is_good(&first, 1000 + ACCEPTED));
        assert!(!nonces.is_good(&first, 1000 + ACCEPTED + 1));
        assert!(nonces.is_good(&second, 1000 + ACCEPTED + 1));
        assert!(!nonces.is_good("guess", 1000));
    }
}
