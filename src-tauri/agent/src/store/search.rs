//! The index of what was said: written with each message, filled for older ones, and asked.

use std::collections::HashMap;

use poppy::documents::company::Company;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::reader::Turn;
use super::rows::{EntryRow, SELECT_ENTRY, read_entry};
use super::{Store, StoreError};
use crate::page::{CompanyId, ConversationKey, EntryId, SearchFill};
use crate::search::{Document, Finder, Found, Query, Scope};
use crate::view::ShownAuthor;

/// How many entries are looked at in one step of filling.
const STEP: i64 = 200;
/// How many messages that the index names are looked at for one page: it knows pairs of characters,
/// not their order, so some may not be what was looked for.
const LOOKED_AT: usize = 2_000;

/// How many words of the index are looked up for one beginning.
const WORDS: usize = 100;

/// A message that was found.
pub(crate) struct HitRow {
    pub(crate) conversation: ConversationKey,
    pub(crate) company: CompanyId,
    pub(crate) entry: EntryId,
    pub(crate) position: i64,
    pub(crate) at: i64,
    pub(crate) author: ShownAuthor,
    pub(crate) found: Found,
}

/// What a search came to.
pub(crate) struct Searched {
    /// Companies that have all the words in their names.
    pub(crate) companies: Vec<CompanyId>,
    /// Messages, what came last first.
    pub(crate) hits: Vec<HitRow>,
    /// Where to go on.
    pub(crate) next: Option<EntryId>,
    /// How far the index is filled, if it is not.
    pub(crate) filling: Option<SearchFill>,
}

/// Indexes an entry that was just written, with what it holds.
pub(super) fn add(
    t: &Transaction<'_>,
    company: CompanyId,
    row: &EntryRow,
) -> Result<(), StoreError> {
    let mut companies = Companies::default();
    match companies.of(t, company)? {
        Some(known) => index(t, company, known, row),
        None => Ok(()),
    }
}

fn index(
    t: &Transaction<'_>,
    id: CompanyId,
    company: &Company,
    row: &EntryRow,
) -> Result<(), StoreError> {
    let document = Document::of(row, company);
    let holds = document.as_ref().is_some_and(Document::holds);
    t.prepare_cached("UPDATE entry SET holds = ?2 WHERE id = ?1")?
        .execute(params![row.id.0, holds])?;
    let Some(document) = document else {
        return Ok(());
    };
    let terms = document.terms(id, row.conversation);
    let text = "INSERT INTO search_text (entry, terms) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    let new = t.prepare_cached(text)?.execute(params![row.id.0, terms])?;
    // One that is there already is in the index as well.
    if new == 1 {
        t.prepare_cached("INSERT INTO search (rowid, terms) VALUES (?1, ?2)")?
            .execute(params![row.id.0, terms])?;
    }
    Ok(())
}

/// Takes an entry out of the index.
pub(super) fn remove(t: &Transaction<'_>, entry: EntryId) -> Result<(), StoreError> {
    let terms = t
        .prepare_cached("DELETE FROM search_text WHERE entry = ?1 RETURNING terms")?
        .query_row([entry.0], |row| row.get::<_, String>(0))
        .optional()?;
    if let Some(terms) = terms {
        t.prepare_cached("INSERT INTO search (search, rowid, terms) VALUES ('delete', ?1, ?2)")?
            .execute(params![entry.0, terms])?;
    }
    Ok(())
}

/// Companies by their keys, each read once.
#[derive(Default)]
struct Companies(HashMap<CompanyId, Option<Company>>);

impl Companies {
    fn of(&mut self, c: &Connection, id: CompanyId) -> Result<Option<&Company>, StoreError> {
        if let std::collections::hash_map::Entry::Vacant(place) = self.0.entry(id) {
            let document = c
                .prepare_cached("SELECT document FROM company WHERE id = ?1")?
                .query_row([id.0], |row| row.get::<_, String>(0))
                .optional()?;
            let read = document.map(|document| serde_json::from_str(&document));
            let read = read.transpose();
            place.insert(read.map_err(|_| StoreError::Damaged("a Company"))?);
        }
        Ok(self.0.get(&id).and_then(Option::as_ref))
    }
}

fn fill(c: &Connection) -> Result<Option<SearchFill>, StoreError> {
    let row = c
        .prepare_cached("SELECT total - next, total FROM search_fill")?
        .query_row([], |row| {
            Ok(SearchFill {
                done: row.get(0)?,
                total: row.get(1)?,
            })
        });
    Ok(row.optional()?)
}

/// The entries that are to be indexed next, in ascending order: the index takes them faster so.
fn unfilled(t: &Transaction<'_>, next: i64) -> Result<Vec<EntryRow>, StoreError> {
    let sql = format!("{SELECT_ENTRY} WHERE e.id <= ?1 ORDER BY e.id DESC LIMIT ?2");
    let mut statement = t.prepare_cached(&sql)?;
    let mut rows = statement.query(params![next, STEP])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        entries.push(read_entry(row)?);
    }
    entries.reverse();
    Ok(entries)
}

fn fill_step(t: &Transaction<'_>) -> Result<Option<SearchFill>, StoreError> {
    let next = t
        .query_row("SELECT next FROM search_fill", [], |row| row.get(0))
        .optional()?;
    let Some(next) = next else {
        return Ok(None);
    };
    let entries = unfilled(t, next)?;
    let mut companies = Companies::default();
    for row in &entries {
        let sql = "SELECT company FROM conversation WHERE id = ?1 AND erased = 0";
        let id = t
            .prepare_cached(sql)?
            .query_row([row.conversation.0], |row| Ok(CompanyId(row.get(0)?)))
            .optional()?;
        let Some(id) = id else {
            continue;
        };
        if let Some(company) = companies.of(t, id)? {
            index(t, id, company, row)?;
        }
    }
    match entries.first() {
        Some(first) if first.id.0 > 1 => {
            t.execute("UPDATE search_fill SET next = ?1", [first.id.0 - 1])?;
        }
        _ => {
            t.execute("DELETE FROM search_fill", [])?;
        }
    }
    fill(t)
}

/// The words of the index that begin so. `None`: there are many.
fn words(c: &Connection, start: &str) -> Result<Option<Vec<String>>, StoreError> {
    let mut statement = c.prepare_cached("SELECT term FROM words WHERE term >= ?1 LIMIT 1")?;
    let (mut words, mut from) = (Vec::new(), start.to_owned());
    loop {
        let next = statement.query_row([&from], |row| row.get::<_, String>(0));
        let Some(word) = next.optional()?.filter(|word| word.starts_with(start)) else {
            return Ok(Some(words));
        };
        if words.len() == WORDS {
            return Ok(None);
        }
        // Before any other word that begins with this one: its own list is not gone through.
        from = format!("{word}\u{1}");
        words.push(word);
    }
}

/// One search, as it is run.
struct Search<'a> {
    connection: &'a Connection,
    turn: &'a Turn,
    query: &'a Query,
    companies: Companies,
    /// Which words the names of Companies have.
    named: Vec<(CompanyId, Vec<bool>)>,
}

impl Search<'_> {
    /// Reads which words Companies have in their names.
    fn name(&mut self) -> Result<Vec<CompanyId>, StoreError> {
        let ids = {
            let sql = "SELECT id FROM company WHERE erased_at IS NULL";
            let mut statement = self.connection.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| Ok(CompanyId(row.get(0)?)))?;
            rows.collect::<Result<Vec<_>, _>>()?
        };
        let mut whole = Vec::new();
        for id in ids {
            let Some(company) = self.companies.of(self.connection, id)? else {
                continue;
            };
            let has = self.query.in_company(company);
            if has.iter().all(|has| *has) {
                whole.push(id);
            }
            if has.contains(&true) {
                self.named.push((id, has));
            }
        }
        Ok(whole)
    }

    fn hit(&mut self, entry: EntryId) -> Result<Option<HitRow>, StoreError> {
        let sql = format!("{SELECT_ENTRY} WHERE e.id = ?1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([entry.0])?;
        let Some(row) = rows.next()?.map(read_entry).transpose()? else {
            return Ok(None);
        };
        let sql = "SELECT company FROM conversation WHERE id = ?1 AND erased = 0";
        let id = self
            .connection
            .prepare_cached(sql)?
            .query_row([row.conversation.0], |row| Ok(CompanyId(row.get(0)?)))
            .optional()?;
        let Some(id) = id else {
            return Ok(None);
        };
        let Some(company) = self.companies.of(self.connection, id)? else {
            return Ok(None);
        };
        let Some(document) = Document::of(&row, company) else {
            return Ok(None);
        };
        let named = self.named.iter().find(|(named, _)| *named == id);
        let named = named.map_or(&[][..], |(_, has)| has);
        let author = document.view.author;
        let found = Finder::new(self.query).look(document, named);
        Ok(found.map(|found| HitRow {
            conversation: row.conversation,
            company: id,
            entry: row.id,
            position: row.position,
            at: row.at,
            author,
            found,
        }))
    }

    /// A page of hits, and where to go on. The index gives the newest first and is left as soon as
    /// there are enough, so how many there are in all does not matter.
    fn hits(
        &mut self,
        scope: Scope,
        before: Option<EntryId>,
        limit: usize,
    ) -> Result<(Vec<HitRow>, Option<EntryId>), StoreError> {
        let words = |start: &str| words(self.connection, start);
        let expression = self.query.expression(scope, &self.named, words)?;
        let mut statement = self.connection.prepare_cached(
            "SELECT rowid FROM search WHERE search MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC",
        )?;
        let before = before.map_or(i64::MAX, |before| before.0);
        let mut rows = statement.query(params![expression, before])?;
        let mut hits = Vec::new();
        let mut last = None;
        let mut looked_at = 0;
        while let Some(row) = rows.next()? {
            if hits.len() == limit || looked_at == LOOKED_AT || self.turn.is_over() {
                return Ok((hits, last));
            }
            let entry = EntryId(row.get(0)?);
            hits.extend(self.hit(entry)?);
            last = Some(entry);
            looked_at += 1;
        }
        Ok((hits, None))
    }
}

impl Store {
    /// Indexes some of the entries that were here before there was an index: the newest first.
    /// `None`: all are.
    pub(crate) async fn fill_search(&self) -> Result<Option<SearchFill>, StoreError> {
        self.run(fill_step).await
    }

    /// Looks for messages before an entry. `None`: a newer search has taken its place.
    pub(crate) async fn search(
        &self,
        query: Query,
        scope: Scope,
        before: Option<EntryId>,
        limit: usize,
    ) -> Result<Option<Searched>, StoreError> {
        let work = move |connection: &Connection, turn: &Turn| {
            let mut search = Search {
                connection,
                turn,
                query: &query,
                companies: Companies::default(),
                named: Vec::new(),
            };
            let companies = search.name()?;
            let (hits, next) = search.hits(scope, before, limit)?;
            Ok(Searched {
                companies: if before.is_none() {
                    companies
                } else {
                    Vec::new()
                },
                hits,
                next,
                filling: fill(connection)?,
            })
        };
        self.reader.newest(work).await
    }
}
