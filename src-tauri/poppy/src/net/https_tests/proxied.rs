//! The transport behind a real proxy. `shop.example` leads nowhere: what reaches it went through.

mod discovering;
mod failing;
/// The same file that the built program is tested with: that crate knows this one, so it cannot be a
/// dependency.
#[path = "../../../../tests/src/proxy.rs"]
#[expect(unreachable_pub, reason = "a public module where it is at home")]
mod little;

use futures_util::StreamExt as _;

use self::little::{Manner, Proxy};
use super::*;

const HOSTS: [&str; 2] = ["shop.example", "other.example"];

/// A Company's server, a proxy that leads to it and a transport that goes through the proxy.
struct Scene {
    ca: Ca,
    server: Server,
    proxy: Proxy,
    https: Https,
}

impl Scene {
    async fn start() -> Self {
        Self::with(Manner::Connects, BTreeMap::new()).await
    }

    async fn with(manner: Manner, answers: BTreeMap<String, String>) -> Self {
        let ca = Ca::new();
        let server = Server::with(ca.acceptor(&HOSTS), answers).await;
        let proxy = Proxy::start(HOSTS.map(|host| (host, server.address)), manner).await;
        let https = over(&ca, &proxy.url(), "");
        Self {
            ca,
            server,
            proxy,
            https,
        }
    }

    async fn error(&self, url: &str) -> NetError {
        error(&self.https, get(url)).await
    }
}

/// A transport for which the internet's CAs are this one.
fn over(ca: &Ca, proxy: &str, exceptions: &str) -> Https {
    let settings = settings(proxy, exceptions);
    let certificates = ca.network(&[]).certificates().unwrap();
    let base = || https::common().tls_certs_only(certificates.clone());
    Https::over(Internet::new(settings, base).unwrap(), &[]).unwrap()
}

#[tokio::test]
async fn the_proxy_sees_a_name_and_a_port_and_nothing_else() {
    let scene = Scene::start().await;
    let mut request = get("https://user:word@shop.example:8443/ok?cursor=plaintext");
    request.method = Method::Post;
    request.url.set_path("/ok");
    request.url.set_query(None);
    request.body = b"plaintext".to_vec();
    request.headers = vec![("authorization", "DPoP plaintext".to_owned())];
    scene.https.send(request).await.unwrap();
    let asked = &scene.server.asked()[0];
    assert!(
        asked.contains("authorization: dpop plaintext\r\n"),
        "{asked}"
    );
    assert!(asked.contains("\nsni: shop.example"), "{asked}");
    assert!(!asked.contains("proxy"), "{asked}");
    assert_eq!(scene.proxy.targets(), ["shop.example:8443"]);
    let head = &scene.proxy.heads()[0];
    let names: Vec<_> = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(':'))
        .map(|(name, _)| name.to_ascii_lowercase())
        .collect();
    assert_eq!(names, ["host", "user-agent"], "{head}");
    let carried = &scene.proxy.carried()[0];
    // A TLS handshake record.
    assert_eq!(carried[..2], [0x16, 0x03]);
    for word in ["plaintext", "DPoP", "POST"] {
        let mut windows = carried.windows(word.len());
        assert!(!windows.any(|window| window == word.as_bytes()), "{word}");
    }
}

#[tokio::test]
async fn exceptions_go_past_it_and_are_checked_as_without_one() {
    let scene = Scene::start().await;
    for exceptions in [
        "shop.example",
        "example",
        ".example",
        "*",
        "a.org, shop.example",
    ] {
        let https = over(&scene.ca, &scene.proxy.url(), exceptions);
        let url = "https://shop.example/ok";
        let nowhere = error(&https, get(url)).await;
        assert_eq!(
            nowhere,
            NetError::NoAddress("shop.example".into()),
            "{exceptions}"
        );
        let private = error(&https, get("https://localhost/ok")).await;
        assert_eq!(private, NetError::PrivateAddress("localhost".into()));
        let address = error(&https, get("https://127.0.0.1/ok")).await;
        assert_eq!(address, NetError::PrivateAddress("127.0.0.1".into()));
    }
    assert_eq!(scene.proxy.connections(), 0);
    let https = over(&scene.ca, &scene.proxy.url(), "other.example,op.example");
    let response = https.send(get("https://shop.example/ok")).await.unwrap();
    assert_eq!(response.status, 200);
    assert_eq!(scene.proxy.targets(), ["shop.example:443"]);
}

#[tokio::test]
async fn what_is_private_as_it_is_written_never_reaches_it() {
    let scene = Scene::start().await;
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[::ffff:10.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[fd00::1]",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "localhost",
        "LOCALHOST.",
        "shop.localhost",
        "intranet",
        "printer.local",
        "nas.internal",
        "nas.internal.",
        "router.lan",
        "router.home.arpa",
        "hidden.onion",
    ] {
        for url in [
            format!("https://{host}/ok"),
            format!("https://{host}:8443/ok"),
        ] {
            let refused = scene.error(&url).await;
            assert!(
                matches!(refused, NetError::PrivateAddress(_)),
                "{url}: {refused:?}"
            );
            let refused = scene.https.open(get(&url), PATIENT).await.unwrap_err();
            assert!(
                matches!(refused, NetError::PrivateAddress(_)),
                "{url}: {refused:?}"
            );
        }
    }
    let plain = scene.error("http://shop.example/ok").await;
    assert_eq!(plain, NetError::NotHttps("shop.example".into()));
    assert_eq!(scene.proxy.connections(), 0);
}

#[tokio::test]
async fn a_proxy_may_be_on_this_machine_and_a_company_there_may_not() {
    let scene = Scene::start().await;
    let port = scene.proxy.address().port();
    for name in ["localhost", "127.0.0.1"] {
        let https = over(&scene.ca, &format!("http://{name}:{port}"), "");
        let before = scene.proxy.targets().len();
        https.send(get("https://shop.example/ok")).await.unwrap();
        for there in [
            format!("https://{name}/ok"),
            format!("https://{name}:{port}/ok"),
        ] {
            let refused = error(&https, get(&there)).await;
            assert_eq!(refused, NetError::PrivateAddress(name.into()));
        }
        assert_eq!(scene.proxy.targets()[before..], ["shop.example:443"]);
    }
}

/// A name that does not look private and may be all the same: somebody chose it.
#[tokio::test]
async fn the_proxy_itself_is_no_company_however_its_name_is_written() {
    let https = over(&Ca::new(), "http://Proxy.invalid:3128", "");
    for host in ["proxy.invalid", "PROXY.invalid", "proxy.invalid."] {
        let refused = error(&https, get(&format!("https://{host}/"))).await;
        assert!(
            matches!(refused, NetError::PrivateAddress(_)),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn hosts_of_a_network_file_are_reached_without_it() {
    let scene = Scene::start().await;
    let internet = internet(&scene.proxy.url(), "");
    let network = scene.ca.network(&[("shop.example", scene.server.address)]);
    let https = Https::over(internet, &[network]).unwrap();
    let response = https.send(get("https://shop.example/ok")).await.unwrap();
    assert_eq!(response.status, 200);
    assert_eq!(scene.proxy.connections(), 0);
    // Any other host goes through, where the network's CA vouches for nobody.
    let other = error(&https, get("https://other.example/ok")).await;
    assert_eq!(other, NetError::Tls("other.example".into()));
    assert_eq!(scene.proxy.targets(), ["other.example:443"]);
}

#[tokio::test]
async fn credentials_are_for_the_proxy_alone() {
    // `user` and `p@ss word`.
    let manner = Manner::Wants("Basic dXNlcjpwQHNzIHdvcmQ=");
    let scene = Scene::with(manner, BTreeMap::new()).await;
    let at = scene.proxy.address();
    let proxy = format!("http://user:p%40ss%20word@{at}");
    let https = over(&scene.ca, &proxy, "");
    https.send(get("https://shop.example/ok")).await.unwrap();
    let asked = &scene.server.asked()[0];
    for secret in ["dxnlcjpw", "p@ss", "p%40ss", "authorization"] {
        assert!(!asked.contains(secret), "{secret}: {asked}");
    }
    for wrong in [format!("http://{at}"), format!("http://user:guess@{at}")] {
        let https = over(&scene.ca, &wrong, "");
        let refused = error(&https, get("https://shop.example/ok")).await;
        assert_eq!(refused.code(), "proxy-credentials");
        let said = format!("{refused} {refused:?}");
        assert!(
            said.contains(&at.to_string()) && !said.contains("guess"),
            "{said}"
        );
    }
    assert_eq!(scene.server.asked().len(), 1);
}

#[tokio::test]
async fn streams_and_long_polls_work_through_it() {
    let scene = Scene::start().await;
    let open = |path: &str| {
        scene
            .https
            .open(get(&format!("https://shop.example/{path}")), PATIENT)
    };
    let mut live = open("live").await.unwrap().into_chunks();
    assert_eq!(
        live.next().await,
        Some(Ok(b"1234".to_vec())),
        "before its end"
    );
    scene.server.release();
    assert_eq!(live.next().await, Some(Ok(b"5678".to_vec())));
    assert_eq!(live.next().await, None);
    let held = scene.https.send(get("https://shop.example/held"));
    let mut held = std::pin::pin!(held);
    // Polled until it has arrived, so that it is held when it is let go.
    while scene.server.asked().len() < 2 {
        tokio::select! {
            biased;
            early = &mut held => panic!("it is held: {early:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    scene.server.release();
    assert_eq!(held.await.unwrap().body, b"hello");
    assert_eq!(
        scene.proxy.targets(),
        ["shop.example:443", "shop.example:443"]
    );
}

#[tokio::test]
async fn tls_is_with_the_company_whoever_is_in_between() {
    let scene = Scene::start().await;
    let stranger = over(&Ca::new(), &scene.proxy.url(), "");
    let refused = error(&stranger, get("https://shop.example/ok")).await;
    assert_eq!(refused, NetError::Tls("shop.example".into()));
    assert!(scene.server.asked().is_empty());
    // It leads to somebody who cannot prove to be that host.
    let liar = Proxy::start([("third.example", scene.server.address)], Manner::Connects).await;
    let misled = over(&scene.ca, &liar.url(), "");
    let refused = error(&misled, get("https://third.example/ok")).await;
    assert_eq!(refused, NetError::Tls("third.example".into()));
    assert!(scene.server.asked().is_empty());
}
