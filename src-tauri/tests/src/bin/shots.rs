//! Makes the README's pictures: `cargo xtask shots`.

use std::fs;
use std::path::Path;

use candor_tests::{Desk, Program};
use fantoccini::Locator;

#[tokio::main]
async fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/images");
    fs::create_dir_all(&folder).expect("the folder for the pictures");
    let desk = Desk::new().expect("a desk");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    program
        .page
        .set_window_size(1120, 760)
        .await
        .expect("the window takes a size");
    program.press(Locator::Css(".welcome .primary")).await;
    program.see("[role=log] .card, [role=log] p").await;

    program.say("Do the trail bars have nuts in them?").await;
    program.see("[role=log] [role=note]").await;
    program.say("Good to know. Has my jacket shipped?").await;
    program.see("[role=log] button.card").await;
    save(&program, &folder.join("conversation.png")).await;

    program.say("Show me bad links").await;
    let path = "(//button[contains(@class, 'card') and contains(@class, 'warn')])[1]";
    program.press(Locator::XPath(path)).await;
    program.see("dialog[open]").await;
    save(&program, &folder.join("question.png")).await;
    let cancel = "//dialog[@open]//button[normalize-space(.) = 'Cancel']";
    program.press(Locator::XPath(cancel)).await;
    program.close().await;
}

async fn save(program: &Program, file: &Path) {
    // What is written last is drawn before the picture is taken.
    program.run_async("const done = arguments[arguments.length - 1]; requestAnimationFrame(() => requestAnimationFrame(done))").await;
    let picture = program
        .page
        .screenshot()
        .await
        .expect("a picture of the page");
    fs::write(file, picture).expect("the picture is kept");
}
