//! Request bodies: bounded, and of the type they must have.

use std::collections::HashMap;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use url::form_urlencoded;

use crate::error::ApiError;

/// The largest body that is read, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// Reads a body to its end.
pub(crate) async fn read(body: Body) -> Result<Vec<u8>, ApiError> {
    let bytes = axum::body::to_bytes(body, MAX_BODY).await;
    bytes
        .map(Into::into)
        .map_err(|_too_large_or_cut| ApiError::TOO_LARGE)
}

/// Reads a body that must be of this media type.
pub(crate) async fn read_as(
    body: Body,
    headers: &HeaderMap,
    media_type: &str,
) -> Result<Vec<u8>, ApiError> {
    let bytes = read(body).await?;
    let named = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    if named.trim().eq_ignore_ascii_case(media_type) {
        Ok(bytes)
    } else {
        Err(ApiError::invalid_request(
            "the Content-Type is not the one this address takes",
        ))
    }
}

/// Reads form fields. A repeated field is refused (RFC 6749 section 3.2).
pub(crate) fn form(bytes: &[u8]) -> Result<HashMap<String, String>, ApiError> {
    let mut fields = HashMap::new();
    for (name, value) in form_urlencoded::parse(bytes) {
        if fields
            .insert(name.into_owned(), value.into_owned())
            .is_some()
        {
            return Err(ApiError::invalid_request("a parameter is there twice"));
        }
    }
    Ok(fields)
}
