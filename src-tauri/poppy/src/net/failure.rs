//! reqwest's errors as ours. Only the kind and the host are kept: the whole chain can hold URLs with
//! secrets in their query.

use std::error::Error;
use std::io;

use super::NetError;
use super::resolve::ResolveError;

/// Why a request got no answer.
pub(super) fn of_request(error: &reqwest::Error, host: String) -> NetError {
    if let Some(resolve) = find::<ResolveError>(error) {
        return match resolve {
            ResolveError::NoAddress => NetError::NoAddress(host),
            ResolveError::Private => NetError::PrivateAddress(host),
        };
    }
    if error.is_timeout() {
        NetError::Timeout(host)
    } else if find::<rustls::Error>(error).is_some() {
        NetError::Tls(host)
    } else if error.is_connect() {
        NetError::Connect(host)
    } else if error.is_builder() {
        NetError::Setup("the request could not be made".to_owned())
    } else {
        NetError::Cut(host)
    }
}

/// Why an answer's body could not be read to its end.
pub(super) fn of_body(error: &reqwest::Error, host: String) -> NetError {
    if error.is_timeout() {
        NetError::Timeout(host)
    } else {
        NetError::Cut(host)
    }
}

/// Looks for an error of one type among the causes. An `io::Error` hides the error it was made from
/// among its own causes, so it is asked for it.
fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<E>() {
            return Some(found);
        }
        let inside = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .and_then(|inner| find::<E>(inner));
        if inside.is_some() {
            return inside;
        }
        next = error.source();
    }
    None
}
