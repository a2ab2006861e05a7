//! What is tried again when a nonce, token or Session is refused, and how often.

use super::*;

#[tokio::test]
async fn nonces_are_kept_for_each_server() {
    let scene = scene([
        with_nonce(refused(400, "use_dpop_nonce"), "n-auth"),
        granted("t1"),
        with_nonce(challenged("use_dpop_nonce"), "n-chat"),
        with_nonce(answer(202, "{}"), "n-chat-2"),
        answer(202, "{}"),
    ]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.hosts(), [TOKEN, TOKEN, CHAT, CHAT, CHAT]);
    let nonces: Vec<_> = (0..5).map(|i| scene.proof(i).1["nonce"].clone()).collect();
    assert_eq!(
        json!(nonces),
        json!([null, "n-auth", null, "n-chat", "n-chat-2"])
    );
    let seen = scene.script.seen();
    assert_eq!(
        seen[2].body, seen[3].body,
        "the message is the same, byte for byte"
    );
    scene.assert_all_fresh();
}

#[tokio::test]
async fn a_nonce_is_tried_once() {
    let again = || with_nonce(refused(400, "use_dpop_nonce"), "n");
    let at_token = scene([again(), again()]);
    assert_eq!(at_token.send().await.unwrap_err().code(), "use_dpop_nonce");
    let challenge = || with_nonce(challenged("use_dpop_nonce"), "n");
    let at_chat = scene([granted("t1"), challenge(), challenge()]);
    assert_eq!(at_chat.status().await, 401);
    assert_eq!(at_chat.hosts(), [TOKEN, CHAT, CHAT]);
    for useless in ["", "with space", "with\"quote"] {
        let none = with_nonce(challenged("use_dpop_nonce"), useless);
        let scene = scene([granted("t1"), none]);
        assert_eq!(
            scene.status().await,
            401,
            "{useless:?} is no nonce to send back"
        );
    }
}

#[tokio::test]
async fn a_token_that_is_not_good_is_renewed_once_unseen() {
    for bad in [
        challenged("invalid_token"),
        refused(401, "invalid_token"),
        challenged("invalid_dpop_proof"),
        refused(400, "invalid_dpop_proof"),
    ] {
        let scene = scene([granted("t1"), bad, granted("t2"), answer(202, "{}")]);
        assert_eq!(scene.status().await, 202);
        assert_eq!(scene.hosts(), [TOKEN, CHAT, TOKEN, CHAT]);
        assert_eq!(scene.form(2)["session_id"], "ses_t1", "it is renewed");
        assert_eq!(scene.token_sent(3), "DPoP t2");
        assert_eq!(scene.proof(3).1["ath"], sha256_base64url(b"t2"));
        let seen = scene.script.seen();
        assert_eq!(seen[1].body, seen[3].body);
        scene.assert_all_fresh();
    }
    let scene = scene([
        granted("t1"),
        challenged("invalid_token"),
        granted("t2"),
        challenged("invalid_token"),
    ]);
    assert_eq!(scene.status().await, 401, "once, and no more");
}

#[tokio::test]
async fn a_dead_session_is_not_renewed_but_begun_anew() {
    let scene = scene([
        granted("t1"),
        refused(401, "invalid_session"),
        granted("t2"),
        answer(202, "{}"),
    ]);
    assert_eq!(scene.status().await, 202);
    assert!(!scene.form(2).contains_key("session_id"));
}

#[tokio::test]
async fn a_new_token_may_need_a_nonce_of_its_own() {
    let scene = scene([
        granted("t1"),
        with_nonce(challenged("use_dpop_nonce"), "a"),
        challenged("invalid_token"),
        granted("t2"),
        with_nonce(challenged("use_dpop_nonce"), "b"),
        answer(202, "{}"),
    ]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.proof(5).1["nonce"], "b");
    scene.assert_all_fresh();
}

#[tokio::test]
async fn other_answers_come_back_as_they_are() {
    for other in [
        refused(400, "invalid_request"),
        refused(401, "sign_in_required"),
        refused(429, "rate_limited"),
        answer(302, ""),
        answer(500, "<html>"),
        refused(200, "invalid_token"),
    ] {
        let status = other.status;
        let scene = scene([granted("t1"), other]);
        assert_eq!(scene.status().await, status);
    }
}
