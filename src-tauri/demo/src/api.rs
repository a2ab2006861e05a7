//! The addresses the Company answers at (draft 0.2 sections 3 and 7).

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{get, post};
use poppy::ids::ConversationId;

use crate::accounts::Caller;
use crate::authenticate;
use crate::body;
use crate::company::Company;
use crate::conversations::{Receipt, To};
use crate::documents::{
    self, AUTHORIZATION_PATH, CACHE, CONVERSATIONS_PATH, DEVICE_AUTHORIZATION_PATH,
    DEVICE_PAGE_PATH, REVOCATION_PATH, TOKEN_PATH,
};
use crate::error::{ApiError, json, json_kept};
use crate::message::{self, Incoming};
use crate::stream::EVENT_STREAM;
use crate::{oauth, pages, stream};

/// The longest a read waits, in seconds.
const MAX_WAIT: u64 = 30;

type Answer = Result<Response, ApiError>;
type Here = State<Arc<Company>>;

/// All addresses.
pub(crate) fn router(company: Arc<Company>) -> Router {
    let conversation = |rest: &str| format!("{CONVERSATIONS_PATH}/{{id}}/{rest}");
    Router::new()
        .route("/.well-known/poppy.json", get(poppy))
        .route("/.well-known/oauth-authorization-server", get(issuer))
        .route(TOKEN_PATH, post(oauth::token))
        .route(REVOCATION_PATH, post(oauth::revoke))
        .route(DEVICE_AUTHORIZATION_PATH, post(oauth::device))
        .route(
            AUTHORIZATION_PATH,
            get(pages::authorize).post(pages::decide),
        )
        .route(
            DEVICE_PAGE_PATH,
            get(pages::device).post(pages::decide_device),
        )
        .route(CONVERSATIONS_PATH, post(start))
        .route(&conversation("messages"), post(send))
        .route(&conversation("events"), get(read))
        .route(&conversation("handoff"), post(hand_off))
        .route(&conversation("close"), post(close))
        .fallback(async || ApiError::NOT_FOUND)
        .method_not_allowed_fallback(async || ApiError::METHOD)
        .with_state(company)
}

async fn poppy() -> Response {
    json_kept(StatusCode::OK, &documents::poppy(), CACHE)
}

async fn issuer() -> Response {
    json_kept(StatusCode::OK, &documents::issuer(), CACHE)
}

async fn start(State(company): Here, request: Request) -> Answer {
    let (caller, incoming) = message(&company, request).await?;
    let parent = incoming.parent.clone();
    let to = parent.as_ref().map_or(To::New, To::Under);
    let receipt = company.accept(&caller, &to, incoming)?;
    Ok(answer(StatusCode::CREATED, &receipt))
}

async fn send(State(company): Here, Path(id): Path<String>, request: Request) -> Answer {
    let (caller, incoming) = message(&company, request).await?;
    let receipt = company.accept(&caller, &To::In(&parse(&id)?), incoming)?;
    Ok(answer(StatusCode::ACCEPTED, &receipt))
}

async fn read(State(company): Here, Path(id): Path<String>, request: Request) -> Answer {
    let (parts, _) = request.into_parts();
    let caller = authorise(&company, &parts)?;
    let query = body::form(parts.uri.query().unwrap_or_default().as_bytes())?;
    let cursor = query.get("cursor").map(String::as_str);
    let wait = wait(query.get("wait").map(String::as_str))?;
    let id = parse(&id)?;
    if company.streams && wants_stream(&parts) {
        let last = parts.headers.get("last-event-id");
        let last = last.and_then(|value| value.to_str().ok());
        let last = last.filter(|id| !id.is_empty());
        let from = company.book().stream_from(&caller, &id, last, cursor)?;
        return Ok(stream::answer(company, id, from));
    }
    let page = company.read(&caller, &id, cursor, wait).await?;
    Ok(json(StatusCode::OK, &page))
}

async fn hand_off(State(company): Here, Path(id): Path<String>, request: Request) -> Answer {
    let caller = caller(&company, request).await?;
    let receipt = company.hand_off(&caller, &parse(&id)?)?;
    Ok(answer(StatusCode::ACCEPTED, &receipt))
}

async fn close(State(company): Here, Path(id): Path<String>, request: Request) -> Answer {
    let caller = caller(&company, request).await?;
    let receipt = company.close(&caller, &parse(&id)?)?;
    Ok(answer(StatusCode::OK, &receipt))
}

/// Whether the agent takes a stream.
fn wants_stream(parts: &Parts) -> bool {
    let accepted = parts.headers.get_all(ACCEPT).iter();
    let types = accepted.filter_map(|value| value.to_str().ok());
    types.flat_map(|value| value.split(',')).any(|named| {
        let media_type = named.split(';').next().unwrap_or_default();
        media_type.trim().eq_ignore_ascii_case(EVENT_STREAM)
    })
}

/// How long a read waits: as long as asked, within bounds.
fn wait(asked: Option<&str>) -> Result<Duration, ApiError> {
    let seconds = asked.unwrap_or("0").parse::<u64>();
    let seconds =
        seconds.map_err(|_not| ApiError::invalid_request("wait is not a number of seconds"))?;
    Ok(Duration::from_secs(seconds.min(MAX_WAIT)))
}

async fn message(company: &Company, request: Request) -> Result<(Caller, Incoming), ApiError> {
    let (parts, body) = request.into_parts();
    let caller = authorise(company, &parts)?;
    let bytes = body::read_as(body, &parts.headers, "application/json").await?;
    Ok((caller, message::read(&bytes)?))
}

/// The caller of a request whose body says nothing.
async fn caller(company: &Company, request: Request) -> Result<Caller, ApiError> {
    let (parts, body) = request.into_parts();
    let caller = authorise(company, &parts)?;
    body::read(body).await?;
    Ok(caller)
}

fn authorise(company: &Company, parts: &Parts) -> Result<Caller, ApiError> {
    // Tokens in a URL end up in logs: never accepted (draft 0.2 section 4.3).
    let query = body::form(parts.uri.query().unwrap_or_default().as_bytes())?;
    if query.contains_key("access_token") {
        return Err(ApiError::invalid_request("a token does not go in a URL"));
    }
    authenticate::authorise(company, parts)
}

fn parse(id: &str) -> Result<ConversationId, ApiError> {
    ConversationId::parse(id)
        .map_err(|_bad| ApiError::invalid_request("the conversation id is not an identifier"))
}

fn answer(status: StatusCode, receipt: &Receipt) -> Response {
    json(status, &receipt.to_value())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_waits_as_long_as_asked_and_thirty_seconds_at_most() {
        for (asked, seconds) in [
            (None, 0),
            (Some("0"), 0),
            (Some("30"), 30),
            (Some("31"), 30),
            (Some("18446744073709551615"), 30),
        ] {
            assert_eq!(wait(asked), Ok(Duration::from_secs(seconds)), "{asked:?}");
        }
        for wrong in ["", "soon", "-1", "1.5", "18446744073709551616"] {
            assert!(wait(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
