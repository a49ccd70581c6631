//! What an offer may say.

use anyhow::{Result, ensure};
use croupier_money::{CURRENCIES, Currency, WIRE_MAX};
use croupier_promo::{CashoutRule, Effect, Kind};

use super::{Offer, Spins, Trigger, WAGER_MAX};

impl Offer {
    /// Fails with what cannot be right about it.
    pub(super) fn check(&self) -> Result<()> {
        let slug = |text: &str| {
            !text.is_empty()
                && text.len() <= 64
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        ensure!(slug(&self.code), "{:?} is no code: letters, digits, hyphens", self.code);
        ensure!(slug(&self.group_key), "{:?} is no key of a group", self.group_key);
        ensure!(self.kind.is_some() || self.freespins.is_some(), "it gives nothing");
        ensure!((0..=WAGER_MAX).contains(&self.wager), "wager is from 0 to {WAGER_MAX}");
        ensure!(self.activatable_hours > 0 && self.valid_hours > 0, "hours are above zero");
        ensure!(
            self.kind.is_some_and(Kind::has_amount) != self.amounts.is_empty(),
            "a kind has amounts; free spins alone, groups and things have none"
        );
        if let Some(kind) = self.kind {
            ensure!(kind.effect() != Effect::FreeSpins, "an offer cannot give {:?}", kind.name());
            ensure!(
                (self.trigger == Trigger::Deposit) == (kind == Kind::DepositBonus),
                "a deposit bonus comes with a deposit, and nothing else does"
            );
            ensure!(kind.effect() == Effect::BonusMoney || self.wager == 0, "only bonus money is wagered");
        }
        self.check_no_money()?;
        self.check_audience()?;
        let is_wagered = self.kind.is_some_and(|kind| kind.effect() == Effect::BonusMoney) && self.wager > 0;
        ensure!(
            !self.sticky || (is_wagered && self.trigger != Trigger::Reward),
            "what is sticky is bonus money with a wager, and no reward"
        );
        if self.trigger == Trigger::Reward {
            self.check_reward()?;
        }
        let is_cashback = self.trigger == Trigger::Cashback;
        ensure!(
            is_cashback == self.period.is_some() && (!is_cashback || self.kind == Some(Kind::Cashback)),
            "an offer has a period when it is cashback that comes with the end of one"
        );
        ensure!(!is_cashback || (1..=100).contains(&self.percent), "cashback is from 1 to 100 percent");
        ensure!(
            self.coupon.as_deref().is_none_or(|code| slug(code) && self.trigger == Trigger::Coupon),
            "a coupon is letters, digits, hyphens, of an offer that comes with a coupon"
        );
        ensure!(self.deposit_number.is_none_or(|number| number > 0), "deposits count from 1");
        let is_sold = |points: i64| {
            // Money that asks for no wager is a card of loyalty.toml.
            let is_goods =
                self.freespins.is_some() || (self.kind == Some(Kind::NonDeposit) && self.wager > 0);
            (1..=WIRE_MAX).contains(&points) && self.trigger == Trigger::Reward && is_goods
        };
        ensure!(
            self.points.is_none_or(is_sold),
            "points buy rewards that are free spins or a bonus with a wager"
        );
        let with_deposit = self.kind == Some(Kind::DepositBonus);
        ensure!(!with_deposit || self.percent > 0, "a deposit bonus needs its percent");
        for amounts in self.amounts.values() {
            let figures = [Some(amounts.amount), amounts.bet_max, amounts.win_max, amounts.lost_below];
            let right = figures.into_iter().flatten().all(|figure| (1..=WIRE_MAX).contains(&figure));
            let least = [amounts.deposit_min, amounts.loss_min];
            let least_right = least.into_iter().all(|figure| (0..=WIRE_MAX).contains(&figure));
            ensure!(right && least_right, "an amount cannot be right");
            ensure!(
                amounts.lost_below.is_none_or(|low| low <= amounts.amount),
                "lost_below is above what is given"
            );
        }
        let percents = self.contributions.games.values().chain(self.contributions.categories.values());
        let right = percents.chain([&self.contributions.other]).all(|percent| (0..=100).contains(percent));
        ensure!(right, "what counts of a stake is from 0 to 100 percent");
        self.freespins.as_ref().map_or(Ok(()), Spins::check)
    }

    /// What staff gives and what was promised is for whoever it was given or promised to.
    fn check_audience(&self) -> Result<()> {
        let is_judged = matches!(
            self.trigger,
            Trigger::Deposit | Trigger::Registration | Trigger::Coupon | Trigger::Cashback
        );
        ensure!(
            is_judged || self.audience.is_everybody(),
            "an audience has what comes by a deposit, a confirmed address, a coupon or losses"
        );
        self.audience.check()
    }

    /// What is no money comes from staff or by a coupon, and what staff hands over from staff alone, who knows of it then.
    fn check_no_money(&self) -> Result<()> {
        ensure!(
            (self.kind == Some(Kind::Group)) == self.group.is_some(),
            "an offer has a group when it is of the kind \"Group\""
        );
        let triggers: &[Trigger] = match self.kind.map(Kind::effect) {
            Some(Effect::Points | Effect::Membership) => &[Trigger::Staff, Trigger::Coupon],
            Some(Effect::ByHand) => &[Trigger::Staff],
            _ => return Ok(()),
        };
        ensure!(triggers.contains(&self.trigger), "what is no money is given by staff, or comes by a coupon");
        let alone = self.freespins.is_none() && self.on_cashout == CashoutRule::Keep;
        ensure!(alone, "what is no money comes without free spins, and no withdrawal cancels it");
        Ok(())
    }

    /// What was promised has to be given whatever the player's wallet is in.
    fn check_reward(&self) -> Result<()> {
        ensure!(self.kind.is_some() != self.freespins.is_some(), "a reward is a bonus or free spins");
        let missing = |names: &dyn Fn(&Currency) -> bool| {
            CURRENCIES.into_iter().filter(|of| of.is_enabled()).find(|currency| !names(currency))
        };
        let without = match &self.freespins {
            Some(spins) => missing(&|currency| spins.stakes.contains_key(currency)).or_else(|| {
                [&spins.win_max, &spins.bet_max]
                    .into_iter()
                    .filter(|most| !most.is_empty())
                    .find_map(|most| missing(&|currency| most.contains_key(currency)))
            }),
            None => missing(&|currency| self.amounts.contains_key(currency)),
        };
        ensure!(without.is_none(), "a reward is given in every currency, and this one has no {without:?}");
        Ok(())
    }
}
