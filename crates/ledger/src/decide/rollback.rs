//! Taking back bets, wins and moves.

use super::draft::{Draft, sub};
use crate::{Answer, Key, KeyRow, Refusal, Round, RoundStatus, Transfer, TransferKind};

impl Draft<'_> {
    pub(super) fn rollback(&mut self, original: Key) -> Result<(), Refusal> {
        if original == self.key() {
            return Err(Refusal::KeyConflict);
        }
        let Some(known) = self.view.key(original).copied() else {
            let tombstone =
                KeyRow { key: original, fingerprint: original, lsn: self.op, answer: Answer::Tombstone };
            self.keys.push(tombstone);
            self.note("rollback.unknown", "{}".to_owned());
            return Ok(());
        };
        let done = original.rollback();
        if known.answer == Answer::Tombstone || self.view.key(done).is_some() {
            self.note("rollback.repeated", "{}".to_owned());
            return Ok(());
        }
        let Answer::Accepted { round, .. } = known.answer else { return Err(Refusal::KeyConflict) };
        let round = round.map(|round| self.own_round(round)).transpose()?;
        if known.lsn.seq() <= self.view.batch.archived_seq {
            return Err(Refusal::Archived);
        }
        // The stake of a settled round of a builtin game is no longer where its bet had put it.
        if round.as_ref().is_some_and(|round| round.nonce > 0 && round.status != RoundStatus::Open) {
            return Err(Refusal::RoundConflict);
        }
        self.round = round.map(|round| Round { version: round.version + 1, ..round });
        let legs = self.view.transfers(known.lsn);
        // What has made no transfer is nothing that can be taken back.
        let first = legs.first().filter(|leg| leg.wallet == self.wallet.id).ok_or(Refusal::KeyConflict)?;
        for leg in legs.iter().rev() {
            self.take_back(leg)?;
        }
        self.take_out_of_round(first.kind);
        self.keys.push(KeyRow {
            key: done,
            fingerprint: done,
            lsn: self.op,
            answer: Answer::Accepted {
                cash: self.wallet.cash(),
                held: self.wallet.held(),
                bonus: self.wallet.bonus(),
                round: self.round.as_ref().map(|round| round.id),
            },
        });
        Ok(())
    }

    /// Reverses one leg of a bet, a win or a move, and takes it out of its round's sums and the player's limits.
    fn take_back(&mut self, leg: &Transfer) -> Result<(), Refusal> {
        let kind = match leg.kind {
            TransferKind::Bet => TransferKind::BetRollback,
            TransferKind::Win => TransferKind::WinRollback,
            TransferKind::Move if leg.reverses.is_none() => TransferKind::Move,
            _ => return Err(Refusal::KeyConflict),
        };
        let (cash, bonus) = (self.cash(), self.bonus());
        let home = |account| if account == bonus { self.bonus_home() } else { Ok(account) };
        let (debit, credit) = (home(leg.credit)?, home(leg.debit)?);
        self.reverse(kind, debit, credit, leg)?;
        let Some(round) = &mut self.round else { return Ok(()) };
        if leg.kind == TransferKind::Bet {
            round.stake = sub(round.stake, leg.amount)?;
            if leg.debit == bonus {
                round.stake_bonus = sub(round.stake_bonus, leg.amount)?;
            }
        } else {
            round.win = sub(round.win, leg.amount)?;
            // An open round of a builtin game may win it again.
            if round.nonce > 0 {
                round.win_room = round.win_room.saturating_add(leg.amount);
                self.wallet.win_room = self.wallet.win_room.saturating_add(leg.amount);
            }
        }
        if leg.debit == cash {
            self.count_bet(leg.op, -leg.amount)?;
        } else if leg.credit == cash {
            self.count_win(leg.op, -leg.amount)?;
        }
        Ok(())
    }

    /// A round that has neither a bet nor a win any more is void.
    fn take_out_of_round(&mut self, taken_back: TransferKind) {
        let Some(round) = &mut self.round else { return };
        if taken_back == TransferKind::Bet {
            round.bets -= 1;
        }
        if round.bets == 0 && round.win == 0 {
            self.end_round(RoundStatus::Void);
        }
    }
}
