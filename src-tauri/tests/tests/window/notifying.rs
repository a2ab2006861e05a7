//! Notifications, as the desktop is asked to show them.

use candor_tests::{Asked, Desk, Notifications, Program, Shown};
use serde_json::json;

use crate::hand_over::call;

const SUMMARY: &str = "trailhead.example · \u{2068}Trailhead\u{2069}";
const NOTICE: &str = "Notice from Trailhead: Contains peanuts. Made in a facility that also \
                      processes tree nuts.\n";

async fn choose(program: &Program, how: &str) {
    let change = json!({ "change": { "what": "notifications", "value": how } });
    let chosen = call(program, "change_settings", change).await;
    assert_eq!(chosen["notifications"], how, "{chosen}");
}

/// Says something in a conversation that is not open in the window, and waits for the answer.
async fn say(program: &Program, conversation: &serde_json::Value, unread: u32) {
    let text = "Tell me about the trail bar";
    let message = json!({ "conversation": conversation, "text": text });
    call(program, "send_message", message).await;
    program.run("window.unread = null").await;
    let answered = format!(
        "window.__TAURI_INTERNALS__.invoke('overview').then((overview) => {{
           window.unread = overview.companies[0].unread;
         }});
         return window.unread === {unread};"
    );
    program.until("the Company has answered", &answered).await;
}

/// The first that says this, once it is shown.
async fn told(desktop: &Notifications, says: impl Fn(&str) -> bool) -> Shown {
    let said = |asked: &Asked| matches!(asked, Asked::Show(shown) if says(&shown.body));
    match desktop.find(said).await {
        Asked::Show(shown) => shown,
        Asked::Close(_) => unreachable!("only what is shown says anything"),
    }
}

#[tokio::test]
async fn what_nobody_looked_at_is_told_of_as_the_user_chose_and_leads_to_its_conversation() {
    let desktop = Notifications::serve().await;
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    program.see(".welcome").await;
    let overview = call(&program, "overview", json!({})).await;
    let company = &overview["companies"][0]["id"];
    let opened = call(&program, "open_conversation", json!({ "company": company })).await;
    let conversation = &opened["id"];

    // Off at first: only what comes later is told of. The first answer is two messages.
    say(&program, conversation, 2).await;
    call(
        &program,
        "mark_read",
        json!({ "conversation": conversation }),
    )
    .await;
    assert_eq!(desktop.asked(), [], "nothing is shown unasked");
    choose(&program, "without_content").await;
    say(&program, conversation, 1).await;
    let shown = told(&desktop, |body| body == "A new message, with a notice").await;
    let id = shown.id;
    assert_eq!(shown.summary, SUMMARY);

    choose(&program, "with_content").await;
    say(&program, conversation, 2).await;
    let shown = told(&desktop, |body| body.ends_with("\n2 new messages")).await;
    assert_eq!(shown.id, id, "one for each conversation");
    let words = shown.body.strip_prefix(&NOTICE.repeat(2));
    assert!(
        words.is_some(),
        "each notice, in full and first: {}",
        shown.body
    );
    assert!(!shown.body.contains("https:"), "no link: {}", shown.body);

    desktop.click(id).await;
    program.see("[role=log] [role=note]").await;
    call(
        &program,
        "mark_read",
        json!({ "conversation": conversation }),
    )
    .await;
    desktop.find(|asked| *asked == Asked::Close(id)).await;
    program.close().await;
}
