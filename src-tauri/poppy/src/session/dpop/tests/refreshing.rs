//! Sessions that stay signed in with an Account Token.

use futures_util::FutureExt as _;

use super::accounts::{signed_in, signed_in_scene};
use super::*;

fn ok() -> Response {
    answer(202, "{}")
}

#[tokio::test]
async fn a_signed_in_session_is_renewed_with_its_account_token() {
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [signed_in("t1", "ses_1", Some("acct_2")), ok()],
    );
    assert_eq!(
        scene.session.signed_in(),
        Some(vec!["orders:read".into()]),
        "as it was kept"
    );
    assert_eq!(scene.status().await, 202);
    let form = scene.form(0);
    let mut names: Vec<_> = form.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "client_assertion",
            "client_assertion_type",
            "client_id",
            "grant_type",
            "refresh_token",
            "session_id"
        ]
    );
    assert_eq!(form["grant_type"], "refresh_token");
    assert_eq!(form["refresh_token"], "acct_1");
    assert_eq!(form["session_id"], "ses_1");
    assert_eq!(scene.token_sent(1), "DPoP t1");
    assert_eq!(keeper.told(), ["keep acct_2 orders:read"]);
    scene.assert_all_fresh();
}

#[tokio::test]
async fn a_new_account_token_is_kept_before_anything_is_sent_and_used_from_then_on() {
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [
            signed_in("t1", "ses_1", Some("acct_2")),
            ok(),
            signed_in("t2", "ses_1", None),
            ok(),
            signed_in("t3", "ses_1", Some("acct_3")),
            ok(),
        ],
    );
    let script = Arc::clone(&scene.script);
    keeper.on_keep(move || {
        let seen = script.seen();
        let last = seen.last().and_then(|request| request.url.host_str());
        assert_eq!(last, Some(TOKEN), "the new Session Token is not used yet");
    });
    for _ in 0..3 {
        assert_eq!(scene.status().await, 202);
        scene.clock.advance_millis(3_600_000);
    }
    let used: Vec<_> = [0, 2, 4]
        .map(|i| scene.form(i)["refresh_token"].clone())
        .into();
    assert_eq!(used, ["acct_1", "acct_2", "acct_2"]);
    assert_eq!(
        keeper.told(),
        ["keep acct_2 orders:read", "keep acct_3 orders:read"]
    );
}

#[tokio::test]
async fn other_scopes_are_kept_without_a_new_account_token() {
    let fewer = grant(&json!({
        "access_token": "t1", "token_type": "DPoP", "expires_in": 3600,
        "scope": "profile", "session_id": "ses_1", "signed_in": true,
    }));
    let silent = grant(&json!({
        "access_token": "t2", "token_type": "DPoP", "expires_in": 3600,
        "session_id": "ses_1", "signed_in": true,
    }));
    let (scene, keeper) = signed_in_scene(Some("ses_1"), [fewer, ok(), silent, ok()]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(keeper.told(), ["keep acct_1 profile"]);
    assert_eq!(scene.session.signed_in(), Some(vec!["profile".into()]));
    scene.clock.advance_millis(3_600_000);
    assert_eq!(scene.status().await, 202);
    assert_eq!(keeper.told().len(), 1, "nothing said of them changes none");
}

#[tokio::test]
async fn an_account_token_no_longer_taken_is_given_up_and_the_session_goes_on_signed_out() {
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [refused(400, "invalid_grant"), granted("t1"), ok(), ok()],
    );
    assert_eq!(scene.status().await, 202);
    assert_eq!(keeper.told(), ["ended"]);
    assert_eq!(scene.session.signed_in(), None);
    assert_eq!(
        scene.form(1)["grant_type"],
        "urn:ietf:params:oauth:grant-type:jwt-bearer"
    );
    assert_eq!(scene.form(1)["session_id"], "ses_1", "the same Session");
    assert_eq!(scene.status().await, 202);
    scene.clock.advance_millis(3_600_000);
    scene.script.then(Ok(granted("t2")));
    scene.script.then(Ok(ok()));
    assert_eq!(scene.status().await, 202);
    assert!(!scene.form(4).contains_key("refresh_token"));
}

#[tokio::test]
async fn without_a_session_one_is_begun_first() {
    let (scene, _) = signed_in_scene(None, [granted("t0"), signed_in("t1", "ses_t0", None), ok()]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.form(1)["session_id"], "ses_t0");
    assert_eq!(scene.token_sent(2), "DPoP t1");
}

#[tokio::test]
async fn a_session_that_is_gone_or_another_accounts_is_begun_anew_once() {
    for code in ["invalid_session", "account_mismatch"] {
        let (scene, keeper) = signed_in_scene(
            Some("ses_old"),
            [
                refused(400, code),
                granted("t0"),
                signed_in("t1", "ses_t0", None),
                ok(),
            ],
        );
        assert_eq!(scene.status().await, 202);
        assert!(!scene.form(1).contains_key("session_id"));
        assert_eq!(scene.form(2)["refresh_token"], "acct_1");
        assert_eq!(scene.form(2)["session_id"], "ses_t0");
        assert!(keeper.told().is_empty());
        let (scene, _) = signed_in_scene(
            Some("ses_old"),
            [refused(400, code), granted("t0"), refused(400, code)],
        );
        assert_eq!(scene.send().await.unwrap_err().code(), code);
    }
}

#[tokio::test]
async fn other_refusals_cost_no_account() {
    for response in [
        refused(503, "temporarily_unavailable"),
        refused(401, "invalid_client"),
        answer(502, ""),
    ] {
        let (scene, keeper) = signed_in_scene(Some("ses_1"), [response]);
        scene.send().await.unwrap_err();
        assert!(keeper.told().is_empty());
        assert!(scene.session.signed_in().is_some());
    }
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [refused(400, "invalid_scope"), granted("t1"), ok()],
    );
    assert_eq!(scene.status().await, 202, "signed out for now");
    assert!(keeper.told().is_empty());
    assert_eq!(scene.session.signed_in(), None);
}

#[tokio::test]
async fn many_requests_cause_one_refresh() {
    let answers =
        std::iter::once(signed_in("t1", "ses_1", Some("acct_2"))).chain((0..8).map(|_| ok()));
    let (scene, keeper) = signed_in_scene(Some("ses_1"), answers);
    let sent = futures_util::future::join_all((0..8).map(|_| scene.send())).await;
    assert!(sent.iter().all(Result::is_ok));
    assert_eq!(keeper.told().len(), 1);
}

#[tokio::test]
async fn a_new_account_token_is_kept_even_when_nobody_waits() {
    let (scene, keeper) =
        signed_in_scene(Some("ses_1"), [signed_in("t1", "ses_1", Some("acct_2"))]);
    {
        let mut waiting = Box::pin(scene.send());
        // The request is under way, and given up.
        assert!((&mut waiting).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    keeper.kept_once().await;
    assert_eq!(keeper.told(), ["keep acct_2 orders:read"]);
}

#[tokio::test]
async fn sign_in_required_is_answered_with_the_account_token_first() {
    let (scene, _) = signed_in_scene(
        Some("ses_1"),
        [
            signed_in("t1", "ses_1", None),
            refused(403, "sign_in_required"),
            signed_in("t2", "ses_1", None),
            ok(),
        ],
    );
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.token_sent(3), "DPoP t2");
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [
            signed_in("t1", "ses_1", None),
            refused(403, "sign_in_required"),
            refused(400, "invalid_grant"),
            granted("t2"),
            refused(403, "sign_in_required"),
        ],
    );
    assert_eq!(scene.status().await, 403, "only the User can sign in again");
    assert_eq!(keeper.told(), ["ended"]);
}

#[test]
fn debug_shows_no_secret() {
    let (scene, _) = signed_in_scene(Some("ses_1"), []);
    let shown = format!("{:?}", scene.session);
    assert!(
        !shown.contains("acct_") && !shown.contains("usr_"),
        "{shown}"
    );
}
