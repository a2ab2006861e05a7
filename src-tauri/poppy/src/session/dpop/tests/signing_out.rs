//! Signing out, or giving a sign-in up, while a token request is under way.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Semaphore;

use super::accounts::{Keeper, account, asked, device, keeping, signed_in, signed_in_scene};
use super::*;
use crate::session::Answered;
use crate::session::account::AccountToken;

/// A network that holds the answers to requests with this in their body until they are let go.
struct Gate {
    network: Arc<dyn Transport>,
    holds: &'static str,
    come: Semaphore,
    let_go: Semaphore,
}

impl Transport for Gate {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        Box::pin(async move {
            let body = String::from_utf8_lossy(&request.body).into_owned();
            let answer = self.network.send(request).await;
            if body.contains(self.holds) {
                self.come.add_permits(1);
                self.let_go.acquire().await.unwrap().forget();
            }
            answer
        })
    }
}

impl Gate {
    /// Waits until an answer is held.
    async fn held(&self) {
        self.come.acquire().await.unwrap().forget();
    }

    fn lets_go(&self) {
        self.let_go.add_permits(1);
    }
}

const REFRESH: &str = "grant_type=refresh_token";
const POLL: &str = "device_code=dev_1";

fn gated(
    holds: &'static str,
    account: Option<Account>,
    answers: impl IntoIterator<Item = Response>,
) -> (Scene, Arc<Keeper>, Arc<Gate>) {
    let keeper = Arc::new(Keeper::default());
    let kept = Arc::clone(&keeper);
    let mut gate = None;
    let make = |mut setup: Setup| {
        let made = Arc::new(Gate {
            network: Arc::clone(&setup.transport),
            holds,
            come: Semaphore::new(0),
            let_go: Semaphore::new(0),
        });
        setup.transport = Arc::clone(&made) as _;
        gate = Some(made);
        DpopSession::with_account(setup, account, kept)
    };
    let scene = scene_of(Some("ses_1"), answers, make);
    (scene, keeper, gate.unwrap())
}

fn ok() -> Response {
    answer(202, "{}")
}

#[tokio::test]
async fn a_refresh_under_way_does_not_sign_in_again() {
    let (scene, keeper, gate) = gated(
        REFRESH,
        Some(account()),
        [
            signed_in("t1", "ses_1", Some("acct_2")),
            granted("t2"),
            ok(),
        ],
    );
    keeper.gives_back();
    let sending = scene.send();
    let signing_out = async {
        gate.held().await;
        let account = scene.session.sign_out().unwrap();
        assert_eq!(account.token.reveal(), "acct_1", "without waiting");
        gate.lets_go();
    };
    let (sent, ()) = tokio::join!(sending, signing_out);
    assert_eq!(sent.unwrap().status, 202);
    assert_eq!(keeper.told(), ["give back acct_2"], "and is kept nowhere");
    assert_eq!(scene.session.signed_in(), None);
    assert_eq!(scene.session.sign_out(), None, "nothing is left of it");
    assert!(!scene.form(1).contains_key("refresh_token"));
    assert_eq!(scene.token_sent(2), "DPoP t2");
}

#[tokio::test]
async fn an_approval_under_way_does_not_sign_in_after_the_user_signed_out() {
    let (scene, keeper, gate) = gated(
        POLL,
        None,
        [
            signed_in("t1", "ses_1", Some("acct_1")),
            answer(200, ""),
            granted("t2"),
            ok(),
        ],
    );
    let polling = scene.session.redeem(device(), asked(), wanted());
    let signing_out = async {
        gate.held().await;
        assert_eq!(scene.session.sign_out(), None);
        gate.lets_go();
    };
    let (polled, ()) = tokio::join!(polling, signing_out);
    assert_eq!(polled.unwrap_err(), CallError::NotWanted);
    assert_eq!(keeper.told(), ["give back acct_1"]);
    scene.session.settled().await;
    assert_eq!(scene.script.seen()[1].url.path(), "/revoke");
    assert_eq!(scene.form(1)["token"], "acct_1", "nobody else sees to it");
    assert_eq!(scene.session.signed_in(), None);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.token_sent(3), "DPoP t2");
}

#[tokio::test]
async fn an_approval_that_is_no_longer_wanted_leaves_the_account_there_is() {
    let (scene, keeper, gate) = gated(
        POLL,
        Some(account()),
        [signed_in("t9", "ses_1", Some("acct_9"))],
    );
    keeper.gives_back();
    let is_wanted = Arc::new(AtomicBool::new(true));
    let asked_of = Arc::clone(&is_wanted);
    let still = Arc::new(move || asked_of.load(Ordering::SeqCst));
    let polling = scene.session.redeem(device(), asked(), still);
    let giving_up = async {
        gate.held().await;
        is_wanted.store(false, Ordering::SeqCst);
        gate.lets_go();
    };
    let (polled, ()) = tokio::join!(polling, giving_up);
    assert_eq!(polled.unwrap_err(), CallError::NotWanted);
    assert_eq!(keeper.told(), ["give back acct_9"]);
    assert_eq!(scene.session.sign_out(), Some(account()));
}

#[tokio::test]
async fn what_was_kept_while_the_user_signed_out_is_over() {
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [
            signed_in("t1", "ses_1", Some("acct_2")),
            granted("t2"),
            ok(),
        ],
    );
    keeper.gives_back();
    let session = Arc::downgrade(&scene.session.0);
    keeper.on_keep(move || {
        let account = session.upgrade().unwrap().sign_out();
        assert_eq!(account.unwrap().token.reveal(), "acct_1");
    });
    assert_eq!(scene.status().await, 202);
    assert_eq!(
        keeper.told(),
        ["keep acct_2 orders:read", "ended", "give back acct_2"]
    );
    assert_eq!(scene.session.signed_in(), None);
}

#[tokio::test]
async fn a_company_that_takes_its_time_over_an_approval_holds_nothing_up() {
    let (scene, _, gate) = gated(
        POLL,
        None,
        [refused(400, "authorization_pending"), granted("t1"), ok()],
    );
    let polling = scene.session.redeem(device(), asked(), wanted());
    let sending = async {
        gate.held().await;
        assert_eq!(scene.status().await, 202, "a Session is begun meanwhile");
        gate.lets_go();
    };
    let (polled, ()) = tokio::join!(polling, sending);
    assert_eq!(polled.unwrap_err().code(), "authorization_pending");
}

#[tokio::test]
async fn a_company_that_takes_its_time_over_a_revocation_holds_nothing_up() {
    let (scene, _, gate) = gated(
        "token_type_hint",
        Some(account()),
        [signed_in("t1", "ses_1", Some("acct_2")), answer(200, "")],
    );
    let signing_in = scene.session.redeem(device(), asked(), wanted());
    let sending = async {
        gate.held().await;
        // Renewing needs the turn.
        scene.clock.advance_millis(3_600_000);
        scene.script.then(Ok(signed_in("t2", "ses_1", None)));
        scene.script.then(Ok(ok()));
        assert_eq!(scene.status().await, 202);
        gate.lets_go();
    };
    let (granted, ()) = tokio::join!(signing_in, sending);
    granted.unwrap();
}

#[tokio::test]
async fn a_token_request_that_nobody_waits_for_is_waited_for_before_the_end() {
    let (scene, keeper, gate) = gated(
        REFRESH,
        Some(account()),
        [signed_in("t1", "ses_1", Some("acct_2"))],
    );
    {
        let mut waiting = Box::pin(scene.send());
        tokio::select! {
            biased;
            _ = &mut waiting => unreachable!("it is held"),
            () = gate.held() => {}
        }
    }
    let mut settled = scene.session.settled();
    tokio::select! {
        biased;
        () = &mut settled => unreachable!("a request is under way"),
        () = tokio::task::yield_now() => {}
    }
    gate.lets_go();
    settled.await;
    assert_eq!(keeper.told(), ["keep acct_2 orders:read"]);
}

#[tokio::test]
async fn an_account_token_that_is_refused_after_the_user_signed_out_ends_nothing() {
    let (scene, keeper, gate) = gated(
        REFRESH,
        Some(account()),
        [refused(400, "invalid_grant"), granted("t1"), ok()],
    );
    let signing_out = async {
        gate.held().await;
        scene.session.sign_out().unwrap();
        gate.lets_go();
    };
    let (sent, ()) = tokio::join!(scene.send(), signing_out);
    assert_eq!(sent.unwrap().status, 202);
    assert!(keeper.told().is_empty());
}

#[tokio::test]
async fn when_the_company_answered_is_known() {
    let (scene, _) = keeping(None, None, [refused(401, "invalid_client")]);
    assert_eq!(scene.session.answered(), None);
    scene.send().await.unwrap_err();
    let refused = Answered {
        at: scene.clock.now(),
        accepted: false,
    };
    let answered = scene.session.answered();
    assert_eq!(answered, Some(refused), "it has seen who asks");
    scene.script.then(Ok(granted("t1")));
    scene.script.then(Ok(answer(400, "")));
    scene.send().await.unwrap();
    let accepted = scene.session.answered().unwrap().accepted;
    assert!(accepted, "and has granted a token");
    let (scene, _) = keeping(None, None, []);
    scene.script.then(Err(NetError::Cut("auth.example".into())));
    scene.send().await.unwrap_err();
    assert_eq!(scene.session.answered(), None);
    let token = AccountToken::parse("acct_1").unwrap();
    scene.script.then(Ok(answer(200, "")));
    scene.session.revoke(&token).await.unwrap();
    assert!(scene.session.answered().is_some());
}
