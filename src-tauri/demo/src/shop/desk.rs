//! What is said at the desk: short answers, the person who takes over, and asking to sign in.

pub(super) const HELLO: &str = "Hello again! Ask me about the trail bar or the camping stove, or say “help” for the whole list.";

pub(super) const WELCOME: &str = "You're welcome. Is there anything else you'd like to know?";

pub(super) const FALLBACK: &str = "I'm afraid I don't know about that: I only know a few things. \
     Try “How much is the trail bar?” to see a notice, or “Has my jacket shipped?” to see links.";

pub(super) const ONLY_TEXT: &str = "That message had no text, and text is all I can read. Try \
     “How much is the trail bar?” or “Has my jacket shipped?”.";

pub(super) const SIGN_IN: &str = "I can do that once you've signed in. Your Personal Agent should \
     now show you that I asked, and for what.";

pub(super) const MORE_SCOPE: &str = "You are signed in, but what you allowed so far is not enough \
     for that. Your Personal Agent should now show you what else I ask for.";

pub(super) const APPROVES_BY_ITSELF: &str = "Please choose signing in with a code. As this is a \
     demo, Trailhead has no sign-in page of its own: a few seconds after you begin, it approves by \
     itself. A real Company shows you a page where you sign in and decide.";

pub(super) const APPROVED_BY_HAND: &str = "This demo was started so that somebody approves by hand, at the address that comes with the code.";

pub(super) const NOT_SIGNED_IN: &str =
    "I don't know you yet. Ask me for “my orders”, and I'll ask you to sign in.";

pub(super) const WILL_REFUSE: &str =
    "As you wish: I'll refuse your next sign-in. Now ask for “my orders” and begin to sign in.";

pub(super) const WILL_EXPIRE: &str = "As you wish: your next sign-in will get no answer and expire \
     after a few seconds. Now ask for “my orders” and begin to sign in.";

pub(super) const BUSY: &str = "As you wish: for the next few seconds I'm too busy to read or answer. \
     Write something now: your Personal Agent should keep it, tell you until when it waits, and send \
     it then.";

pub(super) const PLACE_LOST: &str = "As you wish: I've lost what was said before, and where your \
     Personal Agent was. It should begin anew and tell you that part is missing on my side.";

pub(super) const WILL_FORGET: &str = "As you wish: in a few seconds I'll have forgotten this \
     conversation. What you write here after that finds nobody. You can start a new one at any time.";

pub(super) const CALLING_YOU: &str =
    "As you wish: I'm asking for you now. Your Personal Agent should let you know.";

pub(super) const CALL_REASON: &str = "You asked Trailhead to call you.";

pub(super) const DIRECT: &str = "With pleasure. A Direct Conversation is a separate one between you \
     and us, under this one. It is your Personal Agent that opens it, if it can; I'm asking for you \
     now. While it is open, this conversation waits.";

pub(super) const DIRECT_REASON: &str = "You asked to talk to Trailhead directly.";

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
