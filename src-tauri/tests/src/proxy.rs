//! A small HTTP proxy on loopback, to be put between the program and a Company. It finds hosts by a
//! table of its own, so that a name which leads nowhere is reached through it and in no other way.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// How it treats whoever asks.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    /// It connects to every host it knows, and answers 502 for the others.
    Connects,
    /// It connects whoever gives this value of `Proxy-Authorization`, and answers 407 to others.
    Wants(&'static str),
    /// It answers with this status and reason.
    Answers(&'static str),
    /// It answers something that is not HTTP.
    Babbles,
    /// It hangs up once it was asked.
    HangsUp,
    /// It says nothing.
    Hangs,
}

/// The proxy. It stops when dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
    task: JoinHandle<()>,
}

/// What it saw.
#[derive(Debug, Default)]
struct Seen {
    connections: usize,
    heads: Vec<String>,
    /// What was sent through it towards each host asked for, in the order of `heads`.
    carried: Vec<Vec<u8>>,
}

impl Proxy {
    /// Starts it, with these hosts to connect to.
    ///
    /// # Panics
    ///
    /// When loopback cannot be listened on.
    pub async fn start<H: Into<String>>(
        hosts: impl IntoIterator<Item = (H, SocketAddr)>,
        manner: Manner,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let hosts = hosts.into_iter().map(|(host, at)| (host.into(), at));
        let hosts: Arc<BTreeMap<String, SocketAddr>> = Arc::new(hosts.collect());
        let seen = Arc::new(Mutex::new(Seen::default()));
        let noted = Arc::clone(&seen);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                lock(&noted).connections += 1;
                let (hosts, noted) = (Arc::clone(&hosts), Arc::clone(&noted));
                // What a client makes of a broken connection is the client's to say.
                tokio::spawn(async move { serve(client, &hosts, manner, &noted).await });
            }
        });
        Self {
            address,
            seen,
            task,
        }
    }

    /// Where it is.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many connections were made to it, whatever was said on them.
    #[must_use]
    pub fn connections(&self) -> usize {
        lock(&self.seen).connections
    }

    /// The heads of the requests it got, as sent.
    #[must_use]
    pub fn heads(&self) -> Vec<String> {
        lock(&self.seen).heads.clone()
    }

    /// What it was asked to connect to, as `host:port`; any other request as its whole first line.
    #[must_use]
    pub fn targets(&self) -> Vec<String> {
        let heads = self.heads();
        let lines = heads.iter().map(|head| head.lines().next().unwrap_or(""));
        let target = |line: &str| match target_of(line) {
            Some(target) => target.to_owned(),
            None => line.to_owned(),
        };
        lines.map(target).collect()
    }

    /// What was sent through it towards each host asked for, in order.
    #[must_use]
    pub fn carried(&self) -> Vec<Vec<u8>> {
        lock(&self.seen).carried.clone()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn target_of(line: &str) -> Option<&str> {
    line.strip_prefix("CONNECT ")?.strip_suffix(" HTTP/1.1")
}

async fn serve(
    mut client: TcpStream,
    hosts: &BTreeMap<String, SocketAddr>,
    manner: Manner,
    seen: &Mutex<Seen>,
) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let number = {
        let mut seen = lock(seen);
        seen.heads.push(head.clone());
        seen.carried.push(Vec::new());
        seen.carried.len() - 1
    };
    let refusal = match manner {
        Manner::Connects => None,
        Manner::Wants(credentials) => {
            let wanted = format!("proxy-authorization: {credentials}");
            let given = head.lines().any(|line| line.eq_ignore_ascii_case(&wanted));
            (!given).then_some("407 Proxy Authentication Required")
        }
        Manner::Answers(status) => Some(status),
        Manner::Babbles => return client.write_all(b"SSH-2.0-babble\r\n\r\n").await,
        Manner::HangsUp => return Ok(()),
        Manner::Hangs => return std::future::pending().await,
    };
    if let Some(status) = refusal {
        return answer(client, status).await;
    }
    let target = head.lines().next().and_then(target_of);
    let host = target.and_then(|target| target.rsplit_once(':'));
    match host.and_then(|(host, _)| hosts.get(host)) {
        Some(at) => {
            relay(client, *at, |bytes| {
                if let Some(carried) = lock(seen).carried.get_mut(number) {
                    carried.extend_from_slice(bytes);
                }
            })
            .await
        }
        None => answer(client, "502 Bad Gateway").await,
    }
}

async fn answer(mut client: TcpStream, status: &str) -> io::Result<()> {
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
    client.write_all(answer.as_bytes()).await?;
    client.shutdown().await
}

/// Carries bytes both ways until both sides have ended.
async fn relay(mut client: TcpStream, at: SocketAddr, note: impl Fn(&[u8])) -> io::Result<()> {
    let mut server = TcpStream::connect(at).await?;
    client
        .write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")
        .await?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let there = async {
        let mut buffer = [0; 8192];
        loop {
            let length = from_client.read(&mut buffer).await?;
            let bytes = buffer.get(..length).unwrap_or_default();
            if bytes.is_empty() {
                return to_server.shutdown().await;
            }
            note(bytes);
            to_server.write_all(bytes).await?;
        }
    };
    let back = async {
        tokio::io::copy(&mut from_server, &mut to_client).await?;
        to_client.shutdown().await
    };
    tokio::try_join!(there, back).map(drop)
}
