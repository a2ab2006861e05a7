//! The shop: a small outdoor store that answers by keywords. What it says to a message is a pure
//! function of the message, of what it remembers and of what the agent can show.

mod account;
mod desk;
mod goods;
mod hostile;
mod longer;
mod topics;
mod trouble;
mod welcome;

use poppy::event::Responder;
use serde::{Deserialize, Serialize};

use crate::accounts::Access;
use crate::agents::Lists;
use crate::script::{Act, Author, Fate, Reply, Step};
use account::AccountTopic;
use topics::{Errand, Found};

/// What the shop remembers of a conversation, as of the last message accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// It has introduced itself.
    pub(crate) introduced: bool,
    /// A person answers, once what is pending is done.
    pub(crate) with_person: bool,
    /// What it will answer once the User has signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) waiting_for: Option<AccountTopic>,
}

/// What an answer depends on beside the conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Situation {
    pub(crate) lists: Lists,
    pub(crate) access: Access,
    /// Sign-ins are approved by the demo itself.
    pub(crate) approves: bool,
}

/// What follows a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) memory: Memory,
}

/// Pauses, in milliseconds: short enough not to bore, long enough to see that somebody works.
mod pauses {
    pub(super) const INTRODUCTION: u32 = 500;
    pub(super) const ANSWER: u32 = 700;
    pub(super) const PERSON_TYPES: u32 = 1_500;
    pub(super) const QUEUE: u32 = 2_500;
    pub(super) const FORGET: u32 = 4_000;
    pub(super) const SLOW: [u32; 3] = [1_000, 1_500, 1_500];
}

/// Plans the answer to a message; `None`: one without text.
pub(crate) fn answer(memory: Memory, text: Option<&str>, situation: Situation) -> Plan {
    let mut writer = Writer::new(memory, situation);
    let found = text.map(topics::find);
    let greeted = !memory.introduced;
    if greeted {
        writer.introduce();
    }
    match found {
        None => writer.say(Reply::new(desk::ONLY_TEXT)),
        Some(found) if found.is_empty() && greeted => {}
        Some(found) if found.is_empty() => {
            let fallback = match writer.author() {
                Author::Human => desk::PERSON_FALLBACK,
                _ => desk::FALLBACK,
            };
            writer.say(Reply::new(fallback));
        }
        Some(found) => writer.answer(found, greeted),
    }
    writer.rest()
}

/// Plans a person's taking over, asked for without words.
pub(crate) fn call_person(memory: Memory, situation: Situation) -> Plan {
    let mut writer = Writer::new(memory, situation);
    writer.call_person();
    writer.rest()
}

/// Plans going on once the User has signed in, if something waits for it.
pub(crate) fn signed_in(memory: Memory, situation: Situation) -> Option<Plan> {
    let topic = memory.waiting_for?;
    let mut writer = Writer::new(memory, situation);
    writer.account(topic);
    Some(writer.rest())
}

/// Writes a plan, step by step.
struct Writer {
    steps: Vec<Step>,
    memory: Memory,
    situation: Situation,
}

impl Writer {
    fn new(memory: Memory, situation: Situation) -> Self {
        Self {
            steps: Vec::new(),
            memory,
            situation,
        }
    }

    fn author(&self) -> Author {
        if self.memory.with_person {
            Author::Human
        } else {
            Author::Agent
        }
    }

    fn step(&mut self, pause: u32, acts: Vec<Act>) {
        self.steps.push(Step { pause, acts });
    }

    /// Whoever answers says this.
    fn say(&mut self, reply: Reply) {
        let author = self.author();
        let pause = match author {
            Author::Human => pauses::PERSON_TYPES,
            Author::Agent | Author::System => pauses::ANSWER,
        };
        self.step(pause, vec![reply.by(author, self.situation.lists)]);
    }

    fn introduce(&mut self) {
        self.memory.introduced = true;
        let welcome = Reply::new(welcome::INTRODUCTION).by(Author::Agent, self.situation.lists);
        self.step(pauses::INTRODUCTION, vec![welcome]);
    }

    /// Answers what was found: what can be said in one message first, then the rest in order.
    fn answer(&mut self, found: Found, greeted: bool) {
        let replies = found.questions.into_iter().map(goods::reply);
        if let Some(reply) = replies.reduce(Reply::and) {
            self.say(reply);
        }
        for errand in found.errands {
            self.run(errand, greeted);
        }
    }

    fn run(&mut self, errand: Errand, greeted: bool) {
        match errand {
            // The introduction has just said it.
            Errand::Help | Errand::Hello if greeted => {}
            Errand::Help => self.say(Reply::new(welcome::THINGS_TO_TRY)),
            Errand::More => self.say(Reply::new(welcome::MORE_TO_TRY)),
            Errand::Hello => self.say(Reply::new(desk::HELLO)),
            Errand::Thanks => self.say(Reply::new(desk::WELCOME)),
            Errand::Languages => self.say(longer::languages()),
            Errand::Long => self.say(Reply::new(longer::LONG).written()),
            Errand::Slow => self.slow(),
            Errand::Orders => self.account(AccountTopic::Orders),
            Errand::Exchange => self.account(AccountTopic::Exchange),
            Errand::SignedIn => self.signed_in(),
            Errand::RefuseSignIn => self.next_sign_in(Fate::Refused),
            Errand::ExpireSignIn => self.next_sign_in(Fate::Expired),
            Errand::CallMe => self.call_user(),
            Errand::Direct => self.direct(),
            Errand::Busy => self.busy(),
            Errand::LosePlace => self.lose_places(),
            Errand::Forget => self.forget(),
            Errand::Person if self.memory.with_person => self.say(Reply::new(desk::STILL_HERE)),
            Errand::Person => self.call_person(),
            Errand::Back if self.memory.with_person => self.back_to_agent(),
            Errand::Back => self.say(Reply::new(desk::WELCOME)),
            Errand::Hostile => self.hostile(),
            Errand::Close => self.close(),
        }
    }

    fn slow(&mut self) {
        let [look, count, done] = pauses::SLOW;
        let author = self.author();
        for (pause, text) in [
            (look, desk::SLOW_LOOKS),
            (count, desk::SLOW_COUNTS),
            (done, desk::SLOW_DONE),
        ] {
            let act = Reply::new(text).written().by(author, self.situation.lists);
            self.step(pause, vec![act]);
        }
    }

    fn call_person(&mut self) {
        let calling = Reply::new(desk::CALLING).by(Author::Agent, self.situation.lists);
        self.step(pauses::ANSWER, vec![calling, Act::Queue]);
        self.step(pauses::QUEUE, vec![Act::HandTo(Responder::Human)]);
        self.memory.with_person = true;
        self.say(Reply::new(desk::PERSON_HELLO));
    }

    fn back_to_agent(&mut self) {
        self.say(Reply::new(desk::PERSON_GOODBYE));
        self.add(Act::HandTo(Responder::Agent));
        self.memory.with_person = false;
        self.say(Reply::new(desk::AGENT_AGAIN));
    }

    fn hostile(&mut self) {
        // The shop's people would not write such things.
        for (author, reply) in [
            (Author::Agent, Reply::new(hostile::WARNING)),
            (Author::Agent, hostile::message()),
        ] {
            self.step(pauses::ANSWER, vec![reply.by(author, self.situation.lists)]);
        }
        let broken = hostile::broken(self.situation.lists);
        self.step(pauses::ANSWER, vec![broken, Act::Puzzle]);
    }

    fn close(&mut self) {
        self.say(Reply::new(desk::GOODBYE));
        self.add(Act::Close);
    }

    /// Adds an act to the last step.
    fn add(&mut self, act: Act) {
        if let Some(step) = self.steps.last_mut() {
            step.acts.push(act);
        }
    }

    fn rest(mut self) -> Plan {
        self.add(Act::Rest);
        Plan {
            steps: self.steps,
            memory: self.memory,
        }
    }
}

#[cfg(test)]
mod tests;
