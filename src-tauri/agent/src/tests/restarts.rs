//! The program is killed at each request in turn, before or after the Company did what was asked,
//! and begun again: nothing is lost, nothing comes twice.

use super::*;

/// Whether the request at which it is killed was done.
#[derive(Clone, Copy, Debug)]
enum When {
    Before,
    After,
}

async fn killed_at(point: Point, nth: usize, when: When) {
    let company = FakeCompany::new();
    if point == Point::Stream {
        company.streams();
    }
    let mut scene = Scene::with(Arc::clone(&company)).await;
    let chat = scene.chat().await;
    for _ in 1..nth {
        // A request that goes well, so that the nth is the one.
        company.fails(point, Fault::CutAfter);
    }
    company.fails(
        point,
        match when {
            When::Before => Fault::HangBefore,
            When::After => Fault::HangAfter,
        },
    );
    for text in ["one", "two", "three"] {
        scene.agent.send(chat.id, text).await.unwrap();
    }
    until("it hangs or is done", async || {
        company.times(point).len() >= nth || scene.agent.progress(chat.id).await.unwrap().quiet()
    })
    .await;
    // The store, its lock and all loops go; what the store holds is what a kill leaves.
    scene.restart().await;
    scene.quiet(chat.id).await;
    let label = format!("killed at {point:?} {nth}, {when:?}");
    assert_eq!(company.has(), [["one", "two", "three"]], "{label}");
    let entries = all_shown(&scene.entries().await);
    let own: Vec<_> = entries
        .iter()
        .filter(|e| e.ends_with("[Delivered]"))
        .collect();
    assert_eq!(
        own,
        ["one [Delivered]", "two [Delivered]", "three [Delivered]"],
        "{label}"
    );
    assert_eq!(entries.len(), 6, "{label}: {entries:?}");
    let log = scene.log().await;
    assert_eq!(
        log.iter().filter(|w| *w == "sent").count(),
        3,
        "{label}: {log:?}"
    );
    let messages = log.iter().filter(|w| w.starts_with("message")).count();
    assert_eq!(messages, 6, "{label}: {log:?}");
}

#[tokio::test(start_paused = true)]
async fn killed_while_starting() {
    for when in [When::Before, When::After] {
        for nth in 1..=2 {
            killed_at(Point::Start, nth, when).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn killed_while_sending() {
    for when in [When::Before, When::After] {
        for nth in 1..=3 {
            killed_at(Point::Send, nth, when).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn killed_while_reading() {
    for when in [When::Before, When::After] {
        for nth in 1..=4 {
            killed_at(Point::Read, nth, when).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn killed_while_streaming() {
    for when in [When::Before, When::After] {
        for nth in 1..=2 {
            killed_at(Point::Stream, nth, when).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn killed_while_a_session_begins() {
    for when in [When::Before, When::After] {
        killed_at(Point::Token, 1, when).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_folder_in_use_is_not_shared_and_is_free_after_closing() {
    let scene = Scene::new().await;
    let path = scene.folder.path();
    let transport: Arc<dyn Transport> = Arc::clone(&scene.company) as _;
    let second = open_with(path, transport, Arc::new(FileKey::new(path))).await;
    assert_eq!(second.err().unwrap().code(), "in-use");
    scene.agent.close().await;
    let error = scene.agent.overview().await.unwrap_err();
    assert_eq!(error.code(), "closing");
    open(path, &scene.company).await.close().await;
}
