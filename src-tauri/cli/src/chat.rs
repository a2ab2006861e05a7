//! `candor-cli chat`: sends texts in one conversation and prints what happens.

use std::sync::Arc;
use std::time::Duration;

use candor_agent::network;
use candor_agent::page::{AddOutcome, CompanyItem, SecretsState};
use candor_agent::{Agent, AgentError, DataFolder, Options, SecretsChoice, Site};
use poppy::domain::Domain;
use poppy::host::{SystemClock, SystemRandom};
use poppy::net::Network;

use crate::arguments::{Chat, Secrets, Store};
use crate::failure::Failure;
use crate::output::Output;
use crate::say::Waiting;
use crate::watch::{Quiet, Watch};

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
    let conversation = agent.current_conversation(company.id).await?.id;
    let wait = Duration::from_secs(arguments.wait);
    let mut watch = Watch::new(agent, output, (domain, conversation), wait);
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
