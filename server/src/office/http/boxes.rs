//! Lootboxes of players: seen, and issued by staff.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_ledger::PlayerId;
use croupier_money::{CURRENCIES, Currency};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{number_of, reason};
use crate::app::App;
use crate::lootbox::{self, Definition, LootboxView};
use crate::office::boxes::{self, BoxByStaff};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::{BonusesIssue, PlayersRead};

/// The language in which staff reads boxes.
const LOCALE: &str = "en";

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lootbox_kinds))
        .routes(routes!(player_lootboxes))
        .routes(routes!(issue_lootbox))
}

/// A box that staff issues.
#[derive(Debug, Serialize, ToSchema)]
struct LootboxKind {
    code: String,
    title: String,
    /// How long the player may open it.
    valid_hours: i64,
    /// Those in which every prize of it is made.
    currencies: Vec<&'static str>,
}

impl LootboxKind {
    fn of(definition: &Definition) -> Self {
        let made_in = |currency: &Currency| definition.is_in(*currency);
        Self {
            code: definition.code.clone(),
            title: definition.title.in_locale(LOCALE).to_owned(),
            valid_hours: definition.valid_ms / (60 * 60 * 1000),
            currencies: CURRENCIES.iter().copied().filter(made_in).map(Currency::code).collect(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct LootboxKinds {
    /// In the order of the file of boxes.
    kinds: Vec<LootboxKind>,
}

/// List the boxes that staff issues
#[utoipa::path(get, path = "/api/lootbox-kinds", tag = "gifts", responses(
    (status = 200, body = LootboxKinds),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn lootbox_kinds(State(app): State<Arc<App>>, _: StaffCaller<BonusesIssue>) -> Json<LootboxKinds> {
    Json(LootboxKinds { kinds: app.lootboxes.definitions().all().iter().map(LootboxKind::of).collect() })
}

/// A lootbox of a player.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerLootbox {
    id: String,
    title: String,
    /// `issued`, `activated`, `canceled` or `expired`.
    stage: &'static str,
    /// The wallet that the prize goes to.
    currency: String,
    /// How the item is called that was won; null before the box is opened.
    prize: Option<String>,
    created_at: String,
    /// Until when it can be opened.
    valid_until: String,
    /// When it was opened, taken back or over.
    finished_at: Option<String>,
    /// Why it was: `opened`, `excluded`, `closed`, `staff` or `time_over`; null before.
    ended_by: Option<&'static str>,
}

impl From<LootboxView> for PlayerLootbox {
    fn from(view: LootboxView) -> Self {
        let won = view.items.into_iter().find(|item| item.prize).map(|item| item.title);
        Self {
            id: view.id,
            title: view.title,
            stage: view.stage.name(),
            currency: view.currency,
            prize: won.or(view.prize),
            created_at: view.created_at,
            valid_until: view.valid_until,
            finished_at: view.finished_at,
            ended_by: view.ended_by,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerLootboxes {
    /// The newest 100, newest first.
    lootboxes: Vec<PlayerLootbox>,
}

/// List the lootboxes of a player
#[utoipa::path(get, path = "/api/players/{id}/lootboxes", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerLootboxes),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn player_lootboxes(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerLootboxes>> {
    known(&app, id).await?;
    of(&app, id).await
}

async fn of(app: &App, id: PlayerId) -> ApiResult<Json<PlayerLootboxes>> {
    let found = lootbox::boxes_of(&app.db, id, app.clock.now()).await;
    let found = found.map_err(|error| ApiError::internal(&error))?;
    Ok(Json(PlayerLootboxes { lootboxes: found.into_iter().map(PlayerLootbox::from).collect() }))
}

#[derive(Deserialize, ToSchema)]
struct LootboxBody {
    /// The code of a box.
    code: String,
    /// One of the player's wallets, in whose currency every prize of the box is made.
    currency: String,
    /// 1 to 500 characters.
    reason: String,
}

/// Issue a lootbox to a player
///
/// The player opens it. The same call with the same key issues once; another one with that key is refused.
#[utoipa::path(post, path = "/api/players/{id}/lootboxes", tag = "gifts", params(("id" = i64, Path)),
    request_body = LootboxBody, responses(
    (status = 201, description = "What the player has now", body = PlayerLootboxes),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "player_stopped: a stopped player gets no boxes; lootboxes_too_many: more than a player is \
        given, or a member gives, within a day; idempotency_conflict: something else was asked for under this key",
        body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn issue_lootbox(
    State(app): State<Arc<App>>,
    caller: StaffCaller<BonusesIssue>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<LootboxBody>,
) -> ApiResult<(StatusCode, Json<PlayerLootboxes>)> {
    let reason = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let refused = |field: &str| ApiError::fields(vec![Rule::NotAllowed.on(field)]);
    let definitions = app.lootboxes.definitions();
    let definition = definitions.find(&body.code).ok_or_else(|| refused("code"))?;
    let currency: Currency = body.currency.parse().map_err(|_| refused("currency"))?;
    app.wallet.get(id, currency).await?.ok_or_else(|| refused("currency"))?;
    if !definition.is_in(currency) {
        return Err(refused("currency"));
    }
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"lootbox"[..], &id.to_be_bytes()]).to_string();
    let wanted = BoxByStaff { player: id, currency, definition, reference: &reference, reason: &reason };
    boxes::issue(&app, &wanted, &caller.actor()).await?;
    Ok((StatusCode::CREATED, of(&app, id).await?))
}
