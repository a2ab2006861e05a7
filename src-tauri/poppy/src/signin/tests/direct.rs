//! Direct Sign-In.

use std::collections::HashMap;

use proptest::prelude::*;

use super::super::callback::{Callback, NoCallback};
use super::super::direct::{CallbackError, Direct};
use super::*;
use crate::documents::client::ClientId;
use crate::keys::sha256_base64url;
use crate::net::fake::{Counter, FixedClock};

const ISS: &str = "https%3A%2F%2Fauth.example%2Fshop-a";
const PAGE: &str = "https://you.example/oauth/callback";

fn begin_with(random: &Counter) -> Direct {
    let client_id = ClientId::parse("https://you.example/agent.json").unwrap();
    let asked = texts(&["orders:read"]);
    Direct::begin(&auth(), &client_id, &asked, &FixedClock::at(NOW), random).unwrap()
}

fn begin() -> Direct {
    begin_with(&Counter::default())
}

fn query(url: &Url) -> HashMap<String, String> {
    url.query_pairs().into_owned().collect()
}

fn state(direct: &Direct) -> String {
    query(direct.url())["state"].clone()
}

fn accept(direct: &mut Direct, text: &str) -> Result<(), CallbackError> {
    let callback = Callback::parse(text).unwrap();
    direct.accept(callback, &FixedClock::at(NOW)).map(drop)
}

#[test]
fn the_address_is_an_authorization_request_with_pkce() {
    let random = Counter::default();
    let direct = begin_with(&random);
    assert!(
        direct
            .url()
            .as_str()
            .starts_with("https://auth.example/authorize?shop=a&")
    );
    let asked = query(direct.url());
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", "https://you.example/agent.json"),
        ("redirect_uri", PAGE),
        ("scope", "orders:read"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(asked[name], value);
    }
    assert_eq!(asked["state"].len(), 43, "256 bits in base64url");
    assert_eq!(asked["code_challenge"].len(), 43);
    assert_eq!(asked.len(), 8);
    let other = query(begin_with(&random).url());
    assert_ne!(other["state"], asked["state"]);
    assert_ne!(other["code_challenge"], asked["code_challenge"]);
    let shown = format!("{direct:?}");
    assert!(!shown.contains(&asked["state"]), "{shown}");
}

#[tokio::test]
async fn what_comes_back_is_exchanged_with_the_verifier() {
    let mut direct = begin();
    let challenge = query(direct.url())["code_challenge"].clone();
    let text = format!(
        "{PAGE}?code=a%2Bb&state={}&iss={ISS}&new=1#",
        state(&direct)
    );
    let callback = Callback::parse(&text).unwrap();
    assert!(direct.is_answered_by(&callback));
    assert!(!format!("{callback:?}").contains("a+b"));
    let code = direct.accept(callback, &FixedClock::at(NOW)).unwrap();
    assert!(!format!("{code:?}").contains("a+b"));
    let fake = Fake::default();
    fake.redeemed
        .lock()
        .unwrap()
        .push_back(Ok(texts(&["orders:read"])));
    let granted = code.exchange(&fake, wanted()).await.unwrap();
    assert_eq!(granted.scopes, texts(&["orders:read"]));
    assert!(granted.missing.is_empty());
    let seen = fake.seen()[0].clone();
    let parts: Vec<_> = seen.split(' ').collect();
    assert_eq!(
        (parts[0], parts[1], parts[2]),
        ("https://auth.example/shop-a", "a+b", PAGE)
    );
    assert_eq!(sha256_base64url(parts[3].as_bytes()), challenge);
    assert_eq!(parts[4], r#"["orders:read"]"#);
}

#[test]
fn it_may_come_by_the_programs_scheme_or_pasted() {
    for front in [
        "https://you.example/oauth/callback?",
        "HTTPS://YOU.EXAMPLE/oauth/callback?",
        "candor://oauth/callback?",
        "candor:callback?",
        "?",
        "",
        "  ",
    ] {
        let mut direct = begin();
        let text = format!("{front}code=c&state={}&iss={ISS}\n", state(&direct));
        assert_eq!(accept(&mut direct, &text), Ok(()), "{front:?}");
    }
}

#[test]
fn a_callback_is_used_once_and_in_time() {
    let mut direct = begin();
    let text = format!("code=c&state={}&iss={ISS}", state(&direct));
    assert_eq!(accept(&mut direct, &text), Ok(()));
    assert_eq!(accept(&mut direct, &text), Err(CallbackError::Used));
    let clock = FixedClock::at(NOW);
    clock.advance_millis(10 * 60 * 1000 - 1);
    let mut direct = begin();
    let last = Callback::parse(&text).unwrap();
    assert!(direct.accept(last, &clock).is_ok());
    clock.advance_millis(1);
    let late = Callback::parse(&text).unwrap();
    assert_eq!(
        begin().accept(late, &clock).err(),
        Some(CallbackError::TooLate)
    );
}

#[test]
fn what_does_not_fit_is_not_used() {
    let right = state(&begin());
    for (text, error) in [
        (
            format!("code=c&state={right}x&iss={ISS}"),
            CallbackError::OtherState,
        ),
        (
            format!("code=c&state=x&iss={ISS}"),
            CallbackError::OtherState,
        ),
        (
            format!("error=access_denied&state=x&iss={ISS}"),
            CallbackError::OtherState,
        ),
        (format!("code=c&state={right}"), CallbackError::OtherIssuer),
        (
            format!("code=c&state={right}&iss={ISS}%2F"),
            CallbackError::OtherIssuer,
        ),
        (
            format!("code=c&state={right}&iss=https%3A%2F%2Fauth.example%2FShop-a"),
            CallbackError::OtherIssuer,
        ),
        (
            format!("error=access_denied&state={right}"),
            CallbackError::OtherIssuer,
        ),
        (
            format!("https://evil.test/oauth/callback?code=c&state={right}&iss={ISS}"),
            CallbackError::OtherPage,
        ),
        (
            format!("http://you.example/oauth/callback?code=c&state={right}&iss={ISS}"),
            CallbackError::OtherPage,
        ),
        (
            format!("https://you.example/other?code=c&state={right}&iss={ISS}"),
            CallbackError::OtherPage,
        ),
        (
            format!("error=access_denied&state={right}&iss={ISS}"),
            CallbackError::Denied,
        ),
        (
            format!("error=invalid_scope%0A&state={right}&iss={ISS}"),
            CallbackError::Refused("invalid_scope".into()),
        ),
        (
            format!("error=you+owe+us+money&state={right}&iss={ISS}"),
            CallbackError::Refused("unknown_error".into()),
        ),
        (
            format!("error=x.{right}&state={right}&iss={ISS}"),
            CallbackError::Refused("unknown_error".into()),
        ),
    ] {
        let mut direct = begin();
        assert_eq!(accept(&mut direct, &text), Err(error.clone()), "{text}");
        let again = accept(&mut direct, &format!("code=c&state={right}&iss={ISS}"));
        let is_used_up = error != CallbackError::OtherState;
        assert_eq!(again.is_err(), is_used_up, "after {text}");
    }
}

#[test]
fn what_is_no_callback() {
    for (text, problem) in [
        ("", NoCallback::NotOne),
        ("hello", NoCallback::NotOne),
        (PAGE, NoCallback::NotOne),
        ("code=c", NoCallback::NotOne),
        ("state=s", NoCallback::NotOne),
        ("code=&state=s", NoCallback::NotOne),
        ("code=c&state=", NoCallback::NotOne),
        ("code=c&error=e&state=s", NoCallback::NotOne),
        ("https://you.example/#code=c&state=s", NoCallback::NotOne),
        ("code=c&state=s&code=d", NoCallback::Twice),
        ("code=c&state=s&state=s", NoCallback::Twice),
    ] {
        assert_eq!(Callback::parse(text).err(), Some(problem), "{text:?}");
    }
    let long = format!("code={}&state=s", "a".repeat(9000));
    assert_eq!(Callback::parse(&long).err(), Some(NoCallback::NotOne));
}

#[test]
fn it_begins_only_where_it_is_offered() {
    let client_id = ClientId::parse("https://you.example/agent.json").unwrap();
    let begin = |auth: &Auth, asked: &[&str]| {
        let (clock, random) = (FixedClock::at(NOW), Counter::default());
        Direct::begin(auth, &client_id, &texts(asked), &clock, &random).err()
    };
    assert_eq!(begin(&auth(), &["orders:write"]), Some(SignInError::Scopes));
    assert_eq!(begin(&auth(), &[]), Some(SignInError::Scopes));
    let none = Auth {
        direct: None,
        ..auth()
    };
    assert_eq!(
        begin(&none, &["orders:read"]),
        Some(SignInError::NotOffered)
    );
    let nowhere = Auth {
        authorization_endpoint: None,
        ..auth()
    };
    assert_eq!(
        begin(&nowhere, &["orders:read"]),
        Some(SignInError::NotOffered)
    );
}

proptest! {
    #[test]
    fn no_text_panics_or_is_taken_without_its_state(text in "\\PC*|(code|state|iss|[a-z]+:|[?&=#%]|c){0,20}") {
        if let Ok(callback) = Callback::parse(&text) {
            let taken = begin().accept(callback, &FixedClock::at(NOW)).err();
            prop_assert_eq!(taken, Some(CallbackError::OtherState));
        }
    }
}
