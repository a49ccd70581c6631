//! The SQL of decisions about held cashouts.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::model::Review;
use super::state::State;
use crate::account::shared_devices::KnownBy;
use crate::staff::BrandScope;

/// The first of two approvals. `at` is in UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// Its number.
    pub id: Uuid,
    /// Whose.
    pub member: Uuid,
    /// The name of the member.
    pub name: String,
    /// Why.
    pub reason: String,
    /// When it was given.
    pub at: i64,
}

/// A cashout that was held for a person's decision. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The payment's number.
    pub id: Uuid,
    /// Whose.
    pub player: PlayerId,
    /// Subunits.
    pub amount: i64,
    /// What it came to before staff divided it, in subunits: the amount of one that was never divided.
    pub whole: i64,
    /// The cashout that was divided, when this is a part of it.
    pub split_of: Option<Uuid>,
    /// The wallet.
    pub currency: Currency,
    /// Whose sign the method carries.
    pub brand: String,
    /// The name of the payment's state.
    pub state: &'static str,
    /// `None` while nobody has decided, else whether it was approved.
    pub approved: Option<bool>,
    /// When it was made.
    pub created_at: i64,
    /// Who has decided.
    pub decided_by: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// When.
    pub decided_at: Option<i64>,
    /// Who gave the first of two approvals.
    pub first_by: Option<String>,
    /// The rule that holds it.
    pub rule: Option<String>,
    /// The player's status by then.
    pub player_status: Option<String>,
    /// Where the player lived by then.
    pub country: Option<String>,
    /// Where the call came from.
    pub caller_country: Option<String>,
    /// The first approval while the second is awaited.
    pub approval: Option<Approval>,
    /// The member of staff who has made it on behalf of the player.
    pub made_by: Option<String>,
    /// Why.
    pub made_why: Option<String>,
}

/// What players have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// The browser they have paid with.
    Device,
    /// Where their money goes, or the card it comes from.
    Account,
    /// The document with which they have proven who they are.
    Document,
    /// The device on which they have signed up.
    SignUp(KnownBy),
}

/// A payment as lists of the back office show it. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentLine {
    /// The number.
    pub id: Uuid,
    /// `deposit` or `cashout`.
    pub action: String,
    /// The name of its state.
    pub state: String,
    /// Subunits.
    pub amount: i64,
    /// What of it is the fee, in subunits.
    pub fee: i64,
    /// The code of the wallet's currency.
    pub currency: String,
    /// Whose sign the method carries.
    pub brand: String,
    /// When it was made.
    pub created_at: i64,
    /// When it came to its end.
    pub finished_at: Option<i64>,
    /// Why it failed.
    pub error_code: Option<String>,
}

/// What a decision writes into its payment.
pub(super) struct Decision<'a> {
    pub(super) review: Review,
    pub(super) by: &'a str,
    pub(super) reason: &'a str,
    /// Who gave the first of two approvals.
    pub(super) first: Option<&'a str>,
    /// UTC milliseconds.
    pub(super) at: i64,
}

pub(super) async fn player_of(db: &Db, id: Uuid) -> Result<Option<PlayerId>> {
    let sql = "SELECT player_id FROM payment WHERE id = $1";
    db.query_opt(sql, params![id]).await?.map(|row| row.get(0)).transpose()
}

/// How a cashout that was held stands.
pub(super) struct Standing {
    pub(super) state: State,
    pub(super) review: Review,
    /// UTC milliseconds.
    pub(super) made_at: i64,
    /// Subunits.
    pub(super) amount: i64,
}

/// How a cashout that was held stands, read within the caller's transaction.
pub(super) async fn standing(tx: &mut Tx, id: Uuid) -> Result<Option<Standing>> {
    let sql = "SELECT state, review, created_at_ms, amount FROM payment WHERE id = $1 AND review IS NOT NULL";
    let read = |row: &Row| {
        let (state, review) = (state_of(row, 0)?, review_of(row, 1)?);
        Ok(Standing { state, review, made_at: row.get(2)?, amount: row.get(3)? })
    };
    tx.query_opt(sql, params![id]).await?.as_ref().map(read).transpose()
}

fn state_of(row: &Row, index: usize) -> Result<State> {
    let name: String = row.get(index)?;
    State::from_name(&name).ok_or_else(|| Error::Corrupt(format!("state {name:?} of a payment")))
}

fn review_of(row: &Row, index: usize) -> Result<Review> {
    let name: String = row.get(index)?;
    Review::from_name(&name).ok_or_else(|| Error::Corrupt(format!("review {name:?} of a payment")))
}

pub(super) async fn approval(tx: &mut Tx, payment: Uuid) -> Result<Option<Approval>> {
    let sql = "SELECT id, member_id, name, reason, at_ms FROM payment_approval WHERE payment_id = $1";
    let row = tx.query_opt(sql, params![payment]).await?;
    row.as_ref().map(|row| approval_at(row, 0)).transpose().map(Option::flatten)
}

/// The approval whose columns begin at `index`; `None` where a join has found none.
fn approval_at(row: &Row, index: usize) -> Result<Option<Approval>> {
    let Some(id) = row.get::<Option<Uuid>>(index)? else { return Ok(None) };
    Ok(Some(Approval {
        id,
        member: row.get(index + 1)?,
        name: row.get(index + 2)?,
        reason: row.get(index + 3)?,
        at: row.get(index + 4)?,
    }))
}

/// Keeps the first of two approvals, in place of one that is over.
pub(super) async fn put_approval(tx: &mut Tx, payment: Uuid, approval: &Approval) -> Result<()> {
    let sql = "INSERT INTO payment_approval (payment_id, id, member_id, name, reason, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (payment_id) DO UPDATE SET id = $2, member_id = $3, name = $4, reason = $5, at_ms = $6";
    let Approval { id, member, name, reason, at } = approval;
    tx.execute(sql, params![payment, *id, *member, name, reason, *at]).await.map(drop)
}

/// Writes a decision about a held cashout, whose look is due at once; the lock of the lane is held, and the row was found to
/// wait under it.
pub(super) async fn decide(tx: &mut Tx, id: Uuid, decision: &Decision<'_>) -> Result<()> {
    let sql = "UPDATE payment SET review = $2, next_look_ms = $3, reviewed_by = $4, review_reason = $5,
                   reviewed_at_ms = $3, first_approved_by = $6
               WHERE id = $1 AND state = 'reserved' AND review = 'waiting'";
    let Decision { review, by, reason, first, at } = decision;
    if tx.execute(sql, params![id, review.name(), *at, *by, *reason, *first]).await? != 1 {
        return Err(Error::Retry("the cashout has moved on".to_owned()));
    }
    tx.execute("DELETE FROM payment_approval WHERE payment_id = $1", params![id]).await.map(drop)
}

const HELD: &str =
    "SELECT p.id, p.player_id, p.amount, p.currency, p.brand, p.state, p.review, p.created_at_ms,
        p.reviewed_by, p.review_reason, p.reviewed_at_ms, p.first_approved_by,
        f.reason_code, f.player_status, f.country, f.caller_country,
        a.id, a.member_id, a.name, a.reason, a.at_ms, COALESCE(p.whole, p.amount), p.split_of,
        s.name, s.reason
    FROM payment p LEFT JOIN fraud_check f ON f.id = p.fraud_check_id
        LEFT JOIN payment_approval a ON a.payment_id = p.id
        LEFT JOIN payout_on_behalf s ON s.payment_id = COALESCE(p.split_of, p.id)";

fn held_of(row: &Row) -> Result<Held> {
    let currency: String = row.get(3)?;
    Ok(Held {
        id: row.get(0)?,
        player: row.get(1)?,
        amount: row.get(2)?,
        whole: row.get(21)?,
        split_of: row.get(22)?,
        currency: currency.parse().map_err(|_| Error::Corrupt(format!("currency {currency:?}")))?,
        brand: row.get(4)?,
        state: state_of(row, 5)?.name(),
        approved: match review_of(row, 6)? {
            Review::Waiting => None,
            Review::Approved => Some(true),
            Review::Refused => Some(false),
        },
        created_at: row.get(7)?,
        decided_by: row.get(8)?,
        reason: row.get(9)?,
        decided_at: row.get(10)?,
        first_by: row.get(11)?,
        rule: row.get(12)?,
        player_status: row.get(13)?,
        country: row.get(14)?,
        caller_country: row.get(15)?,
        approval: approval_at(row, 16)?,
        made_by: row.get(23)?,
        made_why: row.get(24)?,
    })
}

pub(super) async fn held(db: &Db, id: Uuid) -> Result<Option<Held>> {
    let sql = format!("{HELD} WHERE p.id = $1 AND p.review IS NOT NULL");
    db.query_opt(&sql, params![id]).await?.as_ref().map(held_of).transpose()
}

/// At most `limit` cashouts that wait, oldest first, or that were decided, newest first. Numbers rise with time.
pub(super) async fn page(
    db: &Db,
    scope: &BrandScope,
    decided: bool,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Held>> {
    let (which, order, first) = if decided {
        ("p.review IN ('approved', 'refused') AND p.id < $1", "DESC", Uuid::max())
    } else {
        ("p.review = 'waiting' AND p.state = 'reserved' AND p.id > $1", "ASC", Uuid::nil())
    };
    let mut values = params![after.unwrap_or(first), limit];
    let seen = scope.of_player("p.player_id", &mut values);
    let sql = format!("{HELD} WHERE {which} AND {seen} ORDER BY p.id {order} LIMIT $2");
    let rows = db.query(&sql, values).await?;
    rows.iter().map(held_of).collect()
}

/// Where the money of a cashout goes: its address, or the card or account that it was asked to.
pub(super) async fn destination(db: &Db, id: Uuid) -> Result<Option<String>> {
    let sql = "SELECT COALESCE(p.address, c.masked) FROM payment p
               LEFT JOIN payment_profile c ON c.player_id = p.player_id AND c.token = p.profile_token
               WHERE p.id = $1";
    db.query_opt(sql, params![id]).await?.map(|row| row.get(0)).transpose().map(Option::flatten)
}

/// Other players whom `scope` sees and who have paid with a browser of this one.
pub(super) async fn by_device(
    db: &Db,
    player: PlayerId,
    scope: &BrandScope,
    limit: i64,
) -> Result<Vec<(PlayerId, Link)>> {
    let mut values = params![player, limit];
    let seen = scope.of_player("f.player_id", &mut values);
    let sql = format!(
        "SELECT DISTINCT f.player_id FROM fraud_check f
         WHERE f.device IN (SELECT device FROM fraud_check WHERE player_id = $1 AND device IS NOT NULL)
             AND f.player_id <> $1 AND {seen} ORDER BY f.player_id LIMIT $2"
    );
    let rows = db.query(&sql, values).await?;
    rows.iter().map(|row| Ok((row.get(0)?, Link::Device))).collect()
}

/// Other players whom `scope` sees, with a card or account of this one.
pub(super) async fn by_account(
    db: &Db,
    player: PlayerId,
    scope: &BrandScope,
    limit: i64,
) -> Result<Vec<(PlayerId, Link)>> {
    let mut values = params![player, limit];
    let seen = scope.of_player("linked.player_id", &mut values);
    let sql = format!(
        "SELECT linked.player_id FROM (
             SELECT o.player_id AS player_id FROM payment_profile o
             WHERE o.masked IN (SELECT masked FROM payment_profile WHERE player_id = $1)
                 AND o.player_id <> $1
             UNION
             SELECT o.player_id FROM payment o
             WHERE o.address IN (SELECT address FROM payment WHERE player_id = $1 AND address IS NOT NULL)
                 AND o.player_id <> $1
         ) AS linked WHERE {seen} ORDER BY linked.player_id LIMIT $2"
    );
    let rows = db.query(&sql, values).await?;
    rows.iter().map(|row| Ok((row.get(0)?, Link::Account))).collect()
}

/// Payments of a player below the number `before`, newest first. Numbers rise with time.
pub(super) async fn newest(db: &Db, player: PlayerId, before: Uuid, limit: i64) -> Result<Vec<PaymentLine>> {
    let sql =
        "SELECT id, action, state, amount, currency, brand, created_at_ms, finished_at_ms, error_code, fee
               FROM payment WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";
    db.query(sql, params![player, before, limit]).await?.iter().map(line).collect()
}

/// A payment as lists show it.
pub(super) fn line(row: &Row) -> Result<PaymentLine> {
    Ok(PaymentLine {
        id: row.get(0)?,
        action: row.get(1)?,
        state: row.get(2)?,
        amount: row.get(3)?,
        currency: row.get(4)?,
        brand: row.get(5)?,
        created_at: row.get(6)?,
        finished_at: row.get(7)?,
        error_code: row.get(8)?,
        fee: row.get(9)?,
    })
}
