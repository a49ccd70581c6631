//! Offers as prizes: what a draw or a level promises, and the gift that it becomes together with the row that it is for.

use std::collections::BTreeMap;

use croupier_db::Statement;
use croupier_ledger::{Fact, PlayerId, Stop};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::by_mass::euro_worth;
use super::issue::{Issued, Uses, Wanted, issue};
use super::offers::{Offer, Offers, Trigger};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

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

/// To whom a prize goes, and for what.
#[derive(Debug)]
pub struct Winner<'a> {
    /// The player.
    pub player: PlayerId,
    /// The wallet.
    pub currency: Currency,
    /// What the gift is shown and hidden with; that of the offer when `None`.
    pub group_key: Option<&'a str>,
    /// Names what it is for; nothing gives two.
    pub source: String,
    /// What marks as used what it is for. Each statement has to hit its rows, in the commit of the gift.
    pub uses: Vec<Statement>,
    /// What is told beside the gift.
    pub facts: Vec<Fact>,
}

/// What became of a prize.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Won {
    /// The player has it.
    Done,
    /// The player has it since an earlier call; what it is for is as it was.
    Already,
    /// What it is for is used up; nothing was given.
    UsedUp,
    /// The player is stopped, and gets nothing.
    Stopped(Stop),
}

impl Prize {
    /// The offer `code` as a prize; `None` when no reward is called so.
    pub fn find(offers: &Offers, code: &str) -> Option<Self> {
        let offer = offers.find(code).filter(|offer| offer.trigger == Trigger::Reward)?;
        Some(Self(offer.clone()))
    }

    /// The same prize, which can be activated for so many hours.
    #[must_use]
    pub fn activatable_for(mut self, hours: i64) -> Self {
        self.0.activatable_hours = hours;
        self
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

    /// What it can cost in `currency`, in euro cents; see [`euro_worth`].
    pub fn euro_worth(&self, app: &App, currency: Currency) -> Option<i64> {
        euro_worth(app, &self.0, currency)
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

    /// Makes the gift of a winner, once for its source and together with what it uses up. Fails when the prize is not made
    /// in the currency.
    pub async fn give(&self, app: &App, winner: Winner<'_>) -> ApiResult<Won> {
        let Winner { player, currency, group_key, source, uses, facts } = winner;
        let group_key = group_key.unwrap_or(&self.0.group_key).to_owned();
        let offer = Offer { group_key, ..self.0.clone() };
        let wanted =
            Wanted { player, currency, offer: &offer, source, deposit: 0, amount: None, activates: false };
        Ok(match issue(app, &wanted, &Uses { statements: uses, facts }).await? {
            Issued::Done(_) => Won::Done,
            Issued::Already => Won::Already,
            Issued::UsedUp => Won::UsedUp,
            Issued::Stopped(stop) => Won::Stopped(stop),
            Issued::InBrowser | Issued::Nothing => {
                return Err(ApiError::internal(&format!(
                    "the prize {} is not made in {currency}",
                    offer.code
                )));
            }
        })
    }
}
