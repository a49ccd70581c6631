//! The calls of bonuses and free spins.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use croupier_ledger::PlayerId;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::additional::{self, AdditionalGiftView};
use super::cashback::{self, CashbackView};
use super::coupons::Area;
use super::levels::{self, LevelGiftView};
use super::view::{
    BonusView, CouponAnswer, DepositOffer, DisabledBonuses, FreespinsView, GiftLook, PublicOffer,
    RegistrationOffer,
};
use super::{coupons, freebet_http, freespins, gifts, on_offer, order_http, settings};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::cached::{self, KeptBy};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::player;

/// The calls whose answers are kept by their idempotency keys.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(activate_bonus))
        .routes(routes!(cancel_bonus))
        .routes(routes!(activate_freespins))
        .routes(routes!(cancel_freespins))
        .routes(routes!(redeem_coupon))
        .routes(routes!(set_bonus_code))
        .routes(routes!(clear_bonus_code))
        .routes(routes!(update_bonus_settings))
        .merge(freebet_http::keyed_routes())
        .merge(order_http::keyed_routes())
}

/// The calls that change nothing.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(bonuses))
        .routes(routes!(freespins_of_player))
        .routes(routes!(deposit_offers))
        .routes(routes!(registration_offers))
        .routes(routes!(public_offers))
        .routes(routes!(disabled_bonuses))
        .routes(routes!(gift_looks))
        .routes(routes!(level_gifts))
        .routes(routes!(running_cashback))
        .routes(routes!(additional_gifts))
        .merge(freebet_http::routes())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct InLanguage {
    /// The language; an unknown one is the default, without one it is the player's.
    l: Option<String>,
}

impl InLanguage {
    pub(super) async fn of(self, app: &App, player: i64) -> ApiResult<String> {
        match self.l {
            Some(locale) => Ok(locale),
            None => Ok(player::get(app, player).await?.locale),
        }
    }
}

/// An id in an address; anything else leads nowhere.
pub(super) fn id_of(text: &str) -> ApiResult<i64> {
    text.parse().map_err(|_| ApiError::not_found())
}

/// Read the player's bonuses
///
/// The newest first, a hundred at most. One that can no longer be activated because its group is hidden is left out.
#[utoipa::path(get, path = "/api/player/bonuses", tag = "bonuses", params(InLanguage), responses(
    (status = 200, body = [BonusView]),
    (status = 401, body = ErrorBody),
))]
async fn bonuses(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<BonusView>>> {
    let locale = requested.of(&app, caller.id).await?;
    Ok(Json(gifts::list(&app, caller.id, &locale).await?))
}

/// Activate a bonus
///
/// It becomes the active one, or waits for the end of the one that is. Money and points are paid at once.
#[utoipa::path(post, path = "/api/player/bonuses/{id}/activation", tag = "bonuses", params(("id" = String, Path)),
    responses(
        (status = 200, body = BonusView),
        (status = 401, body = ErrorBody),
        (status = 403, description = "the player is stopped", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 422, description = "bonus_not_activatable", body = FieldErrorsBody),
    ))]
async fn activate_bonus(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<BonusView>> {
    Ok(Json(gifts::activate(&app, caller.id, id_of(&id)?).await?))
}

/// Cancel a bonus
///
/// Its bonus money goes back; money stays. Refused while a round of the wallet is open, whose winnings would be lost, for an
/// hour at most where it is a partner's.
#[utoipa::path(delete, path = "/api/player/bonuses/{id}", tag = "bonuses", params(("id" = String, Path)),
    responses(
        (status = 200, body = BonusView),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "round_conflict: a round is open", body = ErrorBody),
        (status = 422, description = "bonus_has_ended", body = FieldErrorsBody),
    ))]
async fn cancel_bonus(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<BonusView>> {
    Ok(Json(gifts::cancel(&app, caller.id, id_of(&id)?).await?))
}

/// Read the player's free spins
///
/// The newest first, a hundred at most.
#[utoipa::path(get, path = "/api/player/freespins", tag = "bonuses", params(InLanguage), responses(
    (status = 200, body = [FreespinsView]),
    (status = 401, body = ErrorBody),
))]
async fn freespins_of_player(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<FreespinsView>>> {
    let locale = requested.of(&app, caller.id).await?;
    Ok(Json(freespins::list(&app, caller.id, &locale).await?))
}

/// Activate free spins
///
/// From then on they are played with `POST /api/play/rounds`, which names them.
#[utoipa::path(post, path = "/api/player/freespins/{id}/activation", tag = "bonuses", params(("id" = String, Path)),
    responses(
        (status = 200, body = FreespinsView),
        (status = 401, body = ErrorBody),
        (status = 403, description = "the player is stopped", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 422, description = "bonus_not_activatable", body = FieldErrorsBody),
    ))]
async fn activate_freespins(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<FreespinsView>> {
    Ok(Json(freespins::activate(&app, caller.id, id_of(&id)?).await?))
}

/// Cancel free spins
///
/// Those that are left are gone; what was won stays and is paid as the terms say.
#[utoipa::path(delete, path = "/api/player/freespins/{id}", tag = "bonuses", params(("id" = String, Path)),
    responses(
        (status = 200, body = FreespinsView),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 422, description = "bonus_has_ended", body = FieldErrorsBody),
    ))]
async fn cancel_freespins(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<FreespinsView>> {
    Ok(Json(freespins::cancel(&app, caller.id, id_of(&id)?).await?))
}

/// Read the deposit bonuses on offer
///
/// Of a player those that the next deposit can bring; none while the player wants no bonuses.
#[utoipa::path(get, path = "/api/bonuses/deposit", tag = "bonuses", params(InLanguage), responses(
    (status = 200, body = [DepositOffer]),
))]
async fn deposit_offers(
    State(app): State<Arc<App>>,
    caller: Caller,
    visitor: Visitor,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<DepositOffer>>> {
    Ok(Json(on_offer::deposit(&app, (player_of(&caller), &visitor), requested.l).await?))
}

/// The player who calls, if any.
fn player_of(caller: &Caller) -> Option<PlayerId> {
    match caller {
        Caller::Player(player) => Some(player.id),
        Caller::Guest | Caller::Ended => None,
    }
}

/// Read the bonuses that have a page
///
/// Those of deposits and of new players, whether the caller can get them or not; without those that are for others.
#[utoipa::path(get, path = "/api/bonuses/offers", tag = "bonuses", params(InLanguage), responses(
    (status = 200, body = [PublicOffer]),
))]
async fn public_offers(
    State(app): State<Arc<App>>,
    caller: Caller,
    visitor: Visitor,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<PublicOffer>>> {
    Ok(Json(on_offer::public(&app, (player_of(&caller), &visitor), requested.l).await?))
}

/// Read the gifts for new players
///
/// They are issued when the address is confirmed.
#[utoipa::path(get, path = "/api/bonuses/registration", tag = "bonuses", params(InLanguage), responses(
    (status = 200, body = [RegistrationOffer]),
))]
async fn registration_offers(
    State(app): State<Arc<App>>,
    caller: Caller,
    visitor: Visitor,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<RegistrationOffer>>> {
    Ok(Json(on_offer::registration(&app, (player_of(&caller), &visitor), requested.l).await?))
}

/// A coupon as it was typed.
#[derive(Debug, Deserialize, ToSchema)]
struct CouponBody {
    /// 1 to 64 characters; spaces around it do not count.
    coupon_code: String,
}

/// Redeem a coupon
///
/// `status` tells what became of it. Five wrong codes in ten minutes are the most.
#[utoipa::path(post, path = "/api/bonuses/coupon", tag = "bonuses", request_body = CouponBody, responses(
    (status = 200, body = CouponAnswer),
    (status = 401, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn redeem_coupon(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Json(body): Json<CouponBody>,
) -> ApiResult<Json<CouponAnswer>> {
    Ok(Json(
        coupons::redeem(&app, caller.id, &visitor, "coupon_code", &body.coupon_code, Area::Casino).await?,
    ))
}

/// The code of a deposit bonus.
#[derive(Debug, Deserialize, ToSchema)]
struct BonusCodeBody {
    /// As an offer or a promo code names it.
    deposit_bonus_code: String,
}

/// Choose the bonus of the next deposit
#[utoipa::path(patch, path = "/api/player/set_bonus_code", tag = "bonuses", request_body = BonusCodeBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 422, description = "there is no such bonus for this player", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn set_bonus_code(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Json(body): Json<BonusCodeBody>,
) -> ApiResult<StatusCode> {
    settings::choose(&app, caller.id, &visitor, &body.deposit_bonus_code).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Choose no bonus for the next deposit
#[utoipa::path(delete, path = "/api/player/clear_bonus_code", tag = "bonuses", responses(
    (status = 204),
    (status = 401, body = ErrorBody),
))]
async fn clear_bonus_code(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<StatusCode> {
    settings::clear_choice(&app, caller.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether the player wants bonuses.
#[derive(Debug, Deserialize, ToSchema)]
struct BonusSettingsBody {
    /// False when none are to be issued.
    can_issue: bool,
}

/// Switch bonuses on or off
///
/// While they are off none is issued with a deposit; those that were issued stay.
#[utoipa::path(patch, path = "/api/player/update_bonus_settings", tag = "bonuses", request_body = BonusSettingsBody,
    responses((status = 204), (status = 401, body = ErrorBody), (status = 422, body = FieldErrorsBody)))]
async fn update_bonus_settings(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<BonusSettingsBody>,
) -> ApiResult<StatusCode> {
    settings::switch(&app, caller.id, body.can_issue).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Groups of bonuses that are hidden
#[utoipa::path(get, path = "/api/fe/config/disabled-bonuses", tag = "config", responses(
    (status = 200, body = DisabledBonuses),
))]
async fn disabled_bonuses(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    let group_keys = app.bonuses.offers().disabled_groups.iter().cloned().collect();
    cached::answer(&headers, KeptBy::All, &DisabledBonuses { group_keys })
}

/// How gifts look, by the key of their group
#[utoipa::path(get, path = "/api/fe/config/modify-gifts-config", tag = "config", responses(
    (status = 200, body = BTreeMap<String, GiftLook>),
))]
async fn gift_looks(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    cached::answer(&headers, KeptBy::All, &app.bonuses.offers().looks)
}

/// Read what the loyalty levels bring
///
/// From the lowest level up; levels without a gift are left out. Without a language the texts are in the player's.
#[utoipa::path(get, path = "/api/player/level_gifts", tag = "loyalty", params(InLanguage), responses(
    (status = 200, body = [LevelGiftView]),
    (status = 401, body = ErrorBody),
))]
async fn level_gifts(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<LevelGiftView>>> {
    let locale = requested.of(&app, caller.id).await?;
    Ok(Json(levels::list(&app, caller.id, &locale).await?))
}

/// Read the cashback of the running periods
///
/// In the currency of the active wallet; empty while the player wants no bonuses. What is lost until a period ends brings a gift
/// within minutes of that.
#[utoipa::path(get, path = "/api/player/cashback", tag = "bonuses", params(InLanguage), responses(
    (status = 200, body = [CashbackView]),
    (status = 401, body = ErrorBody),
))]
async fn running_cashback(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<CashbackView>>> {
    let locale = requested.of(&app, caller.id).await?;
    Ok(Json(cashback::running(&app, caller.id, &locale).await?))
}

/// Gifts beside the deposit bonuses
///
/// Those that this player is shown; empty for guests, with a code set, and while bonuses are switched off.
#[utoipa::path(get, path = "/api/fe/config/additional-gifts", tag = "config", params(InLanguage), responses(
    (status = 200, body = [AdditionalGiftView]),
))]
async fn additional_gifts(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(requested): Query<InLanguage>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let player = caller.player().map(|player| player.id);
    let gifts = additional::shown_to(&app, player, requested.l).await?;
    cached::answer(&headers, KeptBy::VisitorWhoAsks, &gifts)
}
