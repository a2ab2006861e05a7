//! Finding what a message is about: keywords, in any case, several in one message.

/// What is answered by a text with notices and links, together with others in one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    TrailBar,
    Jacket,
    Stove,
    Returns,
    Catalogue,
    About,
}

/// What takes messages or steps of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    Hello,
    Help,
    Thanks,
    Languages,
    Long,
    Slow,
    More,
    Orders,
    Exchange,
    SignedIn,
    RefuseSignIn,
    ExpireSignIn,
    Person,
    Back,
    CallMe,
    Direct,
    Hostile,
    Busy,
    LosePlace,
    Forget,
    Close,
}

#[derive(Clone, Copy)]
enum Topic {
    Question(Question),
    Errand(Errand),
}

/// Everything a message is about, each once, in the order it comes up; closing comes last.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) questions: Vec<Question>,
    pub(crate) errands: Vec<Errand>,
}

impl Found {
    pub(crate) fn is_empty(&self) -> bool {
        self.questions.is_empty() && self.errands.is_empty()
    }
}

use Errand::{
    Back, Busy, CallMe, Close, Direct, Exchange, ExpireSignIn, Forget, Hello, Help, Hostile,
    Languages, Long, LosePlace, More, Orders, Person, RefuseSignIn, SignedIn, Slow, Thanks,
};
use Question::{About, Catalogue, Jacket, Returns, Stove, TrailBar};

/// Words that mean a topic wherever they stand in a message.
const ANYWHERE: &[(Topic, &[&str])] = &[
    (
        Topic::Question(TrailBar),
        &[
            "trail bar",
            "trail bars",
            "snack",
            "snacks",
            "peanut",
            "peanuts",
        ],
    ),
    (
        Topic::Question(Jacket),
        &[
            "jacket", "shipped", "tracking", "parcel", "package", "delivery", "my order",
        ],
    ),
    (
        Topic::Question(Stove),
        &["stove", "stoves", "recall", "recalls"],
    ),
    (
        Topic::Question(Returns),
        &["return", "returns", "refund", "refunds", "send it back"],
    ),
    (
        Topic::Question(Catalogue),
        &[
            "do you sell",
            "products",
            "catalogue",
            "catalog",
            "in stock",
        ],
    ),
    (
        Topic::Question(About),
        &["demo", "protocol", "who are you", "are you real"],
    ),
    (
        Topic::Errand(Help),
        &[
            "help",
            "what can i try",
            "what can you do",
            "what can i ask",
        ],
    ),
    (
        Topic::Errand(Languages),
        &["languages", "language", "scripts"],
    ),
    (
        Topic::Errand(Long),
        &["long answer", "long story", "long text", "something long"],
    ),
    (Topic::Errand(Slow), &["slow", "slowly"]),
    (
        Topic::Errand(More),
        &["more things to try", "what else can i try", "show me more"],
    ),
    (
        Topic::Errand(Exchange),
        &["exchange", "other size", "different size"],
    ),
    (Topic::Errand(SignedIn), &["signed in", "logged in"]),
    (
        Topic::Errand(RefuseSignIn),
        &["refuse my sign in", "refuse the sign in", "deny my sign in"],
    ),
    (
        Topic::Errand(ExpireSignIn),
        &["my sign in expire", "expire my sign in"],
    ),
    (
        Topic::Errand(CallMe),
        &["call me", "ask for me", "i want to be called"],
    ),
    (
        Topic::Errand(Direct),
        &[
            "talk directly",
            "directly to you",
            "to you directly",
            "direct conversation",
        ],
    ),
    (
        Topic::Errand(Busy),
        &["be busy", "rate limit", "too many requests"],
    ),
    (
        Topic::Errand(LosePlace),
        &["lose my place", "lose your place", "lose our place"],
    ),
    (
        Topic::Errand(Forget),
        &[
            "forget this conversation",
            "forget the conversation",
            "forget this chat",
        ],
    ),
    (
        Topic::Errand(Orders),
        &[
            "sign in",
            "sign me in",
            "log in",
            "login",
            "my orders",
            "my account",
        ],
    ),
    (
        Topic::Errand(Person),
        &[
            "to a person",
            "a real person",
            "a human",
            "to a human",
            "real human",
            "to someone",
            "to somebody",
            "talk to staff",
            "customer service",
        ],
    ),
    (
        Topic::Errand(Back),
        &[
            "thats all",
            "that is all",
            "thatll be all",
            "back to the agent",
            "back to your agent",
            "back to the assistant",
            "back to the bot",
        ],
    ),
    (
        Topic::Errand(Hostile),
        &["hostile", "bad link", "bad links", "dishonest"],
    ),
    (
        Topic::Errand(Close),
        &[
            "close the conversation",
            "close this conversation",
            "close the chat",
            "close this chat",
            "end the conversation",
            "goodbye",
        ],
    ),
];

/// Words that mean a topic only when they are the whole message: alone they are clear, in a
/// sentence ("how long is it?") they are not.
const ALONE: &[(Topic, &[&str])] = &[
    (
        Topic::Errand(Hello),
        &[
            "hello",
            "hi",
            "hey",
            "hello there",
            "hi there",
            "good morning",
            "good evening",
        ],
    ),
    (
        Topic::Errand(Thanks),
        &[
            "thanks",
            "thank you",
            "thank you very much",
            "many thanks",
            "great thanks",
        ],
    ),
    (Topic::Errand(Long), &["long"]),
    (Topic::Errand(More), &["more", "more please", "what else"]),
    (Topic::Errand(Busy), &["busy"]),
    (Topic::Errand(Person), &["person", "human", "agent please"]),
    (
        Topic::Errand(Close),
        &["close", "bye", "bye bye", "close please"],
    ),
    (Topic::Question(TrailBar), &["bar", "bars"]),
];

/// Finds what a message is about.
pub(crate) fn find(text: &str) -> Found {
    let words = words(text);
    let mut places: Vec<(usize, Topic)> = ANYWHERE
        .iter()
        .filter_map(|(topic, phrases)| {
            let first = phrases.iter().filter_map(|p| place(&words, p)).min()?;
            Some((first, *topic))
        })
        .collect();
    if places.is_empty() {
        let whole = words.join(" ");
        let alone = ALONE
            .iter()
            .find(|(_, phrases)| phrases.contains(&whole.as_str()));
        places.extend(alone.map(|(topic, _)| (0, *topic)));
    }
    places.sort_by_key(|(place, _)| *place);
    let mut found = Found::default();
    for (_, topic) in places {
        match topic {
            Topic::Question(question) => found.questions.push(question),
            Topic::Errand(errand) => found.errands.push(errand),
        }
    }
    // "Refuse my sign-in" does not ask to sign in.
    if found
        .errands
        .iter()
        .any(|e| matches!(e, RefuseSignIn | ExpireSignIn))
    {
        found.errands.retain(|errand| *errand != Orders);
    }
    // A closed or forgotten conversation takes no more answers.
    found
        .errands
        .sort_by_key(|errand| matches!(errand, Close | Forget));
    found
}

/// The words of a text in lower case; an apostrophe is no end of a word.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Where a phrase begins, counted in words.
fn place(words: &[String], phrase: &str) -> Option<usize> {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    words.windows(phrase.len()).position(|run| run == phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Vec<Question>, Vec<Errand>) {
        let found = find(text);
        (found.questions, found.errands)
    }

    #[test]
    fn topics_are_found_in_any_case_and_with_any_punctuation() {
        for (text, question) in [
            ("How much is the trail bar?", TrailBar),
            ("TRAIL-BAR", TrailBar),
            ("bar", TrailBar),
            ("Has my jacket shipped?", Jacket),
            ("where's my order", Jacket),
            ("Tell me about the camping stove", Stove),
            ("Can I get a refund?", Returns),
            ("What do you sell?", Catalogue),
        ] {
            assert_eq!(found(text), (vec![question], vec![]), "{text}");
        }
        for (text, errand) in [
            ("Hello!", Hello),
            ("help", Help),
            ("Thanks!", Thanks),
            ("long", Long),
            ("Languages", Languages),
            ("slow", Slow),
            ("My orders", Orders),
            ("Please sign in", Orders),
            ("Refuse my sign-in", RefuseSignIn),
            ("Let my sign-in expire", ExpireSignIn),
            ("I have signed in", SignedIn),
            ("More", More),
            ("Can I exchange it?", Exchange),
            ("Call me", CallMe),
            ("Can we talk directly?", Direct),
            ("busy", Busy),
            ("Lose my place", LosePlace),
            ("Forget this conversation", Forget),
            ("Talk to a person", Person),
            ("Thanks, that’s all", Back),
            ("thanks, that is all", Back),
            ("back to the agent", Back),
            ("Show me bad links", Hostile),
            ("Hostile", Hostile),
            ("Close", Close),
        ] {
            assert_eq!(found(text), (vec![], vec![errand]), "{text}");
        }
    }

    #[test]
    fn several_topics_come_in_their_order_and_closing_last() {
        assert_eq!(
            found("Goodbye! But first: the stove, slowly, and a trail bar. Stove, I said."),
            (vec![Stove, TrailBar], vec![Slow, Close])
        );
    }

    #[test]
    fn words_that_mean_something_else_in_a_sentence_are_let_be() {
        for text in [
            "How long are the tent poles?",
            "Is your shop close to the station?",
            "Which tent fits one person?",
            "",
            "…",
            "閉じる",
        ] {
            assert!(find(text).is_empty(), "{text}");
        }
    }
}
