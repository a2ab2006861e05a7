//! Signing in against a Session that answers from a script.

mod device;
mod direct;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::*;
use crate::client::Details;
use crate::net::{Request, Response, StreamResponse};
use crate::session::account::{Account, AccountToken};
use crate::session::{AccountSession, Answered, Approval, Session, StillWanted};

const NOW: i64 = 1_700_000_000;

/// What is asked of a Session, as texts, and what it answers.
#[derive(Default)]
struct Fake {
    forms: Mutex<VecDeque<Result<Response, CallError>>>,
    redeemed: Mutex<VecDeque<Result<Vec<String>, CallError>>>,
    seen: Mutex<Vec<String>>,
}

impl Fake {
    fn note(&self, line: String) {
        self.seen.lock().unwrap().push(line);
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

impl Session for Fake {
    fn send(&self, _: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        unreachable!("signing in sends no requests of its own")
    }

    fn open(&self, _: Request, _: Duration) -> BoxFuture<'_, Result<StreamResponse, CallError>> {
        unreachable!("signing in opens no streams")
    }

    fn session_id(&self) -> Option<String> {
        None
    }

    fn signed_in(&self) -> Option<Vec<String>> {
        None
    }

    fn clock_skew(&self) -> Option<i64> {
        None
    }
}

impl AccountSession for Fake {
    fn ask<'a>(
        &'a self,
        endpoint: &'a Url,
        fields: &'a [(&'a str, &'a str)],
    ) -> BoxFuture<'a, Result<Response, CallError>> {
        self.note(format!("{endpoint} {fields:?}"));
        let answer = self.forms.lock().unwrap().pop_front().unwrap();
        Box::pin(std::future::ready(answer))
    }

    fn redeem(
        &self,
        approval: Approval,
        requested: Vec<String>,
        _: StillWanted,
    ) -> BoxFuture<'_, Result<Vec<String>, CallError>> {
        self.note(match approval {
            Approval::Device { device_code } => format!("{} {requested:?}", *device_code),
            Approval::Direct {
                issuer,
                code,
                redirect_uri,
                verifier,
            } => format!(
                "{issuer} {} {redirect_uri} {} {requested:?}",
                *code, *verifier
            ),
        });
        let answer = self.redeemed.lock().unwrap().pop_front().unwrap();
        Box::pin(std::future::ready(answer))
    }

    fn sign_out(&self) -> Option<Account> {
        unreachable!("signing in signs nothing out")
    }

    fn revoke<'a>(&'a self, _: &'a AccountToken) -> BoxFuture<'a, Result<(), CallError>> {
        unreachable!("signing in revokes nothing")
    }

    fn answered(&self) -> Option<Answered> {
        None
    }

    fn settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// It is wanted, whatever happens.
fn wanted() -> StillWanted {
    Arc::new(|| true)
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn auth() -> Auth {
    Auth {
        issuer: "https://auth.example/shop-a".into(),
        token_endpoint: url("https://auth.example/token"),
        revocation_endpoint: url("https://auth.example/revoke"),
        authorization_endpoint: Some(url("https://auth.example/authorize?shop=a")),
        device_authorization_endpoint: Some(url("https://auth.example/device")),
        poppy_domains: vec!["Shop.example".into(), "other.example.".into()],
        direct: Some(vec!["orders:read".into()]),
        device: Some(vec!["orders:read".into(), "orders:write".into()]),
        custom_scopes: BTreeMap::new(),
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn refused(code: &str, retry_after: Option<Duration>) -> CallError {
    CallError::Refused {
        code: code.to_owned(),
        status: 400,
        retry_after,
        details: Details::default(),
    }
}

#[test]
fn a_way_is_offered_with_its_scopes_and_its_endpoint() {
    assert_eq!(offered(&auth()), [Method::Device, Method::Direct]);
    let mut without = auth();
    without.device_authorization_endpoint = None;
    assert_eq!(offered(&without), [Method::Direct]);
    without.direct = None;
    assert!(offered(&without).is_empty());
}

#[test]
fn only_what_is_listed_for_the_way_is_asked_for() {
    let ask = |method, needed| scopes(&auth(), method, needed);
    let both = texts(&["orders:read", "orders:write"]);
    for nothing in [None, Some(""), Some("  ")] {
        assert_eq!(ask(Method::Device, nothing).ask, both);
    }
    let some = ask(
        Method::Direct,
        Some("orders:write orders:read  orders:read x"),
    );
    assert_eq!(some.ask, texts(&["orders:read"]));
    assert_eq!(some.not_offered, texts(&["orders:write", "x"]));
}

#[test]
fn a_sign_in_page_is_the_companys_own() {
    for (link, is_theirs) in [
        ("https://auth.example/device", true),
        ("https://AUTH.example./x?y", true),
        ("https://id.auth.example/", true),
        ("https://shop.example/", true),
        ("https://www.shop.example/", true),
        ("https://a.other.example/", true),
        ("https://shop.example:8443/", true),
        ("http://shop.example/", false),
        ("https://example/", false),
        ("https://evilshop.example/", false),
        ("https://shop.example.evil.test/", false),
        ("https://shop.example@evil.test/", false),
        ("https://you@shop.example/", false),
        ("https://127.0.0.1/", false),
        ("data:text/html,x", false),
    ] {
        assert_eq!(is_the_companys(&url(link), &auth()), is_theirs, "{link}");
    }
    let mut empty = auth();
    empty.poppy_domains = vec![String::new(), ".".into()];
    assert!(!is_the_companys(&url("https://evil.test/"), &empty));
}
