//! The main job, end to end.

use candor_tests::{Desk, Program};
use fantoccini::Locator;
use fantoccini::key::Key;

const TRAIL_BAR_NOTICE: &str =
    "Contains peanuts. Made in a facility that also processes tree nuts.";

/// Goes from the first run into the demo chat.
async fn open_demo(program: &Program) {
    program.press(Locator::Css(".welcome .primary")).await;
    program.see("textarea:enabled").await;
}

/// Gets the demo's hostile answer.
async fn ask_for_bad_links(program: &Program) {
    program.say("Show me bad links").await;
    program
        .until(
            "refused links are shown inert",
            "return document.querySelectorAll('.card.refused').length > 3",
        )
        .await;
}

/// Presses the last card of this title.
async fn press_card(program: &Program, title: &str) {
    let path =
        format!("(//button[contains(@class, 'card')][.//*[contains(., '{title}')]])[last()]");
    program.press(Locator::XPath(&path)).await;
    program.see("dialog[open]").await;
}

async fn press_in_dialog(program: &Program, label: &str) {
    let path = format!("//dialog[@open]//button[starts-with(normalize-space(.), '{label}')]");
    program.press(Locator::XPath(&path)).await;
}

#[tokio::test]
async fn a_person_chats_with_the_demo() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &[]).await;
    open_demo(&program).await;

    program.say("Tell me about the trail bar").await;
    let notice = program.see("[role=log] [role=note]").await;
    let words = notice.text().await.expect("the notice has text");
    assert!(
        words.contains("Notice from Trailhead"),
        "labelled as the Company's: {words}"
    );
    assert!(
        words.contains(TRAIL_BAR_NOTICE),
        "the whole notice, as sent: {words}"
    );
    program
        .until(
            "the notice stands above its message's text",
            "const note = document.querySelector('[role=log] [role=note]');
             const text = [...document.querySelectorAll('[role=log] *')].find((e) =>
               e.children.length === 0 && e.textContent.includes('boxes of 12 for $18'));
             return !!(note && text && note.getBoundingClientRect().bottom <= text.getBoundingClientRect().top
               && note.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);",
        )
        .await;

    program.say("Has my jacket shipped?").await;
    press_card(&program, "Tracking for order ord_7Hk2").await;
    let question = program
        .see("dialog[open]")
        .await
        .text()
        .await
        .expect("the question has text");
    assert!(
        question.contains("trailhead.example"),
        "names the site: {question}"
    );
    assert!(
        question.contains("https://trailhead.example/orders/ord_7Hk2/tracking"),
        "shows the address: {question}"
    );
    assert!(
        question.contains("Trailhead"),
        "says whose link it is: {question}"
    );

    // Cancelled in each way there is, nothing is opened.
    press_in_dialog(&program, "Cancel").await;
    program
        .until(
            "the question is gone",
            "return !document.querySelector('dialog[open]')",
        )
        .await;
    press_card(&program, "Tracking for order ord_7Hk2").await;
    let dialog = program.see("dialog[open]").await;
    dialog
        .send_keys(&Key::Escape.to_string())
        .await
        .expect("Escape reaches the question");
    program
        .until(
            "Escape ends the question",
            "return !document.querySelector('dialog[open]')",
        )
        .await;
    assert!(
        desk.opened().expect("the record").is_empty(),
        "nothing was opened so far"
    );

    press_card(&program, "Return policy").await;
    press_in_dialog(&program, "Open").await;
    program
        .until(
            "the question is gone",
            "return !document.querySelector('dialog[open]')",
        )
        .await;
    assert_eq!(
        desk.first_opened().await.expect("the record"),
        [["https://trailhead.example/help/returns"]],
        "exactly the link confirmed, as one argument"
    );

    program.close().await;
    let again = Program::start(&desk, &[]).await;
    again
        .until(
            "the history is there after a restart, notice and all",
            "const log = document.querySelector('[role=log]')?.innerText ?? '';
             return log.includes('Contains peanuts') && log.includes('Has my jacket shipped?')
               && log.includes('Return policy');",
        )
        .await;
    again.say("Tell me about the trail bar once more").await;
    again
        .until(
            "the conversation goes on after a restart",
            "return document.querySelectorAll('[role=log] [role=note]').length === 2;",
        )
        .await;
    again.close().await;
}

#[tokio::test]
async fn a_hostile_message_gets_nowhere() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &[]).await;
    open_demo(&program).await;
    ask_for_bad_links(&program).await;

    // A warning: the focus is on Cancel, so Enter opens nothing.
    let more = "//button[starts-with(normalize-space(.), 'Show') and contains(., 'more')]";
    program.press(Locator::XPath(more)).await;
    let path = "(//button[contains(@class, 'card') and contains(@class, 'warn')])[1]";
    program.press(Locator::XPath(path)).await;
    program.see("dialog[open]").await;
    program
        .until(
            "the focus is on Cancel",
            "return document.activeElement?.textContent.trim() === 'Cancel'",
        )
        .await;
    let focused = program
        .page
        .active_element()
        .await
        .expect("something has the focus");
    focused
        .send_keys(&Key::Enter.to_string())
        .await
        .expect("Enter reaches it");
    program
        .until(
            "Enter cancels",
            "return !document.querySelector('dialog[open]')",
        )
        .await;

    // A refused link, asked for behind the page's back.
    let answer = program
        .run_async(
            "const done = arguments[arguments.length - 1];
             const call = (name, args) => window.__TAURI_INTERNALS__.invoke(name, args);
             (async () => {
               const { companies } = await call('overview');
               const chat = await call('open_conversation', { company: companies[0].id });
               const answers = [];
               for (const entry of chat.entries) {
                 const links = entry.content.view?.links ?? [];
                 for (const [index, link] of links.entries()) {
                   if (link.verdict !== 'refuse') continue;
                   answers.push(await call('open_link', { conversation: chat.id, entry: entry.id, index })
                     .then(() => 'opened', (error) => error.code));
                 }
               }
               return answers;
             })().then(done, (error) => done('failed: ' + JSON.stringify(error)));",
        )
        .await;
    let codes = answer
        .as_array()
        .unwrap_or_else(|| panic!("a list of answers: {answer}"));
    assert!(codes.len() > 3, "several links are refused: {answer}");
    assert!(
        codes.iter().all(|code| code == "link-refused"),
        "each is refused by the core: {answer}"
    );
    assert!(
        desk.opened().expect("the record").is_empty(),
        "nothing was opened"
    );
    program.close().await;
}

#[tokio::test]
async fn signing_in_goes_on_in_the_same_conversation() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &[]).await;
    open_demo(&program).await;
    program.say("my orders").await;
    let begin = "//*[@role='log']//button[normalize-space(.) = 'Begin sign-in']";
    program.press(Locator::XPath(begin)).await;
    program
        .until(
            "the code to type is shown, with the Company's domain",
            "const card = document.querySelector('[role=log]').innerText;
             return /[A-Z0-9]{4}-[A-Z0-9]{4}/.test(card) && card.includes('https://trailhead.example/device');",
        )
        .await;
    let open =
        "//*[@role='log']//button[starts-with(normalize-space(.), 'Open trailhead.example')]";
    program.press(Locator::XPath(open)).await;
    let [page] = desk
        .first_opened()
        .await
        .expect("the record")
        .try_into()
        .expect("one page was opened");
    assert!(
        page[0].starts_with("https://trailhead.example/device"),
        "the Company's own page: {page:?}"
    );
    program
        .until(
            "it goes on by itself, in the same conversation",
            "const log = document.querySelector('[role=log]').innerText;
             return log.includes('You are signed in at Trailhead') && log.includes('two orders');",
        )
        .await;
    program.close().await;

    // The account is still there after a restart, and can be left.
    let again = Program::start(&desk, &[]).await;
    again
        .until(
            "signed in after a restart",
            "const done = window.__TAURI_INTERNALS__.invoke('overview').then((overview) => {
               window.signedIn = overview.companies[0].account !== null;
             });
             return window.signedIn === true;",
        )
        .await;
    again.close().await;
}

#[tokio::test]
async fn a_long_hostile_message_leaves_the_window_where_it_is() {
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    open_demo(&program).await;
    ask_for_bad_links(&program).await;
    let held = program
        .run(
            "const page = document.scrollingElement;
             page.scrollTop = 500;
             return page.scrollTop === 0 && document.body.getBoundingClientRect().top === 0;",
        )
        .await;
    assert_eq!(held, serde_json::json!(true), "only the timeline scrolls");
    program.close().await;
}
