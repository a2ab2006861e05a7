//! What the User chose, and what is unread.

use super::*;
use crate::page::{CoreEvent, Notifications, Settings, SettingsChange};

#[tokio::test(start_paused = true)]
async fn choices_are_kept_one_by_one_and_told() {
    let scene = Scene::new().await;
    let agent = &scene.agent;
    assert_eq!(agent.settings().await.unwrap(), Settings::default());
    let mut events = agent.subscribe();
    let change = SettingsChange::Notifications(Notifications::WithContent);
    agent.change_settings(change).await.unwrap();
    let event = events.recv().await.unwrap();
    let CoreEvent::Settings { settings } = event else {
        panic!("not told: {event:?}");
    };
    assert_eq!(settings.notifications, Notifications::WithContent);
    let change = SettingsChange::Language(Some("de".into()));
    let both = agent.change_settings(change).await.unwrap();
    assert_eq!(agent.settings().await.unwrap(), both);
    assert_eq!(both.notifications, Notifications::WithContent);
    assert_eq!(both.language.as_deref(), Some("de"));
    let change = SettingsChange::Language(Some("<b>".into()));
    let refused = agent.change_settings(change).await.unwrap_err();
    assert_eq!(refused.code(), "not-a-language");
    assert_eq!(agent.settings().await.unwrap(), both);
}

#[tokio::test(start_paused = true)]
async fn what_is_unread_is_given_until_it_is_read() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    assert!(scene.agent.unread(chat.id).await.unwrap().is_none());
    scene.agent.send(chat.id, "Hello").await.unwrap();
    scene.quiet(chat.id).await;
    let unread = scene.agent.unread(chat.id).await.unwrap().unwrap();
    assert_eq!(unread.company.id, chat.company);
    assert_eq!(all_shown(&unread.entries), ["Answer 1."]);
    scene.agent.mark_read(chat.id).await.unwrap();
    assert!(scene.agent.unread(chat.id).await.unwrap().is_none());
    scene.agent.send(chat.id, "And?").await.unwrap();
    scene.quiet(chat.id).await;
    scene.agent.block_company(chat.company).await.unwrap();
    assert!(
        scene.agent.unread(chat.id).await.unwrap().is_none(),
        "blocked"
    );
}
