//! One wallet of the reference.

use std::collections::BTreeMap;

use croupier_ledger::{LimitKind, LimitPeriod, Refusal};

use super::Limit;

#[derive(Debug, Clone, Default)]
pub(super) struct WalletBalances {
    pub(super) cash: i64,
    pub(super) held: i64,
    pub(super) bonus: i64,
    pub(super) bonus_id: Option<i64>,
    /// Stakes of open rounds.
    pub(super) waiting: i64,
    /// Winnings of free rounds.
    pub(super) freespin: i64,
    /// How many rounds of builtin games are open.
    pub(super) open: i64,
    pub(super) seed: i64,
    pub(super) plays: i64,
    pub(super) limits: BTreeMap<(LimitKind, LimitPeriod), Limit>,
    pub(super) system_accounts: SystemAccounts,
}

/// What the system accounts have got from one wallet, less what they gave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SystemAccounts {
    /// Payment partners.
    pub payments: i64,
    /// Game providers.
    pub games: i64,
    /// What bonuses cost.
    pub bonus_funding: i64,
    /// Corrections.
    pub adjustment: i64,
}

pub(super) fn movable(amount: i64) -> Result<i64, Refusal> {
    if (1..=croupier_money::WIRE_MAX).contains(&amount) { Ok(amount) } else { Err(Refusal::BadAmount) }
}

pub(super) fn take(balance: &mut i64, amount: i64) -> Result<(), Refusal> {
    let amount = movable(amount)?;
    give_or_take(balance, -amount)
}

pub(super) fn give_or_take(balance: &mut i64, change: i64) -> Result<(), Refusal> {
    if *balance + change < 0 {
        return Err(Refusal::InsufficientFunds { available: *balance });
    }
    *balance += change;
    Ok(())
}

impl WalletBalances {
    /// Whether the active bonus can end as its caller knows it: no round of a builtin game is open, it holds this, and no more
    /// cash stands beside it.
    pub(super) fn is_known(&self, bonus: i64, holds: i64, cash_max: Option<i64>) -> Result<(), Refusal> {
        if self.bonus_id != Some(bonus) {
            return Ok(());
        }
        if self.open > 0 {
            return Err(Refusal::RoundOpen);
        }
        let has_more = cash_max.is_some_and(|most| self.cash > most);
        if self.bonus != holds || has_more { Err(Refusal::BonusChanged) } else { Ok(()) }
    }
}

/// At most `most` becomes cash.
pub(super) fn convert_bonus(sub_wallet: &mut WalletBalances, bonus: i64, most: i64) -> Result<(), Refusal> {
    if most < 0 {
        return Err(Refusal::BadAmount);
    }
    let converted = sub_wallet.bonus.min(most);
    end_bonus(sub_wallet, bonus, most)?;
    sub_wallet.cash += converted;
    Ok(())
}

/// What is above `most` goes back to the cost; the caller has taken the rest.
pub(super) fn end_bonus(sub_wallet: &mut WalletBalances, bonus: i64, most: i64) -> Result<(), Refusal> {
    if sub_wallet.bonus_id != Some(bonus) {
        return Err(Refusal::BonusConflict);
    }
    sub_wallet.system_accounts.bonus_funding += (sub_wallet.bonus - most).max(0);
    (sub_wallet.bonus, sub_wallet.bonus_id) = (0, None);
    Ok(())
}
