//! Starting up: the demo Company and the agent, while the window is being made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use candor_agent::error::ErrorReport;
use candor_agent::page::CoreEvent;
use candor_agent::{Agent, DataFolder, DemoLink, Options, SecretsChoice, Site};
use candor_demo::{AGENT_CLIENT_ID, Demo, Published};
use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{SystemClock, SystemRandom};
use poppy::net::Network;
use tauri::{AppHandle, Emitter as _, Manager as _};
use tokio::sync::broadcast;

use crate::arguments::{Arguments, Secrets};
use crate::shell::{Opened, Shell};
use crate::window::MAIN;

/// The event every change is told to the page by.
const CORE_EVENT: &str = "core";

/// Opens the agent, tells the commands, and from then on tells the page what changes.
pub(crate) fn in_background(app: AppHandle, arguments: Arguments) {
    tauri::async_runtime::spawn(async move {
        let opened = open(&app, &arguments).await;
        if let Ok(agent) = &opened {
            tauri::async_runtime::spawn(forward(app.clone(), agent.subscribe()));
        }
        app.state::<Shell>().opened(opened);
    });
}

async fn open(app: &AppHandle, arguments: &Arguments) -> Opened {
    let folder = match &arguments.data {
        Some(folder) => folder.clone(),
        None => app.path().app_data_dir().map_err(|error| {
            report(
                "no-data-folder",
                format!("The system names no folder for Candor's data: {error}"),
            )
        })?,
    };
    // Taken before anything in it is touched: another Candor may be using it.
    let data = DataFolder::take(&folder).map_err(|error| error.report())?;
    let network = arguments.network.as_deref().map(read_network).transpose()?;
    // Stands for the web site where the agent's documents are published, for the demo to read.
    let site = Site::default();
    let demo = if arguments.no_demo {
        None
    } else {
        start_demo(app, data.path(), site.clone()).await?
    };
    let options = Options {
        data,
        secrets: match arguments.secrets {
            Secrets::Keyring => SecretsChoice::Keyring,
            Secrets::File => SecretsChoice::File,
        },
        network,
        demo,
        site,
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
    };
    Agent::open(options).await.map_err(|error| error.report())
}

async fn start_demo(
    app: &AppHandle,
    data: &Path,
    site: Site,
) -> Result<Option<DemoLink>, ErrorReport> {
    let (Ok(domain), Ok(client_id)) = (
        Domain::from_typed(candor_demo::DOMAIN),
        ClientId::parse(AGENT_CLIENT_ID),
    ) else {
        return Ok(None);
    };
    let published = move |asked: &str| {
        let (metadata, jwks) = site.published(asked)?;
        Some(Published { metadata, jwks })
    };
    let options = candor_demo::Options {
        journal: Some(data.join("demo.jsonl")),
        ..candor_demo::Options::new(Arc::new(published))
    };
    match Demo::start(options).await {
        Ok(demo) => {
            let network = demo.network().clone();
            app.state::<Shell>().keep(demo);
            Ok(Some(DemoLink {
                domain,
                network,
                client_id,
            }))
        }
        Err(error) => Err(report(
            "demo-failed",
            format!(
                "Something is wrong with the demo built into Candor: {error}. Start Candor with --no-demo to go on without it."
            ),
        )),
    }
}

fn read_network(path: &Path) -> Result<Network, ErrorReport> {
    let told = |problem: String| {
        report(
            "network-file",
            format!(
                "The network file {} cannot be used: {problem}",
                path.display()
            ),
        )
    };
    let text = std::fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
    let beside = |named: &str| -> PathBuf {
        // `ca` is a path; a relative one is meant from the file's own folder.
        path.parent().unwrap_or(Path::new(".")).join(named)
    };
    Network::parse(&text, |ca| std::fs::read(beside(ca))).map_err(|error| told(error.to_string()))
}

fn report(code: &str, message: String) -> ErrorReport {
    ErrorReport {
        code: code.into(),
        message,
    }
}

/// Passes every change on to the page. One that missed some is told to ask for everything again.
async fn forward(app: AppHandle, mut changes: broadcast::Receiver<CoreEvent>) {
    loop {
        let event = match changes.recv().await {
            Ok(event) => event,
            Err(broadcast::error::RecvError::Lagged(_)) => CoreEvent::Resync,
            Err(broadcast::error::RecvError::Closed) => return,
        };
        if let Err(error) = app.emit_to(MAIN, CORE_EVENT, event) {
            tracing::warn!("the page could not be told of a change: {error}");
        }
    }
}
