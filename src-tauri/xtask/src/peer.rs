//! The Company that others wrote: installed from PyPI into a folder of its own, for the peer tests.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::project::{self, Done};
use crate::step::Log;

/// Whether the peer can be run.
pub(crate) enum Peer {
    /// With this Python.
    Ready(PathBuf),
    /// It cannot, for this reason.
    Missing(String),
}

/// What pip says when it cannot reach the index, whichever layer noticed.
const UNREACHABLE: &[&str] = &[
    "Retrying (Retry(",
    "connection broken by",
    "Temporary failure in name resolution",
    "Network is unreachable",
    "ProxyError",
    "Read timed out",
];

/// Installs the peer's requirements, unless the same ones are installed already.
pub(crate) fn install(log: &Log) -> Done<Peer> {
    let program = project::top().join("../shared/peer/peer_company.py");
    if !program.is_file() {
        let missing = "peer_company.py is not beside the repository, in ../shared/peer";
        return Ok(Peer::Missing(missing.to_owned()));
    }
    let requirements = project::top().join("src-tauri/tests/peer/requirements.txt");
    let wanted = fs::read_to_string(&requirements)
        .map_err(|error| format!("{}: {error}", requirements.display()))?;
    let folder = project::top().join(".peer");
    let stamp = folder.join("installed.txt");
    let python = if cfg!(windows) {
        folder.join("Scripts/python.exe")
    } else {
        folder.join("bin/python")
    };
    if python.is_file() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(Peer::Ready(python));
    }
    let system = if cfg!(windows) { "python" } else { "python3" };
    if !project::works(system, &["-c", "import ensurepip, venv"]) {
        return Ok(Peer::Missing("there is no Python with venv".to_owned()));
    }
    let mut venv = project::command(system);
    log.must("venv", venv.args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--disable-pip-version-check"]);
    pip.arg("--requirement").arg(&requirements);
    let finished = log.quiet_step("install from PyPI", &mut pip)?;
    if finished.ok {
        fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
        return Ok(Peer::Ready(python));
    }
    if UNREACHABLE
        .iter()
        .any(|words| finished.output.contains(words))
    {
        return Ok(Peer::Missing("PyPI cannot be reached".to_owned()));
    }
    log.show(&finished.output);
    Err("the peer could not be installed".to_owned())
}
