//! Signing in and out.

use std::sync::atomic::{AtomicBool, Ordering};

use zeroize::Zeroizing;

use super::*;
use crate::session::account::AccountToken;

/// Writes down what it is told.
#[derive(Default)]
pub(super) struct Keeper {
    told: Mutex<Vec<String>>,
    on_keep: Mutex<Option<Box<dyn Fn() + Send>>>,
    kept: tokio::sync::Notify,
    gives_back: AtomicBool,
}

impl Keeper {
    pub(super) fn told(&self) -> Vec<String> {
        self.told.lock().unwrap().clone()
    }

    pub(super) fn on_keep(&self, check: impl Fn() + Send + 'static) {
        *self.on_keep.lock().unwrap() = Some(Box::new(check));
    }

    /// It sees to what is given back by itself.
    pub(super) fn gives_back(&self) {
        self.gives_back.store(true, Ordering::SeqCst);
    }

    pub(super) async fn kept_once(&self) {
        self.kept.notified().await;
    }
}

impl AccountKeeper for Keeper {
    fn keep<'a>(&'a self, account: &'a Account) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            if let Some(check) = &*self.on_keep.lock().unwrap() {
                check();
            }
            let line = format!(
                "keep {} {}",
                account.token.reveal(),
                account.scopes.join(" ")
            );
            self.told.lock().unwrap().push(line);
            self.kept.notify_one();
        })
    }

    fn ended(&self) -> BoxFuture<'_, ()> {
        self.told.lock().unwrap().push("ended".to_owned());
        Box::pin(std::future::ready(()))
    }

    fn give_back<'a>(&'a self, token: &'a AccountToken) -> BoxFuture<'a, bool> {
        let line = format!("give back {}", token.reveal());
        self.told.lock().unwrap().push(line);
        Box::pin(std::future::ready(self.gives_back.load(Ordering::SeqCst)))
    }
}

pub(super) fn account() -> Account {
    Account {
        token: AccountToken::parse("acct_1").unwrap(),
        scopes: vec!["orders:read".into()],
    }
}

pub(super) fn keeping(
    account: Option<Account>,
    session_id: Option<&str>,
    answers: impl IntoIterator<Item = Response>,
) -> (Scene, Arc<Keeper>) {
    let keeper = Arc::new(Keeper::default());
    let kept = Arc::clone(&keeper);
    let make = |setup| DpopSession::with_account(setup, account, kept);
    (scene_of(session_id, answers, make), keeper)
}

pub(super) fn signed_in_scene(
    session_id: Option<&str>,
    answers: impl IntoIterator<Item = Response>,
) -> (Scene, Arc<Keeper>) {
    keeping(Some(account()), session_id, answers)
}

pub(super) fn signed_in(token: &str, session_id: &str, account_token: Option<&str>) -> Response {
    let mut answer = json!({
        "access_token": token, "token_type": "DPoP", "expires_in": 3600,
        "scope": "orders:read", "session_id": session_id, "signed_in": true,
    });
    if let Some(account_token) = account_token {
        answer["refresh_token"] = json!(account_token);
    }
    grant(&answer)
}

pub(super) fn device() -> Approval {
    Approval::Device {
        device_code: Zeroizing::new("dev_1".into()),
    }
}

pub(super) fn asked() -> Vec<String> {
    vec!["orders:read".into(), "orders:write".into()]
}

#[tokio::test]
async fn a_device_code_is_redeemed_for_a_signed_in_session() {
    let (scene, keeper) = keeping(
        None,
        Some("ses_1"),
        [signed_in("t1", "ses_1", Some("acct_1")), answer(202, "{}")],
    );
    assert_eq!(scene.session.signed_in(), None);
    let granted = scene
        .session
        .redeem(device(), asked(), wanted())
        .await
        .unwrap();
    assert_eq!(granted, ["orders:read"]);
    let form = scene.form(0);
    let code = "urn:ietf:params:oauth:grant-type:device_code";
    assert_eq!(form["grant_type"], code);
    assert_eq!(form["device_code"], "dev_1");
    assert_eq!(form["session_id"], "ses_1");
    assert_eq!(form["client_id"], CLIENT_ID);
    assert!(form.contains_key("client_assertion") && !form.contains_key("assertion"));
    assert_eq!(scene.proof(0).1["htu"], "https://auth.example/token");
    assert_eq!(keeper.told(), ["keep acct_1 orders:read"]);
    assert_eq!(scene.session.signed_in(), Some(vec!["orders:read".into()]));
    assert_eq!(scene.status().await, 202);
    assert_eq!(
        scene.token_sent(1),
        "DPoP t1",
        "the signed-in token is used at once"
    );
}

fn code_of(issuer: &str) -> Approval {
    Approval::Direct {
        issuer: issuer.to_owned(),
        code: Zeroizing::new("code_1".into()),
        redirect_uri: Url::parse("https://you.example/oauth/callback").unwrap(),
        verifier: Zeroizing::new("verifier_1".into()),
    }
}

/// The Company may have changed its issuer while the User was in the browser.
#[tokio::test]
async fn a_code_is_never_sent_to_another_issuer() {
    // Nothing is scripted: a request would fail otherwise.
    let (scene, _) = keeping(None, Some("ses_1"), []);
    let redeemed = scene
        .session
        .redeem(code_of("https://other.example"), asked(), wanted())
        .await;
    assert_eq!(redeemed, Err(CallError::OtherIssuer));
    assert_eq!(scene.hosts(), Vec::<String>::new());
}

#[tokio::test]
async fn a_code_is_redeemed_with_its_verifier() {
    let (scene, _) = keeping(None, Some("ses_1"), [signed_in("t1", "ses_1", None)]);
    scene
        .session
        .redeem(code_of(ISSUER), asked(), wanted())
        .await
        .unwrap();
    let form = scene.form(0);
    assert_eq!(form["grant_type"], "authorization_code");
    assert_eq!(form["code"], "code_1");
    assert_eq!(form["redirect_uri"], "https://you.example/oauth/callback");
    assert_eq!(form["code_verifier"], "verifier_1");
    assert_eq!(form["session_id"], "ses_1");
}

#[tokio::test]
async fn a_session_is_begun_for_a_sign_in_that_needs_one() {
    let (scene, _) = keeping(None, None, [granted("t0"), signed_in("t1", "ses_t0", None)]);
    scene
        .session
        .redeem(device(), asked(), wanted())
        .await
        .unwrap();
    assert_eq!(scene.form(1)["session_id"], "ses_t0");
    let (scene, _) = keeping(
        None,
        Some("ses_old"),
        [
            refused(400, "invalid_session"),
            granted("t0"),
            signed_in("t1", "ses_t0", None),
        ],
    );
    scene
        .session
        .redeem(device(), asked(), wanted())
        .await
        .unwrap();
    assert_eq!(scene.form(2)["device_code"], "dev_1");
    assert_eq!(scene.form(2)["session_id"], "ses_t0");
}

#[tokio::test]
async fn a_refusal_changes_nothing() {
    for code in [
        "authorization_pending",
        "slow_down",
        "access_denied",
        "invalid_grant",
    ] {
        let (scene, keeper) = keeping(None, Some("ses_1"), [refused(400, code)]);
        let error = scene
            .session
            .redeem(device(), asked(), wanted())
            .await
            .unwrap_err();
        assert_eq!(error.code(), code);
        assert!(keeper.told().is_empty());
        assert_eq!(scene.session.signed_in(), None);
        assert_eq!(scene.session.session_id().as_deref(), Some("ses_1"));
    }
}

#[tokio::test]
async fn another_account_than_the_sessions_needs_a_new_session() {
    let (scene, _) = keeping(
        None,
        Some("ses_1"),
        [
            refused(400, "account_mismatch"),
            granted("t0"),
            signed_in("t1", "ses_t0", None),
        ],
    );
    let first = scene
        .session
        .redeem(device(), asked(), wanted())
        .await
        .unwrap_err();
    assert_eq!(first.code(), "account_mismatch");
    scene
        .session
        .redeem(device(), asked(), wanted())
        .await
        .unwrap();
    assert!(!scene.form(1).contains_key("session_id"));
    assert_eq!(scene.form(2)["session_id"], "ses_t0");
}

#[tokio::test]
async fn what_was_not_asked_for_is_not_used_and_given_back() {
    let with = |name: &str, value: Value| {
        let mut answer = json!({
            "access_token": "t1", "token_type": "DPoP", "expires_in": 3600, "scope": "orders:read",
            "session_id": "ses_1", "signed_in": true, "refresh_token": "acct_9",
        });
        answer[name] = value;
        grant(&answer)
    };
    for odd in [
        with("signed_in", json!(false)),
        with("signed_in", json!("true")),
        with("session_id", json!("ses_2")),
        with("scope", json!("orders:read payments")),
    ] {
        let (scene, keeper) = keeping(None, Some("ses_1"), [odd, answer(200, "{}")]);
        let error = scene
            .session
            .redeem(device(), asked(), wanted())
            .await
            .unwrap_err();
        assert_eq!(error.code(), "unreadable-answer");
        assert!(!error.to_string().contains("acct_9"));
        assert!(keeper.told().is_empty());
        assert_eq!(scene.session.signed_in(), None);
        assert_eq!(scene.script.seen()[1].url.path(), "/revoke");
        assert_eq!(scene.form(1)["token"], "acct_9");
    }
    let bad_token = with("refresh_token", json!("two words"));
    let (scene, _) = keeping(None, Some("ses_1"), [bad_token]);
    assert!(
        scene
            .session
            .redeem(device(), asked(), wanted())
            .await
            .is_err()
    );
}

#[tokio::test]
async fn nothing_said_of_scopes_means_all() {
    let answer = json!({
        "access_token": "t1", "token_type": "DPoP", "expires_in": 3600, "session_id": "ses_1",
        "signed_in": true, "refresh_token": "acct_1",
    });
    let (scene, keeper) = keeping(None, Some("ses_1"), [grant(&answer)]);
    assert_eq!(
        scene
            .session
            .redeem(device(), asked(), wanted())
            .await
            .unwrap(),
        asked()
    );
    assert_eq!(keeper.told(), ["keep acct_1 orders:read orders:write"]);
}

#[tokio::test]
async fn a_new_sign_in_revokes_the_old_one_when_the_new_one_is_kept() {
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [signed_in("t1", "ses_1", Some("acct_2")), answer(500, "")],
    );
    scene
        .session
        .redeem(device(), asked(), wanted())
        .await
        .unwrap();
    assert_eq!(keeper.told(), ["keep acct_2 orders:read"]);
    assert_eq!(
        scene.form(1)["token"],
        "acct_1",
        "a failure to do so is no failure to sign in"
    );
    let (scene, _) = signed_in_scene(Some("ses_1"), [signed_in("t1", "ses_1", None)]);
    scene
        .session
        .redeem(device(), asked(), wanted())
        .await
        .unwrap();
    assert_eq!(scene.hosts(), [TOKEN], "the one there is stays");
}

#[tokio::test]
async fn signing_out_is_at_once_and_revoking_can_be_retried() {
    let (scene, _) = signed_in_scene(
        Some("ses_1"),
        [
            signed_in("t1", "ses_1", Some("acct_2")),
            answer(202, "{}"),
            refused(503, "temporarily_unavailable"),
            answer(200, ""),
            granted("t2"),
            answer(202, "{}"),
        ],
    );
    scene.send().await.unwrap();
    let account = scene.session.sign_out().unwrap();
    assert_eq!(account.token.reveal(), "acct_2");
    assert_eq!(scene.session.signed_in(), None);
    assert_eq!(scene.session.sign_out(), None);
    let failed = scene.session.revoke(&account.token).await.unwrap_err();
    assert_eq!(failed.code(), "temporarily_unavailable");
    scene.session.revoke(&account.token).await.unwrap();
    let form = scene.form(3);
    assert_eq!(form["token"], "acct_2");
    assert_eq!(form["token_type_hint"], "refresh_token");
    assert_eq!(form["client_id"], CLIENT_ID);
    assert!(form.contains_key("client_assertion"));
    assert_eq!(
        scene.script.seen()[3].url.as_str(),
        "https://auth.example/revoke"
    );
    assert_eq!(scene.status().await, 202);
    assert_eq!(
        scene.token_sent(5),
        "DPoP t2",
        "the signed-in token is not used again"
    );
    scene.assert_all_fresh();
}
