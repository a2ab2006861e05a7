//! What is warned about, and whose site a link leads to.

use poppy::links::{self, CompanySites};
use serde_json::json;

use super::{PLAIN, check, check_by, codes, link, sites};

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
