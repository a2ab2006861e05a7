//! Behind a proxy. The demo Company's name leads nowhere, so what reaches it went through; its CA is
//! trusted by `SSL_CERT_FILE`, which stands for the system's own list on Linux and on no other.
#![cfg(target_os = "linux")]

use std::net::SocketAddr;

use candor_demo::{Demo, Options};
use candor_tests::cli::{Cli, Person};
use candor_tests::proxy::{Manner, Proxy};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::cli;

const DOMAIN: &str = candor_demo::DOMAIN;

/// The demo Company, and the little proxy that leads to it.
struct Scene {
    // Before the runtime, on which they stop.
    demo: Demo,
    proxy: Proxy,
    runtime: Runtime,
    folder: tempfile::TempDir,
}

impl Scene {
    fn start(manner: Manner) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        std::fs::create_dir(&site).unwrap();
        let runtime = Runtime::new().unwrap();
        let options = Options::new(candor_demo::folder(site));
        let demo = runtime.block_on(Demo::start(options)).unwrap();
        let network = demo.network();
        std::fs::write(folder.path().join("ca.pem"), &network.ca_pem).unwrap();
        let hosts = network.hosts.clone();
        let proxy = runtime.block_on(Proxy::start(hosts, manner));
        Self {
            demo,
            proxy,
            runtime,
            folder,
        }
    }

    /// A program that trusts the Company, with nothing said of a proxy.
    fn cli(&self) -> Cli {
        cli().with("SSL_CERT_FILE", self.folder.path().join("ca.pem"))
    }

    /// One that goes through the proxy.
    fn proxied(&self) -> Cli {
        self.cli().with("HTTPS_PROXY", self.proxy.url())
    }

    fn at(&self) -> SocketAddr {
        self.proxy.address()
    }
}

fn asks_for_it(scene: &Scene, cli: &Cli) {
    let before = scene.proxy.targets().len();
    let ran = cli.run(&["discover", DOMAIN]);
    assert_eq!(ran.only()["domain"], DOMAIN, "{ran:?}");
    let targets = scene.proxy.targets();
    assert!(targets.len() > before, "it went through the proxy");
    let target = format!("{DOMAIN}:443");
    assert!(targets.iter().all(|asked| *asked == target), "{targets:?}");
}

fn leaves_it_alone(scene: &Scene, cli: &Cli) {
    let before = scene.proxy.connections();
    let ran = cli.run(&["discover", DOMAIN]);
    assert_eq!(ran.error(), "no-address", "{ran:?}");
    assert_eq!(scene.proxy.connections(), before);
}

#[test]
fn each_variable_for_https_is_honoured() {
    let scene = Scene::start(Manner::Connects);
    for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        asks_for_it(&scene, &scene.cli().with(name, scene.proxy.url()));
    }
    let plain = scene.at().to_string();
    asks_for_it(&scene, &scene.cli().with("HTTPS_PROXY", plain));
    // What counts for less, and what counts for nothing.
    asks_for_it(
        &scene,
        &scene.proxied().with("ALL_PROXY", "ftp://no.invalid"),
    );
    asks_for_it(
        &scene,
        &scene.proxied().with("HTTP_PROXY", "http://no.invalid"),
    );
    leaves_it_alone(&scene, &scene.cli());
    leaves_it_alone(&scene, &scene.cli().with("HTTP_PROXY", scene.proxy.url()));
    leaves_it_alone(&scene, &scene.proxied().with("REQUEST_METHOD", "GET"));
}

#[test]
fn exceptions_are_honoured() {
    let scene = Scene::start(Manner::Connects);
    for exceptions in [
        DOMAIN,
        "example",
        ".example",
        "*",
        "a.invalid, trailhead.example",
    ] {
        for name in ["NO_PROXY", "no_proxy"] {
            leaves_it_alone(&scene, &scene.proxied().with(name, exceptions));
        }
    }
    for exceptions in ["", "head.example", "www.trailhead.example", "127.0.0.0/8"] {
        asks_for_it(&scene, &scene.proxied().with("NO_PROXY", exceptions));
    }
}

/// The whole of it: discovery, a Session, sending and the stream.
#[test]
fn chats_through_a_proxy_that_wants_credentials() {
    let scene = Scene::start(Manner::Wants("Basic dXNlcjpwQHNzIHdvcmQ="));
    let proxy = format!("http://user:p%40ss%20word@{}", scene.at());
    let person = Person::with_identity(scene.cli().with("HTTPS_PROXY", proxy));
    copy(&person, &scene);
    let ran = person.chat_online(DOMAIN, &["--say", "Tell me about the trail bar"]);
    assert!(ran.ok, "{ran:?}");
    assert_eq!(ran.said_by("user"), ["Tell me about the trail bar"]);
    assert!(!ran.said_by("agent").is_empty(), "{ran:?}");
    assert_eq!(scene.demo.received().len(), 1);
    let told = format!("{ran:?}");
    let kept = everything_in(&person.data());
    for secret in ["dXNlcjpw", "p@ss", "p%40ss"] {
        assert!(!told.contains(secret), "{told}");
        let mut kept = kept.windows(secret.len());
        assert!(!kept.any(|window| window == secret.as_bytes()), "{secret}");
    }
}

/// What the person publishes is where the Company looks.
fn copy(person: &Person, scene: &Scene) {
    for file in std::fs::read_dir(person.site()).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            let to = scene.folder.path().join("site").join(file.file_name());
            std::fs::copy(file.path(), to).unwrap();
        }
    }
}

fn everything_in(folder: &std::path::Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files = files.filter(|file| file.file_type().unwrap().is_file());
    files
        .flat_map(|file| std::fs::read(file.path()).unwrap())
        .collect()
}

#[test]
fn the_proxy_is_blamed_when_it_is_at_fault() {
    for (manner, code) in [
        (
            Manner::Answers("407 Proxy Authentication Required"),
            "proxy-credentials",
        ),
        (Manner::Answers("403 Forbidden"), "proxy-refused"),
        (Manner::Answers("502 Bad Gateway"), "proxy-refused"),
        (Manner::HangsUp, "proxy-refused"),
        (Manner::Hangs, "proxy-timed-out"),
    ] {
        let scene = Scene::start(manner);
        let proxy = format!("http://user:hunter2@{}", scene.at());
        let person = Person::with_identity(scene.cli().with("HTTPS_PROXY", &proxy));
        let discovered = scene
            .cli()
            .with("HTTPS_PROXY", &proxy)
            .run(&["discover", DOMAIN]);
        let chatted = person.chat_online(DOMAIN, &["--say", "hello", "--wait", "10"]);
        for ran in [discovered, chatted] {
            assert_eq!(ran.error(), code, "{ran:?}");
            assert!(ran.told.contains("proxy"), "{ran:?}");
            assert!(!format!("{ran:?}").contains("hunter2"), "{ran:?}");
        }
        let target = format!("{DOMAIN}:443");
        assert!(scene.proxy.targets().iter().all(|asked| *asked == target));
    }
}

#[test]
fn a_proxy_that_is_not_there_or_cannot_be_used_is_told() {
    let scene = Scene::start(Manner::Connects);
    let free = scene.runtime.block_on(TcpListener::bind("127.0.0.1:0"));
    let nobody = free.unwrap().local_addr().unwrap();
    let socks = format!("socks5h://user:hunter2@{}", scene.at());
    let asked = |name: &str, proxy: &str| {
        let ran = scene.cli().with(name, proxy).run(&["discover", DOMAIN]);
        assert!(!format!("{ran:?}").contains("hunter2"), "{ran:?}");
        (ran.error().to_owned(), ran.told)
    };
    let (code, told) = asked("HTTPS_PROXY", &format!("http://user:hunter2@{nobody}"));
    assert_eq!(code, "proxy-unreachable", "{told}");
    assert!(told.contains(&format!("proxy {nobody}")), "{told}");
    let (code, told) = asked("ALL_PROXY", &socks);
    assert_eq!(code, "proxy-unusable", "{told}");
    assert!(told.contains("SOCKS"), "{told}");
    let (code, told) = asked("https_proxy", "ftp://user:hunter2@proxy.invalid");
    assert_eq!(code, "proxy-unusable", "{told}");
    assert!(told.contains("https_proxy"), "{told}");
    assert_eq!(scene.proxy.connections(), 0);
}

#[test]
fn what_is_private_never_reaches_it() {
    let scene = Scene::start(Manner::Connects);
    for host in [
        "nas.internal",
        "printer.local",
        "router.lan",
        "router.home.arpa",
    ] {
        let ran = scene.proxied().run(&["discover", host]);
        assert!(!ran.ok, "{ran:?}");
        assert!(
            matches!(ran.error(), "private-address" | "not-a-domain"),
            "{ran:?}"
        );
    }
    assert_eq!(scene.proxy.connections(), 0);
}

#[test]
fn a_network_file_goes_past_it() {
    let scene = Scene::start(Manner::Connects);
    let network = scene.demo.network();
    let file = serde_json::json!({ "ca": "ca.pem", "hosts": network.hosts });
    let path = scene.folder.path().join("network.json");
    std::fs::write(&path, file.to_string()).unwrap();
    let path = path.to_str().unwrap();
    let ran = scene
        .proxied()
        .run(&["discover", DOMAIN, "--network", path]);
    assert_eq!(ran.only()["domain"], DOMAIN);
    assert_eq!(scene.proxy.connections(), 0);
    // Any other host is asked of the proxy, which does not know it.
    let ran = scene
        .proxied()
        .run(&["discover", "shop.example", "--network", path]);
    assert_eq!(ran.error(), "proxy-refused", "{ran:?}");
    assert_eq!(scene.proxy.targets(), ["shop.example:443"]);
}
