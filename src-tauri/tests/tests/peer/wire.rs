//! The rest of the wire, by the agent itself: an identity checked and rotated, streams, sign-in both
//! ways, a restart, signing out, a person taking over, closing.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_agent::page::{
    AddOutcome, CompanyId, CompanyItem, ConversationKey, Entry, EntryContent, Phase, Published,
    Rotation, SignInMethod, SignInState,
};
use candor_agent::{Agent, DataFolder, Options, SecretsChoice, Site};
use poppy::event::Responder;
use poppy::host::{Clock, SystemClock, SystemRandom};
use poppy::net::Network;
use serde_json::json;

use crate::company::{Company, DOMAIN};

const CLIENT_ID: &str = "https://agent.example/agent.json";
/// The scope that the Company asks for.
const ORDERS: &str = "orders:read";

pub(crate) async fn open(data: &Path, company: &Company, clock: Arc<dyn Clock>) -> Arc<Agent> {
    let text = std::fs::read_to_string(company.network()).unwrap();
    Agent::open(Options {
        data: DataFolder::take(data).unwrap(),
        secrets: SecretsChoice::File,
        network: Some(Network::parse(&text, |ca| std::fs::read(ca)).unwrap()),
        demo: None,
        site: Site::default(),
        clock,
        random: Arc::new(SystemRandom),
    })
    .await
    .unwrap()
}

/// Waits until something is so; the bound only ends a test that has failed.
pub(crate) async fn until(what: &str, mut so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !so().await {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{what}: still not so"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

pub(crate) struct Scene {
    pub(crate) agent: Arc<Agent>,
    pub(crate) company: CompanyId,
    pub(crate) chat: ConversationKey,
}

impl Scene {
    pub(crate) async fn item(&self) -> CompanyItem {
        let overview = self.agent.overview().await.unwrap();
        overview
            .companies
            .into_iter()
            .find(|item| item.id == self.company)
            .unwrap()
    }

    pub(crate) async fn sign_in(&self) -> Option<SignInState> {
        self.item().await.sign_in.map(|sign_in| sign_in.state)
    }

    /// The Company's texts, in order.
    pub(crate) async fn heard(&self, chat: ConversationKey) -> Vec<String> {
        let entries = self.agent.conversation(chat).await.unwrap().entries;
        let texts = entries.into_iter().filter_map(|entry| match entry.content {
            EntryContent::Message {
                view,
                delivery: None,
            } => view.text,
            _ => None,
        });
        texts.collect()
    }

    pub(crate) async fn say(&self, chat: ConversationKey, text: &str) {
        self.agent.send(chat, text).await.unwrap();
        until(text, async || {
            self.agent.progress(chat).await.unwrap().quiet()
        })
        .await;
    }

    pub(crate) async fn hears(&self, chat: ConversationKey, part: &str, times: usize) {
        until(part, async || {
            let heard = self.heard(chat).await;
            heard.iter().filter(|text| text.contains(part)).count() == times
        })
        .await;
    }

    /// Signs in by a code, in the conversation, which then goes on by itself.
    pub(crate) async fn sign_in_by_device(&self, company: &Company) {
        let scopes = vec![ORDERS.to_owned()];
        let (conversation, method) = (Some(self.chat), SignInMethod::Device);
        let chat = self.agent.conversation(self.chat).await.unwrap();
        let is_own = |entry: &&Entry| matches!(&entry.content, EntryContent::Message { delivery, .. } if delivery.is_some());
        let last = chat.entries.iter().rfind(is_own).map(|entry| entry.id);
        self.agent
            .begin_sign_in(self.company, conversation, method, scopes, last)
            .await
            .unwrap();
        let mut code = String::new();
        until("a code is shown", async || {
            if let Some(SignInState::Waiting { user_code, .. }) = self.sign_in().await {
                code = user_code;
            }
            !code.is_empty()
        })
        .await;
        company.operate("/approve-device", &json!({ "user_code": code }));
        until("it is approved", async || {
            matches!(self.sign_in().await, Some(SignInState::Approved { .. }))
        })
        .await;
    }

    async fn phase(&self, chat: ConversationKey) -> Phase {
        self.agent.conversation(chat).await.unwrap().standing.phase
    }
}

async fn published(agent: &Agent) -> Published {
    agent.check_identity().await.unwrap().published
}

pub(crate) async fn begin(folder: &Path, company: &Company, clock: Arc<dyn Clock>) -> Scene {
    let agent = open(&folder.join("data"), company, clock).await;
    agent
        .change_identity(Some(CLIENT_ID), Some("Dana's agent"))
        .await
        .unwrap();
    assert!(
        matches!(published(&agent).await, Published::Unreachable { .. }),
        "nothing is published yet"
    );
    agent.export_identity(&folder.join("site")).await.unwrap();
    assert!(
        matches!(published(&agent).await, Published::Matches { .. }),
        "what is published is what was exported"
    );
    let AddOutcome::Added { company } = agent.add_company(DOMAIN).await.unwrap() else {
        panic!("the Company is at its own domain");
    };
    let chat = agent.open_conversation(company.id).await.unwrap().id;
    Scene {
        agent,
        company: company.id,
        chat,
    }
}

async fn whole_wire(arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    std::fs::create_dir(&site).unwrap();
    let company = Company::start(&site, arguments);
    let clock = || Arc::new(SystemClock);
    let mut scene = begin(folder.path(), &company, clock()).await;
    let chat = scene.chat;

    // Device Sign-In: the conversation goes on by itself.
    scene.say(chat, "Where is my order?").await;
    scene.sign_in_by_device(&company).await;
    scene.hears(chat, "Ridge Jacket", 1).await;
    assert!(
        scene.item().await.account.is_some(),
        "signed in as a customer"
    );

    // A key is changed without a gap: the new one is used once it is seen published.
    assert_eq!(
        scene.agent.rotate_key().await.unwrap().rotation,
        Rotation::Publish
    );
    assert!(matches!(
        published(&scene.agent).await,
        Published::Differs { .. }
    ));
    scene.agent.export_identity(&site).await.unwrap();
    let seen = scene.agent.check_identity().await.unwrap();
    assert_eq!(seen.rotation, Rotation::RemoveOld, "{:?}", seen.published);

    // After a restart the account is still there, and used.
    scene.agent.close().await;
    scene.agent = open(&folder.path().join("data"), &company, clock()).await;
    scene.say(chat, "And my order now?").await;
    scene.hears(chat, "Ridge Jacket", 2).await;

    // Signed out, at the Company too: the next question is asked to sign in again.
    scene.agent.sign_out(scene.company).await.unwrap();
    until("the Company has confirmed it", async || {
        !scene.item().await.signing_out
    })
    .await;
    assert!(scene.item().await.account.is_none(), "signed out");

    // Direct Sign-In, from the Company's panel.
    let scopes = vec![ORDERS.to_owned()];
    scene
        .agent
        .begin_sign_in(scene.company, None, SignInMethod::Direct, scopes, None)
        .await
        .unwrap();
    let page = scene.agent.sign_in_link(scene.company).await.unwrap();
    let asked = json!({ "authorization_url": page.as_str() });
    let answer = company.operate("/approve-authorization", &asked);
    let callback = answer["callback"].as_str().unwrap();
    let query = callback.split_once('?').unwrap().1;
    // As the callback page hands it over, by the program's own scheme.
    scene
        .agent
        .finish_direct(&format!("candor:sign-in?{query}"))
        .await
        .unwrap();
    until("it is approved", async || {
        matches!(scene.sign_in().await, Some(SignInState::Approved { .. }))
    })
    .await;
    let again = scene.agent.finish_direct(callback).await;
    assert!(again.is_err(), "an answer is good once");

    // A second conversation: a person is asked for and answers, then it is closed.
    let second = scene
        .agent
        .new_conversation(scene.company)
        .await
        .unwrap()
        .id;
    scene.say(second, "Hello").await;
    scene.agent.hand_off(second).await.unwrap();
    until("a person answers from now on", async || {
        let standing = scene.agent.conversation(second).await.unwrap().standing;
        standing.responder == Some(Responder::Human)
    })
    .await;
    let posts = company.posts();
    let path = &posts
        .iter()
        .rfind(|post| post.path.ends_with("/handoff"))
        .unwrap()
        .path;
    let id = path.rsplit('/').nth(1).unwrap();
    company.operate(
        "/staff-reply",
        &json!({ "conversation_id": id, "text": "Ada here." }),
    );
    scene.hears(second, "Ada here.", 1).await;
    scene.agent.close_conversation(second).await.unwrap();
    until("it is closed", async || {
        scene.phase(second).await == Phase::Closed
    })
    .await;
    assert_eq!(
        scene
            .agent
            .conversations(scene.company)
            .await
            .unwrap()
            .len(),
        2
    );
    scene.agent.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_wire_of_draft_0_3_with_nonces() {
    whole_wire(&["--nonce"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_wire_of_draft_0_2() {
    whole_wire(&["--protocol", "0.2"]).await;
}
