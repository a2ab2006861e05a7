//! The built program in a real window: the demo chat as a person has it, and the doors that must be
//! closed to the page.
//!
//! Needs a screen (`DISPLAY`), WebKitWebDriver and, for the keyring, a session bus with a secret
//! service: `cargo xtask test window` brings all of them.

#![allow(missing_docs, reason = "tests are named for what they show")]

mod chat;
mod desktop;
mod doors;
mod hand_over;
mod killed;
mod notifying;
mod waking;
