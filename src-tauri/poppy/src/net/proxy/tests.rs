//! The settings as they are read.

use super::*;

fn settings(proxy: &str, exceptions: &str) -> Settings {
    Settings::of(Matcher::builder().https(proxy).no(exceptions).build())
}

fn is_for(exceptions: &str, host: &str) -> bool {
    let settings = settings("http://proxy.example:3128", exceptions);
    settings.proxy_for(host).unwrap().is_some()
}

#[test]
fn takes_each_way_to_write_a_proxy() {
    for (value, shown, url) in [
        (
            "http://Proxy.corp:3128",
            "Proxy.corp:3128",
            "http://Proxy.corp:3128/",
        ),
        (
            "user:secret@proxy.corp:8080",
            "proxy.corp:8080",
            "http://proxy.corp:8080/",
        ),
        (
            "https://user:secret@proxy.corp",
            "proxy.corp",
            "https://proxy.corp/",
        ),
        ("10.0.0.1:3128", "10.0.0.1:3128", "http://10.0.0.1:3128/"),
        (
            "http://[::1]:3128/path?query",
            "[::1]:3128",
            "http://[::1]:3128/",
        ),
    ] {
        let settings = settings(value, "");
        let proxy = settings.proxy().unwrap_or_else(|| panic!("{value} is one"));
        assert_eq!((proxy.shown(), &*proxy.url), (shown, url), "{value}");
        let has_credentials = value.contains('@');
        assert_eq!(proxy.credentials.is_some(), has_credentials, "{value}");
        assert!(proxy.for_client().is_ok(), "{value}");
    }
}

#[test]
fn a_proxy_that_cannot_be_asked_stands_in_the_way() {
    for scheme in ["socks4", "socks4a", "socks5", "socks5h"] {
        let settings = settings(
            &format!("{scheme}://user:secret@proxy.corp:1080"),
            "open.example",
        );
        assert!(settings.proxy().is_none());
        let error = settings.proxy_for("shop.example").err().unwrap();
        assert_eq!(error.code(), "proxy-unusable");
        let said = error.to_string();
        assert!(
            said.contains("proxy.corp:1080") && said.contains("SOCKS"),
            "{said}"
        );
        assert!(!said.contains("secret"), "{said}");
        assert!(matches!(settings.proxy_for("www.open.example"), Ok(None)));
    }
}

#[test]
fn a_password_that_cannot_be_told_from_the_host_is_not_guessed() {
    let settings = settings("http://user:pass@word@proxy.corp:3128", "");
    let error = settings.proxy_for("shop.example").err().unwrap();
    assert_eq!(error.code(), "proxy-unusable");
    let said = format!("{error} {error:?}");
    assert!(
        said.contains("proxy.corp:3128") && said.contains("%40"),
        "{said}"
    );
    assert!(!said.contains("word"), "{said}");
}

#[test]
fn exceptions_are_names_suffixes_addresses_and_all() {
    assert!(is_for("", "shop.example"));
    for (exceptions, past, through) in [
        ("shop.example", "shop.example", "myshop.example"),
        ("shop.example", "shop.example.", "shop.example.org"),
        ("SHOP.example", "www.shop.example", "example"),
        (".shop.example", "shop.example", "other.example"),
        ("other.example, shop.example", "shop.example", "a.example"),
        ("*", "shop.example", "1.1.1.1"),
        ("1.1.1.0/24", "1.1.1.1", "1.1.2.1"),
        ("2606:4700::/32", "[2606:4700::1111]", "[2606:4701::1111]"),
        ("shop.example:443", "", "shop.example"),
        ("*.example", "", "shop.example"),
    ] {
        assert!(
            past.is_empty() || !is_for(exceptions, past),
            "{exceptions}: {past}"
        );
        assert!(is_for(exceptions, through), "{exceptions}: {through}");
    }
}

#[test]
fn a_variable_that_names_no_proxy_is_told() {
    let found = |set: &[(&str, &str)]| {
        unreadable(|name| {
            let found = set.iter().find(|(set, _)| *set == name);
            found.map(|(_, value)| OsString::from(value))
        })
    };
    assert_eq!(found(&[]), None);
    for good in [
        "proxy.corp:3128",
        "http://proxy.corp",
        "socks5://proxy.corp",
        "",
        " ",
    ] {
        assert_eq!(found(&[("HTTPS_PROXY", good)]), None, "{good:?}");
    }
    for bad in ["http://", "ftp://proxy.corp", "two words"] {
        assert_eq!(found(&[("https_proxy", bad)]), Some("https_proxy"), "{bad}");
        assert_eq!(found(&[("all_proxy", bad)]), Some("all_proxy"), "{bad}");
        let cgi = [("REQUEST_METHOD", "GET"), ("HTTPS_PROXY", bad)];
        assert_eq!(found(&cgi), None, "{bad}");
        // One that counts for less changes nothing; one set to nothing gives way.
        let shadowed = [("HTTPS_PROXY", "proxy.corp"), ("ALL_PROXY", bad)];
        assert_eq!(found(&shadowed), None, "{bad}");
        let given_way = [
            ("HTTPS_PROXY", ""),
            ("https_proxy", bad),
            ("ALL_PROXY", bad),
        ];
        assert_eq!(found(&given_way), Some("ALL_PROXY"), "{bad}");
        assert_eq!(found(&[("HTTP_PROXY", bad)]), None, "{bad}");
    }
}

#[test]
fn what_is_excepted_is_reached_past_an_unreadable_proxy_too() {
    let set = |name: &str| (name == "no_proxy").then(|| OsString::from("open.example"));
    let settings = Settings::unreadable("HTTPS_PROXY", set);
    assert!(matches!(settings.proxy_for("open.example"), Ok(None)));
    let error = settings.proxy_for("shop.example").err().unwrap();
    assert_eq!(error.code(), "proxy-unusable");
    assert!(error.to_string().contains("HTTPS_PROXY"), "{error}");
}

#[test]
fn it_knows_itself_in_every_spelling() {
    for (proxy, other) in [
        ("http://Proxy.Example:1", "https://proxy.example/"),
        ("http://proxy.example:1", "https://PROXY.example.:8443/"),
        ("http://proxy.example.:1", "https://proxy.example/"),
        ("http://93.184.216.34:1", "https://0x5db8d822/"),
        ("http://[2606:4700::1]:1", "https://[2606:4700:0::1]/"),
    ] {
        let settings = settings(proxy, "");
        let url = url::Url::parse(other).unwrap();
        let is_at = settings.proxy().unwrap().is_at(&url.host().unwrap());
        assert!(is_at, "{proxy}: {other}");
        let url = url::Url::parse("https://www.proxy.example/").unwrap();
        assert!(!settings.proxy().unwrap().is_at(&url.host().unwrap()));
    }
}
