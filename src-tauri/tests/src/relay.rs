//! A relay between an agent and a Company that can go wrong as networks do: connections that end,
//! are reset, are closed to one side, or pass nothing any more without anybody being told.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio::task::{JoinHandle, JoinSet};

use crate::program::PATIENCE;
use crate::shop::eventually;

/// What becomes of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It ends on both sides.
    End,
    /// It is reset on both sides.
    Reset,
    /// The agent hears no more of the Company, and the Company hears on.
    CloseToAgent,
    /// The Company hears no more of the agent, and the agent hears on.
    CloseToCompany,
    /// It stays open and takes all there is, and passes nothing any more: a black hole.
    Stall,
}

/// Every way to cut a connection.
pub const CUTS: [Cut; 5] = [
    Cut::End,
    Cut::Reset,
    Cut::CloseToAgent,
    Cut::CloseToCompany,
    Cut::Stall,
];

/// What is to become of a new connection: a cut once this many bytes have passed, both ways counted.
pub type Fate = Option<(u64, Cut)>;

type Fates = Box<dyn FnMut() -> Fate + Send>;

/// The relay. Its connections end when it is dropped.
pub struct Relay {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

struct Shared {
    company: SocketAddr,
    accepted: AtomicU64,
    from_agent: AtomicU64,
    cuts: AtomicU64,
    orders: broadcast::Sender<Cut>,
    fates: Mutex<Fates>,
}

impl Shared {
    fn fates(&self) -> MutexGuard<'_, Fates> {
        self.fates.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Relay {
    /// Listens on this computer, and passes everything on to a Company on this computer.
    ///
    /// # Panics
    ///
    /// When there is no free port.
    pub async fn to(company: SocketAddr) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let shared = Arc::new(Shared {
            company,
            accepted: AtomicU64::new(0),
            from_agent: AtomicU64::new(0),
            cuts: AtomicU64::new(0),
            orders: broadcast::channel(64).0,
            fates: Mutex::new(Box::new(|| None)),
        });
        let task = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Self {
            address,
            shared,
            task,
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Cuts all connections that there are now.
    pub fn cut(&self, how: Cut) {
        // Nobody may be connected.
        let _ = self.shared.orders.send(how);
    }

    /// Stalls all connections that there are now, does something that sends a request, and waits until
    /// it was sent into the void.
    ///
    /// # Panics
    ///
    /// When it is sent over a new connection, or not at all.
    pub async fn stall_under(&self, asking: impl Future<Output = ()>) {
        self.cut(Cut::Stall);
        let (accepted, heard) = (self.accepted(), self.heard());
        asking.await;
        eventually("it is under way", PATIENCE, async || self.heard() > heard).await;
        let now = self.accepted();
        assert_eq!(now, accepted, "it is sent over a connection there was");
    }

    /// Decides from now on what becomes of new connections.
    pub fn fates(&self, fates: impl FnMut() -> Fate + Send + 'static) {
        *self.shared.fates() = Box::new(fates);
    }

    /// How many connections there have been.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.shared.accepted.load(Ordering::SeqCst)
    }

    /// How many connections were cut in the middle.
    #[must_use]
    pub fn cuts(&self) -> u64 {
        self.shared.cuts.load(Ordering::SeqCst)
    }

    /// How often anything came from the agent: about once for each request.
    #[must_use]
    pub fn heard(&self) -> u64 {
        self.shared.from_agent.load(Ordering::SeqCst)
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((agent, _)) = accepted else { return };
                shared.accepted.fetch_add(1, Ordering::SeqCst);
                let passing = Passing {
                    agent,
                    orders: shared.orders.subscribe(),
                    fate: (shared.fates())(),
                    shared: Arc::clone(&shared),
                };
                connections.spawn(async move {
                    // An error ends the connection, which is what a relay is for.
                    let _ = passing.run().await;
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

/// One connection.
struct Passing {
    agent: TcpStream,
    orders: broadcast::Receiver<Cut>,
    fate: Fate,
    shared: Arc<Shared>,
}

impl Passing {
    async fn run(mut self) -> io::Result<()> {
        let mut company = TcpStream::connect(self.shared.company).await?;
        let (mut from_agent, mut from_company) = ([0; 4096], [0; 4096]);
        // Who may still speak.
        let (mut agent_speaks, mut company_speaks) = (true, true);
        let mut passed = 0;
        while agent_speaks || company_speaks {
            let order = tokio::select! {
                order = self.orders.recv() => match order {
                    Ok(how) => Some(how),
                    Err(_) => return Ok(()),
                },
                read = self.agent.read(&mut from_agent), if agent_speaks => {
                    let part = &from_agent[..read?];
                    agent_speaks = !part.is_empty();
                    self.shared.from_agent.fetch_add(1, Ordering::SeqCst);
                    self.pass(part, &mut passed, &mut company).await?
                }
                read = company.read(&mut from_company), if company_speaks => {
                    let part = &from_company[..read?];
                    company_speaks = !part.is_empty();
                    let fate = self.fate;
                    let (part, due) = until_due(part, &mut passed, fate);
                    give(part, due, &mut self.agent).await?;
                    due
                }
            };
            if order.is_some() {
                self.shared.cuts.fetch_add(1, Ordering::SeqCst);
                self.fate = None;
            }
            match order {
                None => {}
                Some(Cut::End) => return Ok(()),
                Some(Cut::Reset) => {
                    self.agent.set_zero_linger()?;
                    return company.set_zero_linger();
                }
                Some(Cut::CloseToAgent) => {
                    self.agent.shutdown().await?;
                    company_speaks = false;
                }
                Some(Cut::CloseToCompany) => {
                    company.shutdown().await?;
                    agent_speaks = false;
                }
                Some(Cut::Stall) => return swallow(self, company).await,
            }
        }
        Ok(())
    }

    async fn pass(
        &self,
        part: &[u8],
        passed: &mut u64,
        company: &mut TcpStream,
    ) -> io::Result<Option<Cut>> {
        let (part, due) = until_due(part, passed, self.fate);
        give(part, due, company).await?;
        Ok(due)
    }
}

/// What of a part is passed on, and the cut that is then due.
fn until_due<'a>(part: &'a [u8], passed: &mut u64, fate: Fate) -> (&'a [u8], Option<Cut>) {
    let before = *passed;
    *passed += part.len() as u64;
    match fate {
        Some((after, how)) if *passed > after => {
            let left = usize::try_from(after.saturating_sub(before)).unwrap_or(usize::MAX);
            (&part[..left.min(part.len())], Some(how))
        }
        _ => (part, None),
    }
}

/// Passes a part on; an empty one is the end.
async fn give(part: &[u8], due: Option<Cut>, to: &mut TcpStream) -> io::Result<()> {
    if part.is_empty() && due.is_none() {
        return to.shutdown().await;
    }
    to.write_all(part).await
}

/// Takes what comes from both sides and passes nothing, until the agent has given up, or an order
/// comes to end it.
async fn swallow(mut connection: Passing, mut company: TcpStream) -> io::Result<()> {
    let (mut from_agent, mut from_company) = ([0; 4096], [0; 4096]);
    let mut company_speaks = true;
    loop {
        tokio::select! {
            read = connection.agent.read(&mut from_agent) => {
                if read? == 0 {
                    return Ok(());
                }
                connection.shared.from_agent.fetch_add(1, Ordering::SeqCst);
            }
            read = company.read(&mut from_company), if company_speaks => company_speaks = read? > 0,
            order = connection.orders.recv() => {
                if order != Ok(Cut::Stall) {
                    return Ok(());
                }
            }
        }
    }
}
