//! Shared replays: rounds that a player shows to whoever has the link.
//!
//! The link holds 256 random bits, of which the store keeps the SHA-256 only. A round has one link at a time:
//! sharing it again ends the link before. Links are counted under the lock of the player's lane, so two devices
//! at once make none too many. What a link shows names no player, wallet or number of a round. Of the seeds it
//! tells the commitment; play number and client seed, which its player has chosen, come with the server seed once
//! the pair is out of force, for only then do they prove anything. A link counts while its player may sign in: nobody else
//! could end it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_db::log;
use croupier_games::{Bet, Step};
use croupier_ledger::{PlayerId, RoundStatus, StopReason};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::fairness::{self, Proof, ProofGame};
use super::model::Detail;
use super::shared_replays_store as store;
use crate::app::App;
use crate::identity;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};

/// Rounds that a player shares at the same time.
const SHARED_MAX: usize = 20;

/// The longest token that is looked up, in bytes.
const TOKEN_MAX: usize = 128;

/// Which round is to be shared.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct ShareRequest {
    /// Its number, as text.
    pub(super) round_id: String,
}

/// A link that was made. Its token is told this once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ReplayLink {
    /// The last part of the address `/replay/{token}`.
    token: String,
}

/// A round that its player shares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SharedRound {
    /// The number of the round, as text.
    round_id: String,
    /// Shown name of the game.
    game: String,
    /// Since when its link counts, RFC 3339.
    shared_at: String,
}

/// What a player shares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SharedRounds {
    /// The rounds, the one shared last first.
    shared: Vec<SharedRound>,
    /// How many there may be.
    max: usize,
}

/// A round as everybody with its link sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SharedReplay {
    /// What was played, and what came of it.
    round: ReplayedRound,
    /// The game with its rules.
    game: ProofGame,
    /// The bets of a table game.
    #[schema(value_type = Vec<Object>)]
    bets: Vec<Bet>,
    /// What the operator had committed itself to.
    server_seed_hash: String,
    /// What the outcome was drawn from; null while the seeds are in use.
    seeds: Option<ReplaySeeds>,
}

/// A finished round without what belongs to its player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ReplayedRound {
    /// Always `finished`.
    status: String,
    /// Currency of the amounts.
    currency: String,
    /// What was paid for the round, in subunits; of a free spin what it was played at.
    stake_cents: i64,
    /// What it was played for, in subunits: the stake, save in a bought round, whose price is a multiple.
    bet_cents: i64,
    /// Sum of the wins, in subunits.
    win_cents: i64,
    /// What happened, step by step.
    #[schema(value_type = Vec<Object>)]
    steps: Vec<Step>,
    /// When it was opened, RFC 3339.
    created_at: String,
}

/// What an outcome was drawn from, of a pair that is out of force.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ReplaySeeds {
    /// The operator's half, hex.
    server_seed: String,
    /// The player's half.
    client_seed: String,
    /// The round's play number.
    nonce: i64,
    /// The currency that the numbers were drawn for.
    currency: String,
}

impl From<Proof> for SharedReplay {
    fn from(Proof { round, game, bets, seed, .. }: Proof) -> Self {
        let seeds = seed.server_seed.map(|server_seed| ReplaySeeds {
            server_seed,
            client_seed: seed.client_seed,
            nonce: seed.nonce,
            currency: seed.currency,
        });
        let round = ReplayedRound {
            status: round.status,
            currency: round.currency,
            stake_cents: round.stake_cents,
            bet_cents: round.bet_cents,
            win_cents: round.win_cents,
            steps: round.steps,
            created_at: round.created_at,
        };
        Self { round, game, bets, server_seed_hash: seed.server_seed_hash, seeds }
    }
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// Makes the link of a round of the player, and ends the one that it had. Only a finished round of a built-in game
/// that its player has played alone can be shown again.
pub(super) async fn share(app: &App, player: PlayerId, round: i64) -> ApiResult<ReplayLink> {
    refuse_unshown(app, player, round).await?;
    let token = URL_SAFE_NO_PAD.encode(app.entropy.bytes::<32>());
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let others = store::count_others(&mut tx, player, round).await?;
    if usize::try_from(others).is_ok_and(|others| others >= SHARED_MAX) {
        return Err(ApiError::conflict("shared_replays_max", "You share as many rounds as can be shared."));
    }
    store::delete(&mut tx, player, round).await?;
    store::insert(&mut tx, &hash(&token), player, round, app.clock.now()).await?;
    tx.commit().await?;
    Ok(ReplayLink { token })
}

/// A round that is over stays as it is, so this may be read before the link is written.
async fn refuse_unshown(app: &App, player: PlayerId, round: i64) -> ApiResult<()> {
    let round = app.wallet.round(player, round).await?.ok_or_else(ApiError::not_found)?;
    // A partner's round keeps nothing of the operator's own, and a round of a table is everybody's already.
    let is_shown = round.status == RoundStatus::Closed
        && Detail::of(&round).is_ok_and(|detail| detail.shared.is_none() && !detail.steps.is_empty());
    if is_shown {
        return Ok(());
    }
    Err(ApiError::conflict("replay_unavailable", "This round cannot be shown again."))
}

/// What the player shares.
pub(super) async fn list(app: &App, player: PlayerId) -> ApiResult<SharedRounds> {
    let rows = store::list(&app.db, player).await?;
    let shared = rows.into_iter().map(|row| SharedRound {
        round_id: row.round.to_string(),
        game: app.catalogue.known_by_id(row.game).map(|game| game.title.clone()).unwrap_or_default(),
        shared_at: rfc3339(row.shared_at),
    });
    Ok(SharedRounds { shared: shared.collect(), max: SHARED_MAX })
}

/// Ends the link of a round; one that is ended stays so.
pub(super) async fn withdraw(app: &App, player: PlayerId, round: i64) -> ApiResult<SharedRounds> {
    let mut tx = app.db.begin().await?;
    store::delete(&mut tx, player, round).await?;
    tx.commit().await?;
    list(app, player).await
}

/// The round that a link shows; 404 when the link does not count.
pub(super) async fn find(app: &App, token: &str) -> ApiResult<SharedReplay> {
    if token.len() > TOKEN_MAX {
        return Err(ApiError::not_found());
    }
    let (player, round) = store::find(&app.db, &hash(token)).await?.ok_or_else(ApiError::not_found)?;
    let stops = identity::stops_of(&app.db, player).await?;
    // The answer is that of a link that was ended: a stranger learns of no exclusion.
    if stops.in_force(app.clock.now(), StopReason::forbids_sign_in).is_some() {
        return Err(ApiError::not_found());
    }
    Ok(fairness::proof(app, player, round).await?.into())
}
