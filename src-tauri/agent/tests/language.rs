//! The language people are spoken to in. A program of its own: a program speaks one at a time.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::panic, reason = "tests say so by failing")
)]

use std::sync::Arc;

use candor_agent::language::{Language, spoken};
use candor_agent::page::{CoreEvent, SettingsChange};
use candor_agent::{Agent, DataFolder, Options, SecretsChoice, Site};
use poppy::host::{SystemClock, SystemRandom};

async fn open(folder: &std::path::Path) -> Arc<Agent> {
    let options = Options {
        data: DataFolder::take(folder).unwrap(),
        secrets: SecretsChoice::File,
        network: None,
        demo: None,
        site: Site::default(),
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
    };
    Agent::open(options).await.unwrap()
}

async fn refusal(agent: &Agent) -> String {
    agent.add_company("").await.unwrap_err().report().message
}

fn choice(language: Option<&str>) -> SettingsChange {
    SettingsChange::Language(language.map(str::to_owned))
}

#[tokio::test]
async fn people_are_spoken_to_as_they_chose_or_as_their_machine_is_once_a_window_looks_on() {
    let folder = tempfile::tempdir().unwrap();
    let agent = open(folder.path()).await;
    // Without a window, as on the command line: English, whatever was chosen.
    agent.change_settings(choice(Some("de"))).await.unwrap();
    assert!(refusal(&agent).await.starts_with("Type the Company"));
    agent.change_settings(choice(None)).await.unwrap();

    agent.set_surroundings(Some("de-AT"), None).await.unwrap();
    assert!(refusal(&agent).await.starts_with("Geben Sie die Domain"));
    // All that was said is asked for again when the language changes, and only then.
    let mut events = agent.subscribe();
    agent.change_settings(choice(Some("de-DE"))).await.unwrap();
    agent.change_settings(choice(Some("en"))).await.unwrap();
    assert!(refusal(&agent).await.starts_with("Type the Company"));
    let mut told = Vec::new();
    while let Ok(event) = events.try_recv() {
        told.push(matches!(event, CoreEvent::Resync));
    }
    assert_eq!(told, [false, false, true]);
    agent.change_settings(choice(Some("de"))).await.unwrap();
    agent.close().await;
    drop(agent);

    let agent = open(folder.path()).await;
    agent.set_surroundings(Some("en-GB"), None).await.unwrap();
    assert_eq!(spoken(), Language::De, "the choice was kept");
    // A language that Candor does not speak.
    agent.change_settings(choice(Some("fr"))).await.unwrap();
    assert_eq!(spoken(), Language::En);
}
