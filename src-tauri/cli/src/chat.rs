//! `candor-cli chat`: sends texts in one conversation and prints what happens.

use std::sync::Arc;
use std::time::Duration;

use candor_agent::network;
use candor_agent::page::{
    AddOutcome, CompanyItem, ConversationKey, CoreEvent, SecretsState, Trouble,
};
use candor_agent::{
    Agent, AgentError, DataFolder, LogItem, LogKind, LogSeq, Options, SecretsChoice, Site,
};
use poppy::domain::Domain;
use poppy::host::{Clock as _, SystemClock, SystemRandom};
use poppy::net::Network;
use tokio::sync::broadcast;
use tokio::time::{Instant, timeout_at};

use crate::arguments::{Chat, Secrets, Store};
use crate::failure::Failure;
use crate::lines;
use crate::output::Output;
use crate::say::Waiting;

/// Opens the agent of a data folder.
pub(crate) async fn open(store: &Store, network: Option<Network>) -> Result<Arc<Agent>, Failure> {
    let secrets = match store.secrets {
        Secrets::Keyring => SecretsChoice::Keyring,
        Secrets::File => {
            eprintln!(
                "candor-cli: the key that seals this agent's secrets is kept in a file in {}, not \
                 in the system's keyring",
                store.data.display()
            );
            SecretsChoice::File
        }
    };
    let options = Options {
        data: DataFolder::take(&store.data)?,
        secrets,
        network,
        demo: None,
        site: Site::default(),
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
    };
    Ok(Agent::open(options).await?)
}

/// Runs the conversation until it is quiet or the time is up.
pub(crate) async fn run(arguments: &Chat, output: &Output) -> Result<(), Failure> {
    let domain = Domain::from_typed(&arguments.domain)?;
    let network = arguments
        .network
        .network
        .as_deref()
        .map(network::read)
        .transpose()?;
    let agent = open(&arguments.store, network).await?;
    let done = tokio::select! {
        done = talk(&agent, &domain, arguments, output) => done,
        _ = tokio::signal::ctrl_c() => {
            Err(Failure::new("interrupted", "stopped; run it again to go on where it was"))
        }
    };
    agent.close().await;
    done
}

async fn talk(
    agent: &Agent,
    domain: &Domain,
    arguments: &Chat,
    output: &Output,
) -> Result<(), Failure> {
    let mut changes = agent.subscribe();
    let mut waiting = Waiting::read(&arguments.store.data)?;
    let company = company(agent, domain).await?;
    secrets(agent).await?;
    waiting.add(domain, &arguments.say, &SystemRandom)?;
    let mut watch = Watch {
        agent,
        output,
        conversation: agent.current_conversation(company.id).await?.id,
        printed: agent.opened_at(),
        refused: None,
        wait: Duration::from_secs(arguments.wait),
    };
    loop {
        let quiet = watch.until_quiet(&mut changes).await;
        if !matches!(quiet, Ok(Quiet::Yes)) {
            eprintln!("candor-cli: not done; what waits is kept: run this again to go on");
        }
        if quiet? == Quiet::No {
            let seconds = arguments.wait;
            eprintln!("candor-cli: {domain} was not idle within {seconds} seconds");
            return Ok(());
        }
        let Some(say) = waiting.next(domain) else {
            return Ok(());
        };
        // The conversation may have been closed meanwhile: then this begins a new one.
        watch.conversation = agent.current_conversation(company.id).await?.id;
        let sent = agent
            .send_as(watch.conversation, say.id.clone(), &say.text)
            .await;
        // A text that cannot be a message would stand in the way of all others for ever.
        if let Ok(_) | Err(AgentError::EmptyMessage | AgentError::MessageTooLong { .. }) = sent {
            waiting.done(&say.id)?;
        }
        sent?;
    }
}

/// The Company in the list, or added to it now.
async fn company(agent: &Agent, domain: &Domain) -> Result<CompanyItem, Failure> {
    let company = match agent.add_company(domain.as_str()).await? {
        AddOutcome::Added { company } => company,
        AddOutcome::OtherDomain {
            typed,
            served,
            name,
        } => {
            return Err(Failure::new(
                "other-domain",
                format!(
                    "{typed} leads to another domain, {served}, where the Company calls itself \
                     {name}. Nothing was sent. If that is the Company you mean, name {served}"
                ),
            ));
        }
    };
    if company.chat {
        Ok(*company)
    } else {
        Err(AgentError::NoChat.into())
    }
}

/// Nothing can be sent without secrets: waiting for them would be in vain.
async fn secrets(agent: &Agent) -> Result<(), Failure> {
    match agent.overview().await?.secrets {
        SecretsState::Unavailable { code, message } => Err(Failure::new(&code, message)),
        SecretsState::Keyring | SecretsState::File | SecretsState::Session => Ok(()),
    }
}

/// This machine cannot keep what happens.
const STORE_FAILED: &str = "store-failed";

/// Whether the conversation came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiet {
    Yes,
    No,
}

/// Watches one conversation and prints what is new.
struct Watch<'a> {
    agent: &'a Agent,
    output: &'a Output,
    conversation: ConversationKey,
    printed: LogSeq,
    /// Why a message was not sent, if one was not.
    refused: Option<Failure>,
    wait: Duration,
}

impl Watch<'_> {
    /// Prints what happens until nothing waits to be sent and the Company is idle, or until the time
    /// is up. An error when a message was refused, when something stands in the way that does not
    /// pass before the time is up, and when it has not passed by then.
    async fn until_quiet(
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
                && (left.is_zero() || !passes(&trouble, left))
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

    /// Prints what is new, and stops at the deadline even where there is ever more.
    async fn print_new(&mut self, deadline: Instant) -> Result<(), Failure> {
        loop {
            let items = self.agent.log_since(self.printed).await?;
            let Some(last) = items.last() else {
                return Ok(());
            };
            self.printed = last.seq;
            let own = |item: &&LogItem| item.conversation == self.conversation;
            for LogItem { kind, .. } in items.iter().filter(own) {
                self.output.line(&lines::line(kind))?;
                if let LogKind::Error {
                    code,
                    message,
                    message_id: Some(_),
                } = kind
                {
                    self.refused = Some(Failure::new(code, message));
                }
            }
            if Instant::now() >= deadline {
                return Ok(());
            }
        }
    }
}

/// Whether what stands in the way is tried again within this time. That nothing can be kept is
/// nothing to wait out: what is printed and what is kept would part.
fn passes(trouble: &Trouble, within: Duration) -> bool {
    if trouble.code == STORE_FAILED {
        return false;
    }
    let within = i64::try_from(within.as_millis()).unwrap_or(i64::MAX);
    let until = SystemClock.now().plus_millis(within).0;
    trouble.retry_at.is_some_and(|at| at < until)
}
