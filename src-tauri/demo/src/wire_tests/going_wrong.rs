//! Every way in which the demo can go wrong on purpose.

use poppy::host::Timestamp;
use poppy::net::Method;
use serde_json::{Value, json};

use super::caller::{Answer, Caller, endpoint, message, token_url};
use super::{Stage, by_hand};
use crate::documents::ISSUER;
use crate::faults::{Fault, On, RetryAfter, WrongAnswer};
use crate::testkit::{NOW, proof_claims};
use crate::{Pace, date};

async fn say(caller: &Caller, conversation: &str, id: &str, text: &str) -> Answer {
    let url = format!("{conversation}/messages");
    caller.post(&url, &message(id, text)).await
}

#[tokio::test]
async fn any_error_of_the_tables_can_be_had_with_what_belongs_to_it() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let fault = |answer: WrongAnswer| {
        stage.demo.faults().next(On::Send, 1, Fault::Answer(answer));
    };
    for (status, code, name, value) in [
        (400, "extension_required", "extension", "operations"),
        (403, "insufficient_scope", "scope", "orders:write"),
        (409, "direct_conversation_open", "conversation_id", "cnv_9"),
        (503, "temporarily_unavailable", "note", "x"),
        (418, "example.com/teapot", "note", "y"),
    ] {
        fault(WrongAnswer::new(status, code).with(name, json!(value)));
        let answer = caller.post(&endpoint(), &message("msg_1", "Hello")).await;
        answer.is(status, code);
        assert_eq!(answer.body[name], value);
    }
    for (after, header) in [
        (RetryAfter::Seconds(120), "120".to_owned()),
        (
            RetryAfter::At(Timestamp((NOW + 120) * 1000)),
            "Mon, 21 Sep 2026 14:15:20 GMT".to_owned(),
        ),
    ] {
        fault(WrongAnswer::new(429, "rate_limited").retry_after(after));
        let answer = caller.post(&endpoint(), &message("msg_1", "Hello")).await;
        answer.is(429, "rate_limited");
        assert_eq!(answer.response.header("retry-after"), Some(header.as_str()));
    }
    fault(WrongAnswer::new(401, "use_dpop_nonce").nonce("n-1"));
    let answer = caller.post(&endpoint(), &message("msg_1", "Hello")).await;
    answer.is(401, "use_dpop_nonce");
    assert_eq!(answer.response.header("dpop-nonce"), Some("n-1"));
    assert!(stage.demo.received().is_empty());
}

#[tokio::test]
async fn a_connection_is_cut_at_any_byte_of_the_answer_and_the_message_is_there_once() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let first = caller.start("msg_0", "Hello").await;
    let whole = caller.post(&endpoint(), &message("msg_0", "Hello")).await;
    assert!(first.ends_with(&whole.text("conversation_id")));
    let mut got_through = 0;
    for bytes in (0..600).step_by(23) {
        let cut = Fault::CutAnswer(bytes);
        stage.demo.faults().next(On::Send, 1, cut);
        let body = message("msg_0", "Hello");
        match caller.try_post(&endpoint(), &body).await {
            Ok(answer) => {
                assert_eq!(answer.body, whole.body, "whole or not at all: {bytes}");
                got_through += 1;
            }
            Err(_) => assert_eq!(got_through, 0, "cut at {bytes} after less was enough"),
        }
    }
    assert!(got_through > 0);
    assert_eq!(stage.demo.received()[0].1.len(), 1);
}

#[tokio::test]
async fn a_connection_is_cut_in_the_middle_of_a_request() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let body = message("msg_1", &"x".repeat(20_000));
    for bytes in [0, 1, 10_000, usize::MAX] {
        stage
            .demo
            .faults()
            .next(On::Send, 1, Fault::CutRequest(bytes));
        assert!(
            caller.try_post(&endpoint(), &body).await.is_err(),
            "{bytes}"
        );
    }
    assert!(stage.demo.received().is_empty());
    assert_eq!(caller.post(&endpoint(), &body).await.status, 201);
}

#[tokio::test]
async fn the_date_is_the_demo_s_clock_s_unless_it_is_made_wrong() {
    let stage = Stage::new().await;
    let caller = Caller::stranger(&stage, "usr_1");
    let url = format!("{ISSUER}/.well-known/poppy.json");
    let get = async || {
        let answer = caller.raw(Method::Get, &url, Vec::new(), Vec::new()).await;
        answer.unwrap().response.header("date").unwrap().to_owned()
    };
    let now = |off: i64| date::http(Timestamp((NOW + off) * 1000));
    assert_eq!(get().await, now(0));
    stage
        .demo
        .faults()
        .next(On::Documents, 1, Fault::WrongDate(-7200));
    assert_eq!(get().await, now(-7200));
    assert_eq!(get().await, now(0));
}

#[tokio::test]
async fn where_nonces_are_asked_for_no_proof_is_good_without_one() {
    let stage = Stage::with(Pace::None, |options| options.nonces = true).await;
    let mut caller = Caller::stranger(&stage, "usr_1");
    let token = async |caller: &Caller, nonce: Option<&str>| {
        let mut claims = proof_claims("POST", &token_url(), None);
        if let Some(nonce) = nonce {
            claims["nonce"] = json!(nonce);
        }
        let headers = vec![("dpop", caller.proof(&claims))];
        let form = caller.token_form();
        caller.post_form(&token_url(), headers, &form).await
    };
    let refused = token(&caller, None).await;
    refused.is(400, "use_dpop_nonce");
    let nonce = refused.response.header("dpop-nonce").unwrap().to_owned();
    token(&caller, Some("guess"))
        .await
        .is(400, "use_dpop_nonce");
    let answer = token(&caller, Some(&nonce)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    caller.token = answer.text("access_token");

    let refused = caller.post(&endpoint(), &message("msg_1", "Hello")).await;
    refused.is(401, "use_dpop_nonce");
    let challenge = refused.response.header("www-authenticate").unwrap();
    assert!(challenge.starts_with("DPoP error=\"use_dpop_nonce\""));
    let nonce = refused.response.header("dpop-nonce").unwrap();
    let mut claims = proof_claims("POST", &endpoint(), Some(&caller.token));
    claims["nonce"] = json!(nonce);
    let headers = vec![
        ("authorization", format!("DPoP {}", caller.token)),
        ("dpop", caller.proof(&claims)),
        ("content-type", "application/json".to_owned()),
    ];
    let body = message("msg_1", "Hello").to_string().into_bytes();
    let sent = caller.raw(Method::Post, &endpoint(), headers, body).await;
    assert_eq!(sent.unwrap().status, 201);
}

#[tokio::test]
async fn a_demo_asked_to_be_busy_is_so_for_that_agent_until_it_said() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    caller.read_until(&conversation, "idle").await;
    say(&caller, &conversation, "msg_2", "busy").await;
    let limited = loop {
        // It says so first, and is so from then on.
        let page = caller.get(&format!("{conversation}/events")).await;
        if page.status != 200 {
            break page;
        }
    };
    limited.is(429, "rate_limited");
    assert_eq!(limited.response.header("retry-after"), Some("8"));
    say(&caller, &conversation, "msg_3", "x")
        .await
        .is(429, "rate_limited");
    stage.clock.advance(7);
    let later = say(&caller, &conversation, "msg_3", "x").await;
    assert_eq!(later.response.header("retry-after"), Some("1"));
    stage.clock.advance(1);
    assert_eq!(say(&caller, &conversation, "msg_3", "x").await.status, 202);
    let events = caller.read_until(&conversation, "idle").await;
    let told = |e: &&Value| {
        e["message"]["text"]
            .as_str()
            .is_some_and(|t| t.contains("too busy"))
    };
    assert_eq!(events.iter().filter(told).count(), 1);
}

#[tokio::test]
async fn a_place_that_was_lost_is_told_once_and_what_is_kept_is_read_from_the_beginning() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal");
    let stage = Stage::with(Pace::None, |o| o.journal = Some(journal.clone())).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    caller.read_until(&conversation, "idle").await;
    let cursor = caller
        .get(&format!("{conversation}/events"))
        .await
        .text("cursor");
    say(&caller, &conversation, "msg_2", "Lose my place").await;
    let url = format!("{conversation}/events?wait=30&cursor={cursor}");
    let expired = loop {
        let page = caller.get(&url).await;
        if page.status != 200 {
            break page;
        }
    };
    expired.is(410, "cursor_expired");
    let kept = caller.read_until(&conversation, "idle").await;
    assert_eq!(kept[0]["message"]["id"], "msg_2");
    say(&caller, &conversation, "msg_3", "trail bar").await;
    caller.read_until(&conversation, "idle").await;

    let stage = stage.restart(&journal, Pace::None).await;
    let caller = Caller::new(&stage, "usr_1").await;
    caller.get(&url).await.is(410, "cursor_expired");
    let again = caller.read_until(&conversation, "idle").await;
    assert_eq!(again[..kept.len()], kept);
    let received = stage.demo.received();
    assert_eq!(received[0].1.len(), 3);
    assert!(stage.demo.history(&received[0].0).len() > again.len());
}

#[tokio::test]
async fn however_much_came_before_a_lost_place_one_page_leads_past_it() {
    let (pace, permits) = by_hand();
    let stage = Stage::with(pace, |_| {}).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_0", "Hello").await;
    for number in 1..=8 {
        let id = format!("msg_{number}");
        say(&caller, &conversation, &id, "show me bad links").await;
    }
    say(&caller, &conversation, "msg_9", "lose my place").await;
    say(&caller, &conversation, "msg_10", "thanks").await;
    permits.close();
    // Not before all is answered: until then there is nothing lost.
    let idle = async || {
        let page = caller.get(&format!("{conversation}/events")).await;
        page.body["status"] == "idle"
    };
    while !idle().await {}
    let read = caller.read_until(&conversation, "idle").await;
    let first = read[0]["message"]["text"].as_str().unwrap();
    assert!(first.starts_with("As you wish: I've lost"), "{first:.60}");
}

#[tokio::test]
async fn a_forgotten_conversation_is_as_if_it_had_never_been() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal");
    let stage = Stage::with(Pace::None, |o| o.journal = Some(journal.clone())).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Forget this conversation").await;
    let url = format!("{conversation}/events?wait=30");
    while caller.get(&url).await.status == 200 {}
    let stage = stage.restart(&journal, Pace::None).await;
    let caller = Caller::new(&stage, "usr_1").await;
    caller.get(&url).await.is(404, "conversation_not_found");
    let sent = say(&caller, &conversation, "msg_2", "Hello").await;
    sent.is(404, "conversation_not_found");
    caller.start("msg_2", "Hello").await;
    let received: Vec<_> = stage
        .demo
        .received()
        .into_iter()
        .map(|(_, m)| m.len())
        .collect();
    assert_eq!(received, [1, 1]);
}
