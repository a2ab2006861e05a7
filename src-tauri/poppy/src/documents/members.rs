//! Members of a Company's documents: each read with a bound, each problem told with the member's
//! path. A member that is `null` counts as not there.

use serde_json::{Map, Value};
use url::Url;

use super::company::DocumentError;

/// The longest URL that is used, in bytes.
pub(super) const MAX_URL: usize = 2048;

pub(super) type Object = Map<String, Value>;

/// What a URL may hold after its path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Query {
    Allowed,
    Refused,
}

/// One member of an object.
pub(super) struct Member<'a> {
    path: &'static str,
    value: Option<&'a Value>,
}

impl<'a> Member<'a> {
    /// The member that the last part of `path` names.
    pub(super) fn of(object: &'a Object, path: &'static str) -> Self {
        let name = path.rsplit('.').next().unwrap_or(path);
        Self {
            path,
            value: object.get(name).filter(|value| !value.is_null()),
        }
    }

    pub(super) fn wrong(&self, problem: &'static str) -> DocumentError {
        DocumentError::Member {
            member: self.path,
            problem,
        }
    }

    /// Refuses a member that is not there.
    pub(super) fn required<T>(&self, found: Option<T>) -> Result<T, DocumentError> {
        found.ok_or_else(|| self.wrong("is missing"))
    }

    pub(super) fn object(&self) -> Result<Option<&'a Object>, DocumentError> {
        self.value
            .map(|v| v.as_object().ok_or_else(|| self.wrong("must be an object")))
            .transpose()
    }

    pub(super) fn list(&self) -> Result<Option<&'a Vec<Value>>, DocumentError> {
        self.value
            .map(|v| v.as_array().ok_or_else(|| self.wrong("must be a list")))
            .transpose()
    }

    /// A text of at most `max` bytes.
    pub(super) fn text(&self, max: usize) -> Result<Option<&'a str>, DocumentError> {
        let Some(value) = self.value else {
            return Ok(None);
        };
        let text = value.as_str().ok_or_else(|| self.wrong("must be text"))?;
        if text.len() > max {
            return Err(self.wrong("is too long"));
        }
        Ok(Some(text))
    }

    /// A list of at most `items` texts of at most `max` bytes, each of which `fits`.
    pub(super) fn texts(
        &self,
        items: usize,
        max: usize,
        fits: fn(&str) -> bool,
    ) -> Result<Option<Vec<String>>, DocumentError> {
        let Some(list) = self.list()? else {
            return Ok(None);
        };
        if list.len() > items {
            return Err(self.wrong("lists too much"));
        }
        list.iter()
            .map(|value| match value.as_str() {
                Some(text) if text.len() > max => Err(self.wrong("lists something too long")),
                Some(text) if fits(text) => Ok(text.to_owned()),
                _ => Err(self.wrong("lists something that cannot be in it")),
            })
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// An HTTPS URL without user name and fragment (draft 0.2 section 3), and its text as sent.
    pub(super) fn https(&self, query: Query) -> Result<Option<(&'a str, Url)>, DocumentError> {
        let Some(text) = self.text(MAX_URL)? else {
            return Ok(None);
        };
        let url = plain_https(text).ok_or_else(|| self.wrong("must be an https:// URL"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(self.wrong("must not hold a user name or password"));
        }
        if url.fragment().is_some() {
            return Err(self.wrong("must not hold a fragment (`#`)"));
        }
        if query == Query::Refused && url.query().is_some() {
            return Err(self.wrong("must not hold a query (`?`)"));
        }
        Ok(Some((text, url)))
    }
}

/// A URL that plainly is an absolute HTTPS one. The parser alone would repair a missing slash and
/// drop white space, and then readers would disagree about what is meant.
pub(super) fn plain_https(text: &str) -> Option<Url> {
    let is_plain = text
        .get(..8)
        .is_some_and(|start| start.eq_ignore_ascii_case("https://"))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\');
    let url = Url::parse(text).ok()?;
    (is_plain && url.scheme() == "https" && url.host().is_some()).then_some(url)
}

/// The whole document, which must be an object.
pub(super) fn document(value: &Value) -> Result<&Object, DocumentError> {
    value.as_object().ok_or(DocumentError::Member {
        member: "(the document)",
        problem: "must be an object",
    })
}

/// Whether a text is one scope (RFC 6749 section 3.3).
pub(super) fn is_scope(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| matches!(b, 0x21 | 0x23..=0x5B | 0x5D..=0x7E))
}
