//! A clock that is wrong, ours or theirs.

use std::time::{Duration, UNIX_EPOCH};

use super::*;
use crate::host::Timestamp;

const HOURS: i64 = 3 * 60 * 60;

/// An answer sent when the Company's clock is `ahead` seconds ahead of ours at the start.
fn dated(response: Response, ahead: i64) -> Response {
    let at = Duration::from_secs(u64::try_from(NOW + ahead).unwrap());
    with_header(response, "date", &httpdate::fmt_http_date(UNIX_EPOCH + at))
}

fn ok() -> Response {
    answer(202, "{}")
}

impl Scene {
    fn times(&self, index: usize) -> Vec<i64> {
        let claim = |claims: &Value, name: &str| claims[name].as_i64().unwrap() - NOW;
        let mut times = vec![claim(&self.proof(index).1, "iat")];
        for name in ["assertion", "client_assertion"] {
            if let Some(token) = self.form(index).get(name) {
                let (_, claims) = read_jwt(token, self.identity.public_jwk());
                times.extend([claim(&claims, "iat"), claim(&claims, "exp") - 60]);
            }
        }
        times
    }
}

#[tokio::test]
async fn after_a_refusal_everything_is_dated_by_the_companys_clock() {
    for ahead in [HOURS, -HOURS, 61, -61] {
        for (status, code) in [
            (401, "invalid_client"),
            (400, "invalid_grant"),
            (400, "invalid_dpop_proof"),
        ] {
            let refusal = dated(refused(status, code), ahead);
            let scene = scene([refusal, granted("t1"), ok(), ok()]);
            assert_eq!(scene.session.clock_skew(), None);
            assert_eq!(scene.status().await, 202, "{code} {ahead}");
            assert_eq!(scene.session.clock_skew(), Some(ahead));
            assert_eq!(scene.status().await, 202);
            assert_eq!(scene.hosts(), [TOKEN, TOKEN, CHAT, CHAT]);
            assert_eq!(scene.times(0), [0; 5]);
            assert_eq!(scene.times(1), [ahead; 5]);
            assert_eq!(scene.times(2), [ahead]);
            assert_eq!(scene.times(3), [ahead]);
            scene.assert_all_fresh();
        }
    }
}

#[tokio::test]
async fn a_refused_proof_of_a_message_sets_the_clock_and_keeps_the_token() {
    for bad in [
        challenged("invalid_dpop_proof"),
        refused(400, "invalid_dpop_proof"),
    ] {
        let scene = scene([granted("t1"), dated(bad, HOURS), ok()]);
        assert_eq!(scene.status().await, 202);
        assert_eq!(scene.hosts(), [TOKEN, CHAT, CHAT]);
        assert_eq!(scene.token_sent(2), "DPoP t1");
        assert_eq!(scene.times(2), [HOURS]);
        scene.assert_all_fresh();
    }
}

#[tokio::test]
async fn it_is_tried_once() {
    let bad = || dated(refused(401, "invalid_client"), HOURS);
    let worse = || dated(refused(401, "invalid_client"), -HOURS);
    for second in [bad(), worse()] {
        let scene = scene([bad(), second]);
        assert_eq!(scene.send().await.unwrap_err().code(), "invalid_client");
        assert_eq!(scene.hosts().len(), 2);
    }
    let proof = |ahead| dated(challenged("invalid_dpop_proof"), ahead);
    let scene = scene([
        granted("t1"),
        proof(HOURS),
        proof(HOURS),
        granted("t2"),
        proof(-HOURS),
    ]);
    assert_eq!(scene.status().await, 401, "renewed once, as ever");
}

#[tokio::test]
async fn nothing_changes_without_cause() {
    let refusals = [
        dated(refused(401, "invalid_client"), 60),
        dated(refused(401, "invalid_client"), -60),
        refused(401, "invalid_client"),
        with_header(refused(401, "invalid_client"), "date", "yesterday"),
        dated(refused(400, "invalid_request"), HOURS),
        dated(refused(429, "rate_limited"), HOURS),
    ];
    for refusal in refusals {
        let scene = scene([refusal]);
        scene.send().await.unwrap_err();
        assert_eq!(scene.session.clock_skew(), None);
        assert_eq!(scene.hosts(), [TOKEN]);
    }
    let scene = scene([dated(granted("t1"), HOURS), dated(refused(404, "x"), HOURS)]);
    assert_eq!(scene.status().await, 404);
    assert_eq!(scene.session.clock_skew(), None, "no refusal, no cause");
}

#[tokio::test]
async fn an_account_token_refused_says_nothing_of_the_clock() {
    let refusal = dated(refused(400, "invalid_grant"), HOURS);
    let (scene, keeper) =
        super::accounts::signed_in_scene(Some("ses_1"), [refusal, granted("t1"), ok()]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(keeper.told(), ["ended"]);
    assert_eq!(scene.session.clock_skew(), None);
}

#[tokio::test]
async fn a_clock_put_right_is_right_again() {
    let scene = scene([
        dated(refused(401, "invalid_client"), HOURS),
        granted("t1"),
        ok(),
        dated(challenged("invalid_dpop_proof"), HOURS),
        ok(),
    ]);
    assert_eq!(scene.status().await, 202);
    scene.clock.advance_millis(HOURS * 1000);
    scene
        .session
        .0
        .shared
        .kept()
        .token
        .as_mut()
        .unwrap()
        .renew_at = Timestamp(i64::MAX);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.times(3), [2 * HOURS], "still by the old measure");
    assert_eq!(scene.times(4), [HOURS]);
    assert_eq!(scene.session.clock_skew(), None);
}

#[tokio::test]
async fn a_nonce_may_come_after_the_clock() {
    let scene = scene([
        dated(refused(400, "invalid_dpop_proof"), HOURS),
        dated(with_nonce(refused(400, "use_dpop_nonce"), "n"), HOURS),
        granted("t1"),
        ok(),
    ]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.proof(2).1["nonce"], "n");
    assert_eq!(scene.times(2), [HOURS; 5]);
}
