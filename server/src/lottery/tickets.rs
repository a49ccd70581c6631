//! Selling tickets: what the shop asks before it takes points, and what is written in the commit that takes them.

use croupier_db::Statement;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::model::{Lottery, LotteryStatus};
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::masking::mask;
use crate::player;

/// Tickets of one lottery at most; the draw takes 32 bits.
const SOLD_MAX: i64 = 4_000_000_000;

/// How a player without a nickname is shown, masked like any other.
const NAMELESS: &str = "Player";

/// Lotteries on sale at most.
const ON_SALE_MAX: i64 = 100;

/// Tickets that a player wants.
#[derive(Debug, Clone, Copy)]
pub struct TicketRequest<'a> {
    /// Who.
    pub player: PlayerId,
    /// The wallet that a prize goes to.
    pub currency: Currency,
    /// The number of the lottery.
    pub lottery: i64,
    /// The card of the shop.
    pub group: &'a str,
    /// How many.
    pub count: i64,
}

/// Tickets that can be sold.
#[derive(Debug, Clone)]
pub struct Sale {
    /// What they cost.
    pub points: i64,
    request: Tickets,
}

/// Tickets as they are written down.
#[derive(Debug, Clone)]
pub struct Tickets {
    pub(super) lottery: i64,
    pub(super) size: i64,
    pub(super) player: PlayerId,
    pub(super) shown_name: String,
    pub(super) currency: Currency,
    pub(super) purchase: Uuid,
    pub(super) points: i64,
    pub(super) at: i64,
}

impl Sale {
    /// What writes the tickets down with the purchase that pays for them. The statements have to hit their rows: a sale that
    /// has ended meanwhile, and a cap that was reached meanwhile, are seen by the first one.
    pub fn statements(&self) -> Vec<Statement> {
        store::sell(&self.request, SOLD_MAX)
    }
}

/// Lotteries whose tickets are sold at the app's clock, with what stands on their cards.
pub async fn on_sale(app: &App) -> ApiResult<Vec<Lottery>> {
    let now = app.clock.now();
    let listed = store::list(&app.db, now, ON_SALE_MAX).await?;
    Ok(listed.into_iter().filter(|lottery| lottery.status(now) == LotteryStatus::Active).collect())
}

/// Looks whether tickets can be sold now; `purchase` is the number of the purchase that would pay for them.
pub async fn sell(app: &App, wanted: TicketRequest<'_>, purchase: Uuid) -> ApiResult<Sale> {
    let TicketRequest { player, currency, lottery, group, count } = wanted;
    let now = app.clock.now();
    let found = store::find(&app.db, &lottery.to_string()).await?;
    let found = found.filter(|found| found.id == lottery && found.terms.group == group);
    let lottery = found.ok_or_else(|| {
        ApiError::field("lottery_id", "VALIDATION.LOTTERY.UNKNOWN", "There is no such lottery.")
    })?;
    match lottery.status(now) {
        LotteryStatus::Active => {}
        LotteryStatus::Future => {
            let message = "Tickets of this lottery are not sold yet.";
            return Err(ApiError::field("lottery_id", "lottery_not_started", message));
        }
        LotteryStatus::Drawing | LotteryStatus::Archive => {
            let message = "Tickets of this lottery are no longer sold.";
            return Err(ApiError::field("lottery_id", "lottery_ended", message));
        }
    }
    if !lottery.terms.is_in(currency) {
        let message = format!("The prizes of this lottery are not made in {currency}.");
        return Err(ApiError::field("lottery_id", "lottery_currency", &message));
    }
    let ranges = store::tickets_of(&app.db, &[lottery.id], player).await?;
    let held: i64 = ranges.values().flatten().map(|range| range.size).sum();
    let left = (lottery.tickets_max - held).min(SOLD_MAX - lottery.tickets_count).max(0);
    if !(1..=left).contains(&count) {
        let message = format!("You can buy {left} more tickets of this lottery.");
        return Err(ApiError::field("tickets_count", "lottery_tickets_max", &message));
    }
    let nickname = player::get(app, player).await?.nickname;
    let shown_name = mask(nickname.as_deref().unwrap_or(NAMELESS));
    let points = lottery.terms.points.saturating_mul(count);
    let lottery = lottery.id;
    let request = Tickets { lottery, size: count, player, shown_name, currency, purchase, points, at: now };
    Ok(Sale { points, request })
}
