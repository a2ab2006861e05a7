//! What of an entry is searched: the words of its message, of its notices, and of its links' titles
//! and hosts, all as they are shown.

use std::collections::BTreeSet;

use poppy::documents::company::Company;

use super::fold::{Token, tokens};
use crate::page::{CompanyId, ConversationKey};
use crate::present;
use crate::store::EntryRow;
use crate::view::{self, MessageView, ShownNotice};

/// The longest word of the index, in characters. What follows is looked at in the message itself.
pub(super) const WORD: usize = 40;
/// Begins words of the index that stand for no text: no text folds to it.
const MARK: char = '\u{e000}';

/// The word that stands for all messages of a Company's conversations.
pub(super) fn of_company(company: CompanyId) -> String {
    format!("{MARK}c{}", company.0)
}

/// The word that stands for all messages of a conversation.
pub(super) fn of_conversation(conversation: ConversationKey) -> String {
    format!("{MARK}v{}", conversation.0)
}

/// An entry's message, as it is shown.
pub(crate) struct Document {
    /// What is shown of it.
    pub(crate) view: MessageView,
}

impl Document {
    /// What is searched of an entry; `None`: it holds no message.
    pub(crate) fn of(row: &EntryRow, company: &Company) -> Option<Self> {
        let view = match &row.own {
            Some(own) => view::own(&present::written(own)),
            None => view::view(
                &*present::message(row)?,
                &company.sites(),
                &company.extensions,
            ),
        };
        Some(Self { view })
    }

    /// Whether it has notices or links to come back to.
    pub(crate) fn holds(&self) -> bool {
        !self.view.disclosures.is_empty() || !self.view.links.is_empty()
    }

    /// Its texts.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let notices = self.view.disclosures.iter().map(notice_text);
        let links = self.view.links.iter().flat_map(|card| {
            let link = &card.link;
            let hosts = [&link.host, &link.shown, &link.domain];
            let texts = std::iter::once(&link.title).chain(hosts);
            texts.filter_map(Option::as_deref)
        });
        let text = self.view.text.as_deref();
        text.into_iter().chain(notices).chain(links)
    }

    /// The words the index holds of it, each once, parted by spaces: plain words, pairs of the
    /// characters of runs with their last one, and the marks of its conversation and Company.
    pub(crate) fn terms(&self, company: CompanyId, conversation: ConversationKey) -> String {
        let mut words = BTreeSet::from([of_company(company), of_conversation(conversation)]);
        for token in self.texts().flat_map(tokens) {
            match token {
                Token::Word(letters) => {
                    words.insert(letters.iter().take(WORD).map(|letter| letter.c).collect());
                }
                Token::Run(letters) => {
                    let pair = |pair: &[super::fold::Letter]| pair.iter().map(|l| l.c).collect();
                    words.extend(letters.windows(2).map(pair));
                    words.extend(letters.last().map(|letter| letter.c.to_string()));
                }
            }
        }
        let words: Vec<String> = words.into_iter().collect();
        words.join(" ")
    }
}

/// The text of a notice as it is shown.
pub(super) fn notice_text(notice: &ShownNotice) -> &str {
    match notice {
        ShownNotice::Text { text } => text,
        ShownNotice::Unreadable { unreadable, .. } => unreadable,
    }
}
