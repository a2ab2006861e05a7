//! Conversations over the wire: ids, owners, reading and closing.

use poppy::net::Method;
use serde_json::{Value, json};

use super::caller::{Caller, endpoint, message};
use super::{Stage, by_hand};
use crate::Pace;
use crate::faults::{Fault, On};

fn texts(events: &[Value], role: &str) -> Vec<String> {
    let messages = events.iter().map(|event| &event["message"]);
    messages
        .filter(|message| message["role"] == role)
        .map(|message| message["text"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_conversation_is_started_answered_and_read() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "How much is the trail bar?").await;
    let events = caller.read_until(&conversation, "idle").await;
    let kinds: Vec<_> = events.iter().map(|e| e["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["message", "state", "message", "message", "state"]);
    assert_eq!(events[0]["message"]["role"], "user");
    assert_eq!(events[0]["message"]["id"], "msg_1");
    assert_eq!(events[1]["status"], "working");
    assert_eq!(events[3]["message"]["author"], json!({ "type": "agent" }));
    let notices = &events[3]["message"]["extensions"]["disclosures"]["items"];
    assert_eq!(notices.as_array().unwrap().len(), 1);
    assert_eq!(events[4]["status"], "idle");

    let sent = caller
        .post(
            &format!("{conversation}/messages"),
            &message("msg_2", "close"),
        )
        .await;
    assert_eq!(sent.status, 202);
    let events = caller.read_until(&conversation, "closed").await;
    assert_eq!(
        texts(&events, "user"),
        ["How much is the trail bar?", "close"]
    );
}

#[tokio::test]
async fn the_same_message_again_gets_the_same_receipt_and_nothing_is_added() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let first = caller.post(&endpoint(), &message("msg_1", "Hello")).await;
    let conversation = format!("{}/{}", endpoint(), first.text("conversation_id"));
    let messages = format!("{conversation}/messages");
    caller.read_until(&conversation, "idle").await;
    let again = caller.post(&endpoint(), &message("msg_1", "Hello")).await;
    assert_eq!((again.status, &again.body), (201, &first.body));

    let first = caller.post(&messages, &message("msg_2", "bye")).await;
    caller.read_until(&conversation, "closed").await;
    let again = caller.post(&messages, &message("msg_2", "bye")).await;
    assert_eq!((again.status, &again.body), (202, &first.body));

    let events = caller.read_until(&conversation, "closed").await;
    assert_eq!(texts(&events, "user"), ["Hello", "bye"]);
    let received = stage.demo.received();
    assert_eq!(received.len(), 1);
    let ids: Vec<_> = received[0].1.iter().map(|m| m.id.as_str()).collect();
    assert_eq!(ids, ["msg_1", "msg_2"]);
}

#[tokio::test]
async fn another_message_with_the_same_id_is_a_conflict() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    let messages = format!("{conversation}/messages");
    for (url, body) in [
        (&endpoint(), message("msg_1", "Hello!")),
        (&messages, message("msg_1", "Hello")),
    ] {
        caller.post(url, &body).await.is(409, "message_id_conflict");
    }
    // An id is unique for its User only.
    let other = Caller::new(&stage, "usr_2").await;
    other.start("msg_1", "Something else").await;
}

#[tokio::test]
async fn a_conversation_is_its_owner_s_alone() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let other = Caller::new(&stage, "usr_2").await;
    let conversation = caller.start("msg_1", "Hello").await;
    let missing = format!("{}/cnv_none", endpoint());
    for base in [&conversation, &missing] {
        let post = |action: &str| format!("{base}/{action}");
        let body = message("msg_2", "Hello");
        other
            .get(&post("events"))
            .await
            .is(404, "conversation_not_found");
        for action in ["messages", "handoff", "close"] {
            other
                .post(&post(action), &body)
                .await
                .is(404, "conversation_not_found");
        }
    }
    caller
        .get(&format!("{}/cnv%20x/events", endpoint()))
        .await
        .is(400, "invalid_request");
    let long = format!("{}/{}/events", endpoint(), "c".repeat(257));
    caller.get(&long).await.is(400, "invalid_request");
}

#[tokio::test]
async fn a_closed_conversation_is_read_but_takes_nothing_more() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    for _ in 0..2 {
        let closed = caller
            .post(&format!("{conversation}/close"), &json!({}))
            .await;
        assert_eq!(
            (closed.status, &closed.body["status"]),
            (200, &json!("closed"))
        );
    }
    for action in ["messages", "handoff"] {
        caller
            .post(
                &format!("{conversation}/{action}"),
                &message("msg_2", "Hello"),
            )
            .await
            .is(409, "conversation_closed");
    }
    let events = caller.read_until(&conversation, "closed").await;
    let closings = events.iter().filter(|e| e["status"] == "closed").count();
    assert_eq!(closings, 1);
}

#[tokio::test]
async fn cursors_read_on_and_wrong_ones_are_refused() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    let all = caller.read_until(&conversation, "idle").await;
    let page = caller.get(&format!("{conversation}/events")).await;
    assert_eq!(page.events(), all);
    let cursor = page.text("cursor");
    let url = format!("{conversation}/events?cursor={cursor}");
    let rest = caller.get(&url).await;
    assert!(rest.events().is_empty());
    assert_eq!(rest.text("cursor"), cursor);
    let (own, _) = cursor.rsplit_once('.').unwrap();
    for wrong in [
        "x".to_owned(),
        String::new(),
        format!("{own}.99"),
        format!("{own}.-1"),
        format!("{own}.99999999999999999999999"),
        "cnv_other.1".to_owned(),
    ] {
        caller
            .get(&format!("{conversation}/events?cursor={wrong}"))
            .await
            .is(400, "invalid_cursor");
    }
    caller
        .get(&format!("{conversation}/events?wait=soon"))
        .await
        .is(400, "invalid_request");
}

#[tokio::test]
async fn long_histories_come_in_pages_within_bounds() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_0", "Hello").await;
    let big = "x".repeat(50_000);
    for number in 1..=12 {
        let body = message(&format!("msg_{number}"), &big);
        let sent = caller
            .post(&format!("{conversation}/messages"), &body)
            .await;
        assert_eq!(sent.status, 202);
    }
    let events = caller.read_until(&conversation, "idle").await;
    assert_eq!(texts(&events, "user").len(), 13);
    let first = caller.get(&format!("{conversation}/events")).await;
    assert_eq!(first.body["has_more"], true);
    assert!(first.response.body.len() < 512 * 1024);
}

#[tokio::test]
async fn a_waiting_read_is_woken_by_what_happens() {
    let (pace, permits) = by_hand();
    let stage = Stage::with(pace, |_| {}).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    let page = caller.get(&format!("{conversation}/events")).await;
    assert_eq!(page.events().len(), 2);
    let url = format!(
        "{conversation}/events?wait=30&cursor={}",
        page.text("cursor")
    );
    // Whether the read or the permit comes first, the introduction ends the wait.
    let (page, ()) = tokio::join!(caller.get(&url), async { permits.add_permits(1) });
    assert_eq!(page.events()[0]["type"], "message");
    assert_eq!(page.body["status"], "idle");
}

#[tokio::test]
async fn a_person_takes_over_and_says_so() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    caller.read_until(&conversation, "idle").await;
    let asked = caller
        .post(&format!("{conversation}/handoff"), &json!({}))
        .await;
    assert_eq!(asked.status, 202);
    let events = caller.read_until(&conversation, "idle").await;
    let states: Vec<_> = events
        .iter()
        .filter(|e| e["type"] == "state")
        .map(|e| {
            (
                e["status"].as_str().unwrap(),
                e["responder"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        states,
        [
            ("working", "agent"),
            ("idle", "agent"),
            ("working", "agent"),
            ("queued", "agent"),
            ("working", "human"),
            ("idle", "human"),
        ]
    );
    let count = events.len();
    let again = caller
        .post(&format!("{conversation}/handoff"), &json!({}))
        .await;
    assert_eq!(again.body["responder"], "human");
    assert_eq!(caller.read_until(&conversation, "idle").await.len(), count);
}

#[tokio::test]
async fn messages_sent_while_it_works_are_answered_in_order() {
    let (pace, permits) = by_hand();
    let stage = Stage::with(pace, |_| {}).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Talk to a person").await;
    for (id, text) in [("msg_2", "trail bar"), ("msg_3", "jacket")] {
        let body = message(id, text);
        let sent = caller
            .post(&format!("{conversation}/messages"), &body)
            .await;
        assert_eq!(sent.body["status"], "working");
    }
    permits.close();
    let events = caller.read_until(&conversation, "idle").await;
    let answers = texts(&events, "company");
    assert!(answers[3].starts_with("The trail bar"));
    assert!(answers[4].starts_with("Your jacket"));
    let idle = events.iter().filter(|e| e["status"] == "idle").count();
    assert_eq!(idle, 1, "idle only once everything is answered");
}

#[tokio::test]
async fn an_agent_that_lists_no_extensions_gets_notices_in_the_text() {
    let stage = Stage::with(Pace::None, |options| {
        let inner = options.agents.clone();
        options.agents = std::sync::Arc::new(move |id| {
            let mut documents = inner(id)?;
            documents.metadata["extensions"] = json!({ "links": { "version": "1" } });
            Some(documents)
        });
    })
    .await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "trail bar, jacket").await;
    let events = caller.read_until(&conversation, "idle").await;
    let answer = &events[3]["message"];
    assert!(
        answer["text"]
            .as_str()
            .unwrap()
            .contains("Contains peanuts.")
    );
    let extensions = answer["extensions"].as_object().unwrap();
    assert_eq!(extensions.keys().collect::<Vec<_>>(), ["links"]);
}

#[tokio::test]
async fn bodies_are_bounded_and_of_their_type() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let url = endpoint();
    let huge = message("msg_1", &"x".repeat(70_000));
    caller.post(&url, &huge).await.is(413, "invalid_request");
    let mut headers = caller.headers(Method::Post, &url);
    headers.retain(|(name, _)| *name != "content-type");
    let body = message("msg_1", "Hello").to_string().into_bytes();
    let answer = caller.raw(Method::Post, &url, headers, body).await;
    answer.unwrap().is(400, "invalid_request");
    let mut parent = message("msg_1", "Hello");
    parent["parent_conversation_id"] = json!("cnv 1");
    caller.post(&url, &parent).await.is(400, "invalid_request");
    assert!(stage.demo.received().is_empty());
}

#[tokio::test]
async fn faults_happen_as_asked_and_no_more() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let faults = stage.demo.faults();
    faults.next(On::Send, 1, Fault::rate_limited(7));
    faults.next(On::Send, 1, Fault::answer(401, "invalid_token"));
    faults.next(On::Send, 1, Fault::CutBefore);
    let body = message("msg_1", "Hello");
    let limited = caller.post(&endpoint(), &body).await;
    limited.is(429, "rate_limited");
    assert_eq!(limited.response.header("retry-after"), Some("7"));
    let refused = caller.post(&endpoint(), &body).await;
    refused.is(401, "invalid_token");
    assert!(refused.response.header("www-authenticate").is_some());
    assert!(caller.try_post(&endpoint(), &body).await.is_err());
    assert!(stage.demo.received().is_empty());

    faults.next(On::Send, 1, Fault::CutAfter);
    assert!(caller.try_post(&endpoint(), &body).await.is_err());
    assert_eq!(stage.demo.received().len(), 1);
    assert_eq!(faults.waiting(), 0);
    assert_eq!(caller.post(&endpoint(), &body).await.status, 201);
    assert_eq!(stage.demo.received().len(), 1);
}
