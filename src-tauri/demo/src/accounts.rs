//! Who is signed in (draft 0.2 sections 4.4, 4.8 and 4.9). There is one account, a made-up
//! customer's; what is kept of an Account Token is its hash.

use std::collections::HashMap;

use poppy::host::Random;
use serde::{Deserialize, Serialize};

use crate::jwt::sha256;
use crate::record::Owner;
use crate::tokens::secret;

/// Seeing orders.
pub(crate) const READ: &str = "orders:read";
/// Changing them.
pub(crate) const WRITE: &str = "orders:write";
/// All scopes, with what they mean in plain words.
pub(crate) const SCOPES: [(&str, &str); 2] = [
    (READ, "See your orders"),
    (WRITE, "Exchange what you have ordered"),
];
/// The customer that everybody signs in as.
pub(crate) const CUSTOMER: &str = "Robin Walker";

/// What a request may see of the account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) signed_in: bool,
    pub(crate) read: bool,
    pub(crate) write: bool,
}

impl Access {
    /// What these scopes let one see, once signed in.
    pub(crate) fn of(scopes: &[String]) -> Self {
        let has = |name: &str| scopes.iter().any(|scope| scope == name);
        Self {
            signed_in: true,
            read: has(READ),
            write: has(WRITE),
        }
    }
}

/// Who is calling, and what they may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) owner: Owner,
    pub(crate) access: Access,
}

/// The scopes asked for, if there is at least one and all are offered.
pub(crate) fn scopes(asked: &str) -> Option<Vec<String>> {
    let mut scopes: Vec<String> = Vec::new();
    for scope in asked.split(' ').filter(|scope| !scope.is_empty()) {
        if !SCOPES.iter().any(|(name, _)| *name == scope) {
            return None;
        }
        if !scopes.iter().any(|known| known == scope) {
            scopes.push(scope.to_owned());
        }
    }
    (!scopes.is_empty()).then_some(scopes)
}

/// A sign-in, from which Account Tokens come, one at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    /// The sign-in: the hash of its first Account Token.
    pub(crate) family: String,
    pub(crate) owner: Owner,
    pub(crate) scopes: Vec<String>,
    /// The hash of the Account Token that is good now.
    token: String,
}

/// A change of who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AccountChange {
    /// A User signed in; the first Account Token's hash names the sign-in.
    SignedIn {
        family: String,
        owner: Owner,
        scopes: Vec<String>,
    },
    /// Another Account Token took the place of the one before.
    Rotated { family: String, token: String },
    /// The sign-in ended.
    SignedOut { family: String },
}

/// The sign-ins there are.
#[derive(Default)]
pub(crate) struct Accounts {
    grants: HashMap<String, Grant>,
}

impl Accounts {
    pub(crate) fn apply(&mut self, change: AccountChange) {
        match change {
            AccountChange::SignedIn {
                family,
                owner,
                scopes,
            } => {
                let grant = Grant {
                    token: family.clone(),
                    family: family.clone(),
                    owner,
                    scopes,
                };
                self.grants.insert(family, grant);
            }
            AccountChange::Rotated { family, token } => {
                if let Some(grant) = self.grants.get_mut(&family) {
                    grant.token = token;
                }
            }
            AccountChange::SignedOut { family } => {
                self.grants.remove(&family);
            }
        }
    }

    /// The sign-in an Account Token of this agent's is good for.
    pub(crate) fn find(&self, token: &str, client_id: &str) -> Option<&Grant> {
        let hash = sha256(token.as_bytes());
        let mut all = self.grants.values();
        all.find(|grant| grant.token == hash && grant.owner.client_id == client_id)
    }

    /// Whether a sign-in has not ended.
    pub(crate) fn lasts(&self, family: &str) -> bool {
        self.grants.contains_key(family)
    }

    /// The sign-ins there are.
    pub(crate) fn families(&self) -> Vec<String> {
        self.grants.keys().cloned().collect()
    }
}

/// A new Account Token, and its hash.
pub(crate) fn new_token(random: &dyn Random) -> (String, String) {
    let token = secret("acct_", random);
    let hash = sha256(token.as_bytes());
    (token, hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_scopes_that_are_offered_may_be_asked_for() {
        assert_eq!(scopes("orders:read"), Some(vec![READ.to_owned()]));
        assert_eq!(
            scopes(" orders:write  orders:read orders:write"),
            Some(vec![WRITE.to_owned(), READ.to_owned()])
        );
        for wrong in [
            "",
            " ",
            "orders:all",
            "orders:read orders:all",
            "Orders:read",
        ] {
            assert_eq!(scopes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn one_token_of_a_sign_in_is_good_at_a_time_and_for_its_own_agent() {
        let owner = Owner {
            client_id: "https://agent.test.example/agent.json".to_owned(),
            user: poppy::ids::UserId::parse("usr_1").unwrap(),
        };
        let client = owner.client_id.clone();
        let mut accounts = Accounts::default();
        let family = sha256(b"one");
        accounts.apply(AccountChange::SignedIn {
            family: family.clone(),
            owner,
            scopes: vec![READ.to_owned()],
        });
        assert!(accounts.find("one", &client).is_some());
        assert!(
            accounts
                .find("one", "https://other.example/agent.json")
                .is_none()
        );
        accounts.apply(AccountChange::Rotated {
            family: family.clone(),
            token: sha256(b"two"),
        });
        assert!(accounts.find("one", &client).is_none());
        assert!(accounts.find("two", &client).is_some());
        assert!(accounts.lasts(&family));
        accounts.apply(AccountChange::SignedOut {
            family: family.clone(),
        });
        assert!(accounts.find("two", &client).is_none());
        assert!(!accounts.lasts(&family));
    }
}
