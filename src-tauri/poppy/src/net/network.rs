//! Network files: hosts on this machine, configured on purpose.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use serde_json::Value;

use crate::json;

/// Hosts on this machine, configured on purpose: the one exception to the rule about addresses.
#[derive(Clone, Debug)]
pub struct Network {
    /// The PEM of the one CA trusted for these hosts, and for no others.
    pub ca_pem: Vec<u8>,
    /// Host name (lower case) to the address to connect to.
    pub hosts: BTreeMap<String, SocketAddr>,
}

/// Why a network file cannot be used. The fault of whoever wrote it.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// It is not what a network file is.
    #[error(
        "the network file must be {{\"ca\": \"<pem path>\", \"hosts\": {{\"shop.example\": \"127.0.0.1:4443\"}}}}: {0}"
    )]
    Shape(String),
    /// Its CA cannot be used.
    #[error("the CA named by the network file cannot be used: {0}")]
    Ca(String),
}

impl Network {
    /// Reads a network file's text. `read_ca` reads the file that `ca` names: this crate knows no
    /// disk. Unknown members are ignored.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] says what is wrong with the file.
    pub fn parse(
        text: &str,
        read_ca: impl FnOnce(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, NetworkError> {
        let file =
            json::parse_strict(text.as_bytes()).map_err(|e| NetworkError::Shape(e.to_string()))?;
        let hosts = file
            .get("hosts")
            .and_then(Value::as_object)
            .ok_or_else(|| NetworkError::Shape("`hosts` must be an object".to_owned()))?
            .iter()
            .map(|(name, address)| Ok((host_name(name)?, socket_address(name, address)?)))
            .collect::<Result<_, NetworkError>>()?;
        let ca = file
            .get("ca")
            .and_then(Value::as_str)
            .ok_or_else(|| NetworkError::Shape("`ca` must be a file's path".to_owned()))?;
        let ca_pem = read_ca(ca).map_err(|e| NetworkError::Ca(format!("{ca}: {e}")))?;
        certificates(&ca_pem).map_err(|problem| NetworkError::Ca(format!("{ca} {problem}")))?;
        Ok(Self { ca_pem, hosts })
    }

    /// The certificates of `ca_pem`, for the transport.
    pub(super) fn certificates(&self) -> Result<Vec<reqwest::Certificate>, &'static str> {
        certificates(&self.ca_pem)
    }
}

/// At least one certificate: with none, nothing could ever be trusted, and the reason would be
/// hard to find.
fn certificates(pem: &[u8]) -> Result<Vec<reqwest::Certificate>, &'static str> {
    match reqwest::Certificate::from_pem_bundle(pem) {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        Ok(_) => Err("holds no certificate"),
        Err(_) => Err("is not a PEM file of certificates"),
    }
}

fn host_name(name: &str) -> Result<String, NetworkError> {
    match url::Host::parse(name) {
        // Letters may be of any case; everything else must be as URLs have it.
        Ok(url::Host::Domain(host)) if host.eq_ignore_ascii_case(name) => Ok(host),
        _ => Err(NetworkError::Shape(format!("{name:?} is no host name"))),
    }
}

fn socket_address(name: &str, address: &Value) -> Result<SocketAddr, NetworkError> {
    address
        .as_str()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| {
            NetworkError::Shape(format!(
                "{name:?} must have an address with a port, such as 127.0.0.1:4443"
            ))
        })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn pem() -> Vec<u8> {
        let key = rcgen::KeyPair::generate().unwrap();
        let params = rcgen::CertificateParams::new(["ca.example".to_owned()]).unwrap();
        params.self_signed(&key).unwrap().pem().into_bytes()
    }

    fn parse(text: &str) -> Result<Network, NetworkError> {
        Network::parse(text, |_| Ok(pem()))
    }

    #[test]
    fn reads_hosts_and_the_ca_and_ignores_the_rest() {
        let text = r#"{"ca": "/some/ca.pem", "control": 1,
            "hosts": {"Shop.example": "127.0.0.1:4443", "agent.example": "[::1]:1"}}"#;
        let mut asked = String::new();
        let network = Network::parse(text, |path| {
            asked = path.to_owned();
            Ok(pem())
        })
        .unwrap();
        assert_eq!(asked, "/some/ca.pem");
        assert_eq!(
            network.hosts,
            BTreeMap::from([
                ("agent.example".to_owned(), "[::1]:1".parse().unwrap()),
                ("shop.example".to_owned(), "127.0.0.1:4443".parse().unwrap()),
            ])
        );
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, part) in [
            ("", "it is not JSON"),
            ("[]", "`hosts`"),
            (r#"{"ca": "x"}"#, "`hosts`"),
            (r#"{"ca": "x", "hosts": []}"#, "`hosts`"),
            (r#"{"hosts": {}}"#, "`ca`"),
            (r#"{"ca": 7, "hosts": {}}"#, "`ca`"),
            (
                r#"{"ca": "x", "hosts": {"a.example": "127.0.0.1"}}"#,
                "a.example",
            ),
            (r#"{"ca": "x", "hosts": {"a.example": 4443}}"#, "a.example"),
            (
                r#"{"ca": "x", "hosts": {"127.0.0.1": "127.0.0.1:1"}}"#,
                "no host name",
            ),
            (
                r#"{"ca": "x", "hosts": {"a b": "127.0.0.1:1"}}"#,
                "no host name",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert!(matches!(error, NetworkError::Shape(_)), "{text}");
            assert!(error.to_string().contains(part), "{text} gave {error}");
        }
    }

    #[test]
    fn a_ca_that_cannot_be_read_or_used_is_named() {
        let text = r#"{"ca": "my.pem", "hosts": {}}"#;
        let missing = Network::parse(text, |_| Err(std::io::ErrorKind::NotFound.into()));
        let empty = Network::parse(text, |_| Ok(Vec::new()));
        let broken = Network::parse(text, |_| {
            Ok(b"-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n".to_vec())
        });
        for error in [missing, empty, broken].map(Result::unwrap_err) {
            assert!(matches!(error, NetworkError::Ca(_)), "{error}");
            assert!(error.to_string().contains("my.pem"), "{error}");
        }
    }
}
