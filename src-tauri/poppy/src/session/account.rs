//! The User's account at a Company, as an agent holds it (draft 0.2 section 4.8).

use std::fmt;

use futures_util::future::BoxFuture;
use zeroize::Zeroizing;

/// The longest Account Token, in bytes.
const MAX_TOKEN: usize = 16 * 1024;

/// An Account Token (`refresh_token`): a secret that is sent to the token endpoint and the revocation
/// endpoint and shown nowhere. Wiped from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountToken(Zeroizing<String>);

/// A text that cannot be an Account Token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an Account Token")]
pub struct BadToken;

impl AccountToken {
    /// Takes a token as it came, or as it was kept.
    ///
    /// # Errors
    ///
    /// [`BadToken`] when it is empty, over 16 KiB, or has other characters than visible ASCII.
    pub fn parse(text: &str) -> Result<Self, BadToken> {
        let fits = (1..=MAX_TOKEN).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits {
            Ok(Self(Zeroizing::new(text.to_owned())))
        } else {
            Err(BadToken)
        }
    }

    /// The token itself, to be sealed and kept.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for AccountToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountToken")
    }
}

/// An account the User signed in to, for one Company, a Company being its full `auth.issuer`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The Account Token now in force.
    pub token: AccountToken,
    /// The scopes granted, as the Company last said.
    pub scopes: Vec<String>,
}

/// Keeps Account Tokens: implemented by who has a place for secrets.
pub trait AccountKeeper: Send + Sync {
    /// Keeps an account in place of the one before. Waited for before the Session Token that came
    /// with it is used: from now on the Account Token before may be worth nothing.
    fn keep<'a>(&'a self, account: &'a Account) -> BoxFuture<'a, ()>;

    /// The Company no longer takes the Account Token (`invalid_grant`): it is to be deleted, and the
    /// User told. The Session goes on signed out.
    fn ended(&self) -> BoxFuture<'_, ()>;

    /// An Account Token came that is not to be used: it is to be revoked. True: that is taken care
    /// of, even if the program ends now; false: the Session tries it once.
    fn give_back<'a>(&'a self, token: &'a AccountToken) -> BoxFuture<'a, bool>;
}

/// Keeps nothing: an account lasts as long as its Session is in memory.
pub(super) struct InMemory;

impl AccountKeeper for InMemory {
    fn keep<'a>(&'a self, _: &'a Account) -> BoxFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    fn ended(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }

    fn give_back<'a>(&'a self, _: &'a AccountToken) -> BoxFuture<'a, bool> {
        Box::pin(std::future::ready(false))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn an_account_token_is_shown_nowhere() {
        let account = Account {
            token: AccountToken::parse("acct_secret").unwrap(),
            scopes: vec!["orders:read".into()],
        };
        let shown = format!("{account:?}");
        assert!(!shown.contains("secret"), "{shown}");
        assert_eq!(account.token.reveal(), "acct_secret");
        for bad in ["", "a b", "a\n", "ü"] {
            assert_eq!(AccountToken::parse(bad), Err(BadToken), "{bad:?}");
        }
    }
}
