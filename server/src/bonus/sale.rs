//! Free spins for points: the cards of the shop, what is asked before it takes points, and what is written in the commit
//! that takes them.

use croupier_db::Statement;
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::issue::{NUMBERS, Wanted, gift_numbers};
use super::offers::{Offer, Offers, Spins};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::player;

/// Gifts of free spins in one purchase at most.
pub const SPINS_SOLD_AT_ONCE: i64 = 10;

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
    freespins_count: i64,
    /// Identifiers of the games that they can be played in.
    games: Vec<String>,
    /// How many times the winnings have to be wagered; 0 makes them money at once.
    wager_multiple: i64,
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

/// Free spins that a player wants.
#[derive(Debug, Clone, Copy)]
pub struct SpinRequest<'a> {
    /// Who.
    pub player: PlayerId,
    /// The wallet that they are played with.
    pub currency: Currency,
    /// The card.
    pub group: &'a str,
    /// How many points are offered.
    pub points: i64,
}

/// What is written for free spins that are sold.
#[derive(Debug, Clone, Default)]
pub struct SpinSale {
    /// The gifts; the statements have to hit their rows.
    pub statements: Vec<Statement>,
    /// What tells of them.
    pub facts: Vec<Fact>,
}

/// Free spins that may be sold, before any of them has a number.
#[derive(Debug)]
pub struct SpinOrder {
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

/// The free spins on sale, in `locale`.
pub fn spins_on_sale(offers: &Offers, locale: &str) -> Vec<SoldSpins> {
    let card = |(offer, spins, points): (&Offer, &Spins, i64)| SoldSpins {
        group: offer.code.clone(),
        title: offer.title.in_locale(locale).to_owned(),
        points,
        terms: SpinTerms::of(offer, spins),
    };
    offers.sold().map(card).collect()
}

/// Looks at whether the free spins that are wanted may be sold.
pub async fn order_spins(app: &App, wanted: SpinRequest<'_>) -> ApiResult<SpinOrder> {
    let SpinRequest { player, currency, group, points } = wanted;
    let offers = app.bonuses.offers();
    let sold = offers.sold().find(|(offer, ..)| offer.code == group && offer.is_in(currency));
    let (offer, _, price) =
        sold.ok_or_else(|| ApiError::field("group", "VALIDATION.GROUP.UNKNOWN", "There is no such card."))?;
    if points <= 0 || points % price != 0 || points / price > SPINS_SOLD_AT_ONCE {
        let message =
            format!("The card costs {price} points; at most {SPINS_SOLD_AT_ONCE} are sold at once.");
        return Err(ApiError::field("points", "VALIDATION.POINTS.INVALID", &message));
    }
    let profile = player::get(app, player).await?;
    if !profile.can_issue_bonuses {
        let message = "Bonuses are switched off in the profile, and free spins are one.";
        return Err(ApiError::field("group", "bonuses_off", message));
    }
    let locale = profile.locale;
    Ok(SpinOrder { offer: offer.clone(), player, currency, locale, count: points / price })
}

impl SpinOrder {
    /// Numbers the gifts of the purchase `purchase` at the app's clock. The numbers are used up whether it goes through or
    /// not.
    pub async fn number(self, app: &App, purchase: Uuid) -> ApiResult<SpinSale> {
        let Self { offer, player, currency, locale, count } = self;
        let first = gift_numbers(&app.db, count).await?;
        let (mut sale, now) = (SpinSale::default(), app.clock.now());
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
                activates: false,
            };
            let gift = wanted.gift(first + NUMBERS * place, now);
            sale.statements.extend(gift.statements()?);
            sale.facts.extend(gift.facts(&offers, &locale, now)?);
        }
        Ok(sale)
    }
}
