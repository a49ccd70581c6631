//! Bonus money: money of one bonus at a time, which is played with after the cash and never paid out.
//!
//! A bonus begins with its first grant and ends when it is converted or forfeited. Rounds may outlive it:
//! what is then due to the bonus (its share of a win, or of a bet that is taken back) goes to the account
//! that bore its cost, which the round keeps, and never to cash.

use super::draft::Draft;
use crate::{AccountId, BonusId, Refusal, TransferKind};

impl Draft<'_> {
    pub(super) fn grant(&mut self, bonus: BonusId, from: AccountId, amount: i64) -> Result<(), Refusal> {
        match (self.wallet.bonus_id, self.wallet.bonus_funding) {
            (None, _) => {
                self.wallet.bonus_id = Some(bonus);
                self.wallet.bonus_funding = Some(from);
            }
            (Some(active), Some(cost)) if active == bonus && cost == from => {}
            _ => return Err(Refusal::BonusConflict),
        }
        self.transfer(TransferKind::BonusGrant, from, self.bonus(), amount)
    }

    /// Ends the bonus: at most `most` becomes cash, the rest goes back.
    pub(super) fn convert(&mut self, bonus: BonusId, most: i64) -> Result<(), Refusal> {
        if most < 0 {
            return Err(Refusal::BadAmount);
        }
        if self.wallet.bonus_id != Some(bonus) {
            return Err(Refusal::BonusConflict);
        }
        let cost = self.wallet.bonus_funding.ok_or(Refusal::BonusConflict)?;
        let converted = self.wallet.bonus().min(most);
        let (from, rest) = (self.bonus(), self.wallet.bonus() - converted);
        self.transfer_any(TransferKind::BonusConvert, from, self.cash(), converted)?;
        self.transfer_any(TransferKind::BonusForfeit, from, cost, rest)?;
        self.wallet.bonus_id = None;
        if !self.moved() {
            self.note("bonus.emptied", format!(r#"{{"wallet":{},"bonus":{bonus}}}"#, self.wallet.id));
        }
        Ok(())
    }

    /// Ends a bonus that holds exactly `holds`, beside no more cash than `cash_max`, while no round of a builtin game is
    /// open.
    pub(super) fn finish_bonus(
        &mut self,
        bonus: BonusId,
        holds: i64,
        cash_max: Option<i64>,
        most: i64,
    ) -> Result<(), Refusal> {
        if self.wallet.bonus_id == Some(bonus) && self.wallet.open_rounds > 0 {
            return Err(Refusal::RoundOpen);
        }
        let has_more_cash = cash_max.is_some_and(|most| self.wallet.cash() > most);
        if self.wallet.bonus_id == Some(bonus) && (self.wallet.bonus() != holds || has_more_cash) {
            return Err(Refusal::BonusChanged);
        }
        self.convert(bonus, most)
    }

    /// What of the bonus may be staked: a round takes money of one bonus only.
    pub(super) fn playable_bonus(&self) -> i64 {
        let staked = self.round.as_ref().and_then(|round| round.bonus);
        if staked.is_none() || staked == self.wallet.bonus_id { self.wallet.bonus() } else { 0 }
    }

    /// Where the round's bonus money belongs: to its bonus while that is the active one, then to the account
    /// that bore the cost.
    pub(super) fn bonus_home(&self) -> Result<AccountId, Refusal> {
        let round = self.round.as_ref().ok_or(Refusal::UnknownRound)?;
        if round.bonus.is_some() && round.bonus == self.wallet.bonus_id {
            return Ok(self.bonus());
        }
        round.bonus_funding.ok_or(Refusal::BonusConflict)
    }
}
