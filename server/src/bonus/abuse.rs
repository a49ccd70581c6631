//! Wallets whose play makes sense against the terms of bonuses alone, for staff to look at. Nothing follows from it by itself.

use std::cmp::Reverse;

use croupier_db::{Db, Result};
use croupier_ledger::PlayerId;

use super::abuse_store::{self, LookedAt};

/// How far back bonuses are looked for that were wagered in full.
const WINDOW_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// A withdrawal that is asked for so soon after a bonus has become money comes at once.
const AT_ONCE_MS: i64 = 24 * 60 * 60 * 1000;

/// Wallets that are looked at: those with the most bonuses that were wagered in full.
const LOOKED_AT: i64 = 500;

/// The fewest bonuses that tell anything.
const AWARDS_MIN: i64 = 3;

/// The fewest of them that became money.
const COMPLETED_MIN: i64 = 2;

/// What of all stakes counted for bonuses when next to nothing was staked without one, in percent.
const STAKES_PERCENT: i64 = 95;

/// After how many of the bonuses that became money a withdrawal came at once, in percent.
const AT_ONCE_PERCENT: i64 = 80;

/// What speaks for play against the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AbuseSign {
    /// Next to nothing was ever staked without a bonus.
    BonusesAlone,
    /// A withdrawal was asked for within a day of nearly every bonus that became money.
    WithdrawsAtOnce,
    /// More was withdrawn than was paid in, and bonuses make up all of that.
    GainsByBonuses,
}

/// What bonuses that have to be wagered were to a wallet, over its whole life. Amounts are in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BonusPlay {
    /// Whose.
    pub player: PlayerId,
    /// The code of the currency.
    pub currency: String,
    /// Bonuses that have ended.
    pub awards: i64,
    /// Those that were wagered in full.
    pub completed: i64,
    /// After how many of these a withdrawal was asked for at once.
    pub withdrawn_at_once: i64,
    /// What was given.
    pub granted: i64,
    /// What of it, and of what it has won, became money.
    pub converted: i64,
    /// What counted of stakes while a bonus was active.
    pub wagered: i64,
    /// All stakes.
    pub bets: i64,
    /// All deposits.
    pub deposits: i64,
    /// All withdrawals that were paid.
    pub cashouts: i64,
}

/// Whether `part` is `percent` of `whole` or more.
fn is_share(part: i64, whole: i64, percent: i64) -> bool {
    i128::from(part) * 100 >= i128::from(whole) * i128::from(percent)
}

impl BonusPlay {
    /// What speaks for play against the terms.
    pub fn signs(&self) -> Vec<AbuseSign> {
        if self.awards < AWARDS_MIN || self.completed < COMPLETED_MIN {
            return Vec::new();
        }
        let gain = self.cashouts.saturating_sub(self.deposits);
        let found = [
            (AbuseSign::BonusesAlone, is_share(self.wagered, self.bets, STAKES_PERCENT)),
            (AbuseSign::WithdrawsAtOnce, is_share(self.withdrawn_at_once, self.completed, AT_ONCE_PERCENT)),
            (AbuseSign::GainsByBonuses, gain > 0 && self.converted >= gain),
        ];
        found.into_iter().filter(|(_, is_there)| *is_there).map(|(sign, _)| sign).collect()
    }

    /// Whether staff should look at it: one sign alone is how many honest players play too.
    pub fn is_suspicious(&self) -> bool {
        self.signs().len() >= 2
    }
}

/// The wallets that staff should look at, at `now` (UTC milliseconds): those with the most signs first, then those with the
/// most bonuses that became money.
pub async fn suspicious_play(db: &Db, now: i64) -> Result<Vec<BonusPlay>> {
    let looked_at = LookedAt {
        since: now.saturating_sub(WINDOW_MS),
        completed_min: COMPLETED_MIN,
        at_once_ms: AT_ONCE_MS,
        most: LOOKED_AT,
    };
    let mut found = abuse_store::played(db, &looked_at).await?;
    found.retain(BonusPlay::is_suspicious);
    found.sort_by_key(|play| {
        let most = (play.signs().len(), play.completed);
        (Reverse(most), play.player, play.currency.clone())
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Someone who has wagered four of five bonuses, plays without them too, and is behind.
    fn honest() -> BonusPlay {
        BonusPlay {
            player: 1,
            currency: "EUR".to_owned(),
            awards: 5,
            completed: 4,
            withdrawn_at_once: 1,
            granted: 50_000,
            converted: 30_000,
            wagered: 900_000,
            bets: 2_000_000,
            deposits: 100_000,
            cashouts: 60_000,
        }
    }

    #[test]
    fn each_sign_has_its_bound() {
        use AbuseSign::{BonusesAlone, GainsByBonuses, WithdrawsAtOnce};
        #[rustfmt::skip]
        let cases = [
            (honest(),                                                        vec![]),
            (BonusPlay { bets: 947_368, ..honest() },                          vec![BonusesAlone]),
            (BonusPlay { bets: 947_369, ..honest() },                          vec![]),
            (BonusPlay { withdrawn_at_once: 3, ..honest() },                  vec![]),
            (BonusPlay { withdrawn_at_once: 4, ..honest() },                  vec![WithdrawsAtOnce]),
            (BonusPlay { cashouts: 130_000, ..honest() },                     vec![GainsByBonuses]),
            (BonusPlay { cashouts: 130_001, ..honest() },                     vec![]),
            (BonusPlay { cashouts: 100_000, ..honest() },                     vec![]),
            (BonusPlay { awards: 2, completed: 2, bets: 0, ..honest() },       vec![]),
            (BonusPlay { completed: 1, withdrawn_at_once: 1, ..honest() },    vec![]),
        ];
        for (play, signs) in cases {
            assert_eq!(play.signs(), signs, "{play:?}");
            assert!(!play.is_suspicious(), "one sign is none: {play:?}");
        }
        let both = BonusPlay { bets: 900_000, withdrawn_at_once: 4, ..honest() };
        assert!(both.is_suspicious());
    }
}
