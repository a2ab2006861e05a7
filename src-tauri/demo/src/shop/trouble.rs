//! Going wrong when asked to, in ways that do no harm, and so asking for the User.

use super::{Writer, desk, pauses};
use crate::script::{Act, Aside, Fate, Reply};

/// How long the shop is busy when asked to be, in seconds.
const BUSY: u32 = 8;

impl Writer {
    pub(super) fn busy(&mut self) {
        self.say(Reply::new(desk::BUSY));
        self.add(Act::Aside(Aside::Busy { seconds: BUSY }));
    }

    pub(super) fn next_sign_in(&mut self, fate: Fate) {
        self.say(Reply::new(match fate {
            Fate::Refused => desk::WILL_REFUSE,
            Fate::Expired => desk::WILL_EXPIRE,
        }));
        self.add(Act::Aside(Aside::NextSignIn(fate)));
    }

    pub(super) fn lose_places(&mut self) {
        let said = Reply::new(desk::PLACE_LOST).by(self.author(), self.situation.lists);
        // First lost, then said: what is said is what a reader finds who begins anew.
        self.step(pauses::ANSWER, vec![Act::LosePlaces, said]);
    }

    pub(super) fn forget(&mut self) {
        self.say(Reply::new(desk::WILL_FORGET));
        self.step(pauses::FORGET, vec![Act::Forget]);
    }

    pub(super) fn call_user(&mut self) {
        self.say(Reply::new(desk::CALLING_YOU));
        let reason = desk::CALL_REASON.to_owned();
        self.add(Act::RequestUser { reason });
    }

    pub(super) fn direct(&mut self) {
        self.say(Reply::new(desk::DIRECT));
        let reason = desk::DIRECT_REASON.to_owned();
        self.add(Act::RequestUser { reason });
    }
}
