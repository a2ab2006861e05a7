//! The agent's client and the demo, over a real socket.

use candor_demo::{Fault, On};
use poppy::client::CallError;
use poppy::disclosures::{self, Notice};
use poppy::event::{EventKind, Status};
use poppy::extensions::Extension;
use poppy::links::{self, Relation, Verdict};
use poppy::message::{Author, Role};

use crate::{Agent, messages, new_message, read_until};

#[tokio::test]
async fn the_agent_discovers_the_demo_and_sees_its_notices_and_links() {
    let agent = Agent::new();
    let demo = agent.demo(|_| {}).await;
    let (found, conversations) = agent.meet(demo.network()).await;
    assert_eq!(found.company.name, "Trailhead");
    assert!(Extension::ALL.iter().all(|e| found.company.shares(*e)));

    let receipt = conversations
        .start(&new_message("How much is the trail bar?"))
        .await
        .unwrap();
    let id = receipt.conversation_id;
    let mut cursor = None;
    let events = read_until(&conversations, &id, Status::Idle, &mut cursor).await;
    let answers = messages(&events, Role::Company);
    let notices = disclosures::read(&answers[1].extensions["disclosures"]);
    let text = "Contains peanuts. Made in a facility that also processes tree nuts.".to_owned();
    assert_eq!(notices, [Notice::Text { text }]);
    assert!(answers.iter().all(|m| m.problems.is_empty()));

    conversations
        .send(&id, &new_message("Has my jacket shipped?"))
        .await
        .unwrap();
    let events = read_until(&conversations, &id, Status::Idle, &mut cursor).await;
    let answers = messages(&events, Role::Company);
    let shown = links::read(&answers[0].extensions["links"], &found.company.sites());
    assert_eq!(shown.len(), 2);
    for (_, link) in shown {
        assert_eq!(link.verdict, Verdict::Open);
        assert_eq!(link.relation, Some(Relation::Company));
    }
}

#[tokio::test]
async fn all_that_can_be_tried_comes_through_and_the_conversation_closes() {
    let agent = Agent::new();
    let demo = agent.demo(|_| {}).await;
    let (_, conversations) = agent.meet(demo.network()).await;
    let receipt = conversations.start(&new_message("Hello")).await.unwrap();
    let id = receipt.conversation_id;
    let mut cursor = None;
    read_until(&conversations, &id, Status::Idle, &mut cursor).await;
    let mut events = Vec::new();
    for text in [
        "Tell me about the camping stove",
        "My orders",
        "slow",
        "long",
        "languages",
        "show me bad links",
        "talk to a person",
        "thanks, that is all",
    ] {
        conversations.send(&id, &new_message(text)).await.unwrap();
        events.extend(read_until(&conversations, &id, Status::Idle, &mut cursor).await);
    }
    conversations
        .send(&id, &new_message("close"))
        .await
        .unwrap();
    events.extend(read_until(&conversations, &id, Status::Closed, &mut cursor).await);

    let authors: Vec<Author> = messages(&events, Role::Company)
        .iter()
        .map(|message| message.author)
        .collect();
    for author in [Author::Agent, Author::Human, Author::Unknown] {
        assert!(authors.contains(&author), "{author:?}");
    }
    let asks = |kind: &EventKind| {
        matches!(kind, EventKind::Authorization { error, scope }
            if error == "sign_in_required" && scope.as_deref() == Some("orders:read"))
    };
    assert!(events.iter().any(|event| asks(&event.kind)));
    assert!(
        events
            .iter()
            .any(|e| matches!(e.kind, EventKind::Unknown(_)))
    );
    let refused = conversations.send(&id, &new_message("hello?")).await;
    let Err(CallError::Refused { code, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(code, "conversation_closed");
}

#[tokio::test]
async fn the_agent_gets_over_a_lost_session_and_a_lost_receipt() {
    let agent = Agent::new();
    let demo = agent.demo(|_| {}).await;
    let (_, conversations) = agent.meet(demo.network()).await;
    let body = new_message("Hello");
    demo.faults().next(On::Send, 1, Fault::CutAfter);
    let cut = conversations.start(&body).await;
    assert!(matches!(cut, Err(CallError::Net(_))), "{cut:?}");
    let receipt = conversations.start(&body).await.unwrap();

    demo.forget_sessions();
    conversations
        .send(&receipt.conversation_id, &new_message("trail bar"))
        .await
        .unwrap();
    let received = demo.received();
    assert_eq!(received.len(), 1);
    let texts: Vec<_> = received[0].1.iter().map(|m| m.text.as_deref()).collect();
    assert_eq!(texts, [Some("Hello"), Some("trail bar")]);
}

#[tokio::test]
async fn an_agent_it_does_not_know_is_turned_away() {
    let agent = Agent::new();
    let demo = agent.demo(|_| {}).await;
    let mut other = Agent::new();
    other.signer.client_id = agent.signer.client_id.clone();
    let (_, conversations) = other.meet(demo.network()).await;
    let refused = conversations.start(&new_message("Hello")).await;
    let Err(CallError::Refused { code, status, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((code.as_str(), status), ("invalid_client", 401));
    assert!(demo.received().is_empty());
}
