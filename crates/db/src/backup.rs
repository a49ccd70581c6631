//! A copy of the embedded database, taken beside a running server.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::sqlite::connect;
use crate::{Error, Result, Target};

/// The name of the database in its folder, and in that of a backup.
pub(crate) const FILE: &str = "croupier.db";

/// Pages copied in one step, 4 MiB, and the pause after it in which others have the disk.
const STEP_PAGES: i32 = 1024;
const PAUSE: Duration = Duration::from_millis(2);

/// Copies the embedded database of `target` into the folder `to`, which is made when it is missing and must not
/// hold one. Answers how many bytes it has; PostgreSQL has tools of its own for this.
pub async fn backup(target: &Target, to: &Path) -> Result<u64> {
    let Target::Sqlite(from) = target else {
        return Err(Error::Engine("PostgreSQL has tools of its own: see docs/OPERATIONS.md".to_owned()));
    };
    let (from, to) = (from.clone(), to.to_owned());
    let copying = tokio::task::spawn_blocking(move || copy_folder(&from, &to));
    copying.await.map_err(|error| Error::Engine(error.to_string()))?
}

/// The copy is one snapshot: what was committed before the call is in it. Writers go on meanwhile; their pages
/// gather in the write-ahead log, which can be emptied when the copy is done. Blocks its thread.
fn copy_folder(from: &Path, to: &Path) -> Result<u64> {
    let unavailable = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", to.display()));
    std::fs::create_dir_all(to).map_err(unavailable)?;
    let (part, done) = (to.join("croupier.db.part"), to.join(FILE));
    if done.exists() {
        return Err(Error::Unavailable(format!("{} is there already", done.display())));
    }
    if !from.join(FILE).exists() {
        return Err(Error::Unavailable(format!("there is no {FILE} in {}", from.display())));
    }
    // What an interrupted copy has left.
    if part.exists() {
        std::fs::remove_file(&part).map_err(unavailable)?;
    }
    copy(&from.join(FILE), &part)?;
    let file = File::open(&part).map_err(unavailable)?;
    file.sync_all().map_err(unavailable)?;
    // Only a whole copy has the name of one.
    std::fs::rename(&part, &done).map_err(unavailable)?;
    File::open(to).and_then(|folder| folder.sync_all()).map_err(unavailable)?;
    Ok(file.metadata().map_err(unavailable)?.len())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let source = connect(from)?;
    // The open transaction holds one snapshot. Without it every write of the server would begin the copy anew.
    source.execute_batch("BEGIN")?;
    source.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let mut copy = Connection::open(to)?;
    {
        let backup = Backup::new(&source, &mut copy)?;
        while backup.step(STEP_PAGES)? != StepResult::Done {
            std::thread::sleep(PAUSE);
        }
    }
    // One file and nothing beside it; the server that opens it turns the write-ahead log on again.
    copy.pragma_update(None, "journal_mode", "DELETE")?;
    copy.close().map_err(|(_, error)| error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_one_snapshot_of_what_was_committed() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        std::fs::create_dir(&from).unwrap();
        let source = connect(&from.join(FILE)).unwrap();
        source.execute_batch("CREATE TABLE t (v blob); INSERT INTO t VALUES (zeroblob(9000000))").unwrap();
        copy_folder(&from, &to).unwrap();
        source.execute_batch("INSERT INTO t VALUES (NULL)").unwrap();
        let copied = Connection::open(to.join(FILE)).unwrap();
        let rows: i64 = copied.query_row("SELECT COUNT(*) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 1);
        assert!(matches!(copy_folder(&from, &to), Err(Error::Unavailable(_))), "a copy is not written over");
        assert!(copy_folder(&folder.path().join("nowhere"), &folder.path().join("other")).is_err());
    }
}
