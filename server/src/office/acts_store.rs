//! The SQL of what members of staff change about players by hand.

use croupier_db::{Db, Statement, Tx, params};
use croupier_ledger::{PlayerId, Refusal};
use uuid::Uuid;

use crate::platform::calendar::DAY_MS;

/// What kind of change it is; each is bounded by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActKind {
    Groups,
    Points,
    Lootbox,
    Correction,
    Limit,
    SecondFactor,
}

impl ActKind {
    /// The name in rows.
    const fn name(self) -> &'static str {
        match self {
            Self::Groups => "groups",
            Self::Points => "points",
            Self::Lootbox => "lootbox",
            Self::Correction => "correction",
            Self::Limit => "limit",
            Self::SecondFactor => "second_factor",
        }
    }
}

/// A change, as it is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Act<'a> {
    pub(super) kind: ActKind,
    /// Names the decision; the same one is of the same player.
    pub(super) reference: &'a str,
    /// Of what was asked for.
    pub(super) fingerprint: &'a str,
    pub(super) member: Uuid,
    pub(super) player: PlayerId,
    /// What counts against the bounds.
    pub(super) weight: i64,
    pub(super) at: i64,
}

impl Act<'_> {
    /// Whether it was carried out before, where `asked` is the fingerprint kept under its reference; refused when that is of
    /// something else.
    pub(super) fn was_done(&self, asked: Option<&str>) -> Result<bool, Refusal> {
        match asked {
            None => Ok(false),
            Some(asked) if asked == self.fingerprint => Ok(true),
            Some(_) => Err(Refusal::KeyConflict),
        }
    }
}

/// What may be done of a kind within a day: to a player by everybody, and by a member to everybody.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) to_player: i64,
    pub(super) by_member: i64,
}

impl Bounds {
    /// None.
    pub(super) const NONE: Self = Self { to_player: i64::MAX, by_member: i64::MAX };
}

/// The statement that keeps a change. It misses where it would pass the bounds; the commit has to hold the member's row and
/// the player's lane by then, so that no other change comes in between.
pub(super) fn keep(act: &Act<'_>, bounds: Bounds) -> Statement {
    let sql = "INSERT INTO staff_act (reference, fingerprint, kind, member_id, player_id, weight, at_ms)
               SELECT $1, $2, $3, $4, $5, $6, $7
               WHERE (SELECT CAST(COALESCE(SUM(a.weight), 0) AS bigint) FROM staff_act a
                      WHERE a.player_id = $5 AND a.at_ms > $8 AND a.kind = $3) + $6 <= $9
                 AND (SELECT CAST(COALESCE(SUM(a.weight), 0) AS bigint) FROM staff_act a
                      WHERE a.member_id = $4 AND a.at_ms > $8 AND a.kind = $3) + $6 <= $10";
    let Act { kind, reference, fingerprint, member, player, weight, at } = *act;
    let params = params![
        reference,
        fingerprint,
        kind.name(),
        member,
        player,
        weight,
        at,
        at - DAY_MS,
        bounds.to_player,
        bounds.by_member,
    ];
    Statement { sql, params, expect_one_row: true }
}

/// Keeps a change within the caller's transaction; `false` where it would pass the bounds.
pub(super) async fn keep_in(tx: &mut Tx, act: &Act<'_>, bounds: Bounds) -> croupier_db::Result<bool> {
    let Statement { sql, params, .. } = keep(act, bounds);
    Ok(tx.execute(sql, params).await? == 1)
}

/// Whether a change would pass the bounds now.
pub(super) async fn is_too_much(db: &Db, act: &Act<'_>, bounds: Bounds) -> croupier_db::Result<bool> {
    let sql = "SELECT (SELECT CAST(COALESCE(SUM(a.weight), 0) AS bigint) FROM staff_act a
                       WHERE a.player_id = $1 AND a.at_ms > $3 AND a.kind = $4),
                      (SELECT CAST(COALESCE(SUM(a.weight), 0) AS bigint) FROM staff_act a
                       WHERE a.member_id = $2 AND a.at_ms > $3 AND a.kind = $4)";
    let row = db.query_one(sql, params![act.player, act.member, act.at - DAY_MS, act.kind.name()]).await?;
    let (to_player, by_member): (i64, i64) = (row.get(0)?, row.get(1)?);
    let passes = |done: i64, most: i64| done.saturating_add(act.weight) > most;
    Ok(passes(to_player, bounds.to_player) || passes(by_member, bounds.by_member))
}

const FINGERPRINT: &str = "SELECT fingerprint FROM staff_act WHERE reference = $1";

/// What was asked for under a reference before.
pub(super) async fn fingerprint(db: &Db, reference: &str) -> croupier_db::Result<Option<String>> {
    db.query_opt(FINGERPRINT, params![reference]).await?.map(|row| row.get(0)).transpose()
}

/// The same within the caller's transaction.
pub(super) async fn fingerprint_in(tx: &mut Tx, reference: &str) -> croupier_db::Result<Option<String>> {
    tx.query_opt(FINGERPRINT, params![reference]).await?.map(|row| row.get(0)).transpose()
}
