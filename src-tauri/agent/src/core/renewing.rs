//! The way to Companies: a transport that forgets its connections: after sleep or in another network those that are open
//! lead nowhere, and a request that takes one waits for an answer that cannot come.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use poppy::net::{NetError, Request, Response, StreamResponse, Transport};
use tokio::time::Instant;

use super::locked;
use super::place::Place;

/// Made anew at most this often: many conversations want it at once.
const APART: Duration = Duration::from_secs(1);

type Make = Box<dyn Fn() -> Result<Arc<dyn Transport>, NetError> + Send + Sync>;

/// The transport that is in use, and how another is made.
pub(crate) struct Renewing {
    make: Make,
    locate: fn() -> Place,
    place: Mutex<Place>,
    current: Mutex<Current>,
}

struct Current {
    transport: Arc<dyn Transport>,
    made: Instant,
}

impl Renewing {
    /// Makes the first one. `locate` says where this machine is in the network.
    ///
    /// # Errors
    ///
    /// What making it gives.
    pub(crate) fn new(
        locate: fn() -> Place,
        make: impl Fn() -> Result<Arc<dyn Transport>, NetError> + Send + Sync + 'static,
    ) -> Result<Self, NetError> {
        let current = Current {
            transport: make()?,
            made: Instant::now(),
        };
        Ok(Self {
            make: Box::new(make),
            locate,
            place: Mutex::new(locate()),
            current: Mutex::new(current),
        })
    }

    /// New requests make new connections from now on; what is under way goes on.
    pub(crate) fn renew(&self) {
        let mut current = locked(&self.current);
        if current.made.elapsed() < APART {
            return;
        }
        match (self.make)() {
            Ok(transport) => {
                let made = Instant::now();
                *current = Current { transport, made };
            }
            // The one there is may still be good.
            Err(error) => tracing::warn!("connections could not be made anew: {error}"),
        }
    }

    /// Whether this machine came to another network since this was asked last.
    pub(crate) fn is_elsewhere(&self) -> bool {
        let now = (self.locate)();
        let before = std::mem::replace(&mut *locked(&self.place), now);
        now.is_new_after(before)
    }

    fn current(&self) -> Arc<dyn Transport> {
        Arc::clone(&locked(&self.current).transport)
    }
}

impl Transport for Renewing {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        let transport = self.current();
        Box::pin(async move { transport.send(request).await })
    }

    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, NetError>> {
        let transport = self.current();
        Box::pin(async move { transport.open(request, idle).await })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Nowhere;
    impl Transport for Nowhere {
        fn send(&self, _request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
            Box::pin(async { Err(NetError::Cut(String::new())) })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_made_anew_once_for_many_who_want_it_at_once_and_kept_when_that_fails() {
        let made = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&made);
        let renewing = Renewing::new(Place::nowhere, move || {
            match counter.fetch_add(1, Ordering::SeqCst) {
                2 => Err(NetError::Setup(String::new())),
                _ => Ok(Arc::new(Nowhere) as _),
            }
        })
        .unwrap();
        tokio::time::advance(APART).await;
        let first = renewing.current();
        renewing.renew();
        renewing.renew();
        assert_eq!(made.load(Ordering::SeqCst), 2);
        let second = renewing.current();
        assert!(!Arc::ptr_eq(&first, &second));
        tokio::time::advance(APART).await;
        renewing.renew();
        assert_eq!(made.load(Ordering::SeqCst), 3);
        assert!(Arc::ptr_eq(&second, &renewing.current()));
    }
}
