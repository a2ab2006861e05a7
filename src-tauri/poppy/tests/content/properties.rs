//! What holds for any content whatever.

use poppy::disclosures::{self, Notice};
use poppy::event::{EventKind, Page, Receipt};
use poppy::json;
use poppy::links::{self, CompanySites, Verdict};
use poppy::message::Message;
use poppy::text;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use url::Url;

fn sites(domain: &str) -> CompanySites {
    CompanySites {
        domain: domain.to_owned(),
        poppy_domains: vec!["trail.shop".to_owned()],
    }
}

/// Any JSON, of the names and texts that are looked for, so that it is often nearly right.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        any_url().prop_map(Value::from),
        Just(json!("company")),
    ];
    let name = prop_oneof![
        "(items|text|url|title|role|author|type|id|extensions|links|disclosures)",
        ".{0,4}",
    ];
    leaf.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Texts that are nearly URLs: whole ones put together of parts that matter to the rules.
fn any_url() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-z0-9]{1,8}",
        2 => Just(".".to_owned()),
        1 => "[.:/?#@\\\\%\\[\\]_-]",
        1 => prop::sample::select(vec![
            ".com", ".co.uk", ".github.io", ".test", ".рф", "xn--", "xn--80ak6aa92e", "münchen", "а",
            "א", "。", "\u{200b}", "\u{202e}", "\u{ad}", "127.1", "0x7f", "[::1]", ":8443", "@", " ", "\t",
            "localhost", "%2e", "\u{2044}", "日本", "..", "www.", "\u{200d}", "❤",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    let scheme = prop_oneof![
        8 => Just("https://"), 1 => Just("HTTPS://"), 1 => Just("https:"), 1 => Just("http://"), 1 => Just(""),
    ];
    (scheme, prop::collection::vec(part, 0..8))
        .prop_map(|(scheme, parts)| scheme.to_owned() + &parts.concat())
}

/// Host names as people have them.
fn any_name() -> impl Strategy<Value = String> {
    let letters = prop::sample::select(vec![
        "münchen",
        "пример",
        "例え",
        "日本tokyo",
        "한국",
        "ไทย",
        "www",
        "readme",
        "xn--bcher-kva",
    ]);
    let label = prop_oneof![
        "[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4})?",
        letters.prop_map(str::to_owned)
    ];
    let suffix = prop::sample::select(vec![
        "com",
        "co.uk",
        "github.io",
        "md",
        "zip",
        "example",
        "рф",
        "com.",
    ]);
    (prop::collection::vec(label, 1..4), suffix)
        .prop_map(|(labels, suffix)| labels.join(".") + "." + suffix)
}

/// What may stand around a name in a title without changing it.
fn any_surroundings() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop::sample::select(vec![
        ("", ""),
        ("https://", "/"),
        ("See ", "."),
        ("(", ")"),
        ("", "/path"),
        ("“", "”"),
        ("https://", ":443?x"),
    ])
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}' | '\u{e0000}'..='\u{e0fff}')
}

fn check_link(item: &Value, company: &str) {
    let link = links::assess(item, &sites(company));
    assert!(link.reasons.is_sorted());
    let (front, strong) = links::split_shown(&link);
    if link.verdict == Verdict::Refuse {
        assert_eq!(link.reasons.len(), 1);
        assert_eq!(
            (&link.host, &link.shown, &link.domain, &link.opens),
            (&None, &None, &None, &None)
        );
        assert_eq!(link.relation, None);
        assert_eq!((front, strong), ("", ""));
        return;
    }
    assert_eq!(link.verdict == Verdict::Open, link.reasons.is_empty());
    let (host, shown, opens) = (
        link.host.as_deref().unwrap(),
        link.shown.as_deref().unwrap(),
        link.opens.as_deref().unwrap(),
    );
    let url = Url::parse(opens).unwrap();
    assert_eq!(url.as_str(), opens, "what is opened is in canonical form");
    assert_eq!(url.scheme(), "https");
    let contacted = url.host_str().unwrap();
    assert_eq!(contacted.strip_suffix('.').unwrap_or(contacted), host);
    assert_eq!((url.username(), url.password()), ("", None));
    assert!(
        opens.is_ascii()
            && opens.len() <= 2048
            && !opens.bytes().any(|b| b.is_ascii_control() || b == b' ')
    );
    assert!(host.contains(['.', ':']) && host.is_ascii());
    assert!(!shown.contains(is_hidden) && !shown.contains(char::is_whitespace));
    assert_eq!(shown.split('.').count(), host.split('.').count());
    assert_eq!(format!("{front}{strong}"), shown);
    if let Some(domain) = &link.domain {
        assert!(format!(".{host}").ends_with(&format!(".{domain}")));
        assert_eq!(strong.split('.').count(), domain.split('.').count());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_link_opens_what_it_shows_or_nothing(url in any_url(), title in any_url(), company in any_url()) {
        check_link(&json!({"url": url, "title": title}), "trail.example");
        check_link(&json!({"url": url}), &company);
    }

    #[test]
    fn no_text_is_too_odd_for_a_link(url in any::<String>(), title in any::<String>()) {
        check_link(&json!({"url": format!("https://{url}"), "title": title}), "trail.example");
        check_link(&json!({"url": url, "title": title}), "trail.example");
    }

    #[test]
    fn no_content_is_too_odd(content in any_json()) {
        check_link(&content, "trail.example");
        let items = content.get("items").and_then(Value::as_array).map_or(1, Vec::len);
        prop_assert_eq!(links::read(&content, &sites("trail.example")).len(), items);
        let notices = disclosures::read(&content);
        prop_assert_eq!(notices.len(), items);
        for notice in notices {
            if let Notice::Text { text } = notice {
                prop_assert!(!text.trim().is_empty());
            }
        }
        if let Ok(message) = Message::from_value(&content) {
            prop_assert!(message.extensions.is_empty() || content["role"] == "company");
        }
    }

    #[test]
    fn a_title_that_names_the_link_itself_is_no_reason(
        host in any_name(),
        (before, after) in any_surroundings(),
    ) {
        let url = format!("https://{host}/");
        let link = links::assess(&json!({"url": url}), &sites("trail.example"));
        for name in [link.shown, link.host].into_iter().flatten() {
            let title = format!("{before}{name}{after}");
            let titled = links::assess(&json!({"url": url, "title": title}), &sites("trail.example"));
            prop_assert_eq!(&titled.reasons, &link.reasons, "{} for {}", title, url);
        }
    }

    #[test]
    fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..64), event in any_json()) {
        let _ = (json::parse_strict(&bytes), Page::parse(&bytes), Receipt::parse(&bytes));
        let page = json!({"conversation_id": "c", "cursor": "c", "events": [event, {"type": "message", "message": event}]});
        let events = Page::parse(page.to_string().as_bytes()).unwrap().events;
        prop_assert_eq!(events.len(), 2);
        let shown = matches!(events[1].kind, EventKind::Message(_) | EventKind::UnreadableMessage { .. });
        prop_assert!(shown, "a message is shown, whatever it holds");
    }

    #[test]
    fn strict_json_is_json(value in any_json()) {
        prop_assert_eq!(json::parse_strict(value.to_string().as_bytes()), Ok(value));
    }

    #[test]
    fn cleaned_text_is_clean(sent in "(\\PC|[\r\n\t \u{0}-\u{1f}\u{7f}-\u{ad}\u{200b}-\u{206f}\u{feff}\u{e0020}]){0,40}") {
        let one = text::one_line(&sent);
        prop_assert!(!one.contains(is_hidden) && !one.contains("  "), "{one:?}");
        prop_assert_eq!(one.trim(), &one);
        prop_assert_eq!(&text::one_line(&one), &one);
        let many = text::many_lines(&sent);
        prop_assert!(!many.contains(|c| is_hidden(c) && c != '\n') && !many.contains("  ") && !many.contains("\n\n\n"));
        prop_assert!(many.lines().all(|line| line.trim() == line));
        prop_assert_eq!(many.trim(), &many);
        prop_assert_eq!(&text::many_lines(&many), &many);
        prop_assert_eq!(text::one_line(&many), one, "both show the same words");
    }

    #[test]
    fn a_cut_text_is_a_beginning(sent in any::<String>(), graphemes in 0_usize..20) {
        let cut = text::cut(&sent, graphemes);
        prop_assert!(cut == sent || sent.starts_with(cut.strip_suffix('…').unwrap()));
    }
}

/// Work grows with the length of the content and no faster. Nothing is timed: with work that grew
/// with its square this test would not end within an hour.
#[test]
fn long_content_is_no_burden() {
    let long = |part: &str| part.repeat((1 << 18) / part.len());
    for part in [
        "a", "a.", "a.com ", "https://", "://[", "[::1]", "@", "a@b.com", "日a.", "مa", "\u{301}",
        "%41", "../", "é", "xn--a.", "..", "\u{fdfa}", "www.",
    ] {
        let long = long(part);
        for url in [
            long.clone(),
            format!("https://{long}"),
            format!("https://a.com/{long}"),
            format!("https://a.com/?{long}"),
        ] {
            check_link(&json!({"url": url, "title": "x"}), "trail.example");
        }
        check_link(
            &json!({"url": "https://a.com/", "title": long}),
            "trail.example",
        );
        let _ = (text::many_lines(&long), text::cut(&long, 120));
    }
}
