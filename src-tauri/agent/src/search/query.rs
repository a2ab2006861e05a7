//! What a person is looking for: the words they typed, each of which must begin a word of the
//! message (or of the Company's name, as long as the message has one of them itself).

use poppy::documents::company::Company;

use super::document::{WORD, of_company, of_conversation};
use super::fold::{Letter, Token, tokens};
use crate::page::{CompanyId, ConversationKey};
use crate::present;

/// How many words of a query count. What follows is as if it were not typed.
const MOST: usize = 32;

/// Beginnings of words that the index has lists of, in characters. A longer one is looked up as the
/// words that begin so: the index would put their lists together first, however long they are.
const BEGINNING: usize = 5;

/// Where it is looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// In all conversations.
    All,
    /// In those with one Company.
    Company(CompanyId),
    /// In one.
    Conversation(ConversationKey),
}

/// A word that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Needle {
    letters: Vec<char>,
    run: bool,
}

impl Needle {
    fn of(token: &Token) -> Self {
        let plain = |letters: &[Letter]| letters.iter().map(|letter| letter.c).collect();
        match token {
            Token::Word(letters) => Self {
                letters: plain(letters),
                run: false,
            },
            Token::Run(letters) => Self {
                letters: plain(letters),
                run: true,
            },
        }
    }

    /// Where it stands in a token, in bytes of the text.
    pub(super) fn places(&self, token: &Token, found: &mut Vec<(usize, usize)>) {
        let length = self.letters.len();
        let fits =
            |letters: &[Letter]| letters.iter().map(|l| l.c).eq(self.letters.iter().copied());
        let place = |letters: &[Letter]| match letters {
            [only] => Some((only.from, only.to)),
            [first, .., last] => Some((first.from, last.to)),
            [] => None,
        };
        match token {
            Token::Word(letters) if !self.run => {
                let start = letters.get(..length).filter(|start| fits(start));
                found.extend(start.and_then(place));
            }
            Token::Run(letters) if self.run => {
                let pieces = letters.windows(length.max(1)).filter(|piece| fits(piece));
                found.extend(pieces.filter_map(place));
            }
            Token::Word(_) | Token::Run(_) => {}
        }
    }

    /// Whether a text has it.
    fn is_in(&self, parts: &[Token]) -> bool {
        let mut found = Vec::new();
        parts.iter().any(|token| {
            self.places(token, &mut found);
            !found.is_empty()
        })
    }

    /// As the index is asked for it. Letters and marks only: nothing in it can be syntax. `words`
    /// gives the words of the index that begin so, if they are few.
    fn expression<E>(
        &self,
        words: &impl Fn(&str) -> Result<Option<Vec<String>>, E>,
    ) -> Result<String, E> {
        let text = |letters: &[char]| letters.iter().collect::<String>();
        let letters = self.letters.as_slice();
        if self.run && letters.len() > 1 {
            let pairs = letters.windows(2).map(|pair| quoted(&text(pair)));
            return Ok(format!("({})", pairs.collect::<Vec<_>>().join(" AND ")));
        }
        let short = text(letters.get(..WORD).unwrap_or(letters));
        if letters.len() > BEGINNING
            && let Some(words) = words(&short)?.filter(|words| !words.is_empty())
        {
            let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
            return Ok(format!("({})", words.join(" OR ")));
        }
        Ok(format!("{}*", quoted(&short)))
    }
}

/// A query that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Query {
    pub(super) needles: Vec<Needle>,
}

impl Query {
    /// Reads what was typed. `None`: there is no word in it.
    pub(crate) fn read(typed: &str) -> Option<Self> {
        let mut needles: Vec<Needle> = Vec::new();
        for needle in tokens(typed).iter().map(Needle::of) {
            if needles.len() < MOST && !needles.contains(&needle) {
                needles.push(needle);
            }
        }
        (!needles.is_empty()).then_some(Self { needles })
    }

    /// Which of its words the Company's name or domain has.
    pub(crate) fn in_company(&self, company: &Company) -> Vec<bool> {
        let domain = company.domain.as_str();
        let mut parts = tokens(&present::name(company));
        parts.extend(tokens(domain));
        parts.extend(tokens(&poppy::links::shown_domain(domain)));
        self.needles
            .iter()
            .map(|needle| needle.is_in(&parts))
            .collect()
    }

    /// What the index is asked. `companies`: those that have some of the words in their names, with
    /// which ones. `words`: the words of the index that begin so, if they are few.
    pub(crate) fn expression<E>(
        &self,
        scope: Scope,
        companies: &[(CompanyId, Vec<bool>)],
        words: impl Fn(&str) -> Result<Option<Vec<String>>, E>,
    ) -> Result<String, E> {
        let asked = self.needles.iter().map(|needle| needle.expression(&words));
        let words = asked.collect::<Result<Vec<String>, E>>()?;
        let each = words.iter().enumerate().map(|(index, word)| {
            let has = |(_, has): &&(CompanyId, Vec<bool>)| has.get(index) == Some(&true);
            let marks = companies
                .iter()
                .filter(has)
                .map(|(id, _)| quoted(&of_company(*id)));
            let ways: Vec<String> = std::iter::once(word.clone()).chain(marks).collect();
            format!("({})", ways.join(" OR "))
        });
        let mut all: Vec<String> = each.collect();
        if !companies.is_empty() {
            // A Company's name alone finds the Company, not all that was ever said with it.
            all.push(format!("({})", words.join(" OR ")));
        }
        match scope {
            Scope::All => {}
            Scope::Company(id) => all.push(quoted(&of_company(id))),
            Scope::Conversation(id) => all.push(quoted(&of_conversation(id))),
        }
        Ok(all.join(" AND "))
    }
}

fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index that knows no words.
    #[expect(clippy::unnecessary_wraps, reason = "as it is asked")]
    fn none(_: &str) -> Result<Option<Vec<String>>, ()> {
        Ok(None)
    }

    #[test]
    fn a_long_beginning_is_looked_up_as_the_words_that_begin_so() {
        let words = |start: &str| {
            assert_eq!(start, "jacket");
            Ok::<_, ()>(Some(vec!["jacket".to_owned(), "jackets".to_owned()]))
        };
        let query = Query::read("Jacket red").unwrap();
        let asked = query.expression(Scope::All, &[], words).unwrap();
        assert_eq!(asked, "((\"jacket\" OR \"jackets\")) AND (\"red\"*)");
    }

    #[test]
    fn nothing_typed_is_syntax() {
        let query = Query::read("\"a\" OR b* ^c: NEAR(\u{e000}d, 2) -日本語 terms:e").unwrap();
        let asked = query.expression(Scope::All, &[], none).unwrap();
        assert_eq!(
            asked,
            "(\"a\"*) AND (\"or\"*) AND (\"b\"*) AND (\"c\"*) AND (\"near\"*) AND (\"d\"*) AND \
             (\"2\"*) AND ((\"日本\" AND \"本語\")) AND (\"terms\"*) AND (\"e\"*)"
        );
    }

    #[test]
    fn what_has_no_word_is_no_query() {
        for typed in ["", "  ", "\"*\"", "-- ()", "\u{200d}\u{301}"] {
            assert_eq!(Query::read(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn a_companys_name_counts_where_the_message_has_another_word() {
        let query = Query::read("shop peanuts").unwrap();
        let asked = query.expression(
            Scope::Conversation(ConversationKey(7)),
            &[(CompanyId(3), vec![true, false])],
            none,
        );
        let asked = asked.unwrap();
        assert_eq!(
            asked,
            "(\"shop\"* OR \"\u{e000}c3\") AND (\"peanuts\"*) AND (\"shop\"* OR \"peanuts\"*) AND \
             \"\u{e000}v7\""
        );
    }

    #[test]
    fn a_long_query_is_bounded() {
        let words: Vec<String> = (0..1000).map(|n| format!("w{n}")).collect();
        let query = Query::read(&words.join(" ")).unwrap();
        assert_eq!(query.needles.len(), MOST);
    }
}
