//! A network that goes wrong between an agent and the demo Company: a relay ends, resets, half closes
//! and stalls connections, as networks do, and tells nobody.

#![allow(missing_docs, reason = "tests are named for what they show")]

mod random;
mod silent;
