//! What the shop knows: its goods, an order on its way, and itself.

use super::topics::Question;
use crate::script::Reply;

/// The answer to a question.
pub(super) fn reply(question: Question) -> Reply {
    match question {
        // The example of the Disclosures extension's page, section 3.
        Question::TrailBar => Reply::new("The trail bar comes in boxes of 12 for $18.")
            .notice("Contains peanuts. Made in a facility that also processes tree nuts."),
        // The example of the Links extension's page, section 3.
        Question::Jacket => {
            Reply::new("Your jacket shipped this morning and should arrive Thursday.")
                .link(
                    "https://trailhead.example/orders/ord_7Hk2/tracking",
                    "Tracking for order ord_7Hk2",
                )
                .link("https://trailhead.example/help/returns", "Return policy")
        }
        Question::Stove => stove(),
        Question::Returns => Reply::new(
            "You can return anything unused within 60 days, and return shipping is free.",
        )
        .link("https://trailhead.example/help/returns", "Return policy"),
        Question::Catalogue => Reply::new(
            "We carry the trail bar ($18 for 12), the Ridge Jacket ($140) and the Ember camping \
             stove ($64). All of it is made up, of course.",
        )
        .link("https://trailhead.example/shop", "The whole range"),
        Question::About => Reply::new(
            "I'm a demo Company that runs on this computer, so that you can see how a Personal \
             Agent works before you talk to a real Company. I speak the Personal Agent Protocol, \
             draft 0.3. The pages that describe my notices and links are real.",
        )
        .link(
            "https://personalagentprotocol.org/docs/0.3/disclosures",
            "The Disclosures extension",
        )
        .link(
            "https://personalagentprotocol.org/docs/0.3/links",
            "The Links extension",
        ),
    }
}

fn stove() -> Reply {
    Reply::new(
        "The Ember camping stove weighs 390 g, boils a litre of water in under four minutes and \
         costs $64. We have three left. Please read the notices before you buy one.",
    )
    .notice("For outdoor use only. Burning fuel gives off carbon monoxide, which can kill.")
    .notice(
        "Recall: Ember stoves with serial numbers from E2-4100 to E2-4699 can leak gas at the \
         valve. Stop using them and ask for a free replacement.",
    )
    .notice("Fuel canisters are sold only to people aged 18 or over.")
    .link(
        "https://trailhead.example/manuals/ember.pdf",
        "Manual for the Ember stove",
    )
    .link(
        "https://trailhead.example/help/recalls/ember",
        "How to check your serial number",
    )
    .link(
        "https://example.org/recalls/ember-stove",
        "The recall at the safety board",
    )
}
