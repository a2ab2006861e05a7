//! stub
/// The store failed.
#[derive(Debug, thiserror::Error)]
#[error("stub")]
pub struct StoreError;
