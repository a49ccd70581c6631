//! The content on offer: pages, snippets, files, addresses of help, banners, menus, notices, settings and brands. Each is read from the
//! content folder by itself; one that is faulty stays as it last was, and the log says why.

use std::path::Path;
use std::sync::Arc;

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
use super::preview::{self, Previews};
use super::settings::Settings;
use super::snippets::Snippet;
use super::{
    banners, brands, files, help, menus, notices, page_source, settings, snippets, store, toml_file,
};
use crate::catalogue::ContentError;
use crate::platform::clock::Clock;
use crate::platform::current::Current;

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
    /// The faces of the operator.
    pub brands: Brands,
}

/// Holds what is on offer.
#[derive(Debug)]
pub struct ContentStore {
    now: Current<Published>,
    /// What links to drafts show.
    pub(super) previews: Previews,
}

impl ContentStore {
    /// Reads `folder` for the first time. A faulty part of a running install stays as it last was; the first
    /// start fails with a sentence that names file and line.
    pub async fn open(db: &Db, clock: &Clock, folder: &Path) -> Result<Self> {
        Ok(Self { now: Current::new(read(db, clock, folder).await?), previews: Previews::default() })
    }

    /// What is on offer: to a visitor who previews drafts, what those say.
    pub fn now(&self) -> Arc<Published> {
        preview::shown().unwrap_or_else(|| self.now.now())
    }

    /// Reads `folder` anew.
    pub async fn refresh(&self, db: &Db, clock: &Clock, folder: &Path) -> Result<()> {
        self.now.replace(read(db, clock, folder).await?);
        Ok(())
    }
}

/// What is wrong in `folder`, the first fault of each part.
pub fn faults(folder: &Path) -> Vec<ContentError> {
    [
        page_source::read(folder).err(),
        snippets::read(folder).err(),
        files::read(folder).err(),
        help::read(folder).err(),
        banners::read(folder).err(),
        menus::read(folder).err(),
        notices::read(folder).err(),
        settings::read(folder).err(),
        brands::read(folder).err(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What `folder` says, without keeping it.
pub(super) fn look_into(folder: &Path) -> toml_file::Result<Published> {
    Ok(Published {
        pages: page_source::read(folder)?,
        snippets: snippets::read(folder)?,
        files: files::read(folder)?,
        help: help::read(folder)?,
        banners: banners::read(folder)?,
        menu: menus::read(folder)?,
        notices: notices::read(folder)?,
        settings: settings::read(folder)?,
        brands: brands::read(folder)?,
    })
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
