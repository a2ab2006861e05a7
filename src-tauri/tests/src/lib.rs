//! The built program, driven from outside as a person would: a real window on whatever screen
//! `DISPLAY` names, through WebKit's own driver.

mod desk;
mod program;

pub use desk::Desk;
pub use program::Program;
