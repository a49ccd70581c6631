//! What stands in the back office of a server that has been open for years, written by sets.

use anyhow::Result;
use croupier_db::{Db, Value, params};
use croupier_server::platform::calendar::DAY_MS;
use croupier_server::platform::clock::{Clock, Entropy};

use crate::population::{self, numbers};

/// Cashouts that wait for a decision, and as many that are decided.
const CASHOUTS: usize = 5_000;

/// Days, games and countries of the sums that reports are made of.
const DAYS: i64 = 365;
const GAMES: i64 = 40;
const COUNTRIES: i64 = 5;

/// Has `players` players, and as many entries of the log of staff, cashouts, and a year of sums.
pub async fn fill(db: &Db, players: i64) -> Result<()> {
    let clock = Clock::System;
    let now = clock.now();
    // Whoever has signed up before has the numbers below.
    let range = 1_001..=players + 1_000;
    population::import(db, &range, now).await?;
    log_of_staff(db, players, now).await?;
    sums(db, now).await?;
    cashouts(db, &clock, *range.start()).await
}

/// What the members that there are have done.
async fn log_of_staff(db: &Db, entries: i64, now: i64) -> Result<()> {
    let numbers = numbers(&(1..=entries));
    let sql = format!(
        "INSERT INTO staff_action (lsn, at_ms, kind, member_id, email, name, address, player_id, subject, reason)
         {numbers} SELECT -n, {now} - n * 1000, 'player.revealed', m.id, m.email, m.name, '127.0.0.1', 1000 + n, NULL,
             'A call' FROM number CROSS JOIN staff_member m"
    );
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![]).await?;
    Ok(tx.commit().await?)
}

async fn sums(db: &Db, now: i64) -> Result<()> {
    let last = DAYS * GAMES * COUNTRIES - 1;
    let numbers = numbers(&(0..=last));
    let today = now / DAY_MS;
    let sql = format!(
        "INSERT INTO report_day (day, brand, licence, country, currency, game_id, rounds, bets, bonus_bets, wins,
             bonus_wins, bonus_cost, jackpot_cost, loyalty_cost, prize_cost, adjustments, deposits, deposits_count,
             cashouts, cashouts_count, liability)
         {numbers} SELECT {today} - n % {DAYS}, '', 'GCB',
             CASE n / ({DAYS} * {GAMES}) WHEN 0 THEN 'CA' WHEN 1 THEN 'DE' WHEN 2 THEN 'EE' WHEN 3 THEN 'NO'
                 ELSE 'IT' END,
             'EUR', 1 + n / {DAYS} % {GAMES}, 1000, 100000, 1000, 96000, 900, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0
         FROM number"
    );
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![]).await?;
    Ok(tx.commit().await?)
}

async fn cashouts(db: &Db, clock: &Clock, first: i64) -> Result<()> {
    let now = clock.now();
    let columns = "id, player_id, method_id, brand, provider, currency, amount, idempotency_key, fingerprint,
        created_at_ms, changed_at_ms, recallable, action, state, review, finished_at_ms, reviewed_by, review_reason,
        reviewed_at_ms";
    let cashout = |player: i64| -> Vec<Value> {
        let (id, key) = (Entropy.uuid(clock), format!("bench-{player}"));
        params![id, player, "visa_mastercard", "visa", "sandbox", "EUR", 50_000_i64, key, vec![0_u8; 32], now]
    };
    let mut tx = db.begin().await?;
    for (from, end) in [
        (first, "TRUE, 'cashout', 'reserved', 'waiting', NULL, NULL, NULL, NULL"),
        (
            first + i64::try_from(CASHOUTS)?,
            "FALSE, 'cashout', 'rejected', 'refused', $10, 'Bench', 'No', $10",
        ),
    ] {
        let sql = format!(
            "INSERT INTO payment ({columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, {end})"
        );
        tx.execute_each(&sql, (from..).take(CASHOUTS).map(cashout).collect()).await?;
    }
    Ok(tx.commit().await?)
}
