//! The decision: commands in order, each answered by transfers or by a refusal.

use std::collections::HashSet;

use croupier_money::positive;

use crate::{
    AccountId, Action, Answer, Batch, Bucket, Command, Fact, Key, KeyRow, Lsn, Outcome, PlayContext, Receipt,
    Refusal, Round, RoundRef, RoundStatus, Settle, Settlement, Transfer, TransferKind, Wallet, Writes,
};

/// Decides `commands` in order on `batch`, which is brought up to date as it goes, so that a later
/// command sees what an earlier one did. Answers come in the order of the commands.
pub fn decide(batch: &mut Batch, commands: &[Command]) -> (Vec<Outcome>, Writes) {
    let mut writes = Writes::default();
    let mut touched = Touched::default();
    let outcomes = commands.iter().map(|command| one(batch, command, &mut writes, &mut touched)).collect();
    touched.collect(batch, &mut writes);
    writes.next_seq = batch.next_seq;
    (outcomes, writes)
}

/// What has to be written back at the end of the batch, each once however often it changed.
#[derive(Default)]
struct Touched {
    wallets: HashSet<i64>,
    opened: HashSet<i64>,
    changed: HashSet<i64>,
}

impl Touched {
    fn collect(&self, batch: &Batch, writes: &mut Writes) {
        let rounds = |ids: &HashSet<i64>| {
            let mut rounds: Vec<Round> = ids.iter().filter_map(|id| batch.rounds.get(id).cloned()).collect();
            rounds.sort_unstable_by_key(|round| round.id);
            rounds
        };
        writes.rounds_opened = rounds(&self.opened);
        writes.rounds_changed = rounds(&self.changed);
        writes.wallets = self.wallets.iter().filter_map(|id| batch.wallets.get(id).cloned()).collect();
        writes.wallets.sort_unstable_by_key(|wallet| wallet.id);
    }
}

fn one(batch: &mut Batch, command: &Command, writes: &mut Writes, touched: &mut Touched) -> Outcome {
    if let Some(known) = batch.keys.get(&command.key) {
        return replay(known, command);
    }
    let wallet = batch.wallets.get(&command.wallet).ok_or(Refusal::UnknownWallet)?.clone();
    let mut draft = Draft::new(batch, command, wallet);
    draft.act(&command.action)?;
    Ok(draft.finish(writes, touched))
}

fn replay(known: &KeyRow, command: &Command) -> Outcome {
    match known.answer {
        Answer::Tombstone => Err(Refusal::Tombstoned),
        Answer::Accepted { cash, held, round } if known.fingerprint == command.fingerprint => {
            Ok(Receipt { lsn: known.lsn, replayed: true, cash, held, round_id: round, round: None })
        }
        Answer::Accepted { .. } | Answer::Round => Err(Refusal::KeyConflict),
    }
}

/// One command being worked out on copies; nothing of it shows until [`Draft::finish`].
struct Draft<'a> {
    batch: &'a mut Batch,
    command: &'a Command,
    wallet: Wallet,
    /// The command's first place in the log; every command takes at least one.
    op: Lsn,
    next_lsn: Lsn,
    transfers: Vec<Transfer>,
    facts: Vec<Fact>,
    keys: Vec<KeyRow>,
    round: Option<Round>,
    opens: bool,
}

impl<'a> Draft<'a> {
    fn new(batch: &'a mut Batch, command: &'a Command, wallet: Wallet) -> Self {
        let op = Lsn::new(batch.lane, batch.next_seq);
        let facts = command.facts.clone();
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
        }
    }

    fn act(&mut self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Deposit { from, amount } => {
                self.transfer(TransferKind::Deposit, *from, self.cash(), *amount)
            }
            Action::Play { game, house, stake, seed_no, settle } => {
                self.play(*game, *house, *stake, *seed_no, settle)
            }
            Action::Step { round, version, settle } => self.step(*round, *version, settle),
            Action::Bet { round, amount } => self.bet(*round, *amount),
            Action::Win { round, amount, closes } => self.win(*round, *amount, *closes),
            Action::Rollback { original } => self.rollback(*original),
            Action::PayoutHold { amount } => {
                self.transfer(TransferKind::PayoutHold, self.cash(), self.held(), *amount)
            }
            Action::PayoutRelease { amount } => {
                self.transfer(TransferKind::PayoutRelease, self.held(), self.cash(), *amount)
            }
            Action::PayoutFinish { to, amount } => {
                self.transfer(TransferKind::PayoutFinish, self.held(), *to, *amount)
            }
            Action::Adjust { house, amount } if *amount < 0 => {
                let taken = amount.checked_neg().ok_or(Refusal::BadAmount)?;
                self.transfer(TransferKind::Adjust, self.cash(), *house, taken)
            }
            Action::Adjust { house, amount } => {
                self.transfer(TransferKind::Adjust, *house, self.cash(), *amount)
            }
            Action::RotateSeed { seed_no } => {
                self.same_seed(*seed_no)?;
                self.wallet.seed_no += 1;
                self.note("seed.rotated", format!(r#"{{"wallet":{},"seed_no":{seed_no}}}"#, self.wallet.id));
                Ok(())
            }
        }
    }

    fn play(
        &mut self,
        game: i64,
        house: AccountId,
        stake: i64,
        seed_no: i64,
        settle: &Settle,
    ) -> Result<(), Refusal> {
        self.may_bet()?;
        self.same_seed(seed_no)?;
        self.affordable(stake)?;
        self.wallet.nonce += 1;
        let (round_id, nonce) = (self.op.0, self.wallet.nonce);
        let settled = settle.ask(&PlayContext { nonce, seed_no, round_id, round: None })?;
        let round = Round { nonce, seed_no, ..self.new_round(game, house) };
        let stakes_to = if settled.open { self.stake() } else { house };
        self.round = Some(round);
        self.opens = true;
        self.transfer(TransferKind::Bet, self.cash(), stakes_to, stake)?;
        self.settle(settled)
    }

    fn step(&mut self, round: i64, version: i64, settle: &Settle) -> Result<(), Refusal> {
        let round = self.own_round(round)?;
        if round.status != RoundStatus::Open || round.version != version {
            return Err(Refusal::RoundConflict);
        }
        let context = PlayContext {
            nonce: round.nonce,
            seed_no: round.seed_no,
            round_id: round.id,
            round: Some(&round),
        };
        let settled = settle.ask(&context)?;
        self.round = Some(Round { version: version + 1, ..round });
        if settled.win == 0 && settled.open {
            self.note("round.step", "{}".to_owned());
        }
        self.settle(settled)
    }

    /// Books what a game answered: the win, and the stake when the round ends.
    fn settle(&mut self, settled: Settlement) -> Result<(), Refusal> {
        let round = self.round.as_mut().ok_or(Refusal::UnknownRound)?;
        let (house, staked) = (round.house, round.stake);
        round.detail = settled.detail;
        self.facts.extend(settled.facts);
        if settled.win > 0 {
            self.transfer(TransferKind::Win, house, self.cash(), settled.win)?;
        } else if settled.win < 0 {
            return Err(Refusal::BadAmount);
        }
        if !settled.open {
            self.close(house, if self.opens { 0 } else { staked })?;
        }
        Ok(())
    }

    /// Ends the round; `staked` is what waited in the stake account.
    fn close(&mut self, house: AccountId, staked: i64) -> Result<(), Refusal> {
        if staked > 0 {
            self.transfer(TransferKind::Settle, self.stake(), house, staked)?;
        }
        if let Some(round) = &mut self.round {
            round.status = RoundStatus::Closed;
            round.closed_at = Some(self.command.at);
        }
        Ok(())
    }

    fn bet(&mut self, named: RoundRef, amount: i64) -> Result<(), Refusal> {
        self.may_bet()?;
        if let Some(round) = self.partner_round(named)? {
            if round.status != RoundStatus::Open {
                return Err(Refusal::RoundConflict);
            }
            self.round = Some(Round { version: round.version + 1, ..round });
        } else {
            let key = named.key;
            self.keys.push(KeyRow { key, fingerprint: key, lsn: self.op, answer: Answer::Round });
            self.round = Some(self.new_round(named.game, named.house));
            self.opens = true;
        }
        self.transfer(TransferKind::Bet, self.cash(), named.house, amount)
    }

    fn win(&mut self, named: RoundRef, amount: i64, closes: bool) -> Result<(), Refusal> {
        let round = self.partner_round(named)?.ok_or(Refusal::UnknownRound)?;
        if round.status == RoundStatus::Void {
            return Err(Refusal::RoundConflict);
        }
        self.round = Some(Round { version: round.version + 1, ..round });
        if amount == 0 {
            self.note("round.lost", "{}".to_owned());
        } else {
            self.transfer(TransferKind::Win, named.house, self.cash(), amount)?;
        }
        if closes { self.close(named.house, 0) } else { Ok(()) }
    }

    fn rollback(&mut self, original: Key) -> Result<(), Refusal> {
        let Some(known) = self.batch.keys.get(&original).copied() else {
            let tombstone =
                KeyRow { key: original, fingerprint: original, lsn: self.op, answer: Answer::Tombstone };
            self.keys.push(tombstone);
            self.note("rollback.unknown", "{}".to_owned());
            return Ok(());
        };
        let done = original.rollback();
        if known.answer == Answer::Tombstone || self.batch.keys.contains_key(&done) {
            self.note("rollback.repeated", "{}".to_owned());
            return Ok(());
        }
        let Answer::Accepted { round, .. } = known.answer else { return Err(Refusal::KeyConflict) };
        self.round = round.map(|id| self.own_round(id)).transpose()?;
        // The stake of a settled round of the house's own is no longer where its bet had put it.
        if self.round.as_ref().is_some_and(|round| round.nonce > 0 && round.status != RoundStatus::Open) {
            return Err(Refusal::RoundConflict);
        }
        let legs = self.batch.operations.get(&known.lsn).cloned().unwrap_or_default();
        for leg in legs.iter().rev() {
            if leg.wallet != self.wallet.id {
                return Err(Refusal::UnknownWallet);
            }
            self.transfer(TransferKind::Rollback, leg.credit, leg.debit, leg.amount)?;
            self.unbook(leg);
        }
        self.keys.push(KeyRow {
            key: done,
            fingerprint: done,
            lsn: self.op,
            answer: Answer::Accepted { cash: self.wallet.cash, held: self.wallet.held, round },
        });
        Ok(())
    }

    /// A command that moves no money still leaves a row in the log, which keeps the log gapless.
    fn note(&mut self, kind: &'static str, body: String) {
        self.facts.push(Fact { kind, body });
    }

    /// Takes a rolled-back leg out of its round's sums.
    fn unbook(&mut self, leg: &Transfer) {
        let Some(round) = &mut self.round else { return };
        match leg.kind {
            TransferKind::Bet => round.stake -= leg.amount,
            TransferKind::Win => round.win -= leg.amount,
            _ => return,
        }
        round.version += 1;
        if round.stake == 0 && round.win == 0 {
            round.status = RoundStatus::Void;
            round.closed_at = Some(self.command.at);
        }
    }

    fn transfer(
        &mut self,
        kind: TransferKind,
        debit: AccountId,
        credit: AccountId,
        amount: i64,
    ) -> Result<(), Refusal> {
        let amount = positive(amount).map_err(|_| Refusal::BadAmount)?;
        self.post(debit, -amount)?;
        self.post(credit, amount)?;
        if let Some(round) = &mut self.round {
            match kind {
                TransferKind::Bet => round.stake = add(round.stake, amount)?,
                TransferKind::Win => round.win = add(round.win, amount)?,
                _ => {}
            }
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
            round: self.round.as_ref().map(|round| round.id),
            at: self.command.at,
        });
        Ok(())
    }

    /// Books a change on one of this wallet's accounts; the house's are summed from transfers elsewhere.
    fn post(&mut self, account: AccountId, change: i64) -> Result<(), Refusal> {
        let (cash, held, stake) = (self.cash(), self.held(), self.stake());
        let balance = match account {
            a if a == cash => &mut self.wallet.cash,
            a if a == held => &mut self.wallet.held,
            a if a == stake => &mut self.wallet.stake,
            _ => return Ok(()),
        };
        let after = add(*balance, change)?;
        if after < 0 {
            return Err(Refusal::InsufficientFunds { available: *balance });
        }
        *balance = after;
        Ok(())
    }

    fn finish(mut self, writes: &mut Writes, touched: &mut Touched) -> Receipt {
        let (cash, held) = (self.wallet.cash, self.wallet.held);
        let round_id = self.round.as_ref().map(|round| round.id);
        let answer = Answer::Accepted { cash, held, round: round_id };
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
        touched.wallets.insert(self.wallet.id);
        self.batch.wallets.insert(self.wallet.id, self.wallet);
        if !self.transfers.is_empty() {
            self.batch.operations.insert(self.op, self.transfers.clone());
            writes.transfers.append(&mut self.transfers);
        }
        Receipt { lsn: self.op, replayed: false, cash, held, round_id, round: self.round }
    }

    fn new_round(&self, game: i64, house: AccountId) -> Round {
        Round {
            id: self.op.0,
            wallet: self.wallet.id,
            player: self.wallet.player,
            game,
            house,
            status: RoundStatus::Open,
            version: 0,
            stake: 0,
            win: 0,
            nonce: 0,
            seed_no: 0,
            opened_at: self.command.at,
            closed_at: None,
            detail: String::new(),
        }
    }

    fn own_round(&self, id: i64) -> Result<Round, Refusal> {
        let round = self.batch.rounds.get(&id).filter(|round| round.wallet == self.wallet.id);
        round.cloned().ok_or(Refusal::UnknownRound)
    }

    /// The round a partner names; `None` when the partner has not named it before.
    fn partner_round(&self, named: RoundRef) -> Result<Option<Round>, Refusal> {
        match self.batch.keys.get(&named.key) {
            Some(KeyRow { answer: Answer::Round, lsn, .. }) => self.own_round(lsn.0).map(Some),
            Some(_) => Err(Refusal::KeyConflict),
            None => Ok(None),
        }
    }

    fn affordable(&self, stake: i64) -> Result<(), Refusal> {
        positive(stake).map_err(|_| Refusal::BadAmount)?;
        if stake > self.wallet.cash {
            return Err(Refusal::InsufficientFunds { available: self.wallet.cash });
        }
        Ok(())
    }

    fn may_bet(&self) -> Result<(), Refusal> {
        if self.wallet.blocked { Err(Refusal::Blocked) } else { Ok(()) }
    }

    fn same_seed(&self, seed_no: i64) -> Result<(), Refusal> {
        if self.wallet.seed_no == seed_no { Ok(()) } else { Err(Refusal::SeedChanged) }
    }

    fn cash(&self) -> AccountId {
        AccountId::of(self.wallet.id, Bucket::Cash)
    }

    fn held(&self) -> AccountId {
        AccountId::of(self.wallet.id, Bucket::Held)
    }

    fn stake(&self) -> AccountId {
        AccountId::of(self.wallet.id, Bucket::Stake)
    }
}

fn add(a: i64, b: i64) -> Result<i64, Refusal> {
    a.checked_add(b).filter(|sum| *sum <= croupier_money::WIRE_MAX).ok_or(Refusal::BadAmount)
}
