//! SQL of players who have signed up on one device.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

use super::shared_devices::{KnownBy, Pair, SharedDevice, Verdict};
use crate::staff::BrandScope;

/// The fact that staff has decided whether a pair is one person.
pub(super) const DECIDED: &str = "device_sharing.decided";

/// Notes within the caller's transaction that `pair` has signed up on one device; a pair is noted once.
pub(super) async fn note(tx: &mut Tx, pair: Pair, by: KnownBy, at: i64) -> Result<()> {
    let sql = "INSERT INTO shared_device (player_id, other_id, known_by, seen_at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (player_id, other_id) DO NOTHING";
    tx.execute(sql, params![pair.player, pair.other, by.name(), at]).await.map(drop)
}

const SHARED: &str = "SELECT player_id, other_id, known_by, seen_at_ms, verdict, decided_by, reason,
                          decided_at_ms
                      FROM shared_device";

/// At most `limit` pairs after `after`: those that wait in the order of their sign-up, or those that were decided about,
/// the newest sign-up first.
pub(super) async fn page(
    db: &Db,
    decided: bool,
    after: Option<Pair>,
    limit: i64,
) -> Result<Vec<SharedDevice>> {
    let (which, order, first) = if decided {
        (
            "verdict IS NOT NULL AND (player_id < $1 OR (player_id = $1 AND other_id < $2))",
            "DESC",
            Pair { player: i64::MAX, other: i64::MAX },
        )
    } else {
        (
            "verdict IS NULL AND (player_id > $1 OR (player_id = $1 AND other_id > $2))",
            "ASC",
            Pair { player: 0, other: 0 },
        )
    };
    let sql = format!("{SHARED} WHERE {which} ORDER BY player_id {order}, other_id {order} LIMIT $3");
    let Pair { player, other } = after.unwrap_or(first);
    db.query(&sql, params![player, other, limit]).await?.iter().map(shared_of).collect()
}

pub(super) async fn get(db: &Db, pair: Pair) -> Result<Option<SharedDevice>> {
    let sql = format!("{SHARED} WHERE player_id = $1 AND other_id = $2");
    db.query_opt(&sql, params![pair.player, pair.other]).await?.as_ref().map(shared_of).transpose()
}

fn shared_of(row: &Row) -> Result<SharedDevice> {
    let (known_by, verdict): (String, Option<String>) = (row.get(2)?, row.get(4)?);
    let decided: (Option<String>, Option<String>, Option<i64>) = (row.get(5)?, row.get(6)?, row.get(7)?);
    let verdict = match (verdict, decided) {
        (Some(verdict), (Some(by), Some(reason), Some(at))) => {
            Some(Verdict { same_person: verdict == verdict_name(true), by, reason, at })
        }
        _ => None,
    };
    Ok(SharedDevice {
        pair: Pair { player: row.get(0)?, other: row.get(1)? },
        by: known_by_of(&known_by)?,
        seen_at: row.get(3)?,
        verdict,
    })
}

fn known_by_of(name: &str) -> Result<KnownBy> {
    KnownBy::from_name(name).ok_or_else(|| Error::Corrupt(format!("{name:?} tells no shared device")))
}

const fn verdict_name(same_person: bool) -> &'static str {
    if same_person { "same_person" } else { "other_people" }
}

/// Keeps the verdict about a pair that waits for one; `false` when it does not. The lock of the player's lane is held.
pub(super) async fn decide(tx: &mut Tx, pair: Pair, verdict: &Verdict) -> Result<bool> {
    let sql = "UPDATE shared_device SET verdict = $3, decided_by = $4, reason = $5, decided_at_ms = $6
               WHERE player_id = $1 AND other_id = $2 AND verdict IS NULL";
    let Verdict { same_person, by, reason, at } = verdict;
    let row = params![pair.player, pair.other, verdict_name(*same_person), by, reason, *at];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Other players whom `scope` sees on the device of `player`, those left out of whom staff has said that they are other people.
pub(super) async fn others(
    db: &Db,
    player: PlayerId,
    scope: &BrandScope,
    limit: i64,
) -> Result<Vec<(PlayerId, KnownBy)>> {
    let mut values = params![player, verdict_name(true), limit];
    let seen = scope.of_player("linked.other", &mut values);
    let sql = format!(
        "SELECT linked.other, linked.known_by FROM (
             SELECT CASE WHEN player_id = $1 THEN other_id ELSE player_id END AS other, known_by
             FROM shared_device WHERE (player_id = $1 OR other_id = $1) AND (verdict IS NULL OR verdict = $2)
         ) linked
         WHERE {seen} ORDER BY linked.other LIMIT $3"
    );
    let rows = db.query(&sql, values).await?;
    let read = |row: &Row| {
        let known_by: String = row.get(1)?;
        Ok((row.get(0)?, known_by_of(&known_by)?))
    };
    rows.iter().map(read).collect()
}
