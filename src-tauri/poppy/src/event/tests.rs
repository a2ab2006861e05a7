#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at what it does not expect"
)]

use super::*;
use crate::message::Role;

fn event(json: &str) -> Event {
    let raw = RawValue::from_string(json.to_owned()).unwrap();
    Event::parse(&raw).unwrap()
}

fn is_unreadable(json: &str) -> bool {
    matches!(event(json).kind, EventKind::UnreadableMessage { .. })
}

const PAGE: &str = r#"{"conversation_id": "cnv_1", "status": "idle", "responder": "agent",
    "cursor": "c1", "has_more": true, "new": {}, "events": "#;

fn page(events: &str) -> Result<Page, EventError> {
    Page::parse(format!("{PAGE}{events}}}").as_bytes())
}

#[test]
fn receipts() {
    let receipt = Receipt::parse(
        br#"{"conversation_id": "c", "status": "working", "responder": "human", "x": 1}"#,
    );
    let receipt = receipt.unwrap();
    assert_eq!(receipt.conversation_id.as_str(), "c");
    assert_eq!(
        (receipt.status, receipt.responder),
        (Some(Status::Working), Some(Responder::Human))
    );
    let odd =
        Receipt::parse(br#"{"conversation_id": "c", "status": "dozing", "responder": 5}"#).unwrap();
    assert_eq!((odd.status, odd.responder), (None, None));
    for body in [
        &b"{}"[..],
        b"[]",
        b"",
        b"\xff",
        br#"{"conversation_id": ""}"#,
        br#"{"conversation_id": 5}"#,
    ] {
        assert!(Receipt::parse(body).is_err());
    }
}

#[test]
fn pages() {
    let page = page(r#"[{"id": "e1", "type": "state", "status": "queued"}]"#).unwrap();
    assert_eq!((page.cursor.as_str(), page.has_more), ("c1", true));
    assert_eq!(page.receipt.status, Some(Status::Idle));
    assert_eq!(
        page.events[0].kind,
        EventKind::State {
            status: Some(Status::Queued),
            responder: None
        }
    );
}

#[test]
fn a_page_that_cannot_be_read() {
    for events in ["{}", "null", "[}", "[], \"events\": []"] {
        assert!(page(events).is_err(), "{events}");
    }
    assert!(Page::parse(b"\xff").is_err());
    assert!(Page::parse(br#"{"conversation_id": "c", "events": []}"#).is_err());
    assert!(Page::parse(br#"{"cursor": "c", "events": []}"#).is_err());
    assert!(Page::parse(br#"{"conversation_id": "c", "cursor": "c"}"#).is_err());
}

#[test]
fn the_number_of_events_is_bounded() {
    let many = |n: usize| format!("[{}]", vec!["{}"; n].join(","));
    assert_eq!(page(&many(MAX_EVENTS)).unwrap().events.len(), MAX_EVENTS);
    assert!(page(&many(MAX_EVENTS + 1)).is_err());
}

#[test]
fn one_bad_event_costs_no_other() {
    let deep = format!(
        r#"{{"id": "deep", "type": "message", "message": {}{}}}"#,
        "[".repeat(500),
        "]".repeat(500)
    );
    let events = format!(
        r#"[5, {{"id": "e2", "type": 5}}, {{"id": "e3", "type": "later"}}, {{}}, {deep},
        {{"id": "s", "type": "message", "message": {{"role": "company", "text": "\ud800"}}}},
        {{"id": "e4", "type": "message", "message": {{"id": "m", "role": "company", "text": "x"}}}}]"#
    );
    let events = page(&events).unwrap().events;
    let kinds: Vec<&EventKind> = events.iter().map(|event| &event.kind).collect();
    assert_eq!(kinds.len(), 7);
    assert_eq!(kinds[0], &EventKind::Unknown(String::new()));
    assert_eq!(kinds[1], &EventKind::Unknown(String::new()));
    assert_eq!(kinds[2], &EventKind::Unknown("later".to_owned()));
    assert_eq!(kinds[3], &EventKind::Unknown(String::new()));
    assert!(matches!(kinds[4], EventKind::UnreadableMessage { .. }));
    assert!(matches!(kinds[5], EventKind::UnreadableMessage { .. }));
    let EventKind::Message(message) = kinds[6] else {
        panic!("{:?}", kinds[6])
    };
    assert_eq!(
        (message.role, message.text.as_deref()),
        (Role::Company, Some("x"))
    );
    assert_eq!(events[4].id.as_str(), "deep");
}

#[test]
fn an_event_without_an_id_gets_one_from_its_bytes() {
    let (a, b) = (
        event(r#"{"type": "state"}"#),
        event(r#"{"id": "no id", "type": "state"}"#),
    );
    assert_ne!(a.id, b.id);
    assert_eq!(a.id, event(r#"{"type": "state"}"#).id);
    assert_eq!(a.raw.get(), r#"{"type": "state"}"#);
}

#[test]
fn messages_that_cannot_be_read_are_never_dropped() {
    let notice = r#"{"disclosures": {"items": [{"text": "Contains peanuts."}]}}"#;
    for message in [
        "5".to_owned(),
        "{}".to_owned(),
        r#"{"role": "bot", "text": "x"}"#.to_owned(),
        format!(r#"{{"id": "m", "role": "company", "extensions": {notice}, "extensions": {{}}}}"#),
        r#"{"id": "m", "role": "company", "data": {"a": 1, "a": 2}}"#.to_owned(),
        r#"{"id": "m", "role": "company", "text": "a\udc00"}"#.to_owned(),
    ] {
        let sent = format!(r#"{{"id": "e", "type": "message", "message": {message}}}"#);
        assert!(is_unreadable(&sent), "{sent}");
        assert_eq!(event(&sent).id.as_str(), "e");
    }
    assert!(is_unreadable(r#"{"id": "e", "type": "message"}"#));
    assert!(is_unreadable(
        r#"{"id": "e", "type": "message", "type": "state", "message": {}}"#
    ));
    assert!(is_unreadable(
        r#"{"id": "e", "type": "state", "type": "message", "message": {}}"#
    ));
    assert!(is_unreadable(
        r#"{"id": "e", "type": "message", "message": {}, "message": {}}"#
    ));
    assert!(is_unreadable(
        r#"{"\ud800": 1, "id": "e", "type": "message", "message": {}}"#
    ));
}

#[test]
fn other_events() {
    for (sent, kind) in [
        (
            r#"{"type": "authorization", "error": "sign_in_required", "scope": "orders"}"#,
            EventKind::Authorization {
                error: "sign_in_required".to_owned(),
                scope: Some("orders".to_owned()),
            },
        ),
        (
            r#"{"type": "user_requested", "reason": 5}"#,
            EventKind::UserRequested { reason: None },
        ),
        (
            r#"{"type": "direct_opened", "conversation_id": "c"}"#,
            EventKind::DirectOpened {
                conversation_id: Some(ConversationId::parse("c").unwrap()),
            },
        ),
        (
            r#"{"type": "direct_closed", "conversation_id": "no id"}"#,
            EventKind::DirectClosed {
                conversation_id: None,
            },
        ),
        (
            r#"{"type": "state", "status": "dozing", "responder": "human"}"#,
            EventKind::State {
                status: None,
                responder: Some(Responder::Human),
            },
        ),
        (
            r#"{"type": "state", "status": "idle", "status": "closed"}"#,
            EventKind::State {
                status: None,
                responder: None,
            },
        ),
    ] {
        assert_eq!(event(sent).kind, kind, "{sent}");
    }
    assert_eq!(
        event(r#"{"created_at": "2026-10-18T12:00:00Z"}"#)
            .created_at
            .as_deref(),
        Some("2026-10-18T12:00:00Z")
    );
}
