//! The store: its versions, and the order and oneness of what is in a conversation.

use poppy::event::Page;
use poppy::host::Timestamp;
use poppy::ids::MessageId;
use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::*;
use crate::error::AgentError;
use crate::folder::DataFolder;
use crate::page::{CompanyId, ConversationKey};
use crate::store::rows::PENDING;

const NOW: Timestamp = Timestamp(1_000);

async fn with_conversation(folder: &std::path::Path) -> (Store, ConversationKey) {
    let store = Store::open(DataFolder::take(folder).unwrap())
        .await
        .unwrap();
    let company: poppy::documents::company::Company = serde_json::from_value(json!({
        "domain": "shop.example", "name": "Shop", "version": "0.3", "auth": null,
        "chat": "https://shop.example/chat", "extensions": {}
    }))
    .unwrap();
    let company = store.keep_company(company, NOW, NOW, false).await.unwrap();
    let conversation = store.add_conversation(company.id, None, NOW).await.unwrap();
    (store, conversation.id)
}

fn page(events: &[Value], cursor: &str) -> Page {
    let body = json!({"conversation_id": "cnv", "status": "idle", "responder": "agent",
        "events": events, "cursor": cursor, "has_more": false});
    Page::parse(body.to_string().as_bytes()).unwrap()
}

fn company_event(n: usize) -> Value {
    json!({"id": format!("c{n}"), "type": "message", "message": {"id": format!("mc{n}"),
        "role": "company", "author": {"type": "agent"}, "text": format!("{n}")}})
}

fn own_event(n: usize, id: &str) -> Value {
    json!({"id": format!("u{n}"), "type": "message", "message": {"id": id, "role": "user",
        "author": {"type": "human"}, "text": "x"}})
}

async fn write(store: &Store, key: ConversationKey, n: usize) -> EntryRow {
    let id = MessageId::parse(&format!("own{n}")).unwrap();
    let body = json!({"message": {"id": id, "text": "x"}}).to_string();
    let written = store.write_message(key, id, body.into_bytes(), NOW).await;
    written.unwrap().unwrap()
}

async fn all(store: &Store, key: ConversationKey) -> Vec<EntryRow> {
    store.entries_before(key, i64::MAX, 10_000).await.unwrap().0
}

#[tokio::test]
async fn a_new_store_has_the_newest_version_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    store.save_draft(key, "kept".to_owned()).await.unwrap();
    store.close().await;
    let raw = Connection::open(folder.path().join(super::open::FILE)).unwrap();
    assert_eq!(migrations::version(&raw).unwrap(), KNOWN_VERSION);
    drop(raw);
    let store = Store::open(DataFolder::take(folder.path()).unwrap())
        .await
        .unwrap();
    assert_eq!(
        store.conversation(key).await.unwrap().unwrap().draft,
        "kept"
    );
}

#[tokio::test]
async fn a_store_of_version_1_is_brought_up_with_its_key_and_messages() {
    let folder = tempfile::tempdir().unwrap();
    {
        let raw = Connection::open(folder.path().join(super::open::FILE)).unwrap();
        raw.execute_batch(migrations::VERSION_1).unwrap();
        raw.execute_batch(
            "PRAGMA user_version = 1;
             INSERT INTO secret VALUES ('identity-key', x'01'), ('check', x'02');
             INSERT INTO company VALUES (1, 'shop.example', '{\"domain\":\"shop.example\",
               \"name\":\"Shop\",\"version\":\"0.3\",\"auth\":null,\"chat\":null,
               \"extensions\":{}}', 1, 1, 1, 0);
             INSERT INTO account VALUES ('https://shop.example', 'tag', x'03', x'04', 'ses');
             INSERT INTO conversation (id, company, remote_id, cursor, created_at)
               VALUES (5, 1, 'cnv', 'c9', 7);
             INSERT INTO entry VALUES (1, 5, 4503599627370496, 7, 'own', NULL, NULL, NULL, 1, 0);
             INSERT INTO outbox (entry, conversation, message_id, body, state)
               VALUES (1, 5, 'own1', x'7b7d', 'queued');",
        )
        .unwrap();
    }
    let store = Store::open(DataFolder::take(folder.path()).unwrap())
        .await
        .unwrap();
    let keys = store.identity_keys().await.unwrap();
    assert_eq!(keys.len(), 1);
    assert_eq!(
        (&*keys[0].purpose, keys[0].role),
        ("identity-key", KeyUse::Signing)
    );
    assert_eq!((&*keys[0].sealed, keys[0].made_at), (&[1][..], None));
    let row = store
        .conversation(ConversationKey(5))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (row.created_at, row.parent, row.last_event),
        (7, None, None)
    );
    assert!(store.next_outgoing(row.id).await.unwrap().is_some());
    let account = store
        .account("https://shop.example".to_owned())
        .await
        .unwrap();
    assert!(account.unwrap().signed_in.is_none());
    let choice = store.context(CompanyId(1)).await.unwrap();
    assert_eq!(choice, crate::page::ContextChoice::default());
}

#[tokio::test]
async fn a_newer_store_is_refused_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(super::open::FILE);
    {
        let raw = Connection::open(&path).unwrap();
        raw.execute_batch("CREATE TABLE future (x); PRAGMA user_version = 77;")
            .unwrap();
    }
    let before = std::fs::read(&path).unwrap();
    let error = Store::open(DataFolder::take(folder.path()).unwrap())
        .await
        .err()
        .unwrap();
    assert!(matches!(error, AgentError::NewerStore { found: 77, known } if known == KNOWN_VERSION));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[tokio::test]
async fn a_file_that_is_no_store_is_an_error_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(super::open::FILE);
    let other = b"this is somebody's letter, and no database at all ...".repeat(40);
    std::fs::write(&path, &other).unwrap();
    let error = Store::open(DataFolder::take(folder.path()).unwrap())
        .await
        .err()
        .unwrap();
    assert_eq!(error.code(), "store-failed");
    assert_eq!(std::fs::read(&path).unwrap(), other);
}

#[tokio::test]
async fn a_page_is_kept_whole_with_its_cursor_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    let unknown = store.keep_page(ConversationKey(999), page(&[company_event(1)], "a"), NOW);
    assert!(unknown.await.unwrap().is_none());
    let outcome = store
        .keep_page(key, page(&[company_event(1), company_event(2)], "a"), NOW)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((outcome.entries.len(), outcome.new_events), (2, 2));
    let row = store.conversation(key).await.unwrap().unwrap();
    assert_eq!(row.cursor.unwrap().as_str(), "a");
    let again = store
        .keep_page(key, page(&[company_event(2), company_event(3)], "b"), NOW)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((again.entries.len(), again.new_events), (1, 1));
}

#[tokio::test]
async fn an_event_is_kept_exactly_as_sent() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    let raw = "{\"id\": \"e\",  \"type\":\"message\", \"message\":{\"role\":\"company\",\
               \"text\":\"\\u0041\u{202e}\", \"zebra\": 1.0, \"apple\": 1e2}}";
    let body = format!(
        "{{\"conversation_id\":\"cnv\",\"events\":[{raw}],\"cursor\":\"a\",\"has_more\":false}}"
    );
    let page = Page::parse(body.as_bytes()).unwrap();
    store.keep_page(key, page, NOW).await.unwrap();
    assert_eq!(all(&store, key).await[0].raw.as_deref(), Some(raw));
}

#[tokio::test]
async fn a_receipt_older_than_a_page_does_not_set_the_status() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    let receipt = |status: &str| {
        let body = json!({"conversation_id": "cnv", "status": status, "responder": "agent"});
        poppy::event::Receipt::parse(body.to_string().as_bytes()).unwrap()
    };
    let first = write(&store, key, 1).await;
    store.sending(first.id).await.unwrap();
    store
        .receipt(key, first.id, receipt("working"), 0)
        .await
        .unwrap();
    let status = async || store.conversation(key).await.unwrap().unwrap().status;
    assert_eq!(status().await, Some(poppy::event::Status::Working));
    let second = write(&store, key, 2).await;
    store.sending(second.id).await.unwrap();
    store.keep_page(key, page(&[], "a"), NOW).await.unwrap();
    store
        .receipt(key, second.id, receipt("working"), 0)
        .await
        .unwrap();
    assert_eq!(status().await, Some(poppy::event::Status::Idle));
}

#[tokio::test]
async fn what_was_under_way_is_unconfirmed_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    let entry = write(&store, key, 1).await;
    store.sending(entry.id).await.unwrap();
    store.recover().await.unwrap();
    let state = all(&store, key).await[0].own.clone().unwrap().state;
    assert_eq!(state, SendState::Unconfirmed);
    let active = store.active().await.unwrap();
    assert_eq!(
        active.iter().map(|(_, key)| *key).collect::<Vec<_>>(),
        [key]
    );
}

#[tokio::test]
async fn the_log_keeps_the_newest_items() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    for n in 0..3 {
        let trouble = store.log_trouble(key, format!("code-{n}"), String::new());
        trouble.await.unwrap();
    }
    let end = store.log_end().await.unwrap();
    assert_eq!(store.log_since(end, 10).await.unwrap().len(), 0);
    let before = crate::log::LogSeq(end.0 - 2);
    let items = store.log_since(before, 10).await.unwrap();
    assert!(matches!(&items[0].detail, LogDetail::Error { code, .. } if code == "code-1"));
    store.recover().await.unwrap();
    assert_eq!(store.log_since(before, 1).await.unwrap().len(), 1);
}

#[tokio::test]
async fn deleted_content_is_overwritten_and_writes_reach_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = with_conversation(folder.path()).await;
    let pragma = async |name: &'static str| {
        store
            .run(move |t| {
                Ok(t.query_row(&format!("PRAGMA {name}"), [], |row| {
                    row.get::<_, rusqlite::types::Value>(0)
                })?)
            })
            .await
            .unwrap()
    };
    use rusqlite::types::Value::{Integer, Text};
    assert_eq!(pragma("journal_mode").await, Text("wal".to_owned()));
    assert_eq!(pragma("synchronous").await, Integer(2));
    assert_eq!(pragma("secure_delete").await, Integer(1));
    assert_eq!(pragma("foreign_keys").await, Integer(1));
}

/// What may happen to a conversation.
#[derive(Clone, Debug)]
enum Step {
    /// The User writes.
    Write,
    /// A page tells up to so many events more, and repeats so many.
    Page { more: usize, repeats: usize },
    /// The Company adds a message of its own.
    Company,
    /// The Company takes one of the User's messages that it does not have.
    Takes(prop::sample::Index),
    /// Reading begins anew.
    Beginning,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Write),
        3 => (0usize..4, 0usize..4).prop_map(|(more, repeats)| Step::Page { more, repeats }),
        2 => Just(Step::Company),
        2 => any::<prop::sample::Index>().prop_map(Step::Takes),
        1 => Just(Step::Beginning),
    ]
}

/// What the Company has, and what was read of it.
#[derive(Default)]
struct Model {
    events: Vec<Value>,
    read: usize,
    written: usize,
    taken: Vec<usize>,
}

impl Model {
    async fn apply(&mut self, step: &Step, store: &Store, key: ConversationKey) {
        match step {
            Step::Write => {
                write(store, key, self.written).await;
                self.written += 1;
            }
            Step::Company => self.events.push(company_event(self.events.len())),
            Step::Takes(index) => {
                let left: Vec<_> = (0..self.written)
                    .filter(|n| !self.taken.contains(n))
                    .collect();
                if left.is_empty() {
                    return;
                }
                let n = left[index.index(left.len())];
                self.taken.push(n);
                self.events.push(own_event(n, &format!("own{n}")));
            }
            Step::Page { more, repeats } => {
                let from = self.read.saturating_sub(*repeats);
                let upto = (self.read + more).min(self.events.len());
                let events = &self.events[from..upto];
                let page = page(events, &format!("at{upto}"));
                store.keep_page(key, page, NOW).await.unwrap();
                self.read = upto;
            }
            Step::Beginning => {
                let again = store.read_from_beginning(key, None, NOW).await;
                assert!(again.unwrap().is_none());
                let page = page(&self.events[..self.read], "again");
                store.keep_page(key, page, NOW).await.unwrap();
            }
        }
    }

    /// The ids of what is shown, in order.
    fn expected(&self) -> Vec<String> {
        let read = &self.events[..self.read];
        let id = |event: &Value| event["message"]["id"].as_str().unwrap().to_owned();
        let mut ids: Vec<_> = read.iter().map(id).collect();
        let waiting = (0..self.written).map(|n| format!("own{n}"));
        let waiting: Vec<_> = waiting.filter(|own| !ids.contains(own)).collect();
        ids.extend(waiting);
        ids
    }
}

async fn holds(steps: Vec<Step>) {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    let mut model = Model::default();
    for step in &steps {
        model.apply(step, &store, key).await;
        let rows = all(&store, key).await;
        let ids: Vec<_> = rows
            .iter()
            .map(|row| match &row.own {
                Some(own) => own.message_id.clone(),
                None => {
                    let event: Value = serde_json::from_str(row.raw.as_ref().unwrap()).unwrap();
                    event["message"]["id"].as_str().unwrap().to_owned()
                }
            })
            .collect();
        assert_eq!(ids, model.expected(), "after {step:?} of {steps:?}");
        assert!(rows.is_sorted_by(|a, b| a.position < b.position));
        for row in &rows {
            let back = row.event_id.is_some();
            assert_eq!(row.position < PENDING, back);
            if let Some(own) = &row.own {
                assert_eq!(own.state == SendState::Delivered, back);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// The Company's order, its repeats dropped, then what has not come back in the order of writing.
    #[test]
    fn entries_stand_in_the_companys_order_and_once(steps in prop::collection::vec(step(), 1..24)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(holds(steps));
    }
}

#[test]
fn keys_are_plain_numbers() {
    assert_eq!(serde_json::to_string(&CompanyId(7)).unwrap(), "7");
}

#[tokio::test]
async fn a_step_that_panics_is_undone_and_is_not_taken_for_closing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(DataFolder::take(folder.path()).unwrap())
        .await
        .unwrap();
    let broken = store
        .run(|t| -> Result<(), StoreError> {
            t.execute("INSERT INTO meta (name, value) VALUES ('a', 'b')", [])?;
            panic!("as a test asks for")
        })
        .await;
    assert!(matches!(broken, Err(StoreError::BrokeOff)), "{broken:?}");
    let error = crate::error::AgentError::from(StoreError::BrokeOff);
    assert_eq!(error.code(), "store-failed");
    let kept = store.run(|t| {
        let sql = "SELECT COUNT(*) FROM meta WHERE name = 'a'";
        Ok(t.query_row(sql, [], |row| row.get::<_, i64>(0))?)
    });
    assert_eq!(kept.await.unwrap(), 0, "it goes on with what there was");
}

#[tokio::test]
async fn the_log_is_pruned_as_it_grows() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    let kept = store.run(move |t| {
        let detail = LogDetail::State {
            status: None,
            responder: None,
        };
        for _ in 0..11_000 {
            log::add(t, key, None, &detail)?;
        }
        Ok(t.query_row("SELECT COUNT(*) FROM log", [], |row| row.get::<_, i64>(0))?)
    });
    assert_eq!(kept.await.unwrap(), 10_000);
}

#[tokio::test]
async fn a_receipt_is_surer_than_a_page_that_closed_the_conversation_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    let entry = write(&store, key, 1).await;
    store.sending(entry.id).await.unwrap();
    let code = "conversation_closed".to_owned();
    let ended = store.end_conversation(key, code, String::new());
    ended.await.unwrap();
    let receipt = poppy::event::Receipt::parse(
        br#"{"conversation_id": "cnv_1", "status": "closed", "responder": "agent"}"#,
    );
    let sent = store.receipt(key, entry.id, receipt.unwrap(), 0).await;
    let Received::Here { entry, .. } = sent.unwrap() else {
        panic!("there is no other");
    };
    assert_eq!(entry.own.unwrap().state, SendState::Sent);
}

#[tokio::test]
async fn the_end_of_a_conversation_is_logged_once_whoever_learns_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    write(&store, key, 1).await;
    let before = store.log_end().await.unwrap();
    for code in ["conversation_closed", "conversation_not_found"] {
        let ended = store.end_conversation(key, code.to_owned(), "It is over.".to_owned());
        ended.await.unwrap();
    }
    let items = store.log_since(before, 10).await.unwrap();
    let told: Vec<_> = items
        .iter()
        .map(|item| match &item.detail {
            LogDetail::Error { code, message, .. } => (code.as_str(), message.as_deref()),
            other => panic!("nothing but what went wrong: {other:?}"),
        })
        .collect();
    assert_eq!(
        told,
        [
            ("conversation_closed", None),
            ("conversation_closed", Some("It is over."))
        ]
    );
}

#[tokio::test]
async fn conversations_that_were_here_twice_are_here_once_after_an_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = with_conversation(folder.path()).await;
    store.close().await;
    {
        let raw = Connection::open(folder.path().join(super::open::FILE)).unwrap();
        raw.execute_batch(
            "DROP INDEX conversation_by_remote;
             CREATE INDEX conversation_by_remote ON conversation (company, remote_id);
             ALTER TABLE outbox DROP COLUMN unsure;
             PRAGMA user_version = 4;
             UPDATE conversation SET remote_id = 'cnv_0', account = 'a' WHERE id = 1;
             INSERT INTO conversation (id, company, parent, remote_id, account, created_at) VALUES
               (2, 1, 1, 'cnv_1', 'a', 1), (3, 1, 1, 'cnv_1', 'a', 2), (4, 1, 1, 'cnv_1', 'a', 3),
               (5, 1, 1, 'cnv_1', 'b', 3), (6, 1, 1, NULL, 'a', 3), (7, 1, 1, NULL, 'a', 3);
             INSERT INTO entry (id, conversation, position, at, kind, raw, detail, shown, counts)
               VALUES (1, 2, 1, 1, 'message', '{}', NULL, 1, 1),
               (2, 3, 4503599627370496, 1, 'own', NULL, NULL, 1, 0),
               (3, 1, 1, 1, 'direct', '{}', '2', 1, 0),
               (4, 4, 4503599627370496, 1, 'own', NULL, NULL, 1, 0);
             INSERT INTO outbox (entry, conversation, message_id, body, state, leads_to) VALUES
               (2, 3, 'own1', x'7b7d', 'unconfirmed', 2), (4, 4, 'own2', x'7b7d', 'queued', NULL);
             INSERT INTO search_text VALUES (1, 'ab');
             INSERT INTO search (rowid, terms) VALUES (1, 'ab');
             INSERT INTO log (conversation, entry, detail) VALUES (2, 1, '{\"kind\":\"message\"}');",
        )
        .unwrap();
    }
    let store = Store::open(DataFolder::take(folder.path()).unwrap())
        .await
        .unwrap();
    let row = async |key| store.conversation(ConversationKey(key)).await.unwrap();
    assert!(
        row(2).await.is_none(),
        "only the Company's word of the other"
    );
    let kept = row(3).await.unwrap();
    assert_eq!(kept.remote.unwrap().as_str(), "cnv_1");
    let other = row(4).await.unwrap();
    assert_eq!(
        (other.remote, other.ended.as_deref()),
        (None, Some(crate::words::ELSEWHERE))
    );
    assert!(row(5).await.unwrap().remote.is_some(), "another account's");
    let mention = &all(&store, key).await[0];
    assert_eq!(mention.detail.as_deref(), Some("3"));
    let own = async |key| {
        all(&store, ConversationKey(key))
            .await
            .remove(0)
            .own
            .unwrap()
    };
    let (first, second) = (own(3).await, own(4).await);
    assert_eq!((first.state, first.unsure), (SendState::Unconfirmed, true));
    assert_eq!(first.leads_to, Some(ConversationKey(3)));
    assert_eq!(
        (second.state, second.leads_to),
        (SendState::Failed, Some(ConversationKey(3)))
    );
    store.close().await;
    let raw = Connection::open(folder.path().join(super::open::FILE)).unwrap();
    let count = |sql| raw.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT COUNT(*) FROM search_text"), 0);
    assert_eq!(
        count("SELECT COUNT(*) FROM search WHERE search MATCH 'ab'"),
        0
    );
    assert_eq!(count("SELECT COUNT(*) FROM log WHERE conversation = 2"), 0);
    let twice = raw.execute(
        "UPDATE conversation SET remote_id = 'cnv_1' WHERE id = 6",
        [],
    );
    assert!(twice.is_err(), "no other can have its id");
}
