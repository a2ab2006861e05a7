//! A Company that refuses its own tokens again and again.

use super::*;
use crate::client::Retry;

/// Grants a token for each form, and refuses every second request.
#[derive(Default)]
struct Fickle {
    granted: Mutex<u32>,
    asked: Mutex<u32>,
}

impl Transport for Fickle {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        let next = |count: &Mutex<u32>| {
            let mut count = count.lock().unwrap();
            *count += 1;
            *count
        };
        let response = if request.url.host_str() == Some(TOKEN) {
            granted(&format!("t{}", next(&self.granted)))
        } else if next(&self.asked).is_multiple_of(2) {
            challenged("invalid_token")
        } else {
            answer(202, "{}")
        };
        Box::pin(async move { Ok(response) })
    }
}

fn fickle() -> (Scene, Arc<Fickle>) {
    let company = Arc::new(Fickle::default());
    let transport = company.clone();
    let scene = scene_of(None, [], |setup| {
        DpopSession::new(Setup { transport, ..setup })
    });
    (scene, company)
}

#[tokio::test]
async fn renewals_are_bounded_and_the_refusal_says_how_long_to_wait() {
    let (scene, company) = fickle();
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.status().await, 202, "renewed, unseen");
    assert_eq!(*company.granted.lock().unwrap(), 2);
    scene.clock.advance_millis(1_000);
    let error = scene.send().await.unwrap_err();
    let four = Some(Duration::from_secs(4));
    assert_eq!(error.code(), "invalid_token");
    assert_eq!(error.retry(), Retry::Later(four), "{error:?}");
    assert_eq!(*company.granted.lock().unwrap(), 2);
    // An hour of a request a second.
    for _ in 0..3_600 {
        let _ = scene.send().await;
        scene.clock.advance_millis(1_000);
    }
    let granted = *company.granted.lock().unwrap();
    // Five seconds, twice as long each time up to five minutes, and the token's own end.
    assert!((10..=22).contains(&granted), "{granted} token requests");
}

#[tokio::test]
async fn a_token_that_was_good_for_a_while_is_renewed_at_once() {
    let ok = || answer(202, "{}");
    let bad = || challenged("invalid_token");
    let scene = scene([
        granted("t1"),
        bad(),
        granted("t2"),
        ok(),
        bad(),
        granted("t3"),
        ok(),
        bad(),
    ]);
    assert_eq!(scene.status().await, 202);
    scene.clock.advance_millis(60_000);
    assert_eq!(scene.status().await, 202);
    scene.clock.advance_millis(4_999);
    let error = scene.send().await.unwrap_err();
    assert_eq!(error.retry(), Retry::Later(Some(Duration::from_millis(1))));
    // A clock that is set back holds nothing up.
    scene.clock.advance_millis(-100_000);
    for answer in [bad(), granted("t4"), ok()] {
        scene.script.then(Ok(answer));
    }
    assert_eq!(scene.status().await, 202);
}
