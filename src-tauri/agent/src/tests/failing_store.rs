//! A disk that fails while the agent is at work, and mistakes of our own: loops say so and go on.

use super::sign_in::{item, signed_in};
use super::*;
use crate::page::CoreEvent;

/// Makes every write to the agent's log fail, as a full disk does, or not any longer.
fn logs(folder: &Path, work: bool) {
    let raw = rusqlite::Connection::open(folder.join("candor.db")).unwrap();
    raw.execute_batch(if work {
        "DROP TRIGGER no_log; DROP TRIGGER no_cursor; DROP TRIGGER no_send;"
    } else {
        "CREATE TRIGGER no_log BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'full'); END;
         CREATE TRIGGER no_send BEFORE UPDATE ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END;
         CREATE TRIGGER no_cursor BEFORE UPDATE ON conversation BEGIN
           SELECT RAISE(ABORT, 'full'); END;"
    })
    .unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_for_a_while_ends_no_loop_and_the_window_is_told() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "one").await.unwrap();
    scene.quiet(key).await;
    let mut events = scene.agent.subscribe();
    logs(scene.folder.path(), false);
    scene
        .company
        .tells(serde_json::json!({"id": "evt_z", "type": "message",
        "message": {"id": "z", "role": "company", "author": {"type": "agent"}, "text": "late"}}));
    until("the window is told", async || {
        let mut told = false;
        while let Ok(event) = events.try_recv() {
            told |= matches!(event, CoreEvent::Standing { standing, .. }
                if standing.trouble.as_ref().is_some_and(|trouble| trouble.code == "store-failed"));
        }
        told
    })
    .await;
    // Long enough for several tries of both loops.
    tokio::time::sleep(Duration::from_secs(200)).await;
    logs(scene.folder.path(), true);
    scene.agent.send(key, "two").await.unwrap();
    until("both loops go on", async || {
        let shown = all_shown(&scene.entries().await);
        shown.contains(&"late".to_owned()) && shown.contains(&"two [Delivered]".to_owned())
    })
    .await;
    scene.quiet(key).await;
    assert_eq!(scene.standing().await.trouble, None);
}

#[tokio::test(start_paused = true)]
async fn a_send_that_the_store_cannot_note_is_tried_again() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    let raw = rusqlite::Connection::open(scene.folder.path().join("candor.db")).unwrap();
    raw.execute_batch(
        "CREATE TRIGGER no_log BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'full'); END;",
    )
    .unwrap();
    scene.agent.send(key, "one").await.unwrap();
    let trouble = async || scene.standing().await.trouble.map(|trouble| trouble.code);
    until("it is said", async || {
        trouble().await.as_deref() == Some("store-failed")
    })
    .await;
    tokio::time::sleep(Duration::from_secs(200)).await;
    raw.execute_batch("DROP TRIGGER no_log").unwrap();
    scene.quiet(key).await;
    assert_eq!(scene.company.has(), [["one"]]);
}

#[tokio::test(start_paused = true)]
async fn a_loop_that_panics_is_begun_again() {
    for point in [Point::Start, Point::Read] {
        let scene = Scene::new().await;
        let key = scene.chat().await.id;
        scene.company.fails(point, Fault::Panics);
        scene.agent.send(key, "one").await.unwrap();
        scene.quiet(key).await;
        assert_eq!(scene.company.has(), [["one"]], "{point:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_account_that_ended_while_nothing_could_be_read_is_told_of_afterwards() {
    let mut scene = signed_in().await;
    scene.company.disconnects();
    scene.company.holds(Point::Token);
    let before = scene.company.times(Point::Token).len();
    scene.restart().await;
    until("the account is about to end", async || {
        scene.company.times(Point::Token).len() > before
    })
    .await;
    let mut events = scene.agent.subscribe();
    let raw = rusqlite::Connection::open(scene.folder.path().join("candor.db")).unwrap();
    raw.execute_batch("ALTER TABLE company RENAME TO company_away")
        .unwrap();
    scene.company.lets_go();
    let ended = "SELECT COUNT(*) FROM account WHERE token IS NULL";
    until("it ended", async || {
        raw.query_row(ended, [], |row| row.get::<_, i64>(0))
            .unwrap()
            == 1
    })
    .await;
    // Long enough for it to be told in vain.
    tokio::time::sleep(Duration::from_secs(100)).await;
    let mut told = async || {
        let mut told = false;
        while let Ok(event) = events.try_recv() {
            told |= matches!(event, CoreEvent::Companies { companies }
                if companies.iter().all(|company| company.account.is_none()));
        }
        told
    };
    assert!(!told().await, "there is nothing to tell it from");
    raw.execute_batch("ALTER TABLE company_away RENAME TO company")
        .unwrap();
    until("it is told", told).await;
}

#[tokio::test(start_paused = true)]
async fn a_sign_out_that_the_store_cannot_note_as_told_is_told_again_soon() {
    let scene = signed_in().await;
    let raw = rusqlite::Connection::open(scene.folder.path().join("candor.db")).unwrap();
    raw.execute_batch(
        "CREATE TRIGGER no_end BEFORE DELETE ON revocation BEGIN SELECT RAISE(ABORT, 'full'); END;",
    )
    .unwrap();
    scene.agent.sign_out(scene.id).await.unwrap();
    until("it is told in vain", async || {
        scene.company.revoked().len() > 1
    })
    .await;
    assert!(item(&scene).await.signing_out);
    raw.execute_batch("DROP TRIGGER no_end").unwrap();
    until("it is noted", async || !item(&scene).await.signing_out).await;
    assert!(
        scene
            .company
            .revoked()
            .iter()
            .all(|token| token == "acct_1")
    );
}
