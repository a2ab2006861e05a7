//! The real transport against a real TLS server on loopback.

mod proxied;
mod server;
mod streams;

use std::collections::BTreeMap;
use std::time::Duration;

use hyper_util::client::proxy::matcher::Matcher;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use url::Url;

use self::server::{Ca, Server};
use super::internet::Internet;
use super::proxy::Settings;
use super::*;

/// Long enough for every exchange that ends by itself, however slow the machine.
const PATIENT: Duration = Duration::from_secs(60);

fn get(url: &str) -> Request {
    Request {
        method: Method::Get,
        url: Url::parse(url).unwrap(),
        headers: vec![("accept", "application/json".to_owned())],
        body: Vec::new(),
        timeout: PATIENT,
        max_body: MAX_BODY,
    }
}

/// These settings of a proxy and its exceptions.
fn settings(proxy: &str, exceptions: &str) -> Settings {
    Settings::of(Matcher::builder().https(proxy).no(exceptions).build())
}

/// The internet of a machine with these settings.
fn internet(proxy: &str, exceptions: &str) -> Internet {
    Internet::new(settings(proxy, exceptions), https::common).unwrap()
}

/// A server at `shop.example`, and a transport that knows it.
async fn shop() -> (Server, Https) {
    let ca = Ca::new();
    let server = Server::start(ca.acceptor(&["shop.example"])).await;
    let network = ca.network(&[("shop.example", server.address)]);
    (server, Https::new(&[network]).unwrap())
}

async fn error(https: &Https, request: Request) -> NetError {
    https.send(request).await.unwrap_err()
}

#[tokio::test]
async fn a_configured_host_is_reached_under_its_own_name() {
    let (server, https) = shop().await;
    let response = https.send(get("https://SHOP.example/ok")).await.unwrap();
    assert_eq!((response.status, &*response.body), (200, &b"hello"[..]));
    assert_eq!(response.header("x-twice"), Some("a"));
    assert_eq!(response.all_headers("x-twice").count(), 2);
    assert!(response.header("date").is_some(), "a date is written down");
    let asked = &server.asked()[0];
    assert!(asked.contains("\nsni: shop.example"), "{asked}");
    assert!(asked.contains("host: shop.example\r\n"), "{asked}");
    assert!(asked.contains("user-agent: candor/"), "{asked}");
    for never in ["cookie", "referer", "accept-encoding", "authorization"] {
        assert!(!asked.contains(never), "{never} was sent: {asked}");
    }
}

#[tokio::test]
async fn a_port_in_the_url_changes_the_name_and_not_the_address() {
    let (server, https) = shop().await;
    let url = "https://user:secret@shop.example:8443/ok";
    https.send(get(url)).await.unwrap();
    let asked = &server.asked()[0];
    assert!(asked.contains("host: shop.example:8443\r\n"), "{asked}");
    assert!(asked.contains("\nsni: shop.example"), "{asked}");
    assert!(!asked.contains("authorization"), "{asked}");
}

#[tokio::test]
async fn a_post_sends_its_body_and_headers() {
    let (server, https) = shop().await;
    let mut request = get("https://shop.example/ok");
    request.method = Method::Post;
    request.body = b"the body".to_vec();
    request.headers = vec![("dpop", "a.b.c".to_owned())];
    https.send(request).await.unwrap();
    let asked = &server.asked()[0];
    assert!(asked.starts_with("post /ok http/1.1\r\n"), "{asked}");
    assert!(asked.contains("dpop: a.b.c\r\n"), "{asked}");
    assert!(asked.contains("\r\n\r\nthe body"), "{asked}");
}

#[tokio::test]
async fn another_ca_or_another_name_is_not_trusted() {
    let (ca, stranger) = (Ca::new(), Ca::new());
    let server = Server::start(ca.acceptor(&["shop.example"])).await;
    let at = server.address;
    let https = Https::new(&[
        stranger.network(&[("shop.example", at)]),
        // Its CA is trusted for its own hosts, and not for the other network's.
        ca.network(&[("other.example", at), ("shop.example", at)]),
    ])
    .unwrap();
    let wrong_ca = error(&https, get("https://shop.example/ok")).await;
    assert_eq!(wrong_ca, NetError::Tls("shop.example".into()));
    let wrong_name = error(&https, get("https://other.example/ok")).await;
    assert_eq!(wrong_name, NetError::Tls("other.example".into()));
    assert!(server.asked().is_empty(), "nothing was sent");
}

#[tokio::test]
async fn what_is_not_public_is_refused_before_anything_connects() {
    let (server, https) = shop().await;
    let port = server.address.port();
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "10.0.0.1",
        "localhost",
        "localhost.",
        "intranet",
        "shop.localhost",
    ] {
        let url = format!("https://{host}:{port}/ok");
        let refused = error(&https, get(&url)).await;
        assert!(
            matches!(refused, NetError::PrivateAddress(_)),
            "{host}: {refused:?}"
        );
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn plain_http_is_refused() {
    let (server, https) = shop().await;
    let refused = error(&https, get("http://shop.example/ok")).await;
    assert_eq!(refused, NetError::NotHttps("shop.example".into()));
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_no_cookie_is_kept() {
    let (server, https) = shop().await;
    let response = https
        .send(get("https://shop.example/redirect"))
        .await
        .unwrap();
    assert_eq!(response.status, 302);
    assert_eq!(response.header("location"), Some("https://shop.example/ok"));
    https.send(get("https://shop.example/ok")).await.unwrap();
    let asked = server.asked();
    assert_eq!(asked.len(), 2, "the redirect itself was not followed");
    assert!(!asked[1].contains("cookie"), "{}", asked[1]);
}

#[tokio::test]
async fn a_body_is_read_up_to_its_limit_and_no_further() {
    let (_server, https) = shop().await;
    let mut request = get("https://shop.example/streamed");
    request.max_body = 12;
    let whole = https.send(request.clone()).await.unwrap();
    assert_eq!(whole.body, b"123456789012");
    request.max_body = 11;
    let too_large = NetError::TooLarge("shop.example".into());
    assert_eq!(error(&https, request).await, too_large);
    let mut declared = get("https://shop.example/declared");
    declared.max_body = 999_999;
    assert_eq!(error(&https, declared).await, too_large);
}

#[tokio::test]
async fn a_server_too_slow_is_given_up() {
    let (_server, https) = shop().await;
    for path in ["slow", "slow-body"] {
        let mut request = get(&format!("https://shop.example/{path}"));
        request.timeout = Duration::from_millis(300);
        let late = error(&https, request).await;
        assert_eq!(late, NetError::Timeout("shop.example".into()), "{path}");
    }
}

#[tokio::test]
async fn a_connection_that_breaks_is_told_apart() {
    let (_server, https) = shop().await;
    for path in ["cut", "cut-head"] {
        let cut = error(&https, get(&format!("https://shop.example/{path}"))).await;
        assert_eq!(cut, NetError::Cut("shop.example".into()), "{path}");
    }
}

#[tokio::test]
async fn nobody_there_or_somebody_without_tls() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = free.local_addr().unwrap();
    drop(free);
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain_address = plain.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = plain.accept().await.unwrap();
        let mut hello = [0; 16];
        stream.read_exact(&mut hello).await.unwrap();
        stream
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .await
            .unwrap();
    });
    let network = Ca::new().network(&[("gone.example", nobody), ("plain.example", plain_address)]);
    let https = Https::new(&[network]).unwrap();
    let gone = error(&https, get("https://gone.example/")).await;
    assert_eq!(gone, NetError::Connect("gone.example".into()));
    let no_tls = error(&https, get("https://plain.example/")).await;
    assert_eq!(no_tls, NetError::Tls("plain.example".into()));
}

#[tokio::test]
async fn a_name_without_an_address_is_told() {
    let https = Https::over(internet("", ""), &[]).unwrap();
    // RFC 6761: names under `.invalid` never have one.
    let nowhere = error(&https, get("https://nobody.invalid/")).await;
    assert_eq!(nowhere, NetError::NoAddress("nobody.invalid".into()));
}

#[test]
fn a_ca_that_is_none_is_a_setup_error() {
    let network = Network {
        ca_pem: b"not a certificate".to_vec(),
        hosts: BTreeMap::new(),
    };
    let problem = Https::new(&[network]).err();
    assert!(matches!(problem, Some(NetError::Setup(_))), "{problem:?}");
}

#[test]
fn debug_shows_no_token() {
    let mut request = get("https://shop.example/ok?cursor=secret");
    request.headers = vec![("authorization", "DPoP secret".to_owned())];
    request.body = b"secret".to_vec();
    let response = Response {
        status: 200,
        headers: vec![("dpop-nonce".to_owned(), "secret".to_owned())],
        body: b"secret".to_vec(),
    };
    let shown = format!("{request:?} {response:?}");
    assert!(!shown.contains("secret"), "{shown}");
    assert!(shown.contains("authorization"), "{shown}");
}
