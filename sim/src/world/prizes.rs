//! A tournament of the gamblers: scored by the production reader, closed and paid while servers die.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use croupier_db::params;
use croupier_server::app::App;
use croupier_server::tournaments;
use futures_util::future::join;

use super::World;
use super::asking::while_alive;
use crate::chance::Chance;
use crate::history::START_MS;

/// The system account that prizes are paid from.
pub(super) const ACCOUNT: &str = "tournament_prize";

/// What the places win, in subunits.
const PRIZES: [i64; 2] = [700, 300];

/// When everything about it is over: its hour, and long enough for the last row that may count.
const OVER_MS: i64 = START_MS + 2 * 3_600_000;

/// How long servers let pass between two looks at what is over.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// How much later it is by their clocks then: what waits after a fault is due again.
const LATER: Duration = Duration::from_mins(1);

/// After so many looks nothing fails any more: each fault makes a tournament wait longer than the one before.
const LOOKS_WITH_FAULTS: u32 = 8;

/// Prizes that are not owed yet, and the tournament itself until it is final.
const OPEN: &str = "SELECT (SELECT COUNT(*) FROM tournament WHERE closed_at_ms IS NULL)
                        + (SELECT COUNT(*) FROM tournament_award WHERE NOT is_published)";

/// Puts the tournament of runs in force, the only one.
pub(super) fn define(app: &App, folder: &Path) -> Result<()> {
    let [first, second] = PRIZES;
    let cup = format!(
        r#"[[tournament]]
           id = "cup"
           first_start = "2026-01-30T12:00:00Z"
           lasts_hours = 1
           currency = "EUR"
           strategy = {{ kind = "sum_of_bets" }}
           prizes = [
               {{ from = 1, to = 1, prize = {{ kind = "money", amount_cents = {first} }} }},
               {{ from = 2, to = 2, prize = {{ kind = "money", amount_cents = {second} }} }},
           ]
           title = {{ en = "Cup" }}
           description = {{ en = "A cup." }}"#
    );
    std::fs::write(folder.join("tournaments.toml"), cup)?;
    tournaments::reload(&app.tournaments, folder)
}

impl World {
    /// Has `player` join the tournament.
    pub(super) async fn join_cup(&self, player: i64, chance: &mut Chance) -> Result<()> {
        let (cup, _) = tournaments::list(&self.db, 0).await?.pop().context("there is no tournament")?;
        let cup = Arc::new(cup);
        let join = |app: Arc<App>| {
            let cup = cup.clone();
            async move { tournaments::join(&app, player, &[], &cup).await.ok() }
        };
        self.try_all(chance, join).await.map(drop)
    }

    /// Lets the tournament's time pass, and two servers at once close it and owe its prizes, until all are owed.
    pub(super) async fn close(&self, chance: &mut Chance) -> Result<()> {
        self.pass(OVER_MS);
        let mut looks = 0;
        while self.db.query_one(OPEN, params![]).await?.get::<i64>(0)? > 0 {
            looks += 1;
            if looks > LOOKS_WITH_FAULTS {
                self.script.fault(None);
            }
            let one = self.server(chance)?;
            let other = self.server(chance)?;
            for alive in &*self.servers() {
                alive.app.clock.advance(LATER);
            }
            let look = async |alive: Arc<super::Alive>| {
                let app = alive.app.clone();
                while_alive(alive, async move { Box::pin(tournaments::close_due(&app)).await.ok() }).await
            };
            join(look(one), look(other)).await;
            // On the simulation's clock.
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        Ok(())
    }

    /// The prizes are those of the places that the sums of `bets` make, each owed once; answers what each player has won.
    pub(super) async fn verify_prizes(&self, bets: &BTreeMap<i64, i64>) -> Result<BTreeMap<i64, i64>> {
        let sql = "SELECT player_id, points, published_amount FROM tournament_award ORDER BY place";
        let mut won = BTreeMap::new();
        let mut before = i64::MAX;
        let rows = self.db.query(sql, params![]).await?;
        ensure!(rows.len() == bets.len().min(PRIZES.len()), "{} prizes were won", rows.len());
        for (row, prize) in rows.iter().zip(PRIZES) {
            let (player, points, amount): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let bet = *bets.get(&player).ok_or_else(|| anyhow!("player {player} has not joined"))?;
            ensure!(points == bet, "player {player} has {points} points for bets of {bet}");
            ensure!(points <= before, "{points} points come after {before}");
            ensure!(amount == prize, "player {player} is owed {amount}, and not {prize}");
            ensure!(won.insert(player, prize).is_none(), "player {player} has two places");
            before = points;
        }
        self.script.count(|tally| tally.awards += rows.len() as u64);
        Ok(won)
    }
}
