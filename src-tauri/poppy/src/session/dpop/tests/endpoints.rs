//! The endpoints of the authorization server besides the token endpoint.

use super::accounts::{account, asked, device, keeping, signed_in_scene};
use super::*;

#[tokio::test]
async fn a_form_is_an_agents_own() {
    let (scene, _) = keeping(
        None,
        None,
        [
            answer(200, "{}"),
            answer(307, ""),
            refused(400, "invalid_scope"),
        ],
    );
    let url = Url::parse("https://auth.example/device").unwrap();
    for code in [None, Some("redirect"), Some("invalid_scope")] {
        let answer = scene.session.ask(&url, &[("scope", "a b")]).await;
        assert_eq!(answer.as_ref().err().map(CallError::code), code);
    }
    let form = scene.form(0);
    assert_eq!(form["scope"], "a b");
    assert_eq!(form["client_id"], CLIENT_ID);
    assert_eq!(scene.proof(0).1["htu"], url.as_str());
    let (_, claims) = read_jwt(&form["client_assertion"], scene.identity.public_jwk());
    assert_eq!(claims["aud"], ISSUER);
    assert_eq!(
        scene.session.session_id(),
        None,
        "no Session is begun for it"
    );
    scene.assert_all_fresh();
}

#[tokio::test]
async fn no_endpoint_for_accounts_leads_elsewhere() {
    for status in [301, 302, 303, 307, 308] {
        let away = || {
            with_header(
                answer(status, ""),
                "location",
                "https://elsewhere.example/take",
            )
        };
        let (scene, keeper) = signed_in_scene(Some("ses_1"), [away(), away(), away()]);
        let endpoint = Url::parse("https://auth.example/device").unwrap();
        let begun = scene.session.ask(&endpoint, &[("scope", "orders:read")]);
        assert_eq!(begun.await.unwrap_err(), CallError::Redirect);
        let revoked = scene.session.revoke(&account().token).await;
        assert_eq!(revoked.unwrap_err(), CallError::Redirect);
        let redeemed = scene.session.redeem(device(), asked(), wanted()).await;
        assert_eq!(redeemed.unwrap_err(), CallError::Redirect);
        assert_eq!(scene.hosts(), [TOKEN, TOKEN, TOKEN], "nothing goes there");
        assert!(keeper.told().is_empty());
    }
}

#[tokio::test]
async fn a_device_code_comes_with_200_only() {
    let (scene, _) = keeping(None, None, [answer(206, "{}"), answer(204, "")]);
    let endpoint = Url::parse("https://auth.example/device").unwrap();
    for _ in 0..2 {
        let begun = scene.session.ask(&endpoint, &[]).await;
        assert_eq!(begun.unwrap_err().code(), "unreadable-answer");
    }
}
