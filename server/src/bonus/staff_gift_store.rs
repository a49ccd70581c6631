//! The SQL of gifts that members of staff have given.

use croupier_db::{Db, Result, Statement, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

/// A gift that a member gives, as it is kept.
pub(super) struct StaffGift<'a> {
    /// Names the decision.
    pub reference: &'a str,
    /// Of what was asked for.
    pub fingerprint: &'a str,
    pub member: Uuid,
    pub player: PlayerId,
    /// What it can cost, in euro cents.
    pub worth: i64,
    pub at: i64,
}

/// What may be given since an instant, in euro cents: to a player by everybody, and by a member to everybody.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub since: i64,
    pub to_player: i64,
    pub by_member: i64,
}

const LATELY: &str =
    "SELECT CAST(COALESCE(SUM(g.worth_cents), 0) AS bigint) FROM staff_gift g WHERE g.given_at_ms >";

/// The statement that keeps a gift. It misses where it would pass the bounds; the commit has to hold the member's row and
/// the player's lane by then, so that no other gift comes in between.
pub(super) fn keep(gift: &StaffGift<'_>, bounds: Bounds) -> Statement {
    let sql =
        "INSERT INTO staff_gift (reference, fingerprint, member_id, player_id, worth_cents, given_at_ms)
               SELECT $1, $2, $3, $4, $5, $6
               WHERE (SELECT CAST(COALESCE(SUM(g.worth_cents), 0) AS bigint) FROM staff_gift g
                      WHERE g.given_at_ms > $7 AND g.player_id = $4) + $5 <= $8
                 AND (SELECT CAST(COALESCE(SUM(g.worth_cents), 0) AS bigint) FROM staff_gift g
                      WHERE g.given_at_ms > $7 AND g.member_id = $3) + $5 <= $9";
    let StaffGift { reference, fingerprint, member, player, worth, at } = *gift;
    let Bounds { since, to_player, by_member } = bounds;
    let params = params![reference, fingerprint, member, player, worth, at, since, to_player, by_member];
    Statement { sql, params, expect_one_row: true }
}

/// Whether a gift would pass the bounds now.
pub(super) async fn is_too_much(db: &Db, gift: &StaffGift<'_>, bounds: Bounds) -> Result<bool> {
    let sql = format!("SELECT ({LATELY} $1 AND g.player_id = $2), ({LATELY} $1 AND g.member_id = $3)");
    let row = db.query_one(&sql, params![bounds.since, gift.player, gift.member]).await?;
    let (to_player, by_member): (i64, i64) = (row.get(0)?, row.get(1)?);
    let passes = |given: i64, most: i64| given.saturating_add(gift.worth) > most;
    Ok(passes(to_player, bounds.to_player) || passes(by_member, bounds.by_member))
}

/// What was asked for under a reference before.
pub(super) async fn fingerprint(db: &Db, reference: &str) -> Result<Option<String>> {
    let sql = "SELECT fingerprint FROM staff_gift WHERE reference = $1";
    db.query_opt(sql, params![reference]).await?.map(|row| row.get(0)).transpose()
}
