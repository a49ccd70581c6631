//! Provably fair play: the operator commits to its seed before the first bet, the player has a seed of his own,
//! and a pair that was put out of force is revealed, so that every round under it can be worked out again.
//!
//! The operator's half is random and kept encrypted ([`crate::seeds`]), and what is shown beforehand is its hash. The half of
//! the pair after the one in force is promised as well: it is made a rotation ahead. The ledger refuses bets under a pair
//! that is out of force, so a seed can be revealed as soon as the rotation is committed.

use std::sync::Arc;

use croupier_db::Tx;
use croupier_games::fair::{CLIENT_SEED_CHARS_MAX, ServerSeed, check_client_seed};
use croupier_ledger::{Action, Key, PlayerId};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::model::{Detail, RoundView};
use super::session_cache::SeedPair;
use super::store::{self, SeedRow};
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::seeds::{self, SeedOf};
use crate::wallet::Order;

/// How many revealed pairs are listed.
const REVEALED_MAX: i64 = 50;

/// The seed pairs of one wallet.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Seeds {
    /// The wallet's currency.
    pub currency: String,
    /// Number of the pair in force.
    pub seed_no: i64,
    /// What the operator has committed itself to.
    pub server_seed_hash: String,
    /// The commitment for the pair after this one.
    pub next_server_seed_hash: String,
    /// The player's half.
    pub client_seed: String,
    /// The play number of the wallet's last round, which goes on from pair to pair.
    pub nonce: i64,
    /// How many rounds were opened under the pair in force.
    pub rounds: i64,
    /// Pairs out of force, newest first.
    pub revealed: Vec<Revealed>,
}

/// A pair out of force.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Revealed {
    /// Its number.
    pub seed_no: i64,
    /// The operator's half, hex.
    pub server_seed: String,
    /// What the operator had committed itself to.
    pub server_seed_hash: String,
    /// The player's half.
    pub client_seed: String,
    /// Play number of the first round under it.
    pub first_nonce: i64,
    /// Play number of the last round under it; less than the first when there was none.
    pub last_nonce: i64,
    /// When it was put out of force, RFC 3339.
    pub revealed_at: String,
}

/// The seeds behind one round.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RoundSeed {
    /// Number of the pair.
    pub seed_no: i64,
    /// The commitment.
    pub server_seed_hash: String,
    /// The operator's half, hex; absent while the pair is in force.
    pub server_seed: Option<String>,
    /// The player's half.
    pub client_seed: String,
    /// The round's play number.
    pub nonce: i64,
    /// The wallet's currency: the numbers are drawn for it, whichever the round is played in.
    pub currency: String,
}

/// Everything that a verifier needs to work out a round again.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Proof {
    /// The round.
    pub round: RoundView,
    /// The game with its rules.
    pub game: ProofGame,
    /// The stake, in subunits.
    pub stake_cents: i64,
    /// The bets of a table game.
    #[schema(value_type = Vec<Object>)]
    pub bets: Vec<croupier_games::Bet>,
    /// The seeds.
    pub seed: RoundSeed,
    /// The round of a table that it was a bet on, as text: its outcome is proved there, with seeds of its own.
    pub table_round: Option<String>,
}

/// A game in a proof.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProofGame {
    /// `{provider}/{slug}`.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// SHA-256 of the rules as canonical JSON, hex; the PAR sheet names it too.
    pub definition_hash: String,
    /// The rules that this round was played under.
    pub definition: Value,
}

/// A wish for the next pair.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct RotationRequest {
    /// The wallet's currency.
    pub currency: String,
    /// The player's half of the next pair.
    pub client_seed: String,
}

/// The operator's halves of the pairs of a wallet that are numbered `numbers`, in their order.
async fn server_seeds(
    app: &App,
    player: PlayerId,
    currency: Currency,
    numbers: impl Iterator<Item = i64>,
) -> ApiResult<Vec<ServerSeed>> {
    let pairs: Vec<_> = numbers.map(|no| SeedOf::Pair { player, currency, no }).collect();
    let found = seeds::find_all(&app.db, &app.secrets, &pairs).await?;
    let found: Option<Vec<_>> = found.into_iter().collect();
    found.ok_or_else(|| ApiError::internal(&format!("a seed pair of player {player} has no seed")))
}

/// What the operator has committed itself to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeedPromise {
    /// Number of the pair.
    pub seed_no: i64,
    /// The commitment.
    pub server_seed_hash: String,
}

/// Promises the pair that is in force next, or tells what was promised of it: so a player knows the commitment to a wallet's
/// first pair before the first game is opened with it, and chooses the client seed afterwards. 404 without the wallet.
pub async fn promise(app: &App, player: PlayerId, currency: Currency) -> ApiResult<SeedPromise> {
    let wallet = app.wallet.get(player, currency).await?.ok_or_else(ApiError::not_found)?;
    let of = SeedOf::Pair { player, currency, no: wallet.seed_no };
    let mut tx = app.db.begin().await?;
    let server_seed_hash = seeds::made(&mut tx, &app.secrets, &of, app.clock.now()).await?;
    tx.commit().await?;
    Ok(SeedPromise { seed_no: wallet.seed_no, server_seed_hash })
}

/// The operator's half of a pair.
async fn server_seed(app: &App, player: PlayerId, currency: Currency, no: i64) -> ApiResult<ServerSeed> {
    let found = seeds::find(&app.db, &app.secrets, &SeedOf::Pair { player, currency, no }).await?;
    found.ok_or_else(|| ApiError::internal(&format!("pair {no} of player {player} has no seed")))
}

/// Begins the first pair of a wallet within the caller's transaction, and promises the one after it; does nothing when
/// there is one.
pub(super) async fn begin(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    currency: Currency,
    client_seed: &str,
) -> ApiResult<()> {
    let now = app.clock.now();
    let begun = store::begin_first_seed(tx, player, currency, client_seed, now).await?;
    let Some(first) = begun else { return Ok(()) };
    for no in [first, first + 1] {
        seeds::made(tx, &app.secrets, &SeedOf::Pair { player, currency, no }, now).await?;
    }
    Ok(())
}

/// The pair in force for a wallet as far as this server knows; a bet under another one is refused by the
/// ledger, and then the pair has to be forgotten.
pub(super) async fn in_force(app: &App, player: PlayerId, currency: Currency) -> ApiResult<Arc<SeedPair>> {
    match app.known.seeds.get(&(player, currency)) {
        Some(known) => Ok(known),
        None => newest(app, player, currency)
            .await?
            .ok_or_else(|| ApiError::internal(&"the wallet has no seed pair")),
    }
}

/// The newest pair of a wallet, read from the store; `None` before the first game was opened with it.
pub(super) async fn newest(
    app: &App,
    player: PlayerId,
    currency: Currency,
) -> ApiResult<Option<Arc<SeedPair>>> {
    let newest = store::seeds(&app.db, player, currency, 1).await?.into_iter().next();
    let Some(SeedRow { seed_no: no, client_seed: client, .. }) = newest else { return Ok(None) };
    let server = server_seed(app, player, currency, no).await?;
    Ok(Some(app.known.seeds.keep((player, currency), SeedPair { no, server, client })))
}

/// The seed pairs of a wallet; 404 before the first game was opened with it.
pub async fn seeds(app: &App, player: PlayerId, currency: Currency) -> ApiResult<Option<Seeds>> {
    let Some(wallet) = app.wallet.get(player, currency).await? else { return Ok(None) };
    let rows = store::seeds(&app.db, player, currency, REVEALED_MAX + 1).await?;
    let Some((current, old)) = rows.split_first() else { return Ok(None) };
    let old_numbers = old.iter().map(|row| row.seed_no);
    let numbers = [current.seed_no + 1, current.seed_no].into_iter().chain(old_numbers);
    let server_seeds = server_seeds(app, player, currency, numbers).await?;
    let [next, in_force, old_seeds @ ..] = server_seeds.as_slice() else { return Ok(None) };
    let followers = rows.iter();
    let revealed = old.iter().zip(followers).zip(old_seeds).map(|((row, next), server_seed)| Revealed {
        seed_no: row.seed_no,
        server_seed: server_seed.to_hex(),
        server_seed_hash: server_seed.commitment(),
        client_seed: row.client_seed.clone(),
        first_nonce: row.first_nonce,
        last_nonce: next.first_nonce - 1,
        revealed_at: rfc3339(next.begun_at),
    });
    Ok(Some(Seeds {
        currency: currency.code().to_owned(),
        seed_no: current.seed_no,
        server_seed_hash: in_force.commitment(),
        next_server_seed_hash: next.commitment(),
        client_seed: current.client_seed.clone(),
        nonce: wallet.nonce,
        rounds: (wallet.nonce - current.first_nonce + 1).max(0),
        revealed: revealed.collect(),
    }))
}

/// Puts the next pair into force with the player's new half, and so reveals the one before.
///
/// Refused with 409 while a round of the wallet is open, whose further steps are under the old pair, and with 404
/// before the first game was opened with the wallet.
pub async fn rotate(app: &App, player: PlayerId, requested: &RotationRequest, key: &str) -> ApiResult<Seeds> {
    let currency: Currency = requested
        .currency
        .parse()
        .map_err(|_| ApiError::field("currency", "VALIDATION.CURRENCY.INVALID", "Unknown currency."))?;
    refuse_bad_seed(&requested.client_seed)?;
    let pair = newest(app, player, currency).await?.ok_or_else(ApiError::not_found)?;
    let at = app.clock.now();
    let fingerprint = Key::hash(&[requested.currency.as_bytes(), requested.client_seed.as_bytes()]);
    // The next pair was promised before; the one after it is from now on.
    let after_next = SeedOf::Pair { player, currency, no: pair.no + 2 };
    let promise = seeds::kept(&app.secrets, &after_next, &seeds::fresh(&app.secrets), at)?;
    let order = Order {
        key: Key::new("fairness", &format!("{player}:{key}")),
        fingerprint,
        player,
        currency,
        at,
        action: Action::RotateSeed { seed_no: pair.no },
        facts: Vec::new(),
        attached: vec![store::begin_next_seed(player, currency, &requested.client_seed, at), promise],
    };
    app.wallet.submit(order).await?;
    app.known.seeds.forget(&(player, currency), &pair);
    seeds(app, player, currency).await?.ok_or_else(ApiError::not_found)
}

/// Refuses a client seed that cannot be one.
pub(super) fn refuse_bad_seed(client_seed: &str) -> ApiResult<()> {
    check_client_seed(client_seed).map_err(|_| {
        let message = format!("Use 1 to {CLIENT_SEED_CHARS_MAX} letters, digits, hyphens and underscores.");
        ApiError::field("client_seed", "VALIDATION.CLIENT_SEED.INVALID", &message)
    })
}

/// All that is needed to work out a round of the player again.
pub async fn proof(app: &App, player: PlayerId, round_id: i64) -> ApiResult<Proof> {
    let round = app.wallet.round(player, round_id).await?.ok_or_else(ApiError::not_found)?;
    let detail = Detail::of(&round)?;
    let rules = app.games.find(&app.db, &detail.game, detail.definition).await?;
    let game = rules.ok_or_else(ApiError::not_found)?;
    let wallet = app.wallet.get(player, detail.currency).await?.ok_or_else(ApiError::not_found)?;
    let seed = server_seed(app, player, detail.currency, round.seed_no).await?;
    let revealed = round.seed_no < wallet.seed_no;
    let shown = RoundView::real(&round, wallet.cash)?;
    Ok(Proof {
        game: ProofGame {
            identifier: detail.game.clone(),
            title: game.title().to_owned(),
            definition_hash: game.hash().to_string(),
            definition: game.definition().clone(),
        },
        stake_cents: shown.stake_cents,
        bets: detail.bets,
        table_round: detail.shared.map(|shared| shared.round.to_string()),
        seed: RoundSeed {
            seed_no: round.seed_no,
            server_seed_hash: seed.commitment(),
            server_seed: revealed.then(|| seed.to_hex()),
            client_seed: detail.client_seed,
            nonce: round.nonce,
            currency: detail.currency.code().to_owned(),
        },
        round: shown,
    })
}
