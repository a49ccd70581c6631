//! Buying with points: what the card of a purchase costs and gives.

use croupier_ledger::{Key, PlayerId};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::offers;
use crate::app::App;
use crate::bonus::{self, GiftRequest, GiftType};
use crate::lootbox::{self, BoxRequest};
use crate::lottery::{self, TicketRequest};
use crate::loyalty::{self, Goods, Purchase, RewardType};
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::site_config::{MoneyCard, MoneyRate};

/// What a player wants to exchange.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) struct PurchaseRequest {
    pub(super) r#type: RewardType,
    /// The card.
    pub(super) group: String,
    /// How many points: what the card costs, or a multiple of it.
    pub(super) points: i64,
    /// How many tickets; of lotteries only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tickets_count: Option<i64>,
    /// The number of the lottery; of lotteries only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lottery_id: Option<i64>,
    /// The `terms` of the card that the player has seen: once they are others, nothing is exchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) terms: Option<String>,
}

/// Exchanges points. A call that is repeated answers what it answered the first time.
pub(super) async fn buy(
    app: &App,
    player: PlayerId,
    key: &str,
    request: &PurchaseRequest,
) -> ApiResult<Purchase> {
    let fingerprint = Key::hash(&[serde_json::to_string(request)?.as_bytes()]);
    if let Some(purchase) = loyalty::earlier(app, player, key, fingerprint).await? {
        return Ok(purchase);
    }
    let (id, at) = (app.entropy.uuid(&app.clock), app.clock.now());
    refuse_other_terms(app, request).await?;
    let Bought { currency, amount, bonus_amount, goods } = bought(app, player, request, id).await?;
    // The card may have been read anew between the two: what was worked out is what was seen only if it still is.
    refuse_other_terms(app, request).await?;
    let purchase = Purchase {
        id,
        player,
        idempotency_key: key.to_owned(),
        fingerprint,
        kind: request.r#type,
        group: request.group.clone(),
        points: request.points,
        currency,
        amount,
        bonus_amount,
        at,
    };
    if let Some(done) = loyalty::exchange(app, &purchase, goods).await? {
        return Ok(done);
    }
    // What kept it from going through is told if it still holds; else the same call may be made again.
    bought(app, player, request, id).await?;
    Err(ApiError::conflict("invalid_state", "The points have changed in the meantime."))
}

/// Refuses an exchange of a card that says something else than what its player has seen. One that is not there any more is
/// refused by who knows why.
async fn refuse_other_terms(app: &App, request: &PurchaseRequest) -> ApiResult<()> {
    let Some(seen) = &request.terms else { return Ok(()) };
    let of = (request.r#type, request.group.as_str());
    match offers::terms_of(app, of, request.lottery_id).await? {
        Some(now) if now != *seen => {
            Err(ApiError::conflict("card_changed", "The card has changed in the meantime."))
        }
        _ => Ok(()),
    }
}

/// What the points of a request buy.
struct Bought {
    /// The wallet that gets money, or that prizes go to.
    currency: Currency,
    /// Real money, in subunits.
    amount: i64,
    /// Bonus money, in subunits.
    bonus_amount: i64,
    goods: Goods,
}

/// What the player gets: checks the card, the points and who asks.
async fn bought(app: &App, player: PlayerId, request: &PurchaseRequest, id: Uuid) -> ApiResult<Bought> {
    let currency = player::get(app, player).await?.currency;
    let is_marked = player::groups_of(app, player).await?.contains(&player::MULTI_ACCOUNT);
    if is_marked && !app.site_config.loyalty.now().multi_account_may_exchange {
        let message = "Points cannot be exchanged by a player with several accounts.";
        return Err(ApiError::field("group", "multi_account", message));
    }
    let of_goods = |goods| Bought { currency, amount: 0, bonus_amount: 0, goods };
    Ok(match request.r#type {
        RewardType::Money => match app.site_config.loyalty.now().money_card(&request.group) {
            Some(card) => {
                Bought { amount: money(app, currency, card, request)?, ..of_goods(Goods::default()) }
            }
            None => gifts(app, GiftType::Bonus, (player, currency), request, id).await?,
        },
        RewardType::Freespins => gifts(app, GiftType::Freespins, (player, currency), request, id).await?,
        RewardType::Lotteries => of_goods(tickets(app, player, currency, request, id).await?),
        RewardType::Lootboxes => {
            let wanted = BoxRequest { player, currency, code: &request.group, points: request.points };
            let order = lootbox::order(app, wanted).await?;
            // Numbering is a commit of its own, which nobody gets without the points.
            loyalty::refuse_unaffordable(app, player, request.points).await?;
            let sold = order.number(app, id).await?;
            of_goods(Goods { statements: sold.statements, facts: sold.facts })
        }
    })
}

/// Free spins, or bonus money.
async fn gifts(
    app: &App,
    kind: GiftType,
    (player, currency): (PlayerId, Currency),
    request: &PurchaseRequest,
    id: Uuid,
) -> ApiResult<Bought> {
    let wanted = GiftRequest { kind, player, currency, group: &request.group, points: request.points };
    let order = bonus::order_gifts(app, wanted).await?;
    // Numbering is a commit of its own, which nobody gets without the points.
    loyalty::refuse_unaffordable(app, player, request.points).await?;
    let bonus_amount = order.bonus_amount();
    let sold = order.number(app, id).await?;
    let goods = Goods { statements: sold.statements, facts: sold.facts };
    Ok(Bought { currency, amount: 0, bonus_amount, goods })
}

fn unknown_card() -> ApiError {
    ApiError::field("group", "VALIDATION.GROUP.UNKNOWN", "There is no such card.")
}

fn wrong_points(price: i64) -> ApiError {
    let message = format!("The card costs {price} points, or a multiple of that.");
    ApiError::field("points", "VALIDATION.POINTS.INVALID", &message)
}

/// What a player whose wallet in use is in `currency` gets of a card for one `rate`, in subunits.
fn amount_in(app: &App, rate: &MoneyRate, currency: Currency) -> Option<i64> {
    app.wallet.converted_cap(rate.amount_cents, rate.currency, currency).filter(|amount| *amount > 0)
}

/// What a card of real money gives, in subunits.
fn money(app: &App, currency: Currency, card: &MoneyCard, request: &PurchaseRequest) -> ApiResult<i64> {
    let rate = card.rate(currency).ok_or_else(unknown_card)?;
    if request.points <= 0 || request.points % rate.points != 0 {
        return Err(wrong_points(rate.points));
    }
    let times = request.points / rate.points;
    let amount = amount_in(app, rate, currency).and_then(|amount| amount.checked_mul(times));
    amount.ok_or_else(unknown_card)
}

async fn tickets(
    app: &App,
    player: PlayerId,
    currency: Currency,
    request: &PurchaseRequest,
    id: Uuid,
) -> ApiResult<Goods> {
    let missing = |field| ApiError::field(field, "VALIDATION.REQUIRED", "This is needed for tickets.");
    let lottery = request.lottery_id.ok_or_else(|| missing("lottery_id"))?;
    let count = request.tickets_count.ok_or_else(|| missing("tickets_count"))?;
    let wanted = TicketRequest { player, currency, lottery, group: &request.group, count };
    let sale = lottery::sell(app, wanted, id).await?;
    if sale.points != request.points {
        return Err(wrong_points(sale.points / count));
    }
    Ok(Goods { statements: sale.statements(), facts: Vec::new() })
}
