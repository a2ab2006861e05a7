//! `candor-demo`: the demo Company as a program of its own, for people who build Personal Agents and
//! for tests.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use candor_demo::{Demo, Options, Pace, Received, folder};
use clap::{Parser, Subcommand};
use poppy::host::{Clock, SystemClock, Timestamp};
use serde_json::{Value, json};

/// Runs Trailhead, the demo Company, on this computer until its standard input ends.
#[derive(Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Folder for ca.pem and network.json, which say how to reach it; made if it is not there
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Folder with the documents agents publish, found by the path of their URLs
    #[arg(long, value_name = "DIR")]
    agent_site: Option<PathBuf>,
    /// Port on 127.0.0.1; 0 is any free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// File in which conversations are kept
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Answer reads with pages alone, never with a stream
    #[arg(long)]
    no_stream: bool,
    /// Answer at once, with none of the pauses that make it seem real
    #[arg(long)]
    no_pauses: bool,
    /// Ask for a nonce in every DPoP proof
    #[arg(long)]
    nonce: bool,
    /// Leave it to others to approve sign-ins, at the address that comes with the code
    #[arg(long)]
    approve_by_hand: bool,
    /// How far its clock is ahead of this computer's, in seconds; negative: behind
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    clock_offset: i64,
}

#[derive(Subcommand)]
enum Command {
    /// Prints what a demo has received, also while it runs or after it was killed.
    ///
    /// A JSON list of conversations in the order they were started, each {"conversation",
    /// "messages", "events"}: "messages" are the user messages it accepted, each once and in
    /// order, {"id", "author", "text"}; "events" is the whole history as an agent reads it.
    Received {
        /// The demo's journal
        #[arg(long, value_name = "FILE")]
        journal: PathBuf,
    },
}

/// The machine's clock, set wrong.
struct Shifted(i64);

impl Clock for Shifted {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus_millis(self.0.saturating_mul(1000))
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let done = match (arguments.command.take(), arguments.out.take()) {
        (Some(Command::Received { journal }), _) => print_received(&journal),
        (None, Some(out)) => run(arguments, &out).await,
        // Clap asks for one of them.
        (None, None) => Err("--out is missing".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(io::stderr(), "candor-demo: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn print_received(journal: &Path) -> Result<(), String> {
    let problem = |e: io::Error| format!("cannot read {}: {e}", journal.display());
    let received = candor_demo::received(journal).map_err(problem)?;
    let all: Value = received.iter().map(conversation).collect();
    writeln!(io::stdout(), "{all:#}").map_err(|e| e.to_string())
}

fn conversation(received: &Received) -> Value {
    json!({
        "conversation": received.conversation,
        "messages": received.messages,
        "events": received.events
    })
}

async fn run(arguments: Arguments, out: &Path) -> Result<(), String> {
    let mut options = Options::new(match arguments.agent_site {
        Some(dir) => folder(dir),
        None => Arc::new(|_client_id| None),
    });
    options.port = arguments.port;
    options.journal = arguments.journal;
    if arguments.no_pauses {
        options.pace = Pace::None;
    }
    options.streams = !arguments.no_stream;
    options.nonces = arguments.nonce;
    options.approves = !arguments.approve_by_hand;
    options.clock = Arc::new(Shifted(arguments.clock_offset));
    let demo = Demo::start(options).await.map_err(|e| e.to_string())?;
    write_network(&demo, out).map_err(|e| format!("cannot write to {}: {e}", out.display()))?;
    let mut stdout = io::stdout();
    writeln!(stdout, "ready")
        .and_then(|()| stdout.flush())
        .map_err(|e| e.to_string())?;
    end_of_input().await;
    Ok(())
}

fn write_network(demo: &Demo, out: &Path) -> io::Result<()> {
    fs::create_dir_all(out)?;
    let ca = out.canonicalize()?.join("ca.pem");
    fs::write(&ca, &demo.network().ca_pem)?;
    let network = json!({ "ca": ca, "hosts": demo.network().hosts });
    fs::write(out.join("network.json"), format!("{network:#}\n"))
}

/// Returns once standard input ends. A thread of its own reads it, which the program's end does not
/// wait for.
async fn end_of_input() {
    let (ended, end) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let mut rest = [0u8; 256];
        while io::stdin().read(&mut rest).is_ok_and(|read| read > 0) {}
        drop(ended);
    });
    let _ = end.await;
}
