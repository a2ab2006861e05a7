//! The built programs, driven from outside as a person would: the window on whatever screen
//! `DISPLAY` names, through WebKit's own driver, and `candor-cli`.

pub mod apart;
pub mod chance;
pub mod cli;
mod desk;
mod notifications;
mod program;
pub mod programs;
pub mod proxy;
pub mod relay;
pub mod shop;
mod window;

pub use desk::Desk;
pub use notifications::{Asked, Notifications, Shown};
pub use program::Program;
pub use window::Window;
