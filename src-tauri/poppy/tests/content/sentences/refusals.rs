//! What is refused, and that nothing else is.

use poppy::links;
use serde_json::json;

use super::{PLAIN, check, codes, sites};

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
    // Sixty letters, each far from the last: over 63 octets in ASCII.
    let han: String = (0..60)
        .filter_map(|i| char::from_u32(0x4e00 + i * 97))
        .collect();
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
        (&format!("https://{han}.com/"), BAD),
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
