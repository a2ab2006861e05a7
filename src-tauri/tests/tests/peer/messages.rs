//! What the Company says, and how it is shown.

use candor_tests::cli::{Cli, Person, Ran};
use serde_json::{Value, json};

use crate::company::{Company, DOMAIN};

/// Every way the peer speaks.
const WAYS: [&[&str]; 4] = [
    &["--protocol", "0.3"],
    &["--protocol", "0.2"],
    &["--protocol", "0.3", "--nonce"],
    &["--protocol", "0.2", "--nonce"],
];

fn company_message(ran: &Ran) -> &Value {
    let messages = ran.of_type("message");
    let mut theirs = messages.into_iter().filter(|line| line["author"] != "user");
    let message = theirs.next().expect("the Company answers");
    assert!(theirs.next().is_none(), "the Company answers once: {ran:?}");
    message
}

fn link(path: &str, title: &str) -> Value {
    json!({
        "verdict": "open",
        "reasons": [],
        "host": DOMAIN,
        "shown": DOMAIN,
        "domain": DOMAIN,
        "opens": format!("https://{DOMAIN}{path}"),
        "relation": "company",
        "title": title,
    })
}

#[test]
fn notices_and_links_arrive_in_every_way_it_speaks() {
    for way in WAYS {
        let person = Person::with_identity(Cli::built());
        let company = Company::start(&person.site(), way);

        let ran = person.chat(
            DOMAIN,
            &company.network(),
            &["--say", "Do you have a trail bar?"],
        );
        assert!(ran.ok, "{way:?}: {ran:?}");
        assert_eq!(ran.said_by("user"), ["Do you have a trail bar?"], "{way:?}");
        let message = company_message(&ran);
        assert_eq!(message["author"], "agent", "{way:?}");
        assert_eq!(
            message["text"],
            "The trail bar comes in boxes of 12 for $18."
        );
        let notice = "Contains peanuts. Made in a facility that also processes tree nuts.";
        assert_eq!(
            message["disclosures"],
            json!([{ "text": notice }]),
            "{way:?}"
        );
        assert_eq!(message["links"], json!([]));
        assert_eq!(message["problems"], json!([]), "{way:?}");

        let ran = person.chat(
            DOMAIN,
            &company.network(),
            &["--say", "Has my jacket shipped?"],
        );
        assert!(ran.ok, "{way:?}: {ran:?}");
        assert_eq!(
            ran.said_by("user"),
            ["Has my jacket shipped?"],
            "what was printed before is not new: {way:?}"
        );
        let links = [
            link("/orders/ord_7Hk2/tracking", "Tracking for order ord_7Hk2"),
            link("/help/returns", "Return policy"),
        ];
        assert_eq!(company_message(&ran)["links"], json!(links), "{way:?}");

        let posts = company.posts();
        let first = posts.first().expect("something was posted");
        let last = posts.last().expect("something was posted");
        assert_eq!(first.path, "/poppy/conversations", "the first starts it");
        assert!(
            last.path.ends_with("/messages"),
            "the second goes on in the same one: {last:?}"
        );
    }
}

#[test]
fn each_text_waits_for_the_answer_before() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    let says = ["--say", "one", "--say", "two", "--say", "three"];
    let ran = person.chat(DOMAIN, &company.network(), &says);
    assert!(ran.ok, "{ran:?}");
    let messages = ran.of_type("message");
    let authors: Vec<_> = messages
        .iter()
        .map(|line| line["author"].as_str())
        .collect();
    assert_eq!(authors, [Some("user"), Some("agent")].repeat(3));
    assert_eq!(ran.said_by("user"), ["one", "two", "three"]);
    assert_eq!(ran.of_type("sent").len(), 3);
}

#[test]
fn nothing_new_is_nothing_to_print() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    let ran = person.chat(DOMAIN, &company.network(), &[]);
    assert!(ran.ok && ran.lines.is_empty(), "{ran:?}");
    assert!(
        person
            .chat(DOMAIN, &company.network(), &["--say", "one"])
            .ok
    );
    let again = person.chat(DOMAIN, &company.network(), &[]);
    assert!(again.ok && again.lines.is_empty(), "{again:?}");
    assert_eq!(company.posts().len(), 1);
}

#[test]
fn a_person_who_answers_is_told_apart() {
    let person = Person::with_identity(Cli::built());
    let script = person.site().join("script.txt");
    let replies = json!([{ "when": "", "replies": [{ "text": "Ada here.", "author": "human" }] }]);
    std::fs::write(&script, replies.to_string()).unwrap();
    let script = script.to_str().unwrap();
    for version in ["0.3", "0.2"] {
        let company = Company::start(&person.site(), &["--protocol", version, "--script", script]);
        let fresh = Person::with_identity(Cli::built());
        for file in ["agent.json", "jwks.json"] {
            std::fs::copy(fresh.site().join(file), person.site().join(file)).unwrap();
        }
        let ran = fresh.chat(DOMAIN, &company.network(), &["--say", "Anybody there?"]);
        assert_eq!(ran.said_by("human"), ["Ada here."], "{version}: {ran:?}");
    }
}

#[test]
fn being_asked_to_sign_in_is_told() {
    let person = Person::with_identity(Cli::built());
    let company = Company::start(&person.site(), &[]);
    let ran = person.chat(DOMAIN, &company.network(), &["--say", "Where is my order?"]);
    assert!(ran.ok, "{ran:?}");
    let asked = ran.of_type("authorization");
    assert_eq!(asked.len(), 1, "{ran:?}");
    assert_eq!(asked[0]["error"], "sign_in_required");
    assert_eq!(asked[0]["scope"], "orders:read");
}

#[test]
fn an_agent_is_only_sent_what_it_lists() {
    // The peer sends notices in `text` to an agent that does not list them: that ours come apart
    // from it shows that what is published lists them.
    let person = Person::with_identity(Cli::built());
    let published = std::fs::read_to_string(person.site().join("agent.json")).unwrap();
    let published: Value = serde_json::from_str(&published).unwrap();
    let listed = json!({ "links": { "version": "1" }, "disclosures": { "version": "1" } });
    assert_eq!(published["extensions"], listed);
}
