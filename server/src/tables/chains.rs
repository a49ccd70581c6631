//! The chains of seeds, derived from the installation's secret: nothing in the database tells a seed before its round.

use std::sync::Arc;

use croupier_games::crash;
use croupier_games::fair::ServerSeed;
use hmac::Mac;

use super::locked;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::secrets::hmac_sha256;

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
    let mut mac = hmac_sha256(&app.secrets.key_for("tables"));
    mac.update(format!("{game}:{number}").as_bytes());
    let last = ServerSeed::new(mac.finalize().into_bytes().into());
    let hashed = tokio::task::spawn_blocking(move || crash::chain(last, ROUNDS)).await;
    let (published, seeds) = hashed.map_err(|error| ApiError::internal(&error))?;
    let made = Arc::new(Chain { published, seeds });
    let mut chains = locked(&app.tables.chains);
    // A table uses one chain, and the next one once that has come to its end.
    chains.retain(|(of, kept), _| of != game || kept + 1 >= number);
    chains.insert(at, made.clone());
    Ok(made)
}
