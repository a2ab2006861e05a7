//! Direct Conversations: each is here once, whichever word of it comes first, and a Company cannot
//! fill this machine with them.

use std::time::Duration;

use super::*;
use crate::page::{ConversationItem, CoreEvent};

/// A scene with a conversation, and a Direct one under it of which nothing was sent yet.
async fn scene() -> (Scene, ConversationKey, ConversationKey) {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    let direct = scene.agent.open_direct(key).await.unwrap().id;
    (scene, key, direct)
}

async fn listed(scene: &Scene) -> Vec<ConversationItem> {
    scene.agent.conversations(scene.id).await.unwrap()
}

/// Where the mentions of Direct Conversations lead.
async fn mentions(scene: &Scene, key: ConversationKey) -> Vec<Option<ConversationKey>> {
    let entries = scene.entries_of(key).await;
    let mentions = entries.iter().filter_map(|entry| match entry.content {
        EntryContent::Direct { conversation, .. } => Some(conversation),
        _ => None,
    });
    mentions.collect()
}

async fn there_is_one(scene: &Scene, key: ConversationKey, direct: ConversationKey) {
    scene.quiet(direct).await;
    until("the mention leads there", async || {
        mentions(scene, key).await == [Some(direct)]
    })
    .await;
    let keys: Vec<_> = listed(scene).await.iter().map(|item| item.id).collect();
    assert_eq!(keys, [direct, key]);
    let shown = scene.entries_of(direct).await;
    assert_eq!(all_shown(&shown), ["me [Delivered]", "Answer 1."]);
    let views = shown.iter().filter_map(|entry| match &entry.content {
        EntryContent::Message { view, .. } => Some(view.problems.len()),
        _ => None,
    });
    assert_eq!(views.sum::<usize>(), 0, "nobody is accused");
}

#[tokio::test(start_paused = true)]
async fn one_is_here_once_when_its_receipt_comes_first() {
    let (scene, key, direct) = scene().await;
    scene.company.tells_of_direct();
    scene.agent.send(direct, "me").await.unwrap();
    there_is_one(&scene, key, direct).await;
}

#[tokio::test(start_paused = true)]
async fn one_is_here_once_when_its_parent_tells_of_it_first() {
    let (scene, key, direct) = scene().await;
    scene.company.tells_of_direct();
    let mut events = scene.agent.subscribe();
    scene.company.fails(Point::Start, Fault::CutAfter);
    scene.company.fails(Point::Start, Fault::CutBefore);
    scene.agent.send(direct, "me").await.unwrap();
    until("it is told of", async || {
        mentions(&scene, key).await.len() == 1
    })
    .await;
    assert_eq!(mentions(&scene, key).await, [None], "not known which it is");
    there_is_one(&scene, key, direct).await;
    let most = std::iter::from_fn(|| events.try_recv().ok()).filter_map(|event| match event {
        CoreEvent::Conversations { conversations, .. } => Some(conversations.len()),
        _ => None,
    });
    assert_eq!(most.max(), Some(2), "not even for a moment twice");
}

#[tokio::test(start_paused = true)]
async fn one_is_here_once_when_the_program_is_killed_before_its_receipt() {
    let (mut scene, key, direct) = scene().await;
    scene.company.tells_of_direct();
    scene.company.fails(Point::Start, Fault::HangAfter);
    scene.agent.send(direct, "me").await.unwrap();
    until("it is told of", async || {
        mentions(&scene, key).await.len() == 1
    })
    .await;
    scene.restart().await;
    there_is_one(&scene, key, direct).await;
}

#[tokio::test(start_paused = true)]
async fn one_that_was_told_of_before_is_the_one_that_the_receipt_names() {
    let (scene, key, direct) = scene().await;
    scene
        .company
        .fails(Point::Start, Fault::Refuse(429, "rate_limited", Some(60)));
    let begins = r#"{"conversation_id":"cnv_9","status":"idle","responder":"agent"}"#;
    scene
        .company
        .fails(Point::Start, Fault::Answer(201, begins));
    scene.agent.send(direct, "me").await.unwrap();
    scene.company.opens_direct("cnv_9");
    until("it is here", async || listed(&scene).await.len() == 3).await;
    let mention = mentions(&scene, key).await.remove(0).unwrap();
    assert_ne!(mention, direct);
    until("it is the same", async || listed(&scene).await.len() == 2).await;
    assert_eq!(mentions(&scene, key).await.first(), Some(&Some(direct)));
    let gone = scene.agent.conversation(mention).await.unwrap_err();
    assert_eq!(gone.code(), "not-found");
    let fresh = scene.agent.new_conversation(scene.id).await.unwrap().id;
    assert!(fresh > mention.max(direct), "no id is given twice");
}

/// Else a Company could take back what it said, a notice too, by answering that another is this one.
#[tokio::test(start_paused = true)]
async fn what_was_said_in_one_stays_whatever_a_receipt_names() {
    let (scene, key, direct) = scene().await;
    scene.company.opens_direct("cnv_9");
    scene.company.says_in_the_last("Contains peanuts.");
    until(
        "it is read",
        async || match mentions(&scene, key).await[..] {
            [Some(other)] => all_shown(&scene.entries_of(other).await) == ["Contains peanuts."],
            _ => false,
        },
    )
    .await;
    let other = mentions(&scene, key).await.remove(0).unwrap();
    let begins = r#"{"conversation_id":"cnv_9","status":"idle","responder":"agent"}"#;
    scene
        .company
        .fails(Point::Start, Fault::Answer(201, begins));
    scene.agent.send(direct, "me").await.unwrap();
    until("told", async || {
        all_shown(&scene.entries_of(direct).await) == ["me [conversation-elsewhere]"]
    })
    .await;
    let kept = all_shown(&scene.entries_of(other).await);
    assert_eq!(kept, ["Contains peanuts."]);
}

#[tokio::test(start_paused = true)]
async fn one_that_the_company_opened_meanwhile_is_taken_up_once_the_other_is_refused() {
    let (scene, key, direct) = scene().await;
    scene.company.fails(Point::Start, Fault::CutBefore);
    let open = r#"{"error":"direct_conversation_open","conversation_id":"cnv_7"}"#;
    scene
        .company
        .fails(Point::Start, Fault::RefuseWith(409, open));
    let entry = scene.agent.send(direct, "me").await.unwrap().id;
    until("on its way", async || {
        all_shown(&scene.entries_of(direct).await) == ["me [Unconfirmed]"]
    })
    .await;
    scene.company.opens_direct("cnv_7");
    let failed = async || {
        let entries = scene.entries_of(direct).await;
        let own = entries.into_iter().find(|own| own.id == entry).unwrap();
        match own.content {
            EntryContent::Message {
                delivery: Some(Delivery::Failed { leads_to, .. }),
                ..
            } => leads_to,
            _ => None,
        }
    };
    until("refused", async || failed().await.is_some()).await;
    let other = failed().await;
    assert_ne!(other, Some(direct));
    until("taken up", async || mentions(&scene, key).await == [other]).await;
}

#[tokio::test(start_paused = true)]
async fn a_new_conversation_is_not_joined_onto_another() {
    let scene = Scene::new().await;
    let first = scene.chat().await.id;
    scene.agent.send(first, "secret").await.unwrap();
    scene.quiet(first).await;
    let second = scene.agent.new_conversation(scene.id).await.unwrap().id;
    let joins = r#"{"conversation_id":"cnv_0","status":"idle","responder":"agent"}"#;
    scene.company.fails(Point::Start, Fault::Answer(201, joins));
    scene.agent.send(second, "other").await.unwrap();
    scene.quiet(second).await;
    let entries = scene.entries_of(second).await;
    assert_eq!(all_shown(&entries), ["other [conversation-elsewhere]"]);
    let EntryContent::Message {
        delivery: Some(Delivery::Failed { leads_to, .. }),
        ..
    } = entries[0].content
    else {
        panic!("it failed");
    };
    assert_eq!(leads_to, Some(first));
}

#[tokio::test(start_paused = true)]
async fn a_company_that_opens_them_without_end_gets_few_and_none_is_the_users_own() {
    let company = FakeCompany::new();
    company.streams();
    let mut scene = Scene::with(company).await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    for n in 0..60 {
        scene.company.opens_direct(&format!("cnv_x{n}"));
    }
    until("all are mentioned", async || {
        let entries = scene.agent.conversation(key).await.unwrap().entries;
        let last = entries.last().map(|entry| entry.content.clone());
        let conversations = listed(&scene).await.len();
        matches!(last, Some(EntryContent::Direct { .. })) && conversations > 8
    })
    .await;
    tokio::time::sleep(Duration::from_secs(120)).await;
    for _ in 0..2 {
        assert_eq!(listed(&scene).await.len(), 9);
        assert!(scene.company.open_streams() <= 6);
        assert_eq!(scene.agent.running().0, 9);
        let (current, newest) = (
            scene.agent.current_conversation(scene.id).await.unwrap(),
            scene.agent.open_conversation(scene.id).await.unwrap(),
        );
        assert_eq!((current.id, newest.id), (key, key));
        scene.restart().await;
        tokio::time::sleep(Duration::from_secs(120)).await;
    }
}
