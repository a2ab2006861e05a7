//! A connection that can be made to end in the middle of an answer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Nothing is cut.
const WHOLE: u64 = u64::MAX;

/// Decides when a connection is cut.
#[derive(Clone, Debug)]
pub(crate) struct Cutter(Arc<AtomicU64>);

impl Default for Cutter {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(WHOLE)))
    }
}

impl Cutter {
    /// Cuts the connection once this many more bytes have been written to it.
    pub(crate) fn after(&self, bytes: u64) {
        self.0.store(bytes.min(WHOLE - 1), Ordering::SeqCst);
    }
}

/// A stream with its cutter.
pub(crate) struct Cutting<S> {
    stream: S,
    left: Cutter,
}

impl<S> Cutting<S> {
    pub(crate) fn new(stream: S, left: Cutter) -> Self {
        Self { stream, left }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Cutting<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Cutting<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let left = self.left.0.load(Ordering::SeqCst);
        if left == 0 {
            // What may be sent is sent first.
            ready!(Pin::new(&mut self.stream).poll_flush(context))?;
            return Poll::Ready(Err(io::Error::new(
                io::ErrorKind::ConnectionAborted,
                "cut on purpose",
            )));
        }
        let allowed = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        let bytes = bytes.get(..allowed).unwrap_or(bytes);
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        if left != WHOLE {
            self.left.0.store(left - written as u64, Ordering::SeqCst);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test]
    async fn exactly_so_many_bytes_come_through() {
        for bytes in [0, 1, 4, 9, 10] {
            let (ours, mut theirs) = tokio::io::duplex(64);
            let cutter = Cutter::default();
            let mut stream = Cutting::new(ours, cutter.clone());
            stream.write_all(b"before ").await.unwrap();
            cutter.after(bytes);
            let whole = stream.write_all(b"0123456789").await;
            assert_eq!(whole.is_ok(), bytes == 10);
            assert!(stream.write_all(b"more").await.is_err());
            drop(stream);
            let mut got = String::new();
            theirs.read_to_string(&mut got).await.unwrap();
            assert_eq!(got.len() as u64, 7 + bytes);
        }
    }
}
