//! How long the shop's pauses are: the one place where the demo waits on purpose.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

/// How long pauses are.
#[derive(Clone, Debug)]
pub enum Pace {
    /// As long as they should seem.
    Real,
    /// There are none.
    None,
    /// Each ends when it is given a permit: a test decides what happens when.
    ByHand(Arc<Semaphore>),
}

impl Pace {
    /// Waits.
    pub(crate) async fn pause(&self, millis: u32) {
        match self {
            Self::Real => tokio::time::sleep(Duration::from_millis(millis.into())).await,
            Self::None => tokio::task::yield_now().await,
            Self::ByHand(permits) => match permits.acquire().await {
                Ok(permit) => permit.forget(),
                // Closed by the test: no pause will be held any more.
                Err(_closed) => {}
            },
        }
    }
}
