//! What comes back from the browser at the end of Direct Sign-In (RFC 6749 section 4.1.2, RFC 9207):
//! by the program's own URL scheme, or pasted.

use std::collections::HashMap;
use std::fmt;

use url::{Url, form_urlencoded};
use zeroize::Zeroizing;

/// The longest address that is read, in bytes.
const MAX_CALLBACK: usize = 8 * 1024;

/// What a callback says; nothing in it is checked yet. `Debug` shows nothing of it.
pub struct Callback {
    /// The address it came with, where it is a web address.
    pub(super) address: Option<Url>,
    pub(super) state: String,
    pub(super) iss: Option<String>,
    pub(super) outcome: Outcome,
}

/// What the Company's page came to.
pub(super) enum Outcome {
    Code(Zeroizing<String>),
    Error(String),
}

/// A text that is no callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCallback {
    /// It is not the address of the callback page, with what the Company added to it.
    #[error(
        "this is not the address to paste: copy the whole address that the page shows at the end of \
         signing in"
    )]
    NotOne,
    /// It has a part twice, so nobody can say which is meant.
    #[error("this address has a part twice, so it is not used")]
    Twice,
}

impl Callback {
    /// Reads what the browser came back with: the address of the callback page, the same under the
    /// program's own scheme, or only what follows its `?`.
    ///
    /// # Errors
    ///
    /// [`NoCallback`] when it is none.
    pub fn parse(text: &str) -> Result<Self, NoCallback> {
        let text = text.trim();
        if text.len() > MAX_CALLBACK {
            return Err(NoCallback::NotOne);
        }
        let address = Url::parse(text).ok();
        let query = match &address {
            Some(address) => address.query().unwrap_or_default(),
            None => text.strip_prefix('?').unwrap_or(text),
        };
        let mut found = parameters(query)?;
        let mut take = |name| found.remove(name).filter(|value| !value.is_empty());
        let outcome = match (take("code"), take("error")) {
            (Some(code), None) => Outcome::Code(Zeroizing::new(code)),
            (None, Some(error)) => Outcome::Error(error),
            _ => return Err(NoCallback::NotOne),
        };
        Ok(Self {
            state: take("state").ok_or(NoCallback::NotOne)?,
            iss: take("iss"),
            outcome,
            address: address.filter(|address| matches!(address.scheme(), "http" | "https")),
        })
    }
}

/// The parameters of a callback: each at most once (RFC 6749 section 3.1).
fn parameters(query: &str) -> Result<HashMap<String, String>, NoCallback> {
    let mut found = HashMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let is_ours = matches!(&*name, "code" | "state" | "iss" | "error");
        if is_ours
            && found
                .insert(name.into_owned(), value.into_owned())
                .is_some()
        {
            return Err(NoCallback::Twice);
        }
    }
    Ok(found)
}

impl fmt::Debug for Callback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callback").finish_non_exhaustive()
    }
}
