//! One Session that is spoken with in two ways, as when a Company's documents or our key changed.

use super::accounts::{account, asked, device, signed_in, signed_in_scene};
use super::*;
use crate::net::NetError;

fn ok() -> Response {
    answer(202, "{}")
}

/// The same Session with other documents of the Company.
fn other(scene: &Scene, client_id: &str) -> DpopSession {
    let setup = &scene.session.0.setup;
    let mut auth = setup.auth.clone();
    auth.poppy_domains = vec!["shop-b.example".into()];
    let signer = Signer {
        client_id: ClientId::parse(client_id).unwrap(),
        key: Arc::clone(&setup.signer.key),
    };
    scene.session.made_with(auth, signer)
}

#[tokio::test]
async fn an_account_is_refreshed_by_one_of_them_and_used_by_both() {
    let (scene, keeper) = signed_in_scene(
        Some("ses_1"),
        [
            signed_in("t1", "ses_1", Some("acct_2")),
            ok(),
            ok(),
            signed_in("t2", "ses_1", None),
            ok(),
        ],
    );
    let other = other(&scene, CLIENT_ID);
    let (one, two) = tokio::join!(scene.send(), other.send(message()));
    assert_eq!((one.unwrap().status, two.unwrap().status), (202, 202));
    assert_eq!(scene.hosts(), [TOKEN, CHAT, CHAT], "one token request");
    assert_eq!(keeper.told(), ["keep acct_2 orders:read"]);
    scene.clock.advance_millis(3_600_000);
    other.send(message()).await.unwrap();
    assert_eq!(
        scene.form(3)["refresh_token"],
        "acct_2",
        "never the old one"
    );
}

#[tokio::test]
async fn a_sign_in_by_one_of_them_is_one_of_both_and_so_is_a_sign_out() {
    let (scene, _) = signed_in_scene(
        Some("ses_1"),
        [
            signed_in("t9", "ses_1", Some("acct_9")),
            answer(200, ""),
            ok(),
        ],
    );
    let other = other(&scene, CLIENT_ID);
    let signed_in = scene.session.redeem(device(), asked(), wanted());
    signed_in.await.unwrap();
    assert_eq!(other.signed_in(), Some(vec!["orders:read".into()]));
    other.send(message()).await.unwrap();
    assert_eq!(scene.token_sent(2), "DPoP t9");
    let account = other.sign_out().unwrap();
    assert_eq!(account.token.reveal(), "acct_9");
    assert_eq!(scene.session.signed_in(), None);
    assert_eq!(scene.session.sign_out(), None);
}

#[tokio::test]
async fn a_token_is_no_other_agents() {
    let scene = scene([granted("t1"), ok(), granted("t2"), ok()]);
    assert_eq!(scene.status().await, 202);
    let other = other(&scene, "https://you.example/moved.json");
    other.send(message()).await.unwrap();
    assert_eq!(scene.form(2)["client_id"], "https://you.example/moved.json");
    assert_eq!(scene.token_sent(3), "DPoP t2");
}

#[tokio::test]
async fn each_of_them_knows_when_it_was_answered() {
    let (scene, _) = signed_in_scene(Some("ses_1"), [signed_in("t1", "ses_1", None), ok()]);
    let other = other(&scene, CLIENT_ID);
    assert_eq!(scene.status().await, 202);
    assert_eq!(other.answered(), None, "it showed nobody who it is");
    scene.script.then(Err(NetError::Cut("shop.example".into())));
    other.send(message()).await.unwrap_err();
    assert_eq!(other.answered(), None);
    assert_eq!(scene.session.sign_out(), Some(account()));
}
