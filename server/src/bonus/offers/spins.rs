//! Free spins of an offer: what they say, and what may not be said.

use anyhow::{Result, ensure};
use croupier_money::WIRE_MAX;
use croupier_promo::Effect;

use super::{HOUR_MS, HOURS_MAX, SPINS_MAX, Spins, WAGER_MAX};

impl Spins {
    /// Who makes their games.
    pub fn provider(&self) -> &str {
        self.games.first().and_then(|game| game.split('/').next()).unwrap_or_default()
    }

    /// How long activated ones can be played, in milliseconds.
    pub const fn valid_ms(&self) -> i64 {
        self.hours * HOUR_MS
    }

    /// Fails with what cannot be right.
    pub(super) fn check(&self) -> Result<()> {
        ensure!(self.kind.effect() == Effect::FreeSpins, "{:?} are no free spins", self.kind.name());
        ensure!((1..=SPINS_MAX).contains(&self.count), "free spins are from 1 to {SPINS_MAX}");
        let one_provider = self
            .games
            .iter()
            .all(|game| game.split_once('/').is_some_and(|(name, _)| name == self.provider()));
        ensure!(!self.games.is_empty() && one_provider, "free spins need games, all of one provider");
        ensure!((1..=HOURS_MAX).contains(&self.hours), "hours are from 1 to {HOURS_MAX}");
        ensure!((0..=WAGER_MAX).contains(&self.wager), "wager is from 0 to {WAGER_MAX}");
        let figures = self.stakes.values().chain(self.win_max.values()).chain(self.bet_max.values());
        ensure!(!self.stakes.is_empty(), "free spins need their stakes");
        ensure!(
            figures.into_iter().all(|figure| (1..=WIRE_MAX).contains(figure)),
            "an amount cannot be right"
        );
        Ok(())
    }
}
