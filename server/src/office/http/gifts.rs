//! Bonuses and free spins of players: seen, given and ended.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_ledger::PlayerId;
use croupier_money::{CURRENCIES, Currency};
use croupier_promo::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{ReasonBody, number_of, reason, refused, takes_two};
use crate::app::App;
use crate::bonus::{self, BonusView, FreespinsView, GiftByStaff, Handover, Offer};
use crate::loyalty::staff as points;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::needs::{BonusesCancel, BonusesIssue, PlayersRead};
use crate::staff::{self, Permission, StaffCaller};
use crate::wallet;

/// The language in which staff reads offers.
const LOCALE: &str = "en";

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(offers))
        .routes(routes!(gifts))
        .routes(routes!(issue))
        .routes(routes!(cancel))
        .routes(routes!(hand_gift_over))
}

/// Bonuses and free spins of a player.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerGifts {
    /// The newest 100, newest first.
    bonuses: Vec<BonusView>,
    /// The newest 100, newest first.
    freespins: Vec<FreespinsView>,
    /// By id, the version of its offer that each was made by; those are left out that were made by the content folder's.
    versions: BTreeMap<String, i64>,
}

/// List the bonuses and free spins of a player
#[utoipa::path(get, path = "/api/players/{id}/gifts", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerGifts),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn gifts(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerGifts>> {
    known(&app, id).await?;
    of(&app, id).await
}

async fn of(app: &App, id: PlayerId) -> ApiResult<Json<PlayerGifts>> {
    let found = bonus::gifts_of(&app.db, &app.bonuses.offers(), id, app.clock.now()).await;
    let (bonuses, freespins) = found.map_err(|error| ApiError::internal(&error))?;
    let of_bonuses = bonuses.iter().map(|bonus| (bonus.id.clone(), bonus.offer_version));
    let of_spins = freespins.iter().map(|spins| (spins.id.clone(), spins.offer_version));
    let versions = of_bonuses.chain(of_spins).filter(|(_, version)| *version > 0).collect();
    Ok(Json(PlayerGifts { bonuses, freespins, versions }))
}

/// What an offer gives in one currency. Amounts in subunits.
#[derive(Debug, Serialize, ToSchema)]
struct GiftAmount {
    currency: String,
    /// The bonus, and the most that staff may give of it; null of free spins alone and of what is no money.
    amount_cents: Option<i64>,
    /// How many points it gives; null when none.
    points: Option<i64>,
    /// What a free spin is played at; null when there are none.
    stake_cents: Option<i64>,
}

/// An offer that staff gives.
#[derive(Debug, Serialize, ToSchema)]
struct GiftOffer {
    code: String,
    title: String,
    /// Null of free spins alone.
    #[serde(rename = "type")]
    #[schema(value_type = Option<String>)]
    kind: Option<Kind>,
    /// How many times the bonus has to be wagered.
    wager_multiple: i64,
    /// How long the player may activate it.
    activatable_hours: i64,
    /// 0 when there are none.
    freespins_total: i64,
    /// One for each currency that it is made in.
    amounts: Vec<GiftAmount>,
}

impl GiftOffer {
    fn of(offer: &Offer) -> Self {
        let stakes = offer.freespins.as_ref().map(|spins| &spins.stakes);
        let in_currency = |currency: Currency| GiftAmount {
            currency: currency.code().to_owned(),
            amount_cents: money_of(offer, currency),
            points: (offer.kind == Some(Kind::Xp))
                .then(|| offer.amounts.get(&currency))
                .flatten()
                .map(|of| of.amount),
            stake_cents: stakes.and_then(|stakes| stakes.get(&currency).copied()),
        };
        let mut currencies: Vec<Currency> =
            CURRENCIES.into_iter().filter(|of| of.is_enabled() && offer.is_in(*of)).collect();
        currencies.sort_unstable();
        Self {
            code: offer.code.clone(),
            title: offer.title.in_locale(LOCALE).to_owned(),
            kind: offer.kind,
            wager_multiple: offer.wager,
            activatable_hours: offer.activatable_hours,
            freespins_total: offer.freespins.as_ref().map_or(0, |spins| spins.count),
            amounts: currencies.into_iter().map(in_currency).collect(),
        }
    }
}

/// The money that an offer gives in a currency, and of which staff may give less.
fn money_of(offer: &Offer, currency: Currency) -> Option<i64> {
    offer.kind.filter(|kind| *kind != Kind::Xp).and(offer.amounts.get(&currency)).map(|of| of.amount)
}

#[derive(Debug, Serialize, ToSchema)]
struct GiftOffers {
    /// In the order of the file of offers.
    offers: Vec<GiftOffer>,
}

/// List the offers that staff gives
#[utoipa::path(get, path = "/api/gift-offers", tag = "gifts", responses(
    (status = 200, body = GiftOffers),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn offers(State(app): State<Arc<App>>, _: StaffCaller<BonusesIssue>) -> Json<GiftOffers> {
    let known = app.bonuses.offers();
    Json(GiftOffers { offers: bonus::staff_offers(&known, app.clock.now()).map(GiftOffer::of).collect() })
}

#[derive(Deserialize, ToSchema)]
struct GiftBody {
    /// The code of an offer that staff gives.
    offer: String,
    /// One of the player's wallets, in whose currency the offer is made.
    currency: String,
    /// Subunits, above zero and not above what the offer gives; what it gives when null. Null of free spins alone
    /// and of what is no money.
    amount_cents: Option<i64>,
    /// 1 to 500 characters.
    reason: String,
}

/// Give a player a gift
///
/// The player activates it. The same call with the same key gives once; another one with that key is refused.
#[utoipa::path(post, path = "/api/players/{id}/gifts", tag = "gifts", params(("id" = i64, Path)),
    request_body = GiftBody, responses(
    (status = 201, description = "What the player has now", body = PlayerGifts),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "player_stopped: a stopped player gets no gifts; gift_too_large: it is worth more than \
        one member gives, or than may be given within a day; \
        idempotency_conflict: something else was asked for under this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn issue(
    State(app): State<Arc<App>>,
    caller: StaffCaller<BonusesIssue>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<GiftBody>,
) -> ApiResult<(StatusCode, Json<PlayerGifts>)> {
    let reason = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let known = app.bonuses.offers();
    let offer = bonus::staff_offers(&known, app.clock.now()).find(|offer| offer.code == body.offer);
    let offer = offer.ok_or_else(|| refused(Rule::NotAllowed, "offer"))?;
    let no_wallet = || refused(Rule::NotAllowed, "currency");
    let currency: Currency = body.currency.parse().map_err(|_| no_wallet())?;
    app.wallet.get(id, currency).await?.ok_or_else(no_wallet)?;
    let most = money_of(offer, currency).unwrap_or(0);
    match body.amount_cents {
        Some(amount) if amount < 1 => return Err(refused(Rule::Invalid, "amount_cents")),
        Some(amount) if amount > most => return Err(refused(Rule::NotAllowed, "amount_cents")),
        _ => {}
    }
    let member = caller.member.id;
    // Another gift under the same key is told from this one, and is no second one.
    let reference = number_of(&app, member, &headers, &[&id.to_be_bytes()]).to_string();
    let mut gift = GiftByStaff {
        player: id,
        currency,
        offer,
        amount: body.amount_cents,
        reference: &reference,
        member,
        euro_cents: 0,
        reason: &reason,
    };
    let (worth, unit) = match offer.kind {
        Some(Kind::Xp) => (points::worth(&app.site_config.loyalty.now(), gift.worth()), Currency::EUR),
        _ => (gift.worth(), currency),
    };
    let euros = wallet::converted(&app.site_config.rates.now(), worth, unit, Currency::EUR);
    gift.euro_cents = euros.filter(|_| !takes_two(&app, worth, unit)).ok_or_else(bonus::too_large)?;
    let may = staff::holds(member, Permission::BonusesIssue);
    let most = i64::from(app.config.office_four_eyes) * Currency::EUR.subunits_to_unit();
    bonus::issue_by_staff(&app, &gift, &caller.actor(), may, most).await?;
    Ok((StatusCode::CREATED, of(&app, id).await?))
}

/// End a bonus or free spins of a player
///
/// Money of an active bonus goes back to the operator. With an open round it ends once that is over.
#[utoipa::path(post, path = "/api/players/{id}/gifts/{gift}/cancel", tag = "gifts",
    params(("id" = i64, Path), ("gift" = i64, Path)), request_body = ReasonBody, responses(
    (status = 200, description = "What the player has now", body = PlayerGifts),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "gift_ended: it has ended, or somebody has ended it meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn cancel(
    State(app): State<Arc<App>>,
    caller: StaffCaller<BonusesCancel>,
    Path((id, gift)): Path<(i64, i64)>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PlayerGifts>> {
    let reason = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let may = staff::holds(caller.member.id, Permission::BonusesCancel);
    bonus::cancel_by_staff(&app, (id, gift), &reason, &caller.actor(), &may).await?;
    of(&app, id).await
}

/// Mark a thing as handed over
///
/// Of the types `Custom` and `SoftGaming Gift`, which nobody activates. The same call with the same key counts once.
#[utoipa::path(post, path = "/api/players/{id}/gifts/{gift}/hand-over", tag = "gifts",
    params(("id" = i64, Path), ("gift" = i64, Path)), request_body = ReasonBody, responses(
    (status = 200, description = "What the player has now", body = PlayerGifts),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "gift_ended: it has ended, or was handed over; player_stopped: a stopped player gets no \
        gifts", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn hand_gift_over(
    State(app): State<Arc<App>>,
    caller: StaffCaller<BonusesIssue>,
    Path((id, gift)): Path<(i64, i64)>,
    headers: HeaderMap,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PlayerGifts>> {
    let reason = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let member = caller.member.id;
    let said = [&b"handover"[..], &gift.to_be_bytes()];
    let reference = number_of(&app, member, &headers, &said).to_string();
    let handover = Handover { player: id, gift, member, reference: &reference, reason: &reason };
    bonus::hand_over(&app, &handover, &caller.actor()).await?;
    of(&app, id).await
}
