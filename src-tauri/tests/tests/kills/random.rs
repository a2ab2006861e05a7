//! Random moments that can be had again: the seed is printed, and `CANDOR_SEED` sets it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A small generator (SplitMix64): good enough to choose moments.
pub struct Moments(u64);

impl Moments {
    pub fn new() -> Self {
        let set = std::env::var("CANDOR_SEED")
            .ok()
            .and_then(|seed| seed.parse().ok());
        let seed = set.unwrap_or_else(|| {
            let now = SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default();
            now.as_nanos() as u64
        });
        println!("CANDOR_SEED={seed}");
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn one_in(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    pub fn within(&mut self, longest: Duration) -> Duration {
        longest.mul_f64(self.below(1 << 16) as f64 / f64::from(1 << 16))
    }
}
