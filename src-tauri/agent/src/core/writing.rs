//! What Companies are writing now (`text-delta`, draft 0.2 section 7.6): held in memory, drawn, never
//! acted on, and never kept.
//!
//! Drawing costs the window the more, the longer the text is. So it is drawn as far as this goes, the
//! rarer the longer it is, and only once the window has drawn the last of it.

use std::collections::VecDeque;
use std::time::Duration;

use poppy::ids::MessageId;
use poppy::text;
use tokio::time::Instant;

use super::Core;
use crate::page::{ConversationKey, CoreEvent, Writing};

/// The most messages that are being written in one conversation at once, and how much of each is
/// drawn, in bytes: the whole message comes in any case.
const MOST: usize = 4;
const LONGEST: usize = 16 * 1024;
/// How many messages that came whole are remembered: a piece that comes late starts none anew.
const REMEMBERED: usize = 32;
/// How often a short text is drawn, at most; so much more text, and it is drawn half as often.
const DRAW: Duration = Duration::from_millis(60);
const MORE: usize = 2 * 1024;
/// How long a window that does not say that it has drawn is waited for: it may be hidden, or show
/// something else.
const UNSEEN: Duration = Duration::from_secs(2);

/// A message that is being written.
struct Piece {
    id: MessageId,
    text: String,
    /// It is longer than is drawn.
    full: bool,
}

/// What is being written in one conversation.
#[derive(Default)]
pub(super) struct Pieces {
    writing: Vec<Piece>,
    whole: VecDeque<String>,
    /// When the window was given something to draw that it has not drawn yet.
    drawing: Option<Instant>,
}

impl Core {
    /// Adds a piece. `Some`: after so long it is to be drawn; `None`: nothing is to be drawn of it.
    pub(crate) fn add_piece(
        &self,
        key: ConversationKey,
        id: MessageId,
        piece: &str,
    ) -> Option<Duration> {
        let mut all = super::locked(&self.pieces);
        let pieces = all.entry(key).or_default();
        if pieces.whole.iter().any(|whole| whole == id.as_str()) {
            return None;
        }
        let known = pieces.writing.iter().position(|known| known.id == id);
        let index = match known {
            Some(index) => index,
            None if pieces.writing.len() < MOST => {
                pieces.writing.push(Piece {
                    id,
                    text: String::new(),
                    full: false,
                });
                pieces.writing.len() - 1
            }
            None => return None,
        };
        let one = pieces.writing.get_mut(index).filter(|one| !one.full)?;
        one.add(piece);
        let size: usize = pieces.writing.iter().map(|one| one.text.len()).sum();
        let times = u32::try_from(size / MORE).unwrap_or(u32::MAX);
        Some(DRAW.saturating_mul(times.saturating_add(1)))
    }

    /// What is being written, cleaned.
    pub(crate) fn writing(&self, key: ConversationKey) -> Vec<Writing> {
        let all = super::locked(&self.pieces);
        let pieces = all.get(&key).map(|pieces| pieces.writing.as_slice());
        let shown = |one: &Piece| Writing {
            message_id: one.id.as_str().to_owned(),
            text: one.shown(),
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

    /// Has it drawn, unless the window is still at what it was given last: then it is to be asked
    /// again after so long.
    pub(crate) fn draw_writing(&self, key: ConversationKey) -> Option<Duration> {
        {
            let mut all = super::locked(&self.pieces);
            let drawing = &mut all.entry(key).or_default().drawing;
            if drawing.is_some_and(|since| since.elapsed() < UNSEEN) {
                return Some(DRAW);
            }
            *drawing = Some(Instant::now());
        }
        self.tell_writing(key);
        None
    }

    /// The window has drawn what it was given last.
    pub(crate) fn drew_writing(&self, key: ConversationKey) {
        if let Some(pieces) = super::locked(&self.pieces).get_mut(&key) {
            pieces.drawing = None;
        }
    }

    /// The message came whole: what was being written of it goes. True: something was.
    pub(super) fn came_whole(&self, key: ConversationKey, id: &str) -> bool {
        let mut all = super::locked(&self.pieces);
        let Some(pieces) = all.get_mut(&key) else {
            return false;
        };
        let before = pieces.writing.len();
        pieces.writing.retain(|known| known.id.as_str() != id);
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

impl Piece {
    /// Adds as much as is drawn.
    fn add(&mut self, piece: &str) {
        let room = LONGEST.saturating_sub(self.text.len());
        let mut end = room.min(piece.len());
        while !piece.is_char_boundary(end) {
            end -= 1;
        }
        self.full = end < piece.len();
        self.text.push_str(piece.get(..end).unwrap_or_default());
    }

    fn shown(&self) -> String {
        let mut shown = text::many_lines(&self.text);
        if self.full {
            shown.push('\u{2026}');
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_more_is_held_than_is_drawn_and_it_is_the_beginning(
            pieces in prop::collection::vec("[a\u{e9}\u{1f600}]{0,4000}", 0..8))
        {
            let id = MessageId::parse("msg_1").unwrap();
            let mut one = Piece { id, text: String::new(), full: false };
            let whole = pieces.concat();
            for piece in pieces {
                if !one.full {
                    one.add(&piece);
                }
            }
            prop_assert!(one.text.len() <= LONGEST);
            prop_assert!(whole.starts_with(&one.text));
            prop_assert_eq!(one.full, one.text.len() < whole.len());
            prop_assert_eq!(one.shown().ends_with('\u{2026}'), one.full);
        }
    }
}
