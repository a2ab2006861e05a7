//! The protocol's documents: a Company's `poppy.json` and issuer metadata, and our own client
//! metadata and keys.

pub mod callback;
pub mod client;
pub mod company;
pub(crate) mod issuer;
mod members;
pub(crate) mod poppy;
