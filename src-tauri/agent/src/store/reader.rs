//! A second connection that only reads: a long search keeps nothing from being written, and what a
//! newer search takes the place of is broken off.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, ErrorCode, InterruptHandle, OpenFlags};

use super::StoreError;

/// The connection. Clones are the same one.
#[derive(Clone)]
pub(super) struct Reader {
    connection: Arc<Mutex<Option<Connection>>>,
    newest: Arc<Mutex<Newest>>,
}

/// Which work is the newest, and how to break off what is older.
struct Newest {
    number: u64,
    interrupt: InterruptHandle,
}

/// Tells work whether newer work waits.
pub(super) struct Turn {
    number: u64,
    newest: Arc<Mutex<Newest>>,
}

impl Turn {
    /// Whether newer work has taken its place.
    pub(super) fn is_over(&self) -> bool {
        locked(&self.newest).number != self.number
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Reader {
    /// Opens it beside a store that is open.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        // The pages of common words' lists, kept between two letters that are typed.
        connection.pragma_update(None, "cache_size", -16_000)?;
        connection.execute_batch(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab (main, search, instance)",
        )?;
        let newest = Newest {
            number: 0,
            interrupt: connection.get_interrupt_handle(),
        };
        Ok(Self {
            connection: Arc::new(Mutex::new(Some(connection))),
            newest: Arc::new(Mutex::new(newest)),
        })
    }

    /// Whoever calls this is the newest: what runs is broken off.
    fn take_turn(&self) -> Turn {
        // Both under one lock: else an older caller could break off a newer one's work.
        let mut newest = locked(&self.newest);
        newest.number = newest.number.wrapping_add(1);
        newest.interrupt.interrupt();
        Turn {
            number: newest.number,
            newest: Arc::clone(&self.newest),
        }
    }

    /// Runs work, unless newer work takes its place before it is done: `None` then.
    pub(super) async fn newest<T, F>(&self, work: F) -> Result<Option<T>, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection, &Turn) -> Result<T, StoreError> + Send + 'static,
    {
        let turn = self.take_turn();
        let connection = Arc::clone(&self.connection);
        let done = tokio::task::spawn_blocking(move || {
            let guard = locked(&connection);
            let connection = guard.as_ref().ok_or(StoreError::Closed)?;
            while !turn.is_over() {
                match work(connection, &turn) {
                    // Meant for work that was already done.
                    Err(error) if is_interrupted(&error) => {}
                    Ok(_) if turn.is_over() => {}
                    done => return done.map(Some),
                }
            }
            Ok(None)
        });
        done.await
            .unwrap_or_else(|error| Err(super::broke_off(&error)))
    }

    /// Closes it, once the work under way has been broken off.
    pub(super) fn close(&self) {
        drop(self.take_turn());
        drop(locked(&self.connection).take());
    }
}

fn is_interrupted(error: &StoreError) -> bool {
    matches!(error, StoreError::Sqlite(error)
        if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn reader(folder: &Path) -> Reader {
        let path = folder.join("a.db");
        Connection::open(&path)
            .unwrap()
            .execute_batch("CREATE VIRTUAL TABLE search USING fts5 (b)")
            .unwrap();
        Reader::open(&path).unwrap()
    }

    /// Counts for as long as it is let: only an interruption ends it.
    fn count_for_ever(connection: &Connection) -> Result<i64, StoreError> {
        let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                   SELECT COUNT(*) FROM n";
        Ok(connection.query_row(sql, [], |row| row.get(0))?)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn newer_work_takes_the_place_of_older() {
        let folder = tempfile::tempdir().unwrap();
        let reader = reader(folder.path());
        let (tell, runs) = mpsc::channel();
        let own = reader.clone();
        let older = tokio::spawn(async move {
            own.newest(move |connection, _| {
                let _ = tell.send(());
                count_for_ever(connection)
            })
            .await
        });
        tokio::task::spawn_blocking(move || runs.recv())
            .await
            .unwrap()
            .unwrap();
        let newer = reader.newest(|_, _| Ok(7)).await.unwrap();
        assert_eq!(newer, Some(7));
        assert_eq!(older.await.unwrap().unwrap(), None);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn of_many_at_once_the_last_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let reader = reader(folder.path());
        let mut all = tokio::task::JoinSet::new();
        for n in 0..200 {
            let own = reader.clone();
            all.spawn(async move { own.newest(move |_, _| Ok(n)).await.unwrap() });
        }
        let answers = all.join_all().await;
        let last = reader.newest(|_, _| Ok(1000)).await.unwrap();
        assert_eq!(last, Some(1000));
        assert!(answers.iter().any(Option::is_some), "one of them was last");
    }

    #[tokio::test]
    async fn nothing_is_read_once_it_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let reader = reader(folder.path());
        reader.close();
        let read = reader.newest(|_, _| Ok(1)).await;
        assert!(matches!(read, Err(StoreError::Closed)), "{read:?}");
    }
}
