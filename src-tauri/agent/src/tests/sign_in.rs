//! Signing in and out: each outcome, what goes on by itself afterwards, and what is kept.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::page::{CompanyItem, SignInMethod, SignInState};

pub(super) async fn item(scene: &Scene) -> CompanyItem {
    let mut companies = scene.agent.overview().await.unwrap().companies;
    companies.remove(0)
}

pub(super) async fn state(scene: &Scene) -> Option<SignInState> {
    item(scene).await.sign_in.map(|sign_in| sign_in.state)
}

pub(super) async fn begin(
    scene: &Scene,
    key: Option<ConversationKey>,
    method: SignInMethod,
    again: bool,
) {
    let scopes = vec!["orders:read".to_owned()];
    let agent = &scene.agent;
    let last = match key {
        Some(key) => scene.agent.core.store.last_own(key).await.unwrap(),
        None => None,
    };
    let last = last.map(|entry| entry.id);
    agent
        .begin_sign_in(scene.id, key, method, scopes, last.filter(|_| again))
        .await
        .unwrap();
}

/// A conversation in which the Company asked for a sign-in, and one by device that waits.
pub(super) async fn waiting(again: bool) -> (Scene, ConversationKey) {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "Where is my order?").await.unwrap();
    scene.quiet(key).await;
    scene.company.tells(
        json!({"id": "evt_a", "type": "authorization", "error": "sign_in_required",
        "scope": "orders:read orders:delete"}),
    );
    until("a card", async || scene.entries().await.len() == 3).await;
    begin(&scene, Some(key), SignInMethod::Device, again).await;
    until("it waits", async || {
        matches!(state(&scene).await, Some(SignInState::Waiting { .. }))
    })
    .await;
    (scene, key)
}

#[tokio::test(start_paused = true)]
async fn a_card_shows_what_is_asked_for_in_the_companys_words() {
    let (scene, _) = waiting(false).await;
    let EntryContent::SignIn { ask, error, .. } = &scene.entries().await[2].content else {
        panic!("a card");
    };
    assert_eq!(error, "sign_in_required");
    assert_eq!((&*ask.company, &*ask.company_domain), ("The Shop", DOMAIN));
    let methods: Vec<_> = ask.offers.iter().map(|offer| offer.method).collect();
    assert_eq!(methods, [SignInMethod::Device, SignInMethod::Direct]);
    let device = &ask.offers[0];
    assert_eq!(device.scopes.len(), 1);
    assert_eq!(device.scopes[0].scope, "orders:read");
    assert_eq!(device.scopes[0].words.as_deref(), Some("See your orders"));
    assert_eq!(device.not_offered[0].scope, "orders:delete");
    let Some(SignInState::Waiting {
        link,
        link_host,
        user_code,
        ..
    }) = state(&scene).await
    else {
        panic!("it waits");
    };
    assert_eq!(link, "https://shop.example/activate");
    assert_eq!((&*link_host, &*user_code), (DOMAIN, "WDJB-MJHT"));
    let opened = scene.agent.sign_in_link(scene.id).await.unwrap();
    assert_eq!(opened.as_str(), "https://shop.example/activate");
}

#[tokio::test(start_paused = true)]
async fn once_approved_the_user_is_signed_in_and_stays_so_after_a_restart() {
    let (mut scene, key) = waiting(false).await;
    scene.company.decides(Decision::Allowed("orders:read"));
    until("approved", async || {
        matches!(state(&scene).await, Some(SignInState::Approved { .. }))
    })
    .await;
    let shown = item(&scene).await;
    let account = shown.account.unwrap();
    assert_eq!(account.scopes[0].scope, "orders:read");
    scene.agent.cancel_sign_in(scene.id).await.unwrap();
    assert_eq!(state(&scene).await, None, "the outcome is put away");
    assert_eq!(scene.company.has(), [["Where is my order?"]]);
    scene.restart().await;
    assert_eq!(item(&scene).await.account, Some(account));
    scene.company.requires_sign_in();
    scene.agent.send(key, "And now?").await.unwrap();
    scene.quiet(key).await;
    assert_eq!(scene.company.has(), [["Where is my order?", "And now?"]]);
    let database = std::fs::read(scene.folder.path().join("candor.db")).unwrap();
    let wal = std::fs::read(scene.folder.path().join("candor.db-wal")).unwrap_or_default();
    for bytes in [database, wal] {
        assert!(!bytes.windows(5).any(|part| part == b"acct_"), "sealed");
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_message_is_sent_again_only_if_wanted_and_only_if_nothing_goes_on() {
    let (scene, _) = waiting(true).await;
    scene.company.decides(Decision::Allowed("orders:read"));
    until("asked again", async || scene.company.has()[0].len() == 2).await;
    assert_eq!(scene.company.has()[0][1], "Where is my order?");

    let (scene, key) = waiting(true).await;
    scene.company.decides(Decision::Allowed("orders:read"));
    until("approved", async || {
        matches!(state(&scene).await, Some(SignInState::Approved { .. }))
    })
    .await;
    scene.company.tells(
        json!({"id": "evt_b", "type": "message", "message": {"id": "m9", "role": "company",
            "author": {"type": "agent"}, "text": "It is on its way."}}),
    );
    tokio::time::sleep(Duration::from_secs(30)).await;
    scene.quiet(key).await;
    assert_eq!(scene.company.has()[0].len(), 1, "the Company went on");
}

#[tokio::test(start_paused = true)]
async fn each_refusal_is_a_state_of_its_own() {
    for (decision, expected) in [
        (Decision::Denied, SignInState::Denied),
        (Decision::Expired, SignInState::Expired),
    ] {
        let (scene, _) = waiting(false).await;
        scene.company.decides(decision);
        until("an outcome", async || {
            state(&scene).await == Some(expected.clone())
        })
        .await;
        assert_eq!(item(&scene).await.account, None);
        let error = scene.agent.sign_in_link(scene.id).await.unwrap_err();
        assert_eq!(error.code(), "not-found");
        let asked = scene.company.times(Point::Token).len();
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(scene.company.times(Point::Token).len(), asked);
    }
}

#[tokio::test(start_paused = true)]
async fn only_some_of_the_scopes_may_be_granted() {
    let (scene, _) = waiting(false).await;
    let scopes = vec!["orders:read".to_owned(), "orders:write".to_owned()];
    let method = SignInMethod::Device;
    let agent = &scene.agent;
    agent
        .begin_sign_in(scene.id, None, method, scopes, None)
        .await
        .unwrap();
    scene.company.decides(Decision::Allowed("orders:read"));
    until("approved", async || {
        matches!(state(&scene).await, Some(SignInState::Approved { .. }))
    })
    .await;
    let Some(SignInState::Approved { granted, missing }) = state(&scene).await else {
        panic!("approved");
    };
    assert_eq!(granted[0].scope, "orders:read");
    assert_eq!(missing[0].scope, "orders:write");
}

#[tokio::test(start_paused = true)]
async fn a_company_asked_too_often_is_asked_less_often() {
    let (scene, _) = waiting(false).await;
    scene.company.decides(Decision::TooOften);
    let before = scene.company.times(Point::Token).len();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let asked = scene.company.times(Point::Token)[before..].to_vec();
    let gaps: Vec<_> = asked
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).as_secs())
        .collect();
    assert!(gaps.is_sorted() && gaps.len() >= 2, "{gaps:?}");
    assert!(
        gaps.windows(2).all(|pair| pair[1] >= pair[0] + 5),
        "{gaps:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_sign_in_asks_no_more() {
    let (scene, _) = waiting(false).await;
    scene.agent.cancel_sign_in(scene.id).await.unwrap();
    assert_eq!(state(&scene).await, None);
    tokio::time::sleep(Duration::from_secs(10)).await;
    let asked = scene.company.times(Point::Token).len();
    scene.company.decides(Decision::Allowed("orders:read"));
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(scene.company.times(Point::Token).len(), asked);
    assert_eq!(item(&scene).await.account, None);
}

#[tokio::test(start_paused = true)]
async fn a_link_to_somebody_elses_site_is_not_shown() {
    let scene = Scene::new().await;
    scene
        .company
        .signs_in_at("https://shop.example.evil.example/");
    begin(&scene, None, SignInMethod::Device, false).await;
    until("refused", async || {
        matches!(state(&scene).await, Some(SignInState::Failed { .. }))
    })
    .await;
    let Some(SignInState::Failed { code, message }) = state(&scene).await else {
        panic!("failed");
    };
    assert_eq!(code, "sign-in-strange-link");
    assert!(message.contains("evil.example"));
    assert!(scene.agent.sign_in_link(scene.id).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn what_was_refused_for_want_of_a_sign_in_is_sent_by_itself_where_it_was_asked_for() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    scene.company.requires_sign_in();
    scene.agent.send(key, "My order?").await.unwrap();
    let card = |entries: &[Entry]| {
        let mut entries = entries.iter();
        entries.any(|entry| matches!(entry.content, EntryContent::SignIn { .. }))
    };
    until("a card", async || card(&scene.entries().await)).await;
    let shown = all_shown(&scene.entries().await);
    assert!(
        shown.contains(&"My order? [sign_in_required]".to_owned()),
        "{shown:?}"
    );
    let cards = scene.entries().await;
    let scope = cards.iter().find_map(|entry| match &entry.content {
        EntryContent::SignIn { scope, .. } => scope.clone(),
        _ => None,
    });
    assert_eq!(scope.as_deref(), Some("orders:read"));
    let elsewhere = scene.agent.new_conversation(scene.id).await.unwrap().id;
    scene.agent.send(elsewhere, "good day").await.unwrap();
    scene.quiet(elsewhere).await;
    scene.agent.send(elsewhere, "Long ago").await.unwrap();
    scene.quiet(elsewhere).await;
    scene.company.decides(Decision::Allowed("orders:read"));
    begin(&scene, Some(key), SignInMethod::Device, false).await;
    until("sent", async || {
        let shown = all_shown(&scene.entries_of(key).await);
        shown.contains(&"My order? [Delivered]".to_owned())
    })
    .await;
    scene.quiet(elsewhere).await;
    assert_eq!(
        scene.company.has(),
        [vec!["hello", "My order?"], vec!["good day"]]
    );
    let shown = all_shown(&scene.entries_of(elsewhere).await);
    assert!(
        shown.contains(&"Long ago [sign_in_required]".to_owned()),
        "the User's to send again: {shown:?}"
    );
}

/// What the Company's page sends the browser back with.
pub(super) async fn answer(scene: &Scene, more: &str) -> String {
    let url = scene.agent.sign_in_link(scene.id).await.unwrap();
    let mut pairs = url.query_pairs();
    let state = pairs.find(|(name, _)| name == "state").unwrap().1;
    format!("https://me.example/oauth/callback?state={state}&{more}")
}

pub(super) const GOOD: &str = "code=good&iss=https%3A%2F%2Fshop.example";

#[tokio::test(start_paused = true)]
async fn a_sign_in_in_the_browser_is_finished_by_a_link_or_by_pasting() {
    for scheme in [
        "https://me.example/oauth/callback",
        "candor:/oauth/callback",
    ] {
        let scene = Scene::new().await;
        begin(&scene, None, SignInMethod::Direct, false).await;
        assert!(matches!(
            state(&scene).await,
            Some(SignInState::WaitingBrowser { .. })
        ));
        let text = answer(&scene, GOOD).await;
        let text = text.replace("https://me.example/oauth/callback", scheme);
        scene.company.decides(Decision::Allowed("orders:read"));
        scene.agent.finish_direct(&text).await.unwrap();
        until("approved", async || {
            matches!(state(&scene).await, Some(SignInState::Approved { .. }))
        })
        .await;
        assert!(item(&scene).await.account.is_some());
        let error = scene.agent.finish_direct(&text).await.unwrap_err();
        assert_eq!(error.code(), "sign-in-not-found", "good once");
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_browser_brings_is_checked() {
    let scene = Scene::new().await;
    begin(&scene, None, SignInMethod::Direct, false).await;
    for (text, code) in [
        ("hello", "sign-in-answer-unreadable"),
        ("code=good&state=other&iss=x", "sign-in-not-found"),
    ] {
        let error = scene.agent.finish_direct(text).await.unwrap_err();
        assert_eq!(error.code(), code);
    }
    let text = answer(&scene, "code=good&iss=https%3A%2F%2Fevil.example").await;
    let shown = scene.agent.finish_direct(&text).await.unwrap();
    let SignInState::Failed { code, .. } = shown.state else {
        panic!("refused");
    };
    assert_eq!(code, "sign-in-other-company");

    begin(&scene, None, SignInMethod::Direct, false).await;
    let text = answer(&scene, "error=access_denied&iss=https%3A%2F%2Fshop.example").await;
    let shown = scene.agent.finish_direct(&text).await.unwrap();
    assert_eq!(shown.state, SignInState::Denied);
    assert_eq!(
        scene.company.times(Point::Token).len(),
        0,
        "nothing was sent"
    );
}

#[tokio::test(start_paused = true)]
async fn a_browser_that_never_comes_back_is_told_of() {
    let clock = clock();
    let scene = Scene::at(FakeCompany::new(), std::sync::Arc::clone(&clock)).await;
    begin(&scene, None, SignInMethod::Direct, false).await;
    clock.forward(Duration::from_secs(601));
    until("expired", async || {
        state(&scene).await == Some(SignInState::Expired)
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_that_ended_with_the_program_is_told_of_once() {
    let (mut scene, key) = waiting(false).await;
    let kept = async |scene: &Scene| {
        let store = &scene.agent.core.store;
        store.meta(crate::store::meta_name::SIGN_INS).await.unwrap()
    };
    until("it is kept", async || kept(&scene).await.is_some()).await;
    scene.restart().await;
    let shown = item(&scene).await.sign_in.unwrap();
    let SignInState::Failed { code, message } = &shown.state else {
        panic!("it ended");
    };
    assert_eq!(code, "sign-in-interrupted");
    assert!(message.contains("Begin it again"), "{message}");
    assert_eq!(shown.conversation, Some(key));
    assert_eq!(shown.scopes[0].scope, "orders:read");
    until("it is told", async || kept(&scene).await.is_none()).await;
    scene.agent.cancel_sign_in(scene.id).await.unwrap();
    scene.restart().await;
    assert_eq!(item(&scene).await.sign_in, None);
}

#[tokio::test(start_paused = true)]
async fn both_forms_say_alike_whether_the_browser_can_lead_back() {
    let (scene, _) = waiting(false).await;
    let EntryContent::SignIn { ask, .. } = &scene.entries().await[2].content else {
        panic!("a card");
    };
    let panel = scene.agent.sign_in_offer(scene.id, None).await.unwrap();
    let ready = |ask: &crate::page::SignInAsk| -> Vec<bool> {
        ask.offers.iter().map(|offer| offer.ready).collect()
    };
    assert_eq!(ready(ask), ready(&panel));
}

pub(super) async fn signed_in() -> Scene {
    let (scene, key) = waiting(false).await;
    scene.company.decides(Decision::Allowed("orders:read"));
    until("signed in", async || {
        matches!(state(&scene).await, Some(SignInState::Approved { .. }))
    })
    .await;
    scene.quiet(key).await;
    scene
}
