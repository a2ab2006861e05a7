//! Direct Conversations over the wire.

use serde_json::{Value, json};

use super::Stage;
use super::caller::{Answer, Caller, endpoint, message};

fn under(parent: &str, id: &str) -> Value {
    let mut body = message(id, "Hello");
    let parent = parent.rsplit('/').next().unwrap();
    body["parent_conversation_id"] = json!(parent);
    body
}

fn address(receipt: &Answer) -> String {
    format!("{}/{}", endpoint(), receipt.text("conversation_id"))
}

fn kinds(events: &[Value], direct: &str) -> Vec<String> {
    let id = direct.rsplit('/').next().unwrap();
    let about = events.iter().filter(|e| e["conversation_id"] == id);
    about
        .map(|e| e["type"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn while_a_direct_conversation_is_open_the_one_above_leads_to_it() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let above = caller.start("msg_1", "talk directly").await;
    let events = caller.read_until(&above, "idle").await;
    let asked = events.iter().find(|e| e["type"] == "user_requested");
    assert!(
        asked.unwrap()["reason"]
            .as_str()
            .unwrap()
            .contains("directly")
    );

    let started = caller.post(&endpoint(), &under(&above, "msg_2")).await;
    assert_eq!(started.status, 201, "{}", started.body);
    let direct = address(&started);
    let again = caller.post(&endpoint(), &under(&above, "msg_2")).await;
    assert_eq!(again.body, started.body);
    caller.read_until(&direct, "idle").await;
    for (action, id) in [("messages", "msg_3"), ("handoff", "msg_4")] {
        let body = message(id, "Hello");
        let refused = caller.post(&format!("{above}/{action}"), &body).await;
        refused.is(409, "direct_conversation_open");
        assert_eq!(
            refused.body["conversation_id"],
            started.body["conversation_id"]
        );
    }
    let second = caller.post(&endpoint(), &under(&above, "msg_5")).await;
    second.is(409, "direct_conversation_open");
    // One under another under another there is not.
    let third = caller.post(&endpoint(), &under(&direct, "msg_6")).await;
    third.is(404, "conversation_not_found");

    let say = format!("{direct}/messages");
    caller.post(&say, &message("msg_7", "close")).await;
    caller.read_until(&direct, "closed").await;
    let events = caller.read_until(&above, "idle").await;
    assert_eq!(kinds(&events, &direct), ["direct_opened", "direct_closed"]);
    let say = format!("{above}/messages");
    let sent = caller.post(&say, &message("msg_3", "Hello")).await;
    assert_eq!(sent.status, 202, "refused before, and sent again");
}

#[tokio::test]
async fn closing_the_one_above_closes_both() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let above = caller.start("msg_1", "Hello").await;
    let direct = address(&caller.post(&endpoint(), &under(&above, "msg_2")).await);
    let closed = caller.post(&format!("{above}/close"), &json!({})).await;
    assert_eq!(closed.body["status"], "closed");
    caller.read_until(&direct, "closed").await;
    let events = caller.read_until(&above, "closed").await;
    assert_eq!(kinds(&events, &direct), ["direct_opened", "direct_closed"]);
    let late = caller.post(&endpoint(), &under(&above, "msg_3")).await;
    late.is(409, "conversation_closed");
    let other = Caller::new(&stage, "usr_2").await;
    let theirs = other.post(&endpoint(), &under(&above, "msg_1")).await;
    theirs.is(404, "conversation_not_found");
}

#[tokio::test]
async fn both_are_there_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal");
    let stage = Stage::with(crate::Pace::None, |o| o.journal = Some(journal.clone())).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let above = caller.start("msg_1", "Hello").await;
    caller.read_until(&above, "idle").await;
    let direct = address(&caller.post(&endpoint(), &under(&above, "msg_2")).await);
    caller.read_until(&direct, "idle").await;
    let stage = stage.restart(&journal, crate::Pace::None).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let say = format!("{above}/messages");
    let refused = caller.post(&say, &message("msg_3", "Hello")).await;
    refused.is(409, "direct_conversation_open");
    caller.post(&format!("{direct}/close"), &json!({})).await;
    let events = caller.read_until(&above, "idle").await;
    assert_eq!(kinds(&events, &direct), ["direct_opened", "direct_closed"]);
}
