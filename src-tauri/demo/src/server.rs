//! Connections: TLS, HTTP/1.1, the one host that is served, and faults.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONNECTION, DATE, HOST};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use poppy::host::Clock;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower_service::Service as _;

use crate::DOMAIN;
use crate::body;
use crate::cutting::{Cutter, Cutting};
use crate::date;
use crate::error::ApiError;
use crate::faults::{Fault, Faults, On};

/// More connections than this at once are turned away: one agent needs a handful.
const MAX_CONNECTIONS: usize = 256;
/// How long a client may take to make the connection secure.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long a connection may wait for the next request. Longer than clients keep idle connections,
/// so that it is them who end one, never in the middle of a request.
const IDLE: Duration = Duration::from_secs(120);
/// Waited after the machine refused a connection (out of file handles), lest the loop spins.
const AFTER_REFUSAL: Duration = Duration::from_millis(50);

/// What every connection needs.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) acceptor: TlsAcceptor,
    pub(crate) router: Router,
    pub(crate) faults: Arc<Faults>,
    pub(crate) clock: Arc<dyn Clock>,
}

/// Accepts connections until the task is ended; then all of them end too.
pub(crate) async fn serve(listener: TcpListener, server: Server) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if connections.len() < MAX_CONNECTIONS => {
                    connections.spawn(connection(stream, server.clone()));
                }
                Ok(_) => tracing::warn!("the demo has too many connections"),
                Err(error) => {
                    tracing::warn!(%error, "the demo could not accept a connection");
                    tokio::time::sleep(AFTER_REFUSAL).await;
                }
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn connection(stream: TcpStream, server: Server) {
    let handshake = server.acceptor.accept(stream);
    let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE, handshake).await else {
        return;
    };
    let cutter = Cutter::default();
    let stream = Cutting::new(stream, cutter.clone());
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let server = server.clone();
        let cutter = cutter.clone();
        async move { dated(request.map(Body::new), server, &cutter).await }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "a connection to the demo ended");
    }
}

/// The connection is cut on purpose, without an answer.
#[derive(Debug, thiserror::Error)]
#[error("cut on purpose")]
struct Cut;

/// Answers, with a `Date` that is the demo's own clock's unless a fault has set another.
async fn dated(request: Request, server: Server, cutter: &Cutter) -> Result<Response, Cut> {
    let clock = Arc::clone(&server.clock);
    let mut response = answer(request, server, cutter).await?;
    if !response.headers().contains_key(DATE) {
        set_date(&mut response, &*clock, 0);
    }
    Ok(response)
}

fn set_date(response: &mut Response, clock: &dyn Clock, off: i64) {
    let moment = clock.now().plus_millis(off.saturating_mul(1000));
    if let Ok(value) = HeaderValue::from_str(&date::http(moment)) {
        response.headers_mut().insert(DATE, value);
    }
}

async fn answer(request: Request, server: Server, cutter: &Cutter) -> Result<Response, Cut> {
    let mut router = server.router;
    if !is_ours(&request) {
        return Ok(ApiError::MISDIRECTED.into_response());
    }
    let fault =
        On::of(request.method(), request.uri().path()).and_then(|on| server.faults.take(on));
    match fault {
        Some(Fault::Answer(wrong)) => {
            // Read first: a client that is still sending would see a cut connection instead.
            let _ = body::read(request.into_body()).await;
            Ok(wrong.into_response())
        }
        Some(Fault::CutBefore) => Err(Cut),
        Some(Fault::CutAfter) => {
            let _ = call(&mut router, request).await;
            Err(Cut)
        }
        Some(Fault::CutRequest(bytes)) => {
            read_some(request.into_body(), bytes).await;
            Err(Cut)
        }
        Some(Fault::CutAnswer(bytes)) => {
            let mut response = call(&mut router, request).await;
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
            cutter.after(bytes);
            Ok(response)
        }
        Some(Fault::WrongDate(off)) => {
            let mut response = call(&mut router, request).await;
            set_date(&mut response, &*server.clock, off);
            Ok(response)
        }
        None => Ok(call(&mut router, request).await),
    }
}

/// Reads a body until this many bytes have come, or its end.
async fn read_some(body: Body, bytes: usize) {
    let mut chunks = body.into_data_stream();
    let mut read = 0;
    while read < bytes {
        match chunks.next().await {
            Some(Ok(chunk)) => read += chunk.len(),
            Some(Err(_)) | None => return,
        }
    }
}

async fn call(router: &mut Router, request: Request) -> Response {
    let done: Result<Response, Infallible> = router.call(request).await;
    match done {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

/// Whether the request is for the demo's own host: named once, with no port or with 443.
fn is_ours(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(HOST).iter();
    let named = match (hosts.next(), hosts.next(), request.uri().authority()) {
        (Some(host), None, None) => host.to_str().unwrap_or_default(),
        (Some(_), None, Some(authority)) => authority.as_str(),
        _ => return false,
    };
    let host = named.strip_suffix(":443").unwrap_or(named);
    host.eq_ignore_ascii_case(DOMAIN)
}
