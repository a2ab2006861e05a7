//! What the page cannot do, tried from inside the page: reach the network, leave, open a URL, or use
//! anything of the program but its own commands.

use candor_tests::{Desk, Program};
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpListener;

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
        ("read_secret", json!({})),
        ("published", json!({})),
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

#[tokio::test]
async fn the_page_reaches_no_network() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    // Whoever connects is heard: the page must not be among them.
    let heard = tokio::spawn(async move {
        let mut heard = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = [0; 256];
            let read = stream.read(&mut bytes).await.unwrap_or_default();
            heard.push(String::from_utf8_lossy(&bytes[..read]).into_owned());
            if heard
                .last()
                .is_some_and(|request| request.starts_with("END"))
            {
                break;
            }
        }
        heard
    });

    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    program.see("button").await;
    let tried = program
        .run_async(&format!(
            "const done = arguments[arguments.length - 1];
             const at = 'http://127.0.0.1:{port}/';
             const settled = (name, promise) => promise.then(() => name + ' went through', () => name + ' was refused');
             const loads = (name, element, key) => new Promise((resolve) => {{
               element.onload = () => resolve(name + ' went through');
               element.onerror = () => resolve(name + ' was refused');
               element[key] = at + name;
               document.body.append(element);
             }});
             const socket = new Promise((resolve) => {{
               try {{
                 const ws = new WebSocket('ws://127.0.0.1:{port}/socket');
                 ws.onopen = () => resolve('socket went through');
                 ws.onerror = () => resolve('socket was refused');
               }} catch {{ resolve('socket was refused'); }}
             }});
             const script = document.createElement('script');
             const image = new Image();
             Promise.all([
               settled('fetch', fetch(at + 'fetch', {{ mode: 'no-cors' }})),
               loads('image', image, 'src'),
               loads('script', script, 'src'),
               socket,
             ]).then(done);"
        ))
        .await;
    assert_eq!(
        tried,
        json!([
            "fetch was refused",
            "image was refused",
            "script was refused",
            "socket was refused"
        ])
    );

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

    // Nor does it go anywhere or open a second window.
    program
        .run(&format!(
            "window.open('http://127.0.0.1:{port}/popup');
             const frame = document.createElement('iframe');
             frame.src = 'http://127.0.0.1:{port}/frame';
             document.body.append(frame);
             const link = document.createElement('a');
             link.href = 'http://127.0.0.1:{port}/link';
             link.target = '_blank';
             document.body.append(link);
             link.click();
             const form = document.createElement('form');
             form.action = 'http://127.0.0.1:{port}/form';
             document.body.append(form);
             form.submit();
             location.href = 'http://127.0.0.1:{port}/navigation';
             return true;"
        ))
        .await;
    // A later answer from the page shows that it is still there, and the navigation was tried.
    assert_eq!(invoke(&program, "overview", json!({})).await, "allowed");
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
    assert_eq!(
        program
            .page
            .windows()
            .await
            .expect("a list of windows")
            .len(),
        1,
        "there is one window"
    );
    assert!(
        desk.opened().expect("the record").is_empty(),
        "nothing was opened"
    );
    program.close().await;

    let mut end = tokio::net::TcpStream::connect(("127.0.0.1", port))
        .await
        .expect("the listener listens");
    tokio::io::AsyncWriteExt::write_all(&mut end, b"END")
        .await
        .expect("the end is said");
    drop(end);
    let heard = heard.await.expect("the listener ended");
    assert_eq!(heard, ["END"], "nobody but this test connected");
}
