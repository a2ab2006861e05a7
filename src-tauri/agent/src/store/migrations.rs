//! The store's versions. A migration is never changed once released: a new one is added.

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// From nothing to version 1, from 1 to 2, and so on.
const MIGRATIONS: [&str; 5] = [VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5];

/// The newest version this program knows.
pub const KNOWN_VERSION: i64 = MIGRATIONS.len() as i64;

/// `entry.position`: the Company's order of events from 1 up; from [`super::rows::PENDING`] up for
/// own messages that have not come back, so that they stand last, in the order of writing.
pub(super) const VERSION_1: &str = "
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE secret (
  purpose TEXT PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company (
  id INTEGER PRIMARY KEY,
  domain TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  fresh_until INTEGER NOT NULL,
  verified_at INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  demo INTEGER NOT NULL
) STRICT;

CREATE TABLE account (
  issuer TEXT PRIMARY KEY,
  tag TEXT NOT NULL,
  user_id BLOB NOT NULL,
  proof_key BLOB NOT NULL,
  session_id TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE conversation (
  id INTEGER PRIMARY KEY,
  company INTEGER NOT NULL REFERENCES company (id),
  account TEXT,
  remote_id TEXT,
  cursor TEXT,
  status TEXT,
  responder TEXT,
  ended TEXT,
  draft TEXT NOT NULL DEFAULT '',
  read_up_to INTEGER NOT NULL DEFAULT 0,
  pages INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  active_at INTEGER
) STRICT;
CREATE INDEX conversation_by_company ON conversation (company);

CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversation (id),
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  event_id TEXT,
  raw TEXT,
  detail TEXT,
  shown INTEGER NOT NULL,
  counts INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX entry_by_position ON entry (conversation, position);
CREATE UNIQUE INDEX entry_by_event ON entry (conversation, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX entry_counting ON entry (conversation, position) WHERE counts = 1;

CREATE TABLE outbox (
  entry INTEGER PRIMARY KEY REFERENCES entry (id),
  conversation INTEGER NOT NULL REFERENCES conversation (id),
  message_id TEXT NOT NULL,
  body BLOB NOT NULL,
  state TEXT NOT NULL,
  code TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  confirmed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX outbox_by_message ON outbox (message_id, conversation);
CREATE INDEX outbox_open ON outbox (conversation, state) WHERE state <> 'delivered';

CREATE TABLE log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation INTEGER NOT NULL,
  entry INTEGER,
  detail TEXT NOT NULL
) STRICT;
";

/// Direct Conversations, the stream's last event, sign-in, keys that change, who has seen which
/// identity, what a Company is told with messages. `revocation` holds Account Tokens of which the
/// Company must still be told that they are over. The key there was before signs on.
const VERSION_2: &str = "
ALTER TABLE conversation ADD COLUMN parent INTEGER REFERENCES conversation (id);
ALTER TABLE conversation ADD COLUMN last_event TEXT;
CREATE INDEX conversation_by_remote ON conversation (company, remote_id);

ALTER TABLE outbox ADD COLUMN detail TEXT;
ALTER TABLE outbox ADD COLUMN leads_to INTEGER REFERENCES conversation (id);

ALTER TABLE account ADD COLUMN token BLOB;
ALTER TABLE account ADD COLUMN scopes TEXT;
ALTER TABLE account ADD COLUMN signed_in_at INTEGER;

CREATE TABLE revocation (
  id INTEGER PRIMARY KEY,
  issuer TEXT NOT NULL,
  tag TEXT NOT NULL,
  token BLOB NOT NULL
) STRICT;

ALTER TABLE company ADD COLUMN context TEXT NOT NULL DEFAULT '{}';
ALTER TABLE company ADD COLUMN limited_until INTEGER;

CREATE TABLE seen (
  company INTEGER NOT NULL REFERENCES company (id),
  client_id TEXT NOT NULL,
  kid TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (company, client_id, kid)
) STRICT, WITHOUT ROWID;

CREATE TABLE identity_key (
  purpose TEXT PRIMARY KEY REFERENCES secret (purpose),
  role TEXT NOT NULL,
  made_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO identity_key (purpose, role)
  SELECT purpose, 'signing' FROM secret WHERE purpose = 'identity-key';
";

/// How long a Company asked to be left alone, in milliseconds: never longer, whatever becomes of the
/// clock.
const VERSION_3: &str = "ALTER TABLE company ADD COLUMN limited_for INTEGER;";

/// Search, deleting and blocking.
///
/// `search` indexes the words of `search_text`, which are made by [`crate::search`]: each once, in
/// any order, so no places are kept (`detail=none`) and no sizes. Beginnings of words have lists of
/// their own up to 5 characters. The `ascii` tokenizer parts them at
/// spaces and takes every other character as it is. Deleting takes words out of the index at once
/// (`secure-delete`), not only when it is next merged. `search_fill` has a row while entries that
/// were here before are still to be indexed: down from `next`. `entry.holds`: whether it has notices
/// or links; `NULL`: not looked at yet.
///
/// `used` keeps ids of what was deleted from being given again: whoever still holds one finds
/// nothing, never something else. `erased`: being deleted, shown nowhere; `company.erased_at`: only
/// waits for the Company to be told.
const VERSION_4: &str = "
CREATE TABLE search_text (
  entry INTEGER PRIMARY KEY,
  terms TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE search USING fts5 (
  terms, content = 'search_text', content_rowid = 'entry', tokenize = 'ascii',
  detail = none, columnsize = 0, prefix = '1 2 3 4 5'
);
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);

CREATE TABLE search_fill (
  next INTEGER NOT NULL,
  total INTEGER NOT NULL
) STRICT;
INSERT INTO search_fill SELECT MAX(id), MAX(id) FROM entry HAVING MAX(id) IS NOT NULL;

ALTER TABLE entry ADD COLUMN holds INTEGER;
CREATE INDEX entry_holding ON entry (conversation, position)
  WHERE kind = 'message' AND holds IS NOT 0;

CREATE TABLE used (
  name TEXT PRIMARY KEY,
  id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE company ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN erased_at INTEGER;
ALTER TABLE conversation ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;
";

/// Each conversation is here once. Of two with one id, one was only the Company's word of the other:
/// it goes. If the User wrote in both, the later one ends, and leads to the other.
///
/// `outbox.unsure`: the message may have arrived by an earlier try, whatever became of the later.
const VERSION_5: &str = "
CREATE TEMP TABLE twin AS SELECT c.id AS gone, (
  SELECT k.id FROM conversation k WHERE k.company = c.company AND k.remote_id = c.remote_id
    AND COALESCE(k.account, '') = COALESCE(c.account, '')
  ORDER BY EXISTS (SELECT 1 FROM outbox o WHERE o.conversation = k.id) DESC, k.id LIMIT 1
) AS kept FROM conversation c WHERE c.remote_id IS NOT NULL;
DELETE FROM twin WHERE kept = gone;

UPDATE outbox SET leads_to = (SELECT kept FROM twin WHERE gone = leads_to)
  WHERE leads_to IN (SELECT gone FROM twin);
UPDATE conversation SET parent = (SELECT kept FROM twin WHERE gone = parent)
  WHERE parent IN (SELECT gone FROM twin);
UPDATE conversation SET parent = NULL WHERE parent = id;
UPDATE entry SET detail = (SELECT CAST(kept AS TEXT) FROM twin WHERE CAST(gone AS TEXT) = detail)
  WHERE kind = 'direct' AND detail IN (SELECT CAST(gone AS TEXT) FROM twin);

UPDATE outbox SET state = 'failed', code = 'conversation-elsewhere',
    leads_to = (SELECT kept FROM twin WHERE gone = conversation)
  WHERE state IN ('queued', 'sending', 'unconfirmed')
    AND conversation IN (SELECT gone FROM twin);
UPDATE conversation SET remote_id = NULL, ended = COALESCE(ended, 'conversation-elsewhere')
  WHERE id IN (SELECT gone FROM twin) AND id IN (SELECT conversation FROM outbox);
DELETE FROM twin WHERE gone IN (SELECT conversation FROM outbox);

INSERT INTO search (search, rowid, terms)
  SELECT 'delete', s.entry, s.terms FROM search_text s JOIN entry e ON e.id = s.entry
  WHERE e.conversation IN (SELECT gone FROM twin);
DELETE FROM search_text WHERE entry IN
  (SELECT id FROM entry WHERE conversation IN (SELECT gone FROM twin));
DELETE FROM log WHERE conversation IN (SELECT gone FROM twin);
DELETE FROM entry WHERE conversation IN (SELECT gone FROM twin);
DELETE FROM conversation WHERE id IN (SELECT gone FROM twin);
DROP TABLE twin;

DROP INDEX conversation_by_remote;
CREATE UNIQUE INDEX conversation_by_remote
  ON conversation (company, remote_id, COALESCE(account, '')) WHERE remote_id IS NOT NULL;

ALTER TABLE outbox ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET unsure = 1 WHERE state IN ('sending', 'unconfirmed');
";

/// The version of what is kept.
pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Brings the store to the newest version, each step in a transaction of its own.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let at = usize::try_from(version(connection)?).unwrap_or(usize::MAX);
    for (step, sql) in MIGRATIONS.iter().enumerate().skip(at) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}
