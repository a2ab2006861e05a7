//! Direct Sign-In (draft 0.2 section 4.5): an authorization code (RFC 6749 section 4.1) with PKCE
//! (RFC 7636, S256), in the User's own browser.

use std::fmt;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;
use zeroize::Zeroizing;

use super::callback::{Callback, Outcome};
use super::{Granted, Method, SignInError, scope_parameter};
use crate::client::CallError;
use crate::client::refusal::is_code;
use crate::documents::client::ClientId;
use crate::documents::company::Auth;
use crate::host::{Clock, Random, Timestamp};
use crate::keys::sha256_base64url;
use crate::net::host_of;
use crate::session::{AccountSession, Approval, StillWanted};
use crate::text;

/// How long the User has to come back, in milliseconds.
const LIFE: i64 = 10 * 60 * 1000;
/// What is told in place of an error without a code.
const UNNAMED: &str = "unknown_error";

/// A sign-in under way. What it expects to come back is a secret and is not shown by `Debug`.
pub struct Direct {
    issuer: String,
    redirect_uri: Url,
    asked: Vec<String>,
    url: Url,
    state: Zeroizing<String>,
    verifier: Zeroizing<String>,
    expires_at: Timestamp,
    is_used: bool,
}

/// What the Company gave back, checked: good once. It is not shown by `Debug`.
pub struct Code {
    asked: Vec<String>,
    approval: Approval,
}

/// Why a callback is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    /// It belongs to another sign-in, or to none.
    #[error("this does not belong to the sign-in you began here: begin again")]
    OtherState,
    /// The sign-in was already answered.
    #[error("this sign-in was already used: begin again")]
    Used,
    /// It came after ten minutes.
    #[error("this sign-in took too long: begin again")]
    TooLate,
    /// It is from another Company than the sign-in was begun at, or does not say. Nothing is sent to
    /// either.
    #[error("this answer does not come from the Company you were signing in to, so it is not used")]
    OtherIssuer,
    /// It has the address of another page than the one published.
    #[error("this is the address of another page than your callback page, so it is not used")]
    OtherPage,
    /// The User said no on the Company's page.
    #[error("you did not allow it on the Company's page")]
    Denied,
    /// The Company ended it with another error.
    #[error("the Company ended the sign-in with {0}")]
    Refused(String),
}

impl Direct {
    /// Makes the address to open in the User's browser; nothing is sent. `client_id` is the
    /// Session's.
    ///
    /// # Errors
    ///
    /// [`SignInError::NotOffered`] and [`SignInError::Scopes`].
    pub fn begin(
        auth: &Auth,
        client_id: &ClientId,
        scopes: &[String],
        clock: &dyn Clock,
        random: &dyn Random,
    ) -> Result<Self, SignInError> {
        let endpoint = auth.authorization_endpoint.as_ref();
        let endpoint = endpoint.filter(|_| auth.direct.is_some());
        let mut url = endpoint.ok_or(SignInError::NotOffered)?.clone();
        let scope = scope_parameter(auth, Method::Direct, scopes)?;
        let redirect_uri = client_id.redirect_uri();
        let (state, verifier) = (secret(random), secret(random));
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", client_id.as_str())
            .append_pair("redirect_uri", redirect_uri.as_str())
            .append_pair("scope", &scope)
            .append_pair("state", &state)
            .append_pair("code_challenge", &sha256_base64url(verifier.as_bytes()))
            .append_pair("code_challenge_method", "S256");
        Ok(Self {
            issuer: auth.issuer.clone(),
            redirect_uri,
            asked: scopes.to_vec(),
            url,
            state,
            verifier,
            expires_at: clock.now().plus_millis(LIFE),
            is_used: false,
        })
    }

    /// The address to open, on the Company's own server, in the User's own browser only.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Until when a callback is taken.
    #[must_use]
    pub const fn expires_at(&self) -> Timestamp {
        self.expires_at
    }

    /// Whether a callback belongs to this sign-in.
    #[must_use]
    pub fn is_answered_by(&self, callback: &Callback) -> bool {
        verify_slices_are_equal(callback.state.as_bytes(), self.state.as_bytes()).is_ok()
    }

    /// Takes what came back. The first callback with the right `state` uses the sign-in up, whatever
    /// else is wrong with it; one with another changes nothing.
    ///
    /// # Errors
    ///
    /// [`CallbackError`].
    pub fn accept(&mut self, callback: Callback, clock: &dyn Clock) -> Result<Code, CallbackError> {
        if !self.is_answered_by(&callback) {
            return Err(CallbackError::OtherState);
        }
        if std::mem::replace(&mut self.is_used, true) {
            return Err(CallbackError::Used);
        }
        if clock.now() >= self.expires_at {
            return Err(CallbackError::TooLate);
        }
        // RFC 9207 section 2.4: before anything is made of the rest.
        if callback.iss.as_deref() != Some(self.issuer.as_str()) {
            return Err(CallbackError::OtherIssuer);
        }
        if callback
            .address
            .is_some_and(|address| !self.is_callback_page(address))
        {
            return Err(CallbackError::OtherPage);
        }
        match callback.outcome {
            Outcome::Code(code) => Ok(Code {
                asked: self.asked.clone(),
                approval: Approval::Direct {
                    issuer: self.issuer.clone(),
                    code,
                    redirect_uri: self.redirect_uri.clone(),
                    verifier: self.verifier.clone(),
                },
            }),
            Outcome::Error(error) if error == "access_denied" => Err(CallbackError::Denied),
            // As in an answer of the Company's: a code is a name, and none of what was sent.
            Outcome::Error(error) => {
                let code = text::one_line(&error);
                let is_secret =
                    code.contains(self.verifier.as_str()) || code.contains(self.state.as_str());
                Err(CallbackError::Refused(if is_code(&code) && !is_secret {
                    code
                } else {
                    UNNAMED.to_owned()
                }))
            }
        }
    }

    fn is_callback_page(&self, mut address: Url) -> bool {
        address.set_query(None);
        address.set_fragment(None);
        address == self.redirect_uri
    }
}

impl Code {
    /// Exchanges the code: the Session is signed in, unless that is no longer `wanted` by then.
    ///
    /// # Errors
    ///
    /// [`CallError`]. A code is good once: after any error the sign-in is begun again.
    pub async fn exchange(
        self,
        session: &dyn AccountSession,
        wanted: StillWanted,
    ) -> Result<Granted, CallError> {
        let redeemed = session.redeem(self.approval, self.asked.clone(), wanted);
        let scopes = redeemed.await?;
        Ok(Granted::new(&self.asked, scopes))
    }
}

/// 256 random bits in base64url: a `state`, and a code verifier as RFC 7636 section 4.1 wants it.
fn secret(random: &dyn Random) -> Zeroizing<String> {
    let mut bits = Zeroizing::new([0u8; 32]);
    random.fill(&mut *bits);
    Zeroizing::new(URL_SAFE_NO_PAD.encode(*bits))
}

impl fmt::Debug for Direct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Direct")
            .field("at", &host_of(&self.url))
            .field("asked", &self.asked)
            .field("expires_at", &self.expires_at)
            .field("is_used", &self.is_used)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}
