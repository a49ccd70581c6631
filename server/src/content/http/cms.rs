//! Pages of text, snippets, files and addresses of help.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page_context::PageContext;
use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::content::help::{self, HelpAddressView};
use crate::content::pages::{Category, Page, Reader, Text};
use crate::content::values;
use crate::platform::body::Json;
use crate::platform::cached::{KeptBy, answer};
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::{Path, Query};
use crate::player::{self, licence_of};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_pages))
        .routes(routes!(show_page))
        .routes(routes!(list_snippets))
        .routes(routes!(list_files))
        .routes(routes!(list_help))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// The language; an unknown or missing one is the default.
    l: Option<String>,
}

/// A page of text.
#[derive(Debug, Serialize, ToSchema)]
struct PageView {
    id: i64,
    /// Its address on the site, with a slash first.
    path: String,
    title: String,
    /// Clean HTML; null in lists.
    content: Option<String>,
    categories: Vec<Category>,
    blocks: Blocks,
    /// Another address that a link to the page leads to; null for its own.
    url: Option<String>,
    /// A route of the site that a link to the page leads to; null for its own.
    #[serde(rename = "routeName")]
    route_name: Option<String>,
    /// Whether no menu links to it.
    hidden: bool,
}

/// The parts of a page.
#[derive(Debug, Serialize, ToSchema)]
struct Blocks {
    title: String,
    description: String,
    keywords: String,
    /// Data for widgets, as JSON: `news`, `awards` or `points`; null when the page has none. Lists bring that
    /// of news only. The `image` of news may name `{width}` (768, 1280 or 1920) and `{format}` (`avif` or `webp`)
    /// where its files do.
    json: Option<String>,
    /// Clean HTML; null in lists.
    #[serde(rename = "content-main")]
    content_main: Option<String>,
}

impl PageView {
    fn new(page: &Page, path: String, text: Text, reader: Reader<'_>, whole: bool) -> Self {
        let content = whole.then(|| String::from(text.html));
        let widget = page.widget.as_ref().filter(|widget| whole || widget.in_lists);
        Self {
            id: page.id,
            path,
            title: text.title.clone(),
            content: content.clone(),
            categories: page.categories.clone(),
            blocks: Blocks {
                title: text.title,
                description: text.description,
                keywords: text.keywords,
                json: widget.and_then(|widget| widget.json(reader.locale)).map(str::to_owned),
                content_main: content,
            },
            url: page.url.clone(),
            route_name: page.route_name.clone(),
            hidden: page.is_hidden_from(reader.licence),
        }
    }
}

/// Read which pages of text there are
#[utoipa::path(get, path = "/api/cms/pages", tag = "content", params(InLanguage),
    responses((status = 200, body = [PageView])))]
async fn list_pages(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    page_context: PageContext,
    Query(image_query): Query<InLanguage>,
) -> ApiResult<Json<Vec<PageView>>> {
    let licence = licence_of(&app, &visitor, &caller).await?;
    let locale = image_query.l.unwrap_or_default();
    let reader = Reader { country: visitor.country(), licence: &licence.code, locale: &locale };
    let published = app.content.now();
    let values = values(page_context.brand(&app, &published)?, licence);
    let view = |page: &Page| {
        let text = page.text(reader)?.filled(&values);
        Some(PageView::new(page, format!("/{}", page.slug), text, reader, false))
    };
    Ok(Json(published.pages.all().iter().filter_map(view).collect()))
}

/// Read a page of text
///
/// By its path, which may end with a country or a licence to read what is written for those; or by its number.
#[utoipa::path(get, path = "/api/cms/pages/{*path}", tag = "content",
    params(("path" = String, Path, description = "Path or number"), InLanguage),
    responses((status = 200, body = PageView), (status = 404, body = ErrorBody)))]
async fn show_page(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    page_context: PageContext,
    Path(path): Path<String>,
    Query(image_query): Query<InLanguage>,
) -> ApiResult<Json<PageView>> {
    let licence = licence_of(&app, &visitor, &caller).await?;
    let locale = image_query.l.unwrap_or_default();
    let published = app.content.now();
    let (page, kind) = published.pages.at(&path).ok_or_else(ApiError::not_found)?;
    let reader = Reader { country: visitor.country(), licence: &licence.code, locale: &locale };
    let text = match kind {
        Some(kind) => page.variant(kind, &locale),
        None => page.text(reader),
    };
    let values = values(page_context.brand(&app, &published)?, licence);
    let text = text.ok_or_else(ApiError::not_found)?.filled(&values);
    let address = kind.map_or_else(|| format!("/{}", page.slug), |kind| format!("/{}/{kind}", page.slug));
    Ok(Json(PageView::new(page, address, text, reader, true)))
}

/// A small text that widgets place.
#[derive(Debug, Serialize, ToSchema)]
struct SnippetView {
    /// Its name.
    id: String,
    /// Clean HTML.
    content: String,
    /// The places that show it.
    categories: Vec<String>,
}

/// Read the small texts of the site
#[utoipa::path(get, path = "/api/cms/snippets", tag = "content", params(InLanguage),
    responses((status = 200, body = [SnippetView]), (status = 304)))]
async fn list_snippets(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    page_context: PageContext,
    Query(image_query): Query<InLanguage>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let licence = licence_of(&app, &visitor, &caller).await?;
    let locale = image_query.l.unwrap_or_default();
    let reader = Reader { country: visitor.country(), licence: &licence.code, locale: &locale };
    let published = app.content.now();
    let values = values(page_context.brand(&app, &published)?, licence);
    let snippets = published.snippets.iter().filter_map(|snippet| {
        let content = values.fill_html(snippet.text(reader)?).into();
        Some(SnippetView { id: snippet.id.clone(), content, categories: snippet.categories.clone() })
    });
    // They differ by country and licence.
    answer(&headers, KeptBy::Visitor, &snippets.collect::<Vec<_>>())
}

/// A file to take along.
#[derive(Debug, Serialize, ToSchema)]
struct FileView {
    /// Its name.
    id: String,
    /// What it is.
    title: String,
    /// Its edition.
    version: String,
    /// Its address.
    url: String,
    /// The pages that list it.
    categories: Vec<String>,
}

/// Read which files there are to take along
#[utoipa::path(get, path = "/api/cms/files", tag = "content", params(InLanguage),
    responses((status = 200, body = [FileView]), (status = 304)))]
async fn list_files(
    State(app): State<Arc<App>>,
    Query(image_query): Query<InLanguage>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let locale = image_query.l.unwrap_or_default();
    let published = app.content.now();
    let files = published.files.iter().map(|file| FileView {
        id: file.id.clone(),
        title: file.title.in_locale(&locale).to_owned(),
        version: file.version.clone(),
        url: format!("/media/{}", file.path.in_locale(&locale)),
        categories: file.categories.clone(),
    });
    answer(&headers, KeptBy::All, &files.collect::<Vec<_>>())
}

/// Read where people who gamble too much find help
///
/// The services of the player's country, of a guest the country that the call comes from; then those for everybody.
#[utoipa::path(get, path = "/api/cms/help", tag = "content",
    responses((status = 200, body = [HelpAddressView]), (status = 304)))]
async fn list_help(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let home = match caller.player() {
        Some(caller) => Some(player::get(&app, caller.id).await?.country),
        None => visitor.country().map(str::to_owned),
    };
    let published = app.content.now();
    answer(&headers, KeptBy::Visitor, &help::for_country(&published.help, home.as_deref()))
}
