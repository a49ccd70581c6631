//! Free spins and bonus money for points: the cards of the shop, what is asked before it takes points, and what is written
//! in the commit that takes them.

use croupier_db::Statement;
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::issue::{NUMBERS, Wanted, gift_numbers};
use super::offers::{Amounts, Offer, Offers, Spins};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::site_config::MoneyRate;

/// Gifts in one purchase at most.
pub const GIFTS_SOLD_AT_ONCE: i64 = 10;

/// Free spins that points buy.
#[derive(Debug, Clone)]
pub struct SoldSpins {
    /// Names the card: the code of the offer.
    pub group: String,
    /// In the language that was asked for.
    pub title: String,
    /// What one gift of them costs.
    pub points: i64,
    /// What it consists of.
    pub terms: SpinTerms,
}

/// What free spins of the shop are, and what is asked of their winnings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SpinTerms {
    /// How many.
    pub freespins_count: i64,
    /// Identifiers of the games that they can be played in.
    pub games: Vec<String>,
    /// How many times the winnings have to be wagered; 0 makes them money at once.
    pub wager_multiple: i64,
    /// How long they can be activated, in hours.
    activatable_hours: i64,
    /// How long activated ones can be played, in hours.
    hours: i64,
    /// What a spin is played at and the bounds of the winnings, by currency.
    currencies: Vec<SpinAmounts>,
}

/// Amounts of free spins in one currency, in its subunits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
struct SpinAmounts {
    currency: String,
    /// What a spin is played at.
    stake_cents: i64,
    /// The most of the winnings that becomes money; null without a bound.
    win_max_cents: Option<i64>,
    /// The largest bet with the winnings; null without a bound.
    bet_max_cents: Option<i64>,
}

/// Bonus money that points buy.
#[derive(Debug, Clone)]
pub struct SoldBonus {
    /// Names the card: the code of the offer.
    pub group: String,
    /// What one of it costs.
    pub points: i64,
    /// What one of it costs and gives, by currency.
    pub rates: Vec<MoneyRate>,
    /// What is asked of it.
    pub terms: BonusTerms,
}

/// What bonus money of the shop asks before it becomes money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BonusTerms {
    /// How many times it has to be wagered.
    pub wager_multiple: i64,
    /// How long it can be wagered once it is active, in hours.
    valid_hours: i64,
    /// Its bounds, by currency.
    currencies: Vec<BonusBounds>,
}

/// Bounds of a bonus in one currency, in its subunits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
struct BonusBounds {
    currency: String,
    /// The most that becomes money; null without a bound.
    win_max_cents: Option<i64>,
    /// The largest bet while it is active; null without a bound.
    bet_max_cents: Option<i64>,
}

/// Which gifts a player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GiftType {
    /// Free spins.
    Freespins,
    /// Bonus money.
    Bonus,
}

/// Gifts that a player wants for points.
#[derive(Debug, Clone, Copy)]
pub struct GiftRequest<'a> {
    /// What they are.
    pub kind: GiftType,
    /// Who.
    pub player: PlayerId,
    /// The wallet that they are played with.
    pub currency: Currency,
    /// The card.
    pub group: &'a str,
    /// How many points are offered.
    pub points: i64,
}

/// What is written for gifts that are sold.
#[derive(Debug, Clone, Default)]
pub struct GiftSale {
    /// The gifts; the statements have to hit their rows.
    pub statements: Vec<Statement>,
    /// What tells of them.
    pub facts: Vec<Fact>,
}

/// Gifts that may be sold, before any of them has a number.
#[derive(Debug)]
pub struct GiftOrder {
    offer: Offer,
    player: PlayerId,
    currency: Currency,
    locale: String,
    count: i64,
}

impl SpinTerms {
    fn of(offer: &Offer, spins: &Spins) -> Self {
        let currencies = spins.stakes.iter().map(|(currency, stake)| SpinAmounts {
            currency: currency.code().to_owned(),
            stake_cents: *stake,
            win_max_cents: spins.win_max.get(currency).copied(),
            bet_max_cents: spins.bet_max.get(currency).copied(),
        });
        Self {
            freespins_count: spins.count,
            games: spins.games.clone(),
            wager_multiple: spins.wager,
            activatable_hours: offer.activatable_hours,
            hours: spins.hours,
            currencies: currencies.collect(),
        }
    }
}

impl BonusTerms {
    fn of(offer: &Offer) -> Self {
        let currencies = offer.amounts.iter().map(|(currency, amounts)| BonusBounds {
            currency: currency.code().to_owned(),
            win_max_cents: amounts.win_max,
            bet_max_cents: amounts.bet_max,
        });
        Self { wager_multiple: offer.wager, valid_hours: offer.valid_hours, currencies: currencies.collect() }
    }
}

impl GiftType {
    /// Whether an offer that is sold gives it.
    const fn is_of(self, offer: &Offer) -> bool {
        matches!(self, Self::Freespins) == offer.freespins.is_some()
    }
}

/// The free spins on sale at `now`, in `locale`.
pub fn spins_on_sale(offers: &Offers, locale: &str, now: i64) -> Vec<SoldSpins> {
    let card = |(offer, points): (&Offer, i64)| {
        Some(SoldSpins {
            group: offer.code.clone(),
            title: offer.title.in_locale(locale).to_owned(),
            points,
            terms: SpinTerms::of(offer, offer.freespins.as_ref()?),
        })
    };
    offers.sold(now).filter_map(card).collect()
}

/// The bonus money on sale at `now`.
pub fn bonuses_on_sale(offers: &Offers, now: i64) -> Vec<SoldBonus> {
    let sold = offers.sold(now).filter(|(offer, _)| GiftType::Bonus.is_of(offer));
    let card = |(offer, points): (&Offer, i64)| {
        let rate = |(currency, amounts): (&Currency, &Amounts)| MoneyRate {
            currency: *currency,
            points,
            amount_cents: amounts.amount,
        };
        SoldBonus {
            group: offer.code.clone(),
            points,
            rates: offer.amounts.iter().map(rate).collect(),
            terms: BonusTerms::of(offer),
        }
    };
    sold.map(card).collect()
}

/// Looks at whether the gifts that are wanted may be sold.
pub async fn order_gifts(app: &App, wanted: GiftRequest<'_>) -> ApiResult<GiftOrder> {
    let GiftRequest { kind, player, currency, group, points } = wanted;
    let offers = app.bonuses.offers();
    let is_wanted = |offer: &Offer| offer.code == group && kind.is_of(offer) && offer.is_in(currency);
    let sold = offers.sold(app.clock.now()).find(|(offer, _)| is_wanted(offer));
    let (offer, price) =
        sold.ok_or_else(|| ApiError::field("group", "VALIDATION.GROUP.UNKNOWN", "There is no such card."))?;
    if points <= 0 || points % price != 0 || points / price > GIFTS_SOLD_AT_ONCE {
        let message =
            format!("The card costs {price} points; at most {GIFTS_SOLD_AT_ONCE} are sold at once.");
        return Err(ApiError::field("points", "VALIDATION.POINTS.INVALID", &message));
    }
    let profile = player::get(app, player).await?;
    if !profile.can_issue_bonuses {
        let message = "Bonuses are switched off in the profile, and this reward is one.";
        return Err(ApiError::field("group", "bonuses_off", message));
    }
    let locale = profile.locale;
    Ok(GiftOrder { offer: offer.clone(), player, currency, locale, count: points / price })
}

impl GiftOrder {
    /// The bonus money that it gives, in subunits; 0 of free spins.
    pub fn bonus_amount(&self) -> i64 {
        let amounts = self.offer.amounts.get(&self.currency);
        amounts.map_or(0, |amounts| amounts.amount.saturating_mul(self.count))
    }

    /// Numbers the gifts of the purchase `purchase` at the app's clock. The numbers are used up whether it goes through or
    /// not. Bonus money is activated right after, and free spins by their player.
    pub async fn number(self, app: &App, purchase: Uuid) -> ApiResult<GiftSale> {
        let Self { offer, player, currency, locale, count } = self;
        let first = gift_numbers(&app.db, count).await?;
        let (mut sale, now) = (GiftSale::default(), app.clock.now());
        let offers = app.bonuses.offers();
        for place in 0..count {
            let source = format!("points:{purchase}:{place}");
            let wanted = Wanted {
                player,
                currency,
                offer: &offer,
                source,
                deposit: 0,
                amount: None,
                activates: GiftType::Bonus.is_of(&offer),
            };
            let gift = wanted.gift(first + NUMBERS * place, now);
            sale.statements.extend(gift.statements()?);
            sale.facts.extend(gift.facts(&offers, &locale, now)?);
        }
        Ok(sale)
    }
}
