//! The offers of `content/bonuses.toml` and `content/offers/`: what a player may get, and on which terms.

mod checks;
mod loading;
mod spins;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use croupier_money::Currency;
use croupier_promo::{CashbackPeriod, CashoutRule, Contributions, Grounds, Kind, Match, Terms, WagerBase};
use serde::{Deserialize, Serialize};

use super::additional::AdditionalGift;
use super::audience::Audience;
use super::view::GiftLook;
use crate::content::{Localised, Moment};
use crate::loyalty;
use crate::site_config::Statuses;

pub use checks::OfferFault;
pub use loading::document_of;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The most that something may be wagered times.
const WAGER_MAX: i64 = 100;

/// The longest time of an offer: ten years.
const HOURS_MAX: i64 = 87_600;

/// The most free spins of one grant.
const SPINS_MAX: i64 = 1_000;

/// By what a player comes to an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// Chosen for a deposit.
    Deposit,
    /// The confirmation of the address.
    Registration,
    /// A coupon.
    Coupon,
    /// Staff.
    Staff,
    /// The end of a period in which the player has lost.
    Cashback,
    /// Won or reached: a lootbox that has it among its prizes, a level, a goal.
    // Boxes of before keep their prizes under the name that was theirs.
    #[serde(alias = "lootbox")]
    Reward,
}

/// Free spins of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spins {
    /// `Giftspin` or `Feature Freespins`.
    #[serde(default = "giftspin")]
    pub kind: Kind,
    /// How many.
    pub count: i64,
    /// Identifiers of their games, all of one provider.
    pub games: Vec<String>,
    /// What a spin is played at, by currency, in subunits.
    pub stakes: BTreeMap<Currency, i64>,
    /// The largest bet with the winnings, by currency, in subunits; that of the offer's bonus when absent.
    #[serde(default)]
    pub bet_max: BTreeMap<Currency, i64>,
    /// How long activated ones can be played.
    pub hours: i64,
    /// How many times the winnings have to be wagered; 0 makes them money at once.
    pub wager: i64,
    /// The most of the winnings that becomes money, by currency, in subunits.
    #[serde(default)]
    pub win_max: BTreeMap<Currency, i64>,
}

const fn giftspin() -> Kind {
    Kind::Giftspin
}

/// Amounts of an offer in one currency, in subunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amounts {
    /// What it gives; with a deposit the most that it gives.
    pub amount: i64,
    /// The smallest deposit.
    #[serde(default)]
    pub deposit_min: i64,
    /// The largest bet while it is active.
    pub bet_max: Option<i64>,
    /// The most that becomes money.
    pub win_max: Option<i64>,
    /// With less than this in the wallet it counts as played away.
    pub lost_below: Option<i64>,
    /// The smallest net loss of a period that brings cashback.
    #[serde(default)]
    pub loss_min: i64,
}

/// An offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Its name, for good; it is the code of a deposit bonus, and the campaign that bears the cost is named after it.
    pub code: String,
    /// By what a player comes to it.
    pub trigger: Trigger,
    /// What it is; absent when it is free spins alone.
    pub kind: Option<Kind>,
    /// The group that it is shown and hidden with.
    pub group_key: String,
    /// By language.
    pub title: Localised,
    /// Which deposit it is for, counted from 1.
    pub deposit_number: Option<i64>,
    /// Whether it is only for those who know its code.
    #[serde(default)]
    pub hidden: bool,
    /// For whom it is.
    #[serde(default)]
    pub audience: Audience,
    /// A code by which every player may get it once.
    pub coupon: Option<String>,
    /// The group that it puts its player into; of the kind `Group`.
    pub group: Option<i64>,
    /// What it costs in the points shop; of a reward that is free spins or a bonus with a wager.
    #[serde(default)]
    pub points: Option<i64>,
    /// Percent of the deposit, or of what was lost.
    #[serde(default)]
    pub percent: i64,
    /// How long the losses of cashback are counted together.
    pub period: Option<CashbackPeriod>,
    /// The games whose losses count for cashback; all of them when none is named.
    #[serde(default)]
    pub counted: Grounds,
    /// By currency.
    #[serde(default)]
    pub amounts: BTreeMap<Currency, Amounts>,
    /// How many times it has to be wagered.
    #[serde(default)]
    pub wager: i64,
    /// What the multiple is taken of.
    #[serde(default)]
    pub wager_on: WagerBase,
    /// What counts of a stake.
    #[serde(default)]
    pub contributions: Contributions,
    /// Games that cannot be played while it is active.
    #[serde(default)]
    pub excluded: Grounds,
    /// What a withdrawal does.
    #[serde(default)]
    pub on_cashout: CashoutRule,
    /// Whether the bonus itself is never paid out. What its free spins win is a bonus that is not sticky.
    #[serde(default)]
    pub sticky: bool,
    /// How long it can be activated.
    pub activatable_hours: i64,
    /// How long it can be wagered once it is active.
    #[serde(default = "a_week")]
    pub valid_hours: i64,
    /// The free spins that come with it.
    pub freespins: Option<Spins>,
    /// From when on players come to it; at once when absent.
    pub from: Option<Moment>,
    /// Until when.
    pub until: Option<Moment>,
    /// Whether nobody comes to it any more. What players have of it stays theirs.
    #[serde(default)]
    pub withdrawn: bool,
    /// The version of its document that it was read from; 0 is the content folder's. No file says it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub version: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive hands it so")]
const fn is_zero(number: &i64) -> bool {
    *number == 0
}

const fn a_week() -> i64 {
    168
}

impl Offer {
    /// The terms of an award in `currency`; `None` when the offer is not made in it.
    pub fn terms(&self, currency: Currency) -> Option<Terms> {
        let amounts = self.amounts.get(&currency);
        if amounts.is_none() && !self.is_thing() {
            return None;
        }
        Some(Terms {
            wager: self.wager,
            wager_on: self.wager_on,
            contributions: self.contributions.clone(),
            bet_max: amounts.and_then(|amounts| amounts.bet_max),
            win_max: amounts.and_then(|amounts| amounts.win_max),
            lost_below: amounts.and_then(|amounts| amounts.lost_below),
            valid_ms: self.valid_hours * HOUR_MS,
            excluded: self.excluded.clone(),
            on_cashout: self.on_cashout,
            sticky: self.sticky,
        })
    }

    /// The terms of what its free spins win.
    pub fn terms_of_winnings(&self, spins: &Spins, currency: Currency) -> Terms {
        let amounts = self.amounts.get(&currency);
        Terms {
            wager: spins.wager,
            wager_on: WagerBase::Bonus,
            contributions: self.contributions.clone(),
            bet_max: spins.bet_max.get(&currency).copied().or(amounts.and_then(|amounts| amounts.bet_max)),
            // Less than a spin was played at is nothing to play on with.
            lost_below: amounts
                .and_then(|amounts| amounts.lost_below)
                .or(spins.stakes.get(&currency).copied()),
            win_max: spins.win_max.get(&currency).copied(),
            valid_ms: self.valid_hours * HOUR_MS,
            excluded: self.excluded.clone(),
            on_cashout: self.on_cashout,
            sticky: false,
        }
    }

    /// Whether a withdrawal cancels its bonus.
    pub fn ends_at_cashout(&self) -> bool {
        self.sticky || self.on_cashout == CashoutRule::Cancel
    }

    /// How a deposit is matched in `currency`.
    pub fn matched(&self, currency: Currency) -> Option<Match> {
        let amounts = self.amounts.get(&currency)?;
        Some(Match { percent: self.percent, deposit_min: amounts.deposit_min, bonus_max: amounts.amount })
    }

    /// Until when it can be activated that is issued at `now`; both in UTC milliseconds.
    pub const fn activatable_until(&self, now: i64) -> i64 {
        now + self.activatable_hours * HOUR_MS
    }

    /// Whether it gives what has no amount, a place in a group or a thing, and is made in every currency.
    pub fn is_thing(&self) -> bool {
        self.kind.is_some_and(|kind| !kind.has_amount())
    }

    /// Whether players come to it at `now`, UTC milliseconds.
    pub fn is_open(&self, now: i64) -> bool {
        let has_begun = self.from.is_none_or(|from| from.0 <= now);
        !self.withdrawn && has_begun && self.until.is_none_or(|until| now < until.0)
    }

    /// Whether it is for the player's deposit of this number, counted from 1.
    pub fn is_for_deposit(&self, number: i64) -> bool {
        self.deposit_number.is_none_or(|wanted| wanted == number)
    }

    /// Whether it is made in `currency`.
    pub fn is_in(&self, currency: Currency) -> bool {
        self.is_thing()
            || self.amounts.contains_key(&currency)
            || self.freespins.as_ref().is_some_and(|spins| spins.stakes.contains_key(&currency))
    }
}

/// Everything on offer.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offers {
    /// Keys of groups whose bonuses are hidden and cannot be activated.
    #[serde(default)]
    pub disabled_groups: BTreeSet<String>,
    /// How gifts of a group look.
    #[serde(default)]
    pub looks: BTreeMap<String, GiftLook>,
    /// Hidden offers for deposits that some players are shown.
    #[serde(default, rename = "additional_gift")]
    pub additional_gifts: Vec<AdditionalGift>,
    #[serde(default)]
    offer: Vec<Offer>,
}

impl Offers {
    /// Fails with the offer whose group staff could not put players into.
    pub(super) fn check_groups(&self, statuses: &Statuses) -> Result<()> {
        for offer in &self.offer {
            let Some(group) = offer.group else { continue };
            let is_open = loyalty::open_groups(statuses).any(|(open, _)| open == group);
            ensure!(is_open, "offer {:?}: {group} is no group that players are put into", offer.code);
        }
        Ok(())
    }

    /// All offers, in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = &Offer> {
        self.offer.iter()
    }

    /// The offer with this code.
    pub fn find(&self, code: &str) -> Option<&Offer> {
        self.offer.iter().find(|offer| offer.code == code)
    }

    /// The offer that everybody may get once by the code `coupon`.
    pub fn standing_coupon(&self, coupon: &str) -> Option<&Offer> {
        self.offer.iter().find(|offer| offer.coupon.as_deref() == Some(coupon))
    }

    /// Every code that an offer or its coupon has.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.offer.iter().flat_map(|offer| [Some(offer.code.as_str()), offer.coupon.as_deref()]).flatten()
    }

    /// Whether an offer or its coupon is called `code`.
    pub fn has_code(&self, code: &str) -> bool {
        self.codes().any(|known| known == code)
    }

    /// The terms on which bonuses and winnings of free spins are wagered; one of each offer stands for all currencies.
    pub fn wagered_terms(&self) -> Vec<Terms> {
        let offers = self.offer.iter().filter(|offer| !self.is_disabled(&offer.group_key));
        let terms = offers.flat_map(|offer| {
            let bonus = offer.amounts.keys().next().and_then(|currency| offer.terms(*currency));
            let spins = offer.freespins.as_ref();
            let winnings = spins.and_then(|spins| {
                let currency = spins.stakes.keys().next()?;
                Some(offer.terms_of_winnings(spins, *currency))
            });
            bonus.into_iter().chain(winnings)
        });
        terms.filter(|terms| terms.wager > 0).collect()
    }

    /// The offers that have a page of their own at `now`, each with its address: those of deposits and of new players.
    pub fn with_pages(&self, now: i64) -> impl Iterator<Item = (String, &Offer)> {
        let on_show = self.public(Trigger::Deposit, now).chain(self.public(Trigger::Registration, now));
        on_show.map(|offer| (offer.code.to_ascii_lowercase(), offer))
    }

    /// The offers that are sold for points at `now`, each with its price.
    pub fn sold(&self, now: i64) -> impl Iterator<Item = (&Offer, i64)> {
        let shown = self.offer.iter().filter(move |offer| self.can_begin(offer, now));
        shown.filter_map(|offer| Some((offer, offer.points?)))
    }

    /// Whether players come to `offer` at `now`: it is open, and its group is not hidden.
    pub fn can_begin(&self, offer: &Offer, now: i64) -> bool {
        offer.is_open(now) && !self.is_disabled(&offer.group_key)
    }

    /// Whether a group is hidden.
    pub fn is_disabled(&self, group_key: &str) -> bool {
        self.disabled_groups.contains(group_key)
    }

    /// The offers of a trigger that are not hidden, and that players come to at `now`.
    pub fn public(&self, trigger: Trigger, now: i64) -> impl Iterator<Item = &Offer> {
        let shown =
            move |offer: &&Offer| offer.trigger == trigger && !offer.hidden && self.can_begin(offer, now);
        self.offer.iter().filter(shown)
    }
}

#[cfg(test)]
mod tests;
