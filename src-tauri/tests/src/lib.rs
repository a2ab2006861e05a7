//! The built programs, driven from outside as a person would: the window on whatever screen
//! `DISPLAY` names, through WebKit's own driver, and `candor-cli`.

pub mod cli;
mod desk;
mod program;
pub mod programs;
pub mod proxy;

pub use desk::Desk;
pub use program::Program;
