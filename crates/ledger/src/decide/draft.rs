//! One command being worked out on copies, and the one way in which it moves money.

use croupier_money::positive;

use super::Touched;
use crate::{
    AccountId, Answer, Batch, BetLimit, Bucket, Command, Fact, KeyRow, LimitKind, Lsn, Receipt, Refusal,
    Round, Transfer, TransferKind, Wallet, Writes,
};

/// One command being worked out; nothing of it shows until [`Draft::finish`].
pub(super) struct Draft<'a> {
    pub(super) batch: &'a mut Batch,
    pub(super) command: &'a Command,
    pub(super) wallet: Wallet,
    /// The command's first place in the log; every command takes at least one.
    pub(super) op: Lsn,
    next_lsn: Lsn,
    transfers: Vec<Transfer>,
    pub(super) facts: Vec<Fact>,
    pub(super) keys: Vec<KeyRow>,
    pub(super) round: Option<Round>,
    pub(super) opens: bool,
    /// The wallet's limits, in the window of the command; none when it does not play.
    limits: Vec<BetLimit>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(batch: &'a mut Batch, command: &'a Command, wallet: Wallet) -> Self {
        let op = Lsn::new(batch.lane, batch.next_seq);
        let facts = command.facts.clone();
        // Only play moves windows on, so that a limit does not depend on what else is in the batch.
        let plays = command.action.plays();
        let mut limits = plays.then(|| batch.limits.get(&wallet.id).cloned()).flatten().unwrap_or_default();
        for limit in &mut limits {
            limit.roll(command.at, op);
        }
        Self {
            batch,
            command,
            wallet,
            op,
            next_lsn: op,
            transfers: Vec::new(),
            facts,
            keys: Vec::new(),
            round: None,
            opens: false,
            limits,
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
        let from_bonus = debit == self.bonus();
        if let Some(round) = &mut self.round {
            match kind {
                TransferKind::Bet => {
                    round.stake = add(round.stake, amount)?;
                    round.stake_bonus += if from_bonus { amount } else { 0 };
                }
                TransferKind::Win => round.win = add(round.win, amount)?,
                _ => {}
            }
        }
        match kind {
            TransferKind::Bet if debit == self.cash() => self.count_bet(self.op, amount),
            TransferKind::Win if credit == self.cash() => self.count_win(self.op, amount),
            _ => {}
        }
        let lsn = self.next_lsn;
        self.next_lsn = Lsn(lsn.0 + 1);
        self.transfers.push(Transfer {
            lsn,
            op: self.op,
            kind,
            debit,
            credit,
            amount,
            wallet: self.wallet.id,
            cash_after: self.wallet.cash,
            held_after: self.wallet.held,
            bonus_after: self.wallet.bonus,
            round: self.round.as_ref().map(|round| round.id),
            reverses: None,
            at: self.command.at,
        });
        Ok(())
    }

    /// Moves the amount of `leg`, an earlier transfer, from `debit` to `credit`, and says that it does so.
    pub(super) fn reverse(
        &mut self,
        kind: TransferKind,
        debit: AccountId,
        credit: AccountId,
        leg: &Transfer,
    ) -> Result<(), Refusal> {
        self.transfer(kind, debit, credit, leg.amount)?;
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

    /// Books a change on one of this wallet's accounts; the house's are summed from transfers elsewhere.
    fn post(&mut self, account: AccountId, change: i64) -> Result<(), Refusal> {
        let (cash, held, stake, bonus) = (self.cash(), self.held(), self.stake(), self.bonus());
        let balance = match account {
            a if a == cash => &mut self.wallet.cash,
            a if a == held => &mut self.wallet.held,
            a if a == stake => &mut self.wallet.stake,
            a if a == bonus => &mut self.wallet.bonus,
            _ => return Ok(()),
        };
        let after = add(*balance, change)?;
        if after < 0 {
            return Err(Refusal::InsufficientFunds { available: *balance });
        }
        *balance = after;
        Ok(())
    }

    /// Adds a cash bet, or takes one back when `amount` is below zero, in every window that the place
    /// `booked` of the bet belongs to.
    pub(super) fn count_bet(&mut self, booked: Lsn, amount: i64) {
        for limit in self.limits.iter_mut().filter(|limit| booked >= limit.since) {
            limit.net += amount;
        }
    }

    /// Like [`Draft::count_bet`], for a cash win; only losses are lessened by wins.
    pub(super) fn count_win(&mut self, booked: Lsn, amount: i64) {
        let losses = self.limits.iter_mut().filter(|limit| limit.kind == LimitKind::Loss);
        for limit in losses.filter(|limit| booked >= limit.since) {
            limit.net -= amount;
        }
    }

    /// Whether `cash` may be staked; the refusal tells the limit that leaves least.
    pub(super) fn within_limits(&self, cash: i64) -> Result<(), Refusal> {
        match self.limits.iter().min_by_key(|limit| (limit.left(), -limit.until)) {
            Some(limit) if cash > limit.left() => Err(Refusal::LimitReached {
                kind: limit.kind,
                period: limit.period,
                left: limit.left(),
                until: limit.until,
            }),
            _ => Ok(()),
        }
    }

    pub(super) fn finish(mut self, writes: &mut Writes, touched: &mut Touched) -> Receipt {
        let Wallet { cash, held, bonus, .. } = self.wallet;
        let round_id = self.round.as_ref().map(|round| round.id);
        let answer = Answer::Accepted { cash, held, bonus, round: round_id };
        let (key, fingerprint) = (self.command.key, self.command.fingerprint);
        self.keys.push(KeyRow { key, fingerprint, lsn: self.op, answer });

        for fact in self.facts.drain(..) {
            writes.facts.push((self.next_lsn, self.wallet.player, self.command.at, fact));
            self.next_lsn = Lsn(self.next_lsn.0 + 1);
        }
        self.batch.next_seq = self.next_lsn.seq();
        for row in self.keys {
            self.batch.keys.insert(row.key, row);
            writes.keys.push(row);
        }
        if let Some(round) = &self.round {
            if self.opens {
                touched.opened.insert(round.id);
            } else if !touched.opened.contains(&round.id) {
                touched.changed.insert(round.id);
            }
            self.batch.rounds.insert(round.id, round.clone());
        }
        if !self.limits.is_empty() && self.batch.limits.get(&self.wallet.id) != Some(&self.limits) {
            self.batch.limits.insert(self.wallet.id, self.limits);
            touched.limits.insert(self.wallet.id);
        }
        touched.wallets.insert(self.wallet.id);
        self.batch.wallets.insert(self.wallet.id, self.wallet);
        if !self.transfers.is_empty() {
            self.batch.operations.insert(self.op, self.transfers.clone());
            writes.transfers.append(&mut self.transfers);
        }
        Receipt { lsn: self.op, replayed: false, cash, held, bonus, round_id, round: self.round }
    }

    pub(super) const fn cash(&self) -> AccountId {
        AccountId::of(self.wallet.id, Bucket::Cash)
    }

    pub(super) const fn held(&self) -> AccountId {
        AccountId::of(self.wallet.id, Bucket::Held)
    }

    pub(super) const fn stake(&self) -> AccountId {
        AccountId::of(self.wallet.id, Bucket::Stake)
    }

    pub(super) const fn bonus(&self) -> AccountId {
        AccountId::of(self.wallet.id, Bucket::Bonus)
    }
}

fn add(a: i64, b: i64) -> Result<i64, Refusal> {
    a.checked_add(b).filter(|sum| *sum <= croupier_money::WIRE_MAX).ok_or(Refusal::BadAmount)
}
