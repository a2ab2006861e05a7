//! The page that Direct Sign-In comes back to (draft 0.3 section 4.1, `redirect_uris`).
//!
//! A desktop program is no web site, so the User publishes this page beside the other two files. It
//! hands what it was opened with over to the program, by a link of the program's own URL scheme that
//! the User presses, or by showing the address to be pasted. It sends nothing anywhere: its policy
//! allows no connection and no script or style but its own, each by its hash.

/// The program's own URL scheme, by which the callback page hands over.
pub const SCHEME: &str = "candor";

/// The callback page: an HTML file to publish as it is.
#[must_use]
pub const fn page() -> &'static str {
    include_str!("callback.html")
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use aws_lc_rs::digest::{SHA256, digest};
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::{SCHEME, page};

    fn inside(open: &str, close: &str) -> &'static str {
        let (_, rest) = page().split_once(open).unwrap();
        rest.split_once(close).unwrap().0
    }

    #[test]
    fn its_policy_allows_its_own_script_and_style_and_nothing_else() {
        let policy = inside("Content-Security-Policy\" content=\"", "\"");
        let hash = |text: &str| STANDARD.encode(digest(&SHA256, text.as_bytes()));
        let script = hash(inside("<script>", "</script>"));
        let style = hash(inside("<style>", "</style>"));
        assert_eq!(
            policy,
            format!(
                "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; \
                 base-uri 'none'; form-action 'none'"
            )
        );
        assert_eq!(page().matches("<script").count(), 1);
        assert_eq!(page().matches("<style").count(), 1);
    }

    #[test]
    fn it_loads_nothing_and_writes_text_only() {
        for forbidden in ["http:", "https:", "src=", "innerHTML", " href=", "\r"] {
            assert!(!page().contains(forbidden), "{forbidden} is in the page");
        }
        assert!(page().contains(".textContent = location.href;"));
        // The scheme stands before what the address holds, so that nothing in it can be another.
        let hands_over = format!(".href = \"{SCHEME}:sign-in\" + location.search;");
        assert!(page().contains(&hands_over));
    }
}
