//! JSON as a Company sends it: bounded in depth, and, for documents, without repeated members.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The deepest nesting that is read.
pub const MAX_DEPTH: usize = 64;

/// What is said of JSON that may repeat a secret: nothing of what is in it.
pub(crate) const UNREADABLE: &str = "it is not JSON that can be read";

/// Why a text is not JSON that this agent reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// Not UTF-8.
    #[error("it is not UTF-8 text")]
    NotUtf8,
    /// Not JSON. Line and column count from one.
    #[error("it is not JSON (line {line}, column {column})")]
    Syntax {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// An object has the same member twice, so readers would disagree about it.
    #[error("it names the member {0:?} twice in one object")]
    Repeated(String),
    /// Nested deeper than [`MAX_DEPTH`].
    #[error("it is nested too deep")]
    TooDeep,
}

/// Reads JSON: UTF-8, at most [`MAX_DEPTH`] deep, no object with a repeated member. The members of
/// an object keep their order.
///
/// # Errors
///
/// [`JsonError`] says what is wrong.
pub fn parse_strict(bytes: &[u8]) -> Result<Value, JsonError> {
    let text = std::str::from_utf8(bytes).map_err(|_| JsonError::NotUtf8)?;
    let found = RefCell::new(None);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let strict = Strict {
        depth: 0,
        found: &found,
    };
    strict
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| {
            found.take().unwrap_or(JsonError::Syntax {
                line: error.line().max(1),
                column: error.column().max(1),
            })
        })
}

/// Reads one value at a depth. serde's errors are texts, so what was found beside bad syntax is put
/// down in `found`.
#[derive(Clone, Copy)]
struct Strict<'a> {
    depth: usize,
    found: &'a RefCell<Option<JsonError>>,
}

impl Strict<'_> {
    fn fail<E: serde::de::Error>(self, error: JsonError) -> E {
        let text = error.to_string();
        self.found.replace(Some(error));
        E::custom(text)
    }

    /// What reads the members of a list or object at this depth.
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > MAX_DEPTH {
            return Err(self.fail(JsonError::TooDeep));
        }
        Ok(Self { depth, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("not a finite number"))?;
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            if members.contains_key(&name) {
                return Err(self.fail(JsonError::Repeated(name)));
            }
            let value = map.next_value_seed(inner)?;
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it does not expect"
)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_what_serde_json_reads() {
        for text in [
            r#"{"b": 1, "a": [-2, 3.5, true, null, "x\u0041"]}"#,
            "0",
            "\"\"",
            " [] ",
        ] {
            let plain: Value = serde_json::from_str(text).unwrap();
            assert_eq!(parse_strict(text.as_bytes()).unwrap(), plain);
        }
        let ordered = parse_strict(br#"{"b": 1, "a": 2}"#).unwrap();
        assert_eq!(ordered.to_string(), json!({"b": 1, "a": 2}).to_string());
    }

    #[test]
    fn says_what_is_wrong() {
        let syntax = |line, column| Err(JsonError::Syntax { line, column });
        assert_eq!(parse_strict(b"\xff"), Err(JsonError::NotUtf8));
        assert_eq!(parse_strict(b"{} x"), syntax(1, 4));
        assert_eq!(parse_strict(b"[1,\n}"), syntax(2, 1));
        assert_eq!(parse_strict(b""), syntax(1, 1));
        assert!(matches!(
            parse_strict(br#""\ud800""#),
            Err(JsonError::Syntax { .. })
        ));
        assert!(matches!(
            parse_strict(b"1e999"),
            Err(JsonError::Syntax { .. })
        ));
        let repeated = parse_strict(br#"[{"x": {"a": 1, "\u0061": 2}}]"#);
        assert_eq!(repeated, Err(JsonError::Repeated("a".to_owned())));
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse_strict(nested(MAX_DEPTH).as_bytes()).is_ok());
        assert_eq!(
            parse_strict(nested(MAX_DEPTH + 1).as_bytes()),
            Err(JsonError::TooDeep)
        );
        assert_eq!(
            parse_strict("[".repeat(1 << 20).as_bytes()),
            Err(JsonError::TooDeep)
        );
        assert_eq!(
            parse_strict(r#"{"a":"#.repeat(1 << 18).as_bytes()),
            Err(JsonError::TooDeep)
        );
    }
}
