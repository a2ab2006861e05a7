//! The pages on which a User decides about a sign-in: plain HTML, for whoever can reach them. A
//! browser cannot unless it was told how, since the demo's name leads nowhere; tests can.
//!
//! The demo has no accounts to protect: whoever holds the unguessable name of a request may answer
//! it, once.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use url::Url;

use crate::accounts::{self, CUSTOMER, SCOPES};
use crate::agents;
use crate::authenticate::{Fields, field};
use crate::body;
use crate::company::Company;
use crate::documents::{AUTHORIZATION_PATH, DEVICE_PAGE_PATH};
use crate::error::ApiError;
use crate::signins::{Ask, Decide, callback};

const FORM: &str = "application/x-www-form-urlencoded";

type Here = State<Arc<Company>>;
type Answer = Result<Response, ApiError>;

/// A sign-in in a browser begins (RFC 6749 section 4.1.1): shows what is asked for.
pub(crate) async fn authorize(State(company): Here, request: Request) -> Answer {
    let query = body::form(request.uri().query().unwrap_or_default().as_bytes())?;
    Ok(match begin(&company, &query) {
        Ok((ask, name)) => {
            let shown = asked(&company, &ask.client_id, &ask.scopes);
            let form = form(AUTHORIZATION_PATH, "request", &name);
            page(StatusCode::OK, &format!("{shown}{form}"))
        }
        Err(NotBegun::Told(back)) => redirect(&back),
        // Never sent on to an address that is not the agent's.
        Err(NotBegun::Refused(why)) => page(StatusCode::BAD_REQUEST, &paragraph(why)),
    })
}

/// Somebody decides about a sign-in in a browser.
pub(crate) async fn decide(State(company): Here, request: Request) -> Answer {
    let fields = form_fields(request).await?;
    let decision = decision(&fields)?;
    let back = company.answer_ask(field(&fields, "request")?, decision);
    Ok(match back {
        Some(back) => redirect(&back),
        None => page(StatusCode::NOT_FOUND, &paragraph(GONE)),
    })
}

/// Shows what is asked for under a user code, or asks for one.
pub(crate) async fn device(State(company): Here, request: Request) -> Answer {
    let query = body::form(request.uri().query().unwrap_or_default().as_bytes())?;
    let Some(code) = query.get("user_code") else {
        let enter = format!(
            "<form method=\"get\" action=\"{DEVICE_PAGE_PATH}\"><label>Code \
             <input name=\"user_code\" autocomplete=\"off\"></label> <button>Go on</button></form>"
        );
        return Ok(page(StatusCode::OK, &enter));
    };
    let sign_ins = company.sign_ins();
    let waiting = sign_ins.waiting(code, company.now());
    let Some((client_id, scopes)) = waiting else {
        return Ok(page(StatusCode::NOT_FOUND, &paragraph(GONE)));
    };
    let shown = asked(&company, client_id, scopes);
    let form = form(DEVICE_PAGE_PATH, "user_code", code);
    Ok(page(StatusCode::OK, &format!("{shown}{form}")))
}

/// Somebody decides about a sign-in by code.
pub(crate) async fn decide_device(State(company): Here, request: Request) -> Answer {
    let fields = form_fields(request).await?;
    let decision = decision(&fields)?;
    let (status, words) = if company.decide(field(&fields, "user_code")?, decision) {
        (
            StatusCode::OK,
            "Done. You can go back to your Personal Agent.",
        )
    } else {
        (StatusCode::NOT_FOUND, GONE)
    };
    Ok(page(status, &paragraph(words)))
}

const GONE: &str = "There is no such sign-in. It may be over, or have been decided already.";

/// Why a sign-in in a browser does not begin.
pub(crate) enum NotBegun {
    /// The agent hears it, at its callback.
    Told(Url),
    /// There is nobody who could be told.
    Refused(&'static str),
}

/// Begins a sign-in in a browser; gives it and the name of the request.
pub(crate) fn begin(company: &Company, query: &Fields) -> Result<(Ask, String), NotBegun> {
    let member = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
    let client_id = member("client_id");
    let agent = agents::look_up(company.agents(), client_id).map_err(NotBegun::Refused)?;
    let redirect_uri = agent
        .redirect_uri(member("redirect_uri"))
        .ok_or(NotBegun::Refused(
            "redirect_uri is not one the agent publishes",
        ))?;
    let mut ask = Ask {
        client_id: client_id.to_owned(),
        redirect_uri,
        scopes: Vec::new(),
        state: member("state").to_owned(),
        challenge: member("code_challenge").to_owned(),
    };
    let scopes = accounts::scopes(member("scope"));
    let error = if member("response_type") != "code" {
        "unsupported_response_type"
    } else if member("code_challenge_method") != "S256"
        || ask.challenge.len() != 43
        || ask.state.is_empty()
    {
        "invalid_request"
    } else if let Some(scopes) = scopes {
        ask.scopes = scopes;
        let name = company.begin_ask(ask.clone());
        return name
            .map(|name| (ask.clone(), name))
            .ok_or_else(|| NotBegun::Told(callback(&ask, "error", "temporarily_unavailable")));
    } else {
        "invalid_scope"
    };
    Err(NotBegun::Told(callback(&ask, "error", error)))
}

async fn form_fields(request: Request) -> Result<Fields, ApiError> {
    let (parts, body) = request.into_parts();
    body::form(&body::read_as(body, &parts.headers, FORM).await?)
}

fn decision(fields: &Fields) -> Result<Decide<'static>, ApiError> {
    match field(fields, "decision")? {
        "approve" => Ok(Decide::Approve),
        "refuse" => Ok(Decide::Refuse),
        _ => Err(ApiError::invalid_request("decision is approve or refuse")),
    }
}

/// Who asks for what.
fn asked(company: &Company, client_id: &str, scopes: &[String]) -> String {
    let name = agents::look_up(company.agents(), client_id).map(|agent| agent.name);
    let name = name.unwrap_or_default();
    let items: String = SCOPES
        .iter()
        .filter(|(scope, _)| scopes.iter().any(|asked| asked == scope))
        .map(|(_, words)| format!("<li>{}</li>", escape(words)))
        .collect();
    format!(
        "<p>The Personal Agent “{}” ({}) asks, in the name of {CUSTOMER}, to:</p><ul>{items}</ul>",
        escape(&name),
        escape(client_id)
    )
}

fn form(action: &str, name: &str, value: &str) -> String {
    format!(
        "<form method=\"post\" action=\"{action}\">\
         <input type=\"hidden\" name=\"{name}\" value=\"{}\">\
         <button name=\"decision\" value=\"approve\">Approve</button> \
         <button name=\"decision\" value=\"refuse\">Refuse</button></form>",
        escape(value)
    )
}

fn paragraph(words: &str) -> String {
    format!("<p>{}</p>", escape(words))
}

fn page(status: StatusCode, inner: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <title>Trailhead: sign in</title><h1>Trailhead</h1>{inner}</html>"
    );
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn redirect(to: &Url) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    if let Ok(value) = HeaderValue::from_str(to.as_str()) {
        response.headers_mut().insert(LOCATION, value);
    }
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(CACHE_CONTROL, no_store);
    response
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_is_no_markup() {
        let found = form("/device", "user_code", "\"><script>'&");
        assert!(found.contains("value=\"&quot;&gt;&lt;script&gt;&#39;&amp;\""));
    }
}
