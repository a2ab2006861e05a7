//! Which titles name another site.

use poppy::links;
use serde_json::{Value, json};

use super::{codes, sites};

/// Rows of a title and whether, on a link to `https://www.brand.com/`, it names another site.
fn check_titles(url: &str, rows: &[(&str, bool)]) {
    let failed: Vec<&str> = rows
        .iter()
        .filter(|(title, names)| {
            let link = links::assess(&json!({"url": url, "title": title}), &sites("brand.com"));
            codes(&link).contains(&"title-names-another-site".to_owned()) != *names
        })
        .map(|(title, _)| *title)
        .collect();
    assert!(failed.is_empty(), "on a link to {url}: {failed:#?}");
}

#[test]
fn titles_that_name_another_site() {
    check_titles(
        "https://www.brand.com/",
        &[
            ("(paypal.com)", true),
            ("paypal.com/login", true),
            ("Pay at paypal.com.", true),
            ("Pay at paypal.com…", true),
            ("paypal.com, or by post", true),
            ("“PayPal.COM”", true),
            ("—paypal.com—", true),
            ("*paypal.com*", true),
            ("_paypal.com_", true),
            ("<paypal.com>", true),
            ("paypal.com:8443", true),
            ("paypal.com?x", true),
            ("www.paypal.co.uk", true),
            ("login.paypal.com", true),
            ("brand.com.paypal.com", true),
            ("brand.com or paypal.com", true),
            ("paypal.com...brand.com", true),
            ("✅paypal.com", true),
            ("@paypal.com", true),
            ("paypal。com", true),
            ("paypal．com", true),
            ("paypal｡com", true),
            ("ｐａｙｐａｌ.com", true),
            ("pay\u{200d}pal.com", true),
            ("pay\u{ad}pal.com", true),
            ("paypal\u{fe0f}.com", true),
            ("请访问paypal.com查看", true),
            ("paypal.comで支払う", true),
            ("paypal.com에서", true),
            ("בpaypal.com", true),
            ("раураl.com", true),
            ("münchen.de", true),
            ("пример.рф", true),
            ("xn--mnchen-3ya.de", true),
            ("github.io", true),
            ("me.github.io", true),
            ("bank.com⁄path", true),
            (&format!("{} paypal.com", "a".repeat(200)), true),
            (&format!("{}.paypal.com", "a.".repeat(200)), true),
        ],
    );
}

/// What stands right beside a name, ties it to a word or decorates it takes nothing of the name.
#[test]
fn titles_that_name_another_site_with_something_beside_it() {
    let beside = [
        "™", "²", "ª", "①", "❶", "⒜", "℡", "Ⓡ", "®", "✅", "🔒", "→", "⟶", "·", "・", "_", "'",
        "’", "ʼ", "ˈ", "ꞌ", "\"", "“", "»", "(", "]", "【", "」", "|", "*", "#", "~", "^", "=",
        "+", "!", "…", "‥", "—", "–", "‐", "•", ":", ";", ",", "&", "%", "$", "\\", "\u{332}",
        "\u{20e3}", "\u{e000}", "—@", "\"@", "/@", "|@", "*@", "#@", "™@", "❶@", "_@", "-@", ".@",
        "\u{332}@",
    ];
    let mut titles = Vec::new();
    for sign in beside {
        titles.push(format!("{sign}paypal.com"));
        titles.push(format!("Pay at {sign}PayPal.COM{sign} now"));
        if !sign.ends_with('@') {
            titles.push(format!("paypal.com{sign}"));
            // A mark on a letter amid a word parts nothing.
            if !matches!(sign, "\u{332}" | "\u{20e3}") {
                titles.push(format!("paypal.com{sign}Sign in"));
            }
        }
    }
    let marked: String = "paypal.com"
        .chars()
        .map(|c| format!("{c}\u{332}"))
        .collect();
    titles.push(marked);
    titles.push("paypal.com\u{301}".to_owned());
    for title in [
        "paypal.com·login",
        "paypal.com・login",
        "paypal.com_login",
        "paypal.com-login",
        "paypal.com-sign-in",
        "my-paypal.com-login",
        "https:/@paypal.com",
        "Visit \"@paypal.com\"",
        "paypal.com's page",
        "paypal.comʼs page",
        "ⓟⓐⓨⓟⓐⓛ.ⓒⓞⓜ",
        "⒫⒜⒴⒫⒜⒧.com",
        "🅿🅰🆈🅿🅰🅻.com",
        "🄿🄰🅈🄿🄰🄻.com",
        "🅟aypal.com",
        "𝗽𝗮𝘆𝗽𝗮𝗹.com²",
        "ｐａｙｐａｌ．ｃｏｍ™",
        "paypal.com@_",
        "paypal.com@·Sign",
        "paypal.com@home",
        "paypal.comвход",
        "brand.com_paypal.com-x",
        "brand.com-paypal.com-x",
    ] {
        titles.push(title.to_owned());
    }
    let rows: Vec<_> = titles.iter().map(|title| (title.as_str(), true)).collect();
    check_titles("https://www.brand.com/", &rows);
    // The site's own name beside the same is no other's.
    let own: Vec<_> = beside
        .iter()
        .filter(|sign| !matches!(**sign, "_" | "⒜" | "Ⓡ" | "℡" | "_@"))
        .map(|sign| {
            format!(
                "{}brand.com{sign}",
                if sign.ends_with('@') { sign } else { "" }
            )
        })
        .collect();
    let rows: Vec<_> = own.iter().map(|title| (title.as_str(), false)).collect();
    check_titles("https://www.brand.com/", &rows);
}

#[test]
fn titles_after_a_scheme_or_www() {
    check_titles(
        "https://www.brand.com/",
        &[
            ("https://1.2.3.4", true),
            ("https://0x7f.1/", true),
            ("https://[2606:4700::1111]/", true),
            ("https://[::]", true),
            ("https://[::1é", true),
            ("http://printer/", true),
            ("https://localhost", true),
            ("https://manzanita.example", true),
            ("HTTPS：//evil.test", true),
            ("app://evil", true),
            ("://evil.test", true),
            ("https://brand.com@evil.test/", true),
            ("https://evil.test@brand.com/", true),
            ("https://README.md", true),
            ("www.whatever", true),
            ("WWW.evil.test", true),
            ("www.readme.md", true),
            ("see www.evil.test.", true),
            ("https://brand.com", false),
            ("https://brand.com:8443/a?b#c", false),
            ("HTTPS://WWW.BRAND.COM.", false),
            ("https://shop.brand.com에서", false),
            ("www.brand.com", false),
            ("www.", false),
            ("https://", false),
            ("https:// …", false),
            ("awww.that", false),
        ],
    );
    check_titles(
        "https://manzanita.example/",
        &[
            ("https://manzanita.example/x", false),
            ("www.manzanita.example", false),
            ("https://other.example", true),
        ],
    );
}

#[test]
fn titles_that_name_no_site() {
    check_titles(
        "https://www.brand.com/",
        &[
            ("Your order", false),
            ("brand.com", false),
            ("Brand.com: help", false),
            ("pay.brand.com", false),
            ("访问brand.com查看", false),
            ("Version 3.5", false),
            ("1.2.3.4", false),
            ("e.g. this, i.e. that", false),
            ("Node.js", false),
            ("index.html", false),
            ("report.pdf", false),
            ("evil.test", false),
            ("com", false),
            (".com", false),
            ("a co.uk domain", false),
            ("paypal com", false),
            ("paypal. com", false),
            ("help@paypal.com", false),
            ("john.doe+x@paypal.com", false),
            ("bob.me@paypal.com", false),
            ("mailto:help@paypal.com", false),
            ("<help@paypal.com>", false),
            ("help@paypal.com, help@brand.com", false),
            ("README.md", false),
            ("readme.MD.", false),
            ("docs/README.md", false),
            ("brand.com_login", false),
            ("brand.com-login", false),
            ("brand.com·login", false),
            ("brand.comʼs", false),
            ("U.S.-based, 3.5-inch", false),
            ("Mon.-Fri.", false),
            ("3.5″, m², H₂O, 1½", false),
            ("Node.js™", false),
            ("install.sh-based", false),
            ("README.md_old", false),
            ("Brand™ help²", false),
            ("bob+x@paypal.com", false),
            ("“help@paypal.com”", false),
            ("мария@paypal.com", false),
            ("install.sh, main.rs and data.zip", false),
            ("a_b.py", false),
            ("README.md/x", true),
            ("v1.2.zip", true),
            ("archive.tar.zip", true),
            ("README.com", true),
        ],
    );
}

#[test]
fn titles_of_links_without_a_domain() {
    check_titles(
        "https://8.8.8.8/",
        &[
            ("https://8.8.8.8/", false),
            ("https://0x08080808", false),
            ("https://8.8.4.4/", true),
            ("brand.com", true),
            ("8.8.4.4", false),
        ],
    );
    check_titles(
        "https://github.io/",
        &[
            ("github.io", false),
            ("https://github.io", false),
            ("wordpress.com", true),
        ],
    );
    check_titles(
        "https://www.gov.uk/",
        &[("GOV.UK", false), ("www.gov.uk/help", false)],
    );
}

#[test]
fn titles() {
    let title = |title: Value| {
        links::assess(
            &json!({"url": "https://brand.com/", "title": title}),
            &sites("brand.com"),
        )
        .title
    };
    assert_eq!(title(json!(5)), None);
    assert_eq!(title(json!(["a"])), None);
    assert_eq!(title(json!("\u{200d}\u{2060}")), None);
    assert_eq!(title(json!(" a\u{2028}b ")).as_deref(), Some("a b"));
    assert_eq!(title(json!("é".repeat(120))), Some("é".repeat(120)));
    assert_eq!(
        title(json!("e\u{301}".repeat(121))),
        Some("e\u{301}".repeat(120) + "…")
    );
    let refused = links::assess(
        &json!({"url": 1, "title": "a\nb paypal.com"}),
        &sites("brand.com"),
    );
    assert_eq!(
        (refused.title.as_deref(), codes(&refused)),
        (Some("a b paypal.com"), vec!["not-a-link".to_owned()])
    );
}
