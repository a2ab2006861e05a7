//! What went wrong that belongs to no place of the window.

use std::sync::Mutex;

use super::{Core, locked};
use crate::page::{CoreEvent, ProblemNote};

/// The last one, until a window asked for everything.
#[derive(Default)]
pub(super) struct Problems(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    told: u64,
    last: Option<ProblemNote>,
}

impl Core {
    /// Tells of it; a window that is only being opened is told when it asks.
    pub(crate) fn tell_problem(&self, code: &str, message: String) {
        let problem = {
            let mut inner = locked(&self.problems.0);
            inner.told = inner.told.wrapping_add(1);
            let problem = ProblemNote {
                number: inner.told,
                code: code.to_owned(),
                message,
            };
            inner.last = Some(problem.clone());
            problem
        };
        self.emit(CoreEvent::Problem { problem });
    }

    /// What a window that asks for everything is told: once.
    pub(crate) fn take_problem(&self) -> Option<ProblemNote> {
        locked(&self.problems.0).last.take()
    }
}
