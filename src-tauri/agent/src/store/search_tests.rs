//! The index: it holds what is kept, gives the newest first, and lets go of what is taken out.

use poppy::event::Page;
use poppy::host::Timestamp;
use poppy::ids::MessageId;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::search::Searched;
use super::*;
use crate::folder::DataFolder;
use crate::page::{CompanyId, ConversationKey};
use crate::search::{Query, Scope};

const NOW: Timestamp = Timestamp(1_000);

async fn open(folder: &std::path::Path) -> Store {
    Store::open(DataFolder::take(folder).unwrap())
        .await
        .unwrap()
}

async fn company(store: &Store, domain: &str, name: &str) -> CompanyId {
    let company = serde_json::from_value(json!({"domain": domain, "name": name, "version": "0.3",
        "auth": null, "chat": null, "extensions": {}}));
    let kept = store.keep_company(company.unwrap(), NOW, NOW, false).await;
    kept.unwrap().id
}

async fn conversation(store: &Store, company: CompanyId) -> ConversationKey {
    store.add_conversation(company, None, NOW).await.unwrap().id
}

/// Keeps messages of the Company: text, notices and links.
async fn says(store: &Store, key: ConversationKey, messages: &[(&str, Value)]) {
    let events: Vec<Value> = messages
        .iter()
        .enumerate()
        .map(|(n, (text, extensions))| {
            json!({"id": format!("e{}-{n}-{}", key.0, text.len()), "type": "message", "message": {
                "id": format!("m{n}"), "role": "company", "author": {"type": "agent"},
                "text": text, "extensions": extensions}})
        })
        .collect();
    let body = json!({"conversation_id": "cnv", "status": "idle", "responder": "agent",
        "events": events, "cursor": "c", "has_more": false});
    let page = Page::parse(body.to_string().as_bytes()).unwrap();
    store.keep_page(key, page, NOW).await.unwrap().unwrap();
}

async fn search(store: &Store, typed: &str) -> Searched {
    search_in(store, typed, Scope::All).await
}

async fn search_in(store: &Store, typed: &str, scope: Scope) -> Searched {
    let query = Query::read(typed).unwrap();
    store.search(query, scope, None, 50).await.unwrap().unwrap()
}

async fn texts(store: &Store, typed: &str) -> Vec<String> {
    let searched = search(store, typed).await;
    let text = |hit: HitRow| hit.found.snippet.map_or(String::new(), |s| s.text);
    searched.hits.into_iter().map(text).collect()
}

#[tokio::test]
async fn what_is_kept_is_found_at_once_the_newest_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let shop = company(&store, "shop.example", "The Shop").await;
    let key = conversation(&store, shop).await;
    let none = json!({});
    let notice = json!({"disclosures": {"items": [{"text": "Contains peanuts."}]}});
    let link =
        json!({"links": {"items": [{"url": "https://elsewhere.example/a", "title": "Chart"}]}});
    says(
        &store,
        key,
        &[
            ("first jacket", none.clone()),
            ("see here", notice),
            ("there", link),
        ],
    )
    .await;
    let body = json!({"message": {"text": "My own jacket"}}).to_string();
    let id = MessageId::parse("own").unwrap();
    store
        .write_message(key, id, body.into_bytes(), NOW)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        texts(&store, "JACK").await,
        ["My own jacket", "first jacket"]
    );
    assert_eq!(texts(&store, "peanut").await, ["see here"]);
    assert_eq!(texts(&store, "chart").await, ["there"]);
    assert_eq!(texts(&store, "elsewhere.example").await, ["there"]);
    assert_eq!(texts(&store, "jacket peanuts").await, [""; 0]);
    assert_eq!(texts(&store, "shop own").await, ["My own jacket"]);
    assert_eq!(search(&store, "sho").await.companies, [shop]);
    assert!(search(&store, "shop").await.hits.is_empty());
}

#[tokio::test]
async fn a_scope_leaves_out_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let (one, other) = (
        company(&store, "one.example", "One").await,
        company(&store, "other.example", "Other").await,
    );
    let keys = [
        conversation(&store, one).await,
        conversation(&store, one).await,
        conversation(&store, other).await,
    ];
    for key in keys {
        says(&store, key, &[("word", json!({}))]).await;
    }
    let count = async |scope| search_in(&store, "word", scope).await.hits.len();
    assert_eq!(count(Scope::All).await, 3);
    assert_eq!(count(Scope::Company(one)).await, 2);
    assert_eq!(count(Scope::Conversation(keys[2])).await, 1);
    assert_eq!(count(Scope::Company(CompanyId(77))).await, 0);
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let shop = company(&store, "shop.example", "Shop").await;
    let key = conversation(&store, shop).await;
    let said: Vec<String> = (0..25)
        .map(|n| format!("word {n} {}", "x".repeat(n)))
        .collect();
    let said: Vec<_> = said.iter().map(|text| (text.as_str(), json!({}))).collect();
    says(&store, key, &said).await;
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let query = Query::read("wor").unwrap();
        let page = store
            .search(query, Scope::All, before, 10)
            .await
            .unwrap()
            .unwrap();
        found.extend(page.hits.iter().map(|hit| hit.entry.0));
        match page.next {
            Some(next) => before = Some(next),
            None => break,
        }
    }
    let mut sorted = found.clone();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted.dedup();
    assert_eq!((found.len(), &found), (25, &sorted));
}

fn plain(folder: &std::path::Path) -> Connection {
    Connection::open(folder.join(super::open::FILE)).unwrap()
}

/// What the index holds is what is kept beside it, and it is whole.
fn check(connection: &Connection) {
    let check = "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)";
    connection.execute_batch(check).unwrap();
}

#[tokio::test]
async fn older_messages_are_indexed_in_steps_that_a_killed_program_goes_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let shop = company(&store, "shop.example", "Shop").await;
    let key = conversation(&store, shop).await;
    let said: Vec<String> = (0..450)
        .map(|n| format!("word{n} {}", "x".repeat(n)))
        .collect();
    let said: Vec<_> = said.iter().map(|text| (text.as_str(), json!({}))).collect();
    says(&store, key, &said).await;
    store.close().await;
    // As a version before this one left it.
    plain(folder.path())
        .execute_batch(
            "INSERT INTO search (search) VALUES ('delete-all'); DELETE FROM search_text;
             UPDATE entry SET holds = NULL;
             INSERT INTO search_fill SELECT MAX(id), MAX(id) FROM entry;",
        )
        .unwrap();
    let store = open(folder.path()).await;
    let found = search(&store, "word449").await;
    assert!(found.hits.is_empty());
    let filling = found.filling.unwrap();
    assert_eq!((filling.done, filling.total), (0, 450));
    let filling = store.fill_search().await.unwrap().unwrap();
    assert_eq!((filling.done, filling.total), (200, 450));
    assert_eq!(search(&store, "word449").await.hits.len(), 1);
    assert_eq!(
        search(&store, "word3").await.hits.len(),
        50,
        "word300 to word399, a page of them"
    );
    store.close().await;
    let store = open(folder.path()).await;
    assert!(store.fill_search().await.unwrap().is_some());
    assert_eq!(store.fill_search().await.unwrap(), None);
    assert_eq!(store.fill_search().await.unwrap(), None);
    let found = search(&store, "word7").await;
    assert_eq!(found.hits.len(), 11, "word7 and word70 to word79");
    assert!(found.filling.is_none());
    store.close().await;
    check(&plain(folder.path()));
}

#[tokio::test]
async fn what_is_taken_out_leaves_no_word_in_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let shop = company(&store, "shop.example", "Shop").await;
    let key = conversation(&store, shop).await;
    says(
        &store,
        key,
        &[
            ("common zebra", json!({})),
            ("common yak 日本語", json!({})),
        ],
    )
    .await;
    let all = store.entries_before(key, i64::MAX, 10).await.unwrap().0;
    let second = all[1].id;
    store
        .run(move |t| super::search::remove(t, second))
        .await
        .unwrap();
    assert_eq!(texts(&store, "common").await, ["common zebra"]);
    store.close().await;
    let connection = plain(folder.path());
    check(&connection);
    connection
        .execute_batch("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search, row)")
        .unwrap();
    let mut statement = connection.prepare("SELECT term FROM words").unwrap();
    let words = statement
        .query_map([], |row| row.get::<_, String>(0))
        .unwrap();
    let words: Vec<String> = words.map(Result::unwrap).collect();
    assert_eq!(words, ["common", "zebra", "\u{e000}c1", "\u{e000}v1"]);
}
