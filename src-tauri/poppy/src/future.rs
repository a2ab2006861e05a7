//! What implementors of this crate's traits name.

pub use futures_util::future::BoxFuture;
