//! How long to wait before trying again: twice as long each time, up to a bound, and less by a
//! random part, so that many agents do not come back at once.

use std::time::Duration;

use poppy::host::Random;

const FIRST: Duration = Duration::from_secs(1);
const MOST: Duration = Duration::from_secs(60);
const LONG_FIRST: Duration = Duration::from_secs(30);
const LONG_MOST: Duration = Duration::from_secs(600);
const LOOK: Duration = Duration::from_secs(900);

/// After something passing.
pub(crate) fn delay(failures: u32, random: &dyn Random) -> Duration {
    jittered(doubled(FIRST, failures, MOST), random)
}

/// After something that somebody must put right.
pub(crate) fn long_delay(failures: u32, random: &dyn Random) -> Duration {
    jittered(doubled(LONG_FIRST, failures, LONG_MOST), random)
}

/// Between two looks at a conversation that is not followed.
pub(crate) fn look_delay(random: &dyn Random) -> Duration {
    jittered(LOOK, random)
}

fn doubled(first: Duration, failures: u32, most: Duration) -> Duration {
    first.saturating_mul(1 << failures.min(16)).min(most)
}

/// Between half of it and all of it.
fn jittered(whole: Duration, random: &dyn Random) -> Duration {
    let mut byte = [0];
    random.fill(&mut byte);
    let [byte] = byte;
    let half = whole / 2;
    half + half * u32::from(byte) / u32::from(u8::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Always(u8);
    impl Random for Always {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

    proptest! {
        #[test]
        fn a_delay_is_bounded_below_and_above(failures in any::<u32>(), byte in any::<u8>()) {
            for (delay, first, most) in [
                (delay(failures, &Always(byte)), FIRST, MOST),
                (long_delay(failures, &Always(byte)), LONG_FIRST, LONG_MOST),
            ] {
                prop_assert!(delay >= first / 2 && delay <= most);
            }
        }
    }

    #[test]
    fn it_grows_and_jitter_takes_up_to_half() {
        let whole: Vec<_> = (0..8).map(|n| delay(n, &Always(255)).as_secs()).collect();
        assert_eq!(whole, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(delay(6, &Always(0)), MOST / 2);
    }
}
