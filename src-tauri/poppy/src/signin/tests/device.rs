//! Device Sign-In.

use serde_json::{Value, json};

use super::super::device::{Device, Poll, next_interval};
use super::*;
use crate::host::Timestamp;
use crate::net::NetError;
use crate::net::fake::{FixedClock, answer};

fn whole() -> Value {
    json!({
        "device_code": "dev_secret", "user_code": "WDJB\u{202e}-MJHT",
        "verification_uri": "https://shop.example/device",
        "verification_uri_complete": "https://shop.example/device?user_code=WDJB-MJHT",
        "expires_in": 600, "interval": 2, "new": {},
    })
}

async fn begin(given: &Value) -> Result<(Device, Fake), SignInError> {
    let fake = Fake::default();
    let response = answer(200, &given.to_string());
    fake.forms.lock().unwrap().push_back(Ok(response));
    let asked = texts(&["orders:read", "orders:write"]);
    let device = Device::begin(&fake, &auth(), &asked, &FixedClock::at(NOW)).await?;
    Ok((device, fake))
}

#[tokio::test]
async fn the_company_gives_a_link_and_a_code() {
    let (device, fake) = begin(&whole()).await.unwrap();
    assert_eq!(
        fake.seen(),
        [r#"https://auth.example/device [("scope", "orders:read orders:write")]"#]
    );
    assert_eq!(device.user_code(), "WDJB-MJHT", "cleaned");
    assert_eq!(device.link().as_str(), "https://shop.example/device");
    let with_code = device.link_with_code().unwrap();
    assert_eq!(with_code.query(), Some("user_code=WDJB-MJHT"));
    assert_eq!(device.interval(), Duration::from_secs(2));
    assert_eq!(device.expires_at(), Timestamp((NOW + 600) * 1000));
    let shown = format!("{device:?}");
    assert!(
        !shown.contains("secret") && !shown.contains("WDJB"),
        "{shown}"
    );
}

#[tokio::test]
async fn what_is_left_out_and_what_is_too_much() {
    let mut little = whole();
    for name in ["interval", "verification_uri_complete"] {
        little.as_object_mut().unwrap().remove(name);
    }
    little["expires_in"] = json!(1_000_000_000);
    let (device, _) = begin(&little).await.unwrap();
    assert_eq!(device.interval(), Duration::from_secs(5));
    assert!(device.link_with_code().is_none());
    assert_eq!(device.expires_at(), Timestamp((NOW + 3600) * 1000));
    for (interval, waited) in [(0, 1), (100_000, 300)] {
        let mut odd = whole();
        odd["interval"] = json!(interval);
        let (device, _) = begin(&odd).await.unwrap();
        assert_eq!(device.interval(), Duration::from_secs(waited));
    }
}

#[tokio::test]
async fn what_cannot_be_used_is_refused() {
    for (name, value) in [
        ("device_code", json!(null)),
        ("device_code", json!("")),
        ("user_code", json!("\u{200b}")),
        ("user_code", json!("a".repeat(65))),
        ("expires_in", json!(0)),
        ("expires_in", json!("600")),
        ("verification_uri", json!("not an address")),
        ("verification_uri", json!(5)),
        ("verification_uri_complete", json!("not an address")),
    ] {
        let mut bad = whole();
        bad[name] = value;
        match begin(&bad).await {
            Err(SignInError::Call(CallError::Unreadable { problem, .. })) => {
                assert!(problem.contains(name), "{problem}");
            }
            other => panic!("{name}: {other:?}", other = other.map(|(device, _)| device)),
        }
    }
    for name in ["verification_uri", "verification_uri_complete"] {
        let mut strange = whole();
        strange[name] = json!("https://evil.test/device");
        let error = begin(&strange).await.err();
        assert_eq!(error, Some(SignInError::StrangeLink("evil.test".into())));
    }
}

#[tokio::test]
async fn nothing_is_asked_that_is_not_offered() {
    let (fake, clock) = (Fake::default(), FixedClock::at(NOW));
    for asked in [&[][..], &["orders:delete"], &["orders:read", "x"]] {
        let begun = Device::begin(&fake, &auth(), &texts(asked), &clock).await;
        assert_eq!(begun.err(), Some(SignInError::Scopes));
    }
    for none in [
        Auth {
            device: None,
            ..auth()
        },
        Auth {
            device_authorization_endpoint: None,
            ..auth()
        },
    ] {
        let begun = Device::begin(&fake, &none, &texts(&["orders:read"]), &clock).await;
        assert_eq!(begun.err(), Some(SignInError::NotOffered));
    }
    fake.forms
        .lock()
        .unwrap()
        .push_back(Err(refused("invalid_client", None)));
    let begun = Device::begin(&fake, &auth(), &texts(&["orders:read"]), &clock).await;
    assert_eq!(
        begun.err(),
        Some(SignInError::Call(refused("invalid_client", None)))
    );
}

#[tokio::test]
async fn polling_tells_how_it_stands() {
    let (device, fake) = begin(&whole()).await.unwrap();
    let clock = FixedClock::at(NOW);
    for (answer, told) in [
        (
            Err(refused("authorization_pending", None)),
            Ok(Poll::Pending),
        ),
        (Err(refused("slow_down", None)), Ok(Poll::SlowDown)),
        (Err(refused("access_denied", None)), Ok(Poll::Denied)),
        (Err(refused("expired_token", None)), Ok(Poll::Expired)),
        (
            Err(refused("account_mismatch", None)),
            Err("account_mismatch"),
        ),
        (
            Ok(texts(&["orders:read"])),
            Ok(Poll::Granted(Granted {
                scopes: texts(&["orders:read"]),
                missing: texts(&["orders:write"]),
            })),
        ),
    ] {
        fake.redeemed.lock().unwrap().push_back(answer);
        let polled = device.poll(&fake, &clock, &wanted()).await;
        assert_eq!(
            polled.as_ref().map_err(CallError::code),
            told.as_ref().map_err(|code| *code)
        );
    }
    assert_eq!(
        fake.seen()[1],
        r#"dev_secret ["orders:read", "orders:write"]"#
    );
    let asked = fake.seen().len();
    clock.advance_millis(600_000);
    assert_eq!(
        device.poll(&fake, &clock, &wanted()).await,
        Ok(Poll::Expired)
    );
    assert_eq!(
        fake.seen().len(),
        asked,
        "nobody is asked about a code that is over"
    );
}

#[test]
fn the_interval_follows_rfc_8628() {
    let seconds = Duration::from_secs;
    let cut = || CallError::Net(NetError::Cut("auth.example".into()));
    let granted = Granted {
        scopes: vec![],
        missing: vec![],
    };
    for (last, next) in [
        (Ok(Poll::Pending), Some(5)),
        (Ok(Poll::SlowDown), Some(10)),
        (Ok(Poll::Denied), None),
        (Ok(Poll::Expired), None),
        (Ok(Poll::Granted(granted)), None),
        (Err(cut()), Some(10)),
        (Err(refused("rate_limited", Some(seconds(60)))), Some(60)),
        (Err(refused("rate_limited", Some(seconds(1)))), Some(10)),
        (Err(refused("invalid_client", None)), None),
    ] {
        assert_eq!(
            next_interval(seconds(5), &last),
            next.map(seconds),
            "{last:?}"
        );
    }
    assert_eq!(next_interval(seconds(200), &Err(cut())), Some(seconds(300)));
    assert_eq!(next_interval(seconds(305), &Err(cut())), Some(seconds(305)));
}
