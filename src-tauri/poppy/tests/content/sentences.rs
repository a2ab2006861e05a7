//! More cases for each sentence of the rules about links, beside those of the case files.

use poppy::links::{self, CompanySites, Link};
use serde_json::{Value, json};

fn sites(domain: &str) -> CompanySites {
    CompanySites {
        domain: domain.to_owned(),
        poppy_domains: Vec::new(),
    }
}

fn link(url: &str) -> Link {
    links::assess(&json!({"url": url}), &sites("manzanita.example"))
}

fn codes(link: &Link) -> Vec<String> {
    serde_json::from_value(json!(link.reasons)).unwrap()
}

/// Checks rows of a URL and its reasons, and names all that fail at once.
fn check(rows: &[(&str, &[&str])]) {
    check_by(rows, |url| codes(&link(url)));
}

fn check_by(rows: &[(&str, &[&str])], get: impl Fn(&str) -> Vec<String>) {
    let failed: Vec<String> = rows
        .iter()
        .map(|(sent, want)| (sent, want, get(sent)))
        .filter(|(_, want, got)| got != *want)
        .map(|(sent, want, got)| format!("{sent:?}: want {want:?}, got {got:?}"))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

const PLAIN: &[&str] = &[];

#[test]
fn not_a_link() {
    for url in [
        json!(null),
        json!(true),
        json!(1.5),
        json!([]),
        json!({}),
        json!(" \n\t"),
    ] {
        let link = links::assess(&json!({"url": url}), &sites("manzanita.example"));
        assert_eq!(codes(&link), ["not-a-link"], "{url}");
    }
    for item in [
        json!(null),
        json!("https://a.com/"),
        json!(["https://a.com/"]),
        json!(5),
        json!({}),
    ] {
        let link = links::assess(&item, &sites("manzanita.example"));
        assert_eq!(codes(&link), ["not-a-link"], "{item}");
        assert_eq!(link.title, None);
    }
    const NOT: &[&str] = &["not-a-link"];
    check(&[
        ("example.com", NOT),
        ("//example.com/", NOT),
        ("?q", NOT),
        ("\u{200b}", NOT),
        ("\u{a0}https://example.com/", NOT),
        ("https://", NOT),
        ("https:", NOT),
        ("https:///", NOT),
        ("https://:443/", NOT),
        ("https://?a", NOT),
        ("https://a b.com/", NOT),
        ("https://example.com:99999/", NOT),
        ("https://example.com:x/", NOT),
        ("https://256.1.1.1/", NOT),
        ("https://1.2.3.4.5/", NOT),
        ("https://[::1/", NOT),
        ("https://[fe80::1%25eth0]/", NOT),
        ("https://xn--/", NOT),
        ("https://xn--a.com/", NOT),
        ("https://xn--paypal-.com/", NOT),
        ("https://a<b.com/", NOT),
        ("https://user@/", NOT),
    ]);
}

#[test]
fn not_https() {
    const NOT: &[&str] = &["not-https"];
    check(&[
        ("HTTP://example.com/", NOT),
        ("http://user@127.0.0.1/", NOT),
        ("ftp://example.com/", NOT),
        ("wss://example.com/", NOT),
        ("mailto:help@example.com", NOT),
        ("tel:+1", NOT),
        ("blob:https://example.com/x", NOT),
        ("view-source:https://example.com/", NOT),
        ("httpsx://example.com/", NOT),
        ("ht\ntp://example.com/", NOT),
        ("example.com:443/a", NOT),
        ("localhost:80", NOT),
    ]);
}

#[test]
fn disguised() {
    const D: &[&str] = &["disguised"];
    check(&[
        ("\t\r\n\u{c} https://example.com/ \u{c}", PLAIN),
        ("\u{0}https://example.com/", D),
        ("\u{b}https://example.com/", D),
        ("https://example.com/\u{1f}", D),
        ("HtTpS://example.com/", PLAIN),
        ("https:/example.com/", D),
        ("https:////example.com/", D),
        ("https:\\\\example.com/", D),
        ("https:/\\example.com/", D),
        ("https://\\example.com/", D),
        ("https://example.com/a\\b", D),
        ("https://example.com\\", D),
        ("https://example.com/?a\\b", PLAIN),
        ("https://example.com/#a\\b", PLAIN),
        ("https://example.com?\\", PLAIN),
        ("https://example.com/a\tb", D),
        ("https://example.com/?a\nb", D),
        ("https://example.com/#a\rb", D),
        ("https://example.com/a\u{85}b", D),
        ("https://example.com/a\u{7f}b", D),
        ("https://example.com/a\u{ad}b", D),
        ("https://exam\u{ad}ple.com/", D),
        ("https://example.com/?a\u{200d}b", D),
        ("https://example.com/#a\u{200c}b", D),
        ("https://example.com/a\u{2028}b", D),
        ("https://example.com/a\u{2029}", D),
        ("\u{2028}https://example.com/", &["not-a-link"]),
        ("\u{feff}https://example.com/", &["not-a-link"]),
        ("https://example.com/a\u{2066}b", D),
        ("https://example.com/a\u{61c}b", D),
        ("https://example.com/\u{3164}", D),
        ("https://example.com/a\u{e0041}", D),
        ("https://example.com/a\u{a0}b", PLAIN),
        ("https://example.com/é", PLAIN),
        ("https://ex%61mple.com/", D),
        ("https://example%2ecom/", D),
        ("https://example.com%2f@evil.test/", &["userinfo"]),
        ("https://example.com/%41", PLAIN),
        ("https://example.com?%41", PLAIN),
        ("https://ｅxample.com/", D),
        ("https://example．com/", D),
        ("https://example｡com/", D),
        ("https://example.ﬁ/", D),
        ("https://①.com/", D),
        ("https://１２７.0.0.1/", D),
        ("https://\u{212a}.com/", D),
        ("https://a\u{fe0f}b.com/", D),
        ("https://münchen。de/", &["international-name"]),
        ("https://MÜNCHEN.de/", &["international-name"]),
    ]);
}

#[test]
fn userinfo() {
    const U: &[&str] = &["userinfo"];
    check(&[
        ("https://user:secret@example.com/", U),
        ("https://:@example.com/", U),
        ("https://:secret@example.com/", U),
        ("https://a@b@example.com/", U),
        ("https://user@127.0.0.1/", U),
        ("https://user@localhost", U),
        ("https://user@example..com/", U),
        ("https://a%40b@example.com/", U),
        ("https://example.com/@a", PLAIN),
        ("https://example.com?@a", PLAIN),
        ("https://example.com#@a", PLAIN),
        ("https://example.com?a@b:c@d/", PLAIN),
    ]);
}

#[test]
fn bad_host() {
    const BAD: &[&str] = &["bad-host"];
    let label = "a".repeat(63);
    let host_253 = format!("{label}.{label}.{label}.{}", "a".repeat(57) + ".com");
    let host_254 = format!("{label}.{label}.{label}.{}", "a".repeat(58) + ".com");
    assert_eq!((host_253.len(), host_254.len()), (253, 254));
    check(&[
        ("https://.example.com/", BAD),
        ("https://example.com../", BAD),
        ("https://./", BAD),
        ("https://../", BAD),
        ("https://a..local/", BAD),
        (&format!("https://{label}.com/"), &["long-name"]),
        (&format!("https://{label}a.com/"), BAD),
        (&format!("https://{}.local/", label.clone() + "a"), BAD),
        (&format!("https://{host_253}/"), &["long-name"]),
        (&format!("https://{host_253}./"), &["long-name"]),
        (&format!("https://{host_254}/"), BAD),
    ]);
}

#[test]
fn private_address() {
    const P: &[&str] = &["private-address"];
    const IP: &[&str] = &["ip-address"];
    check(&[
        ("https://0/", P),
        ("https://0.0.0.0/", P),
        ("https://0x7f.1/", P),
        ("https://0X7F000001/", P),
        ("https://0x7f.0x0.0x0.0x1/", P),
        ("https://0177.0.0.1/", P),
        ("https://017700000001/", P),
        ("https://127.0.0.1./", P),
        ("https://127.255.255.254:8443/", P),
        ("https://10.1/", P),
        ("https://192.168.257/", P),
        ("https://172.31.0.1/", P),
        ("https://172.32.0.1/", IP),
        ("https://100.64.0.1/", P),
        ("https://100.128.0.1/", IP),
        ("https://192.0.0.8/", P),
        ("https://192.0.2.1/", P),
        ("https://198.18.0.1/", P),
        ("https://198.51.100.1/", P),
        ("https://203.0.113.1/", P),
        ("https://224.0.0.1/", P),
        ("https://240.0.0.1/", P),
        ("https://255.255.255.255/", P),
        ("https://4294967295/", P),
        ("https://8.8.8.8./", IP),
        ("https://0x08080808/", IP),
        ("https://[::]/", P),
        ("https://[::1]:8443/", P),
        ("https://[0:0:0:0:0:0:0:1]/", P),
        ("https://[::ffff:7f00:1]/", P),
        ("https://[::FFFF:192.168.0.1]/", P),
        ("https://[::ffff:8.8.8.8]/", IP),
        ("https://[::127.0.0.1]/", P),
        ("https://[64:ff9b::7f00:1]/", P),
        ("https://[64:ff9b::10.0.0.1]/", P),
        ("https://[64:ff9b::8.8.8.8]/", IP),
        ("https://[64:ff9b:1::10.0.0.1]/", P),
        ("https://[fc00::1]/", P),
        ("https://[fd12:3456::1]/", P),
        ("https://[fe80::1]/", P),
        ("https://[fec0::1]/", P),
        ("https://[ff02::1]/", P),
        ("https://[100::1]/", P),
        ("https://[2001:db8::1]/", P),
        ("https://[3fff::1]/", P),
        ("https://[2001::1]/", P),
        ("https://[2002:7f00:1::]/", P),
        ("https://[2606:4700:4700::1111]/", IP),
        ("https://localhost./", P),
        ("https://LOCALHOST/", P),
        ("https://a.localhost/", P),
        ("https://a.localhost./", P),
        ("https://com/", P),
        ("https://com./", P),
        ("https://xn--p1ai/", P),
        ("https://рф/", P),
        ("https://Router.LOCAL./", P),
        ("https://a.b.internal/", P),
        ("https://nas.lan/", P),
        ("https://a.home.arpa/", P),
        ("https://home.arpa/", P),
        ("https://abcdefghijklmnop.onion/", P),
        ("https://local.example.com/", PLAIN),
        ("https://mylocal.com/", PLAIN),
        ("https://a.xlocal/", PLAIN),
        ("https://localhost.com/", PLAIN),
        ("https://in-addr.arpa/", &["bare-suffix"]),
    ]);
}

#[test]
fn too_long() {
    let path = |octets: usize| format!("https://example.com/{}", "x".repeat(octets - 20));
    check(&[
        (&path(2048), PLAIN),
        (&path(2049), &["too-long"]),
        // What counts is what is opened, not what was written.
        (
            &format!("https://example.com/{}", "é".repeat(400)),
            &["too-long"],
        ),
        (
            &format!("https://example.com/{}", "a/../".repeat(1000)),
            PLAIN,
        ),
        (
            &format!("https://127.0.0.1/{}", "x".repeat(3000)),
            &["private-address"],
        ),
    ]);
}

#[test]
fn ports() {
    check(&[
        ("https://example.com:443/", PLAIN),
        ("https://example.com:0443/", PLAIN),
        ("https://example.com:/", PLAIN),
        ("https://example.com:80/", &["unusual-port"]),
        ("https://example.com:0/", &["unusual-port"]),
        ("https://8.8.8.8:8443/", &["ip-address", "unusual-port"]),
        ("https://manzanita.example:8443/", &["unusual-port"]),
    ]);
    assert_eq!(
        link("https://example.com:/").opens.as_deref(),
        Some("https://example.com/")
    );
    assert_eq!(
        link("https://[2606:4700::1]:8443").host.as_deref(),
        Some("[2606:4700::1]")
    );
}

#[test]
fn international_names() {
    for (url, shown, reasons) in [
        (
            "https://bücher.example.com/",
            "bücher.example.com",
            &["international-name"][..],
        ),
        (
            "https://xn--bcher-kva.com/",
            "bücher.com",
            &["international-name"],
        ),
        ("https://例え.jp/", "例え.jp", &["international-name"]),
        (
            "https://日本tokyo.jp/",
            "日本tokyo.jp",
            &["international-name"],
        ),
        ("https://한국.kr/", "한국.kr", &["international-name"]),
        ("https://ไทย.com/", "ไทย.com", &["international-name"]),
        (
            "https://παράδειγμα.gr/",
            "παράδειγμα.gr",
            &["international-name"],
        ),
        // Not an allowed identifier, though one script: not shown, and no look-alike either.
        ("https://☃.net/", "xn--n3h.net", &["international-name"]),
        ("https://i❤.ws/", "xn--i-7iq.ws", &["international-name"]),
        // Mixed as no language mixes them.
        (
            "https://aไทย.com/",
            "xn--a-3xf7a0j.com",
            &["international-name", "look-alike"],
        ),
        (
            "https://pαypαl.рф/",
            "xn--pypl-0ldc.xn--p1ai",
            &["international-name", "look-alike"],
        ),
        // Reads as plain ASCII: only under an ASCII TLD is that a look-alike.
        (
            "https://аррӏе.com/",
            "xn--80ak6aa92e.com",
            &["international-name", "look-alike"],
        ),
        ("https://хор.рф/", "хор.рф", &["international-name"]),
        (
            "https://ıstanbul.com/",
            "xn--stanbul-qfb.com",
            &["international-name", "look-alike"],
        ),
        // Right to left, as a label or as the TLD.
        (
            "https://مثال.com/",
            "xn--mgbh0fb.com",
            &["international-name"],
        ),
        (
            "https://example.xn--mgbaam7a8h/",
            "example.xn--mgbaam7a8h",
            &["international-name"],
        ),
        // All labels or none.
        (
            "https://bücher.аррӏе.com/",
            "xn--bcher-kva.xn--80ak6aa92e.com",
            &["international-name", "look-alike"],
        ),
    ] {
        let link = link(url);
        assert_eq!(
            (link.shown.as_deref(), codes(&link)),
            (
                Some(shown),
                reasons.iter().map(|r| (*r).to_owned()).collect()
            ),
            "of {url}"
        );
    }
}

#[test]
fn look_alikes_of_the_company() {
    let check_for = |company: &str, rows: &[(&str, &[&str])]| {
        check_by(rows, |url| {
            codes(&links::assess(&json!({"url": url}), &sites(company)))
        });
    };
    const ALIKE: &[&str] = &["look-alike"];
    check_for(
        "paypal.com",
        &[
            ("https://paypa1.com/", ALIKE),
            ("https://www.paypa1.com/", ALIKE),
            ("https://paypal.co/", PLAIN),
            ("https://paypal.com.evil.test/", ALIKE),
            ("https://a.paypal.com.b.evil.test/", ALIKE),
            ("https://xpaypal.com.evil.test/", PLAIN),
            ("https://paypal.comx.evil.test/", PLAIN),
            ("https://paypal-com.evil.test/", PLAIN),
            ("https://pàypal.com/", &["international-name", "look-alike"]),
            ("https://łpaypal.com/", &["international-name"]),
            ("https://paypal.com/", PLAIN),
        ],
    );
    check_for(
        "xn--mnchen-3ya.de",
        &[
            ("https://munchen.de/", ALIKE),
            (
                "https://xn--mnchen-3ya.de.evil.test/",
                &["international-name", "look-alike"],
            ),
            ("https://www.xn--mnchen-3ya.de/", PLAIN),
        ],
    );
    // Another's site under the Company's own suffix of the private section.
    check_for(
        "amazonaws.com",
        &[(
            "https://x.s3.amazonaws.com/",
            &["look-alike", "shared-hosting"],
        )],
    );
}

#[test]
fn whose_site_it_is() {
    for (company, poppy_domains, url, relation, reasons) in [
        (
            "shop.brand.co.uk",
            &[][..],
            "https://www.brand.co.uk/",
            "company",
            PLAIN,
        ),
        (
            "shop.brand.co.uk",
            &[],
            "https://other.co.uk/",
            "other",
            PLAIN,
        ),
        (
            "SHOP.Brand.co.uk.",
            &[],
            "https://brand.co.uk/",
            "company",
            PLAIN,
        ),
        (
            "brand.com",
            &["www.brand-pay.com"],
            "https://x.brand-pay.com/",
            "company",
            PLAIN,
        ),
        (
            "brand.com",
            &["brand-pay.com"],
            "https://brand-pay.com.evil.test/",
            "other",
            &["look-alike"],
        ),
        (
            "brand.com",
            &["co.uk", "", "not a domain", "127.0.0.1"],
            "https://co.uk/",
            "other",
            &["bare-suffix"],
        ),
        (
            "shop.myshopify.com",
            &[],
            "https://shop.myshopify.com/",
            "company",
            PLAIN,
        ),
        (
            "shop.myshopify.com",
            &[],
            "https://a.shop.myshopify.com/",
            "company",
            PLAIN,
        ),
        (
            "shop.myshopify.com",
            &[],
            "https://other.myshopify.com/",
            "other",
            &["shared-hosting"],
        ),
        (
            "github.io",
            &[],
            "https://github.io/",
            "other",
            &["bare-suffix"],
        ),
        (
            "github.io",
            &[],
            "https://other.github.io/",
            "other",
            &["shared-hosting"],
        ),
        (
            "brand.com",
            &["xn--mnchen-3ya.de"],
            "https://münchen.de/",
            "company",
            PLAIN,
        ),
        (
            "brand.com",
            &["münchen.de"],
            "https://münchen.de/",
            "company",
            PLAIN,
        ),
        (
            "a.b.c.d.e.f.brand.com",
            &[],
            "https://a.b.c.d.e.f.brand.com/",
            "company",
            PLAIN,
        ),
        (
            "brand.com",
            &[],
            "https://8.8.8.8/",
            "other",
            &["ip-address"],
        ),
    ] {
        let company = CompanySites {
            domain: company.to_owned(),
            poppy_domains: poppy_domains.iter().map(|d| (*d).to_owned()).collect(),
        };
        let link = links::assess(&json!({"url": url}), &company);
        assert_eq!(
            (json!(link.relation), codes(&link)),
            (
                json!(relation),
                reasons.iter().map(|r| (*r).to_owned()).collect()
            ),
            "of {url} for {company:?}"
        );
    }
}

#[test]
fn suffixes_and_long_names() {
    let octets = |n: usize| format!("https://{}.{}.com/", "a".repeat(30), "b".repeat(n - 35));
    check(&[
        ("https://co.uk/", &["bare-suffix"]),
        ("https://c.kobe.jp/", &["bare-suffix"]),
        ("https://kobe.jp/", PLAIN),
        ("https://github.io./", &["bare-suffix"]),
        ("https://a.b.github.io/", &["shared-hosting"]),
        ("https://bucket.s3.amazonaws.com/", &["shared-hosting"]),
        ("https://www.example.test/", PLAIN),
        ("https://1.2.3.4.example.com/", PLAIN),
        ("https://1.2.3.4.5.example.com/", &["long-name"]),
        ("https://1.2.3.4.example.com./", PLAIN),
        (&octets(60), PLAIN),
        (&octets(61), &["long-name"]),
    ]);
}

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

#[test]
fn titles_after_a_scheme_or_www() {
    check_titles(
        "https://www.brand.com/",
        &[
            ("https://1.2.3.4", true),
            ("https://0x7f.1/", true),
            ("https://[2606:4700::1111]/", true),
            ("https://[::]", true),
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
