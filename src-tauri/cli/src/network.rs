//! Reads a network file.

use std::path::Path;

use poppy::net::Network;

use crate::failure::Failure;

/// Reads the network file at `path`. A `ca` that is no absolute path is looked for beside it.
pub(crate) fn read(path: &Path) -> Result<Network, Failure> {
    let failure = |problem: String| {
        let path = path.display();
        Failure::new("network-file", format!("{path}: {problem}"))
    };
    let text = std::fs::read_to_string(path).map_err(|error| failure(error.to_string()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Network::parse(&text, |ca| std::fs::read(folder.join(ca)))
        .map_err(|error| failure(error.to_string()))
}
