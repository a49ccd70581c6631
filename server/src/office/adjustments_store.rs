//! The SQL of corrections of players' cash.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use uuid::Uuid;

use super::adjustments::Adjustment;
use crate::staff::{BrandScope, Decision, RequestState};

const ADJUSTMENT: &str =
    "SELECT id, player_id, currency, amount, reason, state, requested_by, requester_name,
        requested_at_ms, expires_at_ms, decided_by, decider_name, decision_reason, decided_at_ms
    FROM adjustment";

fn adjustment(row: &Row) -> Result<Adjustment> {
    let (currency, state): (String, String) = (row.get(2)?, row.get(5)?);
    let decided_by: Option<Uuid> = row.get(10)?;
    let decision = match decided_by {
        Some(member) => Some(Decision { member, name: row.get(11)?, reason: row.get(12)?, at: row.get(13)? }),
        None => None,
    };
    Ok(Adjustment {
        id: row.get(0)?,
        player: row.get(1)?,
        currency: currency.parse().map_err(|_| Error::Corrupt(format!("currency {currency:?}")))?,
        amount: row.get(3)?,
        reason: row.get(4)?,
        state: RequestState::from_name(&state)
            .ok_or_else(|| Error::Corrupt(format!("state {state:?} of an adjustment")))?,
        requester: row.get(6)?,
        requester_name: row.get(7)?,
        requested_at: row.get(8)?,
        expires_at: row.get(9)?,
        decision,
    })
}

/// Keeps what is asked for; `false` when there is one with its number.
pub(super) async fn add(tx: &mut Tx, new: &Adjustment) -> Result<bool> {
    let sql = "INSERT INTO adjustment (id, player_id, currency, amount, reason, state, requested_by, requester_name,
                   requested_at_ms, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, 'waiting', $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING";
    let row = params![
        new.id,
        new.player,
        new.currency.code(),
        new.amount,
        &new.reason,
        new.requester,
        &new.requester_name,
        new.requested_at,
        new.expires_at,
    ];
    Ok(tx.execute(sql, row).await? == 1)
}

pub(super) async fn with_id(db: &Db, id: Uuid) -> Result<Option<Adjustment>> {
    let sql = format!("{ADJUSTMENT} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(adjustment).transpose()
}

/// At most `limit` adjustments, those that wait or those that were decided, newest first; after the one with the number
/// `after`. Newest first keeps those whose time is over behind those that can be approved.
pub(super) async fn page(
    db: &Db,
    scope: &BrandScope,
    decided: bool,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Adjustment>> {
    let (which, time) = if decided {
        ("state <> 'waiting'", "decided_at_ms")
    } else {
        ("state = 'waiting'", "requested_at_ms")
    };
    let mut values = params![limit];
    let further = match after {
        Some(after) => {
            values.push(after.into());
            format!("AND ({time}, id) < (SELECT {time}, id FROM adjustment WHERE id = $2)")
        }
        None => String::new(),
    };
    let seen = scope.of_player("adjustment.player_id", &mut values);
    let sql =
        format!("{ADJUSTMENT} WHERE {which} {further} AND {seen} ORDER BY {time} DESC, id DESC LIMIT $1");
    db.query(&sql, values).await?.iter().map(adjustment).collect()
}

/// The statement that writes a decision about an adjustment that waits; one whose time is over can only be refused. Nobody
/// approves what they have asked for themselves, nor what was asked for before they were invited: a requester could invite
/// their own second person. It touches no row when something of that is not so.
pub(super) fn decide(id: Uuid, state: RequestState, decision: &Decision) -> Statement {
    let sql = "UPDATE adjustment SET state = $2, decided_by = $3, decider_name = $4, decision_reason = $5,
                   decided_at_ms = $6
               WHERE id = $1 AND state = 'waiting'
                   AND ($2 = 'refused' OR expires_at_ms > $6 AND requested_by <> $3
                       AND EXISTS (SELECT 1 FROM staff_member m
                                   WHERE m.id = $3 AND m.invited_at_ms <= adjustment.requested_at_ms))";
    let Decision { member, name, reason, at } = decision;
    Statement { sql, params: params![id, state.name(), *member, name, reason, *at], expect_one_row: true }
}
