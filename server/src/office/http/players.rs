//! Players: finding one, the page of one, personal data, and stops.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{PaymentRow, PlayerBrief, ReasonBody, StopName, StopView, SumsView};
use crate::app::App;
use crate::body::Json;
use crate::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::limits::UserLimit;
use crate::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{PlayersPersonal, PlayersRead, PlayersStop};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(players))
        .routes(routes!(player))
        .routes(routes!(reveal))
        .routes(routes!(stop))
        .routes(routes!(lift))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PlayersQuery {
    /// A number, the beginning of an e-mail address, a name or a phone number; everybody when absent.
    query: Option<String>,
    /// The `next` of the page before.
    after: Option<i64>,
}

/// A player in the list, personal data masked.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerRow {
    #[serde(flatten)]
    player: PlayerBrief,
    /// Masked, as `+49***12`; null while the player has told none.
    mobile_phone: Option<String>,
    /// Of the active wallet.
    currency: String,
    registered_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerList {
    /// The newest players first.
    players: Vec<PlayerRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<i64>,
}

/// Find players
#[utoipa::path(get, path = "/api/players", tag = "players", params(PlayersQuery), responses(
    (status = 200, body = PlayerList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn players(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PlayersRead>,
    Query(_query): Query<PlayersQuery>,
) -> ApiResult<Json<PlayerList>> {
    Err(ApiError::not_found())
}

/// A wallet. Amounts in subunits.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OfficeWallet)]
struct WalletView {
    currency: String,
    /// Money to play with or to withdraw.
    cash_cents: i64,
    /// Money of withdrawals under way.
    held_cents: i64,
    /// Money of the active bonus.
    bonus_cents: i64,
}

/// A group or level of a player.
#[derive(Debug, Serialize, ToSchema)]
struct GroupView {
    /// `group_{number}`, or `level_{number}` for the level that the player has reached.
    id: String,
    /// What it is called, when the house has a name for it.
    name: Option<String>,
}

/// A player with everything that staff looks at first, personal data masked.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerPage {
    #[serde(flatten)]
    player: PlayerRow,
    nickname: Option<String>,
    /// Whether the e-mail address is confirmed.
    confirmed: bool,
    locale: String,
    /// The code of the licence.
    licence: String,
    last_sign_in_at: Option<String>,
    /// How many sessions are open.
    sessions_count: i64,
    two_factor_enabled: bool,
    /// When staff made sure who the player is.
    verified_at: Option<String>,
    groups: Vec<GroupView>,
    wallets: Vec<WalletView>,
    sums: Vec<SumsView>,
    stop_rows: Vec<StopView>,
    limits: Vec<UserLimit>,
    /// The newest payments, newest first.
    payments: Vec<PaymentRow>,
}

/// Read the page of a player
#[utoipa::path(get, path = "/api/players/{id}", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn player(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PlayersRead>,
    Path(_id): Path<i64>,
) -> ApiResult<Json<PlayerPage>> {
    Err(ApiError::not_found())
}

/// The personal data of a player.
#[derive(Debug, Serialize, ToSchema)]
struct PersonalData {
    email: String,
    first_name: Option<String>,
    last_name: Option<String>,
    /// `m` or `f`.
    gender: Option<String>,
    /// `YYYY-MM-DD`.
    date_of_birth: Option<String>,
    mobile_phone: Option<String>,
    address: Option<String>,
    postal_code: Option<String>,
    city: Option<String>,
    state: Option<String>,
    /// ISO 3166-1.
    country: String,
    personal_id: Option<String>,
    profession: Option<String>,
}

/// Read the personal data of a player
///
/// The log keeps who has looked, and why.
#[utoipa::path(post, path = "/api/players/{id}/reveal", tag = "players", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = PersonalData),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn reveal(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PlayersPersonal>,
    Path(_id): Path<i64>,
    Json(_body): Json<ReasonBody>,
) -> ApiResult<Json<PersonalData>> {
    Err(ApiError::not_found())
}

#[derive(Deserialize, ToSchema)]
struct StopBody {
    reason: StopName,
    /// The end, RFC 3339; until it is lifted when absent.
    until: Option<String>,
    /// 1 to 500 characters.
    why: String,
}

/// Stop a player
///
/// Ends the player's sessions. A stop that is there already is never shortened.
#[utoipa::path(post, path = "/api/players/{id}/stops", tag = "players", params(("id" = i64, Path)),
    request_body = StopBody, responses(
    (status = 200, body = PlayerPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn stop(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PlayersStop>,
    Path(_id): Path<i64>,
    Json(_body): Json<StopBody>,
) -> ApiResult<Json<PlayerPage>> {
    Err(ApiError::not_found())
}

#[derive(Deserialize, ToSchema)]
struct LiftBody {
    /// Which stop.
    reason: StopName,
    /// 1 to 500 characters.
    why: String,
}

/// Lift a stop of a player
#[utoipa::path(post, path = "/api/players/{id}/stops/lift", tag = "players", params(("id" = i64, Path)),
    request_body = LiftBody, responses(
    (status = 200, body = PlayerPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "stop_gone: there is no such stop; own_wish: the player asked for it, and it is \
        not lifted here", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn lift(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PlayersStop>,
    Path(_id): Path<i64>,
    Json(_body): Json<LiftBody>,
) -> ApiResult<Json<PlayerPage>> {
    Err(ApiError::not_found())
}
