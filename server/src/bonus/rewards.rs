//! Gifts that another part of the platform gives for what a player has reached.

use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::issue::{Issued, Wanted, issue};
use super::offers::Trigger;
use crate::app::App;
use crate::error::ApiResult;

/// A gift for something that was reached.
#[derive(Debug, Clone)]
pub struct Reward<'a> {
    /// For whom.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// The code of the offer.
    pub offer: &'a str,
    /// What it is for; nothing brings two to one player.
    pub source: String,
}

/// What became of a reward.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewarded {
    /// The player has it, now or since an earlier call.
    Done,
    /// It cannot be issued now: there is no such offer, it is not made in this currency, or the player is stopped.
    Waits,
}

/// Issues a reward, once for its source.
pub async fn reward(app: &App, reward: Reward<'_>) -> ApiResult<Rewarded> {
    let offers = app.bonuses.offers();
    let Reward { player, currency, offer, source } = reward;
    let found = offers.find(offer).filter(|found| found.trigger == Trigger::Reward);
    let Some(found) = found.filter(|found| found.is_in(currency)) else {
        tracing::warn!(offer, currency = currency.code(), "there is no such reward");
        return Ok(Rewarded::Waits);
    };
    let wanted =
        Wanted { player, currency, offer: found, source, deposit: 0, amount: None, activates: false };
    Ok(match issue(app, &wanted, &[]).await? {
        Issued::Done(_) | Issued::Already => Rewarded::Done,
        Issued::UsedUp | Issued::Stopped | Issued::InBrowser | Issued::Nothing => Rewarded::Waits,
    })
}

/// What the reward with this code is called in `locale`; `None` when there is none.
pub fn reward_title(app: &App, code: &str, locale: &str) -> Option<String> {
    let offers = app.bonuses.offers();
    let found = offers.find(code).filter(|found| found.trigger == Trigger::Reward)?;
    Some(found.title.in_locale(locale).to_owned())
}
