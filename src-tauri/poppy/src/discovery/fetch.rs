//! One document of a Company, fetched: redirects followed within limits, everything bounded. The
//! only requests of this crate that follow a redirect at all; they carry nothing worth stealing.

use std::time::Duration;

use url::Url;

use super::DiscoveryError;
use crate::net::{Method, NetError, Request, Response, Transport, host_of};

/// How long one whole fetch may take, redirects included.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The largest document, in bytes.
const MAX_DOCUMENT: usize = 100 * 1024;
/// The most redirects that are followed.
const MAX_REDIRECTS: usize = 3;

/// A document with status 200, and the URL that served it.
pub(super) struct Served {
    pub(super) response: Response,
    pub(super) url: Url,
}

pub(super) async fn document(
    transport: &dyn Transport,
    url: Url,
) -> Result<Served, DiscoveryError> {
    let host = host_of(&url);
    tokio::time::timeout(TIMEOUT, followed(transport, url))
        .await
        .unwrap_or_else(|_| Err(NetError::Timeout(host).into()))
}

async fn followed(transport: &dyn Transport, mut url: Url) -> Result<Served, DiscoveryError> {
    for _ in 0..=MAX_REDIRECTS {
        let response = transport.send(request(url.clone())).await?;
        match response.status {
            200 => return Ok(Served { response, url }),
            301 | 302 | 303 | 307 | 308 => url = target(&response, &url)?,
            status => {
                let host = host_of(&url);
                return Err(DiscoveryError::Status { host, status });
            }
        }
    }
    Err(DiscoveryError::Redirects {
        host: host_of(&url),
    })
}

fn request(url: Url) -> Request {
    Request {
        method: Method::Get,
        url,
        headers: vec![("accept", "application/json".to_owned())],
        body: Vec::new(),
        timeout: TIMEOUT,
        max_body: MAX_DOCUMENT,
    }
}

/// Where a redirect leads: it may be relative. A target with a user name leads nowhere, since no
/// credentials are sent.
fn target(response: &Response, from: &Url) -> Result<Url, DiscoveryError> {
    let nowhere = || DiscoveryError::Redirects {
        host: host_of(from),
    };
    let location = response.header("location").ok_or_else(nowhere)?;
    let mut to = from.join(location).map_err(|_| nowhere())?;
    if to.scheme() != "https" {
        return Err(DiscoveryError::InsecureRedirect {
            host: host_of(from),
        });
    }
    if to.host().is_none() || !to.username().is_empty() || to.password().is_some() {
        return Err(nowhere());
    }
    to.set_fragment(None);
    Ok(to)
}
