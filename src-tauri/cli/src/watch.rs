//! Watching one conversation until it comes to rest, and printing what is new.

use std::time::Duration;

use candor_agent::page::{ConversationKey, CoreEvent, Trouble};
use candor_agent::{Agent, AgentError, LogItem, LogKind, LogSeq};
use poppy::domain::Domain;
use poppy::host::{Clock as _, SystemClock, Timestamp};
use tokio::sync::broadcast;
use tokio::time::{Instant, timeout_at};

use crate::failure::Failure;
use crate::lines;
use crate::output::Output;

/// This machine cannot keep what happens.
const STORE_FAILED: &str = "store-failed";

/// Whether the conversation came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quiet {
    Yes,
    No,
}

/// Watches one conversation and prints what is new.
pub(crate) struct Watch<'a> {
    agent: &'a Agent,
    output: &'a Output,
    company: &'a Domain,
    pub(crate) conversation: ConversationKey,
    printed: LogSeq,
    /// Why a message was not sent, if one was not.
    refused: Option<Failure>,
    wait: Duration,
}

impl<'a> Watch<'a> {
    /// A watch that has printed nothing yet of what is new since the agent was opened.
    pub(crate) fn new(
        agent: &'a Agent,
        output: &'a Output,
        (company, conversation): (&'a Domain, ConversationKey),
        wait: Duration,
    ) -> Self {
        Self {
            agent,
            output,
            company,
            conversation,
            printed: agent.opened_at(),
            refused: None,
            wait,
        }
    }

    /// Prints what happens until nothing waits to be sent and the Company is idle, or until the time
    /// is up. An error when a message was refused, when something stands in the way that is known not
    /// to pass before the time is up, and when it has not passed by then.
    pub(crate) async fn until_quiet(
        &mut self,
        changes: &mut broadcast::Receiver<CoreEvent>,
    ) -> Result<Quiet, Failure> {
        let deadline = Instant::now() + self.wait;
        loop {
            let progress = self.agent.progress(self.conversation).await?;
            self.print_new(deadline).await?;
            if let Some(failure) = self.refused.take() {
                return Err(failure);
            }
            if progress.quiet() {
                return Ok(Quiet::Yes);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if let Some(trouble) = progress.standing.trouble
                && (left.is_zero() || self.stays(&trouble, left).await?)
            {
                return Err(Failure::new(&trouble.code, trouble.message));
            }
            if left.is_zero() {
                return Ok(Quiet::No);
            }
            match timeout_at(deadline, changes.recv()).await {
                Ok(Ok(_) | Err(broadcast::error::RecvError::Lagged(_))) | Err(_) => {}
                Ok(Err(broadcast::error::RecvError::Closed)) => {
                    return Err(AgentError::Closing.into());
                }
            }
        }
    }

    async fn stays(&self, trouble: &Trouble, left: Duration) -> Result<bool, Failure> {
        let company = self.agent.company(self.company).await?;
        let limited = company.and_then(|company| company.limited_until);
        Ok(stays(trouble, limited, SystemClock.now(), left))
    }

    async fn print_new(&mut self, deadline: Instant) -> Result<(), Failure> {
        let Self {
            agent,
            output,
            conversation,
            printed,
            refused,
            ..
        } = self;
        let mut from = *printed;
        let more = async || {
            let items = agent.log_since(from).await?;
            from = items.last().map_or(from, |last| last.seq);
            Ok(items)
        };
        let print = |item: LogItem| {
            *printed = item.seq;
            if item.conversation != *conversation {
                return Ok(());
            }
            output.line(&lines::line(&item.kind))?;
            if let LogKind::Error {
                code,
                message,
                message_id: Some(_),
            } = item.kind
            {
                *refused = Some(Failure::new(&code, message));
            }
            Ok(())
        };
        take_all(deadline, more, print).await
    }
}

/// Takes part after part of what there is, and stops at the deadline even where there is ever more: a
/// Company must not keep this program from ending.
async fn take_all<T>(
    deadline: Instant,
    mut more: impl AsyncFnMut() -> Result<Vec<T>, Failure>,
    mut take: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        let part = more().await?;
        if part.is_empty() {
            return Ok(());
        }
        part.into_iter().try_for_each(&mut take)?;
        if Instant::now() >= deadline {
            return Ok(());
        }
    }
}

/// Whether it is known that what stands in the way does not pass within this time: somebody must do
/// something about it, or the Company itself asked to be left alone for longer. When the agent tries
/// again by itself says nothing of it: something may have it try sooner. That nothing can be kept is
/// nothing to wait out: what is printed and what is kept would part.
fn stays(trouble: &Trouble, limited_until: Option<i64>, now: Timestamp, within: Duration) -> bool {
    let within = i64::try_from(within.as_millis()).unwrap_or(i64::MAX);
    let until = now.plus_millis(within).0;
    trouble.code == STORE_FAILED
        || trouble.retry_at.is_none()
        || limited_until.is_some_and(|limit| limit >= until)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000);
    const MINUTE: Duration = Duration::from_secs(60);

    fn trouble(code: &str, retry_in: Option<i64>) -> Trouble {
        Trouble {
            code: code.to_owned(),
            message: String::new(),
            retry_at: retry_in.map(|millis| NOW.0 + millis),
            leads_to: None,
        }
    }

    #[test]
    fn what_is_tried_again_by_itself_is_waited_for_to_the_end() {
        // Though the next try is later than that: it may come sooner.
        for retry_in in [0, 59_999, 60_000, 600_000] {
            let passing = trouble("temporarily_unavailable", Some(retry_in));
            assert!(!stays(&passing, None, NOW, MINUTE), "{retry_in}");
        }
    }

    #[test]
    fn what_is_known_to_stay_is_not_waited_for() {
        let limit = |millis| Some(NOW.0 + millis);
        let limited = trouble("rate_limited", Some(60_000));
        assert!(stays(&limited, limit(60_000), NOW, MINUTE));
        assert!(!stays(&limited, limit(59_999), NOW, MINUTE));
        assert!(stays(&trouble("no-identity", None), None, NOW, MINUTE));
        assert!(stays(&trouble(STORE_FAILED, Some(1)), None, NOW, MINUTE));
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_is_printed_until_the_time_is_up_and_no_longer() {
        let began = Instant::now();
        let mut taken = 0;
        let endless = async || {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok(vec![(); 500])
        };
        let take = |()| {
            taken += 1;
            Ok(())
        };
        let done = take_all(began + MINUTE, endless, take).await;
        assert!(done.is_ok());
        assert_eq!(taken, 60 * 500);
        // The first part is taken in any case.
        let mut taken = 0;
        let all = async || Ok(vec![(); 500]);
        let take = |()| {
            taken += 1;
            Ok(())
        };
        assert!(take_all(began, all, take).await.is_ok());
        assert_eq!(taken, 500);
    }

    #[tokio::test(start_paused = true)]
    async fn what_cannot_be_read_or_printed_ends_it() {
        let deadline = Instant::now() + MINUTE;
        let broken = async || Err::<Vec<()>, _>(Failure::new("store-failed", ""));
        assert!(take_all(deadline, broken, |()| Ok(())).await.is_err());
        let one = async || Ok(vec![()]);
        let closed = take_all(deadline, one, |()| Err(Failure::OutputClosed)).await;
        assert!(matches!(closed, Err(Failure::OutputClosed)));
    }
}
