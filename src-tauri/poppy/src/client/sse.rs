//! Server-sent events as the HTML standard reads them (section 9.2.6, "Interpreting an event
//! stream"), with bounds: a Company cannot make this agent hold more than one line and one event.
//!
//! Our own, and small, because what it must do beyond a frame's three fields (bounds, comments told
//! as signs of life) is what readers at hand do not.

/// The longest line, in bytes.
pub(crate) const MAX_LINE: usize = 1024 * 1024;
/// The most `data` of one frame, in bytes.
pub(crate) const MAX_DATA: usize = 1024 * 1024;
/// The longest event name that is kept; a longer one is as unknown as any.
const MAX_NAME: usize = 256;

/// One thing a stream says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A comment: the Company is there.
    Comment,
    /// An event.
    Event {
        /// `event`, empty when there was none.
        name: String,
        /// `data`, its lines joined.
        data: String,
    },
}

/// A line or an event is larger than the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Reads a stream, whatever pieces it comes in.
#[derive(Default)]
pub(crate) struct Parser {
    line: Vec<u8>,
    /// The last byte was a CR: a LF that follows ends the same line.
    after_cr: bool,
    /// The first line, which may begin with a byte order mark, is over.
    begun: bool,
    name: String,
    data: String,
    has_data: bool,
    /// `id` of the frame being read, if it has one.
    id: Option<String>,
    last_id: String,
    retry: Option<u64>,
}

impl Parser {
    /// Reads on from `bytes`, taking off its front what was read, up to the next frame.
    pub(crate) fn next(&mut self, bytes: &mut &[u8]) -> Result<Option<Frame>, TooLarge> {
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_cr)
                && let Some(rest) = bytes.strip_prefix(b"\n")
            {
                *bytes = rest;
                continue;
            }
            let end = bytes.iter().position(|b| matches!(b, b'\n' | b'\r'));
            let (part, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            if part.len() > MAX_LINE - self.line.len() {
                return Err(TooLarge);
            }
            self.line.extend_from_slice(part);
            let Some((terminator, rest)) = rest.split_first() else {
                *bytes = rest;
                return Ok(None);
            };
            self.after_cr = *terminator == b'\r';
            *bytes = rest;
            let line = std::mem::take(&mut self.line);
            if let Some(frame) = self.take_line(&line)? {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }

    /// The last `id` that came with a finished frame; empty when there was none.
    pub(crate) fn last_id(&self) -> &str {
        &self.last_id
    }

    /// How long the Company asks to wait before coming back, in milliseconds.
    pub(crate) const fn retry(&self) -> Option<u64> {
        self.retry
    }

    fn take_line(&mut self, line: &[u8]) -> Result<Option<Frame>, TooLarge> {
        let line = match (self.begun, line.strip_prefix(b"\xEF\xBB\xBF")) {
            (false, Some(rest)) => rest,
            _ => line,
        };
        self.begun = true;
        if line.is_empty() {
            return Ok(self.finish_frame());
        }
        if line.starts_with(b":") {
            return Ok(Some(Frame::Comment));
        }
        // The standard reads bytes that are not UTF-8 as replacement characters.
        let line = String::from_utf8_lossy(line);
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => self.add_data(value)?,
            "event" => value
                .chars()
                .take(MAX_NAME)
                .collect::<String>()
                .clone_into(&mut self.name),
            "id" if !value.contains('\0') => self.id = Some(value.to_owned()),
            "retry" if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) => {
                // More digits than fit are a very long time.
                self.retry = Some(value.parse().unwrap_or(u64::MAX));
            }
            _ => {}
        }
        Ok(None)
    }

    fn add_data(&mut self, value: &str) -> Result<(), TooLarge> {
        let joint = usize::from(self.has_data);
        if self.data.len() + joint + value.len() > MAX_DATA {
            return Err(TooLarge);
        }
        if self.has_data {
            self.data.push('\n');
        }
        self.data.push_str(value);
        self.has_data = true;
        Ok(())
    }

    /// A frame without data is none, but its `id` counts.
    fn finish_frame(&mut self) -> Option<Frame> {
        if let Some(id) = self.id.take() {
            self.last_id = id;
        }
        let name = std::mem::take(&mut self.name);
        let data = std::mem::take(&mut self.data);
        std::mem::take(&mut self.has_data).then_some(Frame::Event { name, data })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Read = (Vec<Frame>, String, Option<u64>, bool);

    /// Reads pieces as a stream does, to the end or the first thing too large.
    fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Read {
        let mut parser = Parser::default();
        let (mut frames, mut failed) = (Vec::new(), false);
        'all: for mut piece in pieces {
            loop {
                match parser.next(&mut piece) {
                    Ok(Some(frame)) => frames.push(frame),
                    Ok(None) => break,
                    Err(TooLarge) => {
                        failed = true;
                        break 'all;
                    }
                }
            }
        }
        (frames, parser.last_id().to_owned(), parser.retry(), failed)
    }

    fn frames(text: &str) -> Vec<Frame> {
        read([text.as_bytes()]).0
    }

    fn event(name: &str, data: &str) -> Frame {
        Frame::Event {
            name: name.to_owned(),
            data: data.to_owned(),
        }
    }

    #[test]
    fn fields_are_the_standards() {
        for (text, expected) in [
            ("data: a\n\n", vec![event("", "a")]),
            ("data:a\n\n", vec![event("", "a")]),
            ("data:  a \n\n", vec![event("", " a ")]),
            ("data: a\ndata\ndata: b\n\n", vec![event("", "a\n\nb")]),
            ("data\n\n", vec![event("", "")]),
            (
                "event: x\ndata: {\"a\": 1}\n\n",
                vec![event("x", "{\"a\": 1}")],
            ),
            ("event: x\n\ndata: a\n\n", vec![event("", "a")]),
            (": hello\n:\n", vec![Frame::Comment, Frame::Comment]),
            (
                "data: a\n: c\ndata: b\n\n",
                vec![Frame::Comment, event("", "a\nb")],
            ),
            ("Data: a\n data: b\nnothing\n\n\n", vec![]),
            ("data: a\n", vec![]),
            (
                "data: a\r\n\r\ndata: b\r\rdata: c\n\r",
                vec![event("", "a"), event("", "b"), event("", "c")],
            ),
            (
                "data: a\r\ndata: b\rdata: c\r\n\r\n",
                vec![event("", "a\nb\nc")],
            ),
            ("\u{feff}data: a\n\n", vec![event("", "a")]),
            ("\n\u{feff}data: a\n\n", vec![]),
            ("\u{feff}\u{feff}data: a\n\n", vec![]),
        ] {
            assert_eq!(frames(text), expected, "of {text:?}");
        }
        assert_eq!(read([&b"data: \xff\n\n"[..]]).0, [event("", "\u{fffd}")]);
    }

    #[test]
    fn the_last_id_is_that_of_a_finished_frame() {
        for (text, id) in [
            ("id: 1\ndata: a\n\n", "1"),
            ("id: 1\n\n", "1"),
            ("id: 1\ndata: a\n\nid: 2\ndata: b\n", "1"),
            ("id: 1\n\nid: 2\0\ndata: b\n\n", "1"),
            ("id: 1\n\ndata: b\n\n", "1"),
            ("id: 1\n\nid\n\n", ""),
            ("id: 1\nid: 2\n\n", "2"),
        ] {
            assert_eq!(read([text.as_bytes()]).1, id, "of {text:?}");
        }
    }

    #[test]
    fn retry_is_digits_only() {
        for (text, retry) in [
            ("retry: 1500\n", Some(1500)),
            ("retry: 99999999999999999999999\n", Some(u64::MAX)),
            ("retry: 1.5\n", None),
            ("retry: \n", None),
        ] {
            assert_eq!(read([text.as_bytes()]).2, retry, "of {text:?}");
        }
    }

    #[test]
    fn lines_and_data_are_bounded() {
        let of = |size: usize| format!("data:{}\n\n", "a".repeat(size));
        let fits = of(MAX_LINE - 5);
        assert_eq!(frames(&fits).len(), 1);
        assert!(read([of(MAX_LINE - 4).as_bytes()]).3);
        let endless = format!(":{}", "a".repeat(MAX_LINE));
        assert!(
            read([endless.as_bytes()]).3,
            "a line need not end to be too long"
        );
        let in_pieces = endless.as_bytes().chunks(1000);
        assert!(read(in_pieces).3, "nor come in one piece");
        let half = "a".repeat(MAX_DATA / 2);
        let many = format!("data:{half}\ndata:{half}\n\n");
        assert!(read([many.as_bytes()]).3, "many lines are one event");
    }

    fn stream() -> impl Strategy<Value = Vec<u8>> {
        let pieces: [&[u8]; 14] = [
            b"data",
            b":",
            b" ",
            b"\n",
            b"\r",
            b"\r\n",
            b"event: text-delta",
            b"id: e1",
            b"id: \0",
            b"retry: 5",
            b"\xEF\xBB\xBF",
            "ü".as_bytes(),
            b"\xff",
            b"{\"a\":1}",
        ];
        let piece = prop::sample::select(pieces.to_vec());
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn any_pieces_give_the_same(bytes in stream(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..20)) {
            let whole = read([bytes.as_slice()]);
            prop_assert_eq!(&read(bytes.chunks(1)), &whole);
            let mut at: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            at.extend([0, bytes.len()]);
            at.sort_unstable();
            let pieces = at.windows(2).map(|w| &bytes[w[0]..w[1]]);
            prop_assert_eq!(&read(pieces), &whole);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = read([bytes.as_slice()]);
        }
    }
}
