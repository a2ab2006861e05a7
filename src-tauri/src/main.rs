//! The program: see the library beside it.

// No console window beside ours on Windows; errors are shown in the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    candor_lib::run()
}
