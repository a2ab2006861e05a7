use poppy::host::SystemRandom;

use super::*;
use crate::accounts::{READ, WRITE};

const CLIENT: &str = "https://agent.test.example/agent.json";
const START: Timestamp = Timestamp(1_790_000_000_000);

fn at(millis: i64) -> Timestamp {
    START.plus_millis(millis)
}

fn begun(sign_ins: &mut SignIns) -> Begun {
    let scopes = vec![READ.to_owned(), WRITE.to_owned()];
    sign_ins
        .begin(CLIENT, scopes, &SystemRandom, START)
        .unwrap()
}

#[test]
fn a_sign_in_by_code_waits_and_is_approved_once() {
    let mut sign_ins = SignIns::default();
    let begun = begun(&mut sign_ins);
    assert_eq!(begun.user_code.len(), 9);
    let code = begun.device_code.as_str();
    assert_eq!(sign_ins.poll(code, CLIENT, at(0)), Poll::Pending);
    assert_eq!(sign_ins.take("other"), None);
    assert!(sign_ins.waiting(&begun.user_code, at(1)).is_some());
    let some = Decide::ApproveOnly(&[WRITE, "orders:all"]);
    assert!(sign_ins.decide(&begun.user_code, some, at(1)));
    assert!(!sign_ins.decide(&begun.user_code, Decide::Refuse, at(2)));
    assert_eq!(
        sign_ins.poll(code, "https://other.example/a.json", at(2000)),
        Poll::Unknown
    );
    assert_eq!(sign_ins.poll(code, CLIENT, at(2000)), Poll::Approved);
    assert_eq!(sign_ins.take(code), Some(vec![WRITE.to_owned()]));
    assert_eq!(sign_ins.poll(code, CLIENT, at(9000)), Poll::Unknown);
}

#[test]
fn asking_too_often_makes_the_interval_longer() {
    let mut sign_ins = SignIns::default();
    let code = begun(&mut sign_ins).device_code;
    let mut poll = |millis| sign_ins.poll(&code, CLIENT, at(millis));
    assert_eq!(poll(0), Poll::Pending);
    assert_eq!(poll(1_000), Poll::SlowDown);
    // Seven seconds now.
    assert_eq!(poll(7_000), Poll::SlowDown);
    // Twelve.
    assert_eq!(poll(18_900), Poll::Pending);
}

#[test]
fn refused_and_expired_ones_are_told_once() {
    let mut sign_ins = SignIns::default();
    let refused = begun(&mut sign_ins);
    assert!(sign_ins.decide(&refused.user_code, Decide::Refuse, START));
    assert_eq!(
        sign_ins.poll(&refused.device_code, CLIENT, START),
        Poll::Refused
    );
    assert_eq!(
        sign_ins.poll(&refused.device_code, CLIENT, START),
        Poll::Unknown
    );

    let late = begun(&mut sign_ins);
    let over = at(LIFE * 1000);
    assert!(!sign_ins.decide(&late.user_code, Decide::Approve, over));
    assert_eq!(
        sign_ins.poll(&late.device_code, CLIENT, over),
        Poll::Expired
    );
    assert_eq!(
        sign_ins.poll(&late.device_code, CLIENT, over),
        Poll::Unknown
    );
}

#[test]
fn what_an_agent_s_next_sign_in_comes_to_can_be_set() {
    let mut sign_ins = SignIns::default();
    sign_ins.set_next(CLIENT, Fate::Expired);
    let first = begun(&mut sign_ins);
    assert_eq!(
        (first.fate, first.expires_in),
        (Some(Fate::Expired), SHORT_LIFE)
    );
    let second = begun(&mut sign_ins);
    assert_eq!((second.fate, second.expires_in), (None, LIFE));
}

fn ask() -> Ask {
    Ask {
        client_id: CLIENT.to_owned(),
        redirect_uri: Url::parse("https://agent.test.example/oauth/callback").unwrap(),
        scopes: vec![READ.to_owned()],
        state: "a state & more".to_owned(),
        challenge: sha256(VERIFIER.as_bytes()),
    }
}

const VERIFIER: &str = "abcdefghijklmnopqrstuvwxyz0123456789-._~ABCDEFG";

fn code(sign_ins: &mut SignIns) -> String {
    let request = sign_ins.ask(ask(), &SystemRandom, START).unwrap();
    let back = sign_ins.answer(&request, Decide::Approve, &SystemRandom, START);
    let pairs: HashMap<String, String> = back.unwrap().query_pairs().into_owned().collect();
    assert_eq!(pairs["state"], "a state & more");
    assert_eq!(pairs["iss"], ISSUER);
    pairs["code"].clone()
}

#[test]
fn a_code_is_good_once_for_what_it_was_given_for() {
    let uri = "https://agent.test.example/oauth/callback";
    let mut sign_ins = SignIns::default();
    let good = code(&mut sign_ins);
    let read = Some(vec![READ.to_owned()]);
    assert_eq!(sign_ins.exchange(&good, CLIENT, uri, VERIFIER, START), read);
    assert_eq!(sign_ins.exchange(&good, CLIENT, uri, VERIFIER, START), None);
    let other = VERIFIER.replace('a', "b");
    for (client, uri, verifier, now) in [
        ("https://other.example/a.json", uri, VERIFIER, START),
        (
            CLIENT,
            "https://agent.test.example/oauth/callback?",
            VERIFIER,
            START,
        ),
        (CLIENT, uri, &other, START),
        (CLIENT, uri, "short", START),
        (CLIENT, uri, VERIFIER, at(CODE_LIFE * 1000)),
    ] {
        let code = code(&mut sign_ins);
        assert_eq!(sign_ins.exchange(&code, client, uri, verifier, now), None);
    }
}

#[test]
fn a_request_in_a_browser_is_answered_once() {
    let mut sign_ins = SignIns::default();
    let request = sign_ins.ask(ask(), &SystemRandom, START).unwrap();
    let back = sign_ins.answer(&request, Decide::Refuse, &SystemRandom, START);
    assert!(
        back.unwrap()
            .query()
            .unwrap()
            .starts_with("error=access_denied&state=")
    );
    let again = sign_ins.answer(&request, Decide::Approve, &SystemRandom, START);
    assert_eq!(again, None);
    let late = sign_ins.ask(ask(), &SystemRandom, START).unwrap();
    let over = at(LIFE * 1000);
    assert_eq!(
        sign_ins.answer(&late, Decide::Approve, &SystemRandom, over),
        None
    );
}
