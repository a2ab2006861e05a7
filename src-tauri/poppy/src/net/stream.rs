//! An answer that is read as it comes.

use std::fmt;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};

use super::{NetError, Response};

/// The parts of a body, in order. After an error there is no more.
pub type Chunks = BoxStream<'static, Result<Vec<u8>, NetError>>;

/// An answer whose body is still to be read, or is there already.
pub struct StreamResponse {
    /// The answer; its body only if there is no `rest`.
    head: Response,
    rest: Option<Rest>,
}

struct Rest {
    host: String,
    chunks: Chunks,
}

impl StreamResponse {
    /// An answer that is there already.
    #[must_use]
    pub const fn whole(response: Response) -> Self {
        Self {
            head: response,
            rest: None,
        }
    }

    /// An answer of `host` whose body comes in `chunks`; the body of `head` does not count.
    #[must_use]
    pub const fn chunked(head: Response, host: String, chunks: Chunks) -> Self {
        Self {
            head,
            rest: Some(Rest { host, chunks }),
        }
    }

    /// The status.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.head.status
    }

    /// The first header of this name (lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.header(name)
    }

    /// The answer without its body.
    pub(crate) const fn head(&self) -> &Response {
        &self.head
    }

    /// The body as it comes.
    #[must_use]
    pub fn into_chunks(self) -> Chunks {
        match self.rest {
            Some(rest) => rest.chunks,
            None => Box::pin(stream::iter([Ok(self.head.body)])),
        }
    }

    /// Reads the body to its end.
    ///
    /// # Errors
    ///
    /// [`NetError::TooLarge`] when it has more than `max_body` bytes, [`NetError::Timeout`] when it
    /// does not end `within` this time, and what the transport gives.
    pub async fn collect(self, max_body: usize, within: Duration) -> Result<Response, NetError> {
        let mut response = self.head;
        let Some(Rest { host, chunks }) = self.rest else {
            return Ok(response);
        };
        response.body = tokio::time::timeout(within, gathered(chunks, max_body, &host))
            .await
            .unwrap_or_else(|_| Err(NetError::Timeout(host.clone())))?;
        Ok(response)
    }
}

async fn gathered(mut chunks: Chunks, max: usize, host: &str) -> Result<Vec<u8>, NetError> {
    let mut body = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        if chunk.len() > max - body.len() {
            return Err(NetError::TooLarge(host.to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

impl fmt::Debug for StreamResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamResponse")
            .field("head", &self.head)
            .field("is_whole", &self.rest.is_none())
            .finish()
    }
}
