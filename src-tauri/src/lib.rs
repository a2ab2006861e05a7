//! Candor's window: commands for the page, events to it, and the one place that opens a link.
//!
//! Everything that matters happens in `candor-agent`; the page in `ui/` only shows. This layer
//! - reads the command line ([`arguments`]),
//! - starts the demo Company and the agent while the window is being made ([`start`]),
//! - lends the page the agent's abilities, one command each ([`commands`]),
//! - takes what the system hands over to it ([`hand_over`]),
//! - gives a confirmed link to the system's browser ([`browser`]),
//! - makes the window, which can go nowhere else ([`window`]), with no browser's menu ([`menu`]),
//!   where it stood ([`place`]) and as large as it was drawn ([`zoom`]), both [`kept`],
//! - says how much is unread ([`unread`]), and in notifications, if the User wants them, what came
//!   ([`notify`]),
//! - and loads its page anew if that dies ([`revive`]).

mod arguments;
mod browser;
mod commands;
mod hand_over;
mod kept;
#[cfg(target_os = "linux")]
mod menu;
#[cfg(target_os = "linux")]
mod notify;
mod place;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod revive;
mod shell;
mod start;
mod unread;
mod window;
mod zoom;

use std::process::ExitCode;

use clap::Parser as _;
use tauri::Manager as _;

use crate::arguments::Arguments;
use crate::shell::Shell;

/// Runs the program until its window is closed.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    start_log();
    let mut builder = tauri::Builder::default();
    // The system starts the program anew for each address of its scheme. Another data folder is
    // another person's agent, and runs beside this one.
    if hand_over::can_meet(arguments.data.as_deref()) {
        builder = builder.plugin(hand_over::single_instance(arguments.data.as_deref()));
    }
    #[cfg(target_os = "macos")]
    {
        builder = revive::on_termination(builder);
    }
    // No plugin has a door for the page: the capability lists only our own commands.
    let built = builder
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_dialog::init())
        .manage(Shell::new())
        .manage(arguments)
        .manage(window::Shown::not_yet())
        .invoke_handler(commands::handler())
        .setup(|app| {
            app.manage(kept::Keeper::begin(app.handle()));
            window::open(app.handle())?;
            kept::watch(app.handle());
            start::in_background(app.handle().clone());
            hand_over::listen(app.handle());
            Ok(())
        })
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(|app, event| {
                if let tauri::RunEvent::Exit = event {
                    shell::close(app);
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!("the window could not be made: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Messages for whoever started the program from a terminal. Quiet unless something is wrong;
/// `RUST_LOG` says otherwise.
fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}
