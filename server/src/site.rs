//! The player site, served from this binary: the files of the build as they are, and `index.html` filled
//! in for every address, so that the first paint needs no second trip and a search engine reads the right
//! title, language and status.

mod addresses;
mod amounts;
mod bootstrap;
mod brand_style;
mod built;
mod calls;
mod compress;
mod feeds;
mod files;
mod host;
mod languages;
mod linked;
mod manifest;
mod not_loaded;
mod page_request;
mod pages;
mod preloads;
mod prerender;
mod public_lists;
mod shell;
mod values;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::extract::Request;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::content::{self, Pages};
use crate::platform::error::ApiError;
use addresses::Addresses;
pub use addresses::path_named;
use amounts::MoneyForms;
pub use calls::Calls;
pub use files::Files;
pub(crate) use languages::split_locale;
use page_request::PageRequest;
use pages::{Address, AddressSources, Page, Subject};
use preloads::Preloads;
use prerender::Prerenders;
use shell::Shell;
pub(crate) use shell::escape;

/// First parts of paths that belong to calls: what they do not answer is no page.
const OF_CALLS: [&str; 6] = ["api", "webhooks", "connection", "messages", "client-context", "check-email"];

/// Whether `path` belongs to calls, which answer JSON.
pub(crate) fn is_of_calls(path: &str) -> bool {
    OF_CALLS.contains(&path.split('/').nth(1).unwrap_or_default())
}

/// What `/` says when no site has been built.
const NOT_BUILT: &str = "Croupier answers its calls here, but there is no player site in the folder that the setting \
                         site_dir names.\nBuild it with `npm ci && npm run build` in web/, then start the server again.\n";

/// The built site.
#[derive(Debug, Default)]
pub struct Site {
    addresses: Addresses,
    files: Files,
    preloads: Preloads,
    prerenders: Prerenders,
    money_forms: MoneyForms,
    /// Absent when no site has been built.
    shell: Option<Shell>,
}

impl Site {
    /// Whether the build has a file at `path`.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.files.content(path).is_some()
    }

    /// Reads the build in `folder`. A missing folder is a site that is not built, and no error.
    pub fn load(folder: &Path) -> Result<Self> {
        if !folder.join("index.html").exists() {
            tracing::warn!(folder = %folder.display(), "there is no built site, only calls are answered");
            return Ok(Self::default());
        }
        let files = Files::load(folder)?;
        let template = files.content("/index.html").context("index.html cannot be read")?;
        let shell = Shell::new(&String::from_utf8_lossy(template))?;
        Ok(Self {
            addresses: Addresses::read()?,
            files,
            preloads: Preloads::load(folder)?,
            prerenders: Prerenders::load(folder)?,
            money_forms: MoneyForms::load(folder)?,
            shell: Some(shell),
        })
    }

    /// The first file of `picture` that the build should have and lacks; media and other hosts are none of its.
    fn missing_file(&self, picture: &str) -> Option<String> {
        let is_here = picture.starts_with('/') && !picture.starts_with("/media/");
        let files = if is_here { content::pictures_of(picture) } else { Vec::new() };
        files.into_iter().find(|file| self.files.content(file).is_none())
    }
}

/// Logs every text that nobody can read, for the site has a page of its own under its address, and every article whose
/// picture the built site should have and lacks.
pub fn warn_of_faulty_texts(site: &Site, texts: &Pages) {
    for page in texts.all() {
        let picture = page.picture().filter(|_| site.shell.is_some());
        if let Some(missing) = picture.and_then(|picture| site.missing_file(&picture)) {
            tracing::warn!(
                slug = page.slug,
                missing,
                "the site has no such file: the article has no picture"
            );
        }
        if pages::is_taken(&format!("/{}", page.slug), &site.addresses) {
            tracing::warn!(slug = page.slug, "the site has a page of its own there: the text is not shown");
        }
    }
}

/// Answers whatever no call answers: a file of the site, or a page.
pub async fn serve(app: Arc<App>, calls: Calls, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let path = parts.uri.path();
    let reads = parts.method == Method::GET || parts.method == Method::HEAD;
    if !reads || is_of_calls(path) {
        return ApiError::not_found().into_response();
    }
    if let Some(number) = feeds::sitemap_part_at(path) {
        let base = host::base(&app, &parts.headers);
        let (index, published) = (app.catalogue.index(), app.content.now());
        return feeds::sitemap_part(
            number,
            &base,
            &index,
            &published.pages,
            &bonuses_for_everybody(&app),
            &app.site.addresses,
        )
        .unwrap_or_else(|| ApiError::not_found().into_response());
    }
    match path {
        "/robots.txt" => feeds::robots(&host::base(&app, &parts.headers)),
        brand_style::PATH => brand_style::answer(&app, &parts.headers),
        manifest::PATH => {
            manifest::answer(&app, &calls, &parts).await.unwrap_or_else(IntoResponse::into_response)
        }
        "/sitemap.xml" => {
            let base = host::base(&app, &parts.headers);
            feeds::sitemap(
                &base,
                &app.catalogue.index(),
                &app.content.now().pages,
                &bonuses_for_everybody(&app),
                &app.site.addresses,
            )
        }
        _ if path.starts_with("/texts/") => {
            let wording = host::brand(&app, &parts.headers).map(|brand| brand.wording()).unwrap_or_default();
            let texts = calls.answer_texts(&app.site_config.messages, path, wording, &parts).await;
            texts.unwrap_or_else(|| ApiError::not_found().into_response())
        }
        _ => match app.site.files.answer(path, &parts.headers).filter(|_| path != "/index.html") {
            Some(response) => response,
            None => answer_address(&app, &calls, &parts).await,
        },
    }
}

/// The bonuses on offer that have a page now, by the names in their addresses.
fn bonuses_with_pages(app: &App) -> Vec<String> {
    app.bonuses.offers().with_pages(app.clock.now()).map(|(slug, _)| slug).collect()
}

/// Those of them that everybody is told of.
fn bonuses_for_everybody(app: &App) -> Vec<String> {
    let offers = app.bonuses.offers();
    let open = offers.with_pages(app.clock.now()).filter(|(_, offer)| offer.audience.is_everybody());
    open.map(|(slug, _)| slug).collect()
}

/// Answers an address of the site.
async fn answer_address(app: &App, calls: &Calls, parts: &Parts) -> Response {
    let path = parts.uri.path();
    let Some(shell) = &app.site.shell else {
        return if path == "/" {
            (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response()
        } else {
            ApiError::not_found().into_response()
        };
    };
    // A missing file is no page: a script that is gone must not come as one.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) && !is_opened_by_hand(parts) {
        return ApiError::not_found().into_response();
    }
    let page_request = PageRequest::read(app, calls, parts).await;
    let published = app.content.now();
    let index = app.catalogue.index();
    let has_sport = !content::sport_hosts(app, &published).is_empty();
    let (jackpots, bonuses, tournaments) =
        (app.jackpots.now(), bonuses_with_pages(app), app.tournaments.now());
    // A page that somebody may open is served: for whom it is open, the site decides.
    let features = app.flags.reachable(&published.settings.project.features, page_request.brand_id());
    let known = AddressSources {
        addresses: &app.site.addresses,
        index: &index,
        texts: &published.pages,
        bonuses: &bonuses,
        jackpots: &jackpots,
        tournaments: &tournaments,
        closed: published.settings.closed_pages(&features, false, has_sport),
        audience: page_request.audience(),
        page_size: usize::try_from(app.config.games_page_size).unwrap_or(usize::MAX),
    };
    let mut address = pages::resolve(&page_request.path, known);
    if matches!(address, Address::Closed(_)) && page_request.is_by_tester().await {
        address = pages::resolve(
            &page_request.path,
            AddressSources { closed: published.settings.closed_pages(&features, true, has_sport), ..known },
        );
    }
    if let Address::Page(Page { subject: Subject::Competition(competition), .. }) = &address {
        match competition.exists(app, &page_request).await {
            Ok(true) => {}
            Ok(false) => address = Address::Unknown,
            Err(error) => return ApiError::from(error).into_response(),
        }
    }
    let (status, page) = match address {
        Address::Moved(to) => return page_request.moved(&to),
        Address::Closed(instead) => return page_request.closed(&instead),
        Address::Page(page) => (StatusCode::OK, page),
        Address::Unknown => {
            (StatusCode::NOT_FOUND, Page { subject: Subject::Named("notfound.title"), canonical: None })
        }
    };
    let text = page_request.text(&page.subject);
    let bootstrap = page_request.bootstrap(&page).await;
    let head = page_request.head(&page, text.as_ref(), &bootstrap).await;
    let prerender = page_request.prerender(&page, text, &bootstrap);
    let html = shell.render(
        &page_request.locale,
        &head,
        &prerender,
        &page_request.not_loaded(),
        &page_request.boot(&bootstrap),
    );
    // The page is the visitor's own, so no cache in between keeps it. A player's is not kept by the browser either: it
    // holds the profile, which must be gone from a shared device after signing out.
    let kept = if page_request.brings_session() { "no-store" } else { "private, no-cache" };
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_LANGUAGE, page_request.locale.as_str()),
        (CACHE_CONTROL, kept),
    ];
    (status, headers, compress::answer(html, &parts.headers)).into_response()
}

/// Whether a person looks at the answer: what a page asks for by itself does not ask for pages.
fn is_opened_by_hand(parts: &Parts) -> bool {
    let accepted = parts.headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_the_site_has_every_file_that_its_address_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a-768.webp", "a-1280.webp"] {
            std::fs::write(folder.path().join(name), "picture").unwrap();
        }
        let site = Site { files: Files::load(folder.path()).unwrap(), ..Site::default() };
        for (picture, missing) in [
            ("/a-768.webp", None),
            ("/a-{width}.webp", Some("/a-1920.webp")),
            ("/b.webp", Some("/b.webp")),
            ("/media/b-{width}.webp", None),
            ("https://elsewhere.example/b.webp", None),
        ] {
            assert_eq!(site.missing_file(picture).as_deref(), missing, "{picture}");
        }
    }
}
