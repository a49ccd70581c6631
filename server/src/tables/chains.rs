//! The chains of seeds, each made of a seed that is kept encrypted: nothing in the database tells one before its round.

use std::sync::Arc;

use croupier_games::crash;
use croupier_games::fair::ServerSeed;

use super::locked;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::seeds::{self, SeedOf};

/// Rounds of a chain: some days of play. A server makes a chain once, beside its other work, and holds it in memory.
const ROUNDS: usize = 10_000;

/// The seeds of a chain.
#[derive(Debug)]
pub(super) struct Chain {
    /// The commitment to the first seed.
    pub published: String,
    seeds: Vec<ServerSeed>,
}

impl Chain {
    /// How many rounds it has.
    pub fn length(&self) -> i64 {
        i64::try_from(self.seeds.len()).unwrap_or(i64::MAX)
    }

    /// The seed of the round at `place`, counted from 0.
    pub fn seed(&self, place: i64) -> Option<&ServerSeed> {
        self.seeds.get(usize::try_from(place).ok()?)
    }

    /// What was known before of the seed at `place`: the seed before it, or what was published.
    pub fn commitment(&self, place: i64) -> Option<String> {
        self.seed(place).map(ServerSeed::commitment)
    }
}

/// The chain with this number of a game.
pub(super) async fn chain(app: &App, game: &str, number: i64) -> ApiResult<Arc<Chain>> {
    let at = (game.to_owned(), number);
    if let Some(known) = locked(&app.tables.chains).get(&at) {
        return Ok(known.clone());
    }
    let of = SeedOf::Chain { game, number };
    let made = match seeds::find(&app.db, &app.secrets, &of).await? {
        Some(last) => hashed(last).await?,
        None => begun(app, &of).await?,
    };
    let made = Arc::new(made);
    let mut chains = locked(&app.tables.chains);
    // A table uses one chain, and the next one once that has come to its end.
    chains.retain(|(of, kept), _| of != game || kept + 1 >= number);
    chains.insert(at, made.clone());
    Ok(made)
}

/// A chain of a fresh seed, or the one that another server was faster to begin.
async fn begun(app: &App, of: &SeedOf<'_>) -> ApiResult<Chain> {
    let last = seeds::fresh(&app.secrets);
    let chain = hashed(last.clone()).await?;
    let row = seeds::kept_as(&app.secrets, of, &last, &chain.published, app.clock.now())?;
    let mut tx = app.db.begin().await?;
    let is_first = tx.execute(row.sql, row.params).await? == 1;
    tx.commit().await?;
    if is_first {
        return Ok(chain);
    }
    let kept = seeds::find(&app.db, &app.secrets, of).await?;
    hashed(kept.ok_or_else(|| ApiError::internal(&"the chain has no seed"))?).await
}

/// The chain that ends with `last`.
async fn hashed(last: ServerSeed) -> ApiResult<Chain> {
    let hashed = tokio::task::spawn_blocking(move || crash::chain(last, ROUNDS)).await;
    let (published, seeds) = hashed.map_err(|error| ApiError::internal(&error))?;
    Ok(Chain { published, seeds })
}
