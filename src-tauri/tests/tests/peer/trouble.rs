//! Cut answers, refusals and kills: each text becomes one message, whatever happens.

use candor_tests::cli::{Cli, Person};
use serde_json::json;

use crate::company::{Company, DOMAIN, Request};

/// Every message that was posted, each once, in the order of its first time; and that those posted
/// again were the same each time.
fn distinct(posts: &[Request]) -> Vec<&str> {
    let mut distinct: Vec<&Request> = Vec::new();
    for post in posts {
        match distinct
            .iter()
            .find(|known| known.message["id"] == post.message["id"])
        {
            Some(known) => assert_eq!(known.message, post.message, "a retry sends the same"),
            None => distinct.push(post),
        }
    }
    distinct
        .iter()
        .filter_map(|post| post.message["text"].as_str())
        .collect()
}

#[test]
fn a_message_whose_answer_breaks_off_is_added_once() {
    for nonce in [&[][..], &["--nonce"][..]] {
        let person = Person::with_identity(Cli::built());
        let company = Company::start(&person.site(), nonce);
        company.faults(&json!({ "drop_responses": 2 }));
        let ran = person.chat(DOMAIN, &company.network(), &["--say", "Hello"]);
        assert!(ran.ok, "{ran:?}");
        assert_eq!(ran.said_by("user"), ["Hello"]);
        assert_eq!(ran.said_by("agent"), ["Hello from Manzanita Outfitters."]);
        assert_eq!(ran.of_type("sent").len(), 1);
        let posts = company.posts();
        assert!(posts.len() >= 3, "two answers broke off: {posts:?}");
        assert_eq!(distinct(&posts), ["Hello"]);
    }
}

#[test]
fn a_company_that_is_unavailable_is_asked_again() {
    for status in [503, 429] {
        let person = Person::with_identity(Cli::built());
        let company = Company::start(&person.site(), &[]);
        company.faults(&json!({ "status": status, "times": 2, "retry_after": 1 }));
        let ran = person.chat(DOMAIN, &company.network(), &["--say", "Hello"]);
        assert!(ran.ok, "{status}: {ran:?}");
        assert_eq!(ran.said_by("user"), ["Hello"]);
        assert_eq!(ran.said_by("agent"), ["Hello from Manzanita Outfitters."]);
        assert_eq!(distinct(&company.posts()), ["Hello"]);
    }
}

#[test]
fn killed_while_the_company_is_unavailable_everything_is_sent_by_the_next_run() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    company.faults(&json!({ "status": 503, "times": 1_000_000 }));
    let says = ["--say", "one", "--say", "two"];
    let running = person.start_chat(DOMAIN, &company.network(), &says);
    company.wait_for_posts(1);
    running.kill();
    company.faults(&json!({}));

    let ran = person.chat(DOMAIN, &company.network(), &["--say", "three"]);
    assert!(ran.ok, "{ran:?}");
    assert_eq!(ran.said_by("user"), ["one", "two", "three"]);
    assert_eq!(ran.said_by("agent").len(), 3);
    assert_eq!(distinct(&company.posts()), ["one", "two", "three"]);
}

#[test]
fn killed_before_it_heard_that_the_company_has_it_a_message_is_not_added_again() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    company.faults(&json!({ "drop_responses": 1_000_000 }));
    let running = person.start_chat(DOMAIN, &company.network(), &["--say", "one"]);
    company.wait_for_posts(1);
    running.kill();
    company.faults(&json!({}));

    let ran = person.chat(DOMAIN, &company.network(), &[]);
    assert!(ran.ok, "{ran:?}");
    assert_eq!(ran.said_by("user"), ["one"]);
    assert_eq!(ran.said_by("agent"), ["Hello from Manzanita Outfitters."]);
    assert_eq!(distinct(&company.posts()), ["one"]);
}

#[test]
fn killed_after_every_line_it_prints_each_text_is_one_message() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    let mut said = Vec::new();
    for round in 0..6 {
        let text = format!("round {round}");
        let mut running = person.start_chat(DOMAIN, &company.network(), &["--say", &text]);
        said.push(text);
        for _ in 0..=round {
            if running.next_line().is_none() {
                break;
            }
        }
        running.kill();
    }
    let ran = person.chat(DOMAIN, &company.network(), &[]);
    assert!(ran.ok, "{ran:?}");
    assert_eq!(distinct(&company.posts()), said);
    let told = person.chat(DOMAIN, &company.network(), &["--say", "last"]);
    assert_eq!(told.said_by("user"), ["last"], "{told:?}");
}

#[test]
fn a_company_that_does_not_know_the_agent_says_so() {
    let person = Person::with_identity(Cli::built());
    let elsewhere = tempfile::tempdir().unwrap();
    let company = Company::start(elsewhere.path(), &[]);
    let ran = person.chat(DOMAIN, &company.network(), &["--say", "Hello"]);
    assert_eq!(ran.error(), "invalid_client", "{ran:?}");
    assert_eq!(company.posts(), []);
}

#[test]
fn without_an_identity_nothing_is_sent() {
    let person = Person::without_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    let ran = person.chat(DOMAIN, &company.network(), &["--say", "Hello"]);
    assert_eq!(ran.error(), "no-identity", "{ran:?}");
    assert_eq!(company.posts(), []);
}

#[test]
fn a_company_that_stays_unavailable_is_left_until_the_next_run() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    company.faults(&json!({ "status": 503, "times": 1_000_000 }));
    let says = ["--wait", "1", "--say", "one", "--say", "two"];
    let ran = person.chat(DOMAIN, &company.network(), &says);
    assert_eq!(ran.error(), "temporarily_unavailable", "{ran:?}");
    assert!(ran.said_by("user").is_empty(), "{ran:?}");
    company.faults(&json!({}));
    let ran = person.chat(DOMAIN, &company.network(), &[]);
    assert_eq!(ran.said_by("user"), ["one", "two"], "{ran:?}");
    assert_eq!(distinct(&company.posts()), ["one", "two"]);
}

#[test]
fn a_company_that_asks_for_more_time_than_there_is_gets_it() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    company.faults(&json!({ "status": 429, "times": 1_000_000, "retry_after": 3600 }));
    let ran = person.chat(DOMAIN, &company.network(), &["--say", "Hello"]);
    assert_eq!(ran.error(), "rate_limited", "{ran:?}");
    assert_eq!(
        company.posts().len(),
        1,
        "it is not asked again before that"
    );
}
