//! The reference's rounds: stakes, wins and what is taken back.

use croupier_ledger::{LimitKind, Refusal, RoundStatus};

use super::{Leg, Mark, Model, Round, RoundName, RoundState, Told, any_money, give_or_take, movable};
use crate::history::{Ask, Asked};

impl Model {
    pub(super) fn open(&mut self, name: RoundName, purse: usize) {
        let status = RoundStatus::Open;
        let state = RoundState { status, stake: 0, stake_bonus: 0, win: 0, version: 0 };
        self.rounds.insert(name, Round { purse, state, bonus: None });
    }

    pub(super) fn round(&self, name: RoundName, purse: usize) -> Result<&Round, Refusal> {
        self.rounds.get(&name).filter(|round| round.purse == purse).ok_or(Refusal::UnknownRound)
    }

    pub(super) fn bump(&mut self, name: RoundName) {
        self.rounds.entry(name).and_modify(|round| round.state.version += 1);
    }

    pub(super) fn set_status(&mut self, name: RoundName, status: RoundStatus) {
        self.rounds.entry(name).and_modify(|round| round.state.status = status);
    }

    /// Cash first, the rest from the bonus, if the round has no money of another one; within the limits.
    pub(super) fn stake(
        &mut self,
        name: RoundName,
        asked: &Asked,
        stake: i64,
        legs: &mut Vec<Leg>,
    ) -> Result<(), Refusal> {
        let (purse, Some(round)) = (&mut self.purses[asked.purse], self.rounds.get_mut(&name)) else {
            return Err(Refusal::UnknownRound);
        };
        let stake = movable(stake)?;
        let mixes = round.bonus.is_some() && round.bonus != purse.bonus_id;
        let playable = if mixes { 0 } else { purse.bonus };
        if stake > purse.cash + playable {
            return Err(Refusal::InsufficientFunds { available: purse.cash + playable });
        }
        let cash = stake.min(purse.cash);
        let mut tightest: Option<Refusal> = None;
        let mut least = (i64::MAX, 0);
        for ((kind, period), limit) in &purse.limits {
            let left = (limit.cap - limit.net()).max(0);
            if (left, -limit.until) < least {
                least = (left, -limit.until);
                let (kind, period, until) = (*kind, *period, limit.until);
                tightest = Some(Refusal::LimitReached { kind, period, left, until });
            }
        }
        if let Some(refusal) = tightest.filter(|_| cash > least.0) {
            return Err(refusal);
        }
        let bonus = stake - cash;
        purse.cash -= cash;
        purse.bonus -= bonus;
        if bonus > 0 {
            round.bonus = purse.bonus_id;
        }
        round.state.stake += stake;
        round.state.stake_bonus += bonus;
        for limit in purse.limits.values_mut() {
            limit.counted.push((asked.key, cash));
        }
        legs.push(Leg { sign: 1, cash, bonus, at_cost: false });
        Ok(())
    }

    /// Cash by its share of the stake, rounded down; the rest to the bonus, or to its cost when it has ended.
    pub(super) fn pay(
        &mut self,
        name: RoundName,
        asked: &Asked,
        win: i64,
        legs: &mut Vec<Leg>,
    ) -> Result<(), Refusal> {
        let (purse, Some(round)) = (&mut self.purses[asked.purse], self.rounds.get_mut(&name)) else {
            return Err(Refusal::UnknownRound);
        };
        if win < 0 {
            return Err(Refusal::BadAmount);
        }
        let RoundState { stake, stake_bonus, .. } = round.state;
        let cash = match round.bonus {
            None => win,
            Some(_) if stake == 0 => 0,
            Some(_) => win * (stake - stake_bonus) / stake,
        };
        let bonus = win - cash;
        let at_cost = round.bonus != purse.bonus_id;
        purse.cash += cash;
        *(if at_cost { &mut purse.houses.bonus_cost } else { &mut purse.bonus }) += bonus;
        purse.houses.games -= win;
        round.state.win += win;
        for ((kind, _), limit) in &mut purse.limits {
            if *kind == LimitKind::Loss {
                limit.counted.push((asked.key, -cash));
            }
        }
        legs.push(Leg { sign: -1, cash, bonus, at_cost });
        Ok(())
    }

    /// A step of the house's own game, whose stake waits until the round ends.
    pub(super) fn settle(
        &mut self,
        name: RoundName,
        asked: &Asked,
        win: i64,
        open: bool,
        legs: &mut Vec<Leg>,
    ) -> Result<(), Refusal> {
        self.pay(name, asked, win, legs)?;
        if !open {
            let (purse, staked) = (&mut self.purses[asked.purse], self.rounds[&name].state.stake);
            purse.waiting -= staked;
            purse.houses.games += staked;
            self.set_status(name, RoundStatus::Closed);
        }
        Ok(())
    }

    pub(super) fn rollback(&mut self, purse: usize, original: u32) -> Result<Option<RoundName>, Refusal> {
        let Some(mark) = self.keys.get(&original).cloned() else {
            self.keys.insert(original, Mark::Tombstone);
            return Ok(None);
        };
        let Mark::Done { asked, told, legs } = mark else { return Ok(None) };
        if self.taken_back.contains(&original) {
            return Ok(None);
        }
        let Told::Yes { round: Some(name), .. } = told else { return Err(Refusal::KeyConflict) };
        let round = self.round(name, purse)?;
        let own = matches!(name, RoundName::Own(_));
        if own && round.state.status != RoundStatus::Open {
            return Err(Refusal::RoundConflict);
        }
        if let Ask::Rollback { original } = asked.ask
            && self.moved(original)
        {
            return Err(Refusal::KeyConflict);
        }
        self.bump(name);
        self.taken_back.insert(original);
        let (Some(round), purse) = (self.rounds.get_mut(&name), &mut self.purses[purse]) else {
            return Err(Refusal::UnknownRound);
        };
        let active = round.bonus.is_some() && round.bonus == purse.bonus_id;
        for leg in legs.iter().rev() {
            if active && !leg.at_cost {
                give_or_take(&mut purse.bonus, leg.sign * leg.bonus)?;
            } else {
                purse.houses.bonus_cost += leg.sign * leg.bonus;
            }
            give_or_take(&mut purse.cash, leg.sign * leg.cash)?;
            let amount = leg.cash + leg.bonus;
            let waited = own && leg.sign > 0;
            *(if waited { &mut purse.waiting } else { &mut purse.houses.games }) -= leg.sign * amount;
            if leg.sign > 0 {
                round.state.stake -= amount;
                round.state.stake_bonus -= leg.bonus;
            } else {
                round.state.win -= amount;
            }
        }
        for limit in purse.limits.values_mut() {
            limit.counted.retain(|(key, _)| *key != original);
        }
        if any_money(&legs) && round.state.stake == 0 && round.state.win == 0 {
            round.state.status = RoundStatus::Void;
        }
        Ok(Some(name))
    }
}
