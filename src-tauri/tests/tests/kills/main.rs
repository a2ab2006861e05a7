//! Nothing lost, nothing twice: `candor-cli chat` killed at random moments of sending and receiving,
//! with connections cut at random bytes in between, until it has been killed 500 times. What the demo
//! Company was sent is then compared with what the person's agent took, and both sides' histories with
//! each other.

#![allow(missing_docs, reason = "tests are named for what they show")]

mod random;
mod scene;
mod span;

use std::collections::HashSet;

use candor_demo::{Fault, On};

use crate::random::Moments;
use crate::scene::Scene;
use crate::span::Span;

const KILLS: usize = 500;
/// Runs that end before they are killed count for nothing. They are few: see [`Span`]; so many in all
/// mean that the program does not run.
const RUNS: usize = 4 * KILLS;

#[test]
fn killed_and_cut_at_random_moments_each_message_arrives_once_and_in_order() {
    let scene = Scene::new();
    let mut moments = Moments::new();
    let (mut kills, mut offered, mut told_sent) = (0, Vec::new(), HashSet::new());
    let first = "Left alone";
    let (alone, lines) = scene.start(Some(first)).run_out();
    offered.push(first.to_owned());
    told_sent.extend(lines.iter().filter_map(scene::sent_id));
    let mut span = Span::measured(alone);
    for run in 0..RUNS {
        if kills == KILLS {
            break;
        }
        if moments.one_in(3) {
            scene
                .faults()
                .next(On::Any, 1, Fault::CutAnswer(moments.below(1500)));
        } else if moments.one_in(6) {
            scene
                .faults()
                .next(On::Send, 1, Fault::CutRequest(moments.below(200) as usize));
        }
        let text = moments.one_in(2).then(|| format!("Message {run}"));
        let mut running = scene.start(text.as_deref());
        offered.extend(text);
        let lines = match running.ends_within(moments.within(span.longest())) {
            Some(after) => {
                span.ended(after);
                running.kill()
            }
            None => {
                span.killed();
                let (alive, lines) = running.kill_now();
                kills += usize::from(alive);
                lines
            }
        };
        told_sent.extend(lines.iter().filter_map(scene::sent_id));
    }
    assert_eq!(kills, KILLS, "it was killed often enough in {RUNS} runs");

    scene.faults().clear();
    let last = scene.finish();
    assert!(
        last.ok,
        "a run that is left alone finishes what waits: {last:?}"
    );
    told_sent.extend(last.lines.iter().filter_map(scene::sent_id));

    let received = scene.received();
    let ids: HashSet<_> = received.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids.len(), received.len(), "no message is there twice");
    for id in &told_sent {
        assert!(
            ids.contains(id.as_str()),
            "{id} was told as sent and has arrived"
        );
    }
    let mut left = offered.iter();
    for (_, text) in &received {
        assert!(
            left.any(|offered| offered == text),
            "{text:?} is one of those offered, in their order, and only once"
        );
    }
    // Offered and never taken are only those of runs killed before the agent had stored anything.
    let taken = scene.taken();
    let arrived: Vec<_> = received.into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        arrived, taken,
        "all that the agent took has arrived, in order"
    );
    assert!(
        taken.len() > KILLS / 10,
        "enough was taken to show anything: {}",
        taken.len()
    );
    assert_eq!(
        scene.own_history(),
        scene.companys_history(),
        "both sides have the same history"
    );
}
