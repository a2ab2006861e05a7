//! How the demo introduces itself, and what it lists to try: a few things first, the rest by kind.

macro_rules! things_to_try {
    () => {
        "\
• “How much is the trail bar?” – an answer with an allergen notice
• “Has my jacket shipped?” – an answer with two links
• “My orders” – I ask you to sign in
• “Talk to a person” – somebody takes over
• “More” – all the other things to try"
    };
}

/// Comes before everything else in a conversation.
pub(super) const INTRODUCTION: &str = concat!(
    "Welcome to Trailhead! I'm the automated agent of a demo Company. I run on this computer, \
     sell nothing, and nothing you write here leaves it. My own pages don't exist: \
     trailhead.example is a name kept for examples.\n\nThings to try:\n",
    things_to_try!()
);

/// What to try first.
pub(super) const THINGS_TO_TRY: &str =
    concat!("Gladly. You could try any of these:\n", things_to_try!());

/// What else can be tried.
pub(super) const MORE_TO_TRY: &str = "\
Here is everything else.

Answers:
• “Tell me about the camping stove” – several notices and links at once
• “Languages” – an answer in many scripts
• “Long” – a long answer, written while you watch
• “Slow” – an answer that takes a while

Your account:
• “Exchange something I ordered” – I ask for one more permission
• “Refuse my sign-in” – the next time you sign in, I refuse
• “Let my sign-in expire” – the next time, I never answer

You and us:
• “Call me” – I ask your Personal Agent for you
• “Talk directly” – about a conversation of your own with us

Trouble:
• “Show me bad links” – what a dishonest Company might send
• “Busy” – for a few seconds I answer nobody
• “Lose my place” – I lose what was said before
• “Forget this conversation” – it is gone on my side
• “Close” – ends this conversation";
