//! The content in force: a folder that every loader reads.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Result;
use croupier_db::{Db, Tx};
use tempfile::TempDir;

use super::folder::laid_over;
use super::store;
use crate::platform::current::Current;

/// A file as a look at the folder finds it.
type Seen = (PathBuf, Option<SystemTime>, u64);

/// The content in force at one moment.
#[derive(Debug)]
pub struct Edition {
    /// Counts publications.
    number: i64,
    /// The versions of documents in force that staff has published, by path.
    versions: BTreeMap<String, i64>,
    folder: PathBuf,
    /// Takes the folder away when nobody reads it any more; absent where it is the seed itself.
    _made: Option<TempDir>,
    /// What the seed looked like when it was read.
    seen: Vec<Seen>,
}

impl Edition {
    /// Where it can be read.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The versions of documents in it that staff has published, by path; all others are the folder's.
    pub const fn versions(&self) -> &BTreeMap<String, i64> {
        &self.versions
    }
}

/// Makes editions of the seed and of what staff has published.
#[derive(Debug)]
pub struct Editions {
    seed: PathBuf,
    /// Whether changes of the seed are followed.
    follows_seed: bool,
    now: Current<Edition>,
}

impl Editions {
    /// Makes the first edition.
    pub async fn open(db: &Db, seed: &Path, follows_seed: bool) -> Result<Self> {
        let first = make(db, seed, look(seed)).await?;
        Ok(Self { seed: seed.to_owned(), follows_seed, now: Current::new(first) })
    }

    /// The one in force.
    pub fn now(&self) -> Arc<Edition> {
        self.now.now()
    }

    /// The folder that a fresh install is filled with.
    pub fn seed(&self) -> &Path {
        &self.seed
    }

    /// A newer edition, when something was published or the seed has changed. [`Editions::take`] puts it in force.
    pub async fn newer(&self, db: &Db) -> Result<Option<Edition>> {
        let now = self.now();
        let seed = self.seed.clone();
        let seen = if self.follows_seed {
            tokio::task::spawn_blocking(move || look(&seed)).await?
        } else {
            now.seen.clone()
        };
        if seen == now.seen && store::edition(db).await? == now.number {
            return Ok(None);
        }
        make(db, &self.seed, seen).await.map(Some)
    }

    /// Whether nothing was published since the one in force was read, as the caller's transaction sees it.
    pub async fn are_newest(&self, tx: &mut Tx) -> croupier_db::Result<bool> {
        Ok(store::edition_in(tx).await? == self.now().number)
    }

    /// Puts an edition in force.
    pub fn take(&self, edition: Edition) {
        self.now.replace(edition);
    }
}

async fn make(db: &Db, seed: &Path, seen: Vec<Seen>) -> Result<Edition> {
    // Before its texts: one that is published in between makes another edition next time.
    let number = store::edition(db).await?;
    let (overlay, versions) = store::versions_in_force(db).await?;
    if overlay.is_empty() {
        return Ok(Edition { number, versions, folder: seed.to_owned(), _made: None, seen });
    }
    let from = seed.to_owned();
    let made = tokio::task::spawn_blocking(move || laid_over(&from, &overlay)).await??;
    Ok(Edition { number, versions, folder: made.path().to_owned(), _made: Some(made), seen })
}

/// Every file of the folder with when it changed and how long it is; what cannot be looked at is left out.
fn look(folder: &Path) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(facts) = entry.metadata() else { continue };
            if facts.is_dir() {
                folders.push(entry.path());
            } else {
                seen.push((entry.path(), facts.modified().ok(), facts.len()));
            }
        }
    }
    seen.sort();
    seen
}
