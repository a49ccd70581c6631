//! Tables: games whose rounds are shared by all who play them, led by the server.
//!
//! A table has one round at a time. Bets are taken until it closes; then a multiplier rises for everybody until it crashes,
//! or cards are dealt one by one ([`rules`]). One server leads a table by a lease ([`leading`]), and what it writes misses the rows once another one has
//! taken the lead. Where the round stands is a row, so whoever leads next goes on from there. A bet is in or out by the row
//! of its round, in the commit that takes the stake ([`betting`]); a bet that ends does so once, by its own row. While
//! nobody looks at a table, it opens no round; nor does one that staff has closed ([`closing`]).
//!
//! Every server tells its own browsers what happens ([`watching`]). docs/FAIRNESS.md tells how points and cards are
//! drawn.

mod bet_store;
mod betting;
mod chains;
mod check;
mod closing;
mod closure_store;
mod felt_view;
pub mod http;
mod leading;
mod overview;
mod rules;
mod settling;
mod spot_store;
mod store;
mod sum_store;
mod view;
mod watching;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use croupier_games::Game;

pub use check::{check, rules as checked_rules};
pub use closing::{ClosedFor, Closure, switch};
pub use http::proof;
pub use overview::{Overview, RoundSums, history, overview};
pub use view::TableProof;

use self::chains::Chain;
use self::leading::Leading;
use self::rules::Rules;
use self::watching::Published;
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::realtime::TableChannel;

/// How often a table is looked at while it is played.
const EVERY: Duration = Duration::from_millis(50);

/// How often a server looks at a table that nobody plays on it.
const EVERY_IDLE: Duration = Duration::from_secs(1);

/// How long after a call for it a table counts as looked at, in milliseconds.
const ASKED_FOR_MS: i64 = 15_000;

/// What one server remembers of tables.
#[derive(Debug, Default)]
pub struct Tables {
    leading: Mutex<HashMap<String, Leading>>,
    chains: Mutex<HashMap<(String, i64), Arc<Chain>>>,
    told: Mutex<HashMap<String, Published>>,
    /// When a browser has last asked for a table, by game.
    asked: Mutex<HashMap<String, i64>>,
    /// Names this server among those that might lead.
    owner: OnceLock<String>,
}

impl Tables {
    fn owner(&self, app: &App) -> String {
        self.owner.get_or_init(|| app.entropy.uuid(&app.clock).to_string()).clone()
    }

    fn note_asked(&self, game: &str, now: i64) {
        locked(&self.asked).insert(game.to_owned(), now);
    }

    fn was_asked(&self, game: &str, now: i64) -> bool {
        locked(&self.asked).get(game).is_some_and(|at| now - at < ASKED_FOR_MS)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table on offer.
#[derive(Debug, Clone)]
struct Table {
    game: Arc<Game>,
    rules: Rules,
}

impl Table {
    /// The table of a game, when its players share its rounds.
    fn of(game: Arc<Game>) -> Option<Self> {
        let rules = Rules::of(&game)?;
        Some(Self { game, rules })
    }

    /// The hash of its rules.
    fn hash(&self) -> String {
        self.game.hash().to_string()
    }

    fn identifier(&self) -> &str {
        self.game.identifier()
    }

    /// The channel on which browsers are told of it.
    fn channel(&self) -> TableChannel {
        match self.rules {
            Rules::Crash(_) => TableChannel::Crash,
            Rules::Baccarat(_) => TableChannel::Baccarat,
        }
    }
}

/// All tables; one that is switched off has rounds to finish.
fn all(app: &App) -> Vec<Table> {
    app.games.all().filter_map(Table::of).collect()
}

/// Whether the catalogue offers a table.
fn is_offered(app: &App, table: &Table) -> bool {
    app.catalogue.game_by_identifier(table.identifier()).is_some()
}

/// Leads tables and tells browsers of them until the server stops.
pub async fn run(app: Arc<App>) {
    tokio::join!(
        app.every("tables", EVERY, |app| async move { watch(&app, true).await }),
        app.every("idle tables", EVERY_IDLE, |app| async move { watch(&app, false).await }),
    );
}

/// One look at all tables: at those that are looked at on this server or led by it, or at the others.
async fn watch(app: &Arc<App>, busy: bool) -> ApiResult<()> {
    let now = app.clock.now();
    for table in all(app) {
        let is_asked = app.tables.was_asked(table.identifier(), now) || watching::has_listeners(app, &table);
        let is_watched = is_asked && is_offered(app, &table);
        let is_busy = is_watched || leading::leads(app, &table);
        if is_busy == busy
            && let Err(error) = look_at(app, &table, is_watched).await
        {
            // A table that fails holds up no other.
            tracing::error!(table = table.identifier(), ?error, "a table cannot be brought on");
        }
    }
    Ok(())
}

async fn look_at(app: &Arc<App>, table: &Table, is_watched: bool) -> ApiResult<()> {
    leading::keep(app, table, is_watched).await?;
    watching::publish(app, table).await
}
