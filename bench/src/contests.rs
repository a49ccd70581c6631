//! A server with many tournaments, quests, achievements and jackpots, and players who have joined some of them.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use croupier_db::{Db, params};
use croupier_server::app::App;
use croupier_server::platform::calendar::{DAY_MS, rfc3339};
use croupier_server::platform::clock::Clock;
use croupier_server::{jackpot, tournaments};

use crate::population::numbers;

/// How long a contest lasts, in hours, from a day before it is written down.
const LASTS_HOURS: i64 = 30 * 24;

/// Jackpots of every built-in game.
const JACKPOTS: usize = 5;

/// How contests score.
const STRATEGIES: [&str; 4] = ["sum_of_bets", "sum_of_wins", "best_multiplier", "rounds"];

/// Copies the content of the server into `folder`, with `count` running contests in the place of its own: of ten, six are
/// tournaments, two quests and two achievements. Answers where it is.
pub fn content(folder: &Path, count: usize) -> Result<PathBuf> {
    let into = folder.join("content");
    let status = Command::new("cp").arg("-r").arg("content").arg(&into).status()?;
    ensure!(status.success(), "cannot copy the content folder; run this in the repository");
    let start = rfc3339(Clock::System.now() - DAY_MS);
    let mut text = String::new();
    for number in 0..count {
        text.push_str(&contest(number, &start)?);
    }
    std::fs::write(into.join("tournaments.toml"), text)?;
    let pots = into.join("jackpots.toml");
    let mut text = std::fs::read_to_string(&pots)?;
    for number in 1..JACKPOTS {
        write!(
            text,
            r#"
[[jackpot]]
identifier = "bench-pot-{number}"
currency = "EUR"
title = {{ en = "Pot {number}" }}
description = {{ en = "Every bet counts." }}
gold = {{ contribution_ppm = 2000, seed_cents = 500000, must_hit_by_cents = 5000000, min_bet_cents = 100 }}
silver = {{ contribution_ppm = 2000, seed_cents = 50000, must_hit_by_cents = 500000, min_bet_cents = 50 }}
bronze = {{ contribution_ppm = 3000, seed_cents = 5000, must_hit_by_cents = 50000, min_bet_cents = 20 }}
"#
        )?;
    }
    std::fs::write(&pots, text)?;
    Ok(into)
}

fn contest(number: usize, start: &str) -> Result<String> {
    let (id, kind, more) = match number % 10 {
        0..6 => (
            format!("bench-{number}"),
            STRATEGIES[number % STRATEGIES.len()],
            "prizes = [{ from = 1, to = 20, prize = { kind = \"money\", amount_cents = 100 } }]",
        ),
        6 | 7 => (format!("bench-quest--xs--climb-{number}"), "sum_of_bets", ""),
        _ => (format!("bench-achievement--{number}"), "rounds", "goal = 1000000"),
    };
    let mut text = String::new();
    write!(
        text,
        r#"
[[tournament]]
id = "{id}"
first_start = "{start}"
lasts_hours = {LASTS_HOURS}
currency = "EUR"
strategy = {{ kind = "{kind}" }}
{more}
title = {{ en = "Contest {number}" }}
description = {{ en = "Every bet counts." }}
"#
    )?;
    Ok(text)
}

/// Schedules what the content says, and opens its jackpots.
pub async fn begin(app: &App) -> Result<()> {
    tournaments::keep(app).await.map_err(|error| anyhow!("tournaments: {error:?}"))?;
    jackpot::keep(app).await.map_err(|error| anyhow!("jackpots: {error:?}"))
}

/// The numbers of the contests that run at `now` (UTC milliseconds), in order.
pub async fn running(db: &Db, now: i64) -> Result<Vec<i64>> {
    let sql = "SELECT id FROM tournament WHERE start_at_ms <= $1 AND end_at_ms > $1 ORDER BY id";
    let rows = db.query(sql, params![now]).await?;
    rows.iter().map(|row| row.get::<i64>(0).context("a number")).collect()
}

/// Has each of `players` join `each` of `contests`, so that all have about as many.
pub async fn join(
    db: &Db,
    contests: &[i64],
    players: &RangeInclusive<i64>,
    each: usize,
    now: i64,
) -> Result<()> {
    let every = (contests.len() / each.clamp(1, contests.len().max(1))).max(1);
    let numbers = numbers(players);
    let mut tx = db.begin().await?;
    for (at, contest) in contests.iter().enumerate() {
        let sql = format!(
            "INSERT INTO tournament_player (tournament_id, player_id, shown_name, joined_at_ms, counts_after,
                 level_currency, notified_soon, notified_start)
             {numbers} SELECT {contest}, n, 'P***r', {now}, 0, 'EUR', TRUE, TRUE FROM number WHERE (n + {at}) % {every} = 0"
        );
        tx.execute(&sql, params![]).await?;
    }
    let sql = "UPDATE tournament SET players = (
                   SELECT COUNT(*) FROM tournament_player p WHERE p.tournament_id = tournament.id)";
    tx.execute(sql, params![]).await?;
    Ok(tx.commit().await?)
}
