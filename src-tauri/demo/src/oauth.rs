//! The token endpoint and the revocation endpoint (draft 0.2 sections 4.2, 4.3 and 4.9), and the
//! check that every request of a conversation goes through.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use poppy::ids::UserId;
use serde_json::json;

use crate::agents::{self, KnownAgent};
use crate::assertion::{self, Assertion};
use crate::body;
use crate::company::Company;
use crate::documents::ISSUER;
use crate::dpop::{self, Proof, Proven};
use crate::error::{ApiError, json};
use crate::record::Owner;
use crate::replay::NotFresh;
use crate::tokens::{NotAdmitted, NotIssued, TOKEN_LIFE};

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const CLIENT_ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const FORM: &str = "application/x-www-form-urlencoded";

type Fields = HashMap<String, String>;

/// Starts or renews a Session.
pub(crate) async fn token(
    State(company): State<Arc<Company>>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let fields = body::form(&body::read_as(body, &parts.headers, FORM).await?)?;
    let proof =
        prove(&company, &parts, None).map_err(|why| ApiError::token("invalid_dpop_proof", why))?;
    company
        .gate()
        .claim_proof(&proof, company.now())
        .map_err(|not_fresh| {
            replayed(
                not_fresh,
                ApiError::token("invalid_dpop_proof", "the proof was used before"),
            )
        })?;
    let (client_id, agent) = authenticate(&company, &fields)?;
    if field(&fields, "grant_type")? != JWT_BEARER {
        return Err(ApiError::token(
            "unsupported_grant_type",
            "the demo only starts and renews Sessions",
        ));
    }
    let user = user(&company, &fields, &client_id, &agent)?;
    let owner = Owner { client_id, user };
    let session = fields.get("session_id").map(String::as_str);
    let issued = company
        .gate()
        .issue(
            &owner,
            session,
            &proof.thumbprint,
            company.random(),
            company.now(),
        )
        .map_err(|not_issued| match not_issued {
            NotIssued::UnknownSession => {
                ApiError::token("invalid_session", "there is no such Session of this User's")
            }
            NotIssued::Full => ApiError::UNAVAILABLE,
        })?;
    Ok(json(
        StatusCode::OK,
        &json!({
            "access_token": issued.access_token,
            "token_type": "DPoP",
            "expires_in": TOKEN_LIFE,
            "scope": "",
            "session_id": issued.session_id,
            "signed_in": false
        }),
    ))
}

/// Takes a token back (RFC 7009): 200 for unknown ones too.
pub(crate) async fn revoke(
    State(company): State<Arc<Company>>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let fields = body::form(&body::read_as(body, &parts.headers, FORM).await?)?;
    let (client_id, _) = authenticate(&company, &fields)?;
    let token = field(&fields, "token")?;
    company.gate().revoke(token, &client_id);
    Ok(json(StatusCode::OK, &json!({})))
}

/// Who is calling: the owner of the conversations this request may see.
pub(crate) fn authorise(company: &Company, parts: &Parts) -> Result<Owner, ApiError> {
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
    company
        .gate()
        .admit(token, &proof, now)
        .map_err(|not_admitted| match not_admitted {
            NotAdmitted::Token => UNKNOWN_TOKEN,
            NotAdmitted::OtherKey => {
                ApiError::invalid_proof("the proof is not by the key the token is bound to")
            }
            NotAdmitted::Replayed => ApiError::invalid_proof("the proof was used before"),
            NotAdmitted::Full => ApiError::UNAVAILABLE,
        })
}

const UNKNOWN_TOKEN: ApiError =
    ApiError::invalid_token("the Session Token is not known, or has expired");

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
fn authenticate(company: &Company, fields: &Fields) -> Result<(String, KnownAgent), ApiError> {
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

/// Reads the User ID out of the Session assertion.
fn user(
    company: &Company,
    fields: &Fields,
    client_id: &str,
    agent: &KnownAgent,
) -> Result<UserId, ApiError> {
    let refuse = |why| ApiError::token("invalid_grant", why);
    let found = asserted(
        company,
        field(fields, "assertion")?,
        agent,
        client_id,
        refuse,
    )?;
    // A client assertion is none for a User: its sub is a URL, and a User ID has no colon.
    UserId::parse(&found.subject).map_err(|_bad| refuse("the assertion's sub is not a User ID"))
}

/// Checks an assertion and uses it up.
fn asserted(
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

fn field<'a>(fields: &'a Fields, name: &str) -> Result<&'a str, ApiError> {
    fields
        .get(name)
        .map(String::as_str)
        .ok_or(ApiError::invalid_request("a parameter is missing"))
}
