//! One part of a command being worked out on copies, and the one way in which it moves money.

use std::cmp::Reverse;

use croupier_money::{WIRE_MAX, positive};

use super::view::{Done, View};
use crate::{
    AccountId, Answer, BetLimit, Fact, Key, KeyRow, LimitKind, Lsn, Part, Refusal, Round, RoundStatus,
    StopReason, SubAccount, Transfer, TransferKind, Wallet,
};

/// One part being worked out; nothing of it shows before `Done::book`.
pub(super) struct Draft<'a> {
    pub(super) view: View<'a>,
    part: &'a Part,
    /// When the command was asked, UTC milliseconds.
    pub(super) at: i64,
    pub(super) wallet: Wallet,
    /// The part's first place in the log; every accepted part takes at least one.
    pub(super) op: Lsn,
    next_lsn: Lsn,
    transfers: Vec<Transfer>,
    pub(super) facts: Vec<Fact>,
    pub(super) keys: Vec<KeyRow>,
    pub(super) round: Option<Round>,
    pub(super) opens: bool,
    /// How the round has ended in this part.
    ends: Option<RoundStatus>,
    /// The wallet's limits, in the window of the command; none when the part is not limited.
    limits: Vec<BetLimit>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(view: View<'a>, at: i64, part: &'a Part, wallet: Wallet) -> Self {
        let op = view.next_lsn();
        // Only what a limit counts moves its window on, so a limit does not depend on what else is in the batch.
        let limits = if part.action.is_limited() { view.limits(wallet.id) } else { &[] };
        let mut limits = limits.to_vec();
        for limit in limits.iter_mut().filter(|limit| limit.kind.counts(&part.action)) {
            limit.roll(at, op);
        }
        Self {
            view,
            part,
            at,
            wallet,
            op,
            next_lsn: op,
            transfers: Vec::new(),
            facts: part.facts.clone(),
            keys: Vec::new(),
            round: None,
            opens: false,
            ends: None,
            limits,
        }
    }

    /// The part's key.
    pub(super) const fn key(&self) -> Key {
        self.part.key
    }

    /// Refuses the command while a reason is in force for which `forbids` holds.
    pub(super) fn not_stopped(&self, forbids: impl Fn(StopReason) -> bool) -> Result<(), Refusal> {
        let stop = self.wallet.stops.in_force(self.at, forbids);
        stop.map_or(Ok(()), |stop| Err(Refusal::Stopped(stop)))
    }

    /// Refuses the command while the player may sign in.
    pub(super) fn shut_out(&self) -> Result<(), Refusal> {
        match self.wallet.stops.in_force(self.at, StopReason::forbids_sign_in) {
            Some(_) => Ok(()),
            None => Err(Refusal::MaySignIn),
        }
    }

    /// A command that moves no money still leaves a row in the log, which keeps the log gapless.
    pub(super) fn note(&mut self, kind: &'static str, body: String) {
        self.facts.push(Fact { kind, body });
    }

    /// Whether the command has moved money so far.
    pub(super) fn moved(&self) -> bool {
        !self.transfers.is_empty()
    }

    /// Moves `amount`, which has to be above zero.
    pub(super) fn transfer(
        &mut self,
        kind: TransferKind,
        debit: AccountId,
        credit: AccountId,
        amount: i64,
    ) -> Result<(), Refusal> {
        let amount = positive(amount).map_err(|_| Refusal::BadAmount)?;
        self.post(debit, -amount)?;
        self.post(credit, amount)?;
        let from_bonus = debit == self.account(SubAccount::Bonus);
        if let Some(round) = &mut self.round {
            match kind {
                TransferKind::Bet => {
                    round.stake = add(round.stake, amount)?;
                    round.stake_bonus = add(round.stake_bonus, if from_bonus { amount } else { 0 })?;
                }
                TransferKind::Win => round.win = add(round.win, amount)?,
                _ => {}
            }
        }
        match kind {
            TransferKind::Bet if debit == self.cash() => self.count_bet(self.op, amount)?,
            TransferKind::Win if credit == self.cash() => self.count_win(self.op, amount)?,
            TransferKind::Deposit => self.count_deposit(amount)?,
            _ => {}
        }
        self.push(kind, debit, credit, amount);
        Ok(())
    }

    /// Writes the row of a round down that moves nothing: a bet that a grant pays, or a win of nothing.
    pub(super) fn transfer_nothing(&mut self, kind: TransferKind, debit: AccountId, credit: AccountId) {
        self.push(kind, debit, credit, 0);
    }

    fn push(&mut self, kind: TransferKind, debit: AccountId, credit: AccountId, amount: i64) {
        let lsn = self.next_lsn;
        self.next_lsn = Lsn(lsn.0 + 1);
        let round = self.round.as_ref();
        self.transfers.push(Transfer {
            lsn,
            op: self.op,
            kind,
            debit,
            credit,
            amount,
            wallet: self.wallet.id,
            cash_after: self.wallet.cash(),
            held_after: self.wallet.held(),
            bonus_after: self.wallet.bonus(),
            round: round.map(|round| round.id),
            game: round.map(|round| round.game),
            grant: round.and_then(|round| round.funding.grant()),
            ends: None,
            reverses: None,
            at: self.at,
        });
    }

    /// Ends the round, closed or void, unless it has ended in this way before.
    pub(super) fn end_round(&mut self, status: RoundStatus) {
        let Some(round) = &mut self.round else { return };
        if round.status == status {
            return;
        }
        // A builtin game's round that opens in this part was never counted as open.
        if round.status == RoundStatus::Open && round.nonce > 0 && !self.opens {
            self.wallet.open_rounds -= 1;
        }
        self.wallet.win_room -= round.win_room;
        round.win_room = 0;
        round.status = status;
        round.closed_at = Some(self.at);
        self.ends = Some(status);
    }

    /// Moves the amount of `leg`, an earlier transfer, from `debit` to `credit`, and says that it does so.
    pub(super) fn reverse(
        &mut self,
        kind: TransferKind,
        debit: AccountId,
        credit: AccountId,
        leg: &Transfer,
    ) -> Result<(), Refusal> {
        if leg.amount == 0 {
            self.transfer_nothing(kind, debit, credit);
        } else {
            self.transfer(kind, debit, credit, leg.amount)?;
        }
        if let Some(reversal) = self.transfers.last_mut() {
            reversal.reverses = Some(leg.lsn);
        }
        Ok(())
    }

    /// Moves `amount` when there is any.
    pub(super) fn transfer_any(
        &mut self,
        kind: TransferKind,
        debit: AccountId,
        credit: AccountId,
        amount: i64,
    ) -> Result<(), Refusal> {
        if amount == 0 { Ok(()) } else { self.transfer(kind, debit, credit, amount) }
    }

    /// Moves `amount` between system accounts and sub-accounts of the wallet that no other rule watches over.
    pub(super) fn move_between(
        &mut self,
        from: AccountId,
        to: AccountId,
        amount: i64,
    ) -> Result<(), Refusal> {
        let may_move = |account: AccountId| {
            account.is_system() || account.sub_account().is_some_and(SubAccount::is_free)
        };
        let is_points = |account: AccountId| account.sub_account() == Some(SubAccount::Points);
        let turns_points_into_money =
            !from.is_system() && !to.is_system() && is_points(from) != is_points(to);
        if from == to || !may_move(from) || !may_move(to) || turns_points_into_money {
            return Err(Refusal::UnknownAccount);
        }
        self.transfer(TransferKind::Move, from, to, amount)
    }

    /// Books a change on one of this wallet's accounts; system accounts are summed from transfers elsewhere. Any other
    /// account is refused: its balance is kept nowhere in this draft, so the money would vanish.
    fn post(&mut self, account: AccountId, change: i64) -> Result<(), Refusal> {
        if account.is_system() {
            return Ok(());
        }
        let own = account.sub_account().filter(|_| account.wallet() == Some(self.wallet.id));
        let sub_account = own.ok_or(Refusal::UnknownAccount)?;
        let available = self.wallet.balances[sub_account];
        let after = available.checked_add(change).ok_or(Refusal::BadAmount)?;
        if after < 0 {
            return Err(Refusal::InsufficientFunds { available });
        }
        self.wallet.balances[sub_account] = after;
        let is_full = self.wallet.total().saturating_add(self.wallet.win_room) > WIRE_MAX || after > WIRE_MAX;
        if change > 0 && is_full { Err(Refusal::BalanceFull) } else { Ok(()) }
    }

    /// Adds a cash bet, or takes one back when `amount` is below zero, in every window that the place
    /// `booked` of the bet belongs to.
    pub(super) fn count_bet(&mut self, booked: Lsn, amount: i64) -> Result<(), Refusal> {
        let on_bets = self.limits.iter_mut().filter(|limit| limit.kind != LimitKind::Deposit);
        for limit in on_bets.filter(|limit| booked >= limit.since) {
            limit.net = limit.net.checked_add(amount).ok_or(Refusal::BadAmount)?;
        }
        Ok(())
    }

    fn count_deposit(&mut self, amount: i64) -> Result<(), Refusal> {
        for limit in self.limits.iter_mut().filter(|limit| limit.kind == LimitKind::Deposit) {
            limit.net = limit.net.checked_add(amount).ok_or(Refusal::BadAmount)?;
        }
        Ok(())
    }

    /// Adds a fact for every limit whose window this part has used up.
    fn publish_reached_limits(&mut self) {
        let before = self.view.limits(self.wallet.id);
        let reached = self.limits.iter().filter(|limit| limit.is_reached());
        let newly = reached.filter(|limit| !before.iter().any(|earlier| limit.was_reached(earlier)));
        let body = |limit: &BetLimit| {
            let (kind, period) = (limit.kind.name(), limit.period.name());
            format!(r#"{{"type":"{kind}","period":"{period}","wallet":{}}}"#, limit.wallet)
        };
        let bodies: Vec<_> = newly.map(body).collect();
        for body in bodies {
            self.note("limit.reached", body);
        }
    }

    /// Like [`Draft::count_bet`], for a cash win; only losses are lessened by wins.
    pub(super) fn count_win(&mut self, booked: Lsn, amount: i64) -> Result<(), Refusal> {
        let losses = self.limits.iter_mut().filter(|limit| limit.kind == LimitKind::Loss);
        for limit in losses.filter(|limit| booked >= limit.since) {
            limit.net = sub(limit.net, amount)?;
        }
        Ok(())
    }

    /// Whether `cash` may be staked; the refusal names the limit that leaves least.
    pub(super) fn within_limits(&self, cash: i64) -> Result<(), Refusal> {
        let on_bets = self.limits.iter().filter(|limit| limit.kind != LimitKind::Deposit);
        match on_bets.min_by_key(|limit| (limit.left(), Reverse(limit.until))) {
            Some(limit) if cash > limit.left() => Err(Refusal::LimitReached {
                kind: limit.kind,
                period: limit.period,
                left: limit.left(),
                until: limit.until,
            }),
            _ => Ok(()),
        }
    }

    /// Ends the part: it is accepted.
    pub(super) fn finish(mut self) -> Done {
        let answer = Answer::Accepted {
            cash: self.wallet.cash(),
            held: self.wallet.held(),
            bonus: self.wallet.bonus(),
            round: self.round.as_ref().map(|round| round.id),
        };
        let Part { key, fingerprint, .. } = *self.part;
        self.keys.push(KeyRow { key, fingerprint, lsn: self.op, answer });
        self.publish_reached_limits();
        if let Some(last) = self.transfers.last_mut() {
            last.ends = self.ends;
        }
        if self.transfers.is_empty() && self.facts.is_empty() {
            // Nothing happened, and that is a row too: without one the next command would take the same place.
            self.note("command.accepted", "{}".to_owned());
        }
        let first = self.next_lsn.0;
        let facts = (first..).zip(std::mem::take(&mut self.facts));
        let facts: Vec<_> = facts.map(|(lsn, fact)| (Lsn(lsn), self.wallet.player, self.at, fact)).collect();
        let next_lsn = facts.last().map_or(self.next_lsn, |(lsn, ..)| Lsn(lsn.0 + 1));
        assert!(next_lsn > self.op, "an accepted command takes a place in the log");
        Done {
            op: self.op,
            next_lsn,
            wallet: self.wallet,
            transfers: self.transfers,
            facts,
            keys: self.keys,
            round: self.round,
            opens: self.opens,
            limits: self.limits,
        }
    }

    /// An account of the wallet.
    pub(super) const fn account(&self, sub_account: SubAccount) -> AccountId {
        AccountId::of(self.wallet.id, sub_account)
    }

    pub(super) const fn cash(&self) -> AccountId {
        self.account(SubAccount::Cash)
    }

    pub(super) const fn held(&self) -> AccountId {
        self.account(SubAccount::Held)
    }

    pub(super) const fn stake(&self) -> AccountId {
        self.account(SubAccount::Stake)
    }

    pub(super) const fn bonus(&self) -> AccountId {
        self.account(SubAccount::Bonus)
    }
}

fn add(a: i64, b: i64) -> Result<i64, Refusal> {
    a.checked_add(b).filter(|sum| *sum <= WIRE_MAX).ok_or(Refusal::BadAmount)
}

pub(super) fn sub(a: i64, b: i64) -> Result<i64, Refusal> {
    a.checked_sub(b).ok_or(Refusal::BadAmount)
}
