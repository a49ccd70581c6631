//! The content on offer: pages, snippets, files, addresses of help, banners, menus, notices, settings and brands. Each is read from the
//! content folder by itself; one that is faulty stays as it last was, and the log says why.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use anyhow::{Context, Result};
use croupier_db::Db;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::banners::Banner;
use super::brands::Brands;
use super::files::Download;
use super::help::HelpAddress;
use super::menus::MenuItem;
use super::notices::Notice;
use super::pages::Pages;
use super::settings::Settings;
use super::snippets::Snippet;
use super::{
    banners, brands, files, help, menus, notices, page_source, settings, snippets, store, toml_file,
};
use crate::clock::Clock;

/// What is on offer at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// Pages of text.
    pub pages: Pages,
    /// Small texts.
    pub snippets: Vec<Snippet>,
    /// Files to take along.
    pub files: Vec<Download>,
    /// Services that help people who gamble too much.
    pub help: Vec<HelpAddress>,
    /// Banners.
    pub banners: Vec<Banner>,
    /// The menu of games.
    pub menu: Vec<MenuItem>,
    /// What players have to take note of.
    pub notices: Vec<Notice>,
    /// What steers the site.
    pub settings: Settings,
    /// The faces of the house.
    pub brands: Brands,
}

/// Holds what is on offer, and looks after the folder that it comes from.
#[derive(Debug)]
pub struct Shelf {
    folder: PathBuf,
    now: RwLock<Arc<Published>>,
    /// What the folder looked like when it was last read.
    seen: RwLock<Vec<Seen>>,
}

/// A file as a look at the folder finds it.
type Seen = (PathBuf, Option<SystemTime>, u64);

impl Shelf {
    /// Reads `folder` for the first time. A faulty part of a running install stays as it last was; the first
    /// start fails with a sentence that names file and line.
    pub async fn open(db: &Db, clock: &Clock, folder: &Path) -> Result<Self> {
        let seen = look(folder);
        let now = RwLock::new(Arc::new(read(db, clock, folder).await?));
        Ok(Self { folder: folder.to_owned(), now, seen: RwLock::new(seen) })
    }

    /// What is on offer.
    pub fn now(&self) -> Arc<Published> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the folder again if a file of it has changed; answers whether one has.
    pub async fn refresh(&self, db: &Db, clock: &Clock) -> Result<bool> {
        let folder = self.folder.clone();
        let found = tokio::task::spawn_blocking(move || look(&folder)).await?;
        if *self.seen.read().unwrap_or_else(PoisonError::into_inner) == found {
            return Ok(false);
        }
        let published = Arc::new(read(db, clock, &self.folder).await?);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = published;
        *self.seen.write().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(true)
    }
}

async fn read(db: &Db, clock: &Clock, folder: &Path) -> Result<Published> {
    let import = Import { db, clock };
    Ok(Published {
        pages: import.part("pages", page_source::read(folder)).await?,
        snippets: import.part("snippets", snippets::read(folder)).await?,
        files: import.part("files", files::read(folder)).await?,
        help: import.part("help", help::read(folder)).await?,
        banners: import.part("banners", banners::read(folder)).await?,
        menu: import.part("menu", menus::read(folder)).await?,
        notices: import.part("notices", notices::read(folder)).await?,
        settings: import.part("settings", settings::read(folder)).await?,
        brands: import.part("brands", brands::read(folder)).await?,
    })
}

struct Import<'a> {
    db: &'a Db,
    clock: &'a Clock,
}

impl Import<'_> {
    /// Keeps a part that is good; answers the last good one for a part that is not.
    async fn part<T>(&self, name: &str, part: toml_file::Result<T>) -> Result<T>
    where
        T: Serialize + DeserializeOwned + PartialEq,
    {
        let kept = store::kept(self.db, name);
        match part {
            Ok(part) => {
                // What cannot be read any more is replaced, and what is the same is left alone.
                if kept.await.ok().flatten().as_ref() != Some(&part) {
                    let mut tx = self.db.begin().await?;
                    store::keep(&mut tx, name, &part, self.clock.now()).await?;
                    tx.commit().await?;
                }
                Ok(part)
            }
            Err(error) => match kept.await? {
                Some(kept) => {
                    tracing::error!(%error, "the content is faulty, the last good {name} stay on offer");
                    Ok(kept)
                }
                None => Err(error).with_context(|| format!("the {name} are faulty")),
            },
        }
    }
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
