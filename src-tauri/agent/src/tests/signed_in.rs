//! What becomes of an account once the User is signed in: refreshed, ended by the Company, signed out.

use std::time::Duration;

use super::sign_in::{item, signed_in};
use super::*;

#[tokio::test(start_paused = true)]
async fn signing_out_is_done_at_once_and_told_to_the_company_until_it_hears() {
    let mut scene = signed_in().await;
    scene.company.holds(Point::Revoke);
    scene.agent.sign_out(scene.id).await.unwrap();
    let shown = item(&scene).await;
    assert_eq!((shown.account, shown.signing_out), (None, true));
    scene.restart().await;
    let shown = item(&scene).await;
    assert_eq!((shown.account, shown.signing_out), (None, true));
    for _ in 0..3 {
        scene.company.fails(Point::Revoke, Fault::CutBefore);
    }
    scene.company.lets_go();
    until("told", async || !scene.company.revoked().is_empty()).await;
    until("confirmed", async || !item(&scene).await.signing_out).await;
    assert_eq!(scene.company.revoked(), ["acct_1"]);
    tokio::time::sleep(Duration::from_secs(7200)).await;
    assert_eq!(scene.company.revoked().len(), 1);
    assert_eq!(item(&scene).await.account, None, "never by itself again");
}

#[tokio::test(start_paused = true)]
async fn an_account_that_the_company_ended_is_no_longer_shown() {
    let mut scene = signed_in().await;
    scene.company.disconnects();
    scene.restart().await;
    until("signed out", async || item(&scene).await.account.is_none()).await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "still here").await.unwrap();
    scene.quiet(key).await;
    assert_eq!(scene.company.has()[0].len(), 2, "the chat goes on");
}

#[tokio::test(start_paused = true)]
async fn a_new_account_token_replaces_the_old_for_good() {
    let mut scene = signed_in().await;
    for n in 2..5 {
        scene.restart().await;
        let key = scene.chat().await.id;
        scene.agent.send(key, &format!("{n}")).await.unwrap();
        scene.quiet(key).await;
        assert!(item(&scene).await.account.is_some(), "refresh {n}");
    }
    scene.agent.sign_out(scene.id).await.unwrap();
    until("told", async || !scene.company.revoked().is_empty()).await;
    assert_eq!(scene.company.revoked(), ["acct_4"]);
}
