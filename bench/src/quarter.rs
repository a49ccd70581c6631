//! The end of a VIP quarter for very many players: how many a server decides in a second, killed once in the middle, and that
//! each of them was moved exactly once all the same.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Target, params};
use croupier_ledger::civil;
use croupier_server::platform::clock::Clock;

use crate::engines::on_engines;
use crate::figures::option;
use crate::population;
use crate::process::Process;
use crate::waiting::{until, until_counted};

/// The longest that a quarter may take here before the run gives up.
const PATIENCE: Duration = Duration::from_hours(4);

/// A day, in milliseconds.
const DAY_MS: i64 = 86_400_000;

/// What a player came with, reached, and is afterwards, by the last digit of the player's number: the group before, deposits and
/// bets in cents, and the group after; 0 is none. All others are regular and stay so.
const KINDS: [(i64, i64, i64, i64, i64); 4] = [
    // digit, group before, deposits, bets, group after
    (0, 0, 600_000, 6_000_000, 257),
    (1, 0, 2_400_000, 24_000_000, 259),
    (2, 258, 100, 1_000, 257),
    (3, 259, 100, 1_000, 258),
];

/// Measures both engines, or the one that is named; fails when a player was not moved exactly once.
pub async fn run(arguments: &[String]) -> Result<()> {
    let players: i64 = option(arguments, "--players", 1_000_000)?;
    ensure!(
        players >= 1_000,
        "--players takes 1000 at least: the server is killed when half of them are decided"
    );
    on_engines(arguments, async |engine, cluster| {
        let url = cluster.map(|cluster| cluster.database("quarter")).transpose()?;
        measure(engine, url.as_deref(), players).await
    })
    .await
    .map(drop)
}

async fn measure(engine: &str, url: Option<&str>, players: i64) -> Result<()> {
    let folder = tempfile::tempdir_in(".")?;
    let data = folder.path().join("data");
    // The first start makes the tables, and closes the quarter before the running one.
    Process::server(&data, url, &[]).await?.stop()?;
    let db = beside(&data, url).await?;
    let quarter = quarter_of(Clock::System.now()) - 1;
    let range = 1_000..=999 + players;
    fill(&db, quarter, &range).await.context("filling")?;
    if let Some(url) = url {
        population::vacuum(url).await?;
    }

    let began = Instant::now();
    let server = Process::server(&data, url, &[]).await?;
    reached(&db, quarter, players / 2).await?;
    let half = began.elapsed();
    // It is killed, not asked to end.
    drop(server);
    let before = decided(&db, quarter).await?;

    let began = Instant::now();
    let mut server = Process::server(&data, url, &[]).await?;
    reached(&db, quarter, players).await?;
    until("the end of the quarter", PATIENCE, async || Ok(is_closed(&db, quarter).await?.then_some(())))
        .await?;
    let took = half + began.elapsed();
    server.stop()?;
    exactly_once(&db, quarter, &range).await?;

    let seconds = took.as_secs_f64();
    let each = count_as_float(players) / seconds;
    println!(
        "RESULT name=quarter_{engine} players={players} killed_after={before} players_s={each:.0} \
         minutes_for_a_million={:.1}",
        1_000_000.0 / each / 60.0
    );
    Ok(())
}

async fn beside(data: &Path, url: Option<&str>) -> Result<Db> {
    let target = url.map_or_else(|| Target::Sqlite(data.to_owned()), |url| Target::Postgres(url.to_owned()));
    Ok(Db::open_beside(&target).await?)
}

/// As the server numbers quarters.
const fn quarter_of(at: i64) -> i64 {
    let (year, month, _) = civil::of_days(at.div_euclid(DAY_MS));
    year * 4 + (month - 1) / 3
}

fn count_as_float(count: i64) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// Players of the quarter that has ended and is not closed.
async fn fill(db: &Db, quarter: i64, players: &RangeInclusive<i64>) -> Result<()> {
    population::import(db, players, Clock::System.now()).await?;
    let numbers = population::numbers(players);
    let mut by_kind = ["100".to_owned(), "1000".to_owned()];
    for (digit, _, deposits, bets, _) in KINDS {
        for (of, amount) in by_kind.iter_mut().zip([deposits, bets]) {
            *of = format!("CASE WHEN n % 10 = {digit} THEN {amount} ELSE {of} END");
        }
    }
    let [deposits, bets] = by_kind;
    let mut tx = db.begin().await?;
    let sql = format!(
        "INSERT INTO vip_quarter (player_id, quarter, currency, bets, deposits)
         {numbers} SELECT n, {quarter}, 'EUR', {bets}, {deposits} FROM number"
    );
    tx.execute(&sql, params![]).await?;
    for (digit, before, ..) in KINDS.into_iter().filter(|kind| kind.1 != 0) {
        let sql = format!(
            "INSERT INTO player_group (player_id, group_id, added_at_ms)
             {numbers} SELECT n, {before}, 0 FROM number WHERE n % 10 = {digit}"
        );
        tx.execute(&sql, params![]).await?;
    }
    tx.execute("DELETE FROM vip_quarter_end", params![]).await?;
    let sql = "INSERT INTO vip_quarter_end (quarter, closed_at_ms) VALUES ($1, 0)";
    tx.execute(sql, params![quarter - 1]).await?;
    Ok(tx.commit().await?)
}

/// How many players of the quarter are decided.
async fn decided(db: &Db, quarter: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM vip_decision WHERE quarter = $1";
    Ok(db.query_one(sql, params![quarter]).await?.get(0)?)
}

/// Waits until so many are decided.
async fn reached(db: &Db, quarter: i64, players: i64) -> Result<()> {
    until_counted("decisions about players", PATIENCE, async || {
        Ok((decided(db, quarter).await? >= players).then_some(()))
    })
    .await
}

async fn is_closed(db: &Db, quarter: i64) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM vip_quarter_end WHERE quarter = $1";
    Ok(db.query_one(sql, params![quarter]).await?.get::<i64>(0)? > 0)
}

/// Fails unless each player is decided, is in the groups that follow from it, and was told of it once or, where nothing has
/// changed, not at all.
async fn exactly_once(db: &Db, quarter: i64, players: &RangeInclusive<i64>) -> Result<()> {
    let (first, last) = (*players.start(), *players.end());
    let count = async |what: &str, sql: String| {
        let found: i64 = db.query_one(&sql, params![]).await.with_context(|| what.to_owned())?.get(0)?;
        anyhow::Ok(found)
    };
    let all = decided(db, quarter).await?;
    ensure!(all == last - first + 1, "{all} decisions about {} players", last - first + 1);
    for digit in 0..10 {
        let kind = KINDS.into_iter().find(|kind| kind.0 == digit);
        let after = kind.map_or(0, |kind| kind.4);
        let own = format!("p.id BETWEEN {first} AND {last} AND p.id % 10 = {digit}");
        let in_group = format!(
            "SELECT COUNT(*) FROM player p WHERE {own} AND COALESCE((SELECT SUM(g.group_id) FROM player_group g
                 WHERE g.player_id = p.id AND g.group_id IN (1117, 257, 793, 258, 259, 255, 759)), 0) <> {after}"
        );
        let wrong = count("groups", in_group).await?;
        ensure!(wrong == 0, "{wrong} players whose number ends in {digit} are not in group {after} alone");
    }
    let digits: Vec<String> = KINDS.iter().map(|kind| kind.0.to_string()).collect();
    let moved = format!("CASE WHEN p.id % 10 IN ({}) THEN 1 ELSE 0 END", digits.join(", "));
    let told = format!(
        "SELECT COUNT(*) FROM player p
         LEFT JOIN (SELECT player_id, COUNT(*) AS times FROM event WHERE kind = 'player.groups' GROUP BY player_id) e
             ON e.player_id = p.id
         WHERE p.id BETWEEN {first} AND {last} AND COALESCE(e.times, 0) <> {moved}"
    );
    let wrong = count("facts", told).await?;
    ensure!(wrong == 0, "{wrong} players were told another number of times than they were moved");
    Ok(())
}
