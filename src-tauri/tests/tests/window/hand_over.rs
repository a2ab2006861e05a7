//! What comes into the program from outside: the end of a sign-in by the program's own URL scheme.

use candor_tests::{Desk, Program};
use serde_json::json;

/// Calls a command from the page and gives its answer, or `{ "refused": … }`.
pub(crate) async fn call(
    program: &Program,
    command: &str,
    arguments: serde_json::Value,
) -> serde_json::Value {
    let script = format!(
        "const done = arguments[arguments.length - 1];
         window.__TAURI_INTERNALS__.invoke({}, {arguments})
           .then((answer) => done(answer ?? null), (refused) => done({{ refused }}));",
        json!(command)
    );
    program.run_async(&script).await
}

#[tokio::test]
async fn a_sign_in_ends_by_the_programs_own_url_scheme() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start_at_home(&desk, &["--secrets", "file"]).await;
    program.see("button").await;
    let identity = json!({ "clientId": "https://you.example/agent.json", "name": null });
    call(&program, "change_identity", identity).await;
    let overview = call(&program, "overview", json!({})).await;
    let company = overview["companies"][0]["id"].clone();
    let begun = call(
        &program,
        "begin_sign_in",
        json!({
            "company": company, "conversation": null, "method": "direct",
            "scopes": ["orders:read"], "askAgain": null,
        }),
    )
    .await;
    assert_eq!(
        begun["state"]["state"], "waiting_browser",
        "it waits for the browser: {begun}"
    );
    call(&program, "open_sign_in_link", json!({ "company": company })).await;
    let opened = desk.first_opened().await.expect("the record");
    let page = opened.first().and_then(|call| call.first());
    let state = page.and_then(|page| {
        let (_, rest) = page.split_once("state=")?;
        rest.split('&').next()
    });
    let state = state.expect("the browser was sent to the Company with a state");

    // The system starts the program anew with what the callback page hands over.
    let forged =
        "candor:sign-in?error=access_denied&state=forged&iss=https%3A%2F%2Ftrailhead.example";
    assert!(
        Program::start_again(&desk, &[forged]).await,
        "the second start ends by itself"
    );
    let waiting = call(&program, "overview", json!({})).await;
    assert_eq!(
        waiting["companies"][0]["sign_in"]["state"]["state"], "waiting_browser",
        "an answer with another state changes nothing"
    );
    let real = format!(
        "candor:sign-in?error=access_denied&state={state}&iss=https%3A%2F%2Ftrailhead.example"
    );
    assert!(
        Program::start_again(&desk, &[&real]).await,
        "the second start ends by itself"
    );
    program
        .until(
            "the sign-in has ended as refused",
            "window.__TAURI_INTERNALS__.invoke('overview').then((overview) => {
               window.signIn = overview.companies[0].sign_in?.state.state;
             });
             return window.signIn === 'denied';",
        )
        .await;
    program.close().await;
}
