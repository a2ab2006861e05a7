//! Exports of whatever a Company may send. The HTML is read by a parser that shares nothing with our
//! escaping: a browser's.

use proptest::prelude::*;
use scraper::{Html as Page, Node, Selector};
use serde_json::{Value, json};

use super::*;
use crate::page::{CompanyId, EntryId};
use crate::store::EntryKind;

fn company(name: &str) -> CompanyRow {
    CompanyRow {
        id: CompanyId(1),
        company: serde_json::from_value(json!({"domain": "shop.example", "name": name,
            "version": "0.3", "auth": null, "chat": null, "extensions": {}}))
        .unwrap(),
        fresh_until: poppy::host::Timestamp(0),
        verified_at: poppy::host::Timestamp(0),
        demo: false,
        blocked: false,
        erased: false,
        unread: 0,
        active_at: None,
    }
}

fn row(text: &str, notice: &str, title: &str, url: &str) -> EntryRow {
    let raw = json!({"id": "e", "type": "message", "message": {"id": "m", "role": "company",
        "author": {"type": "agent"}, "text": text, "extensions": {
            "disclosures": {"items": [{"text": notice}, {"txt": notice}]},
            "links": {"items": [{"url": url, "title": title}]}}}});
    EntryRow {
        id: EntryId(1),
        conversation: ConversationKey(1),
        position: 1,
        at: 1_800_000_000_000,
        kind: EntryKind::Message,
        event_id: Some("e".to_owned()),
        raw: Some(raw.to_string()),
        detail: None,
        own: None,
    }
}

fn written(mut writer: impl Writer, rows: &[EntryRow], company: &CompanyRow) -> String {
    let head = Head {
        company: present::name(&company.company),
        domain: "shop.example".to_owned(),
        ascii: "shop.example".to_owned(),
        started_at: 1_800_000_000_000,
        exported_at: 1_800_000_000_000,
    };
    let mut out = writer.head(&head);
    for row in rows {
        out += &writer.entry(row, company);
    }
    out + &writer.foot()
}

fn zone() -> TimeZone {
    TimeZone::fixed(jiff::tz::offset(2))
}

fn html(rows: &[EntryRow], company: &CompanyRow) -> String {
    written(html::Html::new(zone()), rows, company)
}

/// The elements with their attributes, and the texts, in order.
fn tree(page: &Page) -> (Vec<String>, Vec<String>) {
    let (mut elements, mut texts) = (Vec::new(), Vec::new());
    for node in page.tree.nodes() {
        match node.value() {
            Node::Element(element) => {
                let mut attributes: Vec<_> = element.attrs().collect();
                attributes.sort_unstable();
                elements.push(format!("{} {attributes:?}", element.name()));
            }
            Node::Text(text) => texts.push(text.to_string()),
            _ => {}
        }
    }
    (elements, texts)
}

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("</style>".to_owned()),
        Just("<script>alert(1)</script>".to_owned()),
        Just("\"><img src=x onerror=alert(1)>".to_owned()),
        Just("</bdi></p></aside>".to_owned()),
        Just("<!--".to_owned()),
        Just("]]>".to_owned()),
        Just("&lt;&#x3c;&amp".to_owned()),
        Just("<a href=javascript:1>".to_owned()),
        Just("\u{202e}\u{2066}\u{0}\r\n'".to_owned()),
        "\\PC{0,12}",
    ];
    prop::collection::vec(piece, 1..6).prop_map(|pieces| format!("x{}", pieces.concat()))
}

proptest! {
    /// Whatever is written in them, the elements are those of plain words.
    #[test]
    fn nothing_a_company_writes_breaks_out(
        text in hostile(), notice in hostile(), title in hostile(), url in hostile(),
        name in hostile(),
    ) {
        let (theirs, plain) = (company(&name), company("Shop"));
        let page = Page::parse_document(&html(&[row(&text, &notice, &title, &url)], &theirs));
        let same = Page::parse_document(&html(&[row("words", "words", "words", "words")], &plain));
        let ((elements, texts), (expected, _)) = (tree(&page), tree(&same));
        prop_assert_eq!(elements, expected);
        // And all of it is there to read.
        let all = texts.concat();
        for shown in [poppy::text::many_lines(&text), poppy::text::many_lines(&notice)] {
            prop_assert!(all.contains(&shown), "{:?} is not in {:?}", shown, all);
        }
    }

    #[test]
    fn the_json_is_json_and_holds_what_was_sent_exactly(
        text in hostile(), notice in hostile(), title in hostile(), url in hostile(),
    ) {
        let row = row(&text, &notice, &title, &url);
        let raw = row.raw.clone().unwrap();
        let out = written(json::Json::default(), &[row.clone(), row], &company("Shop"));
        prop_assert!(out.contains(&raw));
        let read: Value = serde_json::from_str(&out).unwrap();
        prop_assert_eq!(&read["version"], 1);
        prop_assert_eq!(read["entries"].as_array().map(Vec::len), Some(2));
        let message = &read["entries"][0]["message"];
        prop_assert_eq!(message["text"].as_str(), Some(&*poppy::text::many_lines(&text)));
        prop_assert_eq!(message["disclosures"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn it_runs_nothing_loads_nothing_and_leads_nowhere() {
    let out = html(
        &[row(
            "Hello",
            "Contains peanuts.",
            "Chart",
            "https://shop.example/a?b=\"c\"",
        )],
        &company("The Shop"),
    );
    let page = Page::parse_document(&out);
    let count = |selector: &str| page.select(&Selector::parse(selector).unwrap()).count();
    for none in [
        "script", "a", "img", "link", "iframe", "form", "[href]", "[src]", "[style]",
    ] {
        assert_eq!(count(none), 0, "{none}");
    }
    let policy = Selector::parse("meta[http-equiv=Content-Security-Policy]").unwrap();
    let policy = page
        .select(&policy)
        .next()
        .unwrap()
        .attr("content")
        .unwrap();
    let style = Selector::parse("style").unwrap();
    let style: String = page.select(&style).next().unwrap().text().collect();
    use aws_lc_rs::digest;
    use base64::Engine as _;
    let hash = digest::digest(&digest::SHA256, style.as_bytes());
    let hash = base64::engine::general_purpose::STANDARD.encode(hash);
    assert_eq!(
        policy,
        format!("default-src 'none'; style-src 'sha256-{hash}'")
    );
}

#[test]
fn notices_stand_in_full_above_the_text_under_their_label() {
    let notice = "Contains peanuts.\n\nAnd nuts.";
    let page = Page::parse_document(&html(&[row("Hello", notice, "t", "u")], &company("Shop")));
    let texts = tree(&page).1.concat();
    let (label, text) = (
        texts.find("Notice from Shop").unwrap(),
        texts.find("Hello").unwrap(),
    );
    let notice = texts.find(notice).unwrap();
    assert!(label < notice && notice < text);
    assert!(texts.contains("A notice from Shop could not be read"));
    assert!(texts.contains("Not opened by Candor"));
}

#[test]
fn times_are_those_here_and_in_utc() {
    let out = html(&[row("Hello", "n", "t", "u")], &company("Shop"));
    assert!(
        out.contains("2027-01-15 10:00:00 +02:00 (2027-01-15 08:00:00 UTC)"),
        "{out}"
    );
}
