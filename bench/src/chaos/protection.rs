//! Players who have set a limit on what they pay in, and players who exclude themselves in the midst of a payment.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Result, ensure};
use croupier_db::{Db, params};
use serde_json::Value;

use super::fixture::FIRST_DEPOSIT;
use super::journal::{Journal, is_for_limit};
use super::load::DEPOSIT;
use crate::visitor::{Failure, Visitor};
use crate::waiting::until;

/// What a player with a limit may pay in beyond the first deposit, in subunits.
const LIMIT: i64 = 2 * DEPOSIT;

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
        let was_refused_early = journal.has_met_limit(player) && sum < LIMIT;
        ensure!(!was_refused_early, "player {player} was refused with {sum} of {LIMIT} paid in");
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
                       AND NOT EXISTS (SELECT 1 FROM round r WHERE r.player_id = $1 AND r.opened_at_ms > s.stopped_at_ms)";
        let held: i64 = storage.query_one(sql, params![visitor.id]).await?.get(0)?;
        ensure!(held == 1, "the exclusion of player {player} is not in force, or a round began after it");
        nothing_began_after_it(storage, visitor.id).await?;
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
        // Whoever takes a break may sign in: what holds them back then is the stop.
        let mut back = visitor.clone();
        back.sign_in().await?;
        let deposit = back.pay("deposit", DEPOSIT, None, "back").await;
        ensure!(is_stopped(&deposit), "player {player} is back and pays in: {deposit:?}");
        let launched = back.launch().await.map_err(anyhow::Error::downcast::<Failure>);
        let is_held = matches!(&launched, Err(Ok(Failure::Refused(403, _))));
        ensure!(is_held, "player {player} is back and plays: {launched:?}");
        players += 1;
    }
    println!("RESULT name=exclusions players={players}");
    Ok(())
}

/// Whether an answer is the refusal of somebody who takes a break.
fn is_stopped<T>(answer: &Result<T, Failure>) -> bool {
    matches!(answer, Err(Failure::Refused(403, why)) if why.contains("cooling_off"))
}

/// Fails when the log has the beginning of a deposit of `player` after the stop of theirs: both are decided in one lane.
async fn nothing_began_after_it(storage: &Db, player: i64) -> Result<()> {
    let sql =
        "SELECT kind, body FROM event WHERE player_id = $1 AND kind IN ('player.stopped', 'payment.changed')
               ORDER BY lsn";
    let (mut known, mut is_out) = (BTreeSet::new(), false);
    for row in storage.query(sql, params![player]).await? {
        let (kind, body): (String, String) = (row.get(0)?, row.get(1)?);
        if kind == "player.stopped" {
            is_out = true;
            continue;
        }
        let payment: Value = serde_json::from_str(&body)?;
        let begins = known.insert(payment["id"].to_string()) && payment["action"] == "deposit";
        ensure!(!(begins && is_out), "a deposit of player {player} began after the exclusion: {body}");
    }
    ensure!(is_out, "the log has no exclusion of player {player}");
    Ok(())
}

/// Fails unless the wallet of `player` has `wanted` subunits, by the store: whoever is excluded is told nothing.
pub async fn reckon_cash(storage: &Db, player: i64, wanted: i64) -> Result<()> {
    let sql = "SELECT cash FROM wallet WHERE player_id = $1 AND currency = 'EUR'";
    let cash: i64 = storage.query_one(sql, params![player]).await?.get(0)?;
    ensure!(cash == wanted, "player {player}, who is out, has {cash}, and not {wanted}");
    Ok(())
}

/// Fails unless a copy of the installation has the exclusions that were acknowledged before it was made.
pub async fn are_out(visitors: &[Visitor], copy: &Db, players: impl Iterator<Item = usize>) -> Result<()> {
    for player in players {
        let sql = "SELECT COUNT(*) FROM player_stop WHERE player_id = $1";
        let stops: i64 = copy.query_one(sql, params![visitors[player].id]).await?.get(0)?;
        ensure!(stops > 0, "the copy does not know that player {player} is out");
    }
    Ok(())
}
