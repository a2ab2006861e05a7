//! Accounts when things cross: signing out, giving up, two Companies of one issuer, and the end of
//! the program, each while a token request is under way.

use std::time::Duration;

use serde_json::json;

use super::sign_in::{GOOD, answer, begin, item, signed_in, state, waiting};
use super::*;
use crate::page::{CompanyItem, CoreEvent, SignInMethod, SignInState};

/// Waits until one more request than before has come to this point.
async fn one_more(scene: &Scene, point: Point, before: usize) {
    until("it is under way", async || {
        scene.company.times(point).len() > before
    })
    .await;
}

async fn items(scene: &Scene) -> Vec<CompanyItem> {
    scene.agent.overview().await.unwrap().companies
}

async fn revoked(scene: &Scene, token: &str) {
    until("given back", async || {
        scene.company.revoked().contains(&token.to_owned())
    })
    .await;
}

async fn stays_signed_out(scene: &mut Scene) {
    assert_eq!(item(scene).await.account, None);
    scene.restart().await;
    assert_eq!(item(scene).await.account, None);
}

#[tokio::test(start_paused = true)]
async fn signing_out_while_a_token_is_refreshed_stays_done() {
    let mut scene = signed_in().await;
    scene.company.holds(Point::Token);
    scene.company.holds(Point::Revoke);
    let before = scene.company.times(Point::Token).len();
    scene.restart().await;
    one_more(&scene, Point::Token, before).await;
    let out = scene.agent.sign_out(scene.id);
    let done = tokio::time::timeout(Duration::from_secs(1), out).await;
    done.expect("at once").unwrap();
    assert_eq!(item(&scene).await.account, None);
    // The Company had put another token in place of the old one.
    scene.company.lets_through(Point::Token);
    let key = scene.chat().await.id;
    scene.agent.send(key, "signed out").await.unwrap();
    scene.quiet(key).await;
    scene.company.lets_go();
    revoked(&scene, "acct_2").await;
    until("confirmed", async || !item(&scene).await.signing_out).await;
    stays_signed_out(&mut scene).await;
}

#[tokio::test(start_paused = true)]
async fn signing_out_while_an_approval_is_asked_for_stays_done() {
    let (mut scene, _) = waiting(false).await;
    scene.company.holds(Point::Token);
    scene.company.decides(Decision::Allowed("orders:read"));
    one_more(
        &scene,
        Point::Token,
        scene.company.times(Point::Token).len(),
    )
    .await;
    scene.agent.sign_out(scene.id).await.unwrap();
    scene.company.lets_go();
    revoked(&scene, "acct_1").await;
    stays_signed_out(&mut scene).await;
}

#[tokio::test(start_paused = true)]
async fn giving_a_sign_in_up_while_it_is_asked_for_signs_nobody_in() {
    let (mut scene, key) = waiting(true).await;
    scene.company.holds(Point::Token);
    scene.company.decides(Decision::Allowed("orders:read"));
    one_more(
        &scene,
        Point::Token,
        scene.company.times(Point::Token).len(),
    )
    .await;
    scene.agent.cancel_sign_in(scene.id).await.unwrap();
    scene.company.lets_go();
    revoked(&scene, "acct_1").await;
    assert_eq!(state(&scene).await, None);
    tokio::time::sleep(Duration::from_secs(30)).await;
    scene.quiet(key).await;
    assert_eq!(scene.company.has(), [["Where is my order?"]], "nor again");
    stays_signed_out(&mut scene).await;
}

#[tokio::test(start_paused = true)]
async fn giving_a_sign_in_in_the_browser_up_signs_nobody_in() {
    let mut scene = Scene::new().await;
    begin(&scene, None, SignInMethod::Direct, false).await;
    let link = scene.agent.sign_in_link(scene.id).await.unwrap();
    let mut pairs = link.query_pairs();
    let secret = pairs.find(|(name, _)| name == "state").unwrap().1;
    let text = format!("state={secret}&code=good&iss=https%3A%2F%2Fshop.example");
    scene.company.decides(Decision::Allowed("orders:read"));
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    let before = scene.company.times(Point::Token).len();
    scene.company.holds(Point::Token);
    scene.agent.finish_direct(&text).await.unwrap();
    one_more(&scene, Point::Token, before).await;
    scene.agent.cancel_sign_in(scene.id).await.unwrap();
    scene.company.lets_go();
    revoked(&scene, "acct_1").await;
    stays_signed_out(&mut scene).await;
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_given_up_in_the_moment_it_is_done_is_undone() {
    let mut scene = signed_in().await;
    let key = scene.chat().await.id;
    begin(&scene, Some(key), SignInMethod::Device, false).await;
    // It is kept already when the account before is given back.
    scene.company.holds(Point::Revoke);
    one_more(&scene, Point::Revoke, 0).await;
    scene.agent.cancel_sign_in(scene.id).await.unwrap();
    scene.company.lets_go();
    revoked(&scene, "acct_2").await;
    stays_signed_out(&mut scene).await;
}

#[tokio::test(start_paused = true)]
async fn a_new_account_token_on_its_way_is_waited_for_at_the_end() {
    let mut scene = signed_in().await;
    let before = scene.company.times(Point::Token).len();
    scene.company.holds(Point::Token);
    scene.restart().await;
    one_more(&scene, Point::Token, before).await;
    let company = Arc::clone(&scene.company);
    let answering = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        company.lets_go();
    };
    let ((), ()) = tokio::join!(scene.restart(), answering);
    let key = scene.chat().await.id;
    scene.company.requires_sign_in();
    scene.agent.send(key, "still signed in").await.unwrap();
    scene.quiet(key).await;
    assert!(item(&scene).await.account.is_some());
    assert_eq!(scene.company.has()[0].len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_company_that_never_answers_does_not_keep_the_program_open() {
    let mut scene = signed_in().await;
    let before = scene.company.times(Point::Token).len();
    scene.company.holds(Point::Token);
    scene.restart().await;
    one_more(&scene, Point::Token, before).await;
    let closing = tokio::time::timeout(Duration::from_secs(10), scene.agent.close());
    closing.await.expect("it ends by itself");
}

/// Two Companies of one issuer, signed in to from the first.
async fn two() -> (Scene, CompanyId) {
    let scene = signed_in().await;
    let AddOutcome::Added { company } = scene.agent.add_company(SECOND).await.unwrap() else {
        panic!("added");
    };
    (scene, company.id)
}

#[tokio::test(start_paused = true)]
async fn two_companies_of_one_issuer_are_one_account() {
    let (mut scene, second) = two().await;
    let both = |items: Vec<CompanyItem>| items.into_iter().all(|item| item.account.is_some());
    assert!(both(items(&scene).await));
    scene.company.requires_sign_in();
    for n in 0..3 {
        scene.restart().await;
        let first = scene.chat().await.id;
        let other = scene.agent.current_conversation(second).await.unwrap().id;
        scene.agent.send(first, &format!("one {n}")).await.unwrap();
        scene.agent.send(other, &format!("two {n}")).await.unwrap();
        scene.quiet(first).await;
        scene.quiet(other).await;
        assert!(both(items(&scene).await), "round {n}");
    }
    let has = scene.company.has();
    assert_eq!((has[0].len(), has[1].len()), (4, 3), "{has:?}");

    scene.agent.sign_out(second).await.unwrap();
    let none = |items: Vec<CompanyItem>| items.into_iter().all(|item| item.account.is_none());
    assert!(none(items(&scene).await), "signed out of both");
    revoked(&scene, "acct_4").await;
    let first = scene.chat().await.id;
    scene.agent.send(first, "And now?").await.unwrap();
    until("refused", async || {
        let shown = all_shown(&scene.entries_of(first).await);
        shown.contains(&"And now? [sign_in_required]".to_owned())
    })
    .await;
    assert!(none(items(&scene).await));
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_holds_although_the_companys_documents_changed_meanwhile() {
    let clock = clock();
    let scene = Scene::at(FakeCompany::new(), Arc::clone(&clock)).await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    begin(&scene, Some(key), SignInMethod::Device, false).await;
    until("it waits", async || {
        matches!(state(&scene).await, Some(SignInState::Waiting { .. }))
    })
    .await;
    scene
        .company
        .says(|poppy| poppy["auth"]["custom_scopes"] = json!({"orders:read": "Read orders"}));
    clock.forward(Duration::from_secs(400));
    scene.agent.send(key, "hello again").await.unwrap();
    scene.quiet(key).await;
    scene.company.requires_sign_in();
    scene.company.decides(Decision::Allowed("orders:read"));
    until("approved", async || {
        matches!(state(&scene).await, Some(SignInState::Approved { .. }))
    })
    .await;
    scene.agent.send(key, "My order?").await.unwrap();
    until("answered", async || scene.company.has()[0].len() == 3).await;
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_service_that_is_gone_is_not_told_and_the_user_is() {
    let clock = clock();
    let mut scene = Scene::at(FakeCompany::new(), Arc::clone(&clock)).await;
    begin(&scene, None, SignInMethod::Device, false).await;
    scene.company.decides(Decision::Allowed("orders:read"));
    until("signed in", async || item(&scene).await.account.is_some()).await;
    scene.company.holds(Point::Revoke);
    scene.agent.sign_out(scene.id).await.unwrap();
    one_more(&scene, Point::Revoke, 0).await;
    scene
        .company
        .says(|poppy| poppy["auth"]["issuer"] = json!("https://shop.example/new"));
    clock.forward(Duration::from_secs(2 * 24 * 3600));
    scene.restart().await;
    scene.company.lets_go();
    let mut told = None;
    until("told", async || {
        told = told
            .take()
            .or(scene.agent.overview().await.unwrap().problem);
        told.is_some()
    })
    .await;
    let told = told.unwrap();
    assert_eq!(told.code, "sign-out-not-told");
    assert!(told.message.contains("https://shop.example"));
    assert!(scene.company.revoked().is_empty(), "nor anybody else");
    assert!(!item(&scene).await.signing_out);
    assert_eq!(scene.agent.overview().await.unwrap().problem, None, "once");
}

/// What the browser brought is good at the issuer it came from only: one that takes its place while
/// the User is away must not get it.
#[tokio::test(start_paused = true)]
async fn what_the_browser_brings_goes_to_no_other_issuer() {
    let clock = clock();
    let scene = Scene::at(FakeCompany::new(), Arc::clone(&clock)).await;
    begin(&scene, None, SignInMethod::Direct, false).await;
    let text = answer(&scene, GOOD).await;
    scene.company.decides(Decision::Allowed("orders:read"));
    scene
        .company
        .says(|poppy| poppy["auth"]["issuer"] = json!("https://shop.example/new"));
    clock.forward(Duration::from_secs(2 * 60));
    let before = scene.company.times(Point::Token).len();
    scene.agent.finish_direct(&text).await.unwrap();
    until("refused", async || {
        matches!(
            state(&scene).await,
            Some(SignInState::Failed { code, .. }) if code == "sign-in-other-company"
        )
    })
    .await;
    assert_eq!(scene.company.times(Point::Token).len(), before);
    assert_eq!(item(&scene).await.account, None);
}

#[tokio::test(start_paused = true)]
async fn what_is_handed_over_and_belongs_to_no_sign_in_is_told() {
    let scene = Scene::new().await;
    let mut events = scene.agent.subscribe();
    let forged = "candor:sign-in?code=x&state=forged&iss=https%3A%2F%2Fshop.example";
    for text in [forged, "candor:nothing"] {
        scene.agent.take_hand_over(text).await;
    }
    let mut told = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let CoreEvent::Problem { problem } = event {
            told.push(problem);
        }
    }
    let codes: Vec<_> = told.iter().map(|problem| &*problem.code).collect();
    assert_eq!(codes, ["sign-in-not-found", "sign-in-answer-unreadable"]);
    assert!(told[0].number < told[1].number);
    let asked = scene.agent.overview().await.unwrap().problem;
    assert_eq!(asked.as_ref(), told.last(), "for a window that opens later");
}

#[tokio::test(start_paused = true)]
async fn no_endpoint_for_accounts_is_followed_elsewhere() {
    let elsewhere = "https://second.example/take";
    let scene = Scene::new().await;
    scene
        .company
        .fails(Point::Device, Fault::Redirect(elsewhere));
    begin(&scene, None, SignInMethod::Device, false).await;
    until("refused", async || {
        matches!(state(&scene).await, Some(SignInState::Failed { .. }))
    })
    .await;
    let Some(SignInState::Failed { code, .. }) = state(&scene).await else {
        panic!("failed");
    };
    assert_eq!(code, "redirect");

    let scene = signed_in().await;
    scene
        .company
        .fails(Point::Revoke, Fault::Redirect(elsewhere));
    scene.agent.sign_out(scene.id).await.unwrap();
    revoked(&scene, "acct_1").await;
    let times = scene.company.times(Point::Revoke).len();
    assert!(times >= 2, "it was told again where it belongs");
    assert_eq!(
        scene.company.times(Point::Send).len(),
        0,
        "nothing went there"
    );
}

#[tokio::test(start_paused = true)]
async fn a_token_refreshed_while_the_connection_is_made_anew_keeps_the_user_signed_in() {
    let mut scene = signed_in().await;
    let key = scene.chat().await.id;
    scene.company.holds(Point::Token);
    let before = scene.company.times(Point::Token).len();
    scene.restart().await;
    one_more(&scene, Point::Token, before).await;
    // Its documents are others by now: what is sent next is sent by another connection.
    scene
        .company
        .says(|poppy| poppy["auth"]["custom_scopes"] = json!({"orders:read": "Read orders"}));
    scene.clock.forward(Duration::from_secs(400));
    scene.agent.send(key, "more").await.unwrap();
    tokio::time::sleep(Duration::from_secs(5)).await;
    scene.company.lets_go();
    scene.quiet(key).await;
    scene.company.requires_sign_in();
    scene.agent.send(key, "My order?").await.unwrap();
    scene.quiet(key).await;
    assert_eq!(scene.company.has()[0][1..], ["more", "My order?"]);
    let account = items(&scene).await.remove(0).account;
    assert!(account.is_some(), "signed in still");
    assert_eq!(scene.company.revoked(), Vec::<String>::new());
}
