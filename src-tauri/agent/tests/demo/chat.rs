//! Chats, restarts, and connections that are cut.

use candor_agent::page::{Conversation, Entry, EntryContent};
use candor_demo::{Fault, On};

use crate::scene::{Scene, chat, quiet};

fn notices_and_links(entries: &[Entry]) -> (usize, usize) {
    let views = entries.iter().filter_map(|entry| match &entry.content {
        EntryContent::Message { view, .. } => Some(view),
        _ => None,
    });
    views.fold((0, 0), |(notices, links), view| {
        (notices + view.disclosures.len(), links + view.links.len())
    })
}

#[tokio::test]
async fn a_chat_with_notices_and_links_survives_a_restart() {
    let scene = Scene::new().await;
    let agent = scene.agent().await;
    let key = chat(&agent).await.id;
    for text in ["Tell me about the trail bar", "Has my jacket shipped?"] {
        agent.send(key, text).await.unwrap();
        quiet(&agent, key).await;
    }
    let before = chat(&agent).await;
    let (notices, links) = notices_and_links(&before.entries);
    assert!(
        notices >= 1 && links >= 2,
        "{notices} notices, {links} links"
    );
    agent.close().await;

    let agent = scene.agent().await;
    let after = chat(&agent).await;
    assert_eq!(after.id, key);
    let json = |chat: &Conversation| serde_json::to_value(&chat.entries).unwrap();
    assert_eq!(json(&after), json(&before));
    agent.send(key, "Is anybody there?").await.unwrap();
    quiet(&agent, key).await;
    assert_eq!(scene.received(), 3);
    agent.close().await;
}

#[tokio::test]
async fn cut_connections_and_lost_sessions_cost_nothing() {
    let scene = Scene::new().await;
    let agent = scene.agent().await;
    let key = chat(&agent).await.id;
    for fault in [Fault::CutAfter, Fault::CutBefore] {
        scene.demo.faults().next(On::Send, 1, fault);
    }
    agent.send(key, "one").await.unwrap();
    quiet(&agent, key).await;
    scene.demo.forget_sessions();
    scene.demo.faults().next(On::Token, 1, Fault::CutAfter);
    agent.send(key, "two").await.unwrap();
    quiet(&agent, key).await;
    assert_eq!(scene.received(), 2);
    assert_eq!(scene.demo.received().len(), 1, "one conversation");
    agent.close().await;
}
