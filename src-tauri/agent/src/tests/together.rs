//! Several conversations with one Company: closing, handing off, Direct Conversations, what is told
//! with messages, limits that all share, clocks that differ.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::page::{ContextChoice, CoreEvent, Phase};

async fn talking(scene: &Scene, text: &str) -> ConversationKey {
    let key = scene.agent.new_conversation(scene.id).await.unwrap().id;
    scene.agent.send(key, text).await.unwrap();
    scene.quiet(key).await;
    key
}

fn bodies(scene: &Scene) -> Vec<Value> {
    let posts = scene.company.posts();
    let body = |(_, body, _): &(Point, Vec<u8>, _)| serde_json::from_slice(body).unwrap();
    posts.iter().map(body).collect()
}

#[tokio::test(start_paused = true)]
async fn several_conversations_are_listed_by_their_first_words() {
    let scene = Scene::new().await;
    let one = talking(&scene, "The  first\nquestion").await;
    let two = talking(&scene, "The second").await;
    scene.agent.new_conversation(scene.id).await.unwrap();
    let listed = scene.agent.conversations(scene.id).await.unwrap();
    let shown: Vec<_> = listed
        .iter()
        .map(|item| (item.id, item.preview.as_deref(), item.unread))
        .collect();
    assert_eq!(
        shown,
        [
            (two, Some("The second"), 1),
            (one, Some("The first question"), 1)
        ]
    );
    assert!(listed.iter().all(|item| item.phase == Phase::Idle));
    scene.agent.mark_read(one).await.unwrap();
    let listed = scene.agent.conversations(scene.id).await.unwrap();
    assert_eq!(listed[1].unread, 0);
}

#[tokio::test(start_paused = true)]
async fn reading_is_told_once_however_often_it_is_said() {
    let scene = Scene::new().await;
    let one = talking(&scene, "one").await;
    talking(&scene, "two").await;
    // The lists are told a little after what they show.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut changes = scene.agent.subscribe();
    scene.agent.mark_read(one).await.unwrap();
    let told: Vec<_> = std::iter::from_fn(|| changes.try_recv().ok()).collect();
    let [
        CoreEvent::Companies { companies },
        CoreEvent::Conversations { conversations, .. },
    ] = told.as_slice()
    else {
        panic!("both lists are told: {told:?}");
    };
    assert_eq!(companies[0].unread, 1, "what is unread is in the other one");
    let unread: Vec<_> = conversations.iter().map(|item| item.unread).collect();
    assert_eq!(unread, [1, 0]);
    scene.agent.mark_read(one).await.unwrap();
    assert!(changes.try_recv().is_err(), "nothing changed");
    let none = scene.agent.mark_read(ConversationKey(99)).await;
    assert_eq!(none.unwrap_err().code(), "not-found");
}

#[tokio::test(start_paused = true)]
async fn a_closed_conversation_stays_to_be_read_and_another_is_begun_beside_it() {
    let scene = Scene::new().await;
    let key = talking(&scene, "hello").await;
    scene.agent.close_conversation(key).await.unwrap();
    until("closed", async || {
        scene.standing_of(key).await.phase == Phase::Closed
    })
    .await;
    let error = scene.agent.send(key, "more").await.unwrap_err();
    assert_eq!(error.code(), "conversation-over");
    let error = scene.agent.close_conversation(key).await.unwrap_err();
    assert_eq!(error.code(), "conversation-over");
    let opened = scene.agent.open_conversation(scene.id).await.unwrap();
    assert_eq!(opened.id, key, "it is the newest");
    assert_eq!(all_shown(&opened.entries)[..1], ["hello [Delivered]"]);
    let fresh = scene.agent.new_conversation(scene.id).await.unwrap();
    assert_ne!(fresh.id, key);
    let closed = scene.agent.close_conversation(fresh.id).await.unwrap();
    assert_eq!(closed.standing.phase, Phase::Closed, "here alone");
    assert_eq!(scene.company.times(Point::Close).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_person_is_asked_for_and_takes_over() {
    let scene = Scene::new().await;
    let fresh = scene.chat().await.id;
    let error = scene.agent.hand_off(fresh).await.unwrap_err();
    assert_eq!(error.code(), "not-begun");
    let key = talking(&scene, "hello").await;
    scene.company.fails(
        Point::Handoff,
        Fault::Refuse(503, "temporarily_unavailable", None),
    );
    let error = scene.agent.hand_off(key).await.unwrap_err();
    assert_eq!(error.code(), "temporarily_unavailable");
    let shown = scene.agent.hand_off(key).await.unwrap();
    assert_eq!(shown.standing.phase, Phase::Queued);
    scene
        .company
        .tells(json!({"id": "h1", "type": "state", "status": "idle", "responder": "human"}));
    until("a person", async || {
        all_shown(&scene.entries_of(key).await).contains(&"now Human".to_owned())
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_direct_conversation_begins_under_its_parent() {
    let scene = Scene::new().await;
    let key = talking(&scene, "hello").await;
    let direct = scene.agent.open_direct(key).await.unwrap();
    assert_eq!(direct.parent, Some(key));
    let again = scene.agent.open_direct(key).await.unwrap();
    assert_eq!(again.id, direct.id, "an untouched one is used");
    scene.agent.send(direct.id, "me").await.unwrap();
    scene.agent.send(direct.id, "again").await.unwrap();
    scene.quiet(direct.id).await;
    let parents: Vec<_> = bodies(&scene)
        .iter()
        .map(|body| body["parent_conversation_id"].clone())
        .collect();
    assert_eq!(parents, [Value::Null, json!("cnv_0"), Value::Null]);
}

#[tokio::test(start_paused = true)]
async fn of_two_messages_written_at_once_one_begins_the_direct_conversation() {
    let scene = Scene::new().await;
    let key = talking(&scene, "hello").await;
    let direct = scene.agent.open_direct(key).await.unwrap().id;
    let (one, other) = tokio::join!(
        scene.agent.send(direct, "one"),
        scene.agent.send(direct, "other")
    );
    assert_ne!(one.unwrap().id, other.unwrap().id);
    scene.quiet(direct).await;
    let parents: Vec<_> = bodies(&scene)
        .iter()
        .map(|body| body["parent_conversation_id"].clone())
        .collect();
    assert_eq!(parents, [Value::Null, json!("cnv_0"), Value::Null]);
}

#[tokio::test(start_paused = true)]
async fn a_direct_conversation_names_its_parent_whichever_message_begins_it() {
    let scene = Scene::new().await;
    let key = talking(&scene, "hello").await;
    let direct = scene.agent.open_direct(key).await.unwrap().id;
    scene
        .company
        .fails(Point::Start, Fault::Refuse(400, "invalid_request", None));
    // Both are written before the first is refused.
    scene.company.holds(Point::Start);
    let first = scene.agent.send(direct, "one").await.unwrap();
    scene.agent.send(direct, "two").await.unwrap();
    scene.company.lets_go();
    scene.quiet(direct).await;
    // What is tried again goes to the conversation that the other began.
    scene.agent.retry(direct, first.id).await.unwrap();
    scene.quiet(direct).await;
    let parents: Vec<_> = bodies(&scene)
        .iter()
        .map(|body| body["parent_conversation_id"].clone())
        .collect();
    assert_eq!(
        parents,
        [Value::Null, json!("cnv_0"), json!("cnv_0"), Value::Null]
    );
    assert_eq!(scene.company.has(), [vec!["hello"], vec!["two", "one"]]);
}

#[tokio::test(start_paused = true)]
async fn a_direct_conversation_that_is_open_is_led_to() {
    let scene = Scene::new().await;
    let key = talking(&scene, "hello").await;
    // The Company opens it by itself; it is its second conversation.
    talking(&scene, "another").await;
    scene
        .company
        .tells(json!({"id": "d1", "type": "direct_opened", "conversation_id": "cnv_7"}));
    let opened = async || {
        let entries = scene.entries_of(key).await;
        entries.iter().find_map(|entry| match entry.content {
            EntryContent::Direct {
                opened,
                conversation,
            } => Some((opened, conversation)),
            _ => None,
        })
    };
    until("noted", async || opened().await.is_some()).await;
    let (true, Some(direct)) = opened().await.unwrap() else {
        panic!("it is here");
    };
    let shown = scene.agent.conversation(direct).await.unwrap();
    assert_eq!(shown.parent, Some(key));
    scene.company.fails(
        Point::Send,
        Fault::RefuseWith(
            409,
            r#"{"error":"direct_conversation_open","conversation_id":"cnv_7"}"#,
        ),
    );
    scene.agent.send(key, "more").await.unwrap();
    until("refused", async || {
        scene.entries_of(key).await.iter().any(|entry| {
            matches!(&entry.content, EntryContent::Message {
                delivery: Some(Delivery::Failed { leads_to, .. }), .. } if *leads_to == Some(direct))
        })
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn nothing_is_told_of_the_user_until_it_is_turned_on_and_then_what_was_shown() {
    let scene = Scene::new().await;
    let agent = &scene.agent;
    agent
        .set_surroundings(Some("fr-FR"), Some("Europe/Paris"))
        .await
        .unwrap();
    let key = talking(&scene, "one").await;
    let shown = agent.context(scene.id).await.unwrap();
    assert_eq!(shown.will_send, None);
    assert_eq!(shown.locale.as_deref(), Some("fr-FR"));
    let choice = ContextChoice {
        locale: true,
        time_zone: false,
        availability: true,
    };
    let shown = agent.set_context(scene.id, choice).await.unwrap();
    agent.send(key, "two").await.unwrap();
    scene.quiet(key).await;
    let sent: Vec<_> = bodies(&scene)
        .into_iter()
        .map(|body| body["message"]["context"].clone())
        .collect();
    let said: Value = serde_json::from_str(&shown.will_send.unwrap()).unwrap();
    assert_eq!(sent, [Value::Null, said.clone()]);
    assert_eq!(said, json!({"locale": "fr-FR", "user_available": true}));
    for odd in ["", "fr FR", "<b>", &"a".repeat(65)] {
        agent.set_surroundings(Some(odd), Some(odd)).await.unwrap();
        assert_eq!(agent.context(scene.id).await.unwrap().locale, None, "{odd}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_holds_for_all_conversations_of_a_company_and_after_a_restart() {
    let mut scene = Scene::new().await;
    let one = talking(&scene, "one").await;
    let two = talking(&scene, "two").await;
    scene
        .company
        .fails(Point::Send, Fault::Refuse(429, "rate_limited", Some(120)));
    scene.agent.send(one, "more").await.unwrap();
    let item = async || scene.agent.overview().await.unwrap().companies.remove(0);
    until("limited", async || item().await.limited_until.is_some()).await;
    let asked = tokio::time::Instant::now();
    scene.agent.send(two, "also").await.unwrap();
    let count = scene.company.times(Point::Send).len();
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(scene.company.times(Point::Send).len(), count, "both wait");
    let trouble = scene.standing_of(two).await.trouble.unwrap();
    assert_eq!(trouble.code, "rate_limited");
    assert_eq!(trouble.retry_at, item().await.limited_until);
    scene.restart().await;
    let trouble = async || scene.standing_of(two).await.trouble;
    until("limited", async || trouble().await.is_some()).await;
    assert_eq!(trouble().await.unwrap().code, "rate_limited");
    let error = scene.agent.hand_off(one).await.unwrap_err();
    assert_eq!(error.code(), "rate_limited");
    for key in [one, two] {
        scene.quiet(key).await;
    }
    assert!(
        asked.elapsed() >= Duration::from_secs(119),
        "in paused time"
    );
    assert_eq!(scene.company.has(), [["one", "more"], ["two", "also"]]);
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_off_is_told_of_and_stops_nothing() {
    let scene = Scene::new().await;
    let mut events = scene.agent.subscribe();
    // Five hours ahead of this machine's.
    scene.company.says_it_is("Fri, 15 Jan 2027 13:00:00 GMT");
    scene
        .company
        .fails(Point::Token, Fault::Refuse(401, "invalid_client", None));
    talking(&scene, "hello").await;
    assert_eq!(scene.company.has(), [["hello"]]);
    let clock = scene.agent.overview().await.unwrap().clock.unwrap();
    assert_eq!(clock.companies, ["The Shop"]);
    assert!(
        (17_990..=18_010).contains(&clock.seconds),
        "{}",
        clock.seconds
    );
    assert!(
        clock.message.contains("5 hours behind"),
        "{}",
        clock.message
    );
    let told = std::iter::from_fn(|| events.try_recv().ok())
        .any(|event| matches!(event, CoreEvent::Clock { clock: Some(_) }));
    assert!(told);
}

#[tokio::test(start_paused = true)]
async fn a_wait_without_measure_is_cut_and_a_long_one_the_user_need_not_wait_for() {
    let scene = Scene::new().await;
    let key = talking(&scene, "one").await;
    for (asked, most, may_ask) in [(120, 121, false), (u64::MAX, 24 * 3600 + 1, true)] {
        let wait = Fault::Refuse(429, "rate_limited", Some(asked));
        scene.company.fails(Point::Send, wait);
        scene.agent.send(key, "more").await.unwrap();
        let item = async || scene.agent.overview().await.unwrap().companies.remove(0);
        until("limited", async || item().await.limited_until.is_some()).await;
        let item = item().await;
        let left = item.limited_until.unwrap() - scene.clock.now().0;
        assert!(left <= most * 1000, "{left}");
        assert_eq!(item.may_ask_now, may_ask);
        let sends = scene.company.times(Point::Send).len();
        let answer = scene.agent.ask_now(scene.id).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        let more = scene.company.times(Point::Send).len() - sends;
        assert_eq!(more, usize::from(may_ask));
        let code = answer.err().map(|error| error.code().to_owned());
        assert_eq!(code.as_deref(), (!may_ask).then_some("too-soon"));
        scene.quiet(key).await;
    }
    scene.agent.ask_now(scene.id).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn time_slept_through_counts_as_waited_and_what_is_shown_goes_by_the_clock() {
    let clock = clock();
    let scene = Scene::at(FakeCompany::new(), Arc::clone(&clock)).await;
    let key = talking(&scene, "one").await;
    let limited = async || {
        let item = scene.agent.overview().await.unwrap().companies.remove(0);
        item.limited_until.map(|until| until - clock.now().0)
    };
    let wait = Fault::Refuse(429, "rate_limited", Some(3600));
    scene.company.fails(Point::Send, wait);
    scene.agent.send(key, "two").await.unwrap();
    until("limited", async || limited().await.is_some()).await;
    // The clock was set back: no longer than was asked for, and so it is shown.
    clock.back(Duration::from_secs(7200));
    tokio::time::sleep(Duration::from_secs(10)).await;
    let left = limited().await.unwrap();
    assert!((3_500_000..3_600_000).contains(&left), "{left}");
    // The machine slept for half an hour, while its own count stood still.
    clock.forward(Duration::from_secs(1800));
    tokio::time::sleep(Duration::from_secs(10)).await;
    let left = limited().await.unwrap();
    assert!((1_700_000..1_800_000).contains(&left), "{left}");
    tokio::time::sleep(Duration::from_secs(1700)).await;
    assert_eq!(scene.company.has(), [["one"]], "not sooner");
    scene.quiet(key).await;
    assert_eq!(scene.company.has(), [["one", "two"]]);
}
