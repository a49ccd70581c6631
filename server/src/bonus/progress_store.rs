//! The SQL of what the reader counts.

use std::collections::BTreeMap;

use croupier_db::{Db, Result, Row, Tx, params, placeholders};
use croupier_ledger::PlayerId;
use croupier_promo::{Progress, Terms};

use super::model::Due;
use super::store::{execute, of_json};

/// An award whose bets count, as the reader knows it.
#[derive(Debug, Clone)]
pub(super) struct Counted {
    pub(super) id: i64,
    pub(super) player: PlayerId,
    pub(super) currency: String,
    /// The place from which on bets count.
    pub(super) from: i64,
    pub(super) wagered: Progress,
    pub(super) requirement: i64,
    pub(super) terms: Terms,
    /// Whether its money was played away, by the last row.
    pub(super) is_empty: bool,
    pub(super) is_changed: bool,
}

impl Counted {
    /// Whether it can end.
    pub(super) const fn is_due(&self) -> bool {
        self.is_empty || self.wagered.meets(self.requirement)
    }
}

const COUNTED: &str =
    "SELECT id, player_id, currency, counted_from, wagered, requirement, terms FROM bonus_award";

fn counted_of(row: &Row) -> Result<Counted> {
    Ok(Counted {
        id: row.get(0)?,
        player: row.get(1)?,
        currency: row.get(2)?,
        from: row.get(3)?,
        wagered: Progress(row.get(4)?),
        requirement: row.get(5)?,
        terms: of_json(&row.get::<String>(6)?)?,
        is_empty: false,
        is_changed: false,
    })
}

/// The awards of several players whose bets count.
pub(super) async fn counted(tx: &mut Tx, players: &[PlayerId]) -> Result<Vec<Counted>> {
    let mut found = Vec::new();
    for players in players.chunks(500) {
        let among = placeholders(1, players.len());
        let sql = format!(
            "{COUNTED} WHERE counted_from IS NOT NULL AND counted_to IS NULL AND player_id IN ({among})"
        );
        let players = players.iter().map(|player| (*player).into()).collect();
        for row in tx.query(&sql, players).await? {
            found.push(counted_of(&row)?);
        }
    }
    Ok(found)
}

/// Notes the place from which on bets count for an award.
pub(super) async fn begin_counting(tx: &mut Tx, id: i64, from: i64) -> Result<()> {
    tx.execute("UPDATE bonus_award SET counted_from = $2 WHERE id = $1", params![id, from]).await.map(drop)
}

/// An award whose bets count from now on.
pub(super) async fn counted_one(tx: &mut Tx, id: i64) -> Result<Option<Counted>> {
    let sql = format!("{COUNTED} WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(counted_of).transpose()
}

/// Writes what was counted for awards, each up to the place at which it has ended, if it has.
pub(super) async fn put_counted(
    tx: &mut Tx,
    counted: impl Iterator<Item = (&Counted, Option<i64>)>,
) -> Result<()> {
    let sql = "UPDATE bonus_award SET wagered = $2, counted_to = $3,
                   next_try_ms = CASE WHEN next_try_ms > 0 THEN 0 ELSE next_try_ms - 1 END, due = CASE
                   WHEN stage <> 'handle_bets' THEN NULL WHEN due IN ('excluded', 'closed', 'staff') THEN due ELSE $4 END
               WHERE id = $1";
    let row = |(counted, to): (&Counted, Option<i64>)| {
        let due = match (counted.wagered.meets(counted.requirement), counted.is_empty) {
            (true, _) => Some(Due::Wagered),
            (false, true) => Some(Due::Emptied),
            (false, false) => None,
        };
        params![counted.id, counted.wagered.0, to, due.map(Due::name)]
    };
    tx.execute_each(sql, counted.map(row).collect()).await
}

/// What the rounds of a grant of free spins have brought.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FreeSum {
    /// What they have won, in subunits; below zero when more was taken back.
    pub(super) won: i64,
    /// How many have ended.
    pub(super) ended: i64,
}

/// Adds what rounds of grants, which are named by their numbers, have brought.
pub(super) async fn add_won(tx: &mut Tx, sums: BTreeMap<i64, FreeSum>) -> Result<()> {
    let sql = "UPDATE freespin_grant SET won = won + $2, ended_rounds = ended_rounds + $3 WHERE id = $1";
    let row = |(grant, FreeSum { won, ended }): (i64, FreeSum)| params![grant, won, ended];
    tx.execute_each(sql, sums.into_iter().map(row).collect()).await
}

/// Says that all gifts of a player have to end, and why.
pub(super) async fn end_all(tx: &mut Tx, player: PlayerId, due: Due) -> Result<()> {
    let sql = "UPDATE bonus_award SET due = $2, next_try_ms = 0 WHERE player_id = $1 AND ended_at_ms IS NULL";
    tx.execute(sql, params![player, due.name()]).await?;
    let sql =
        "UPDATE freespin_grant SET due = $2, next_try_ms = 0 WHERE player_id = $1 AND ended_at_ms IS NULL";
    tx.execute(sql, params![player, due.name()]).await.map(drop)
}

/// Notes a player who has confirmed their address.
pub(super) async fn note_newly_confirmed(tx: &mut Tx, player: PlayerId) -> Result<()> {
    let sql = "INSERT INTO bonus_newcomer (player_id) VALUES ($1) ON CONFLICT (player_id) DO NOTHING";
    tx.execute(sql, params![player]).await.map(drop)
}

/// Players after `after` who have confirmed their address and have not got their gifts. Who has still to tell where they live
/// waits: that decides which gifts there are, and in which wallet.
pub(super) async fn newly_confirmed(db: &Db, after: PlayerId, limit: i64) -> Result<Vec<PlayerId>> {
    let sql = "SELECT n.player_id FROM bonus_newcomer n WHERE n.player_id > $1 AND NOT EXISTS (
                   SELECT 1 FROM provider_sign_up s WHERE s.player_id = n.player_id AND s.country_told_at_ms IS NULL)
               ORDER BY n.player_id LIMIT $2";
    db.query(sql, params![after, limit]).await?.iter().map(|row| row.get(0)).collect()
}

/// Says that a player has got their gifts.
pub(super) async fn forget_newly_confirmed(db: &Db, player: PlayerId) -> Result<()> {
    execute(db, "DELETE FROM bonus_newcomer WHERE player_id = $1", params![player]).await.map(drop)
}
