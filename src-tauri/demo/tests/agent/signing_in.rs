//! The agent's client signs in at the demo, proves with nonces, and gets over a clock that is off.

use std::sync::Arc;

use poppy::client::Conversations;
use poppy::event::{EventKind, Status};
use poppy::host::{Clock, SystemClock, SystemRandom, Timestamp};
use poppy::message::Role;
use poppy::session::{AccountSession as _, Session as _, StillWanted};
use poppy::signin::callback::Callback;
use poppy::signin::device::{Device, Poll};
use poppy::signin::direct::Direct;
use poppy::signin::{Method, offered};

use crate::{Agent, messages, new_message, read_until};

/// It is wanted, whatever happens.
fn wanted() -> StillWanted {
    Arc::new(|| true)
}

fn scopes(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[tokio::test]
async fn a_code_signs_in_the_conversation_goes_on_and_signing_out_ends_it() {
    let agent = Agent::new();
    let demo = agent.demo(|options| options.approves = false).await;
    let (found, session) = agent.session(demo.network()).await;
    let auth = found.company.auth.clone().unwrap();
    assert_eq!(offered(&auth), [Method::Device, Method::Direct]);
    let endpoint = found.company.chat.clone().unwrap();
    let conversations = Conversations::new(session.clone(), endpoint);
    let receipt = conversations
        .start(&new_message("my orders"))
        .await
        .unwrap();
    let id = receipt.conversation_id;
    let mut cursor = None;
    let events = read_until(&conversations, &id, Status::Idle, &mut cursor).await;
    let asks = |kind: &EventKind| matches!(kind, EventKind::Authorization { .. });
    assert!(events.iter().any(|event| asks(&event.kind)));

    let asked = scopes(&["orders:read", "orders:write"]);
    let device = Device::begin(&*session, &auth, &asked, &SystemClock).await;
    let device = device.unwrap();
    assert!(demo.approve(device.user_code(), Some(&["orders:read"])));
    let Poll::Granted(granted) = device
        .poll(&*session, &SystemClock, &wanted())
        .await
        .unwrap()
    else {
        panic!("not granted");
    };
    assert_eq!(granted.scopes, scopes(&["orders:read"]));
    assert_eq!(granted.missing, scopes(&["orders:write"]));
    let events = read_until(&conversations, &id, Status::Idle, &mut cursor).await;
    let answers = messages(&events, Role::Company);
    assert!(answers.iter().any(|m| m.extensions.contains_key("links")));

    // The Session Token is lost: the Account Token gets another.
    demo.forget_sessions();
    conversations
        .send(&id, &new_message("my orders"))
        .await
        .unwrap();
    assert_eq!(session.signed_in(), Some(scopes(&["orders:read"])));
    let account = session.sign_out().unwrap();
    session.revoke(&account.token).await.unwrap();
    let refused = conversations.send(&id, &new_message("my orders")).await;
    assert_eq!(refused.unwrap_err().code(), "sign_in_required");
}

#[tokio::test]
async fn a_sign_in_that_the_company_ended_is_over_and_the_rest_goes_on() {
    let agent = Agent::new();
    let demo = agent.demo(|options| options.approves = false).await;
    let (found, session) = agent.session(demo.network()).await;
    let auth = found.company.auth.clone().unwrap();
    let asked = scopes(&["orders:read"]);
    let device = Device::begin(&*session, &auth, &asked, &SystemClock).await;
    let device = device.unwrap();
    assert!(demo.approve(device.user_code(), None));
    let poll = device
        .poll(&*session, &SystemClock, &wanted())
        .await
        .unwrap();
    assert!(matches!(poll, Poll::Granted(_)));
    demo.end_sign_ins();
    demo.forget_sessions();
    let endpoint = found.company.chat.clone().unwrap();
    let conversations = Conversations::new(session.clone(), endpoint);
    conversations.start(&new_message("Hello")).await.unwrap();
    assert_eq!(session.signed_in(), None);
}

#[tokio::test]
async fn a_sign_in_through_the_browser_comes_back_by_the_callback() {
    let agent = Agent::new();
    let demo = agent.demo(|_| {}).await;
    let (found, session) = agent.session(demo.network()).await;
    let auth = found.company.auth.clone().unwrap();
    let asked = scopes(&["orders:read"]);
    let client_id = &agent.signer.client_id;
    let begin = || Direct::begin(&auth, client_id, &asked, &SystemClock, &SystemRandom).unwrap();
    let mut direct = begin();
    let back = demo.approve_direct(direct.url(), None).unwrap();
    let callback = Callback::parse(back.as_str()).unwrap();
    let code = direct.accept(callback, &SystemClock).unwrap();
    let granted = code.exchange(&*session, wanted()).await.unwrap();
    assert_eq!(granted.scopes, asked);

    let mut refused = begin();
    let back = demo.deny_direct(refused.url()).unwrap();
    let callback = Callback::parse(back.as_str()).unwrap();
    assert!(refused.accept(callback, &SystemClock).is_err());
}

#[tokio::test]
async fn nonces_are_given_where_they_are_asked_for() {
    let agent = Agent::new();
    let demo = agent.demo(|options| options.nonces = true).await;
    let (_, conversations) = agent.meet(demo.network()).await;
    let receipt = conversations.start(&new_message("Hello")).await.unwrap();
    let id = receipt.conversation_id;
    read_until(&conversations, &id, Status::Idle, &mut None).await;
    conversations.handoff(&id).await.unwrap();
}

/// A clock that is hours off.
struct Off(i64);

impl Clock for Off {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus_millis(self.0 * 1000)
    }
}

#[tokio::test]
async fn a_clock_hours_off_is_found_out_by_the_date() {
    for off in [-3 * 3600, 5 * 3600] {
        let agent = Agent::new();
        let demo = agent.demo(|o| o.clock = Arc::new(Off(off))).await;
        let (found, session) = agent.session(demo.network()).await;
        let endpoint = found.company.chat.clone().unwrap();
        let conversations = Conversations::new(session.clone(), endpoint);
        conversations.start(&new_message("Hello")).await.unwrap();
        let skew = session.clock_skew().unwrap();
        assert!((skew - off).abs() <= 60, "{skew} for {off}");
    }
}
