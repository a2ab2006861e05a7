//! A proxy that does not connect.

use super::*;

#[tokio::test]
async fn the_proxy_is_named_when_it_is_at_fault() {
    for (manner, code, does) in [
        (
            Manner::Answers("407 Proxy Authentication Required"),
            "proxy-credentials",
            "password",
        ),
        (
            Manner::Answers("403 Forbidden"),
            "proxy-refused",
            "lets shop.example through",
        ),
        (
            Manner::Answers("502 Bad Gateway"),
            "proxy-refused",
            "try again later",
        ),
        (
            Manner::Answers("503 Service Unavailable"),
            "proxy-refused",
            "try again later",
        ),
        (
            Manner::Answers("301 Moved Permanently"),
            "proxy-refused",
            "try again later",
        ),
        (Manner::Babbles, "proxy-refused", "try again later"),
        (Manner::HangsUp, "proxy-refused", "try again later"),
        (Manner::Hangs, "proxy-timed-out", "try again later"),
    ] {
        let scene = Scene::with(manner, BTreeMap::new()).await;
        let refused = scene.error("https://shop.example/ok?secret").await;
        says(&refused, code, &scene.proxy.address().to_string());
        assert!(refused.to_string().contains(does), "{refused}");
        assert_eq!(scene.proxy.targets(), ["shop.example:443"], "{manner:?}");
        assert_eq!(scene.server.connections(), 0, "{manner:?}");
        assert_eq!(
            scene.proxy.carried(),
            [b""],
            "{manner:?}: no handshake was begun"
        );
    }
}

fn says(refused: &NetError, code: &str, proxy: &str) {
    assert_eq!(refused.code(), code, "{refused:?}");
    let said = refused.to_string();
    assert!(said.starts_with(&format!("the proxy {proxy} ")), "{said}");
    assert!(said.contains("shop.example"), "{said}");
    assert!(!format!("{said}{refused:?}").contains("secret"), "{said}");
}

#[tokio::test]
async fn a_proxy_that_is_not_there_is_named() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = free.local_addr().unwrap().to_string();
    drop(free);
    let ca = Ca::new();
    for (proxy, shown) in [
        (format!("http://user:secret@{nobody}"), &*nobody),
        (
            "http://user:secret@proxy.invalid:3128".to_owned(),
            "proxy.invalid:3128",
        ),
    ] {
        let https = over(&ca, &proxy, "");
        let refused = error(&https, get("https://shop.example/ok")).await;
        says(&refused, "proxy-unreachable", shown);
        let refused = https.open(get("https://shop.example/ok"), PATIENT).await;
        says(&refused.unwrap_err(), "proxy-unreachable", shown);
    }
}

#[tokio::test]
async fn a_proxy_with_tls_must_prove_who_it_is() {
    let (ca, stranger) = (Ca::new(), Ca::new());
    let server = Server::start(stranger.acceptor(&["localhost"])).await;
    let proxy = format!("localhost:{}", server.address.port());
    let https = over(&ca, &format!("https://user:secret@{proxy}"), "");
    let refused = error(&https, get("https://shop.example/ok")).await;
    says(&refused, "proxy-unreachable", &proxy);
    assert!(server.connections() > 0);
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn a_socks_proxy_is_never_contacted() {
    let scene = Scene::start().await;
    let at = scene.proxy.address();
    for scheme in ["socks4", "socks5", "socks5h"] {
        let https = over(&scene.ca, &format!("{scheme}://user:secret@{at}"), "");
        let refused = error(&https, get("https://shop.example/ok")).await;
        assert_eq!(refused.code(), "proxy-unusable");
        let said = refused.to_string();
        assert!(
            said.contains("SOCKS") && said.contains(&at.to_string()),
            "{said}"
        );
        assert!(!said.contains("secret"), "{said}");
    }
    assert_eq!(scene.proxy.connections(), 0);
}

/// Behind a proxy that connects, what goes wrong is told of the Company as ever.
#[tokio::test]
async fn the_company_is_named_when_it_is_at_fault() {
    let scene = Scene::start().await;
    for (path, code) in [("cut", "connection-cut"), ("cut-head", "connection-cut")] {
        let refused = scene.error(&format!("https://shop.example/{path}")).await;
        assert_eq!(refused.code(), code, "{path}");
    }
    let mut slow = get("https://shop.example/slow");
    slow.timeout = Duration::from_millis(300);
    // Once connected, so that the wait is for the answer alone.
    scene
        .https
        .send(get("https://shop.example/ok"))
        .await
        .unwrap();
    let late = error(&scene.https, slow).await;
    assert_eq!(late, NetError::Timeout("shop.example".into()));
    let mut large = get("https://shop.example/declared");
    large.max_body = 10;
    let large = error(&scene.https, large).await;
    assert_eq!(large, NetError::TooLarge("shop.example".into()));
}
