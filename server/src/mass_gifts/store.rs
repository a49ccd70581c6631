//! The SQL of mass gifts; that of their members is in `members_store.rs`.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::model::{Approval, Change, MassGift, State, Worths};
use super::orders::{Act, Decision};
use crate::segments::SegmentRef;
use crate::staff::BrandScope;

const MASS_GIFT: &str =
    "SELECT id, name, thing, brand, segment_id, segment_revision, reason, member_id, member_name, created_at_ms,
        state, gathered_player_id, worths, worth_cents, members, given, skipped, failed, expires_at_ms, approver_name,
        approval_reason, approved_at_ms, changed_by, change_reason, changed_at_ms, finished_at_ms
    FROM mass_gift";

fn of_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Corrupt(format!("a mass gift: {error}")))
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Engine(error.to_string()))
}

fn mass_gift(row: &Row) -> Result<MassGift> {
    let state: String = row.get(10)?;
    let segment = match (row.get::<Option<Uuid>>(4)?, row.get::<Option<i64>>(5)?) {
        (Some(id), Some(revision)) => Some(SegmentRef { id, revision }),
        _ => None,
    };
    let approval = match row.get::<Option<i64>>(21)? {
        Some(at) => Some(Approval { by: row.get(19)?, reason: row.get(20)?, at }),
        None => None,
    };
    let change = match row.get::<Option<i64>>(24)? {
        Some(at) => Some(Change { by: row.get(22)?, reason: row.get(23)?, at }),
        None => None,
    };
    Ok(MassGift {
        id: row.get(0)?,
        name: row.get(1)?,
        thing: of_json(&row.get::<String>(2)?)?,
        brand: row.get(3)?,
        segment,
        reason: row.get(6)?,
        member: row.get(7)?,
        by: row.get(8)?,
        created_at: row.get(9)?,
        state: State::from_name(&state)
            .ok_or_else(|| Error::Corrupt(format!("state {state:?} of a mass gift")))?,
        gathered: row.get(11)?,
        worths: of_json(&row.get::<String>(12)?)?,
        worth: row.get(13)?,
        members: row.get(14)?,
        given: row.get(15)?,
        skipped: row.get(16)?,
        failed: row.get(17)?,
        expires_at: row.get(18)?,
        approval,
        change,
        finished_at: row.get(25)?,
    })
}

/// What was asked for under a reference before, and its number.
pub(super) async fn asked_in(tx: &mut Tx, reference: &str) -> Result<Option<(i64, String)>> {
    let sql = "SELECT id, fingerprint FROM mass_gift WHERE reference = $1";
    let row = tx.query_opt(sql, params![reference]).await?;
    row.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// Keeps a new mass gift.
pub(super) async fn add(tx: &mut Tx, new: &MassGift, (reference, fingerprint): (&str, &str)) -> Result<()> {
    let sql =
        "INSERT INTO mass_gift (id, reference, fingerprint, name, thing, brand, segment_id, segment_revision,
                   reason, member_id, member_name, created_at_ms, state, gathered_player_id, worths)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    let row = params![
        new.id,
        reference,
        fingerprint,
        &new.name,
        json(&new.thing)?,
        new.brand.as_ref(),
        new.segment.map(|segment| segment.id),
        new.segment.map(|segment| segment.revision),
        &new.reason,
        new.member,
        &new.by,
        new.created_at,
        new.state.name(),
        new.gathered,
        json(&new.worths)?,
    ];
    tx.execute(sql, row).await.map(drop)
}

pub(super) async fn with_id(db: &Db, id: i64) -> Result<Option<MassGift>> {
    let sql = format!("{MASS_GIFT} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(mass_gift).transpose()
}

/// At most `limit` mass gifts to players of the brands of `scope` alone, newest first, below the number `before`.
pub(super) async fn page(db: &Db, scope: &BrandScope, before: i64, limit: i64) -> Result<Vec<MassGift>> {
    let mut values = params![before, limit];
    let seen = scope.of_brand("brand", &mut values);
    let sql = format!("{MASS_GIFT} WHERE id < $1 AND {seen} ORDER BY id DESC LIMIT $2");
    db.query(&sql, values).await?.iter().map(mass_gift).collect()
}

/// Mass gifts that last at least in part from one instant until before another, at most `limit`, in the order in which they began.
/// Their ends are those of [`MassGift::ends_at`].
pub(super) async fn between(db: &Db, (from, to): (i64, i64), limit: i64) -> Result<Vec<MassGift>> {
    let sql = format!(
        "{MASS_GIFT} WHERE created_at_ms < $2
             AND (created_at_ms >= $1
                  OR CASE state WHEN 'canceled' THEN changed_at_ms WHEN 'waiting' THEN expires_at_ms
                                ELSE COALESCE(finished_at_ms, $2) END > $1)
         ORDER BY created_at_ms, id LIMIT $3"
    );
    db.query(&sql, params![from, to, limit]).await?.iter().map(mass_gift).collect()
}

/// Those with something to do, oldest first. A row that cannot be read is logged and left out, so that the others go on.
pub(super) async fn under_way(db: &Db) -> Result<Vec<MassGift>> {
    let sql = format!("{MASS_GIFT} WHERE state IN ('gathering', 'running') ORDER BY id");
    let read = |row: &Row| {
        mass_gift(row)
            .inspect_err(|error| tracing::error!(%error, "a mass gift cannot be read; it is left out"))
    };
    Ok(db.query(&sql, params![]).await?.iter().filter_map(|row| read(row).ok()).collect())
}

/// What a member has begun alone since an instant, in euro cents: what no second member has approved. One that was canceled after
/// somebody was given it counts as well: else it could be begun, canceled before the last one, and begun again.
const ALONE: &str = "SELECT CAST(COALESCE(SUM(worth_cents), 0) AS bigint) FROM mass_gift
     WHERE member_id = $1 AND created_at_ms > $2 AND approved_by IS NULL
         AND (state IN ('running', 'paused', 'done') OR (state = 'canceled' AND given > 0))";

pub(super) async fn worth_alone(db: &Db, member: Uuid, since: i64) -> Result<i64> {
    db.query_one(ALONE, params![member, since]).await?.get(0)
}

/// The same within the caller's transaction.
pub(super) async fn worth_alone_in(tx: &mut Tx, member: Uuid, since: i64) -> Result<i64> {
    tx.query_one(ALONE, params![member, since]).await?.get(0)
}

/// Moves the mark of a mass gift that gathers from one player to another; `false` when it does not gather any more, or another
/// server has moved it.
pub(super) async fn move_on(tx: &mut Tx, id: i64, from: PlayerId, to: PlayerId) -> Result<bool> {
    let sql = "UPDATE mass_gift SET gathered_player_id = $3
               WHERE id = $1 AND state = 'gathering' AND gathered_player_id = $2";
    Ok(tx.execute(sql, params![id, from, to]).await? == 1)
}

/// Counts members that were written down.
pub(super) async fn add_members(tx: &mut Tx, id: i64, count: i64) -> Result<()> {
    let sql = "UPDATE mass_gift SET members = members + $2 WHERE id = $1";
    tx.execute(sql, params![id, count]).await.map(drop)
}

/// What is known once all members are written down.
pub(super) struct Gathered<'a> {
    /// Players up to this number were looked at.
    pub(super) after: PlayerId,
    pub(super) worths: &'a Worths,
    pub(super) worth: Option<i64>,
    pub(super) skipped: i64,
    pub(super) state: State,
    pub(super) expires_at: Option<i64>,
    pub(super) now: i64,
}

/// Ends the gathering; `false` when another server has or goes on with it, or it was canceled.
pub(super) async fn end_gathering(tx: &mut Tx, id: i64, gathered: &Gathered<'_>) -> Result<bool> {
    let sql =
        "UPDATE mass_gift SET state = $2, worths = $3, worth_cents = $4, skipped = $5, expires_at_ms = $6,
                   finished_at_ms = $7
               WHERE id = $1 AND state = 'gathering' AND gathered_player_id = $8";
    let Gathered { after, worths, worth, skipped, state, expires_at, now } = *gathered;
    let finished = (state == State::Done).then_some(now);
    let row = params![id, state.name(), json(worths)?, worth, skipped, expires_at, finished, after];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Approves a mass gift that waits, as somebody else than who has asked for it, and who was invited before: a requester could
/// invite their own second person. `false` when something of that is not so.
pub(super) async fn approve(tx: &mut Tx, id: i64, decision: &Decision<'_>, now: i64) -> Result<bool> {
    let sql =
        "UPDATE mass_gift SET state = 'running', approved_by = $2, approver_name = $3, approval_reason = $4,
                   approved_at_ms = $5
               WHERE id = $1 AND state = 'waiting' AND expires_at_ms > $5 AND member_id <> $2
                   AND EXISTS (SELECT 1 FROM staff_member m
                               WHERE m.id = $2 AND m.invited_at_ms <= mass_gift.created_at_ms)";
    let Decision { member, name, reason } = *decision;
    Ok(tx.execute(sql, params![id, member, name, reason, now]).await? == 1)
}

/// Changes how a mass gift stands; `false` when it stands otherwise by now.
pub(super) async fn change(tx: &mut Tx, id: i64, act: Act, by: &Decision<'_>, now: i64) -> Result<bool> {
    // Each is guarded by the state that it starts from.
    let sql = match act {
        Act::Pause => {
            "UPDATE mass_gift SET state = 'paused', changed_by = $2, change_reason = $3, changed_at_ms = $4
             WHERE id = $1 AND state = 'running'"
        }
        Act::Resume => {
            "UPDATE mass_gift SET state = 'running', changed_by = $2, change_reason = $3, changed_at_ms = $4
             WHERE id = $1 AND state = 'paused'"
        }
        Act::Cancel => {
            "UPDATE mass_gift SET state = 'canceled', changed_by = $2, change_reason = $3, changed_at_ms = $4
             WHERE id = $1 AND state IN ('gathering', 'waiting', 'running', 'paused')"
        }
        Act::Retry => {
            "UPDATE mass_gift SET state = 'running', finished_at_ms = NULL, changed_by = $2, change_reason = $3,
                 changed_at_ms = $4
             WHERE id = $1 AND state IN ('running', 'paused', 'done') AND failed > 0"
        }
    };
    Ok(tx.execute(sql, params![id, by.name, by.reason, now]).await? == 1)
}

/// Counts so many members less as failed.
pub(super) async fn count_tried_again(tx: &mut Tx, id: i64, count: i64) -> Result<()> {
    let sql = "UPDATE mass_gift SET failed = failed - $2 WHERE id = $1";
    tx.execute(sql, params![id, count]).await.map(drop)
}

/// What a batch has come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) given: i64,
    pub(super) skipped: i64,
    pub(super) failed: i64,
}

/// Counts a batch of a mass gift that is running, and commits it; `false`, and nothing stays, when it is not running any more.
pub(super) async fn count_and_commit(tx: Tx, id: i64, counts: Counts) -> Result<bool> {
    let sql = "UPDATE mass_gift SET given = given + $2, skipped = skipped + $3, failed = failed + $4
               WHERE id = $1 AND state = 'running'";
    tx.commit_if_one(sql, params![id, counts.given, counts.skipped, counts.failed]).await
}

/// Ends a mass gift all of whose members were taken.
pub(super) async fn finish(tx: &mut Tx, id: i64, now: i64) -> Result<bool> {
    let sql = "UPDATE mass_gift SET state = 'done', finished_at_ms = $2
               WHERE id = $1 AND state = 'running' AND given + skipped + failed = members";
    Ok(tx.execute(sql, params![id, now]).await? == 1)
}
