//! Finding Companies and making sure of them.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::folder::DataFolder;
use crate::page::SecretsState;

#[tokio::test(start_paused = true)]
async fn a_company_is_in_the_list_with_what_is_known_of_it() {
    let scene = Scene::new().await;
    let overview = scene.agent.overview().await.unwrap();
    assert_eq!(overview.secrets, SecretsState::File);
    assert!(overview.network_hosts.is_empty());
    let [item] = overview.companies.as_slice() else {
        panic!("one Company");
    };
    assert_eq!(
        (item.name.as_str(), item.domain.as_str()),
        ("The Shop", DOMAIN)
    );
    assert!(item.chat && !item.demo);
    assert!(item.needs_identity, "none was seen published yet");
    assert_eq!(item.shared_extensions, ["links", "disclosures"]);
    let total = scene.company.total();
    scene.agent.add_company(" Shop.Example ").await.unwrap();
    assert_eq!(scene.company.total(), total, "it is not asked again");
    let domain = poppy::domain::Domain::from_typed(DOMAIN).unwrap();
    let found = scene.agent.company(&domain).await.unwrap().unwrap();
    assert_eq!(found.id, item.id);
}

#[tokio::test(start_paused = true)]
async fn each_way_of_not_being_a_company_is_told_and_nothing_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let company = FakeCompany::new();
    let agent = open(folder.path(), &company).await;
    let refused = async |typed: &str| agent.add_company(typed).await.unwrap_err().report();
    assert_eq!(refused("").await.code, "empty-domain");
    assert_eq!(refused("not a domain").await.code, "not-a-domain");
    company.fails(Point::Discovery, Fault::CutBefore);
    assert_eq!(refused(DOMAIN).await.code, "connection-cut");
    company.says(|poppy| poppy["protocol_version"] = json!("1.0"));
    let error = refused(DOMAIN).await;
    assert_eq!(error.code, "unsupported-version");
    assert!(error.message.contains("1.0"), "{}", error.message);
    assert!(agent.overview().await.unwrap().companies.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_company_that_fails_its_check_later_gets_nothing_until_it_passes() {
    let folder = tempfile::tempdir().unwrap();
    let company = FakeCompany::new();
    let time = clock();
    let agent = Agent::open_with(
        options(DataFolder::take(folder.path()).unwrap(), Arc::clone(&time)),
        Arc::clone(&company) as _,
        Arc::new(FileKey::new(folder.path())),
    )
    .await
    .unwrap();
    agent.set_identity(Some(CLIENT), None).await.unwrap();
    let AddOutcome::Added { company: item } = agent.add_company(DOMAIN).await.unwrap() else {
        panic!("added");
    };
    let chat = agent.open_conversation(item.id).await.unwrap();
    time.forward(Duration::from_secs(25 * 60 * 60));
    company.says(|poppy| poppy["organization"]["domain"] = json!("else.example"));
    agent.send(chat.id, "Hello").await.unwrap();
    let trouble = async || agent.progress(chat.id).await.unwrap().standing.trouble;
    until("trouble", async || trouble().await.is_some()).await;
    assert_eq!(trouble().await.unwrap().code, "domain-mismatch");
    assert!(company.posts().is_empty());
    company.says(|poppy| poppy["organization"]["domain"] = json!(DOMAIN));
    until("sent", async || {
        agent.progress(chat.id).await.unwrap().quiet()
    })
    .await;
    assert_eq!(company.has(), [["Hello"]]);
    assert_eq!(trouble().await, None);
}

#[tokio::test(start_paused = true)]
async fn without_a_published_identity_nothing_is_taken_and_with_it_all_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let company = FakeCompany::new();
    let agent = open(folder.path(), &company).await;
    let AddOutcome::Added { company: item } = agent.add_company(DOMAIN).await.unwrap() else {
        panic!("added");
    };
    assert!(item.needs_identity);
    let chat = agent.open_conversation(item.id).await.unwrap();
    let error = agent.send(chat.id, "Hello").await.unwrap_err();
    assert_eq!(error.code(), "no-identity");
    let bad = agent.set_identity(Some("http://me.example/a"), None).await;
    assert_eq!(bad.unwrap_err().code(), "bad-client-id");
    agent
        .set_identity(Some(CLIENT), Some("Dana's\nagent"))
        .await
        .unwrap();
    agent.send(chat.id, "Hello").await.unwrap();
    until("sent", async || {
        agent.progress(chat.id).await.unwrap().quiet()
    })
    .await;
    let identity = agent.identity().await.unwrap();
    assert_eq!(identity.name, "Dana's agent");
}

#[tokio::test(start_paused = true)]
async fn the_identity_is_exported_at_its_paths_and_stays_the_same() {
    let mut scene = Scene::new().await;
    let id = "https://me.example/agents/dana/agent.json";
    scene
        .agent
        .set_identity(Some(id), Some("Dana"))
        .await
        .unwrap();
    let out = tempfile::tempdir().unwrap();
    let written = scene.agent.export_identity(out.path()).await.unwrap();
    let at = |path: &str| out.path().join(path);
    assert_eq!(
        written,
        [
            at("agents/dana/agent.json"),
            at("agents/dana/jwks.json"),
            at("oauth/callback")
        ]
    );
    let read = |path: &str| -> serde_json::Value {
        serde_json::from_slice(&std::fs::read(at(path)).unwrap()).unwrap()
    };
    let (document, keys) = (
        read("agents/dana/agent.json"),
        read("agents/dana/jwks.json"),
    );
    assert_eq!(document["client_id"], id);
    assert_eq!(document["client_name"], "Dana");
    let key = scene.agent.identity().await.unwrap().key_id;
    assert_eq!(keys["keys"][0]["kid"], key.as_str());
    assert!(keys["keys"][0].get("d").is_none(), "no private key");
    scene.restart().await;
    assert_eq!(scene.agent.identity().await.unwrap().key_id, key);
    let client_id = poppy::documents::client::ClientId::parse(id).unwrap();
    assert_eq!(scene.agent.published(&client_id).unwrap(), (document, keys));
}

#[tokio::test(start_paused = true)]
async fn a_domain_that_leads_to_another_company_is_asked_about_and_nothing_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let company = FakeCompany::new();
    let agent = open(folder.path(), &company).await;
    company.says(|poppy| poppy["organization"]["domain"] = json!("www.shop.example"));
    let elsewhere = "https://www.shop.example/.well-known/poppy.json";
    company.fails(Point::Discovery, Fault::Redirect(elsewhere));
    let outcome = agent.add_company(DOMAIN).await.unwrap();
    let AddOutcome::OtherDomain {
        typed,
        served,
        name,
    } = outcome
    else {
        panic!("the User is asked: {outcome:?}");
    };
    assert_eq!(
        (typed.as_str(), served.as_str(), name.as_str()),
        (DOMAIN, "www.shop.example", "The Shop")
    );
    assert!(agent.overview().await.unwrap().companies.is_empty());
    let outcome = agent.add_company(&served).await.unwrap();
    assert!(matches!(outcome, AddOutcome::Added { company } if company.domain == served));
}

#[tokio::test(start_paused = true)]
async fn a_company_verified_in_the_future_is_asked_again() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    let asked = scene.company.times(Point::Discovery).len();
    scene.clock.back(Duration::from_secs(24 * 60 * 60));
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    assert!(scene.company.times(Point::Discovery).len() > asked);
}
