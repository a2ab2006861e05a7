//! What is said at the desk: short answers, the person who takes over, and asking to sign in.

pub(super) const HELLO: &str = "Hello again! Ask me about the trail bar or the camping stove, or say “help” for the whole list.";

pub(super) const WELCOME: &str = "You're welcome. Is there anything else you'd like to know?";

pub(super) const FALLBACK: &str = "I'm afraid I don't know about that: I only know a few things. \
     Try “How much is the trail bar?” to see a notice, or “Has my jacket shipped?” to see links.";

pub(super) const ONLY_TEXT: &str = "That message had no text, and text is all I can read. Try \
     “How much is the trail bar?” or “Has my jacket shipped?”.";

pub(super) const SIGN_IN: &str = "I can look that up once you've signed in. Your Personal Agent \
     should now show you that I asked. As this is a demo, there is no account to sign in to: \
     everything else works without one.";

pub(super) const SLOW_LOOKS: &str = "Let me check the stock room. This will take a moment.";
pub(super) const SLOW_COUNTS: &str = "Still counting…";
pub(super) const SLOW_DONE: &str = "Done: 14 trail bars, three camping stoves and one very patient customer. Thank you for waiting.";

pub(super) const CALLING: &str =
    "Of course. I'm asking somebody from the shop to join us. Please stay with me for a moment.";

pub(super) const PERSON_HELLO: &str = "Hello, this is Maya from the shop floor. I've read what you \
     wrote so far. (In this demo I'm part of the program too, but your Personal Agent should show \
     you that a person is answering.) How can I help? When you're done, say “thanks, that is all”.";

pub(super) const STILL_HERE: &str = "It's still me, Maya. What would you like to know?";

pub(super) const PERSON_FALLBACK: &str = "Hm, I'd have to ask a colleague about that. What I do \
     know well is the camping stove and our return policy. If that was all, say “back to the agent”.";

pub(super) const PERSON_GOODBYE: &str =
    "It was a pleasure. I'll hand you back now. Take care, Maya";

pub(super) const AGENT_AGAIN: &str =
    "You're back with Trailhead's automated agent. Say “help” for things to try.";

pub(super) const GOODBYE: &str = "Thank you for stopping by. I'm closing this conversation; you can start a new one at any time.";
