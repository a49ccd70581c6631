//! The readers of what gives way: threads that run when a processor is idle, each with a connection of its own, so that no
//! other reader waits for one.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Job, READERS, Sqlite, Writer, connect, serve, spawn};
use crate::Result;
use crate::background::run_when_idle;

impl Sqlite {
    /// The queue to these readers, which are started by the first read for them.
    pub(super) fn background(&self) -> Result<&Writer> {
        if let Some(queue) = self.background.get() {
            return Ok(queue);
        }
        let (jobs, queue) = std::sync::mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..READERS {
            let (connection, file, queue) = (connect(&self.file)?, self.file.clone(), queue.clone());
            // Who waits for the next job holds the lock, and the others wait for that.
            let jobs =
                std::iter::from_fn(move || queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok());
            spawn("sqlite-staff", move || {
                run_when_idle();
                serve(connection, &file, jobs);
            })?;
        }
        Ok(self.background.get_or_init(|| Writer::Thread(jobs)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Db, Target, giving_way};

    #[tokio::test]
    async fn what_gives_way_is_read_beside_other_reads_and_fails_alone() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&Target::Sqlite(folder.path().to_owned())).await.unwrap();
        let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT COUNT(*) FROM n";
        let count = async |most: i64| {
            let rows = db.query(sql, vec![most.into()]).await.unwrap();
            rows[0].get::<i64>(0).unwrap()
        };
        let (slow, fast) = tokio::join!(giving_way(count(100_000)), count(10));
        assert_eq!((slow, fast), (100_000, 10));
        assert!(giving_way(db.query("SELECT 1 FROM nothing", Vec::new())).await.is_err());
        assert_eq!(giving_way(count(3)).await, 3);
    }
}
