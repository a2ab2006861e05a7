//! What the command line takes.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Candor without a window: for people who build Companies, and for tests.
///
/// Prints JSON on stdout, one value a line, and messages for people on stderr. Exits with 0, or
/// with 1 and {"error": {"code", "message"}} as the last line of stdout.
#[derive(Parser)]
#[command(name = "candor-cli", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Inspect(Inspect),
    Discover(Discover),
    Identity(Identity),
    Chat(Chat),
}

/// Shows what the window would make of a message: its cleaned text, its notices, and where each of
/// its links really leads.
///
/// Reads one message, or a JSON array of messages, on stdin, and prints for each {"author", "text",
/// "disclosures", "links", "problems"}. What is no message gives the error "invalid-message".
#[derive(Args)]
pub(crate) struct Inspect {
    /// The Company's verified domain [default: organization.domain of --poppy, else example.com]
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) company: Option<String>,
    /// The Company's poppy.json: which extensions it lists, and its domain
    #[arg(long, value_name = "FILE")]
    pub(crate) poppy: Option<PathBuf>,
}

/// Finds a Company by its domain and verifies it.
#[derive(Args)]
pub(crate) struct Discover {
    /// The Company's domain, such as shop.example
    pub(crate) domain: String,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// Makes the agent's identity, if there is none yet, and writes what you publish so that Companies
/// know it: agent.json, jwks.json and the callback page, each at its address's path.
#[derive(Args)]
pub(crate) struct Identity {
    #[command(flatten)]
    pub(crate) store: Store,
    /// Where you will publish it, such as https://you.example/agent.json: needed the first time
    #[arg(long, value_name = "URL")]
    pub(crate) client_id: Option<String>,
    /// The name Companies show; without one, "Candor"
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The folder to write to: what lies in it goes to the top of your web site
    #[arg(long, value_name = "FOLDER")]
    pub(crate) export: PathBuf,
}

/// Sends each text in one conversation, after the Company has answered the one before, and prints
/// what happens, one JSON object a line.
///
/// The conversation is the newest open one with the Company, or a new one. The lines are {"type":
/// "sent" | "message" | "state" | "authorization" | "error", …}; a "message" line also holds what
/// `inspect` prints, with the author "user" for your own. Ends when nothing waits to be sent and the
/// Company is idle, or when it was not for --wait seconds.
///
/// All texts are kept in DIR before the first is sent. Killed at any moment and run again, with or
/// without --say, it first finishes what waits there: nothing is sent twice and nothing is lost.
/// Texts given to the new run are new messages, even if they read the same.
#[derive(Args)]
pub(crate) struct Chat {
    /// The Company's domain, such as shop.example
    pub(crate) domain: String,
    #[command(flatten)]
    pub(crate) store: Store,
    #[command(flatten)]
    pub(crate) network: Network,
    /// A text to send; may be given more than once
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) say: Vec<String>,
    /// How long to wait each time until nothing waits and the Company is idle
    #[arg(long, value_name = "SECONDS", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(..=86_400))]
    pub(crate) wait: u64,
}

#[derive(Args)]
pub(crate) struct Network {
    /// A network file, for a Company on this machine: {"ca": "<pem path>", "hosts":
    /// {"shop.example": "127.0.0.1:4443"}}
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Store {
    /// The folder everything is kept in; made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Where the key that seals the agent's secrets is kept
    #[arg(long, value_enum, default_value_t = Secrets::Keyring)]
    pub(crate) secrets: Secrets,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Secrets {
    /// In the system's keyring
    Keyring,
    /// In a file in DIR that only you can read: for servers and tests without a keyring
    File,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Arguments;

    #[test]
    fn the_arguments_are_sound() {
        Arguments::command().debug_assert();
    }
}
