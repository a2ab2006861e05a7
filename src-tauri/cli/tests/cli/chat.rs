//! `chat` with the demo Company.

use std::path::PathBuf;
use std::sync::Arc;

use candor_demo::{Demo, Fault, On, Options, Pace};
use candor_tests::cli::{Person, Ran};
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::cli;

/// The demo Company, which finds what an agent publishes in a person's site folder.
struct Company {
    // Before the runtime, on which it stops.
    demo: Demo,
    _runtime: Runtime,
    folder: tempfile::TempDir,
}

impl Company {
    fn start(person: &Person) -> Self {
        Self::at_pace(person, Pace::None)
    }

    fn at_pace(person: &Person, pace: Pace) -> Self {
        let runtime = Runtime::new().unwrap();
        let options = Options {
            pace,
            ..Options::new(candor_demo::folder(person.site()))
        };
        let demo = runtime.block_on(Demo::start(options)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let network = demo.network();
        std::fs::write(folder.path().join("ca.pem"), &network.ca_pem).unwrap();
        let file = json!({ "ca": "ca.pem", "hosts": network.hosts });
        std::fs::write(folder.path().join("network.json"), file.to_string()).unwrap();
        Self {
            demo,
            _runtime: runtime,
            folder,
        }
    }

    /// One that does this with the next messages it is sent, more of them than anything sends.
    fn that(person: &Person, on: On, fault: &Fault) -> Self {
        let company = Self::start(person);
        let faults = company.demo.faults();
        faults.next(on, usize::MAX, fault.clone());
        company
    }

    /// How many requests it has done that with.
    fn tries(&self) -> usize {
        usize::MAX - self.demo.faults().waiting()
    }

    /// Waits for the first of them.
    fn wait_for_a_try(&self) {
        while self.tries() == 0 {
            std::thread::yield_now();
        }
    }

    fn network(&self) -> PathBuf {
        self.folder.path().join("network.json")
    }

    /// What it was sent, each message once, by conversation.
    fn received(&self) -> Vec<Vec<String>> {
        let conversations = self.demo.received().into_iter();
        conversations
            .map(|(_, messages)| {
                messages
                    .into_iter()
                    .filter_map(|message| message.text)
                    .collect()
            })
            .collect()
    }

    fn chat(&self, person: &Person, says: &[&str]) -> Ran {
        let arguments: Vec<&str> = says.iter().flat_map(|say| ["--say", say]).collect();
        let ran = person.chat(candor_demo::DOMAIN, &self.network(), &arguments);
        assert!(ran.ok, "{ran:?}");
        ran
    }
}

#[test]
fn the_trail_bar_has_its_notice() {
    let person = Person::with_identity(cli());
    let company = Company::start(&person);
    let ran = company.chat(&person, &["Tell me about the trail bar"]);
    assert_eq!(ran.said_by("user"), ["Tell me about the trail bar"]);
    let notices: Vec<_> = ran
        .of_type("message")
        .into_iter()
        .flat_map(|line| line["disclosures"].as_array().unwrap())
        .filter_map(|notice| notice["text"].as_str())
        .collect();
    assert!(
        notices.iter().any(|text| text.contains("peanuts")),
        "the allergen is named: {notices:?}"
    );
}

#[test]
fn killed_after_any_number_of_lines_each_text_is_one_message() {
    // Each time another state is the last one that was kept.
    for lines in 0..9 {
        let person = Person::with_identity(cli());
        let company = Company::start(&person);
        let says = ["--say", "one", "--say", "two", "--say", "three"];
        let mut running = person.start_chat(candor_demo::DOMAIN, &company.network(), &says);
        for _ in 0..lines {
            running.next_line();
        }
        running.kill();
        company.chat(&person, &["four"]);
        let received = company.received();
        // Killed before it kept anything, it leaves nothing to finish; after the first line it
        // prints, all three are kept.
        let all = vec!["one", "two", "three", "four"];
        let none = lines == 0 && received == [vec!["four"]];
        assert!(
            none || received == [all],
            "after {lines} lines: {received:?}"
        );
    }
}

#[test]
fn killed_while_an_answer_is_cut_each_text_is_one_message() {
    for fault in [
        Fault::CutAfter,
        Fault::CutBefore,
        Fault::answer(503, "temporarily_unavailable"),
    ] {
        let person = Person::with_identity(cli());
        let company = Company::that(&person, On::Send, &fault);
        let says = ["--say", "one", "--say", "two"];
        let running = person.start_chat(candor_demo::DOMAIN, &company.network(), &says);
        company.wait_for_a_try();
        running.kill();
        company.demo.faults().clear();
        let ran = company.chat(&person, &[]);
        assert_eq!(company.received(), [["one", "two"]], "{fault:?}");
        assert_eq!(ran.said_by("user"), ["one", "two"], "{fault:?}");
    }
}

#[test]
fn what_a_slow_company_answers_later_is_printed_by_the_next_run() {
    let person = Person::with_identity(cli());
    let pauses = Arc::new(Semaphore::new(0));
    let company = Company::at_pace(&person, Pace::ByHand(Arc::clone(&pauses)));
    let says = ["--wait", "1", "--say", "one", "--say", "two"];
    let ran = person.chat(candor_demo::DOMAIN, &company.network(), &says);
    assert!(ran.ok, "a slow Company is no failure: {ran:?}");
    assert_eq!(
        company.received(),
        [["one"]],
        "the second waits for the answer"
    );
    pauses.add_permits(1000);
    let ran = company.chat(&person, &[]);
    assert!(!ran.said_by("agent").is_empty(), "{ran:?}");
    assert_eq!(company.received(), [["one", "two"]]);
}

#[test]
fn a_text_that_is_no_message_does_not_stand_in_the_way() {
    let person = Person::with_identity(cli());
    let company = Company::start(&person);
    let arguments = ["--say", " ", "--say", "two"];
    let ran = person.chat(candor_demo::DOMAIN, &company.network(), &arguments);
    assert_eq!(ran.error(), "empty-message", "{ran:?}");
    company.chat(&person, &[]);
    assert_eq!(company.received(), [["two"]]);
}

#[test]
fn a_disk_that_fails_while_chatting_is_said_and_is_a_failure() {
    let person = Person::with_identity(cli());
    let company = Company::start(&person);
    company.chat(&person, &["one"]);
    let raw = rusqlite::Connection::open(person.data().join("candor.db")).unwrap();
    for (table, on) in [("conversation", "UPDATE OF cursor"), ("log", "INSERT")] {
        raw.execute_batch(&format!(
            "CREATE TRIGGER fails BEFORE {on} ON {table} BEGIN SELECT RAISE(ABORT, 'disk'); END;"
        ))
        .unwrap();
        let arguments = ["--wait", "6", "--say", table];
        let ran = person.chat(candor_demo::DOMAIN, &company.network(), &arguments);
        raw.execute_batch("DROP TRIGGER fails").unwrap();
        assert_eq!(ran.error(), "store-failed", "{table}: {ran:?}");
    }
    company.chat(&person, &[]);
    assert_eq!(
        company.received(),
        [["one", "conversation", "log"]],
        "nothing is lost and nothing sent twice"
    );
}

#[test]
fn what_an_identity_not_accepted_kept_waiting_is_sent_once_it_is() {
    let person = Person::with_identity(cli());
    let company = Company::that(&person, On::Token, &Fault::answer(401, "invalid_client"));
    let ran = person.chat(candor_demo::DOMAIN, &company.network(), &["--say", "one"]);
    assert_eq!(ran.error(), "invalid_client", "{ran:?}");
    company.demo.faults().clear();
    company.chat(&person, &[]);
    assert_eq!(company.received(), [["one"]]);
}

#[test]
fn a_company_that_asked_to_wait_is_left_alone_by_the_next_run_too() {
    for (fault, asked) in [
        (Fault::rate_limited(3600), 1),
        (Fault::answer(503, "temporarily_unavailable"), 3),
    ] {
        let person = Person::with_identity(cli());
        let company = Company::that(&person, On::Send, &fault);
        for _ in 0..3 {
            let arguments = ["--wait", "1", "--say", "one"];
            let ran = person.chat(candor_demo::DOMAIN, &company.network(), &arguments);
            assert!(!ran.ok, "{ran:?}");
        }
        let tries = company.tries();
        // Without a time to wait, each run tries at once.
        assert!(tries >= asked, "{fault:?}: {tries}");
        assert!(asked == 3 || tries == 1, "{fault:?}: {tries}");
    }
}

#[test]
fn a_folder_has_one_program_at_a_time() {
    let person = Person::with_identity(cli());
    let company = Company::that(&person, On::Send, &Fault::CutBefore);
    let arguments = ["--wait", "600", "--say", "hello"];
    let running = person.start_chat(candor_demo::DOMAIN, &company.network(), &arguments);
    company.wait_for_a_try();
    let second = person.chat(candor_demo::DOMAIN, &company.network(), &[]);
    assert_eq!(second.error(), "in-use", "{second:?}");
    running.kill();
}

#[test]
fn a_session_that_the_company_forgot_is_renewed_unseen() {
    let person = Person::with_identity(cli());
    let company = Company::start(&person);
    company.chat(&person, &["one"]);
    company.demo.forget_sessions();
    let ran = company.chat(&person, &["two"]);
    assert_eq!(ran.of_type("error"), Vec::<&serde_json::Value>::new());
    assert_eq!(company.received(), [["one", "two"]]);
}

#[cfg(unix)]
#[test]
fn interrupted_it_ends_in_an_orderly_way() {
    use std::process::Command;

    let person = Person::with_identity(cli());
    let company = Company::that(&person, On::Send, &Fault::CutBefore);
    let arguments = ["--wait", "600", "--say", "hello"];
    let mut running = person.start_chat(candor_demo::DOMAIN, &company.network(), &arguments);
    company.wait_for_a_try();
    let id = running.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let mut last = None;
    while let Some(line) = running.next_line() {
        last = Some(line);
    }
    assert_eq!(last.unwrap()["error"]["code"], "interrupted");
    company.demo.faults().clear();
    company.chat(&person, &[]);
    assert_eq!(company.received(), [["hello"]]);
}
