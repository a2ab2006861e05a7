//! A Company's server for these tests, and the CA that vouches for it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio_rustls::TlsAcceptor;

use crate::net::Network;

pub(super) struct Ca {
    pub(super) pem: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

impl Ca {
    pub(super) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::<String>::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem().into_bytes();
        Self {
            pem,
            issuer: Issuer::new(params, key),
        }
    }

    pub(super) fn acceptor(&self, names: &[&str]) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let params = CertificateParams::new(names).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }

    pub(super) fn network(&self, hosts: &[(&str, SocketAddr)]) -> Network {
        let hosts: BTreeMap<_, _> = hosts
            .iter()
            .map(|(name, address)| ((*name).to_owned(), *address))
            .collect();
        Network {
            ca_pem: self.pem.clone(),
            hosts,
        }
    }
}

/// A server whose path says how it answers. It keeps what it was asked.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    connections: AtomicUsize,
    asked: Mutex<Vec<String>>,
    /// Whole answers, by name (as of TLS) and path.
    answers: BTreeMap<String, String>,
    /// What `/live` and `/held` wait for.
    release: Notify,
}

impl Server {
    pub(super) async fn start(acceptor: TlsAcceptor) -> Self {
        Self::with(acceptor, BTreeMap::new()).await
    }

    /// It also gives these whole answers, by name (as of TLS) and path.
    pub(super) async fn with(acceptor: TlsAcceptor, answers: BTreeMap<String, String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            connections: AtomicUsize::new(0),
            asked: Mutex::default(),
            answers,
            release: Notify::new(),
        });
        let own = shared.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                own.connections.fetch_add(1, Ordering::SeqCst);
                let (acceptor, own) = (acceptor.clone(), own.clone());
                tokio::spawn(async move { serve(acceptor, stream, &own).await });
            }
        });
        Self { address, shared }
    }

    pub(super) fn asked(&self) -> Vec<String> {
        self.shared.asked.lock().unwrap().clone()
    }

    pub(super) fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// Lets one answer go on.
    pub(super) fn release(&self) {
        self.shared.release.notify_one();
    }
}

/// Answers one request and closes. What the client thinks of it is the client's to say.
async fn serve(acceptor: TlsAcceptor, stream: TcpStream, shared: &Shared) -> Option<()> {
    let mut stream = acceptor.accept(stream).await.ok()?;
    let server_name = stream
        .get_ref()
        .1
        .server_name()
        .unwrap_or("none")
        .to_owned();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let mut request = String::from_utf8(head).ok()?.to_ascii_lowercase();
    let length = request
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |n| n.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    request.push_str(&String::from_utf8(body).ok()?);
    let path = request.split(' ').nth(1)?.to_owned();
    shared
        .asked
        .lock()
        .unwrap()
        .push(format!("{request}\nsni: {server_name}"));
    let own = shared.answers.get(&format!("{server_name}{path}"));
    let answer = match path.as_str() {
        _ if own.is_some() => own?.as_str(),
        "/ok" => "HTTP/1.1 200 OK\r\nX-Twice: a\r\nX-Twice: b\r\nContent-Length: 5\r\n\r\nhello",
        "/redirect" => {
            "HTTP/1.1 302 Found\r\nLocation: https://shop.example/ok\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n"
        }
        "/declared" => "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
        "/streamed" => {
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n4\r\n5678\r\n4\r\n9012\r\n0\r\n\r\n"
        }
        "/live" => {
            let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n";
            stream.write_all(head).await.ok()?;
            stream.flush().await.ok()?;
            shared.release.notified().await;
            stream.write_all(b"4\r\n5678\r\n0\r\n\r\n").await.ok()?;
            return stream.shutdown().await.ok();
        }
        "/held" => {
            shared.release.notified().await;
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        }
        "/cut" => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of",
        "/cut-head" => "HTTP/1.1 200 OK\r\nContent-",
        "/slow" => return std::future::pending().await,
        "/slow-body" => {
            let head = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of";
            stream.write_all(head).await.ok()?;
            stream.flush().await.ok()?;
            return std::future::pending().await;
        }
        other => panic!("no answer for {other}"),
    };
    stream.write_all(answer.as_bytes()).await.ok()?;
    stream.shutdown().await.ok()
}
