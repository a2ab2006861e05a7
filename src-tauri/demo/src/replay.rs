//! What has been used once and must not be used again (`jti`), for as long as it could be.

use std::collections::HashMap;

/// The most that is remembered at once; more cannot be told apart from replays, so it is refused.
const MAX_REMEMBERED: usize = 100_000;
/// Below this many, old entries are not looked for.
const TIDY_FROM: usize = 1024;

/// Why a `jti` may not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotFresh {
    /// It was used before.
    Used,
    /// Too many are remembered to be sure.
    Full,
}

/// Remembers who used which `jti`, each until a moment in seconds since the epoch.
#[derive(Debug)]
pub(crate) struct Replay {
    used: HashMap<(String, String), i64>,
    tidy_at: usize,
}

impl Default for Replay {
    fn default() -> Self {
        Self {
            used: HashMap::new(),
            tidy_at: TIDY_FROM,
        }
    }
}

impl Replay {
    /// Uses `jti` up for `who`: it is refused from now until after the second `until`.
    pub(crate) fn claim(
        &mut self,
        who: &str,
        jti: &str,
        until: i64,
        now: i64,
    ) -> Result<(), NotFresh> {
        if self.used.len() >= self.tidy_at {
            self.used.retain(|_, until| *until >= now);
            self.tidy_at = (self.used.len() * 2).clamp(TIDY_FROM, MAX_REMEMBERED);
        }
        let key = (who.to_owned(), jti.to_owned());
        if self.used.get(&key).is_some_and(|until| *until >= now) {
            return Err(NotFresh::Used);
        }
        if self.used.len() >= MAX_REMEMBERED {
            return Err(NotFresh::Full);
        }
        self.used.insert(key, until);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jti_is_good_once_for_each_sender_until_it_is_over() {
        let mut replay = Replay::default();
        assert_eq!(replay.claim("a", "1", 100, 50), Ok(()));
        assert_eq!(replay.claim("a", "1", 160, 100), Err(NotFresh::Used));
        assert_eq!(replay.claim("b", "1", 100, 50), Ok(()));
        assert_eq!(replay.claim("a", "1", 160, 101), Ok(()));
    }

    #[test]
    fn what_is_over_is_forgotten_and_a_full_memory_refuses() {
        let mut replay = Replay::default();
        for n in 0..MAX_REMEMBERED {
            assert_eq!(replay.claim("a", &n.to_string(), 100, 50), Ok(()));
        }
        assert_eq!(replay.claim("a", "more", 100, 50), Err(NotFresh::Full));
        assert_eq!(replay.claim("a", "more", 300, 101), Ok(()));
        assert_eq!(replay.used.len(), 1);
    }
}
