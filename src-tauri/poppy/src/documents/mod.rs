//! The protocol's documents: a Company's `poppy.json` and issuer metadata, and our own client
//! metadata and keys.

pub mod client;
pub mod company;
