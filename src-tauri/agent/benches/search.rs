//! How long a search takes in a large store.
//!
//! `cargo bench -p candor-agent --bench search` makes a store of a million messages (or as many as
//! `CANDOR_BENCH_MESSAGES` says) in a temporary folder, has the agent index it as it indexes what an
//! earlier version kept, and prints how long searches take, each many times in turn with the others.
//! Run by anything else than `cargo bench`, it only makes sure that it works.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a program for whoever measures"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_agent::page::SearchScope;
use candor_agent::{Agent, DataFolder, Options, SecretsChoice, Site};
use poppy::host::{SystemClock, SystemRandom};
use rusqlite::{Connection, params};
use serde_json::json;

const COMPANIES: u64 = 50;
const CONVERSATIONS: u64 = 2_000;
/// Letters as they are typed, common words, rare ones, several, and scripts without spaces.
const TYPED: [&str; 16] = [
    "o",
    "or",
    "ord",
    "orde",
    "order",
    "order s",
    "order st",
    "order status",
    "quarantine",
    "quar",
    "word1 word7",
    "order peanuts",
    "unheardof",
    "日本",
    "ไทย",
    "shop3 order",
];
const ROUNDS: usize = 40;

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    /// A word by a distribution with a long tail, as in languages.
    fn word(&mut self) -> String {
        let tail = 1_u64 << self.below(17);
        format!("word{}", self.below(tail))
    }
}

fn text(dice: &mut Dice) -> String {
    let mut words: Vec<String> = (0..4 + dice.below(20)).map(|_| dice.word()).collect();
    // Every second message has these: half a million hits for one word.
    if dice.below(2) == 0 {
        words.push("order".to_owned());
    }
    if dice.below(2) == 0 {
        words.push("quarantine".to_owned());
    }
    if dice.below(4) == 0 {
        words.push("status".to_owned());
    }
    if dice.below(40) == 0 {
        words.push("日本語の本ไทยแลนด์".to_owned());
    }
    words.join(" ")
}

fn event(dice: &mut Dice, n: u64) -> String {
    let mut message = json!({"id": format!("msg_{n}"), "role": "company",
        "author": {"type": "agent"}, "text": text(dice)});
    if dice.below(20) == 0 {
        message["extensions"]["disclosures"] =
            json!({"items": [{"text": "Contains peanuts and traces of tree nuts."}]});
    }
    if dice.below(10) == 0 {
        let url = format!(
            "https://shop{}.example/{}",
            dice.below(COMPANIES),
            dice.word()
        );
        message["extensions"]["links"] = json!({"items": [{"url": url, "title": dice.word()}]});
    }
    json!({"id": format!("evt_{n}"), "type": "message", "message": message}).to_string()
}

/// Writes what an earlier version would have kept.
fn write(path: &Path, messages: u64) {
    let mut connection = Connection::open(path).unwrap();
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let t = connection.transaction().unwrap();
    for id in 1..=COMPANIES {
        let domain = format!("shop{id}.example");
        let document = json!({"domain": domain, "name": format!("Shop {id}"), "version": "0.3",
            "auth": null, "chat": null, "extensions": {"links": "1", "disclosures": "1"}});
        t.execute(
            "INSERT INTO company (id, domain, document, fresh_until, verified_at, added_at, demo)
             VALUES (?1, ?2, ?3, 0, 0, 0, 0)",
            params![id as i64, domain, document.to_string()],
        )
        .unwrap();
    }
    for id in 1..=CONVERSATIONS {
        let sql = "INSERT INTO conversation (id, company, created_at) VALUES (?1, ?2, 0)";
        t.execute(sql, params![id as i64, (id % COMPANIES + 1) as i64])
            .unwrap();
    }
    for n in 1..=messages {
        let sql = "INSERT INTO entry (id, conversation, position, at, kind, event_id, raw, shown,
                     counts) VALUES (?1, ?2, ?1, ?1, 'message', ?3, ?4, 1, 0)";
        let conversation = dice.below(CONVERSATIONS) + 1;
        let (id, raw) = (format!("evt_{n}"), event(&mut dice, n));
        t.prepare_cached(sql)
            .unwrap()
            .execute(params![n as i64, conversation as i64, id, raw])
            .unwrap();
    }
    t.execute(
        "INSERT INTO search_fill SELECT MAX(id), MAX(id) FROM entry",
        [],
    )
    .unwrap();
    t.commit().unwrap();
}

async fn open(folder: &Path) -> Arc<Agent> {
    let options = Options {
        data: DataFolder::take(folder).unwrap(),
        secrets: SecretsChoice::File,
        network: None,
        demo: None,
        site: Site::default(),
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
    };
    Agent::open(options).await.unwrap()
}

async fn search(agent: &Agent, typed: &str) -> (usize, bool) {
    let page = agent
        .search(typed, SearchScope::default(), None, None)
        .await;
    let page = page.unwrap().expect("no other search is under way");
    (page.hits.len(), page.filling.is_some())
}

async fn measure(agent: &Agent) {
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); TYPED.len()];
    let mut hits = vec![0; TYPED.len()];
    for _ in 0..ROUNDS {
        for (n, typed) in TYPED.iter().enumerate() {
            let began = Instant::now();
            hits[n] = search(agent, typed).await.0;
            times[n].push(began.elapsed());
        }
    }
    println!(
        "{:<16} {:>5} {:>10} {:>10} {:>10}",
        "typed", "hits", "first", "median", "slowest"
    );
    for ((typed, mut times), hits) in TYPED.iter().zip(times).zip(hits) {
        let first = times[0];
        times.sort_unstable();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{typed:<16} {hits:>5} {first:>10.2?} {median:>10.2?} {slowest:>10.2?}");
    }
}

#[tokio::main]
async fn main() {
    let measured = std::env::args().any(|argument| argument == "--bench");
    let asked = std::env::var("CANDOR_BENCH_MESSAGES").ok();
    let messages = match asked.and_then(|asked| asked.parse().ok()) {
        Some(messages) => messages,
        None if measured => 1_000_000,
        None => 500,
    };
    let folder = tempfile::tempdir().unwrap();
    open(folder.path()).await.close().await;
    let began = Instant::now();
    let path = folder.path().join("candor.db");
    write(&path, messages);
    println!("{messages} messages written in {:.1?}", began.elapsed());
    let began = Instant::now();
    let agent = open(folder.path()).await;
    println!("opened in {:.1?}", began.elapsed());
    while search(&agent, "word").await.1 {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    println!("indexed in {:.1?}", began.elapsed());
    measure(&agent).await;
    agent.close().await;
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.len() >> 20);
    println!("the store is {} MiB", size(&path));
}
