//! What a fresh install is filled with: reads the content folder, hands the games to the catalogue, and
//! keeps the pages of text.

pub mod http;
mod pages;
mod rich_text;
mod source;
mod store;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use croupier_db::Db;
use croupier_games::house::{self, HouseGame};

use crate::app::App;
use crate::catalogue::{self, Catalogue, ContentError, Contents, Delivery, Source, SourceFile};
use crate::clock::Clock;
use crate::house::Licence;
pub use pages::{Page, Pages, Reader, Text, Values};

/// Imports the content folder and answers the catalogue to offer.
///
/// When the folder is faulty a running install keeps what it last imported and logs why; the first
/// start fails with a sentence that names the file and the line.
pub async fn start(db: &Db, clock: &Clock, folder: &Path) -> Result<Catalogue> {
    let contents = match read(folder) {
        Ok(contents) => import(db, clock, contents).await?,
        Err(error) => match catalogue::kept(db).await? {
            Some(contents) => {
                tracing::error!(%error, "the content folder is faulty, the last good content stays on offer");
                contents
            }
            None => return Err(error).context("the content folder is faulty"),
        },
    };
    Ok(Catalogue::open(db, contents).await?)
}

/// How often a server asks for a new delivery of games.
const EVERY: Duration = Duration::from_secs(3);

/// Offers new deliveries of games until the server stops.
pub async fn run(app: Arc<App>) {
    let mut stopping = app.stopping.subscribe();
    loop {
        match app.catalogue.refresh(&app.db).await {
            Ok(true) => {
                let games = app.catalogue.index().games().count();
                tracing::info!(games, "delivered games are on offer");
            }
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "delivered games could not be read"),
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

/// Imports a file of delivered games, which may only stand in the collections of the content folder.
/// Answers how many.
pub async fn deliver(db: &Db, folder: &Path, file: &Path, replace: bool) -> Result<usize> {
    let collections = read(folder).context("the content folder is faulty")?.collections;
    let text = read_file(file)?;
    let delivery = Delivery::parse(&text.path, &text.text, &collections)?;
    let mut tx = db.begin().await?;
    catalogue::deliver(&mut tx, &delivery, replace).await?;
    tx.commit().await?;
    Ok(delivery.games.len())
}

/// Imports the pages of the content folder and answers those to offer; what a faulty folder does is told at
/// [`start`].
pub async fn start_pages(db: &Db, clock: &Clock, folder: &Path) -> Result<Pages> {
    match source::read(folder) {
        Ok(pages) => {
            let mut tx = db.begin().await?;
            store::keep(&mut tx, &pages, clock.now()).await?;
            tx.commit().await?;
            Ok(pages)
        }
        Err(error) => match store::kept(db).await? {
            Some(pages) => {
                tracing::error!(%error, "the pages are faulty, the last good ones stay on offer");
                Ok(pages)
            }
            None => Err(error).context("the pages are faulty"),
        },
    }
}

/// What the pages may name, for players of `licence`.
pub fn values<'a>(app: &'a App, licence: &'a Licence) -> Values<'a> {
    Values {
        brand: &app.house.project.name,
        support_email: &app.house.project.support_email,
        licence: &licence.name,
        age: licence.minimum_age,
    }
}

async fn import(db: &Db, clock: &Clock, contents: Contents) -> Result<Contents> {
    let mut tx = db.begin().await?;
    let contents = catalogue::import(&mut tx, contents, clock.now()).await?;
    tx.commit().await?;
    tracing::info!(games = contents.games.len(), providers = contents.providers.len(), "content imported");
    Ok(contents)
}

/// Reads the folder without importing it.
pub fn read(folder: &Path) -> std::result::Result<Contents, ContentError> {
    let source = Source {
        providers: read_file(&folder.join("providers.toml"))?,
        collections: read_file(&folder.join("collections.toml"))?,
        games: read_file(&folder.join("catalogue.toml"))?,
        tiles: read_optional(&folder.join("art/tiles.json"))?,
        figures: house_figures(),
    };
    source.parse()
}

/// The house's games bring the figures of their PAR sheets along.
fn house_figures() -> Vec<SourceFile> {
    let file = |game: HouseGame| SourceFile {
        path: format!("docs/par/{}.json", game.slug),
        text: game.figures.to_owned(),
    };
    house::GAMES.map(file).to_vec()
}

fn read_optional(path: &Path) -> std::result::Result<Option<SourceFile>, ContentError> {
    if path.exists() { read_file(path).map(Some) } else { Ok(None) }
}

fn read_file(path: &Path) -> std::result::Result<SourceFile, ContentError> {
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    Ok(SourceFile { path: path.display().to_string(), text })
}

fn unreadable(path: &Path, error: &std::io::Error) -> ContentError {
    ContentError { file: path.display().to_string(), line: None, message: format!("cannot be read: {error}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_of_a_fresh_install_is_without_fault() {
        let contents = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
        let house = house::GAMES.map(|game| format!("northlight/{}", game.slug));
        for identifier in &house {
            assert!(
                contents.games.iter().any(|listing| listing.game.identifier == *identifier),
                "{identifier}"
            );
        }
        assert_eq!(contents.games.len(), house.len());
        for listing in &contents.games {
            assert!(listing.game.placeholder.is_some(), "{} has no tile", listing.game.identifier);
            assert!(!listing.game.mechanics.is_empty());
            assert!(listing.game.rtp.is_some() && listing.game.max_win_x.is_some());
        }
        for id in [
            "top",
            "new",
            "recommended",
            "bonus-wagering",
            "jackpot",
            "megaways",
            "bonus-buy",
            "live",
            "table",
        ] {
            assert!(contents.collections.iter().any(|collection| collection.id == id), "{id}");
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("providers.toml: cannot be read"), "{error}");
    }
}
