//! What needs the User's account: two made-up orders, and exchanging one of them.

use serde::{Deserialize, Serialize};

use super::{Writer, desk};
use crate::accounts::{CUSTOMER, READ, WRITE};
use crate::script::{Act, Reply};

/// What was asked for and waits for the User to sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AccountTopic {
    Orders,
    Exchange,
}

impl Writer {
    /// Answers what needs the account, or asks for what is missing.
    pub(super) fn account(&mut self, topic: AccountTopic) {
        let access = self.situation.access;
        let (allowed, scope) = match topic {
            AccountTopic::Orders => (access.read, READ.to_owned()),
            // Both, since what is granted anew takes the place of what was granted before.
            AccountTopic::Exchange => (access.write, format!("{READ} {WRITE}")),
        };
        if allowed {
            self.memory.waiting_for = None;
            self.say(match topic {
                AccountTopic::Orders => orders(),
                AccountTopic::Exchange => exchanged(),
            });
            self.add(Act::UseAccount);
            return;
        }
        self.memory.waiting_for = Some(topic);
        let asks = if access.signed_in {
            desk::MORE_SCOPE
        } else {
            desk::SIGN_IN
        };
        let how = if self.situation.approves {
            desk::APPROVES_BY_ITSELF
        } else {
            desk::APPROVED_BY_HAND
        };
        self.say(Reply::new(asks).and(Reply::new(how)));
        self.add(if access.signed_in {
            Act::AskScope { scope }
        } else {
            Act::AskSignIn { scope }
        });
    }

    /// Says whether the User is signed in.
    pub(super) fn signed_in(&mut self) {
        let text = if self.situation.access.signed_in {
            format!("Yes, I know you as {CUSTOMER} now. Ask me for “my orders”.")
        } else {
            desk::NOT_SIGNED_IN.to_owned()
        };
        self.say(Reply::new(&text));
    }
}

fn orders() -> Reply {
    Reply::new(&format!(
        "Thank you, {CUSTOMER} (you are as made up as the shop). You have two orders:\n\n\
         • ord_7Hk2 – a Ridge Jacket, size M: on its way, to arrive Thursday.\n\
         • ord_3Qd9 – two boxes of trail bars: delivered last week."
    ))
    .link(
        "https://trailhead.example/orders/ord_7Hk2",
        "Order ord_7Hk2: Ridge Jacket",
    )
    .link(
        "https://trailhead.example/orders/ord_3Qd9",
        "Order ord_3Qd9: trail bars",
    )
}

fn exchanged() -> Reply {
    Reply::new(
        "Done: when your Ridge Jacket arrives, hand it back to the courier, who brings size L for \
         it. (Nothing happens, of course: the order is made up.)",
    )
    .link(
        "https://trailhead.example/orders/ord_7Hk2/exchange",
        "Your exchange for order ord_7Hk2",
    )
}
