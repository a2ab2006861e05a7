//! Whatever happens, in whatever order: what the User wrote is with the Company once each and in
//! order, and both sides have the same history.

use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;

use super::*;

#[derive(Clone, Debug)]
enum Step {
    /// The User writes.
    Write,
    /// The Company says something.
    Say,
    /// The Company is writing.
    Piece,
    /// All open streams break.
    Cut,
    /// The next request to this point goes wrong.
    Fails(Point, Fault),
    /// The program is ended at once and begun again.
    Restart,
    /// The machine sleeps.
    Sleep,
    /// The window is looked at.
    Wake,
    /// Time passes, in milliseconds.
    Pass(u16),
    /// Somebody asks whether all was read.
    Ask,
}

fn step() -> impl Strategy<Value = Step> {
    let point = prop::sample::select(vec![
        Point::Start,
        Point::Send,
        Point::Read,
        Point::Stream,
        Point::Token,
    ]);
    let fault = prop::sample::select(vec![
        Fault::CutBefore,
        Fault::CutAfter,
        Fault::Refuse(503, "temporarily_unavailable", None),
        Fault::Refuse(429, "rate_limited", Some(20)),
    ]);
    prop_oneof![
        5 => Just(Step::Write),
        4 => Just(Step::Say),
        2 => Just(Step::Piece),
        3 => Just(Step::Cut),
        4 => (point, fault).prop_map(|(point, fault)| Step::Fails(point, fault)),
        2 => Just(Step::Restart),
        1 => Just(Step::Sleep),
        1 => Just(Step::Wake),
        4 => (0_u16..4000).prop_map(Step::Pass),
        2 => Just(Step::Ask),
    ]
}

async fn goes_through(steps: Vec<Step>, streams: bool) {
    let clock = clock();
    let company = FakeCompany::new();
    if streams {
        company.streams();
    }
    let mut scene = Scene::at(Arc::clone(&company), Arc::clone(&clock)).await;
    let key = scene.chat().await.id;
    let mut written = Vec::new();
    for (n, step) in steps.iter().enumerate() {
        match step {
            Step::Write => {
                let text = format!("mine {n}");
                scene.agent.send(key, &text).await.unwrap();
                written.push(text);
            }
            Step::Say if !company.has().is_empty() => company.tells(
                json!({"id": format!("evt_s{n}"), "type": "message", "message": {
                    "id": format!("s{n}"), "role": "company", "author": {"type": "agent"},
                    "text": format!("theirs {n}")}}),
            ),
            Step::Say => {}
            Step::Piece => company.writes(&format!("s{}", n + 1), "thei"),
            Step::Cut => company.cuts_streams(),
            Step::Fails(point, fault) => company.fails(*point, fault.clone()),
            Step::Restart => scene.restart().await,
            Step::Sleep => clock.forward(Duration::from_secs(3600)),
            Step::Wake => scene.agent.wake(),
            Step::Pass(millis) => {
                tokio::time::sleep(Duration::from_millis(u64::from(*millis))).await;
            }
            Step::Ask => drop(scene.agent.progress(key).await.unwrap()),
        }
    }
    scene.quiet(key).await;
    let expected: Vec<Vec<String>> = (!written.is_empty())
        .then_some(written)
        .into_iter()
        .collect();
    assert_eq!(company.has(), expected, "each once, in order");
    let texts = |shown: Vec<String>| -> Vec<String> {
        let plain = |text: String| text.trim_end_matches(" [Delivered]").to_owned();
        shown.into_iter().map(plain).collect()
    };
    // What the Company says after all was read comes when it comes.
    until("one history", async || {
        texts(all_shown(&scene.entries_of(key).await)) == company.history()
    })
    .await;
    let chat = scene.agent.conversation(key).await.unwrap();
    assert!(chat.writing.iter().all(|one| one.text == "thei"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_and_nothing_comes_twice(
        steps in prop::collection::vec(step(), 1..40),
        streams in any::<bool>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(goes_through(steps, streams));
    }
}
