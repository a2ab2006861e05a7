//! Chance that can be had again: the seed is printed, and `CANDOR_SEED` sets it.

use fastrand::Rng;

/// A generator with a seed that a failed run tells.
#[must_use]
pub fn chance() -> Rng {
    let set = std::env::var("CANDOR_SEED");
    let set = set.ok().and_then(|seed| seed.parse().ok());
    let seed = set.unwrap_or_else(|| fastrand::u64(..));
    println!("CANDOR_SEED={seed}");
    Rng::with_seed(seed)
}
