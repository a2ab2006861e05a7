//! The URL as it was written, before any parser mends it.

use crate::text;

const PREFIX: &str = "https://";

/// A URL's text without the ASCII white space at its ends, which is a slip and no disguise.
pub(super) struct Raw<'a> {
    text: &'a str,
    /// What stands between `https://` and the first `/`, `?` or `#`; `None` when the text does not
    /// start so.
    authority: Option<&'a str>,
}

impl<'a> Raw<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
        let authority = match text.split_at_checked(PREFIX.len()) {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case(PREFIX) => {
                rest.split(['/', '?', '#']).next()
            }
            _ => None,
        };
        Self { text, authority }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether the text is not plainly what the parser made of it, which is `host`.
    pub(super) fn is_disguised(&self, host: &str) -> bool {
        let Some(written) = self.host() else {
            return true;
        };
        self.text.chars().any(is_hidden)
            || self.before_query().contains('\\')
            || written.contains('%')
            || (!written.is_ascii() && !host.split('.').any(|label| label.starts_with("xn--")))
    }

    /// Whether something, be it nothing, stands before an `@` in front of the host. The parser
    /// forgets an empty one.
    pub(super) fn has_userinfo(&self) -> bool {
        self.authority
            .is_some_and(|authority| authority.contains('@'))
    }

    /// The authority without what stands before the last `@`; `None` when nothing is there.
    fn host(&self) -> Option<&'a str> {
        let authority = self.authority.filter(|authority| !authority.is_empty())?;
        authority.rsplit('@').next()
    }

    fn before_query(&self) -> &'a str {
        self.text.split(['?', '#']).next().unwrap_or_default()
    }
}

/// What must be nowhere in a URL's text: it is not seen, or it changes how the rest is seen.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || text::is_bidi_control(c)
        || text::is_invisible(c)
        || text::is_joiner(c)
        || matches!(c, '\u{2028}' | '\u{2029}')
}
