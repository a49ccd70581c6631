//! One wallet of the reference.

use std::collections::BTreeMap;

use croupier_ledger::{LimitKind, LimitPeriod, Refusal};

use super::Limit;

#[derive(Debug, Clone, Default)]
pub(super) struct Purse {
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
    pub(super) houses: Houses,
}

/// What the house's accounts have got from one wallet, less what they gave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Houses {
    /// Payment partners.
    pub payments: i64,
    /// Game providers.
    pub games: i64,
    /// What bonuses cost.
    pub bonus_cost: i64,
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

/// What is above `most` goes back to the cost; the caller has taken the rest.
pub(super) fn end_bonus(purse: &mut Purse, bonus: i64, most: i64) -> Result<(), Refusal> {
    if purse.bonus_id != Some(bonus) {
        return Err(Refusal::BonusConflict);
    }
    purse.houses.bonus_cost += (purse.bonus - most).max(0);
    (purse.bonus, purse.bonus_id) = (0, None);
    Ok(())
}
