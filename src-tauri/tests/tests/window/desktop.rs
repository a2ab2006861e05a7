//! The window among others on a desktop: where it stands and how large its page is drawn.

use candor_tests::{Desk, Program};

use crate::hand_over::call;

const WRITTEN: &str =
    r#"{"place":{"x":40,"y":30,"width":830,"height":610,"maximised":false},"zoom":100}"#;

async fn size(program: &Program) -> serde_json::Value {
    program.see("button").await;
    program.run("return [innerWidth, innerHeight]").await
}

#[tokio::test]
async fn the_window_comes_back_as_large_as_it_was_and_so_does_its_page() {
    let desk = Desk::new().expect("a desk");
    std::fs::create_dir(desk.data()).expect("a data folder");
    let file = desk.data().join("candor.window.json");
    std::fs::write(&file, WRITTEN).expect("what an earlier start wrote");
    let program = Program::start(&desk, &["--secrets", "file"]).await;
    assert_eq!(size(&program).await, serde_json::json!([830, 610]));

    for (step, percent) in [
        ("smaller", 90),
        ("actual", 100),
        ("larger", 110),
        ("larger", 125),
    ] {
        let drawn = call(&program, "zoom", serde_json::json!({ "step": step })).await;
        assert_eq!(drawn, percent);
    }
    let larger = "return innerWidth === 830 / 1.25";
    program.until("the page is drawn larger", larger).await;
    let written = || {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|kept| kept["zoom"] == 125)
    };
    for _ in 0..200 {
        if written() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(written(), "it is written down without the program ending");
    program.close().await;

    let program = Program::start(&desk, &["--secrets", "file"]).await;
    size(&program).await;
    program.until("the page is as large again", larger).await;
    program.close().await;
}
