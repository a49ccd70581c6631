//! Jackpots of the operator: pots that real bets fill, each won by the bet that lifts it past a hidden point.
//!
//! `content/jackpots.toml` says which there are. A jackpot has three levels, a level runs in cycles. A cycle begins with a
//! seed amount and the commitment to a point that nobody can tell before it is won; a reader of the log adds a part of each
//! real bet, and the bet that lifts the amount to the point wins it. The same transaction writes the win down, owes it to
//! the player, reveals the point and begins the next cycle. docs/FAIRNESS.md tells how the point is drawn.

mod announcing;
mod broadcast;
mod check;
mod cost;
mod definition;
pub mod frames;
pub mod http;
mod list_store;
mod opening;
mod pot;
pub mod readers;
mod staff;
mod store;
mod sweep;
mod view;
mod win_store;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use croupier_db::Error;
use croupier_games::fair::ServerSeed;
use croupier_games::jackpot::{JackpotCycle, draw_point};

pub use announcing::announce_due;
pub use broadcast::Broadcast;
pub use check::{check, rules};
pub use cost::LevelCost;
pub use definition::Definition;
pub use opening::open_due;
pub use pot::Level;
pub use staff::{list, show};
pub use sweep::forget_bets;

use self::pot::{Secret, Terms};
use crate::app::App;
use crate::catalogue::JackpotGames;
use crate::platform::current::Current;
use crate::platform::error::ApiResult;
use crate::platform::secrets::Secrets;
use crate::seeds::{self, SeedOf};

/// The name under which the reader keeps its place, and owes wins.
const READER: &str = "jackpots";

/// The system account that wins are paid from.
const ACCOUNT: &str = "jackpots";

/// How often new jackpots are opened, wins announced and amounts told.
const EVERY: Duration = Duration::from_secs(1);

/// What the content folder says of jackpots, as it was last read well.
pub type Definitions = Current<Vec<Definition>>;

/// Reads the jackpots of the content folder.
pub fn load(folder: &Path) -> Result<Definitions> {
    Ok(Current::new(definition::read(folder)?))
}

/// Reads them anew. When the file is faulty, what was read last stays in force.
pub fn reload(definitions: &Definitions, folder: &Path) -> Result<()> {
    definitions.replace(definition::read(folder)?);
    Ok(())
}

/// The games on which a bet can win one of `definitions`.
pub fn games(definitions: &Definitions) -> JackpotGames {
    let mut games = JackpotGames::default();
    for definition in definitions.now().iter() {
        definition.add_games(&mut games);
    }
    games
}

/// Opens new jackpots, announces wins and tells amounts until the server stops.
pub async fn run(app: Arc<App>) {
    tokio::join!(
        app.every("jackpots", EVERY, |app| async move { keep(&app).await }),
        app.every("amounts of jackpots", EVERY, |app| async move { broadcast::publish(&app).await }),
        sweep::run(app.clone()),
    );
}

/// Opens jackpots that are new, and announces wins that were paid.
pub async fn keep(app: &App) -> ApiResult<()> {
    let opened = open_due(app).await;
    opened.and(announce_due(app).await)
}

/// What the seeds of cycles are encrypted with, so that nothing in the database can tell a point before it is won.
#[derive(Debug, Clone, Copy)]
struct Keys<'a>(&'a Secrets);

impl Keys<'_> {
    /// A fresh seed for a cycle, and the point that it draws.
    fn secret(self, identifier: &str, level: Level, number: i64, terms: &Terms) -> Result<Secret, Error> {
        secret_of(seeds::fresh(self.0), identifier, level, number, terms)
    }
}

/// The name of the seed of a cycle.
fn seed_of(identifier: &str, level: Level, number: i64) -> SeedOf<'_> {
    SeedOf::Cycle { jackpot: identifier, level: level.number(), number }
}

/// A seed with the point that it draws for a cycle.
fn secret_of(
    server_seed: ServerSeed,
    identifier: &str,
    level: Level,
    number: i64,
    terms: &Terms,
) -> Result<Secret, Error> {
    let point = drawn(&server_seed, identifier, level, number, terms);
    let corrupt = || Error::Corrupt(format!("cycle {number} of {identifier} has nothing to draw"));
    Ok(Secret { point_cents: point.ok_or_else(corrupt)?, server_seed })
}

/// The point that a seed draws; `None` when there is nothing to draw.
fn drawn(
    server_seed: &ServerSeed,
    identifier: &str,
    level: Level,
    number: i64,
    terms: &Terms,
) -> Option<i64> {
    let cycle = JackpotCycle {
        jackpot: identifier,
        level: u32::try_from(level.number()).ok()?,
        cycle: u64::try_from(number).ok()?,
        seed_amount: terms.seed_cents,
        must_hit_by: terms.must_hit_by_cents,
    };
    draw_point(server_seed, cycle)
}
