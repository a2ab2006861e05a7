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
