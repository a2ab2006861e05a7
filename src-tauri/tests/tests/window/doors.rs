//! What the page cannot do, tried from inside the page: reach the network, leave, open a URL, or use
//! anything of the program but its own commands.

use candor_tests::{Desk, Program};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};

/// Invokes a command by its name from the page and gives `refused` or `allowed`.
async fn invoke(program: &Program, command: &str, arguments: serde_json::Value) -> String {
    let script = format!(
        "const done = arguments[arguments.length - 1];
         window.__TAURI_INTERNALS__.invoke({}, {arguments}).then(() => done('allowed'), () => done('refused'));",
        json!(command)
    );
    program
        .run_async(&script)
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[tokio::test]
async fn the_page_has_no_power_but_its_own_commands() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    program.see("button").await;
    assert_eq!(
        invoke(&program, "overview", json!({})).await,
        "allowed",
        "the page's own commands work"
    );
    for (command, arguments) in [
        (
            "plugin:opener|open_url",
            json!({ "url": "https://example.com/" }),
        ),
        ("plugin:opener|open_path", json!({ "path": "/etc/passwd" })),
        (
            "plugin:shell|open",
            json!({ "path": "https://example.com/" }),
        ),
        (
            "plugin:webview|create_webview_window",
            json!({ "options": { "label": "x", "url": "https://example.com/" } }),
        ),
        (
            "plugin:window|create",
            json!({ "options": { "label": "x" } }),
        ),
        (
            "plugin:window|set_title",
            json!({ "label": "main", "value": "x" }),
        ),
        (
            "plugin:event|emit",
            json!({ "event": "core", "payload": {} }),
        ),
        (
            "plugin:event|emit_to",
            json!({ "target": { "kind": "Any" }, "event": "core", "payload": {} }),
        ),
        ("plugin:path|resolve_directory", json!({ "directory": 1 })),
        ("plugin:app|version", json!({})),
        ("plugin:resources|close", json!({ "rid": 1 })),
        ("plugin:dialog|open", json!({ "options": {} })),
        ("plugin:dialog|message", json!({ "message": "x" })),
        ("plugin:fs|read_file", json!({ "path": "/etc/passwd" })),
        ("plugin:deep-link|get_current", json!({})),
        ("plugin:deep-link|register", json!({ "protocol": "https" })),
    ] {
        assert_eq!(
            invoke(&program, command, arguments).await,
            "refused",
            "{command} is refused"
        );
    }
    assert!(
        desk.opened().expect("the record").is_empty(),
        "nothing was opened"
    );
    program.close().await;
}

/// A door to the network that must stay closed, and the script that tries it. `PORT` stands for a
/// port that listens; a script that can tell calls `done` with `true` once it got through.
struct Door {
    name: &'static str,
    script: &'static str,
}

const DOORS: &[Door] = &[
    Door {
        name: "fetch",
        script: "fetch('http://127.0.0.1:PORT/', { mode: 'no-cors' }).then(() => done(true), () => done(false))",
    },
    Door {
        name: "request",
        script: "const request = new XMLHttpRequest(); request.open('GET', 'http://127.0.0.1:PORT/');
                 request.onload = () => done(true); request.onerror = () => done(false); request.send()",
    },
    Door {
        name: "beacon",
        script: "try { navigator.sendBeacon('http://127.0.0.1:PORT/', 'x') } catch {} done(false)",
    },
    Door {
        name: "socket",
        script: "try { const socket = new WebSocket('ws://127.0.0.1:PORT/');
                 socket.onopen = () => done(true); socket.onerror = () => done(false); } catch { done(false) }",
    },
    Door {
        name: "events",
        script: "try { const source = new EventSource('http://127.0.0.1:PORT/');
                 source.onopen = () => done(true); source.onerror = () => done(false); } catch { done(false) }",
    },
    Door {
        name: "image",
        script: "const image = new Image(); image.onload = () => done(true); image.onerror = () => done(false);
                 image.src = 'http://127.0.0.1:PORT/'",
    },
    Door {
        name: "script",
        script: "const script = document.createElement('script'); script.onload = () => done(true);
                 script.onerror = () => done(false); script.src = 'http://127.0.0.1:PORT/'; document.body.append(script)",
    },
    Door {
        name: "style sheet",
        script: "const link = document.createElement('link'); link.rel = 'stylesheet'; link.onload = () => done(true);
                 link.onerror = () => done(false); link.href = 'http://127.0.0.1:PORT/'; document.head.append(link)",
    },
    Door {
        name: "preconnect",
        script: "const link = document.createElement('link'); link.rel = 'preconnect';
                 link.href = 'http://127.0.0.1:PORT/'; document.head.append(link); done(false)",
    },
    Door {
        name: "prefetch",
        script: "const link = document.createElement('link'); link.rel = 'prefetch';
                 link.href = 'http://127.0.0.1:PORT/'; document.head.append(link); done(false)",
    },
    Door {
        name: "frame",
        script: "const frame = document.createElement('iframe'); frame.src = 'http://127.0.0.1:PORT/';
                 document.body.append(frame); done(false)",
    },
    Door {
        name: "second window",
        script: "window.open('http://127.0.0.1:PORT/'); done(false)",
    },
    Door {
        name: "link to a new window",
        script: "const link = document.createElement('a'); link.href = 'http://127.0.0.1:PORT/'; link.target = '_blank';
                 document.body.append(link); link.click(); done(false)",
    },
    Door {
        name: "download",
        script: "const link = document.createElement('a'); link.href = 'http://127.0.0.1:PORT/'; link.download = 'x';
                 document.body.append(link); link.click(); done(false)",
    },
    Door {
        name: "form",
        script: "const form = document.createElement('form'); form.action = 'http://127.0.0.1:PORT/';
                 document.body.append(form); form.submit(); done(false)",
    },
    Door {
        name: "navigation",
        script: "location.href = 'http://127.0.0.1:PORT/'; done(false)",
    },
];

#[tokio::test]
async fn the_page_reaches_no_network() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    program.see("button").await;
    let mut open = Vec::new();
    for door in DOORS {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let script = door.script.replace("PORT", &port.to_string());
        let script = format!("const done = arguments[arguments.length - 1]; {script}");
        if program.run_async(&script).await == json!(true) {
            open.push(format!("{} got an answer", door.name));
        }
        // The page is still there, so what was tried has been decided.
        assert_eq!(invoke(&program, "overview", json!({})).await, "allowed");
        if connected(&listener).await {
            open.push(format!("{} connected", door.name));
        }
    }
    assert!(open.is_empty(), "doors that are not closed: {open:?}");

    let inline = program
        .run(
            "window.ranInline = false;
             const script = document.createElement('script');
             script.textContent = 'window.ranInline = true';
             document.body.append(script);
             return window.ranInline;",
        )
        .await;
    assert_eq!(inline, json!(false), "no inline script runs");
    let address = program
        .page
        .current_url()
        .await
        .expect("the page has an address");
    assert_eq!(
        address.scheme(),
        "tauri",
        "the window stays at its page, not {address}"
    );
    let windows = program.page.windows().await.expect("a list of windows");
    assert_eq!(windows.len(), 1, "there is one window");
    assert!(
        desk.opened().expect("the record").is_empty(),
        "nothing was opened"
    );
    program.close().await;
}

/// Whether anybody has connected: the test connects too, and the first in line is heard first.
async fn connected(listener: &TcpListener) -> bool {
    let address = listener.local_addr().expect("an address");
    let own = TcpStream::connect(address)
        .await
        .expect("the listener listens");
    let (_, first) = listener.accept().await.expect("somebody connected");
    first != own.local_addr().expect("an address")
}

#[tokio::test]
async fn the_page_reads_no_secret() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    program.see("button").await;
    // The key is there once the agent is open.
    assert_eq!(invoke(&program, "overview", json!({})).await, "allowed");
    let key = desk.data().join("sealing.key");
    assert!(key.is_file(), "there is a secret to read");
    let key = key.display();
    for address in [
        format!("file://{key}"),
        format!("asset://localhost/{key}"),
        format!("http://asset.localhost/{key}"),
        format!("tauri://localhost/{key}"),
        format!("tauri://localhost/..%2f..%2f..%2f..%2f..%2f{key}"),
    ] {
        // Served by the page's own scheme, whatever it does not have is the page itself.
        let script = format!(
            "const done = arguments[arguments.length - 1];
             fetch({}).then((answer) => answer.text())
               .then((text) => done(text.startsWith('<!doctype html>') ? 'the page' : 'read: ' + text),
                     () => done('refused'));",
            json!(address)
        );
        let answer = program.run_async(&script).await;
        assert!(
            answer == json!("refused") || answer == json!("the page"),
            "{address} gives nothing: {answer}"
        );
    }
    program.close().await;
}
