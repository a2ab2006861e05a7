//! Cleaning Company text for display: whatever a Company wrote, before it is shown, searched or
//! exported. The stored original is never changed.

/// Cleans a one-line text: line breaks become spaces.
#[must_use]
pub fn one_line(_text: &str) -> String {
    todo!()
}

/// Cleans a text of many lines: at most one blank line between two.
#[must_use]
pub fn many_lines(_text: &str) -> String {
    todo!()
}

/// Cuts `text` to `graphemes` graphemes, with `…` in place of the rest.
#[must_use]
pub fn cut(_text: &str, _graphemes: usize) -> String {
    todo!()
}
