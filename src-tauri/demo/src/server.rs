//! Connections: TLS, HTTP/1.1, the one host that is served, and faults.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::HOST;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower_service::Service as _;

use crate::DOMAIN;
use crate::body;
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

/// Accepts connections until the task is ended; then all of them end too.
pub(crate) async fn serve(
    listener: TcpListener,
    acceptor: TlsAcceptor,
    router: Router,
    faults: Arc<Faults>,
) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if connections.len() < MAX_CONNECTIONS => {
                    let connection =
                        connection(stream, acceptor.clone(), router.clone(), Arc::clone(&faults));
                    connections.spawn(connection);
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

async fn connection(stream: TcpStream, acceptor: TlsAcceptor, router: Router, faults: Arc<Faults>) {
    let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await else {
        return;
    };
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let router = router.clone();
        let faults = Arc::clone(&faults);
        async move { answer(request.map(Body::new), router, &faults).await }
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

async fn answer(request: Request, mut router: Router, faults: &Faults) -> Result<Response, Cut> {
    if !is_ours(&request) {
        return Ok(ApiError::MISDIRECTED.into_response());
    }
    let fault = On::of(request.method(), request.uri().path()).and_then(|on| faults.take(on));
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
        None => Ok(call(&mut router, request).await),
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
