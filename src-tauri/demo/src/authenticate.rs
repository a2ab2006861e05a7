//! Who is calling: agents by their client assertion (draft 0.2 section 4.1), conversation requests
//! by their Session Token, and both by a DPoP proof (section 4.3).

use std::collections::HashMap;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use crate::accounts::Caller;
use crate::agents::{self, KnownAgent};
use crate::assertion::{self, Assertion};
use crate::company::Company;
use crate::documents::ISSUER;
use crate::dpop::{self, Proof, Proven};
use crate::error::ApiError;
use crate::replay::NotFresh;
use crate::tokens::NotAdmitted;

const CLIENT_ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// The fields of a form.
pub(crate) type Fields = HashMap<String, String>;

const UNKNOWN_TOKEN: ApiError =
    ApiError::invalid_token("the Session Token is not known, or has expired");

/// Who is calling: the owner of the conversations this request may see.
pub(crate) fn authorise(company: &Company, parts: &Parts) -> Result<Caller, ApiError> {
    let mut given = parts.headers.get_all(AUTHORIZATION).iter();
    let value = match (given.next(), given.next()) {
        (Some(value), None) => value.to_str().unwrap_or_default(),
        (None, _) => return Err(ApiError::NO_TOKEN),
        _ => return Err(ApiError::invalid_request("Authorization is there twice")),
    };
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("DPoP") => token,
        _ => {
            return Err(ApiError::invalid_token(
                "the token must come with the DPoP scheme",
            ));
        }
    };
    let now = company.now();
    // The token comes first: an agent whose token has expired renews it, whatever its proof.
    if !company.gate().is_good(token, now) {
        return Err(UNKNOWN_TOKEN);
    }
    let proof = prove(company, parts, Some(token)).map_err(ApiError::invalid_proof)?;
    check_nonce(company, &proof, false)?;
    let (owner, sign_in) = company
        .gate()
        .admit(token, &proof, now)
        .map_err(|not_admitted| match not_admitted {
            NotAdmitted::Token => UNKNOWN_TOKEN,
            NotAdmitted::OtherKey => {
                ApiError::invalid_proof("the proof is not by the key the token is bound to")
            }
            NotAdmitted::Replayed => ApiError::invalid_proof("the proof was used before"),
            NotAdmitted::Full => ApiError::UNAVAILABLE,
        })?;
    if let Some(seconds) = company.gate().busy_for(&owner.client_id, now) {
        return Err(ApiError::rate_limited(seconds));
    }
    let access = company.access(sign_in.as_ref());
    Ok(Caller { owner, access })
}

/// Checks and uses up the proof of a request to the token endpoint, or to one like it.
pub(crate) fn prove_without_token(company: &Company, parts: &Parts) -> Result<Proof, ApiError> {
    let refuse = |why| ApiError::token("invalid_dpop_proof", why);
    let proof = prove(company, parts, None).map_err(refuse)?;
    check_nonce(company, &proof, true)?;
    company
        .gate()
        .claim_proof(&proof, company.now())
        .map_err(|not_fresh| replayed(not_fresh, refuse("the proof was used before")))?;
    Ok(proof)
}

fn check_nonce(company: &Company, proof: &Proof, at_token: bool) -> Result<(), ApiError> {
    match company.nonce_wanted(proof.nonce.as_deref()) {
        Some(nonce) => Err(ApiError::use_nonce(nonce, at_token)),
        None => Ok(()),
    }
}

/// Checks the one proof of a request.
fn prove(company: &Company, parts: &Parts, token: Option<&str>) -> Result<Proof, &'static str> {
    let url = format!("{ISSUER}{}", parts.uri.path());
    let request = Proven {
        method: parts.method.as_str(),
        url: &url,
        token,
    };
    let text = single(&parts.headers, "dpop").ok_or("there must be exactly one DPoP header")?;
    dpop::check(text, &request, company.now().seconds())
}

fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Authenticates the agent by its client assertion.
pub(crate) fn authenticate(
    company: &Company,
    fields: &Fields,
) -> Result<(String, KnownAgent), ApiError> {
    let client_id = field(fields, "client_id")?;
    if field(fields, "client_assertion_type")? != CLIENT_ASSERTION {
        return Err(ApiError::invalid_client(
            "client_assertion_type is not the one for JWTs",
        ));
    }
    let agent = agents::look_up(company.agents(), client_id).map_err(ApiError::invalid_client)?;
    let text = field(fields, "client_assertion")?;
    let found = asserted(company, text, &agent, client_id, ApiError::invalid_client)?;
    if found.subject == client_id {
        Ok((client_id.to_owned(), agent))
    } else {
        Err(ApiError::invalid_client(
            "the client assertion's sub is not the client_id",
        ))
    }
}

/// Checks an assertion and uses it up.
pub(crate) fn asserted(
    company: &Company,
    text: &str,
    agent: &KnownAgent,
    client_id: &str,
    refuse: impl Fn(&'static str) -> ApiError,
) -> Result<Assertion, ApiError> {
    let now = company.now().seconds();
    let found = assertion::check(text, agent, client_id, ISSUER, now).map_err(&refuse)?;
    company
        .gate()
        .assertions
        .claim(client_id, &found.jti, found.expires, now)
        .map_err(|not_fresh| replayed(not_fresh, refuse("the assertion was used before")))?;
    Ok(found)
}

fn replayed(not_fresh: NotFresh, used: ApiError) -> ApiError {
    match not_fresh {
        NotFresh::Used => used,
        NotFresh::Full => ApiError::UNAVAILABLE,
    }
}

/// A field that must be there.
pub(crate) fn field<'a>(fields: &'a Fields, name: &str) -> Result<&'a str, ApiError> {
    fields
        .get(name)
        .map(String::as_str)
        .ok_or(ApiError::invalid_request("a parameter is missing"))
}
