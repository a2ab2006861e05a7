//! Signing in at Companies and out again (draft 0.2 section 4.4).

mod offer;

pub(crate) use offer::{ask, methods};
