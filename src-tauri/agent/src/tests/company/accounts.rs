//! The accounts of the Company that is played, and its sign-in.

use std::collections::HashMap;

use poppy::net::{Request, Response};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::{FakeCompany, reply};

/// What the User did on the Company's page.
#[derive(Clone, Debug, Default)]
pub(crate) enum Decision {
    /// Nothing yet.
    #[default]
    Pending,
    /// Said yes, to these scopes.
    Allowed(&'static str),
    /// Said no.
    Denied,
    /// Let the time pass.
    Expired,
    /// The Company is asked too often.
    TooOften,
}

/// What the Company keeps of accounts.
#[derive(Default)]
pub(super) struct Accounts {
    pub(super) decision: Decision,
    /// The Account Token in force.
    token: Option<String>,
    issued: usize,
    scope: String,
    /// What was revoked.
    pub(super) revoked: Vec<String>,
    /// It answers nothing about accounts without a signed-in token.
    pub(super) required: bool,
    /// Where the sign-in page is.
    pub(super) link: Option<&'static str>,
}

impl Accounts {
    fn issue(&mut self) -> Value {
        self.issued += 1;
        let token = format!("acct_{}", self.issued);
        self.token = Some(token.clone());
        json!({"access_token": format!("signed-in-{}", self.issued), "token_type": "DPoP",
            "expires_in": 3600, "scope": self.scope, "session_id": "ses_1", "signed_in": true,
            "refresh_token": token})
    }

    fn decided(&mut self) -> Response {
        let refuse = |code: &str| reply(400, &json!({"error": code}));
        match self.decision {
            Decision::Pending => refuse("authorization_pending"),
            Decision::TooOften => refuse("slow_down"),
            Decision::Denied => refuse("access_denied"),
            Decision::Expired => refuse("expired_token"),
            Decision::Allowed(scope) => {
                self.scope = scope.to_owned();
                reply(200, &self.issue())
            }
        }
    }
}

fn form(request: &Request) -> HashMap<String, String> {
    form_urlencoded::parse(&request.body).into_owned().collect()
}

/// Whether a request is one of a signed-in Session.
fn is_signed_in(request: &Request) -> bool {
    let mut headers = request.headers.iter();
    headers.any(|(name, value)| {
        name.eq_ignore_ascii_case("authorization") && value.contains("signed-in")
    })
}

impl FakeCompany {
    /// What the User does on its page.
    pub(crate) fn decides(&self, decision: Decision) {
        self.state().accounts.decision = decision;
    }

    /// It wants a sign-in from now on.
    pub(crate) fn requires_sign_in(&self) {
        self.state().accounts.required = true;
    }

    /// Its sign-in page is here.
    pub(crate) fn signs_in_at(&self, link: &'static str) {
        self.state().accounts.link = Some(link);
    }

    /// It no longer takes the Account Token.
    pub(crate) fn disconnects(&self) {
        self.state().accounts.token = None;
    }

    /// The Account Tokens that were revoked.
    pub(crate) fn revoked(&self) -> Vec<String> {
        self.state().accounts.revoked.clone()
    }

    pub(super) fn token(&self, request: &Request) -> Response {
        let form = form(request);
        let mut state = self.state();
        let accounts = &mut state.accounts;
        match form["grant_type"].as_str() {
            "urn:ietf:params:oauth:grant-type:device_code" => accounts.decided(),
            "authorization_code" => {
                assert_eq!(form["code"], "good");
                assert!(!form["code_verifier"].is_empty());
                accounts.decided()
            }
            "refresh_token" if accounts.token.as_ref() == Some(&form["refresh_token"]) => {
                reply(200, &accounts.issue())
            }
            "refresh_token" => reply(400, &json!({"error": "invalid_grant"})),
            _ => reply(
                200,
                &json!({"access_token": "t", "token_type": "DPoP", "expires_in": 3600,
                    "scope": "", "session_id": "ses_1", "signed_in": false}),
            ),
        }
    }

    pub(super) fn device(&self) -> Response {
        let link = self.state().accounts.link;
        reply(
            200,
            &json!({"device_code": "device-secret", "user_code": "WDJB-MJHT",
                "verification_uri": link.unwrap_or("https://shop.example/activate"),
                "expires_in": 600, "interval": 5}),
        )
    }

    pub(super) fn revoke(&self, request: &Request) -> Response {
        let token = form(request)["token"].clone();
        let mut state = self.state();
        if state.accounts.token.as_ref() == Some(&token) {
            state.accounts.token = None;
        }
        state.accounts.revoked.push(token);
        reply(200, &json!({}))
    }

    /// A refusal, if this request needs a sign-in.
    pub(super) fn wants_sign_in(&self, request: &Request) -> Option<Response> {
        let required = self.state().accounts.required && !is_signed_in(request);
        let body = json!({"error": "sign_in_required", "scope": "orders:read"});
        required.then(|| reply(403, &body))
    }
}
