//! The terms under which bets are made while a bonus is active.
//!
//! A server remembers which bonus was active in a wallet when it last looked. It never relies on that: a bet names to the
//! ledger the bonus that it was judged by, and is refused when another one is active by then.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use croupier_ledger::{BonusId, PlayerId, Refusal};
use croupier_money::Currency;
use croupier_promo::{BonusStage, Refused, Terms};

use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// Wallets with an active bonus that are remembered at most.
const REMEMBERED_MAX: usize = 100_000;

/// The bet is above the largest one.
const TOO_HIGH: &str = "bonus_bet_max";

/// The game is excluded.
const EXCLUDED: &str = "bonus_game_excluded";

/// The bonus is over and is about to be ended.
const OVER: &str = "bonus_over";

/// The active bonus of a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveTerms {
    /// Which.
    pub bonus: BonusId,
    terms: Terms,
    valid_until: i64,
}

impl ActiveTerms {
    /// Whether a bet of `stake` (subunits of the wallet) may be made at `now` (UTC milliseconds) on a game.
    pub fn may_bet(&self, stake: i64, game: &str, categories: &[String], now: i64) -> Result<(), Refusal> {
        let refused = self.terms.may_bet(stake, game, categories, now >= self.valid_until);
        refused.map_err(|why| {
            Refusal::Game(match why {
                Refused::TooHigh(_) => TOO_HIGH,
                Refused::Excluded => EXCLUDED,
                Refused::Over => OVER,
            })
        })
    }

    /// The largest bet, in subunits of the wallet.
    pub const fn bet_max(&self) -> Option<i64> {
        self.terms.bet_max
    }

    /// The answer to a bet that was refused for the terms of the bonus; `None` for every other refusal.
    pub fn reported(&self, refusal: &Refusal) -> Option<ApiError> {
        let Refusal::Game(code) = refusal else { return None };
        Some(match (*code, self.terms.bet_max) {
            (TOO_HIGH, Some(most)) => {
                let message = "This bet is above the largest one that your active bonus allows.";
                ApiError::above_max("stake_cents", TOO_HIGH, message, most)
            }
            (EXCLUDED, _) => {
                ApiError::conflict(EXCLUDED, "This game cannot be played while your bonus is active.")
            }
            (OVER, _) => {
                ApiError::conflict(OVER, "The time of your bonus is over. Please try again in a moment.")
            }
            _ => return None,
        })
    }
}

/// The active bonuses that a server remembers.
#[derive(Debug, Default)]
pub(super) struct ActiveCache(RwLock<HashMap<(PlayerId, Currency), Arc<ActiveTerms>>>);

impl ActiveCache {
    fn get(&self, player: PlayerId, currency: Currency) -> Option<Arc<ActiveTerms>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&(player, currency)).cloned()
    }

    fn keep(&self, player: PlayerId, currency: Currency, terms: Arc<ActiveTerms>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED_MAX {
            known.clear();
        }
        known.insert((player, currency), terms);
    }

    pub(super) fn forget(&self, player: PlayerId, currency: Currency) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&(player, currency));
    }
}

impl super::Bonuses {
    /// The bonus that was active in a wallet when this server last looked.
    pub fn known_active(&self, player: PlayerId, currency: Currency) -> Option<Arc<ActiveTerms>> {
        self.active.get(player, currency)
    }
}

/// The bonus that is active in a wallet now, read from the store.
pub async fn active_terms(
    app: &App,
    player: PlayerId,
    currency: Currency,
) -> ApiResult<Option<Arc<ActiveTerms>>> {
    let active = store::active(&app.db, player, currency).await?;
    let Some(award) = active.filter(|award| award.stage == BonusStage::HandleBets) else {
        app.bonuses.active.forget(player, currency);
        return Ok(None);
    };
    let valid_until = award.valid_until.unwrap_or(i64::MAX);
    let terms = Arc::new(ActiveTerms { bonus: award.id, terms: award.terms, valid_until });
    app.bonuses.active.keep(player, currency, terms.clone());
    Ok(Some(terms))
}
