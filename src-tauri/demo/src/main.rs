//! `candor-demo`: the demo Company as a program of its own, for people who build Personal Agents and
//! for tests.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use candor_demo::{Demo, Options, folder};
use clap::Parser;
use serde_json::json;

/// Runs Trailhead, the demo Company, on this computer until its standard input ends.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Folder for ca.pem and network.json, which say how to reach it; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Folder with the documents agents publish, found by the path of their URLs
    #[arg(long, value_name = "DIR")]
    agent_site: Option<PathBuf>,
    /// Port on 127.0.0.1; 0 is any free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// File in which conversations are kept
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(io::stderr(), "candor-demo: {problem}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), String> {
    let mut options = Options::new(match arguments.agent_site {
        Some(dir) => folder(dir),
        None => Arc::new(|_client_id| None),
    });
    options.port = arguments.port;
    options.journal = arguments.journal;
    let demo = Demo::start(options).await.map_err(|e| e.to_string())?;
    let out = &arguments.out;
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
