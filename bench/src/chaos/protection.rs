//! Players who have set a limit on what they pay in, and players who exclude themselves in the midst of a payment.

use std::time::Duration;

use anyhow::{Result, ensure};
use croupier_db::{Db, params};

use super::fixture::FIRST_DEPOSIT;
use super::journal::{Journal, is_for_limit};
use super::load::DEPOSIT;
use crate::visitor::{Failure, Visitor};
use crate::waiting::until;

/// What a player with a limit may pay in beyond the first deposit, in subunits.
const LIMIT: i64 = 2 * DEPOSIT;

/// A deposit that came together with an exclusion may have read the clock after it, and have been decided before.
const TOGETHER_MS: i64 = 2_000;

/// What a player is put to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing.
    Plain,
    /// A limit on deposits, which the player tries to pass.
    Limited,
    /// An exclusion, at some moment.
    Leaver,
}

impl Role {
    /// The role of the player with the number `player`.
    pub const fn of(player: usize) -> Self {
        match player % 6 {
            0 | 3 => Self::Limited,
            5 => Self::Leaver,
            _ => Self::Plain,
        }
    }
}

/// Sets the limits of those of `visitors` who have one.
pub async fn set_limits(visitors: &[Visitor]) -> Result<()> {
    for (player, visitor) in visitors.iter().enumerate() {
        if Role::of(player) == Role::Limited {
            visitor.limit_deposits(LIMIT).await?;
        }
    }
    Ok(())
}

/// What a player has paid in and been paid out, in subunits, the first deposit among it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Paid {
    pub into: i64,
    pub out: i64,
}

/// What the store says that a player has paid, once no payment of theirs is under way.
pub async fn paid(storage: &Db, player: i64, within: Duration) -> Result<Paid> {
    until(&format!("the payments of player {player}"), within, async || {
        let sql = "SELECT action, state, amount, finished_at_ms FROM payment WHERE player_id = $1";
        let mut paid = Paid::default();
        for row in storage.query(sql, params![player]).await? {
            let (action, state, amount): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if row.get::<Option<i64>>(3)?.is_none() {
                return Ok(None);
            }
            match action.as_str() {
                _ if state != "succeeded" => {}
                "deposit" => paid.into += amount,
                _ => paid.out += amount,
            }
        }
        Ok(Some(paid))
    })
    .await
}

/// Fails unless every limit has held, and holds; a player who has tried too often of late is heard again `within`.
pub async fn reckon_limits(
    visitors: &[Visitor],
    storage: &Db,
    journal: &Journal,
    within: Duration,
) -> Result<()> {
    let mut players = 0;
    for (player, visitor) in visitors.iter().enumerate() {
        if Role::of(player) != Role::Limited {
            continue;
        }
        let sum = paid(storage, visitor.id, Duration::ZERO).await?.into - FIRST_DEPOSIT;
        ensure!((0..=LIMIT).contains(&sum), "player {player} has paid in {sum} under a limit of {LIMIT}");
        let card = visitor.card().await?;
        let over = until(&format!("player {player} to be heard"), within, async || {
            Ok(match visitor.pay("deposit", LIMIT - sum + DEPOSIT, Some(&card), "over").await {
                Err(Failure::Refused(429, _)) => None,
                answer => Some(answer),
            })
        })
        .await?;
        ensure!(
            matches!(&over, Err(Failure::Refused(_, why)) if is_for_limit(why)),
            "player {player} has paid in {sum} and is answered {over:?}"
        );
        players += 1;
    }
    println!("RESULT name=limits players={players} deposits_refused={}", journal.limited());
    Ok(())
}

/// Fails unless each exclusion is in force, and nothing began after it.
pub async fn reckon_exclusions(
    visitors: &[Visitor],
    storage: &Db,
    journal: &Journal,
    within: Duration,
) -> Result<()> {
    let mut players = 0;
    for (player, visitor) in visitors.iter().enumerate().filter(|(player, _)| journal.is_leaving(*player)) {
        let sql = "SELECT COUNT(*) FROM player_stop s WHERE s.player_id = $1 AND s.until_ms > s.stopped_at_ms
                       AND NOT EXISTS (SELECT 1 FROM round r WHERE r.player_id = $1 AND r.opened_at_ms > s.stopped_at_ms)
                       AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.player_id = $1 AND p.created_at_ms > s.stopped_at_ms + $2)";
        let held: i64 = storage.query_one(sql, params![visitor.id, TOGETHER_MS]).await?.get(0)?;
        ensure!(held == 1, "the exclusion of player {player} is not in force, or something began after it");
        until(&format!("the rounds of excluded player {player}"), within, async || {
            let open = "SELECT COUNT(*) FROM round WHERE player_id = $1 AND status = 0";
            let open: i64 = storage.query_one(open, params![visitor.id]).await?.get(0)?;
            Ok((open == 0).then_some(()))
        })
        .await?;
        let bet = visitor.spin("after the exclusion", 20).await;
        ensure!(matches!(bet, Err(Failure::Refused(401 | 403, _))), "excluded player {player} bets: {bet:?}");
        let deposit = visitor.pay("deposit", DEPOSIT, None, "after the exclusion").await;
        ensure!(
            matches!(deposit, Err(Failure::Refused(401 | 403, _))),
            "excluded player {player} pays in: {deposit:?}"
        );
        players += 1;
    }
    println!("RESULT name=exclusions players={players}");
    Ok(())
}
