//! What Companies are writing now (`text-delta`, draft 0.2 section 7.6): held in memory, drawn, never
//! acted on, and never kept.

use std::collections::VecDeque;

use poppy::ids::MessageId;
use poppy::text;

use super::Core;
use crate::page::{ConversationKey, CoreEvent, Writing};

/// The most messages that are being written in one conversation at once, and the longest, in bytes.
const MOST: usize = 8;
const LONGEST: usize = 256 * 1024;
/// How many messages that came whole are remembered: a piece that comes late starts none anew.
const REMEMBERED: usize = 32;

/// What is being written in one conversation.
#[derive(Default)]
pub(super) struct Pieces {
    writing: Vec<(MessageId, String)>,
    whole: VecDeque<String>,
}

impl Core {
    /// Adds a piece. False: nothing is to be drawn of it.
    pub(crate) fn add_piece(&self, key: ConversationKey, id: MessageId, piece: &str) -> bool {
        let mut all = super::locked(&self.pieces);
        let pieces = all.entry(key).or_default();
        if pieces.whole.iter().any(|whole| whole == id.as_str()) {
            return false;
        }
        let known = pieces.writing.iter().position(|(known, _)| *known == id);
        let text = match known {
            Some(index) => pieces.writing.get_mut(index),
            None if pieces.writing.len() < MOST => {
                pieces.writing.push((id, String::new()));
                pieces.writing.last_mut()
            }
            None => None,
        };
        let Some((_, text)) = text.filter(|(_, text)| text.len() + piece.len() <= LONGEST) else {
            return false;
        };
        text.push_str(piece);
        true
    }

    /// What is being written, cleaned.
    pub(crate) fn writing(&self, key: ConversationKey) -> Vec<Writing> {
        let all = super::locked(&self.pieces);
        let pieces = all.get(&key).map(|pieces| pieces.writing.as_slice());
        let shown = |(id, text): &(MessageId, String)| Writing {
            message_id: id.as_str().to_owned(),
            text: text::many_lines(text),
        };
        pieces.unwrap_or_default().iter().map(shown).collect()
    }

    /// Tells what is being written.
    pub(crate) fn tell_writing(&self, key: ConversationKey) {
        self.emit(CoreEvent::Writing {
            conversation: key,
            writing: self.writing(key),
        });
    }

    /// The message came whole: what was being written of it goes. True: something was.
    pub(super) fn came_whole(&self, key: ConversationKey, id: &str) -> bool {
        let mut all = super::locked(&self.pieces);
        let Some(pieces) = all.get_mut(&key) else {
            return false;
        };
        let before = pieces.writing.len();
        pieces.writing.retain(|(known, _)| known.as_str() != id);
        pieces.whole.push_back(id.to_owned());
        if pieces.whole.len() > REMEMBERED {
            pieces.whole.pop_front();
        }
        pieces.writing.len() < before
    }

    /// The connection is gone: what was being written is dropped.
    pub(crate) fn drop_writing(&self, key: ConversationKey) {
        let dropped = {
            let mut all = super::locked(&self.pieces);
            let pieces = all.get_mut(&key);
            pieces.is_some_and(|pieces| !std::mem::take(&mut pieces.writing).is_empty())
        };
        if dropped {
            self.tell_writing(key);
        }
    }

    /// A stream of this conversation is open: pieces may come.
    pub(crate) fn expect_pieces(&self, key: ConversationKey) {
        super::locked(&self.pieces).entry(key).or_default();
    }
}
