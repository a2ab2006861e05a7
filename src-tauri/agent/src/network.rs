//! Network files: the one way to reach a Company on this computer, given on purpose.

use std::path::Path;

use poppy::net::Network;

use crate::error::AgentError;

/// Reads the network file at `path`. A `ca` that is no absolute path is looked for beside it.
///
/// # Errors
///
/// [`AgentError::NetworkFile`] when it cannot be read or is none, and when it sends a host to another
/// computer: it is an exception to where messages may go that holds for this one only.
pub fn read(path: &Path) -> Result<Network, AgentError> {
    let unusable = |problem: String| AgentError::NetworkFile {
        path: path.to_owned(),
        problem,
    };
    let text = std::fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let network = Network::parse(&text, |ca| std::fs::read(folder.join(ca)))
        .map_err(|error| unusable(error.to_string()))?;
    let elsewhere = network
        .hosts
        .iter()
        .find(|(_, address)| !address.ip().to_canonical().is_loopback());
    match elsewhere {
        None => Ok(network),
        Some((host, address)) => Err(unusable(format!(
            "it sends {host} to {address}, which is not this computer: only addresses such as \
             127.0.0.1:4443 and [::1]:4443 can stand there"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_computer_can_be_named() {
        let folder = tempfile::tempdir().unwrap();
        let key = rcgen::KeyPair::generate().unwrap();
        let params = rcgen::CertificateParams::new(["ca.example".to_owned()]).unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        std::fs::write(folder.path().join("ca.pem"), pem).unwrap();
        let file = folder.path().join("network.json");
        let read_with = |address: &str| {
            let hosts = serde_json::json!({"a.example": "127.0.0.1:1", "b.example": address});
            let text = serde_json::json!({"ca": "ca.pem", "hosts": hosts}).to_string();
            std::fs::write(&file, text).unwrap();
            read(&file)
        };
        for address in [
            "127.0.0.1:4443",
            "127.9.8.7:1",
            "[::1]:4443",
            "[::ffff:127.0.0.1]:1",
        ] {
            assert_eq!(read_with(address).unwrap().hosts.len(), 2, "{address}");
        }
        for address in [
            "192.0.2.1:443",
            "10.0.0.1:1",
            "0.0.0.0:1",
            "[2001:db8::1]:1",
            "[::]:1",
        ] {
            let error = read_with(address).unwrap_err();
            assert_eq!(error.code(), "network-file");
            let said = error.to_string();
            assert!(
                said.contains("b.example") && said.contains("not this computer"),
                "{said}"
            );
        }
        let missing = read(&folder.path().join("none.json")).unwrap_err();
        assert!(missing.to_string().contains("none.json"));
    }
}
