//! The identity for real Companies: what is published is checked, and keys change without a gap.

use super::*;
use crate::page::{IdentityView, KeyRole, Published, PublishedFile, Rotation};

/// Publishes what the agent says is to be published.
pub(super) async fn publish(scene: &Scene) {
    let id = poppy::documents::client::ClientId::parse(CLIENT).unwrap();
    let (metadata, keys) = scene.agent.published(&id).unwrap();
    scene.company.publishes("/agent.json", metadata);
    scene.company.publishes("/jwks.json", keys);
}

fn roles(view: &IdentityView) -> Vec<KeyRole> {
    view.keys.iter().map(|key| key.role).collect()
}

#[tokio::test(start_paused = true)]
async fn published_copies_are_compared_with_what_they_must_be() {
    let scene = Scene::new().await;
    let view = scene.agent.identity_view().await.unwrap();
    assert_eq!(view.published, Published::Unknown);
    let files: Vec<_> = view.files.iter().map(|file| &*file.path).collect();
    assert_eq!(files, ["agent.json", "jwks.json", "oauth/callback"]);
    let view = scene.agent.check_identity().await.unwrap();
    let Published::Unreachable { file, code, .. } = view.published else {
        panic!("nothing is published");
    };
    assert_eq!((file, &*code), (PublishedFile::Metadata, "not-published"));

    publish(&scene).await;
    let view = scene.agent.check_identity().await.unwrap();
    assert!(
        matches!(view.published, Published::Matches { .. }),
        "{view:?}"
    );
    let view = scene
        .agent
        .change_identity(None, Some("Dana's agent"))
        .await
        .unwrap();
    assert_eq!(view.published, Published::Unknown, "the files are others");
    let view = scene.agent.check_identity().await.unwrap();
    let Published::Differs { differences, .. } = &view.published else {
        panic!("{view:?}");
    };
    assert_eq!(differences.len(), 1);
    assert_eq!(differences[0].member, "client_name");

    scene
        .company
        .fails(Point::Site, Fault::Redirect("https://elsewhere.example/"));
    let view = scene.agent.check_identity().await.unwrap();
    let Published::Unreachable { code, .. } = view.published else {
        panic!("redirects are not followed");
    };
    assert_eq!(code, "redirect");
}

#[tokio::test(start_paused = true)]
async fn since_when_they_match_is_kept() {
    let clock = clock();
    let mut scene = Scene::at(FakeCompany::new(), std::sync::Arc::clone(&clock)).await;
    publish(&scene).await;
    let Published::Matches { since, .. } = scene.agent.check_identity().await.unwrap().published
    else {
        panic!("they match");
    };
    clock.forward(std::time::Duration::from_secs(3600));
    let again = scene.agent.check_identity().await.unwrap().published;
    let later = since + 3_600_000;
    assert_eq!(
        again,
        Published::Matches {
            since,
            checked_at: later
        }
    );
    scene.restart().await;
    assert_eq!(scene.agent.identity_view().await.unwrap().published, again);
}

#[tokio::test(start_paused = true)]
async fn a_new_key_signs_only_once_it_was_seen_published() {
    let mut scene = Scene::new().await;
    publish(&scene).await;
    let before = scene.agent.identity().await.unwrap().key_id;
    let view = scene.agent.rotate_key().await.unwrap();
    assert_eq!(roles(&view), [KeyRole::Signing, KeyRole::Next]);
    assert_eq!(view.rotation, Rotation::Publish);
    assert_eq!(roles(&scene.agent.rotate_key().await.unwrap()).len(), 2);
    let view = scene.agent.check_identity().await.unwrap();
    assert!(matches!(view.published, Published::Differs { .. }));
    assert_eq!(scene.agent.identity().await.unwrap().key_id, before);
    scene.restart().await;
    assert_eq!(scene.agent.identity().await.unwrap().key_id, before);

    publish(&scene).await;
    let view = scene.agent.check_identity().await.unwrap();
    assert_eq!(roles(&view), [KeyRole::Signing, KeyRole::Old]);
    assert!(
        matches!(view.published, Published::Matches { .. }),
        "{view:?}"
    );
    assert_eq!(view.rotation, Rotation::RemoveOld);
    let now = scene.agent.identity().await.unwrap().key_id;
    assert_ne!(now, before);
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    let view = scene.agent.identity_view().await.unwrap();
    assert_eq!(view.seen_by.len(), 1);
    assert_eq!(
        (&*view.seen_by[0].kid, &*view.seen_by[0].domain),
        (&*now, DOMAIN)
    );

    let view = scene.agent.remove_old_keys().await.unwrap();
    assert_eq!(roles(&view), [KeyRole::Signing]);
    assert_eq!(view.published, Published::Unknown, "to be published anew");
    scene.restart().await;
    assert_eq!(scene.agent.identity().await.unwrap().key_id, now);
}

#[tokio::test(start_paused = true)]
async fn a_key_made_during_a_check_does_not_sign_by_it() {
    let scene = Scene::new().await;
    publish(&scene).await;
    let before = scene.agent.identity().await.unwrap().key_id;
    scene.company.holds(Point::Site);
    let checking = scene.agent.check_identity();
    let meanwhile = async {
        until("it is checked", async || {
            !scene.company.times(Point::Site).is_empty()
        })
        .await;
        scene.agent.rotate_key().await.unwrap();
        scene.company.lets_go();
    };
    let (checked, ()) = tokio::join!(checking, meanwhile);
    assert_eq!(roles(&checked.unwrap()), [KeyRole::Signing, KeyRole::Next]);
    assert_eq!(scene.agent.identity().await.unwrap().key_id, before);
}

#[tokio::test(start_paused = true)]
async fn a_check_that_is_broken_off_is_over() {
    let scene = Scene::new().await;
    publish(&scene).await;
    scene.company.holds(Point::Site);
    let broken = tokio::time::timeout(Duration::from_secs(1), scene.agent.check_identity()).await;
    assert!(broken.is_err());
    let view = scene.agent.identity_view().await.unwrap();
    assert_eq!(view.published, Published::Unknown);
    scene.company.lets_go();
    let view = scene.agent.check_identity().await.unwrap();
    assert!(matches!(view.published, Published::Matches { .. }));
}

#[tokio::test(start_paused = true)]
async fn keys_are_not_changed_again_before_the_old_one_is_out_of_the_files() {
    let scene = Scene::new().await;
    scene.agent.rotate_key().await.unwrap();
    publish(&scene).await;
    let view = scene.agent.check_identity().await.unwrap();
    assert_eq!(roles(&view), [KeyRole::Signing, KeyRole::Old]);
    let error = scene.agent.rotate_key().await.unwrap_err();
    assert_eq!(error.code(), "old-keys");
    scene.agent.remove_old_keys().await.unwrap();
    let view = scene.agent.rotate_key().await.unwrap();
    assert_eq!(roles(&view), [KeyRole::Signing, KeyRole::Next]);
}

async fn needs_identity(scene: &Scene) -> bool {
    scene.agent.overview().await.unwrap().companies[0].needs_identity
}

#[tokio::test(start_paused = true)]
async fn an_identity_is_needed_until_it_was_seen_published() {
    let mut scene = Scene::new().await;
    assert!(needs_identity(&scene).await, "an address alone is none");
    scene.agent.check_identity().await.unwrap();
    assert!(needs_identity(&scene).await, "nothing is there");
    publish(&scene).await;
    let mut events = scene.agent.subscribe();
    scene.agent.check_identity().await.unwrap();
    assert!(!needs_identity(&scene).await);
    let mut told = false;
    while let Ok(event) = events.try_recv() {
        if let crate::page::CoreEvent::Companies { companies } = event {
            told = !companies[0].needs_identity;
        }
    }
    assert!(told, "the window is told");
    scene.restart().await;
    assert!(!needs_identity(&scene).await);
    // What is published still lets Companies know the agent.
    scene.agent.set_identity(None, Some("Dana")).await.unwrap();
    scene.agent.rotate_key().await.unwrap();
    assert!(!needs_identity(&scene).await);
    let moved = Some("https://me.example/moved.json");
    scene.agent.set_identity(moved, None).await.unwrap();
    assert!(needs_identity(&scene).await);
}

#[tokio::test(start_paused = true)]
async fn a_company_that_accepts_the_identity_has_seen_it_published() {
    let clock = clock();
    let scene = Scene::at(FakeCompany::new(), std::sync::Arc::clone(&clock)).await;
    for _ in 0..3 {
        let refusal = Fault::Refuse(401, "invalid_client", None);
        scene.company.fails(Point::Token, refusal);
    }
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    until("refused", async || {
        !scene.company.times(Point::Token).is_empty()
    })
    .await;
    let seen = async || scene.agent.identity_view().await.unwrap().seen_by;
    until("it is listed", async || !seen().await.is_empty()).await;
    assert_eq!(seen().await[0].domain, DOMAIN, "though it refused");
    assert!(needs_identity(&scene).await);
    scene.company.heals();
    // Whatever the User does about it, it is tried again.
    scene.agent.set_identity(None, Some("Dana")).await.unwrap();
    scene.quiet(key).await;
    assert!(!needs_identity(&scene).await);
    let first = seen().await.remove(0);
    clock.forward(Duration::from_secs(24 * 3600));
    scene.agent.send(key, "a day later").await.unwrap();
    scene.quiet(key).await;
    let last = seen().await.remove(0);
    assert_eq!(last.first_at, first.first_at);
    assert!(last.last_at >= first.last_at + 23 * 3_600_000, "{last:?}");
}
