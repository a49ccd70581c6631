//! The reference's rounds: stakes, wins and what is taken back.

use croupier_ledger::{LimitKind, Refusal, RoundStatus};

use super::{Leg, Mark, Model, Response, Round, RoundName, RoundState, give_or_take, movable};
use crate::history::{Ask, KeyedCommand};

impl Model {
    /// A new round of a builtin game, under the next nonce.
    pub(super) fn may_open(
        &mut self,
        sub_wallet: usize,
        seed_no: i64,
        open_rounds: i64,
    ) -> Result<(), Refusal> {
        let sub_wallet = &mut self.sub_wallets[sub_wallet];
        if seed_no != sub_wallet.seed + 1 {
            return Err(Refusal::SeedChanged);
        }
        if open_rounds != sub_wallet.open {
            return Err(Refusal::RoundsChanged);
        }
        sub_wallet.plays += 1;
        Ok(())
    }

    /// A partner's bet opens its round, or goes on with it.
    pub(super) fn join(&mut self, name: RoundName, sub_wallet: usize, free: bool) -> Result<(), Refusal> {
        if !self.rounds.contains_key(&name) {
            self.open(name, sub_wallet, free);
            return Ok(());
        }
        let round = self.round(name, sub_wallet)?;
        if round.state.status == RoundStatus::Closed || round.free != free {
            return Err(Refusal::RoundConflict);
        }
        self.set_status(name, RoundStatus::Open);
        self.bump(name);
        Ok(())
    }

    /// A bet that a grant pays.
    pub(super) fn free_bet(&mut self, name: RoundName, legs: &mut Vec<Leg>) {
        self.rounds.entry(name).and_modify(|round| round.bets += 1);
        legs.push(Leg { sign: 1, cash: 0, bonus: 0, at_cost: false, free: 0 });
    }

    pub(super) fn open(&mut self, name: RoundName, sub_wallet: usize, free: bool) {
        let status = RoundStatus::Open;
        let state = RoundState { status, stake: 0, stake_bonus: 0, win: 0, version: 0 };
        self.rounds.insert(name, Round { sub_wallet, state, bonus: None, free, bets: 0 });
    }

    pub(super) fn round(&self, name: RoundName, sub_wallet: usize) -> Result<&Round, Refusal> {
        self.rounds.get(&name).filter(|round| round.sub_wallet == sub_wallet).ok_or(Refusal::UnknownRound)
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
        asked: &KeyedCommand,
        stake: i64,
        legs: &mut Vec<Leg>,
    ) -> Result<(), Refusal> {
        let (sub_wallet, Some(round)) = (&mut self.sub_wallets[asked.sub_wallet], self.rounds.get_mut(&name))
        else {
            return Err(Refusal::UnknownRound);
        };
        let stake = movable(stake)?;
        let mixes = round.bonus.is_some() && round.bonus != sub_wallet.bonus_id;
        let playable = if mixes { 0 } else { sub_wallet.bonus };
        if stake > sub_wallet.cash + playable {
            return Err(Refusal::InsufficientFunds { available: sub_wallet.cash + playable });
        }
        let cash = stake.min(sub_wallet.cash);
        let mut tightest: Option<Refusal> = None;
        let mut least = (i64::MAX, 0);
        let on_bets = sub_wallet.limits.iter().filter(|((kind, _), _)| *kind != LimitKind::Deposit);
        for ((kind, period), limit) in on_bets {
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
        sub_wallet.cash -= cash;
        sub_wallet.bonus -= bonus;
        if bonus > 0 {
            round.bonus = sub_wallet.bonus_id;
        }
        round.bets += 1;
        round.state.stake += stake;
        round.state.stake_bonus += bonus;
        for (_, limit) in sub_wallet.limits.iter_mut().filter(|((kind, _), _)| *kind != LimitKind::Deposit) {
            limit.counted.push((asked.key, cash));
        }
        legs.push(Leg { sign: 1, cash, bonus, at_cost: false, free: 0 });
        Ok(())
    }

    /// Cash by its share of the stake, rounded down; the rest to the bonus, or to its cost when it has ended.
    pub(super) fn pay(
        &mut self,
        name: RoundName,
        asked: &KeyedCommand,
        win: i64,
        legs: &mut Vec<Leg>,
    ) -> Result<(), Refusal> {
        let (sub_wallet, Some(round)) = (&mut self.sub_wallets[asked.sub_wallet], self.rounds.get_mut(&name))
        else {
            return Err(Refusal::UnknownRound);
        };
        if win < 0 {
            return Err(Refusal::BadAmount);
        }
        if round.free {
            sub_wallet.freespin += win;
            sub_wallet.system_accounts.games -= win;
            round.state.win += win;
            legs.push(Leg { sign: -1, cash: 0, bonus: 0, at_cost: false, free: win });
            return Ok(());
        }
        let RoundState { stake, stake_bonus, .. } = round.state;
        let cash = match round.bonus {
            None => win,
            Some(_) if stake == 0 => 0,
            Some(_) => win * (stake - stake_bonus) / stake,
        };
        let bonus = win - cash;
        let at_cost = round.bonus != sub_wallet.bonus_id;
        sub_wallet.cash += cash;
        *(if at_cost { &mut sub_wallet.system_accounts.bonus_funding } else { &mut sub_wallet.bonus }) +=
            bonus;
        sub_wallet.system_accounts.games -= win;
        round.state.win += win;
        for ((kind, _), limit) in &mut sub_wallet.limits {
            if *kind == LimitKind::Loss {
                limit.counted.push((asked.key, -cash));
            }
        }
        legs.push(Leg { sign: -1, cash, bonus, at_cost, free: 0 });
        Ok(())
    }

    /// A step of the built-in game, whose stake waits until the round ends.
    pub(super) fn settle(
        &mut self,
        name: RoundName,
        asked: &KeyedCommand,
        win: i64,
        open: bool,
        legs: &mut Vec<Leg>,
    ) -> Result<(), Refusal> {
        self.pay(name, asked, win, legs)?;
        if !open {
            let (sub_wallet, staked) =
                (&mut self.sub_wallets[asked.sub_wallet], self.rounds[&name].state.stake);
            sub_wallet.waiting -= staked;
            sub_wallet.system_accounts.games += staked;
            self.set_status(name, RoundStatus::Closed);
        }
        Ok(())
    }

    pub(super) fn rollback(
        &mut self,
        sub_wallet: usize,
        original: u32,
    ) -> Result<Option<RoundName>, Refusal> {
        let Some(mark) = self.keys.get(&original).cloned() else {
            self.keys.insert(original, Mark::Tombstone);
            return Ok(None);
        };
        let Mark::Done { asked, reported, legs } = mark else { return Ok(None) };
        if self.taken_back.contains(&original) {
            return Ok(None);
        }
        if let Ask::Move { amount } = asked.ask {
            return self.move_back(sub_wallet, original, &asked, amount);
        }
        let Response::Yes { round: Some(name), .. } = reported else { return Err(Refusal::KeyConflict) };
        let round = self.round(name, sub_wallet)?;
        let own = matches!(name, RoundName::Own(_));
        if own && round.state.status != RoundStatus::Open {
            return Err(Refusal::RoundConflict);
        }
        if matches!(asked.ask, Ask::Rollback { .. }) {
            return Err(Refusal::KeyConflict);
        }
        self.bump(name);
        self.taken_back.insert(original);
        let (Some(round), sub_wallet) = (self.rounds.get_mut(&name), &mut self.sub_wallets[sub_wallet])
        else {
            return Err(Refusal::UnknownRound);
        };
        let active = round.bonus.is_some() && round.bonus == sub_wallet.bonus_id;
        for leg in legs.iter().rev() {
            if active && !leg.at_cost {
                give_or_take(&mut sub_wallet.bonus, leg.sign * leg.bonus)?;
            } else {
                sub_wallet.system_accounts.bonus_funding += leg.sign * leg.bonus;
            }
            give_or_take(&mut sub_wallet.cash, leg.sign * leg.cash)?;
            give_or_take(&mut sub_wallet.freespin, leg.sign * leg.free)?;
            let amount = leg.cash + leg.bonus + leg.free;
            let waited = own && leg.sign > 0;
            *(if waited { &mut sub_wallet.waiting } else { &mut sub_wallet.system_accounts.games }) -=
                leg.sign * amount;
            if leg.sign > 0 {
                round.state.stake -= amount;
                round.state.stake_bonus -= leg.bonus;
            } else {
                round.state.win -= amount;
            }
        }
        for limit in sub_wallet.limits.values_mut() {
            limit.counted.retain(|(key, _)| *key != original);
        }
        if legs.iter().any(|leg| leg.sign > 0) {
            round.bets -= 1;
        }
        if round.bets == 0 && round.state.win == 0 {
            sub_wallet.open -= i64::from(own && round.state.status == RoundStatus::Open);
            round.state.status = RoundStatus::Void;
        }
        Ok(Some(name))
    }

    /// Takes back what moved between cash, winnings of free spins and the adjustment account.
    fn move_back(
        &mut self,
        sub_wallet: usize,
        original: u32,
        asked: &KeyedCommand,
        amount: i64,
    ) -> Result<Option<RoundName>, Refusal> {
        if asked.sub_wallet != sub_wallet {
            return Err(Refusal::KeyConflict);
        }
        let sub_wallet = &mut self.sub_wallets[sub_wallet];
        give_or_take(&mut sub_wallet.cash, -amount)?;
        if amount < 0 {
            sub_wallet.system_accounts.adjustment += amount;
        } else {
            sub_wallet.freespin += amount;
        }
        self.taken_back.insert(original);
        Ok(None)
    }
}
