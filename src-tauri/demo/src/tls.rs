//! The demo's certificates: a throwaway CA, new at each start, and one certificate signed by it. The
//! CA's key is gone once that is done, and the CA can vouch for the demo's domain alone.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, GeneralSubtree, IsCa,
    Issuer, KeyPair, KeyUsagePurpose, NameConstraints,
};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::TlsAcceptor;

use crate::DemoError;

/// The certificates are good from a day ago, for clocks that were just set back,
const BEFORE: Duration = Duration::from_secs(24 * 60 * 60);
/// for a year, which is longer than any one start of the program.
const AFTER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// What the server proves itself with.
pub(crate) struct Identity {
    /// The CA's certificate.
    pub(crate) ca_pem: Vec<u8>,
    /// Makes connections secure.
    pub(crate) acceptor: TlsAcceptor,
}

impl Identity {
    /// Makes a new CA and a certificate for `domain`.
    pub(crate) fn generate(domain: &str) -> Result<Self, DemoError> {
        let ca_key = KeyPair::generate().map_err(certificates)?;
        let ca_params = authority(domain).map_err(certificates)?;
        let ca = ca_params.self_signed(&ca_key).map_err(certificates)?;
        let key = KeyPair::generate().map_err(certificates)?;
        let leaf = leaf(domain)
            .and_then(|params| params.signed_by(&key, &Issuer::new(ca_params, ca_key)))
            .map_err(certificates)?;

        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(certificates)?
            .with_no_client_auth()
            .with_single_cert(
                vec![leaf.der().clone()],
                PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
            )
            .map_err(certificates)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            ca_pem: ca.pem().into_bytes(),
            acceptor: TlsAcceptor::from(Arc::new(config)),
        })
    }
}

fn authority(domain: &str) -> Result<CertificateParams, rcgen::Error> {
    let mut params = dated(CertificateParams::new(Vec::new())?);
    params
        .distinguished_name
        .push(DnType::CommonName, "Trailhead demo, throwaway CA");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    params.name_constraints = Some(NameConstraints {
        permitted_subtrees: vec![GeneralSubtree::DnsName(domain.to_owned())],
        excluded_subtrees: Vec::new(),
    });
    Ok(params)
}

fn leaf(domain: &str) -> Result<CertificateParams, rcgen::Error> {
    let mut params = dated(CertificateParams::new(vec![domain.to_owned()])?);
    params.distinguished_name.push(DnType::CommonName, domain);
    params.use_authority_key_identifier_extension = true;
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    Ok(params)
}

fn dated(mut params: CertificateParams) -> CertificateParams {
    let now = SystemTime::now();
    params.not_before = (now - BEFORE).into();
    params.not_after = (now + AFTER).into();
    params
}

fn certificates(error: impl std::fmt::Display) -> DemoError {
    DemoError::Certificates(error.to_string())
}
