//! The calls of tables: for everybody to look on, and for the game client to play.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::bet_store;
use super::betting;
use super::felt_view::RoadView;
use super::store;
use super::view::{BetAnswer, BetRequest, OwnBets, PastRoundView, TableProof, TableRoundView, TableView};
use super::{Table, closure_store, leading, watching};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::play::http::idempotency_key;
use crate::play::sessions::{InSession, Playing, Session, SessionPlayer};

/// Rounds of the past that a table shows.
const PAST: i64 = 60;

/// The calls of tables.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(show_table))
        .routes(routes!(table_proof))
        .routes(routes!(own_bets))
        .routes(routes!(place_bet))
        .routes(routes!(cash_out))
}

/// A table as it stands
#[utoipa::path(get, path = "/api/tables/{provider}/{slug}", tag = "tables",
    params(("provider" = String, Path), ("slug" = String, Path)),
    responses((status = 200, body = TableView), (status = 404, body = ErrorBody)))]
async fn show_table(
    State(app): State<Arc<App>>,
    Path((provider, slug)): Path<(String, String)>,
) -> ApiResult<Json<TableView>> {
    let identifier = format!("{provider}/{slug}");
    app.catalogue.game_by_identifier(&identifier).ok_or_else(ApiError::not_found)?;
    let table = app.games.game(&identifier).and_then(Table::of).ok_or_else(ApiError::not_found)?;
    app.tables.note_asked(&identifier, app.clock.now());
    let newest = store::newest(&app.db, table.identifier()).await?;
    let (mut round, mut bets) = (None, None);
    if let Some(newest) = &newest {
        round = Some(TableRoundView::of(newest, &leading::shown_cards(&app, &table, newest).await?));
        bets = Some(watching::bets_of(&app, &table, newest).await?);
    }
    let past = store::past(&app.db, table.identifier(), PAST).await?;
    let closure = closure_store::of(&app.db, &identifier).await?;
    Ok(Json(TableView {
        game: identifier,
        past: past.iter().filter_map(PastRoundView::of).collect(),
        road: past.iter().filter_map(RoadView::of).collect(),
        round,
        bets,
        closed: closure.map(|closure| closure.told),
        now: rfc3339(app.clock.now()),
    }))
}

/// All that is needed to work out the point or the cards of a round again
#[utoipa::path(get, path = "/api/tables/rounds/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableProof), (status = 404, body = ErrorBody)))]
async fn table_proof(State(app): State<Arc<App>>, Path(id): Path<String>) -> ApiResult<Json<TableProof>> {
    let id = id.parse().map_err(|_| ApiError::not_found())?;
    Ok(Json(proof(&app, id).await?))
}

/// All that is needed to work out the point or the cards of the round numbered `id` again; 404 where there is none.
pub async fn proof(app: &App, id: i64) -> ApiResult<TableProof> {
    let round = store::by_id(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let game = app.games.find(&app.db, &round.game, round.definition.parse().ok()).await?;
    let game = game.ok_or_else(ApiError::not_found)?;
    let chain = store::chain(&app.db, &round.game, round.chain).await?.ok_or_else(ApiError::not_found)?;
    // Who knew the seeds of a round that still takes bets could choose his own by them.
    let client_seeds = match &round.started {
        Some(_) => bet_store::first_seeds(&app.db, round.id, bet_store::mixed_seeds()).await?,
        None => Vec::new(),
    };
    Ok(TableProof::of(&round, &game, chain, client_seeds))
}

/// The player's bets on the newest round
#[utoipa::path(get, path = "/api/play/table/bets", tag = "tables",
    responses((status = 200, body = OwnBets), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn own_bets(State(app): State<Arc<App>>, InSession(session): InSession) -> ApiResult<Json<OwnBets>> {
    Ok(Json(betting::own(&app, &session, player_of(&session)?).await?))
}

/// Places a bet on the round that takes bets
#[utoipa::path(post, path = "/api/play/table/bets", tag = "tables", request_body = BetRequest,
    params(("idempotency-key" = String, Header)),
    responses((status = 201, body = BetAnswer), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "betting_closed, bets_max, place_full or bonus_active, among others", body = ErrorBody),
        (status = 422, body = FieldErrorsBody),
        (status = 429, description = "round_too_early: the licence names a least time from one round to the next",
            body = ErrorBody)))]
async fn place_bet(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Playing { session, fresh }: Playing,
    headers: HeaderMap,
    Json(request): Json<BetRequest>,
) -> ApiResult<(StatusCode, Json<BetAnswer>)> {
    let key = idempotency_key(&headers)?;
    if !fresh {
        return Err(ApiError::reauth_required());
    }
    let player = player_of(&session)?;
    let answer = betting::place(&app, &session, player, &visitor, request, key).await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Cashes a bet out at the multiplier of the moment in which the call arrives
#[utoipa::path(post, path = "/api/play/table/bets/{id}/cashout", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = BetAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "cashout_too_early or cashout_too_late", body = ErrorBody)))]
async fn cash_out(
    State(app): State<Arc<App>>,
    Playing { session, .. }: Playing,
    Path(id): Path<String>,
) -> ApiResult<Json<BetAnswer>> {
    Ok(Json(betting::cash_out(&app, &session, player_of(&session)?, &id).await?))
}

/// The player of a session; there is none in a demo, and shared rounds have none.
fn player_of(session: &Session) -> ApiResult<&SessionPlayer> {
    session.player.as_ref().ok_or_else(ApiError::not_found)
}
