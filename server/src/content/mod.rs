//! What a fresh install is filled with: reads the content folder, hands the games to the catalogue, and
//! keeps what the site is told: pages, snippets, files, addresses of help, banners, menus, settings and brands.

mod banners;
mod brands;
mod contact;
mod files;
mod heading_names;
mod help;
pub mod http;
pub mod library;
mod loaded;
mod media;
mod menus;
mod moment;
mod notices;
mod page_source;
mod pages;
mod pictures;
mod planned;
pub mod preview;
mod rich_text;
mod settings;
mod snippets;
mod store;
mod texts;
mod toml_file;
mod widgets;

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::http::StatusCode;
use croupier_db::Db;
use croupier_games::builtin::{self, BuiltinGame};

use crate::app::App;
use crate::auth::{host_name, is_this_machine};
use crate::catalogue::{
    self, Catalogue, ContentError, Contents, Delivery, Launchers, ListRules, Provider, Source, SourceFile,
};
use crate::mail::MailBrand;
use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::Licence;
pub use crate::site_config::Localised;
pub use banners::Banner;
pub use brands::{Brand, Brands, Palette};
pub use loaded::{ContentStore, Published, faults};
pub use moment::Moment;
pub use notices::Notice;
pub use pages::{Page, Pages, Reader, Text, Values};
pub use pictures::{all_of as pictures_of, one_of as picture_of};
pub use planned::Planned;
pub use rich_text::{CleanHtml, html as rich_text};
pub use settings::{ChatHours, ClosedPages};

/// Imports the content folder and answers the catalogue to offer; its lists that fill themselves follow
/// `rules`.
///
/// When the folder is faulty a running install keeps what it last imported and logs why; the first
/// start fails with a sentence that names the file and the line.
pub async fn start(
    db: &Db,
    clock: &Clock,
    folder: &Path,
    launchers: Launchers,
    rules: ListRules,
) -> Result<Catalogue> {
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
    Ok(Catalogue::open(db, contents, launchers, rules).await?)
}

/// How often a server asks for a new delivery of games, and looks at the content folder.
const EVERY: Duration = Duration::from_secs(3);

/// Offers new deliveries of games, what staff has published and what has changed in the content folder, until the server stops.
/// `changed` looks at content that was read anew.
pub async fn run(app: Arc<App>, changed: fn(&App)) {
    app.every("content", EVERY, |app| async move {
        match app.catalogue.refresh(&app.db).await {
            Ok(true) => {
                let games = app.catalogue.index().games().count();
                tracing::info!(games, "delivered games are on offer");
            }
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "delivered games could not be read"),
        }
        match follow(&app).await {
            Ok(true) => {
                tracing::info!("the content has changed, and was read again");
                changed(&app);
            }
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "the content could not be read again"),
        }
        Ok::<_, Infallible>(())
    })
    .await;
}

/// Puts a newer edition of the content on offer; answers whether there was one.
async fn follow(app: &App) -> Result<bool> {
    let Some(edition) = app.editions.newer(&app.db).await? else { return Ok(false) };
    app.content.refresh(&app.db, &app.clock, edition.folder()).await?;
    follow_games(app, edition.folder()).await?;
    app.editions.take(edition);
    Ok(true)
}

/// Offers the games that `folder` names, when they are others than before; a faulty folder leaves the last good ones on offer.
async fn follow_games(app: &App, folder: &Path) -> Result<()> {
    let folder = folder.to_owned();
    match tokio::task::spawn_blocking(move || read(&folder)).await? {
        Ok(contents) if app.catalogue.offers(&contents) => {}
        Ok(contents) => {
            let contents = import(&app.db, &app.clock, contents).await?;
            app.catalogue.take(&app.db, contents).await?;
        }
        Err(error) => tracing::error!(%error, "the content is faulty, the last good games stay on offer"),
    }
    Ok(())
}

/// Origins at which partners' games run: those that providers of the seed name, on or off, since staff turns providers on and
/// off while the server runs. While the seed is faulty, those of what is on offer.
pub fn frame_origins(seed: &Path, catalogue: &Catalogue) -> Vec<String> {
    let named = read(seed).map_or_else(|_| catalogue.providers(), |contents| contents.providers);
    named.into_iter().flat_map(|of| of.frame_origins).collect()
}

/// A provider of `folder` that names an origin which the `seed` does not name for it, with the origin: pages show what runs
/// there in frames, so who runs the servers names it.
pub fn foreign_origin(seed: &Path, folder: &Path) -> Option<(String, String)> {
    let known: Vec<Provider> = read(seed).map(|contents| contents.providers).unwrap_or_default();
    let drafted = read(folder).ok()?.providers;
    drafted.into_iter().find_map(|Provider { id, frame_origins, .. }| {
        let of_seed =
            known.iter().find(|of| of.id == id).map(|of| of.frame_origins.as_slice()).unwrap_or_default();
        let foreign = frame_origins.into_iter().find(|origin| !of_seed.contains(origin))?;
        Some((id, foreign))
    })
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

/// The brand that answers on `host`, as the browser names it; 421 when none does.
pub fn brand_on<'a>(app: &App, published: &'a Published, host: &str) -> ApiResult<&'a Brand> {
    let unknown = || {
        let status = StatusCode::MISDIRECTED_REQUEST;
        ApiError::code(status, "unknown_host", "Nobody answers under this host.")
    };
    published.brands.on(host, &app.config.public_url).ok_or_else(unknown)
}

/// What mails say of the brand on `host`, the one of a call or one that was kept of it. A link leads to a host that the
/// settings or the brand name, never to whatever a call has named: the public address, but for other hosts of a brand, and
/// for this machine where the public address is on it too.
pub fn mail_brand(app: &App, host: &str) -> ApiResult<MailBrand> {
    let published = app.content.now();
    let brand = brand_on(app, &published, host)?;
    let public = &app.config.public_url;
    let (scheme, authority) = public.split_once("://").unwrap_or(("https", public));
    let name = host_name(host).unwrap_or_default();
    let is_named = brand.hosts.iter().any(|known| known.eq_ignore_ascii_case(name));
    let site = if is_this_machine(authority) && is_this_machine(host) {
        format!("{scheme}://{host}")
    } else if is_named {
        let port = host_name(authority).map_or("", |public_name| &authority[public_name.len()..]);
        format!("{scheme}://{}{port}", name.to_ascii_lowercase())
    } else {
        public.clone()
    };
    Ok(face_of(brand, site))
}

/// What mails say of the brand called `id`, see [`host_of_brand`].
pub fn mail_brand_called(app: &App, id: &str) -> ApiResult<MailBrand> {
    mail_brand(app, &host_of_brand(app, id))
}

/// The host that mails lead to which no call of a site asks for: that of the brand called `id`. The primary one is at the public
/// address, and stands in for one that is gone.
pub fn host_of_brand(app: &App, id: &str) -> String {
    let published = app.content.now();
    let brand = published.brands.named(Some(id).filter(|id| !id.is_empty()));
    let own = brand.filter(|brand| !brand.primary).and_then(|brand| brand.hosts.first());
    let public = &app.config.public_url;
    let authority = public.split_once("://").map_or(public.as_str(), |(_, authority)| authority);
    own.map_or(authority, String::as_str).to_owned()
}

/// What mails say of the brand called `id`, or of the primary one, read from the content folder of `config`, where alone brands are.
pub fn mail_brand_named(config: &Config, id: Option<&str>) -> Result<MailBrand> {
    let brands = brands::read(&config.content_dir)?;
    let brand = brands.named(id).with_context(|| format!("no brand is called {}", id.unwrap_or_default()))?;
    Ok(face_of(brand, config.public_url.clone()))
}

/// Buttons wear the colours of the light page, where a brand has one: mails are light.
fn face_of(brand: &Brand, site: String) -> MailBrand {
    let colour = |token: &str, otherwise: &str| {
        let palette = brand.light.as_ref().or(brand.dark.as_ref());
        palette.and_then(|palette| palette.get(token)).cloned().unwrap_or_else(|| otherwise.to_owned())
    };
    MailBrand {
        name: brand.name.clone(),
        support_email: brand.support_email.clone(),
        site,
        accent: colour("accent", "#10182e"),
        on_accent: colour("on-accent", "#ffffff"),
    }
}

/// The hosts of the sports site: those that the content names, else the one of the settings.
pub fn sport_hosts<'a>(app: &'a App, published: &'a Published) -> Vec<&'a str> {
    let named = &published.settings.betting.hosts;
    if named.is_empty() {
        app.config.sport_host.as_deref().into_iter().collect()
    } else {
        named.iter().map(String::as_str).collect()
    }
}

/// What the texts may name, for players of `licence` who see `brand`.
pub fn values<'a>(brand: &'a Brand, licence: &'a Licence) -> Values<'a> {
    Values {
        brand: &brand.name,
        support_email: &brand.support_email,
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
        figures: builtin_figures(),
    };
    source.parse()
}

/// The catalogue of `folder` with `collections` and `games` in place of the texts of their files, as drafts have them.
pub fn drafted(
    folder: &Path,
    collections: String,
    games: String,
) -> std::result::Result<Contents, ContentError> {
    let text = |path: &str, text| SourceFile { path: path.to_owned(), text };
    let source = Source {
        providers: read_file(&folder.join("providers.toml"))?,
        collections: text("collections.toml", collections),
        games: text("catalogue.toml", games),
        tiles: read_optional(&folder.join("art/tiles.json"))?,
        figures: builtin_figures(),
    };
    source.parse()
}

/// The operator's games bring the figures of their PAR sheets along.
fn builtin_figures() -> Vec<SourceFile> {
    let file = |game: BuiltinGame| SourceFile {
        path: format!("docs/par/{}.json", game.slug),
        text: game.figures.to_owned(),
    };
    builtin::GAMES.map(file).to_vec()
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
    use crate::site_config::LOCALES;

    #[test]
    fn the_content_of_a_fresh_install_is_without_fault() {
        let contents = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
        let house = builtin::GAMES.map(|game| format!("northlight/{}", game.slug));
        for identifier in &house {
            assert!(
                contents.games.iter().any(|listing| listing.game.identifier == *identifier),
                "{identifier}"
            );
        }
        let (own, partners): (Vec<_>, Vec<_>) =
            contents.games.iter().partition(|listing| house.contains(&listing.game.identifier));
        assert_eq!(own.len(), house.len());
        assert!(partners.iter().all(|listing| !listing.game.identifier.starts_with("northlight/")));
        for listing in own {
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
    fn short_texts_of_a_fresh_install_are_written_in_every_language() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let mut texts: Vec<(String, &Localised)> = Vec::new();
        let (banners, files) = (banners::read(&folder).unwrap(), files::read(&folder).unwrap());
        for banner in &banners {
            let buttons = banner.button.iter().map(|button| &button.name);
            let others = banner.second_button.iter().map(|button| &button.name);
            let all = [&banner.title].into_iter().chain(&banner.description).chain(&banner.labels);
            texts
                .extend(all.chain(buttons).chain(others).map(|text| (format!("banner {}", banner.id), text)));
        }
        let notices = notices::read(&folder).unwrap();
        texts.extend(notices.iter().map(|notice| (format!("notice {}", notice.id), &notice.title)));
        texts.extend(files.iter().map(|file| (format!("file {}", file.id), &file.title)));
        for (what, text) in texts {
            let missing: Vec<_> = languages().filter(|wanted| !text.is_in(wanted)).collect();
            assert!(missing.is_empty(), "{what} is not written in {missing:?}");
        }
        for page in page_source::read(&folder).unwrap().all() {
            let Some(widget) = page.widget.as_ref().filter(|widget| !widget.in_lists) else { continue };
            if widget.has_blocks_only() {
                continue;
            }
            let missing: Vec<_> = languages().filter(|wanted| !widget.is_in(wanted)).collect();
            assert!(missing.is_empty(), "the data of {} is not written in {missing:?}", page.slug);
        }
    }

    /// The languages that a translator writes; the others differ from them by country.
    fn languages() -> impl Iterator<Item = &'static str> {
        LOCALES.into_iter().filter(|locale| !locale.starts_with("en-"))
    }

    #[test]
    fn a_missing_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("providers.toml: cannot be read"), "{error}");
    }
}
