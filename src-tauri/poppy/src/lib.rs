//! The agent's side of the Personal Agent Protocol ("Poppy"), drafts 0.2 and 0.3.
//!
//! This crate knows the protocol and nothing else: no disk, no window, no user. What comes from a
//! Company goes in as bytes and comes out as bounded, typed values; what the agent sends goes in
//! as typed values and comes out as bytes. Time, randomness and the network are passed in.
//!
//! Rooms:
//! - [`text`], [`links`], [`disclosures`], [`extensions`]: what Company content becomes on screen.
//! - [`message`], [`event`], [`json`], [`ids`]: what a conversation is made of.
//! - [`documents`], [`discovery`]: who a Company is, and who we are.
//! - [`net`], [`keys`], [`session`], [`client`]: speaking to it; [`signin`]: signing in there.

pub mod address;
pub mod client;
pub mod disclosures;
pub mod discovery;
pub mod documents;
pub mod domain;
pub mod event;
pub mod extensions;
pub mod future;
pub mod host;
pub mod ids;
pub mod json;
pub mod keys;
pub mod links;
pub mod message;
pub mod net;
pub mod session;
pub mod signin;
pub mod text;
