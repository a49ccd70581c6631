//! Offers as prizes: what a draw promises, with its terms as they are at that moment, and the gift that it becomes.

use std::collections::BTreeMap;

use croupier_db::{Error, Statement};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::issue::Wanted;
use super::offers::{Offer, Offers, Trigger};

/// An offer that can be won. It keeps what the offer says, so an edit of the offer changes no prize that was promised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prize(Offer);

/// What a prize gives, as a player sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrizeBonus {
    /// In the language of the request.
    pub title: String,
    /// `bonus` or `freespins`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What it consists of.
    pub attributes: PrizeAttributes,
    /// What is asked of it, or of what free spins win.
    pub result_bonus: PrizeTerms,
}

/// What a prize consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrizeAttributes {
    /// How many free spins; null of a bonus.
    pub freespins_count: Option<i64>,
    /// Identifiers of the games of the free spins; none of a bonus.
    pub games: Vec<String>,
    /// The bonus, by currency; none of free spins.
    pub bonus_amount: BTreeMap<String, PrizeAmount>,
}

/// What is asked of a prize.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrizeTerms {
    /// How many times it has to be wagered.
    pub wager: i64,
    /// The most that becomes money, by currency; a currency that is not named has no bound.
    pub max_win: BTreeMap<String, PrizeAmount>,
}

/// An amount of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrizeAmount {
    /// In subunits.
    pub amount_cents: i64,
}

/// To whom a prize goes, and by what.
#[derive(Debug, Clone, Copy)]
pub struct Winner<'a> {
    /// The player.
    pub player: PlayerId,
    /// The wallet.
    pub currency: Currency,
    /// What the gift is shown and hidden with.
    pub group_key: &'a str,
    /// Names what it was won by; nothing gives two.
    pub source: &'a str,
    /// The language of the player.
    pub locale: &'a str,
}

impl Prize {
    /// The offer `code` as a prize; `None` when no offer of lootboxes is called so.
    pub fn find(offers: &Offers, code: &str) -> Option<Self> {
        let offer = offers.find(code).filter(|offer| offer.trigger == Trigger::Lootbox)?;
        Some(Self(offer.clone()))
    }

    /// The code of the offer.
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// How it is called in `locale`.
    pub fn title(&self, locale: &str) -> &str {
        self.0.title.in_locale(locale)
    }

    /// Whether it can be won in `currency`.
    pub fn is_in(&self, currency: Currency) -> bool {
        self.0.is_in(currency)
    }

    /// What it gives and asks, in `locale`.
    pub fn view(&self, locale: &str) -> PrizeBonus {
        let offer = &self.0;
        let amounts = |of: &mut dyn Iterator<Item = (Currency, i64)>| {
            of.map(|(currency, amount_cents)| (currency.code().to_owned(), PrizeAmount { amount_cents }))
                .collect()
        };
        let title = self.title(locale).to_owned();
        match &offer.freespins {
            Some(spins) => PrizeBonus {
                title,
                kind: "freespins",
                attributes: PrizeAttributes {
                    freespins_count: Some(spins.count),
                    games: spins.games.clone(),
                    bonus_amount: BTreeMap::new(),
                },
                result_bonus: PrizeTerms {
                    wager: spins.wager,
                    max_win: amounts(&mut spins.win_max.iter().map(|(currency, most)| (*currency, *most))),
                },
            },
            None => PrizeBonus {
                title,
                kind: "bonus",
                attributes: PrizeAttributes {
                    freespins_count: None,
                    games: Vec::new(),
                    bonus_amount: amounts(
                        &mut offer.amounts.iter().map(|(currency, of)| (*currency, of.amount)),
                    ),
                },
                result_bonus: PrizeTerms {
                    wager: offer.wager,
                    max_win: amounts(
                        &mut offer.amounts.iter().filter_map(|(currency, of)| Some((*currency, of.win_max?))),
                    ),
                },
            },
        }
    }

    /// What writes the gift of a winner down at `now` under the number `id`, and what tells of it; the statements have to
    /// hit their rows, and run in the commit that says what was won.
    pub fn gift(
        &self,
        offers: &Offers,
        winner: &Winner<'_>,
        id: i64,
        now: i64,
    ) -> croupier_db::Result<(Vec<Statement>, Vec<Fact>)> {
        let offer = Offer { group_key: winner.group_key.to_owned(), ..self.0.clone() };
        let wanted = Wanted {
            player: winner.player,
            currency: winner.currency,
            offer: &offer,
            source: winner.source.to_owned(),
            deposit: 0,
            amount: None,
            activates: false,
        };
        let gift = wanted.gift(id, now);
        if gift.is_nothing() {
            return Err(Error::Corrupt(format!(
                "the prize {} is not made in {}",
                offer.code, winner.currency
            )));
        }
        let facts = gift.facts(offers, winner.locale, now);
        let facts = facts.map_err(|error| Error::Engine(error.to_string()))?;
        Ok((gift.statements()?, facts))
    }
}
