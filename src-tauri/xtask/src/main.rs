//! Developer commands: `cargo xtask run`, `cargo xtask test` and what they are made of.
//!
//! The standard library only: this program is compiled on a new machine before anything else is
//! there, so it must be ready within seconds.
#![expect(
    clippy::print_stdout,
    reason = "a command for people: what it prints is its purpose"
)]

mod count;
mod page;
mod peer;
mod project;
mod run;
mod screen;
mod setup;
mod step;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
Developer commands of Candor.

    cargo xtask run [ARGUMENT]...   set this machine up, build the program and start it;
                                    arguments go to the program
    cargo xtask test [PART]...      set this machine up and run every test, or the named parts
    cargo xtask shots               make the README's pictures anew, on a screen seen by nobody
    cargo xtask setup               only set this machine up
    cargo xtask types               write the page's types anew from the Rust ones

On Debian and Ubuntu, setting up installs the system packages that are missing, after saying
which and why. On other systems it says what is needed.
";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<_> = arguments.collect();
    let done = match command.to_str() {
        Some("run") => run::run(&rest),
        Some("test") => test::test(&rest),
        Some("shots") => screen::shots().map(|()| ExitCode::SUCCESS),
        Some("setup") => setup::setup(setup::Purpose::Test).map(|()| ExitCode::SUCCESS),
        Some("types") => page::types().map(|()| ExitCode::SUCCESS),
        Some("" | "help" | "-h" | "--help") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => Err(format!(
            "there is no command {}\n\n{HELP}",
            command.to_string_lossy()
        )),
    };
    done.unwrap_or_else(|problem| {
        println!("{problem}");
        ExitCode::FAILURE
    })
}
