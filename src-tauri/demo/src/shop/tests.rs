use std::collections::BTreeSet;

use poppy::disclosures::{self, Notice};
use poppy::links::{self, CompanySites, Verdict};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::script::{Aside, Fate, Said};

const BOTH: Lists = Lists {
    links: true,
    disclosures: true,
};
const INTRODUCED: Memory = Memory {
    introduced: true,
    with_person: false,
    waiting_for: None,
};
const WITH_PERSON: Memory = Memory {
    introduced: true,
    with_person: true,
    waiting_for: None,
};

/// An answer to somebody who is not signed in.
fn answer(memory: Memory, text: Option<&str>, lists: Lists) -> Plan {
    super::answer(memory, text, signed_out(lists))
}

fn signed_out(lists: Lists) -> Situation {
    Situation {
        lists,
        access: Access::default(),
        approves: true,
    }
}

fn acts(plan: &Plan) -> Vec<Act> {
    let acts = plan.steps.iter().flat_map(|step| step.acts.clone());
    acts.collect()
}

fn said(plan: &Plan) -> Vec<Said> {
    let acts = plan.steps.iter().flat_map(|step| step.acts.clone());
    acts.filter_map(|act| match act {
        Act::Say(said) => Some(said),
        _ => None,
    })
    .collect()
}

fn one(text: &str) -> Said {
    let plan = answer(INTRODUCED, Some(text), BOTH);
    let [said] = said(&plan).try_into().unwrap();
    said
}

#[test]
fn the_first_message_is_answered_with_an_introduction_first() {
    for text in [
        None,
        Some("Hello"),
        Some("?"),
        Some("help"),
        Some("trail bar"),
    ] {
        let plan = answer(Memory::default(), text, BOTH);
        let messages = said(&plan);
        assert_eq!(messages[0].text, welcome::INTRODUCTION);
        assert!(plan.memory.introduced);
        let alone = matches!(text, Some("Hello" | "?" | "help"));
        assert_eq!(messages.len() == 1, alone, "{text:?}");
    }
    for what in ["demo", "run on this computer", "sell nothing"] {
        assert!(welcome::INTRODUCTION.contains(what), "{what}");
    }
}

#[test]
fn everything_the_introduction_lists_is_understood() {
    for (list, things) in [(welcome::INTRODUCTION, 5), (welcome::MORE_TO_TRY, 14)] {
        let quoted = list.split('“').skip(1);
        let mut count = 0;
        for phrase in quoted.filter_map(|rest| rest.split('”').next()) {
            let found = topics::find(phrase);
            let topics = found.questions.len() + found.errands.len();
            assert_eq!(topics, 1, "{phrase}");
            count += 1;
        }
        assert_eq!(count, things);
    }
    for text in [
        desk::FALLBACK,
        desk::PERSON_FALLBACK,
        desk::PERSON_HELLO,
        desk::HELLO,
        desk::NOT_SIGNED_IN,
        desk::WILL_REFUSE,
        desk::WILL_EXPIRE,
    ] {
        for phrase in text.split('“').skip(1).filter_map(|r| r.split('”').next()) {
            assert!(!topics::find(phrase).is_empty(), "{phrase}");
        }
    }
}

#[test]
fn the_pages_own_examples_are_answered_word_for_word() {
    let bar = one("How much is the trail bar?");
    assert_eq!(bar.text, "The trail bar comes in boxes of 12 for $18.");
    assert_eq!(
        Value::Object(bar.extensions),
        json!({ "disclosures": { "items": [
            { "text": "Contains peanuts. Made in a facility that also processes tree nuts." }
        ]}})
    );
    let jacket = one("Has my jacket shipped?");
    assert_eq!(
        jacket.text,
        "Your jacket shipped this morning and should arrive Thursday."
    );
    assert_eq!(
        Value::Object(jacket.extensions),
        json!({ "links": { "items": [
            {
                "url": "https://trailhead.example/orders/ord_7Hk2/tracking",
                "title": "Tracking for order ord_7Hk2"
            },
            { "url": "https://trailhead.example/help/returns", "title": "Return policy" }
        ]}})
    );
}

#[test]
fn several_questions_are_answered_in_one_message_with_all_that_belongs_to_them() {
    let both = one("A trail bar, and the camping stove please");
    assert!(both.text.starts_with("The trail bar"));
    assert!(both.text.contains("\n\nThe Ember camping stove"));
    let items = |name: &str| both.extensions[name]["items"].as_array().unwrap().len();
    assert_eq!(items("disclosures"), 4);
    assert_eq!(items("links"), 3);
}

#[test]
fn a_person_takes_over_and_hands_back() {
    let plan = answer(INTRODUCED, Some("Talk to a person"), BOTH);
    let acts: Vec<Act> = plan.steps.iter().flat_map(|s| s.acts.clone()).collect();
    assert_eq!(acts[1], Act::Queue);
    assert_eq!(acts[2], Act::HandTo(Responder::Human));
    assert_eq!(acts[4], Act::Rest);
    let messages = said(&plan);
    assert_eq!(messages[1].author, Author::Human);
    assert!(messages[1].text.contains("Maya"));
    assert_eq!(plan.memory, WITH_PERSON);
    assert_eq!(call_person(INTRODUCED, signed_out(BOTH)).steps, plan.steps);

    let plan = answer(plan.memory, Some("trail bar"), BOTH);
    assert_eq!(said(&plan)[0].author, Author::Human);
    assert!(said(&plan)[0].extensions.contains_key("disclosures"));
    let plan = answer(plan.memory, Some("zzz"), BOTH);
    assert_eq!(said(&plan)[0].author, Author::Human);

    for words in ["thanks, that is all", "Back to the agent"] {
        let plan = answer(WITH_PERSON, Some(words), BOTH);
        assert_eq!(plan.memory, INTRODUCED);
        let authors: Vec<_> = said(&plan).iter().map(|s| s.author).collect();
        assert_eq!(authors, [Author::Human, Author::Agent]);
        let acts: Vec<Act> = plan.steps.iter().flat_map(|s| s.acts.clone()).collect();
        assert!(acts.contains(&Act::HandTo(Responder::Agent)));
    }
}

#[test]
fn signing_in_is_asked_for_after_a_message() {
    let plan = answer(INTRODUCED, Some("Show my orders"), BOTH);
    let acts: Vec<Act> = plan.steps.iter().flat_map(|s| s.acts.clone()).collect();
    assert!(matches!(acts[0], Act::Say(_)));
    let scope = "orders:read".to_owned();
    assert_eq!(acts[1], Act::AskSignIn { scope });
}

#[test]
fn what_the_account_is_needed_for_is_asked_for_answered_and_gone_on_with() {
    let with = |access: Access| Situation {
        access,
        ..signed_out(BOTH)
    };
    let read = Access::of(&["orders:read".to_owned()]);
    let both = Access::of(&["orders:read".to_owned(), "orders:write".to_owned()]);
    let orders = super::answer(INTRODUCED, Some("my orders"), with(read));
    let [text] = said(&orders).try_into().unwrap();
    assert_eq!(
        text.extensions["links"]["items"].as_array().unwrap().len(),
        2
    );
    assert_eq!(acts(&orders)[1], Act::UseAccount);

    let asked = super::answer(INTRODUCED, Some("exchange"), with(read));
    let scope = "orders:read orders:write".to_owned();
    assert_eq!(acts(&asked)[1], Act::AskScope { scope });
    assert_eq!(asked.memory.waiting_for, Some(AccountTopic::Exchange));
    let gone_on = super::signed_in(asked.memory, with(both)).unwrap();
    assert!(said(&gone_on)[0].text.starts_with("Done"));
    assert_eq!(gone_on.memory.waiting_for, None);
    assert_eq!(super::signed_in(gone_on.memory, with(both)), None);
    // Granted less than asked for: asked again.
    let again = super::signed_in(asked.memory, with(read)).unwrap();
    assert!(matches!(acts(&again)[1], Act::AskScope { .. }));
}

#[test]
fn how_a_sign_in_is_approved_is_said_beforehand_and_is_true() {
    for (approves, words) in [(true, "approves by itself"), (false, "by hand")] {
        let situation = Situation {
            approves,
            ..signed_out(BOTH)
        };
        let plan = super::answer(INTRODUCED, Some("my orders"), situation);
        assert!(said(&plan)[0].text.contains(words), "{words}");
    }
}

#[test]
fn trouble_comes_when_it_is_asked_for_and_is_told_before() {
    let plan = |text| answer(INTRODUCED, Some(text), BOTH);
    let busy = acts(&plan("busy"));
    assert!(matches!(busy[0], Act::Say(_)));
    assert_eq!(busy[1], Act::Aside(Aside::Busy { seconds: 8 }));
    let refuse = acts(&plan("refuse my sign-in"));
    assert_eq!(refuse[1], Act::Aside(Aside::NextSignIn(Fate::Refused)));
    let expire = acts(&plan("let my sign-in expire"));
    assert_eq!(expire[1], Act::Aside(Aside::NextSignIn(Fate::Expired)));
    let lost = acts(&plan("lose my place"));
    assert_eq!(lost[0], Act::LosePlaces);
    assert!(matches!(lost[1], Act::Say(_)));
    let forget = plan("forget this conversation");
    assert_eq!(forget.steps[1].acts[0], Act::Forget);
    assert!(forget.steps[1].pause >= 3_000, "time to read it");
    for text in ["call me", "talk directly"] {
        assert!(matches!(acts(&plan(text))[1], Act::RequestUser { .. }));
    }
}

#[test]
fn long_and_slow_answers_can_be_watched_being_written() {
    for text in ["long", "slow"] {
        let plan = answer(INTRODUCED, Some(text), BOTH);
        assert!(said(&plan).iter().all(|said| said.written), "{text}");
    }
    assert!(!one("trail bar").written);
}

#[test]
fn slow_comes_in_steps_of_four_seconds_in_all() {
    let plan = answer(INTRODUCED, Some("slow"), BOTH);
    assert_eq!(plan.steps.len(), 3);
    assert_eq!(plan.steps.iter().map(|s| s.pause).sum::<u32>(), 4_000);
}

#[test]
fn closing_says_goodbye_and_every_plan_ends_at_rest() {
    let plan = answer(INTRODUCED, Some("close"), BOTH);
    assert_eq!(plan.steps[0].acts[1], Act::Close);
    for text in ["x", "slow", "hostile", "person", "my orders", "trail bar"] {
        let plan = answer(INTRODUCED, Some(text), BOTH);
        assert_eq!(
            plan.steps.last().unwrap().acts.last(),
            Some(&Act::Rest),
            "{text}"
        );
    }
}

#[test]
fn the_fallback_names_two_things_to_try() {
    let text = one("What is the meaning of life?").text;
    assert_eq!(text.matches('“').count(), 2);
}

#[test]
fn languages_holds_right_to_left_and_east_asian_letters() {
    let text = one("languages").text;
    for sample in ['ع', 'ע', '中', '日', '한'] {
        assert!(text.contains(sample), "{sample}");
    }
    assert!(one("long").text.matches("\n\n").count() >= 5);
}

/// All of `rules.md`'s codes.
const REASONS: [&str; 15] = [
    "bad-host",
    "bare-suffix",
    "disguised",
    "international-name",
    "ip-address",
    "long-name",
    "look-alike",
    "not-a-link",
    "not-https",
    "private-address",
    "shared-hosting",
    "title-names-another-site",
    "too-long",
    "unusual-port",
    "userinfo",
];

#[test]
fn the_hostile_message_shows_every_reason_to_refuse_or_to_warn() {
    let company = CompanySites {
        domain: crate::DOMAIN.to_owned(),
        poppy_domains: vec![crate::DOMAIN.to_owned()],
    };
    let mut seen = BTreeSet::new();
    let mut refused = 0;
    for item in hostile::links() {
        let link = links::assess(&item, &company);
        refused += usize::from(link.verdict == Verdict::Refuse);
        seen.extend(link.reasons.iter().map(|r| {
            serde_json::to_value(r)
                .unwrap()
                .as_str()
                .unwrap()
                .to_owned()
        }));
    }
    assert_eq!(seen, REASONS.map(str::to_owned).into());
    assert!(refused > 15);
}

#[test]
fn the_first_hostile_links_are_warned_about_and_refused_both() {
    let company = CompanySites {
        domain: crate::DOMAIN.to_owned(),
        poppy_domains: vec![crate::DOMAIN.to_owned()],
    };
    let first = hostile::links().into_iter().take(20);
    let verdicts: Vec<Verdict> = first
        .map(|item| links::assess(&item, &company).verdict)
        .collect();
    for verdict in [Verdict::Warn, Verdict::Refuse] {
        let count = verdicts.iter().filter(|v| **v == verdict).count();
        assert!(count >= 4, "{verdict:?}: {count}");
    }
}

#[test]
fn the_hostile_notices_are_readable_and_unreadable_and_none_is_dropped() {
    let plan = answer(INTRODUCED, Some("show me bad links"), BOTH);
    let messages = said(&plan);
    assert_eq!(messages.len(), 3);
    let content = &messages[1].extensions["disclosures"];
    let read = disclosures::read(content);
    assert_eq!(read.len(), content["items"].as_array().unwrap().len());
    let unreadable = |n: &&Notice| matches!(n, Notice::Unreadable { .. });
    assert_eq!(read.iter().filter(unreadable).count(), 5);
    let broken = disclosures::read(&messages[2].extensions["disclosures"]);
    assert_eq!(broken.iter().filter(unreadable).count(), 1);

    let plain = answer(INTRODUCED, Some("hostile"), Lists::default());
    assert!(said(&plain).iter().all(|said| said.extensions.is_empty()));
}

proptest! {
    #[test]
    fn whatever_is_written_is_answered_and_the_plan_ends_at_rest(
        text in "(\\PC|trail bar|person|back to the agent|close|hostile| ){0,12}",
        introduced in any::<bool>(),
        with_person in any::<bool>(),
    ) {
        let memory = Memory { introduced, with_person, waiting_for: None };
        let plan = answer(memory, Some(&text), BOTH);
        prop_assert!(!said(&plan).is_empty());
        prop_assert!(plan.memory.introduced);
        let last = plan.steps.last().and_then(|step| step.acts.last());
        prop_assert_eq!(last, Some(&Act::Rest));
    }
}
