//! Time, and many requests at once.

use super::*;

#[tokio::test]
async fn a_token_is_renewed_before_it_ends() {
    for (life, good_for) in [(3600, 3_570_000), (60, 45_000), (1, 750)] {
        let short = grant(&json!({
            "access_token": "t1", "token_type": "dpop", "expires_in": life, "session_id": "s"
        }));
        let ok = || answer(202, "{}");
        let scene = scene([short, ok(), ok(), granted("t2"), ok()]);
        scene.send().await.unwrap();
        scene.clock.advance_millis(good_for - 1);
        scene.send().await.unwrap();
        scene.clock.advance_millis(1);
        scene.send().await.unwrap();
        assert_eq!(
            scene.hosts(),
            [TOKEN, CHAT, CHAT, TOKEN, CHAT],
            "life {life}"
        );
    }
}

#[tokio::test]
async fn many_requests_at_once_cause_one_token_request() {
    let answers = std::iter::once(granted("t1")).chain((0..8).map(|_| answer(202, "{}")));
    let scene = scene(answers);
    let sent = futures_util::future::join_all((0..8).map(|_| scene.send())).await;
    assert!(sent.iter().all(Result::is_ok));
    assert_eq!(scene.hosts().iter().filter(|h| *h == TOKEN).count(), 1);
    scene.assert_all_fresh();
}

#[tokio::test]
async fn many_requests_with_a_stale_token_renew_it_once() {
    let bad = || challenged("invalid_token");
    let ok = || answer(202, "{}");
    let scene = scene([
        granted("t1"),
        bad(),
        bad(),
        bad(),
        granted("t2"),
        ok(),
        ok(),
        ok(),
    ]);
    let sent = futures_util::future::join_all((0..3).map(|_| scene.send())).await;
    assert!(
        sent.iter()
            .all(|r| r.as_ref().is_ok_and(|r| r.status == 202))
    );
    assert_eq!(scene.hosts().iter().filter(|h| *h == TOKEN).count(), 2);
}

#[tokio::test]
async fn many_requests_share_one_failure_and_the_next_tries_again() {
    let scene = scene([
        refused(503, "temporarily_unavailable"),
        granted("t1"),
        answer(202, "{}"),
    ]);
    let sent = futures_util::future::join_all((0..5).map(|_| scene.send())).await;
    for outcome in sent {
        assert_eq!(outcome.unwrap_err().code(), "temporarily_unavailable");
    }
    assert_eq!(scene.hosts(), [TOKEN]);
    assert_eq!(scene.status().await, 202);
}

#[tokio::test]
async fn a_company_that_asks_to_wait_is_not_asked_before() {
    let limited = with_header(refused(429, "rate_limited"), "retry-after", "10");
    let scene = scene([limited, granted("t1"), answer(202, "{}")]);
    let wait = |outcome: Result<Response, CallError>| match outcome.unwrap_err() {
        CallError::Refused { retry_after, .. } => retry_after.unwrap().as_millis(),
        other => panic!("expected a refusal, got {other:?}"),
    };
    assert_eq!(wait(scene.send().await), 10_000);
    scene.clock.advance_millis(9_999);
    assert_eq!(wait(scene.send().await), 1, "what is left");
    assert_eq!(scene.hosts(), [TOKEN]);
    scene.clock.advance_millis(1);
    assert_eq!(scene.status().await, 202);
}

#[tokio::test]
async fn a_clock_that_was_set_back_bars_no_longer_than_was_asked() {
    let limited = with_header(refused(429, "rate_limited"), "retry-after", "10");
    let scene = scene([limited, granted("t1"), answer(202, "{}")]);
    scene.send().await.unwrap_err();
    scene.clock.advance_millis(-24 * 3_600_000);
    assert_eq!(scene.send().await.unwrap_err().code(), "rate_limited");
    scene.clock.advance_millis(9_999);
    assert_eq!(scene.send().await.unwrap_err().code(), "rate_limited");
    scene.clock.advance_millis(1);
    assert_eq!(scene.status().await, 202);
}
