//! Bets, wins and rollbacks: of the house's own games and of partners.

use croupier_money::positive;

use super::draft::Draft;
use crate::{
    AccountId, Answer, Key, KeyRow, PlayContext, Refusal, Round, RoundRef, RoundStatus, Settle, Settlement,
    Transfer, TransferKind,
};

impl Draft<'_> {
    pub(super) fn play(
        &mut self,
        game: i64,
        house: AccountId,
        stake: i64,
        seed_no: i64,
        waiting: i64,
        settle: &Settle,
    ) -> Result<(), Refusal> {
        self.may_bet()?;
        self.same_seed(seed_no)?;
        self.same_rounds(waiting)?;
        let split = self.stake_split(stake)?;
        self.wallet.nonce += 1;
        let (round_id, nonce) = (self.op.0, self.wallet.nonce);
        let settled = settle.ask(&PlayContext { nonce, seed_no, round_id, round: None })?;
        let stakes_to = if settled.open { self.stake() } else { house };
        self.round = Some(Round { nonce, seed_no, ..self.new_round(game, house) });
        self.opens = true;
        self.take_stake(stakes_to, split)?;
        self.settle(settled)
    }

    pub(super) fn step(&mut self, round: i64, version: i64, settle: &Settle) -> Result<(), Refusal> {
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
        self.pay(house, settled.win)?;
        if !settled.open {
            self.close(house, if self.opens { 0 } else { staked })?;
        }
        Ok(())
    }

    /// Ends the round; `staked` is what waited in the stake account.
    fn close(&mut self, house: AccountId, staked: i64) -> Result<(), Refusal> {
        self.transfer_any(TransferKind::Settle, self.stake(), house, staked)?;
        if let Some(round) = &mut self.round {
            round.status = RoundStatus::Closed;
            round.closed_at = Some(self.command.at);
        }
        Ok(())
    }

    pub(super) fn bet(&mut self, named: RoundRef, amount: i64) -> Result<(), Refusal> {
        self.may_bet()?;
        if let Some(round) = self.partner_round(named)? {
            if round.status == RoundStatus::Closed {
                return Err(Refusal::RoundConflict);
            }
            // A round whose bets were all taken back so far is not over: its callbacks come in any order.
            let (version, status) = (round.version + 1, RoundStatus::Open);
            self.round = Some(Round { version, status, closed_at: None, ..round });
        } else {
            let key = named.key;
            self.keys.push(KeyRow { key, fingerprint: key, lsn: self.op, answer: Answer::Round });
            self.round = Some(self.new_round(named.game, named.house));
            self.opens = true;
        }
        let split = self.stake_split(amount)?;
        self.take_stake(named.house, split)
    }

    pub(super) fn win(&mut self, named: RoundRef, amount: i64, closes: bool) -> Result<(), Refusal> {
        let round = self.partner_round(named)?.ok_or(Refusal::UnknownRound)?;
        if round.status == RoundStatus::Void {
            return Err(Refusal::RoundConflict);
        }
        self.round = Some(Round { version: round.version + 1, ..round });
        if amount == 0 {
            self.note("round.lost", "{}".to_owned());
        }
        self.pay(named.house, amount)?;
        if closes { self.close(named.house, 0) } else { Ok(()) }
    }

    /// Cash and bonus money of a stake: cash first, the rest from the bonus, within the player's limits.
    fn stake_split(&self, stake: i64) -> Result<(i64, i64), Refusal> {
        let stake = positive(stake).map_err(|_| Refusal::BadAmount)?;
        let cash = stake.min(self.wallet.cash);
        let (bonus, playable) = (stake - cash, self.playable_bonus());
        if bonus > playable {
            return Err(Refusal::InsufficientFunds { available: self.wallet.cash.saturating_add(playable) });
        }
        self.within_limits(cash)?;
        Ok((cash, bonus))
    }

    fn take_stake(&mut self, to: AccountId, (cash, bonus): (i64, i64)) -> Result<(), Refusal> {
        self.transfer_any(TransferKind::Bet, self.cash(), to, cash)?;
        if bonus > 0
            && let Some(round) = &mut self.round
        {
            round.bonus = self.wallet.bonus_id;
        }
        self.transfer_any(TransferKind::Bet, self.bonus(), to, bonus)
    }

    /// Pays a win, split as the stake was; zero pays nothing.
    fn pay(&mut self, house: AccountId, win: i64) -> Result<(), Refusal> {
        let round = self.round.as_ref().ok_or(Refusal::UnknownRound)?;
        let (cash, bonus) = round.split(win);
        self.transfer_any(TransferKind::Win, house, self.cash(), cash)?;
        if bonus != 0 {
            let home = self.bonus_home()?;
            self.transfer(TransferKind::Win, house, home, bonus)?;
        }
        Ok(())
    }

    pub(super) fn rollback(&mut self, original: Key) -> Result<(), Refusal> {
        if original == self.command.key {
            return Err(Refusal::KeyConflict);
        }
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
        // Only bets and wins belong to a round, and only they are taken back by their key.
        let Some(round) = round else { return Err(Refusal::KeyConflict) };
        let round = self.own_round(round)?;
        if known.lsn.seq() <= self.batch.archived_seq {
            return Err(Refusal::Archived);
        }
        // The stake of a settled round of the house's own is no longer where its bet had put it.
        if round.nonce > 0 && round.status != RoundStatus::Open {
            return Err(Refusal::RoundConflict);
        }
        self.round = Some(Round { version: round.version + 1, ..round });
        let legs = self.batch.operations.get(&known.lsn).cloned().unwrap_or_default();
        for leg in legs.iter().rev() {
            self.take_back(leg)?;
        }
        if !self.moved() {
            self.note("rollback.nothing", "{}".to_owned());
        }
        self.keys.push(KeyRow {
            key: done,
            fingerprint: done,
            lsn: self.op,
            answer: Answer::Accepted {
                cash: self.wallet.cash,
                held: self.wallet.held,
                bonus: self.wallet.bonus,
                round: self.round.as_ref().map(|round| round.id),
            },
        });
        Ok(())
    }

    /// Reverses one leg of a bet or a win, and takes it out of its round's sums and the player's limits.
    fn take_back(&mut self, leg: &Transfer) -> Result<(), Refusal> {
        let kind = match leg.kind {
            TransferKind::Bet => TransferKind::BetRollback,
            TransferKind::Win => TransferKind::WinRollback,
            _ => return Err(Refusal::KeyConflict),
        };
        let (cash, bonus) = (self.cash(), self.bonus());
        let home = |account| if account == bonus { self.bonus_home() } else { Ok(account) };
        let (debit, credit) = (home(leg.credit)?, home(leg.debit)?);
        self.reverse(kind, debit, credit, leg)?;
        if leg.debit == cash {
            self.count_bet(leg.op, -leg.amount);
        } else if leg.credit == cash {
            self.count_win(leg.op, -leg.amount);
        }
        let Some(round) = &mut self.round else { return Ok(()) };
        match leg.kind {
            TransferKind::Bet => {
                round.stake -= leg.amount;
                round.stake_bonus -= if leg.debit == bonus { leg.amount } else { 0 };
            }
            _ => round.win -= leg.amount,
        }
        if round.stake == 0 && round.win == 0 {
            round.status = RoundStatus::Void;
            round.closed_at = Some(self.command.at);
        }
        Ok(())
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
            stake_bonus: 0,
            bonus: None,
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

    fn may_bet(&self) -> Result<(), Refusal> {
        if self.wallet.blocked { Err(Refusal::Blocked) } else { Ok(()) }
    }

    pub(super) fn same_seed(&self, seed_no: i64) -> Result<(), Refusal> {
        if self.wallet.seed_no == seed_no { Ok(()) } else { Err(Refusal::SeedChanged) }
    }

    fn same_rounds(&self, waiting: i64) -> Result<(), Refusal> {
        if self.wallet.stake == waiting { Ok(()) } else { Err(Refusal::RoundsChanged) }
    }
}
