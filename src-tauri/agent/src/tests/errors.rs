//! The table of errors (draft 0.2 section 7.8), row by row: the Company answers the code, and this is
//! what the User reads. One list, so that a row that is missing is seen.

use serde_json::json;

use super::identity::publish;
use super::*;
use crate::page::Phase;
use crate::words;

/// What becomes of it. The words are a part of what the User reads.
#[derive(Clone, Copy, Debug)]
enum Becomes {
    /// The message is not sent, and says why.
    NotSent(&'static str),
    /// The same, with a card to sign in for what is asked for.
    SignIn(&'static str),
    /// The conversation is over, says why, and stays readable.
    Over(&'static str),
    /// Something stands in the way, says what, and passes: nothing is lost, and no message failed.
    Waits(&'static str),
    /// The same, until the User has put right what is published and has it checked.
    WaitsForYou(&'static str),
    /// Nobody hears of it.
    Unseen,
    /// All is read from the beginning; true: and the User is told that a part is missing.
    Anew(bool),
}

/// One row: the codes, where they come, with what, how often, and what becomes of it.
struct Row {
    codes: &'static [&'static str],
    at: &'static [Point],
    status: u16,
    /// What else is in the body.
    more: &'static str,
    times: usize,
    becomes: Becomes,
}

/// Codes that a row of the table names; the last row is every other.
const CODES: [&str; 17] = [
    "invalid_request",
    "message_id_conflict",
    "invalid_cursor",
    "cursor_expired",
    "conversation_not_found",
    "conversation_closed",
    "direct_conversation_open",
    "sign_in_required",
    "insufficient_scope",
    "extension_required",
    "invalid_token",
    "invalid_session",
    "invalid_dpop_proof",
    "use_dpop_nonce",
    "invalid_client",
    "rate_limited",
    "temporarily_unavailable",
];

const SENDING: &[Point] = &[Point::Start, Point::Send];
const READING: &[Point] = &[Point::Read, Point::Stream];
/// More often than anything is tried before the User is told.
const EVER: usize = 40;

const fn row(codes: &'static [&'static str], at: &'static [Point], status: u16) -> Row {
    Row {
        codes,
        at,
        status,
        more: "",
        times: 1,
        becomes: Becomes::Unseen,
    }
}

impl Row {
    const fn with(mut self, more: &'static str) -> Self {
        self.more = more;
        self
    }

    const fn ever(mut self) -> Self {
        self.times = EVER;
        self
    }

    const fn becomes(mut self, becomes: Becomes) -> Self {
        self.becomes = becomes;
        self
    }
}

fn table() -> Vec<Row> {
    use Becomes::{Anew, NotSent, Over, SignIn, Unseen, Waits, WaitsForYou};
    let session = &["invalid_token", "invalid_session", "invalid_dpop_proof"];
    vec![
        row(&["invalid_request"], SENDING, 400).becomes(NotSent(
            "could not read what Candor sent. That is Candor’s fault, or",
        )),
        row(&["message_id_conflict"], SENDING, 409).becomes(NotSent(
            "already has another message under this one’s number",
        )),
        row(&["invalid_cursor"], READING, 400).becomes(Anew(false)),
        row(&["cursor_expired"], READING, 410).becomes(Anew(true)),
        row(
            &["conversation_not_found"],
            &[Point::Send, Point::Read, Point::Stream],
            404,
        )
        .becomes(Over(
            "does not know this conversation any longer. You can still read it",
        )),
        row(
            &["conversation_closed"],
            &[Point::Send, Point::Read, Point::Stream],
            409,
        )
        .becomes(Over("has closed this conversation. Start a new one")),
        row(&["direct_conversation_open"], &[Point::Send], 409)
            .becomes(NotSent("goes on there. Go to that one, or close it first")),
        row(&["sign_in_required"], SENDING, 403)
            .with(r#","scope":"orders:read""#)
            .becomes(SignIn("asks you to sign in before it goes on")),
        row(&["insufficient_scope"], SENDING, 403)
            .with(r#","scope":"orders:write""#)
            .becomes(SignIn("asks for more of your permission")),
        row(&["extension_required"], SENDING, 403)
            .with(r#","extension":"example.com/gift-wrap""#)
            .becomes(NotSent("\u{201c}example.com/gift-wrap\u{201d}")),
        row(&["extension_required"], SENDING, 403).becomes(NotSent(
            "an extension of the protocol that Candor does not speak",
        )),
        row(session, &[Point::Send, Point::Read, Point::Stream], 401).becomes(Unseen),
        row(
            &["use_dpop_nonce"],
            &[Point::Send, Point::Read, Point::Stream],
            401,
        )
        .becomes(Unseen),
        row(&["use_dpop_nonce", "invalid_session"], &[Point::Token], 400).becomes(Unseen),
        row(session, SENDING, 401).ever().becomes(Waits(
            "does not accept Candor’s session with it, not even a new one",
        )),
        row(&["invalid_token"], READING, 401).ever().becomes(Waits(
            "does not accept Candor’s session with it, not even a new one",
        )),
        row(&["use_dpop_nonce"], &[Point::Token], 400)
            .ever()
            .becomes(Waits("check that this machine’s clock is right")),
        row(&["invalid_client"], &[Point::Token], 401)
            .ever()
            .becomes(WaitsForYou(
                "does not accept your agent’s identity. Check that the published",
            )),
        row(
            &["rate_limited"],
            &[
                Point::Start,
                Point::Send,
                Point::Read,
                Point::Stream,
                Point::Token,
            ],
            429,
        )
        .becomes(Waits("asks to wait a while. Candor goes on by itself")),
        row(&["temporarily_unavailable"], SENDING, 503).becomes(Waits(
            "is out of order just now. Candor tries again by itself",
        )),
        row(
            &["temporarily_unavailable"],
            &[Point::Read, Point::Stream, Point::Token],
            503,
        )
        .ever()
        .becomes(Waits(
            "is out of order just now. Candor tries again by itself",
        )),
        row(&["odd_code"], SENDING, 403).becomes(NotSent(
            "answered with the code odd_code, which Candor does not know",
        )),
        row(
            &["odd_code"],
            &[Point::Read, Point::Stream, Point::Token],
            403,
        )
        .ever()
        .becomes(Waits(
            "answered with the code odd_code, which Candor does not know",
        )),
    ]
}

/// One conversation in which the code comes.
struct Trial {
    scene: Scene,
    key: ConversationKey,
}

impl Trial {
    /// A conversation as far as the code needs it, and then what has it come: a message that is sent,
    /// or an event that is read.
    async fn of(row: &Row, code: &str, at: Point) -> Self {
        let mut scene = Scene::new().await;
        let key = scene.chat().await.id;
        if at == Point::Stream {
            scene.company.streams();
        }
        if at != Point::Start {
            scene.agent.send(key, "before").await.unwrap();
            scene.quiet(key).await;
        }
        scene.agent.close().await;
        let body = format!(r#"{{"error":"{code}"{}}}"#, row.more);
        for _ in 0..row.times {
            let fault = if row.status == 429 {
                Fault::Refuse(429, "rate_limited", Some(60))
            } else {
                Fault::RefuseWith(row.status, body.clone().leak())
            };
            scene.company.fails(at, fault);
        }
        scene.restart().await;
        if matches!(at, Point::Start | Point::Send | Point::Token) {
            scene.agent.send(key, "this").await.unwrap();
        }
        Self { scene, key }
    }

    /// Waits until the Company has answered the code as often as it does.
    async fn came(&self, label: &str) {
        until(label, async || self.scene.company.to_fail() == 0).await;
    }

    async fn shown(&self) -> Vec<String> {
        all_shown(&self.scene.entries_of(self.key).await)
    }

    async fn trouble(&self) -> Option<(String, String)> {
        let trouble = self.scene.standing_of(self.key).await.trouble?;
        Some((trouble.code, trouble.message))
    }

    /// The code and words of the message that was not sent.
    async fn not_sent(&self) -> Option<(String, String)> {
        let entries = self.scene.entries_of(self.key).await;
        entries.into_iter().find_map(|entry| match entry.content {
            EntryContent::Message {
                delivery: Some(Delivery::Failed { code, message, .. }),
                ..
            } => Some((code, message)),
            _ => None,
        })
    }

    async fn cards(&self) -> usize {
        let entries = self.scene.entries_of(self.key).await;
        let is_card = |entry: &&Entry| matches!(entry.content, EntryContent::SignIn { .. });
        entries.iter().filter(is_card).count()
    }

    /// Nothing stands in the way any longer, and whatever was written has arrived.
    async fn goes_on(&self) {
        self.scene.company.heals();
        self.scene
            .agent
            .send(self.key, "and on")
            .await
            .expect("it goes on");
        self.scene.quiet(self.key).await;
        let has = self.scene.company.has().concat();
        assert_eq!(has.last().map(String::as_str), Some("and on"));
        assert_eq!(self.trouble().await, None);
    }
}

fn says(label: &str, code: &str, words: &str, told: Option<(String, String)>) {
    let (found, message) = told.unwrap_or_else(|| panic!("{label}: nothing is told"));
    assert_eq!(found, code, "{label}");
    assert!(message.contains(words), "{label}: {message}");
    let names = message.contains("\u{2068}The Shop\u{2069}");
    assert!(names, "{label}: whose doing it is: {message}");
}

async fn comes_to(row: &Row, code: &str, at: Point) {
    let label = format!("{code} at {at:?}, {} times", row.times);
    let trial = Trial::of(row, code, at).await;
    match row.becomes {
        Becomes::NotSent(words) | Becomes::SignIn(words) => {
            until(&label, async || trial.not_sent().await.is_some()).await;
            says(&label, code, words, trial.not_sent().await);
            let cards = usize::from(matches!(row.becomes, Becomes::SignIn(_)));
            until("a card", async || trial.cards().await == cards).await;
            trial.goes_on().await;
        }
        Becomes::Over(words) => {
            until(&label, async || {
                trial.scene.standing_of(trial.key).await.phase == Phase::Closed
            })
            .await;
            says(&label, code, words, trial.trouble().await);
            assert_eq!(trial.shown().await[0], "before [Delivered]", "{label}");
            let more = trial.scene.agent.send(trial.key, "more").await;
            assert_eq!(more.unwrap_err().code(), "conversation-over", "{label}");
        }
        Becomes::Waits(words) | Becomes::WaitsForYou(words) => {
            until(&label, async || trial.trouble().await.is_some()).await;
            says(&label, code, words, trial.trouble().await);
            assert_eq!(trial.not_sent().await, None, "{label}");
            trial.scene.company.heals();
            if matches!(row.becomes, Becomes::WaitsForYou(_)) {
                publish(&trial.scene).await;
                trial.scene.agent.check_identity().await.unwrap();
            }
            trial.goes_on().await;
        }
        Becomes::Unseen => {
            trial.came(&label).await;
            trial.goes_on().await;
            let log = trial.scene.log().await;
            assert!(
                !log.iter().any(|line| line.contains("error")),
                "{label}: {log:?}"
            );
        }
        Becomes::Anew(missing) => {
            trial.came(&label).await;
            trial.goes_on().await;
            let shown = trial.shown().await;
            let said = shown
                .iter()
                .filter(|line| *line == "a part is missing")
                .count();
            assert_eq!(said, usize::from(missing), "{label}: {shown:?}");
            let once = shown.iter().filter(|line| *line == "Answer 1.").count();
            assert_eq!(once, 1, "{label}: {shown:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn each_row_of_the_table_reaches_the_user_as_it_says() {
    for row in table() {
        for code in row.codes {
            for at in row.at {
                comes_to(&row, code, *at).await;
            }
        }
    }
}

#[test]
fn no_code_of_the_table_is_left_out_and_each_has_words_of_its_own() {
    let rows = table();
    let tried: Vec<&str> = rows.iter().flat_map(|row| row.codes).copied().collect();
    for code in CODES {
        assert!(tried.contains(&code), "no row tries {code}");
        let said = words::code(code, "The Shop");
        assert!(!said.contains(code), "{code} is not for people: {said}");
    }
    let others = tried.iter().filter(|code| !CODES.contains(code));
    assert!(others.count() > 0, "every other code is a row too");
}

/// What the Company says to being asked for a person, or to close, is told in words that promise no
/// other try.
#[tokio::test(start_paused = true)]
async fn words_of_their_own_answer_what_the_user_asks_for_beside_messages() {
    for code in CODES.into_iter().filter(|code| {
        // Mended unseen, or about events alone.
        !matches!(
            *code,
            "invalid_token"
                | "invalid_session"
                | "invalid_dpop_proof"
                | "use_dpop_nonce"
                | "invalid_cursor"
                | "cursor_expired"
        )
    }) {
        for point in [Point::Handoff, Point::Close] {
            let scene = Scene::new().await;
            let key = scene.chat().await.id;
            scene.agent.send(key, "before").await.unwrap();
            scene.quiet(key).await;
            let body = json!({ "error": code }).to_string().leak();
            scene.company.fails(point, Fault::RefuseWith(400, body));
            let answer = match point {
                Point::Handoff => scene.agent.hand_off(key).await,
                _ => scene.agent.close_conversation(key).await,
            };
            let report = answer.unwrap_err().report();
            assert_eq!(report.code, code, "{point:?}");
            assert_eq!(report.message, words::asked(code, "The Shop"), "{point:?}");
        }
    }
}
