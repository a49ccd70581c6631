//! Collections of the catalogue: their order, which games stand first in each, and what follows them.
//!
//! They are entries of `collections.toml`, a document of the content: saving them saves a draft of the document. The API
//! calls them lists too, and a game that can stand in one a title.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::catalogue_drafts::{CatalogueDraft, Desk, GAMES, LISTS, refused};
use crate::app::App;
use crate::catalogue::{self, Contents, Family, Follow, WrittenCollection, WrittenCollections, WrittenGames};
use crate::content;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::staff::StaffCaller;
use crate::staff::needs::{ContentEdit, ContentRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(catalogue_collections, save_collections))
        .routes(routes!(arrange_collections))
}

/// A list, every field of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CollectionForm {
    /// The last part of its page's address.
    id: String,
    /// Shown name where the site has none of its own.
    title: String,
    family: Family,
    /// Whether menus offer it.
    in_menus: bool,
    /// What follows the games that stand first.
    follow: Follow,
    /// Identifiers of the games that stand first, in this order.
    games: Vec<String>,
}

impl From<WrittenCollection> for CollectionForm {
    fn from(written: WrittenCollection) -> Self {
        let WrittenCollection { id, title, family, in_menus, follow, games } = written;
        Self { id, title, family, in_menus, follow, games }
    }
}

impl From<CollectionForm> for WrittenCollection {
    fn from(form: CollectionForm) -> Self {
        let CollectionForm { id, title, family, in_menus, follow, games } = form;
        Self { id, title, family, in_menus, follow, games }
    }
}

/// A title that can stand in a list.
#[derive(Debug, Serialize, ToSchema)]
struct ListedTitle {
    identifier: String,
    title: String,
}

/// The lists as they are being written.
#[derive(Debug, Serialize, ToSchema)]
struct CollectionsView {
    /// In the order of the menu.
    collections: Vec<CollectionForm>,
    /// The titles that a list may begin with.
    titles: Vec<ListedTitle>,
    draft: CatalogueDraft,
}

/// Read the lists of the catalogue
#[utoipa::path(get, path = "/api/catalogue/collections", tag = "catalogue", responses(
    (status = 200, body = CollectionsView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn catalogue_collections(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentRead>,
) -> ApiResult<Json<CollectionsView>> {
    view(&app, caller.member.id).await
}

async fn view(app: &App, member: Uuid) -> ApiResult<Json<CollectionsView>> {
    let desk = Desk::open(app, LISTS, member).await?;
    let (written, unreadable) = desk.drafted(WrittenCollections::parse)?;
    // The published games are offered when the draft of the games cannot be read; `arrange_collections` tells the fault.
    let (games, _) = Desk::open(app, GAMES, member).await?.drafted(WrittenGames::parse)?;
    let listed =
        |game: catalogue::WrittenGame| ListedTitle { identifier: game.identifier, title: game.title };
    Ok(Json(CollectionsView {
        collections: written.collection.into_iter().map(CollectionForm::from).collect(),
        titles: games.game.into_iter().map(listed).collect(),
        draft: desk.draft(unreadable),
    }))
}

/// How many games of a collection are shown before it is published.
const PREVIEW_GAMES_MAX: usize = 24;

#[derive(Deserialize, ToSchema)]
struct ArrangeBody {
    /// In the order of the menu.
    collections: Vec<CollectionForm>,
}

/// A list as it would come out.
#[derive(Debug, Serialize, ToSchema)]
struct ArrangedList {
    id: String,
    /// The first games that are on the site.
    games: Vec<ListedTitle>,
    /// How many there are.
    total: usize,
}

/// What lists would come to.
#[derive(Debug, Serialize, ToSchema)]
struct Arrangement {
    /// In the order of the menu; empty where they cannot be read.
    lists: Vec<ArrangedList>,
    /// Why they cannot be.
    fault: Option<String>,
}

/// Show what lists would come to
///
/// With the games of the draft and what partners have delivered. Lists that fill themselves are shown without what they follow.
#[utoipa::path(post, path = "/api/catalogue/arrange", tag = "catalogue", request_body = ArrangeBody, responses(
    (status = 200, body = Arrangement),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn arrange_collections(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentRead>,
    Json(body): Json<ArrangeBody>,
) -> ApiResult<Json<Arrangement>> {
    let collection = body.collections.into_iter().map(WrittenCollection::from).collect();
    let collections =
        WrittenCollections { collection }.text("").map_err(|error| ApiError::internal(&error))?;
    let games = Desk::open(&app, GAMES, caller.member.id).await?.text().to_owned();
    let delivered = catalogue::delivered(&app.db).await?;
    let edition = app.editions.now();
    let work = tokio::task::spawn_blocking(move || {
        let contents = content::drafted(edition.folder(), collections, games)?;
        Ok::<_, catalogue::ContentError>(preview(&contents.with(delivered)))
    });
    let answer = match work.await.map_err(|error| ApiError::internal(&error))? {
        Ok(lists) => Arrangement { lists, fault: None },
        Err(error) => Arrangement { lists: Vec::new(), fault: Some(error.to_string()) },
    };
    Ok(Json(answer))
}

/// The first games of each collection. `bonus-wagering` and `jackpot` are shown without the games that the server adds.
fn preview(contents: &Contents) -> Vec<ArrangedList> {
    let first_games = |id: &String| {
        let mut members: Vec<(u32, &catalogue::Game)> = contents
            .games
            .iter()
            .filter(|listing| listing.enabled)
            .filter_map(|listing| Some((*listing.game.collections.get(id)?, &listing.game)))
            .collect();
        members.sort_unstable_by_key(|(position, _)| *position);
        let listed = |game: &catalogue::Game| ListedTitle {
            identifier: game.identifier.clone(),
            title: game.title.clone(),
        };
        let games = members.iter().take(PREVIEW_GAMES_MAX).map(|(_, game)| listed(game)).collect();
        ArrangedList { id: id.clone(), games, total: members.len() }
    };
    contents.collections.iter().map(|collection| first_games(&collection.id)).collect()
}

#[derive(Deserialize, ToSchema)]
struct SaveCollectionsBody {
    /// The version in force that its writer has seen; 0 is the folder's.
    base: i64,
    /// The revision of the draft that its writer has seen; 0 begins one.
    revision: i64,
    /// In the order of the menu.
    collections: Vec<CollectionForm>,
}

/// Save the lists of the catalogue as a draft
#[utoipa::path(post, path = "/api/catalogue/collections", tag = "catalogue", request_body = SaveCollectionsBody, responses(
    (status = 200, body = CollectionsView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 409, description = "content_changed: somebody has saved or published meanwhile; content_scheduled: it waits for \
        its time; content_unreadable: the text of the draft has to be mended first", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save_collections(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentEdit>,
    Json(body): Json<SaveCollectionsBody>,
) -> ApiResult<Json<CollectionsView>> {
    let SaveCollectionsBody { base, revision, collections } = body;
    let collection: Vec<_> = collections.into_iter().map(WrittenCollection::from).collect();
    refused(collection.iter().flat_map(WrittenCollection::faults).collect())?;
    let desk = Desk::open(&app, LISTS, caller.member.id).await?;
    desk.readable(WrittenCollections::parse)?;
    let written = WrittenCollections { collection };
    let text = written.text(desk.text()).map_err(|error| ApiError::internal(&error))?;
    desk.save(&app, (base, revision), &text, &caller.actor()).await?;
    view(&app, caller.member.id).await
}
