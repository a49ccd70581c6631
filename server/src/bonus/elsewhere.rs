//! Free spins that are played at a partner, which counts them and tells what they have won together.

use croupier_db::Db;
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::freespins::FreeRound;
use super::grant_store;
use crate::app::App;
use crate::platform::error::ApiResult;

/// Activated free spins that their partner has to know of.
#[derive(Debug, Clone)]
pub struct SpinsElsewhere {
    /// Their number.
    pub grant: i64,
    /// Whose.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// The identifiers of the games in which they can be played.
    pub games: Vec<String>,
    /// What each is played at, in subunits.
    pub stake: i64,
    /// How many there are.
    pub count: i64,
    /// Until when they can be played, UTC milliseconds.
    pub valid_until: i64,
}

/// Activated free spins in games of `provider`, of which nothing was played, and that its partner does not know at `now` (UTC
/// milliseconds): in the order of their numbers, those after the number `after`, and at most `limit`.
pub async fn spins_elsewhere(
    db: &Db,
    provider: &str,
    now: i64,
    (after, limit): (i64, i64),
) -> ApiResult<Vec<SpinsElsewhere>> {
    let grants = grant_store::grants_elsewhere(db, provider, now, (after, limit)).await?;
    let spins = grants.into_iter().map(|grant| SpinsElsewhere {
        grant: grant.id,
        player: grant.player,
        currency: grant.currency,
        games: grant.games,
        stake: grant.stake,
        count: grant.total,
        valid_until: grant.valid_until.unwrap_or(now),
    });
    Ok(spins.collect())
}

/// The free spins `id` of the player as one round: its bet takes all of them. `None` when they are not the player's.
pub async fn played_elsewhere(app: &App, player: PlayerId, id: i64) -> ApiResult<Option<FreeRound>> {
    let Some(grant) = grant_store::own_grant(&app.db, player, id).await? else { return Ok(None) };
    let system = app.wallet.system_account(&grant.account(), grant.currency).await?;
    let takes = grant_store::perform_all(&grant);
    Ok(Some(FreeRound { grant: id, stake: grant.stake, system, takes }))
}
