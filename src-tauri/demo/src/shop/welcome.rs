//! How the demo introduces itself.

macro_rules! things_to_try {
    () => {
        "\
• “How much is the trail bar?” – an answer with an allergen notice
• “Has my jacket shipped?” – an answer with two links
• “Tell me about the camping stove” – several notices and links at once
• “Talk to a person” – somebody takes over
• “My orders” – I ask you to sign in
• “Slow” – an answer that takes a while
• “Long” – a long answer
• “Languages” – an answer in many scripts
• “Show me bad links” – what a dishonest Company might send
• “Close” – ends this conversation"
    };
}

/// Comes before everything else in a conversation.
pub(super) const INTRODUCTION: &str = concat!(
    "Welcome to Trailhead! I'm the automated agent of a demo Company. I run on this computer, \
     sell nothing, and nothing you write here leaves it. My own pages don't exist: \
     trailhead.example is a name kept for examples.\n\nThings to try:\n",
    things_to_try!()
);

/// What can be tried.
pub(super) const THINGS_TO_TRY: &str =
    concat!("Gladly. You could try any of these:\n", things_to_try!());
