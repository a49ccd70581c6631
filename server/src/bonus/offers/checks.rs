//! What an offer may say.

use std::fmt;

use anyhow::Result;
use croupier_money::{CURRENCIES, Currency, WIRE_MAX};
use croupier_promo::{CashoutRule, Effect, Kind};

use super::{HOURS_MAX, Offer, Trigger, WAGER_MAX};

/// What cannot be right about an offer, and in which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferFault {
    /// The field of the file; that of an amount is `amounts`, that of free spins `freespins`.
    pub field: &'static str,
    /// A sentence.
    pub message: String,
}

impl fmt::Display for OfferFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OfferFault {}

/// What a look at one part of an offer finds.
type Found = Result<(), OfferFault>;

/// Fails with `message` about `field` unless it holds.
fn hold(holds: bool, field: &'static str, message: impl Into<String>) -> Found {
    if holds { Ok(()) } else { Err(OfferFault { field, message: message.into() }) }
}

fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

impl Offer {
    /// What cannot be right about it: the first fault of each part.
    pub fn faults(&self) -> Vec<OfferFault> {
        let parts: [fn(&Self) -> Found; 11] = [
            Self::check_names,
            Self::check_kind,
            Self::check_wagering,
            Self::check_no_money,
            Self::check_reward,
            Self::check_cashback,
            Self::check_ways,
            Self::check_amounts,
            Self::check_times,
            Self::check_sticky,
            Self::check_audience,
        ];
        let mut faults: Vec<OfferFault> = parts.iter().filter_map(|part| part(self).err()).collect();
        let spins = self.freespins.as_ref().and_then(|spins| spins.check().err());
        faults.extend(spins.map(|error| OfferFault { field: "freespins", message: error.to_string() }));
        faults
    }

    /// Fails with what cannot be right about it.
    pub(super) fn check(&self) -> Result<()> {
        self.faults().into_iter().next().map_or(Ok(()), |fault| Err(fault.into()))
    }

    fn check_names(&self) -> Found {
        hold(is_slug(&self.code), "code", format!("{:?} is no code: letters, digits, hyphens", self.code))?;
        hold(is_slug(&self.group_key), "group_key", format!("{:?} is no key of a group", self.group_key))?;
        hold(self.version == 0, "version", "versions are counted, not written")
    }

    fn check_kind(&self) -> Found {
        hold(self.kind.is_some() || self.freespins.is_some(), "kind", "it gives nothing")?;
        hold(
            self.kind.is_some_and(Kind::has_amount) != self.amounts.is_empty(),
            "amounts",
            "a kind has amounts; free spins alone, groups and things have none",
        )?;
        let Some(kind) = self.kind else { return Ok(()) };
        let is_given = kind.effect() != Effect::FreeSpins;
        hold(is_given, "kind", format!("an offer cannot give {:?}", kind.name()))?;
        let with_deposit = kind == Kind::DepositBonus;
        hold(
            (self.trigger == Trigger::Deposit) == with_deposit,
            "trigger",
            "a deposit bonus comes with a deposit, and nothing else does",
        )?;
        hold(!with_deposit || self.percent > 0, "percent", "a deposit bonus needs its percent")
    }

    fn check_wagering(&self) -> Found {
        let in_bounds = (0..=WAGER_MAX).contains(&self.wager);
        hold(in_bounds, "wager", format!("wager is from 0 to {WAGER_MAX}"))?;
        let is_wagered = self.kind.is_none_or(|kind| kind.effect() == Effect::BonusMoney) || self.wager == 0;
        hold(is_wagered, "wager", "only bonus money is wagered")?;
        let percents = self.contributions.games.values().chain(self.contributions.categories.values());
        let right = percents.chain([&self.contributions.other]).all(|percent| (0..=100).contains(percent));
        hold(right, "contributions", "what counts of a stake is from 0 to 100 percent")
    }

    fn check_sticky(&self) -> Found {
        let is_wagered = self.kind.is_some_and(|kind| kind.effect() == Effect::BonusMoney) && self.wager > 0;
        hold(
            !self.sticky || (is_wagered && self.trigger != Trigger::Reward),
            "sticky",
            "what is sticky is bonus money with a wager, and no reward",
        )
    }

    /// What staff gives and what was promised is for whoever it was given or promised to.
    fn check_audience(&self) -> Found {
        let is_judged = matches!(
            self.trigger,
            Trigger::Deposit | Trigger::Registration | Trigger::Coupon | Trigger::Cashback
        );
        hold(
            is_judged || self.audience.is_everybody(),
            "audience",
            "an audience has what comes by a deposit, a confirmed address, a coupon or losses",
        )?;
        let said = self.audience.check();
        said.map_err(|error| OfferFault { field: "audience", message: error.to_string() })
    }

    /// What is no money comes from staff or by a coupon, and what staff hands over from staff alone, who knows of it then.
    fn check_no_money(&self) -> Found {
        hold(
            (self.kind == Some(Kind::Group)) == self.group.is_some(),
            "group",
            "an offer has a group when it is of the kind \"Group\"",
        )?;
        let triggers: &[Trigger] = match self.kind.map(Kind::effect) {
            Some(Effect::Points | Effect::Membership) => &[Trigger::Staff, Trigger::Coupon],
            Some(Effect::ByHand) => &[Trigger::Staff],
            _ => return Ok(()),
        };
        let is_given = triggers.contains(&self.trigger);
        hold(is_given, "trigger", "what is no money is given by staff, or comes by a coupon")?;
        let alone = self.freespins.is_none() && self.on_cashout == CashoutRule::Keep;
        hold(alone, "on_cashout", "what is no money comes without free spins, and no withdrawal cancels it")
    }

    /// What was promised has to be given whatever the player's wallet is in, and whenever that is.
    fn check_reward(&self) -> Found {
        if self.trigger != Trigger::Reward {
            return Ok(());
        }
        hold(self.kind.is_some() != self.freespins.is_some(), "kind", "a reward is a bonus or free spins")?;
        let missing = |names: &dyn Fn(&Currency) -> bool| {
            CURRENCIES.into_iter().filter(|of| of.is_enabled()).find(|currency| !names(currency))
        };
        let (field, without) = match &self.freespins {
            Some(spins) => (
                "freespins",
                missing(&|currency| spins.stakes.contains_key(currency)).or_else(|| {
                    [&spins.win_max, &spins.bet_max]
                        .into_iter()
                        .filter(|most| !most.is_empty())
                        .find_map(|most| missing(&|currency| most.contains_key(currency)))
                }),
            ),
            None => ("amounts", missing(&|currency| self.amounts.contains_key(currency))),
        };
        let sentence = format!("a reward is given in every currency, and this one has no {without:?}");
        hold(without.is_none(), field, sentence)?;
        let is_timeless = self.from.is_none() && self.until.is_none() && !self.withdrawn;
        hold(
            is_timeless || self.points.is_some(),
            "withdrawn",
            "a reward that was promised is always given: take it out of what brings it",
        )
    }

    fn check_cashback(&self) -> Found {
        let is_cashback = self.trigger == Trigger::Cashback;
        hold(
            is_cashback == self.period.is_some() && (!is_cashback || self.kind == Some(Kind::Cashback)),
            "period",
            "an offer has a period when it is cashback that comes with the end of one",
        )?;
        let in_bounds = !is_cashback || (1..=100).contains(&self.percent);
        hold(in_bounds, "percent", "cashback is from 1 to 100 percent")
    }

    /// How a player comes to it.
    fn check_ways(&self) -> Found {
        let is_coupon = |code: &str| is_slug(code) && self.trigger == Trigger::Coupon;
        hold(
            self.coupon.as_deref().is_none_or(is_coupon),
            "coupon",
            "a coupon is letters, digits, hyphens, of an offer that comes with a coupon",
        )?;
        let counts = self.deposit_number.is_none_or(|number| number > 0);
        hold(counts, "deposit_number", "deposits count from 1")?;
        let is_sold = |points: i64| {
            // Money that asks for no wager is a card of loyalty.toml.
            let is_goods =
                self.freespins.is_some() || (self.kind == Some(Kind::NonDeposit) && self.wager > 0);
            (1..=WIRE_MAX).contains(&points) && self.trigger == Trigger::Reward && is_goods
        };
        hold(
            self.points.is_none_or(is_sold),
            "points",
            "points buy rewards that are free spins or a bonus with a wager",
        )
    }

    fn check_amounts(&self) -> Found {
        for (currency, amounts) in &self.amounts {
            let figures = [Some(amounts.amount), amounts.bet_max, amounts.win_max, amounts.lost_below];
            let right = figures.into_iter().flatten().all(|figure| (1..=WIRE_MAX).contains(&figure));
            let least = [amounts.deposit_min, amounts.loss_min];
            let least_right = least.into_iter().all(|figure| (0..=WIRE_MAX).contains(&figure));
            let code = currency.code();
            hold(right && least_right, "amounts", format!("an amount in {code} cannot be right"))?;
            hold(
                amounts.lost_below.is_none_or(|low| low <= amounts.amount),
                "amounts",
                format!("lost_below is above what is given in {code}"),
            )?;
        }
        Ok(())
    }

    fn check_times(&self) -> Found {
        let is_time = |hours: i64| (1..=HOURS_MAX).contains(&hours);
        let sentence = format!("hours are from 1 to {HOURS_MAX}");
        hold(is_time(self.activatable_hours), "activatable_hours", sentence.as_str())?;
        hold(is_time(self.valid_hours), "valid_hours", sentence)?;
        let ends_later = self.from.zip(self.until).is_none_or(|(from, until)| from < until);
        hold(ends_later, "until", "an offer ends after it begins")
    }
}
