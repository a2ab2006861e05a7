//! Starting up: the demo Company and the agent, while the window is being made.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use candor_agent::error::ErrorReport;
use candor_agent::language::say;
use candor_agent::page::CoreEvent;
use candor_agent::{
    Agent, DataFolder, DemoLink, FORGET_DEMO, Options, SecretsChoice, Site, network,
};
use candor_demo::{AGENT_CLIENT_ID, Demo, DemoError, Published};
use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{SystemClock, SystemRandom};
use tauri::{AppHandle, Emitter as _, Manager as _};
use tokio::sync::broadcast;

use crate::arguments::{Arguments, Secrets};
use crate::shell::{Opened, Shell};
use crate::unread;
use crate::window::MAIN;

/// The event every change is told to the page by.
pub(crate) const CORE_EVENT: &str = "core";

/// Opens the agent, tells the commands, and from then on tells the page what changes.
pub(crate) fn in_background(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        let opened = open(&app, &app.state::<Arguments>()).await;
        if let Ok(agent) = &opened {
            tauri::async_runtime::spawn(forward(app.clone(), agent.subscribe()));
            #[cfg(target_os = "linux")]
            crate::notify::begin(&app, agent);
        }
        app.state::<Shell>().opened(opened);
    });
}

/// The folder everything is kept in: the one asked for, or the system's place.
///
/// # Errors
///
/// `no-data-folder`.
pub(crate) fn data_folder(app: &AppHandle, arguments: &Arguments) -> Result<PathBuf, ErrorReport> {
    match &arguments.data {
        Some(folder) => Ok(folder.clone()),
        None => app.path().app_data_dir().map_err(|error| {
            report(
                "no-data-folder",
                say(
                    "error-no-data-folder",
                    &[("problem", (&error.to_string()).into())],
                ),
            )
        }),
    }
}

async fn open(app: &AppHandle, arguments: &Arguments) -> Opened {
    let folder = data_folder(app, arguments)?;
    // Taken before anything in it is touched: another Candor may be using it.
    let data = DataFolder::take(&folder).map_err(|error| error.report())?;
    let network = arguments.network.as_deref().map(network::read).transpose();
    let network = network.map_err(|error| error.report())?;
    // Stands for the web site where the agent's documents are published, for the demo to read.
    let site = Site::default();
    let demo = if arguments.no_demo {
        None
    } else {
        start_demo(app, data.path(), site.clone()).await
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

/// Starts the demo Company. Without it real Companies can be chatted with all the same, so what goes
/// wrong is no reason not to open.
async fn start_demo(app: &AppHandle, data: &Path, site: Site) -> Option<DemoLink> {
    let shell = app.state::<Shell>();
    // One that an earlier attempt has started still holds the journal.
    shell.keep(None);
    let domain = Domain::from_typed(candor_demo::DOMAIN).ok()?;
    let client_id = ClientId::parse(AGENT_CLIENT_ID).ok()?;
    let journal = data.join("demo.jsonl");
    forget_demo(data, &journal);
    let mut started = Demo::start(demo_options(&journal, site.clone())).await;
    if let Err(DemoError::Io(error)) = &started
        && error.kind() == io::ErrorKind::InvalidData
    {
        // Nothing in it is anybody's but the demo's own: it is put aside, and the demo begins anew.
        tracing::warn!("the demo's journal is put aside: {error}");
        if std::fs::rename(&journal, journal.with_extension("jsonl.bad")).is_ok() {
            started = Demo::start(demo_options(&journal, site)).await;
        }
    }
    match started {
        Ok(demo) => {
            let network = demo.network().clone();
            shell.keep(Some(demo));
            Some(DemoLink {
                domain,
                network,
                client_id,
            })
        }
        Err(error) => {
            tracing::warn!("going on without the demo: {error}");
            None
        }
    }
}

/// What the demo knows of a User who deleted it goes as well, once it no longer runs.
fn forget_demo(data: &Path, journal: &Path) {
    let note = data.join(FORGET_DEMO);
    if !note.exists() {
        return;
    }
    for file in [
        journal.with_extension("jsonl.bad"),
        journal.to_owned(),
        note,
    ] {
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!("the demo's journal could not be deleted: {error}");
                return;
            }
            _ => {}
        }
    }
}

fn demo_options(journal: &Path, site: Site) -> candor_demo::Options {
    let published = move |asked: &str| {
        let (metadata, jwks) = site.published(asked)?;
        Some(Published { metadata, jwks })
    };
    candor_demo::Options {
        journal: Some(journal.to_owned()),
        ..candor_demo::Options::new(Arc::new(published))
    }
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
        if let CoreEvent::Companies { companies } = &event {
            unread::show(&app, companies);
        }
        if let Err(error) = app.emit_to(MAIN, CORE_EVENT, event) {
            tracing::warn!("the page could not be told of a change: {error}");
        }
    }
}
