//! Streams of events (draft 0.2 section 7.6): what is there, then what comes, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use futures_util::stream;
use poppy::ids::ConversationId;
use serde_json::json;

use crate::company::Company;
use crate::reading::Live;

/// The media type.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// Answers with a stream from a place in a conversation that the caller may read. It ends once
/// nothing can come any more, and when that place is lost.
pub(crate) fn answer(company: Arc<Company>, id: ConversationId, from: usize) -> Response {
    let teller = Teller {
        company,
        id,
        from,
        begun: false,
        told: Told::default(),
    };
    let chunks = stream::unfold(teller, async |mut teller| {
        let chunk = teller.next().await?;
        Some((Ok::<_, Infallible>(chunk), teller))
    });
    let mut response = Response::new(Body::from_stream(chunks));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// What one stream has told.
struct Teller {
    company: Arc<Company>,
    id: ConversationId,
    /// How many events it has told, or passed over.
    from: usize,
    begun: bool,
    told: Told,
}

/// How much it has told of the message that is being written.
#[derive(Default)]
struct Told {
    message: String,
    /// In bytes.
    written: usize,
}

impl Teller {
    /// The next piece; waits for it. `None`: the end.
    async fn next(&mut self) -> Option<String> {
        if !self.begun {
            // At once, so that the agent knows it is connected.
            self.begun = true;
            return Some(": trailhead\n\n".to_owned());
        }
        loop {
            let mut live = self.company.live(&self.id, self.from)?;
            let told = self.tell(&live);
            if !told.is_empty() {
                return Some(told);
            }
            if live.over {
                return None;
            }
            tokio::select! {
                _ = live.changed.changed() => {}
                () = self.company.keep_alive() => return Some(": still here\n\n".to_owned()),
            }
        }
    }

    fn tell(&mut self, live: &Live) -> String {
        let mut text = String::new();
        for event in &live.events {
            // JSON of serde's is on one line.
            let id = event["id"].as_str().unwrap_or_default();
            text.push_str(&format!("id: {id}\ndata: {event}\n\n"));
        }
        self.from += live.events.len();
        let Some(writing) = &live.writing else {
            return text;
        };
        if self.told.message != writing.message {
            self.told = Told {
                message: writing.message.clone(),
                written: 0,
            };
        }
        let more = writing.text.get(self.told.written..writing.written);
        if let Some(more) = more.filter(|more| !more.is_empty()) {
            let delta = json!({ "message_id": writing.message, "text": more });
            text.push_str(&format!("event: text-delta\ndata: {delta}\n\n"));
            self.told.written = writing.written;
        }
        text
    }
}
