//! Clocks that are hours apart, whosever is wrong: everything works, the User is told, and no clock of
//! ours orders anything.

use std::sync::Arc;

use candor_agent::page::{CoreEvent, SignInMethod, SignInState};
use candor_agent::{Agent, AgentError};
use candor_demo::Pace;
use tokio::sync::{Semaphore, broadcast};

use crate::scene::{Scene, chat, company, quiet, shown, until};

const HOUR: i64 = 60 * 60;
/// How long the demo's Session Tokens are good.
const TOKEN_LIFE: i64 = HOUR;

/// How far this machine's clock and the Company's are off, in seconds.
#[derive(Clone, Copy, Debug)]
struct Off {
    ours: i64,
    theirs: i64,
}

const APART: [Off; 4] = [
    Off {
        ours: 5 * HOUR,
        theirs: 0,
    },
    Off {
        ours: -5 * HOUR,
        theirs: 0,
    },
    Off {
        ours: 0,
        theirs: 9 * HOUR,
    },
    Off {
        ours: 0,
        theirs: -30 * HOUR,
    },
];

async fn scene(off: Off, pace: Pace) -> Scene {
    let scene = Scene::with(|options| {
        options.approves = false;
        options.pace = pace;
    })
    .await;
    scene.ours.set(off.ours);
    scene.theirs.set(off.theirs);
    scene
}

/// What the window is told of clocks: by how many seconds they differ, and in which words.
async fn notice(agent: &Agent) -> Option<(i64, String)> {
    let clock = agent.overview().await.unwrap().clock?;
    assert_eq!(clock.companies, ["Trailhead"]);
    Some((clock.seconds, clock.message))
}

/// Whether each notice told so far said that the clocks differ.
fn told(events: &mut broadcast::Receiver<CoreEvent>) -> Vec<bool> {
    let mut told = Vec::new();
    loop {
        match events.try_recv() {
            Ok(CoreEvent::Clock { clock }) => told.push(clock.is_some()),
            Ok(_) => {}
            Err(broadcast::error::TryRecvError::Lagged(_)) => {
                panic!("too few events are looked at")
            }
            Err(_) => return told,
        }
    }
}

async fn say(agent: &Agent, text: &str) -> Result<(), AgentError> {
    let key = chat(agent).await.id;
    agent.send(key, text).await?;
    quiet(agent, key).await;
    Ok(())
}

/// Signs in by a code, in the conversation.
async fn sign_in(scene: &Scene, agent: &Agent) {
    let id = company(agent).await.id;
    let key = chat(agent).await.id;
    let scopes = vec!["orders:read".to_owned()];
    let method = SignInMethod::Device;
    agent
        .begin_sign_in(id, Some(key), method, scopes, None)
        .await
        .unwrap();
    let state = async || company(agent).await.sign_in.map(|sign_in| sign_in.state);
    let mut code = String::new();
    until("a code is shown", async || {
        if let Some(SignInState::Waiting { user_code, .. }) = state().await {
            code = user_code;
        }
        !code.is_empty()
    })
    .await;
    assert!(scene.demo.approve(&code, None));
    until("it is approved", async || {
        matches!(state().await, Some(SignInState::Approved { .. }))
    })
    .await;
}

#[tokio::test]
async fn hours_apart_everything_works_and_the_user_is_told_until_they_agree() {
    for off in APART {
        let scene = scene(off, Pace::None).await;
        let agent = scene.agent().await;
        let mut events = agent.subscribe();
        say(&agent, "my orders").await.unwrap();
        let (seconds, message) = notice(&agent).await.unwrap();
        let apart = off.theirs - off.ours;
        assert!(seconds.abs_diff(apart) < 60, "{off:?}: {seconds}");
        let hours = apart.abs() / HOUR;
        let way = if apart > 0 { "behind" } else { "ahead of" };
        let words = format!("about {hours} hours {way} the clock of");
        assert!(message.contains(&words), "{off:?}: {message}");
        assert_eq!(told(&mut events), [true], "{off:?}: once");

        sign_in(&scene, &agent).await;
        until("it goes on by itself", async || {
            scene.history().len() == shown(chat(&agent).await.entries).len()
                && scene.history().last().is_some_and(|(own, _)| !own)
        })
        .await;
        say(&agent, "my orders").await.unwrap();
        assert!(company(&agent).await.account.is_some(), "{off:?}");

        // This machine's is put right while nothing is said: that is noticed by itself. The Company's
        // is noticed with the next thing it is asked.
        scene.ours.set(0);
        scene.theirs.set(0);
        if off.theirs != 0 {
            say(&agent, "the time?").await.unwrap();
        }
        until("the notice is gone", async || {
            notice(&agent).await.is_none()
        })
        .await;
        assert_eq!(told(&mut events), [false], "{off:?}");
        say(&agent, "thanks").await.unwrap();
        let order = shown(chat(&agent).await.entries);
        assert_eq!(order, scene.history(), "{off:?}: the Company's order");
        assert!(company(&agent).await.account.is_some(), "{off:?}");
        agent.close().await;
    }
}

#[tokio::test]
async fn hours_apart_tokens_end_by_the_companys_clock_and_are_renewed() {
    for off in APART {
        let scene = scene(off, Pace::None).await;
        let agent = scene.agent().await;
        say(&agent, "my orders").await.unwrap();
        sign_in(&scene, &agent).await;
        // Both clocks go on alike: the token is renewed before it ends.
        scene.ours.forward(TOKEN_LIFE);
        scene.theirs.forward(TOKEN_LIFE);
        say(&agent, "one").await.unwrap();
        // The Company's alone goes on: a token that seems good here is not any longer.
        scene.theirs.forward(TOKEN_LIFE);
        say(&agent, "two").await.unwrap();
        // Ours is set back: what has long ended seems good for hours.
        scene.ours.forward(-3 * HOUR);
        scene.theirs.forward(TOKEN_LIFE);
        say(&agent, "three").await.unwrap();
        let chat = chat(&agent).await;
        assert_eq!(chat.standing.trouble, None, "{off:?}");
        assert_eq!(shown(chat.entries), scene.history(), "{off:?}");
        assert_eq!(scene.received(), 4, "{off:?}");
        assert!(company(&agent).await.account.is_some(), "{off:?}");
        agent.close().await;
    }
}

#[tokio::test]
async fn hours_apart_answers_are_drawn_as_they_are_written() {
    for off in APART {
        let permits = Arc::new(Semaphore::new(0));
        let scene = scene(off, Pace::ByHand(Arc::clone(&permits))).await;
        let agent = scene.agent().await;
        let key = chat(&agent).await.id;
        agent.send(key, "long").await.unwrap();
        // The introduction, and then a word at a time, while somebody watches.
        until("it is being written", async || {
            permits.add_permits(1);
            let writing = agent.conversation(key).await.unwrap().writing;
            writing.iter().any(|one| !one.text.is_empty())
        })
        .await;
        assert!(notice(&agent).await.is_some(), "{off:?}");
        // The clock is set while an answer is being written.
        scene.ours.forward(7 * HOUR);
        permits.close();
        quiet(&agent, key).await;
        let chat = chat(&agent).await;
        assert!(chat.writing.is_empty(), "{off:?}");
        assert_eq!(shown(chat.entries), scene.history(), "{off:?}");
        agent.close().await;
    }
}

#[tokio::test]
async fn the_timeline_is_in_the_companys_order_whatever_either_clock_does_between() {
    let scene = scene(Off { ours: 0, theirs: 0 }, Pace::None).await;
    let mut agent = scene.agent().await;
    // Each message seems to be older than the one before, by one clock or the other.
    for (n, off) in [-1, -7, 6, -20, 11].into_iter().enumerate() {
        scene.ours.set(off * HOUR);
        scene.theirs.set(-off * HOUR / 2);
        say(&agent, &format!("number {n}")).await.unwrap();
        if n % 2 == 1 {
            agent.close().await;
            agent = scene.agent().await;
        }
    }
    let order = shown(chat(&agent).await.entries);
    assert_eq!(order, scene.history());
    let own: Vec<_> = order
        .iter()
        .filter(|(own, _)| *own)
        .map(|(_, t)| t)
        .collect();
    let written: Vec<_> = (0..5).map(|n| format!("number {n}")).collect();
    assert_eq!(own, written.iter().collect::<Vec<_>>());
    agent.close().await;
}
