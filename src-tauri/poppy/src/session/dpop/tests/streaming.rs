//! Answers that are read as they come.

use futures_util::{StreamExt as _, stream};

use super::*;
use crate::client::refusal::error_code;
use crate::net::Chunks;

const IDLE: Duration = Duration::from_secs(45);

/// Gives each answer of a script in one piece, and, where it is a success, nothing after it for ever.
struct Live(Arc<Script>);

impl Transport for Live {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        Transport::send(&*self.0, request)
    }

    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, NetError>> {
        assert_eq!(idle, IDLE);
        Box::pin(async move {
            let mut head = Transport::send(&*self.0, request).await?;
            let first = stream::iter([Ok(std::mem::take(&mut head.body))]);
            let chunks: Chunks = if head.status == 200 {
                Box::pin(first.chain(stream::pending()))
            } else {
                Box::pin(first)
            };
            Ok(StreamResponse::chunked(head, CHAT.to_owned(), chunks))
        })
    }
}

/// A scene whose answers come as they come.
fn live(answers: impl IntoIterator<Item = Response>) -> Scene {
    let script = Arc::new(Script::new(answers));
    let transport = Arc::new(Live(Arc::clone(&script)));
    let scene = scene_of(None, [], |setup| {
        DpopSession::new(Setup { transport, ..setup })
    });
    Scene { script, ..scene }
}

#[tokio::test]
async fn a_stream_is_opened_with_token_and_proof_and_not_waited_out() {
    let scene = live([granted("t1"), answer(200, "first")]);
    let answer = scene.session.open(message(), IDLE).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(scene.token_sent(1), "DPoP t1");
    assert_eq!(scene.proof(1).1["ath"], sha256_base64url(b"t1"));
    let mut chunks = answer.into_chunks();
    assert_eq!(chunks.next().await, Some(Ok(b"first".to_vec())));
}

#[tokio::test]
async fn a_stream_that_is_refused_is_asked_for_again_as_any_request() {
    let scene = live([
        granted("t1"),
        with_nonce(challenged("use_dpop_nonce"), "n"),
        refused(401, "invalid_token"),
        granted("t2"),
        answer(200, "first"),
    ]);
    let opened = scene.session.open(message(), IDLE).await.unwrap();
    assert_eq!(opened.status(), 200);
    assert_eq!(scene.hosts(), [TOKEN, CHAT, CHAT, TOKEN, CHAT]);
    assert_eq!(scene.token_sent(4), "DPoP t2");
    assert_eq!(scene.proof(4).1["nonce"], "n");
    scene.assert_all_fresh();
}

#[tokio::test]
async fn a_refusal_comes_whole_and_bounded() {
    let scene = live([granted("t1"), refused(410, "cursor_expired")]);
    let refused = scene.session.open(message(), IDLE).await.unwrap();
    assert_eq!(
        error_code(refused.head()).as_deref(),
        Some("cursor_expired")
    );
    let scene = live([granted("t1"), answer(500, &"a".repeat(1001))]);
    let large = scene.session.open(message(), IDLE).await.unwrap_err();
    assert_eq!(large, CallError::Net(NetError::TooLarge(CHAT.into())));
}
