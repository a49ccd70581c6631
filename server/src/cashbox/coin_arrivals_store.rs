//! SQL of coins that arrive without an order.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::coin_arrivals_state::{Arrival, ArrivalState, HeldFor, ReturnRequest};
use crate::staff::BrandScope;

const ARRIVAL: &str = "SELECT id, provider, partner_id, player_id, currency, address, txid, output, amount,
    method_id, site_address, state, reason, on_hold, confirmations, confirmations_needed, return_id, return_address,
    return_error, asked_address, asked_by, asked_name, asked_reason, asked_at_ms, seen_at_ms, changed_at_ms, looks
    FROM coin_arrival";

fn arrival(row: &Row) -> Result<Arrival> {
    let corrupt = |column: &str, value: &str| Error::Corrupt(format!("{column} {value:?} of a coin"));
    let (currency, state): (String, String) = (row.get(4)?, row.get(11)?);
    let reason: Option<String> = row.get(12)?;
    let asked_by: Option<Uuid> = row.get(20)?;
    let asked = match asked_by {
        Some(member) => Some(ReturnRequest {
            address: row.get(19)?,
            member,
            name: row.get(21)?,
            reason: row.get(22)?,
            at: row.get(23)?,
        }),
        None => None,
    };
    Ok(Arrival {
        id: row.get(0)?,
        provider: row.get(1)?,
        partner_id: row.get(2)?,
        player: row.get(3)?,
        currency: currency.parse().map_err(|_| corrupt("currency", &currency))?,
        address: row.get(5)?,
        txid: row.get(6)?,
        output: row.get(7)?,
        amount: row.get(8)?,
        method_id: row.get(9)?,
        site_address: row.get(10)?,
        state: ArrivalState::from_name(&state).ok_or_else(|| corrupt("state", &state))?,
        reason: reason
            .map(|name| HeldFor::from_name(&name).ok_or_else(|| corrupt("reason", &name)))
            .transpose()?,
        on_hold: row.get(13)?,
        confirmations: row.get(14)?,
        confirmations_needed: row.get(15)?,
        return_id: row.get(16)?,
        return_address: row.get(17)?,
        return_error: row.get(18)?,
        asked,
        seen_at: row.get(24)?,
        changed_at: row.get(25)?,
        looks: row.get(26)?,
    })
}

pub(super) async fn get(db: &Db, id: Uuid) -> Result<Option<Arrival>> {
    let sql = format!("{ARRIVAL} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(arrival).transpose()
}

/// The arrival that the payout `id` sends back.
pub(super) async fn by_return(db: &Db, id: Uuid) -> Result<Option<Arrival>> {
    let sql = format!("{ARRIVAL} WHERE return_id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(arrival).transpose()
}

/// What came to a player's addresses, newest first: the newest `limit`, and of older ones those that have not come to their end, at
/// most `open`.
pub(super) async fn of_player(db: &Db, player: PlayerId, limit: i64, open: i64) -> Result<Vec<Arrival>> {
    let sql = format!(
        "{ARRIVAL} WHERE player_id = $1 AND (state IN ('seen', 'confirmed', 'held', 'returning') OR id IN (
             SELECT n.id FROM coin_arrival n WHERE n.player_id = $1
             ORDER BY n.seen_at_ms DESC, n.id DESC LIMIT $2))
         ORDER BY seen_at_ms DESC, id DESC LIMIT $3"
    );
    db.query(&sql, params![player, limit, limit + open]).await?.iter().map(arrival).collect()
}

/// Arrivals that are held or on their way back, or all of them; newest first, at most `limit` after `after`.
pub(super) async fn page(
    db: &Db,
    scope: &BrandScope,
    all: bool,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Arrival>> {
    let which = if all { "1 = 1" } else { "state IN ('held', 'returning')" };
    let mut values = params![limit];
    let further = match after {
        Some(after) => {
            values.push(after.into());
            "AND (seen_at_ms, id) < (SELECT seen_at_ms, id FROM coin_arrival WHERE id = $2)"
        }
        None => "",
    };
    let seen = scope.of_player("coin_arrival.player_id", &mut values);
    let sql =
        format!("{ARRIVAL} WHERE {which} {further} AND {seen} ORDER BY seen_at_ms DESC, id DESC LIMIT $1");
    db.query(&sql, values).await?.iter().map(arrival).collect()
}

/// Arrivals that something has to be done about: those that are confirmed, those that go back, and those that were credited and
/// still lie on the account of held coins. Those looked at least come first, so that none waits behind others that stay as they are.
pub(super) async fn open(db: &Db, limit: i64) -> Result<Vec<Arrival>> {
    let sql = format!(
        "{ARRIVAL} WHERE state IN ('confirmed', 'returning') OR (state = 'credited' AND on_hold)
         ORDER BY looks, changed_at_ms LIMIT $1"
    );
    db.query(&sql, params![limit]).await?.iter().map(arrival).collect()
}

/// Claims a look at an arrival, and answers it with this look counted; `None` when it has moved on, or somebody else looks at it.
pub(super) async fn claim_look(db: &Db, arrival: Arrival) -> Result<Option<Arrival>> {
    let sql = "UPDATE coin_arrival SET looks = looks + 1 WHERE id = $1 AND state = $2 AND looks = $3";
    let mut tx = db.begin().await?;
    let claimed = tx.execute(sql, params![arrival.id, arrival.state.name(), arrival.looks]).await? == 1;
    tx.commit().await?;
    Ok(claimed.then(|| Arrival { looks: arrival.looks + 1, ..arrival }))
}

/// Writes down what was seen; `false` when it, or its output of its transaction, is known.
pub(super) async fn insert(tx: &mut Tx, new: &Arrival) -> Result<bool> {
    let sql = "INSERT INTO coin_arrival (id, provider, partner_id, player_id, currency, address, txid, output, amount,
                   method_id, site_address, state, on_hold, confirmations, confirmations_needed, seen_at_ms, changed_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
               ON CONFLICT DO NOTHING";
    let row = params![
        new.id,
        &new.provider,
        &new.partner_id,
        new.player,
        new.currency.code(),
        &new.address,
        &new.txid,
        new.output,
        new.amount,
        &new.method_id,
        &new.site_address,
        new.state.name(),
        false,
        new.confirmations,
        new.confirmations_needed,
        new.seen_at,
    ];
    Ok(tx.execute(sql, row).await? == 1)
}

/// The statement that notes how far the chain has confirmed an arrival that is only seen; more is never less again.
pub(super) fn confirm(id: Uuid, confirmations: i64, needed: i64, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET confirmations = $2, confirmations_needed = $3, changed_at_ms = $4
               WHERE id = $1 AND state = 'seen' AND confirmations < $2";
    Statement { sql, params: params![id, confirmations, needed, now], expect_one_row: true }
}

/// The statement that takes an arrival out of the state `from`; it touches no row when it is not there any more.
pub(super) fn moved(id: Uuid, from: ArrivalState, to: ArrivalState, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET state = $3, changed_at_ms = $4 WHERE id = $1 AND state = $2";
    Statement { sql, params: params![id, from.name(), to.name(), now], expect_one_row: true }
}

/// The statement that credits an arrival in the commit that writes its payment down. What staff has asked for about it is
/// over.
pub(super) fn credited(id: Uuid, from: ArrivalState, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET state = 'credited', changed_at_ms = $3, asked_by = NULL
               WHERE id = $1 AND state = $2";
    Statement { sql, params: params![id, from.name(), now], expect_one_row: true }
}

/// The statement that holds a confirmed arrival, in the commit that sets its amount aside.
pub(super) fn held(id: Uuid, why: HeldFor, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET state = 'held', reason = $2, on_hold = $3, changed_at_ms = $4
               WHERE id = $1 AND state = 'confirmed'";
    Statement { sql, params: params![id, why.name(), true, now], expect_one_row: true }
}

/// The statement that notes that the amount of a credited arrival lies on the account of held coins no more.
pub(super) fn released(id: Uuid) -> Statement {
    let sql = "UPDATE coin_arrival SET on_hold = $2 WHERE id = $1 AND state = 'credited' AND on_hold";
    Statement { sql, params: params![id, false], expect_one_row: true }
}

/// The statement that ends the way back by the payout `payout`, in the commit that lets the amount go. The partner may have taken
/// the payout after all whose coins are held again: as long as nothing else became of them, they are gone.
pub(super) fn returned(id: Uuid, payout: Uuid, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET state = 'returned', on_hold = $3, changed_at_ms = $4
               WHERE id = $1 AND state IN ('returning', 'held') AND return_id = $2";
    Statement { sql, params: params![id, payout, false, now], expect_one_row: true }
}

/// The statement that holds an arrival again whose payout `payout` came to nothing; it is known until there is another. With
/// `looks` it touches no row when the payout was asked for once more since.
pub(super) fn not_returned(id: Uuid, payout: Uuid, error: &str, looks: Option<i64>, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET state = 'held', return_error = $3, changed_at_ms = $4
               WHERE id = $1 AND state = 'returning' AND return_id = $2 AND looks = COALESCE($5, looks)";
    Statement { sql, params: params![id, payout, error, now, looks], expect_one_row: true }
}

/// The statement that sends a held arrival back to `address`, by a payout that is about to be asked for. What is held on a
/// suspicion is sent by staff alone.
pub(super) fn returning(id: Uuid, payout: Uuid, address: &str, by_staff: bool, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET state = 'returning', return_id = $2, return_address = $3, return_error = NULL,
                   asked_by = NULL, changed_at_ms = $4, looks = 0
               WHERE id = $1 AND state = 'held' AND (reason <> 'risk' OR $5)";
    Statement { sql, params: params![id, payout, address, now, by_staff], expect_one_row: true }
}

/// The statement that notes why a held arrival still is.
pub(super) fn still_held(id: Uuid, why: HeldFor, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET reason = $2, changed_at_ms = $3 WHERE id = $1 AND state = 'held' AND reason <> $2";
    Statement { sql, params: params![id, why.name(), now], expect_one_row: true }
}

/// The statement that keeps what a member asks for; it touches no row when something is asked for already.
pub(super) fn ask(id: Uuid, asked: &ReturnRequest) -> Statement {
    let sql = "UPDATE coin_arrival SET asked_address = $2, asked_by = $3, asked_name = $4, asked_reason = $5,
                   asked_at_ms = $6, changed_at_ms = $6
               WHERE id = $1 AND state = 'held' AND asked_by IS NULL";
    let ReturnRequest { address, member, name, reason, at } = asked;
    Statement { sql, params: params![id, address, *member, name, reason, *at], expect_one_row: true }
}

/// The statement that sends an arrival back as it was asked for, by another member, who was there by then: an asker could
/// invite their own second person.
pub(super) fn approve(id: Uuid, payout: Uuid, asked: &ReturnRequest, member: Uuid, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET state = 'returning', return_id = $2, return_address = asked_address,
                   return_error = NULL, asked_by = NULL, changed_at_ms = $6, looks = 0
               WHERE id = $1 AND state = 'held' AND asked_by = $3 AND asked_at_ms = $4 AND asked_by <> $5
                   AND EXISTS (SELECT 1 FROM staff_member m WHERE m.id = $5 AND m.invited_at_ms <= coin_arrival.asked_at_ms)";
    Statement { sql, params: params![id, payout, asked.member, asked.at, member, now], expect_one_row: true }
}

/// The statement that ends what was asked for, without anything moving.
pub(super) fn refuse(id: Uuid, asked: &ReturnRequest, now: i64) -> Statement {
    let sql = "UPDATE coin_arrival SET asked_by = NULL, changed_at_ms = $4
               WHERE id = $1 AND state = 'held' AND asked_by = $2 AND asked_at_ms = $3";
    Statement { sql, params: params![id, asked.member, asked.at, now], expect_one_row: true }
}

/// The address that the player was paid to last in the coin; `None` when there was no such payout.
pub(super) async fn paid_address(db: &Db, player: PlayerId, currency: &str) -> Result<Option<String>> {
    let sql = "SELECT address FROM payment WHERE player_id = $1 AND currency = $2 AND action = 'cashout'
                   AND kind = 'crypto' AND state = 'succeeded' AND address IS NOT NULL
               ORDER BY finished_at_ms DESC LIMIT 1";
    db.query_opt(sql, params![player, currency]).await?.map(|row| row.get(0)).transpose()
}

/// Up to where the list of `provider` was read; empty at its beginning.
pub(super) async fn place(db: &Db, provider: &str) -> Result<String> {
    let sql = "SELECT place FROM coin_cursor WHERE provider = $1";
    let row = db.query_opt(sql, params![provider]).await?;
    Ok(row.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// Notes that the list of `provider` was read from `old` on up to `new`; `false` when another server has read on meanwhile.
pub(super) async fn read_on(db: &Db, provider: &str, old: &str, new: &str) -> Result<bool> {
    let sql = "INSERT INTO coin_cursor (provider, place) VALUES ($1, $3)
               ON CONFLICT (provider) DO UPDATE SET place = $3 WHERE coin_cursor.place = $2";
    let mut tx = db.begin().await?;
    let is_ours = tx.execute(sql, params![provider, old, new]).await? == 1;
    tx.commit().await?;
    Ok(is_ours)
}

/// What a partner's list reported and could not be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadCoin {
    /// Its number.
    pub id: Uuid,
    /// The partner.
    pub provider: String,
    /// What it reported, cut.
    pub body: String,
    /// `unreadable`, `unknown` (no address or arrival of ours fits) or `failed` (tried again).
    pub why: String,
    /// How often it came.
    pub times: i64,
    /// When it came last, in UTC milliseconds.
    pub at: i64,
}

/// Keeps what could not be taken; the same once.
pub(super) async fn keep_unread(
    db: &Db,
    id: Uuid,
    (provider, body): (&str, &str),
    why: &str,
    now: i64,
) -> Result<()> {
    let sql = "INSERT INTO coin_unread (id, provider, body, why, times, at_ms) VALUES ($1, $2, $3, $4, 1, $5)
               ON CONFLICT (provider, body) DO UPDATE SET why = $4, times = coin_unread.times + 1, at_ms = $5";
    let mut tx = db.begin().await?;
    tx.execute(sql, params![id, provider, body, why, now]).await?;
    tx.commit().await
}

/// What could not be taken, newest first; when `failed` is set only what is tried again, and what was tried least first.
pub(super) async fn unread(db: &Db, failed: bool, limit: i64) -> Result<Vec<UnreadCoin>> {
    let which =
        if failed { "WHERE why = 'failed' ORDER BY tries, at_ms, id" } else { "ORDER BY at_ms DESC, id" };
    let sql = format!("SELECT id, provider, body, why, times, at_ms FROM coin_unread {which} LIMIT $1");
    let read = |row: &Row| {
        Ok(UnreadCoin {
            id: row.get(0)?,
            provider: row.get(1)?,
            body: row.get(2)?,
            why: row.get(3)?,
            times: row.get(4)?,
            at: row.get(5)?,
        })
    };
    db.query(&sql, params![limit]).await?.iter().map(read).collect()
}

/// Notes that a line was tried again in vain, and why.
pub(super) async fn tried_again(db: &Db, id: Uuid, why: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE coin_unread SET tries = tries + 1, why = $2 WHERE id = $1";
    tx.execute(sql, params![id, why]).await?;
    tx.commit().await
}

pub(super) async fn forget_unread(db: &Db, id: Uuid) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute("DELETE FROM coin_unread WHERE id = $1", params![id]).await?;
    tx.commit().await
}
