//! Signing in by code and out again over the wire.

use serde_json::Value;

use super::caller::{Caller, message};
use super::{Stage, by_hand};
use crate::Pace;
use crate::documents::{DEVICE_PAGE, ISSUER, REVOCATION_PATH};
use crate::jwt::sha256;

pub(super) const READ: &str = "orders:read";
pub(super) const BOTH: &str = "orders:read orders:write";

/// A demo that leaves sign-ins to the test.
pub(super) async fn stage() -> Stage {
    Stage::with(Pace::None, |options| options.approves = false).await
}

fn asks(events: &[Value]) -> Vec<(String, String)> {
    let asked = events.iter().filter(|e| e["type"] == "authorization");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    asked
        .map(|e| (text(&e["error"]), text(&e["scope"])))
        .collect()
}

fn says(events: &[Value], words: &str) -> usize {
    let texts = events.iter().filter_map(|e| e["message"]["text"].as_str());
    texts.filter(|text| text.contains(words)).count()
}

async fn say(caller: &Caller, conversation: &str, id: &str, text: &str) -> Vec<Value> {
    let url = format!("{conversation}/messages");
    let sent = caller.post(&url, &message(id, text)).await;
    assert_eq!(sent.status, 202, "{}", sent.body);
    caller.read_until(conversation, "idle").await
}

#[tokio::test]
async fn after_a_sign_in_the_same_conversation_goes_on_by_itself() {
    let stage = stage().await;
    let mut caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "my orders").await;
    let events = caller.read_until(&conversation, "idle").await;
    assert_eq!(
        asks(&events),
        [("sign_in_required".to_owned(), READ.to_owned())]
    );
    assert_eq!(says(&events, "Order ord_") + says(&events, "two orders"), 0);

    let begun = caller.begin_device(READ).await;
    assert_eq!(begun.body["verification_uri"], DEVICE_PAGE);
    assert_eq!(begun.response.header("cache-control"), Some("no-store"));
    let code = begun.text("device_code");
    caller
        .poll_device(&code)
        .await
        .is(400, "authorization_pending");
    caller.poll_device(&code).await.is(400, "slow_down");
    assert!(stage.demo.approve(&begun.text("user_code"), None));
    stage.clock.advance(7);
    let granted = caller.poll_device(&code).await;
    assert_eq!(granted.status, 200, "{}", granted.body);
    assert_eq!(granted.body["scope"], READ);
    assert_eq!(granted.body["signed_in"], true);
    assert_eq!(granted.text("session_id"), caller.session);
    caller.token = granted.text("access_token");
    caller.poll_device(&code).await.is(400, "invalid_grant");

    let events = caller.read_until(&conversation, "idle").await;
    assert_eq!(says(&events, "two orders"), 1);
    let events = say(&caller, &conversation, "msg_2", "exchange").await;
    let asked = asks(&events);
    assert_eq!(asked[1], ("insufficient_scope".to_owned(), BOTH.to_owned()));
    caller.sign_in(&stage, BOTH).await;
    let events = caller.read_until(&conversation, "idle").await;
    assert_eq!(says(&events, "size L"), 1);
}

#[tokio::test]
async fn an_account_token_is_good_once_and_another_takes_its_place() {
    let stage = stage().await;
    let mut caller = Caller::new(&stage, "usr_1").await;
    let first = caller.sign_in(&stage, BOTH).await;
    let refresh = async |caller: &Caller, token: &str, more: &[(&'static str, &str)]| {
        let mut fields = vec![("refresh_token", token)];
        fields.extend_from_slice(more);
        caller.grant("refresh_token", &fields).await
    };
    let renewed = refresh(&caller, &first, &[]).await;
    assert_eq!(renewed.body["scope"], BOTH);
    let second = renewed.text("refresh_token");
    assert_ne!(first, second);
    refresh(&caller, &first, &[]).await.is(400, "invalid_grant");
    refresh(&caller, "guess", &[])
        .await
        .is(400, "invalid_grant");
    // Less than what was granted, and never more or anything else.
    let less = refresh(&caller, &second, &[("scope", READ)]).await;
    assert_eq!(less.body["scope"], READ);
    let third = less.text("refresh_token");
    let wrong = refresh(&caller, &third, &[("scope", "orders:all")]).await;
    wrong.is(400, "invalid_scope");
    let other = Caller::new(&stage, "usr_2").await;
    refresh(&other, &third, &[])
        .await
        .is(400, "invalid_session");
    assert_eq!(refresh(&caller, &third, &[]).await.status, 200);
}

#[tokio::test]
async fn what_was_granted_may_be_less_than_what_was_asked_for() {
    let stage = stage().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let begun = caller.begin_device(BOTH).await;
    assert!(stage.demo.approve(&begun.text("user_code"), Some(&[READ])));
    let granted = caller.poll_device(&begun.text("device_code")).await;
    assert_eq!(granted.body["scope"], READ);
    let more = [
        ("refresh_token", granted.text("refresh_token")),
        ("scope", BOTH.to_owned()),
    ];
    let more: Vec<_> = more.iter().map(|(n, v)| (*n, v.as_str())).collect();
    caller
        .grant("refresh_token", &more)
        .await
        .is(400, "invalid_scope");
}

#[tokio::test]
async fn sign_out_ends_what_the_account_was_used_for_at_once() {
    let stage = stage().await;
    let mut caller = Caller::new(&stage, "usr_1").await;
    let account = caller.sign_in(&stage, READ).await;
    let conversation = caller.start("msg_1", "my orders").await;
    caller.read_until(&conversation, "idle").await;
    let plain = caller.start("msg_2", "Hello").await;
    let mut form = caller.client_form();
    form.push(("token", account.clone()));
    form.push(("token_type_hint", "refresh_token".to_owned()));
    let revoke = format!("{ISSUER}{REVOCATION_PATH}");
    let revoked = caller.post_form(&revoke, Vec::new(), &form).await;
    assert_eq!(revoked.status, 200);
    let grant = [("refresh_token", account.as_str())];
    caller
        .grant("refresh_token", &grant)
        .await
        .is(400, "invalid_grant");
    // The Session goes on signed out; what used the account is the account's.
    caller.read_until(&plain, "idle").await;
    let read = caller.get(&format!("{conversation}/events")).await;
    read.is(403, "sign_in_required");
    assert_eq!(read.body["scope"], READ);
    let body = message("msg_3", "Hello");
    let sent = caller
        .post(&format!("{conversation}/messages"), &body)
        .await;
    sent.is(403, "sign_in_required");
    caller.sign_in(&stage, READ).await;
    say(&caller, &conversation, "msg_3", "Hello").await;

    stage.demo.end_sign_ins();
    let read = caller.get(&format!("{conversation}/events")).await;
    read.is(403, "sign_in_required");
}

#[tokio::test]
async fn accounts_are_there_after_a_restart_and_the_journal_holds_no_token() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal");
    let stage = Stage::with(Pace::None, |options| {
        options.approves = false;
        options.journal = Some(journal.clone());
    })
    .await;
    let mut caller = Caller::new(&stage, "usr_1").await;
    let first = caller.sign_in(&stage, READ).await;
    let conversation = caller.start("msg_1", "my orders").await;
    caller.read_until(&conversation, "idle").await;
    let renewed = caller
        .grant("refresh_token", &[("refresh_token", &first)])
        .await;
    let second = renewed.text("refresh_token");

    let stage = stage.restart(&journal, Pace::None).await;
    let mut caller = Caller::new(&stage, "usr_1").await;
    let read = caller.get(&format!("{conversation}/events")).await;
    read.is(403, "sign_in_required");
    let old = caller
        .grant("refresh_token", &[("refresh_token", &first)])
        .await;
    old.is(400, "invalid_grant");
    let renewed = caller
        .grant("refresh_token", &[("refresh_token", &second)])
        .await;
    caller.token = renewed.text("access_token");
    caller.read_until(&conversation, "idle").await;
    let kept = std::fs::read_to_string(&journal).unwrap();
    for token in [&first, &second, &renewed.text("refresh_token")] {
        assert!(!kept.contains(token.as_str()));
    }
    assert!(kept.contains(&sha256(second.as_bytes())));
}

#[tokio::test]
async fn a_sign_in_by_code_is_refused_expires_and_needs_its_own_session() {
    let stage = stage().await;
    let caller = Caller::new(&stage, "usr_1").await;
    caller.begin_device("").await.is(400, "invalid_scope");
    caller
        .begin_device("orders:all")
        .await
        .is(400, "invalid_scope");
    let begun = caller.begin_device(READ).await;
    assert!(stage.demo.deny(&begun.text("user_code")));
    assert!(!stage.demo.approve(&begun.text("user_code"), None));
    let denied = caller.poll_device(&begun.text("device_code")).await;
    denied.is(400, "access_denied");

    let begun = caller.begin_device(READ).await;
    stage
        .clock
        .advance(begun.body["expires_in"].as_i64().unwrap());
    let late = Caller::new(&stage, "usr_1").await;
    let expired = late.poll_device(&begun.text("device_code")).await;
    expired.is(400, "expired_token");

    let begun = caller.begin_device(READ).await;
    assert!(stage.demo.approve(&begun.text("user_code"), None));
    let mut stranger = Caller::new(&stage, "usr_1").await;
    stranger.session = "ses_none".to_owned();
    let code = begun.text("device_code");
    stranger.poll_device(&code).await.is(400, "invalid_session");
    assert_eq!(caller.poll_device(&code).await.status, 200, "not used up");
}

#[tokio::test]
async fn by_itself_the_demo_decides_after_a_while_as_it_was_asked_to() {
    let (pace, permits) = by_hand();
    let stage = Stage::with(pace, |_| {}).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let begun = caller.begin_device(READ).await;
    let code = begun.text("device_code");
    caller
        .poll_device(&code)
        .await
        .is(400, "authorization_pending");
    permits.close();
    let decided = async |code: &str, waits: &str| {
        loop {
            // Time enough since the last time, however long the demo makes it.
            stage.clock.advance(10);
            let caller = Caller::new(&stage, "usr_1").await;
            let answer = caller.poll_device(code).await;
            if answer.body["error"] != waits {
                return answer;
            }
        }
    };
    assert_eq!(decided(&code, "authorization_pending").await.status, 200);

    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    say(&caller, &conversation, "msg_2", "Refuse my sign-in").await;
    let begun = caller.begin_device(READ).await;
    let refused = decided(&begun.text("device_code"), "authorization_pending").await;
    refused.is(400, "access_denied");
    let caller = Caller::new(&stage, "usr_1").await;
    say(&caller, &conversation, "msg_3", "Let my sign-in expire").await;
    let begun = caller.begin_device(READ).await;
    assert_eq!(begun.body["expires_in"], 10);
    let expired = decided(&begun.text("device_code"), "authorization_pending").await;
    expired.is(400, "expired_token");
}
