//! The conversation client against a Session that answers from a script.

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::*;
use crate::net::fake::{Script, answer, with_header};
use crate::net::{ProxyProblem, StreamResponse};

impl Session for Script {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        Box::pin(async move { Ok(crate::net::Transport::send(self, request).await?) })
    }

    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, CallError>> {
        Box::pin(async move { Ok(crate::net::Transport::open(self, request, idle).await?) })
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

fn scene(answers: impl IntoIterator<Item = Response>) -> (Arc<Script>, Conversations) {
    let script = Arc::new(Script::new(answers));
    let endpoint = Url::parse("https://shop.example/chat").unwrap();
    (script.clone(), Conversations::new(script, endpoint))
}

fn id(text: &str) -> ConversationId {
    ConversationId::parse(text).unwrap()
}

fn receipt(status: u16) -> Response {
    let value = json!({"conversation_id": "c1", "status": "working", "responder": "agent"});
    answer(status, &value.to_string())
}

fn page() -> Value {
    json!({
        "conversation_id": "c1", "status": "idle", "responder": "agent",
        "events": [], "cursor": "next", "has_more": false,
    })
}

#[test]
fn a_message_body_is_the_same_bytes_each_time() {
    let id = MessageId::parse("msg_1").unwrap();
    let text = "Does \"it\" contain\nnuts? 🥜";
    let newer = message_body(ProtocolVersion::V0_3, &id, text);
    assert_eq!(
        String::from_utf8(newer.clone()).unwrap(),
        r#"{"message":{"id":"msg_1","author":{"type":"human"},"text":"Does \"it\" contain\nnuts? 🥜"}}"#
    );
    assert_eq!(newer, message_body(ProtocolVersion::V0_3, &id, text));
    let older = message_body(ProtocolVersion::V0_2, &id, "Hi");
    assert_eq!(
        String::from_utf8(older).unwrap(),
        r#"{"message":{"id":"msg_1","sender":"human","text":"Hi"}}"#
    );
}

#[tokio::test]
async fn starting_and_sending_post_the_body_as_it_is() {
    let (script, client) = scene([receipt(201), receipt(202), receipt(200)]);
    let started = client.start(b"the body").await.unwrap();
    assert_eq!(started.conversation_id, id("c1"));
    for _ in 0..2 {
        client.send(&id("c1"), b"the body").await.unwrap();
    }
    let seen = script.seen();
    let urls: Vec<_> = seen.iter().map(|r| r.url.as_str()).collect();
    assert_eq!(
        urls,
        [
            "https://shop.example/chat",
            "https://shop.example/chat/c1/messages",
            "https://shop.example/chat/c1/messages"
        ]
    );
    for request in &seen {
        assert_eq!(request.method, Method::Post);
        assert_eq!(request.body, b"the body");
        assert!(
            request
                .headers
                .contains(&("content-type", "application/json".to_owned()))
        );
        assert_eq!(request.max_body, MAX_BODY);
    }
}

#[tokio::test]
async fn reading_names_the_cursor_and_the_wait() {
    let ok = || answer(200, &page().to_string());
    let (script, client) = scene([ok(), ok()]);
    let wait = Duration::from_secs(30);
    let read = client.read(&id("c1"), None, wait).await.unwrap();
    assert_eq!(read.cursor.as_str(), "next");
    let cursor = Cursor::parse("a b&c=é").unwrap();
    client
        .read(&id("c1"), Some(&cursor), Duration::ZERO)
        .await
        .unwrap();
    let seen = script.seen();
    assert_eq!(
        seen[0].url.as_str(),
        "https://shop.example/chat/c1/events?wait=30"
    );
    assert_eq!(
        seen[1].url.as_str(),
        "https://shop.example/chat/c1/events?cursor=a+b%26c%3D%C3%A9&wait=0"
    );
    for request in &seen {
        assert_eq!(request.method, Method::Get);
        assert_eq!(request.headers, [accept("application/json")]);
        assert!(request.body.is_empty());
    }
    assert!(
        seen[0].timeout > wait,
        "an answer that uses the whole wait is in time"
    );
}

#[tokio::test]
async fn an_endpoint_with_a_final_slash_gets_no_empty_part() {
    let script = Arc::new(Script::new([receipt(202)]));
    let endpoint = Url::parse("https://shop.example/chat/").unwrap();
    let client = Conversations::new(script.clone(), endpoint);
    client.send(&id("c1"), b"x").await.unwrap();
    assert_eq!(
        script.seen()[0].url.as_str(),
        "https://shop.example/chat/c1/messages"
    );
}

#[tokio::test]
async fn an_answer_that_is_none_of_the_protocols_is_unreadable() {
    for body in ["", "<html>", "[]", "{}"] {
        let (_, client) = scene([answer(201, body), answer(202, body), answer(200, body)]);
        let errors = [
            client.start(b"x").await.unwrap_err(),
            client.send(&id("c1"), b"x").await.unwrap_err(),
            client
                .read(&id("c1"), None, Duration::ZERO)
                .await
                .unwrap_err(),
        ];
        for error in errors {
            assert_eq!(error.code(), "unreadable-answer", "{body}");
            assert_eq!(error.retry(), Retry::Never);
        }
    }
}

#[tokio::test]
async fn an_answer_about_another_conversation_is_unreadable() {
    let (_, client) = scene([receipt(202), answer(200, &page().to_string())]);
    let sent = client.send(&id("c2"), b"x").await.unwrap_err();
    let read = client
        .read(&id("c2"), None, Duration::ZERO)
        .await
        .unwrap_err();
    assert_eq!(
        (sent.code(), read.code()),
        ("unreadable-answer", "unreadable-answer")
    );
}

#[tokio::test]
async fn refusals_carry_code_status_and_wait() {
    let date = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
    let later = "Sun, 06 Nov 1994 08:51:37 GMT";
    for (wait, seconds) in [("7", 7), (later, 120)] {
        let refused = answer(429, r#"{"error": "rate_limited"}"#);
        let refused = with_header(with_header(refused, date.0, date.1), "retry-after", wait);
        let (_, client) = scene([refused]);
        let error = client.start(b"x").await.unwrap_err();
        let retry_after = Some(Duration::from_secs(seconds));
        assert_eq!(
            error,
            CallError::Refused {
                code: "rate_limited".into(),
                status: 429,
                retry_after,
                details: Details::default(),
            }
        );
        assert_eq!(error.retry(), Retry::Later(retry_after));
    }
}

#[tokio::test]
async fn handing_off_and_closing_post_an_empty_object() {
    let (script, client) = scene([receipt(202), receipt(200), receipt(202)]);
    client.handoff(&id("c1")).await.unwrap();
    let closed = client.close(&id("c1")).await.unwrap();
    assert_eq!(closed.conversation_id, id("c1"));
    let seen = script.seen();
    for (request, path) in seen.iter().zip(["/chat/c1/handoff", "/chat/c1/close"]) {
        assert_eq!(request.method, Method::Post);
        assert_eq!(request.url.path(), path);
        assert_eq!(request.body, b"{}");
    }
    let other = client.handoff(&id("c2")).await.unwrap_err();
    assert_eq!(other.code(), "unreadable-answer", "it is about another one");
}

#[tokio::test]
async fn what_says_nothing_of_what_was_done_is_no_receipt() {
    for status in [203, 204, 206, 226] {
        let (_, client) = scene([receipt(status)]);
        let error = client.start(b"x").await.unwrap_err();
        assert_eq!(error.code(), "unreadable-answer", "{status}");
    }
    for status in [200, 201, 202] {
        let (_, client) = scene([receipt(status)]);
        client.start(b"x").await.unwrap();
    }
}

#[tokio::test]
async fn a_redirect_is_never_followed() {
    let redirect = with_header(answer(307, ""), "location", "https://evil.example/");
    let (script, client) = scene([redirect]);
    assert_eq!(client.start(b"x").await, Err(CallError::Redirect));
    assert_eq!(script.seen().len(), 1);
}

#[test]
fn what_may_pass_by_itself_is_tried_again_and_nothing_else() {
    let host = || "shop.example".to_owned();
    let refused = |code: &str, status| CallError::Refused {
        code: code.to_owned(),
        status,
        retry_after: None,
        details: Details::default(),
    };
    let unreadable = |status| CallError::Unreadable {
        status,
        problem: String::new(),
    };
    let proxy = |problem| {
        CallError::Net(NetError::Proxy {
            proxy: "proxy.example:3128".to_owned(),
            host: host(),
            problem,
        })
    };
    for passing in [
        proxy(ProxyProblem::Unreachable),
        proxy(ProxyProblem::Refused),
        proxy(ProxyProblem::Late),
        CallError::Net(NetError::Timeout(host())),
        CallError::Net(NetError::Cut(host())),
        CallError::Net(NetError::Connect(host())),
        CallError::Net(NetError::NoAddress(host())),
        refused("rate_limited", 429),
        refused("temporarily_unavailable", 503),
        refused("temporarily_unavailable", 400),
        refused("server_error", 500),
        refused("slow_down", 429),
        unreadable(502),
    ] {
        assert_eq!(passing.retry(), Retry::Later(None), "{passing:?}");
    }
    for lasting in [
        proxy(ProxyProblem::Credentials),
        proxy(ProxyProblem::Unusable),
        CallError::Net(NetError::Tls(host())),
        CallError::Net(NetError::PrivateAddress(host())),
        CallError::Net(NetError::NotHttps(host())),
        CallError::Net(NetError::TooLarge(host())),
        refused("invalid_request", 400),
        refused("message_id_conflict", 409),
        refused("conversation_closed", 409),
        refused("invalid_client", 401),
        unreadable(200),
        unreadable(404),
        CallError::Redirect,
        CallError::Key(crate::keys::KeyError),
    ] {
        assert_eq!(lasting.retry(), Retry::Never, "{lasting:?}");
    }
}
