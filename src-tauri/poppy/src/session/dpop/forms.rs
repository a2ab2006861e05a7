//! Requests to the authorization server: forms, authenticated as this agent.

use std::time::Duration;

use url::{Url, form_urlencoded};

use super::Inner;
use crate::client::CallError;
use crate::client::refusal::error_code;
use crate::net::{Method, Request, Response};

/// The media type of a form.
pub(super) const FORM: &str = "application/x-www-form-urlencoded";
const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The largest answer, in bytes.
const MAX_ANSWER: usize = 64 * 1024;

/// Whom a form has an assertion about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// This agent only, as every form has.
    Agent,
    /// The User too (RFC 7523 section 2.1).
    User,
}

impl Inner {
    /// Posts a form; at most once more for a nonce and once more for the clock, with everything
    /// signed anew. Any answer else comes back as it is.
    pub(super) async fn post(
        &self,
        url: &Url,
        fields: &[(&str, &str)],
        about: About,
    ) -> Result<Response, CallError> {
        let (mut may_repeat, mut may_set_clock) = (true, true);
        loop {
            let request = self.form(url, fields, about)?;
            let secrets = self.secrets(&request);
            let response = self.setup.transport.send(request).await?;
            let gave_nonce = self.shared.nonces.remember(url, &response);
            // A grant may hold the Account Token that was sent: it stays in force.
            let may_hold = fields.iter().any(|(name, _)| *name == "grant_type");
            let is_grant = (200..300).contains(&response.status) && may_hold;
            self.was_answered(is_grant);
            if is_grant {
                return Ok(response);
            }
            let response = secrets.removed_from(response);
            if response.status < 400 {
                return Ok(response);
            }
            match error_code(&response).as_deref() {
                Some("use_dpop_nonce") if may_repeat && gave_nonce => may_repeat = false,
                Some(code)
                    if may_set_clock
                        && may_mean_clock(code, about)
                        && self.shared.clock.set_by(&response) =>
                {
                    may_set_clock = false;
                }
                _ => return Ok(response),
            }
        }
    }

    fn form(&self, url: &Url, fields: &[(&str, &str)], about: About) -> Result<Request, CallError> {
        let setup = &self.setup;
        let client_id = setup.signer.client_id.as_str();
        let assertion = |subject| {
            let issuer = &setup.auth.issuer;
            setup
                .signer
                .assertion(subject, issuer, &self.shared.clock, &*setup.random)
        };
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(fields)
            .append_pair("client_id", client_id)
            .append_pair("client_assertion_type", ASSERTION)
            .append_pair("client_assertion", &assertion(client_id)?);
        if about == About::User {
            form.append_pair("assertion", &assertion(setup.user.as_str())?);
        }
        let proof = self.proof(Method::Post, url, None)?;
        Ok(Request {
            method: Method::Post,
            url: url.clone(),
            headers: vec![
                ("accept", "application/json".to_owned()),
                ("content-type", FORM.to_owned()),
                ("dpop", proof),
            ],
            body: form.finish().into_bytes(),
            timeout: TIMEOUT,
            max_body: MAX_ANSWER,
        })
    }
}

/// Whether a refusal can be one of a proof or assertion for its time. Which of its checks failed, a
/// Company does not say.
fn may_mean_clock(code: &str, about: About) -> bool {
    match code {
        "invalid_dpop_proof" | "invalid_client" => true,
        "invalid_grant" => about == About::User,
        _ => false,
    }
}
