//! The cashbox's SQL.

use std::ops::Range;

use croupier_db::{Db, Error, Result, Row, Statement, Tx, log, params};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::{Currency, WIRE_MAX};
use serde_json::json;
use uuid::Uuid;

use super::fees::Terms;
use super::kind::Kind;
use super::model::{Payment, Review};
use super::state::{Action, State};

const PAYMENT: &str = "SELECT id, player_id, action, state, method_id, brand, provider, currency, amount,
    profile_token, address, idempotency_key, fingerprint, recallable, review, fraud_check_id, partner_id,
    redirect_url, error_code, created_at_ms, finished_at_ms, next_look_ms, looks, site_address, kind, requested,
    confirmations, confirmations_needed, further, instrument, split_of, whole, fee, fee_terms FROM payment";

/// How long a row that cannot be read is put off, in milliseconds.
const UNREADABLE_MS: i64 = 3_600_000;

fn payment(row: &Row) -> Result<Payment> {
    let corrupt = |column: &str, value: &str| Error::Corrupt(format!("{column} {value:?} of a payment"));
    let named = |index: usize| row.get::<String>(index);
    let (action, state, currency) = (named(2)?, named(3)?, named(7)?);
    let review = row.get::<Option<String>>(14)?;
    let kind = named(24)?;
    Ok(Payment {
        id: row.get(0)?,
        player: row.get(1)?,
        action: Action::from_name(&action).ok_or_else(|| corrupt("action", &action))?,
        state: State::from_name(&state).ok_or_else(|| corrupt("state", &state))?,
        method_id: row.get(4)?,
        brand: row.get(5)?,
        provider: row.get(6)?,
        currency: currency.parse().map_err(|_| corrupt("currency", &currency))?,
        amount: row.get(8)?,
        profile_token: row.get(9)?,
        address: row.get(10)?,
        idempotency_key: row.get(11)?,
        fingerprint: row.get(12)?,
        recallable: row.get(13)?,
        review: review
            .map(|name| Review::from_name(&name).ok_or_else(|| corrupt("review", &name)))
            .transpose()?,
        fraud_check_id: row.get(15)?,
        partner_id: row.get(16)?,
        redirect_url: row.get(17)?,
        error_code: row.get(18)?,
        created_at: row.get(19)?,
        finished_at: row.get(20)?,
        next_look_at: row.get(21)?,
        looks: row.get(22)?,
        site_address: row.get(23)?,
        kind: Kind::from_name(&kind).ok_or_else(|| corrupt("kind", &kind))?,
        requested: row.get(25)?,
        confirmations: row.get(26)?,
        confirmations_needed: row.get(27)?,
        further: row.get(28)?,
        instrument: row.get(29)?,
        split_of: row.get(30)?,
        whole: row.get(31)?,
        fee: row.get(32)?,
        fee_terms: terms(row.get(33)?)?,
    })
}

fn terms(text: Option<String>) -> Result<Option<Terms>> {
    let read =
        |text: String| serde_json::from_str(&text).map_err(|_| Error::Corrupt(format!("fee {text:?}")));
    text.map(read).transpose()
}

/// The statement that writes a new payment; it touches no row when the player has used the key before.
pub(super) fn insert(payment: &Payment) -> Statement {
    let sql =
        "INSERT INTO payment (id, player_id, action, state, method_id, brand, provider, currency, amount,
                   profile_token, address, idempotency_key, fingerprint, recallable, review, fraud_check_id,
                   partner_id, redirect_url, error_code, created_at_ms, changed_at_ms, finished_at_ms,
                   next_look_ms, looks, site_address, kind, requested, confirmations, confirmations_needed, further,
                   instrument, split_of, whole, fee, fee_terms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                   $20, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33,
                   $34)
               ON CONFLICT (player_id, idempotency_key) DO NOTHING";
    let p = payment;
    let params = params![
        p.id,
        p.player,
        p.action.name(),
        p.state.name(),
        &p.method_id,
        &p.brand,
        &p.provider,
        p.currency.code(),
        p.amount,
        p.profile_token.as_ref(),
        p.address.as_ref(),
        &p.idempotency_key,
        p.fingerprint.as_slice(),
        p.recallable,
        p.review.map(Review::name),
        p.fraud_check_id,
        p.partner_id.as_ref(),
        p.redirect_url.as_ref(),
        p.error_code.as_ref(),
        p.created_at,
        p.finished_at,
        p.next_look_at,
        p.looks,
        p.site_address.as_ref(),
        p.kind.name(),
        p.requested,
        p.confirmations,
        p.confirmations_needed,
        &p.further,
        p.instrument.as_ref(),
        p.split_of,
        p.whole,
        p.fee,
        p.fee_terms.map(|terms| json!(terms).to_string()),
    ];
    Statement { sql, params, expect_one_row: true }
}

/// The statement that makes `next` out of the payment as it was read; it touches no row when another was quicker, when staff
/// has divided it meanwhile, or when it has been handed on to another partner.
pub(super) fn change(read: &Payment, next: &Payment, at: i64) -> Statement {
    let sql = "UPDATE payment SET state = $3, error_code = $4, changed_at_ms = $5, finished_at_ms = $6,
                   next_look_ms = $7, looks = $8, partner_id = COALESCE(partner_id, $9), amount = $10,
                   confirmations = CASE WHEN confirmations > $11 THEN confirmations ELSE $11 END,
                   confirmations_needed = $12, instrument = COALESCE(instrument, $14), fee = $16
               WHERE id = $1 AND state = $2 AND provider = $13 AND amount = $15";
    let params = params![
        next.id,
        read.state.name(),
        next.state.name(),
        next.error_code.as_ref(),
        at,
        next.finished_at,
        next.next_look_at,
        next.looks,
        next.partner_id.as_ref(),
        next.amount,
        next.confirmations,
        next.confirmations_needed,
        &next.provider,
        next.instrument.as_ref(),
        read.amount,
        next.fee,
    ];
    Statement { sql, params, expect_one_row: true }
}

/// The statement that notes how far a chain has confirmed `next`; it touches no row when that was known, or when the
/// payment has moved on.
pub(super) fn confirm(next: &Payment) -> Statement {
    let sql = "UPDATE payment SET confirmations = $3, confirmations_needed = $4
               WHERE id = $1 AND state = $2 AND provider = $5 AND confirmations < $3";
    let (state, provider) = (next.state.name(), &next.provider);
    let params = params![next.id, state, next.confirmations, next.confirmations_needed, provider];
    Statement { sql, params, expect_one_row: true }
}

pub(super) async fn run(tx: &mut Tx, statement: Statement) -> Result<bool> {
    Ok(tx.execute(statement.sql, statement.params).await? == 1)
}

pub(super) async fn get(db: &Db, id: Uuid) -> Result<Option<Payment>> {
    let sql = format!("{PAYMENT} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(payment).transpose()
}

pub(super) async fn by_key(db: &Db, player: PlayerId, key: &str) -> Result<Option<Payment>> {
    let sql = format!("{PAYMENT} WHERE player_id = $1 AND idempotency_key = $2");
    db.query_opt(&sql, params![player, key]).await?.as_ref().map(payment).transpose()
}

/// Payments of a player, newest first, and how many there are in all.
pub(super) async fn page(
    db: &Db,
    player: PlayerId,
    (action, from): (Option<Action>, i64),
    skip: i64,
    take: i64,
) -> Result<(Vec<Payment>, i64)> {
    let action = action.map_or("", Action::name);
    let part = "player_id = $1 AND created_at_ms >= $2 AND (action = $3 OR $3 = '')";
    let sql = format!("{PAYMENT} WHERE {part} ORDER BY id DESC LIMIT $4 OFFSET $5");
    let rows = db.query(&sql, params![player, from, action, take, skip]).await?;
    let sql = format!("SELECT COUNT(*) FROM payment WHERE {part}");
    let count = db.query_one(&sql, params![player, from, action]).await?.get(0)?;
    Ok((rows.iter().map(payment).collect::<Result<_>>()?, count))
}

/// Payments of a partner that succeeded `within` a span of UTC milliseconds, by id, after `after`.
pub(super) async fn succeeded(
    db: &Db,
    provider: &str,
    within: Range<i64>,
    after: Uuid,
    limit: i64,
) -> Result<Vec<Payment>> {
    let sql = format!(
        "{PAYMENT} WHERE provider = $1 AND state = 'succeeded' AND finished_at_ms >= $2 AND finished_at_ms < $3
             AND id > $4 ORDER BY id LIMIT $5"
    );
    let rows = db.query(&sql, params![provider, within.start, within.end, after, limit]).await?;
    rows.iter().map(payment).collect()
}

/// Payments whose time to be looked at has come, cashouts first: deposits that are never paid keep none of them waiting.
/// A row that cannot be read is logged and put off, so that
/// the others do not wait behind it.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<Payment>> {
    let sql = format!("{PAYMENT} WHERE next_look_ms <= $1 ORDER BY action, next_look_ms LIMIT $2");
    let mut due = Vec::new();
    for row in db.query(&sql, params![now, limit]).await? {
        match payment(&row) {
            Ok(payment) => due.push(payment),
            Err(error) => {
                let id: Uuid = row.get(0)?;
                tracing::error!(payment = %id, %error, "a payment cannot be read; it is put off");
                let mut tx = db.begin().await?;
                let sql = "UPDATE payment SET next_look_ms = $2 WHERE id = $1";
                tx.execute(sql, params![id, now + UNREADABLE_MS]).await?;
                tx.commit().await?;
            }
        }
    }
    Ok(due)
}

/// Claims a look at a payment, the last one without `next_look_at`: `false` when it has changed or another server looks
/// at it.
pub(super) async fn claim_look(db: &Db, payment: &Payment, next_look_at: Option<i64>) -> Result<bool> {
    let sql = "UPDATE payment SET next_look_ms = $4, looks = looks + 1
               WHERE id = $1 AND state = $2 AND looks = $3";
    let mut tx = db.begin().await?;
    let row = params![payment.id, payment.state.name(), payment.looks, next_look_at];
    let claimed = tx.execute(sql, row).await? == 1;
    tx.commit().await?;
    Ok(claimed)
}

/// Makes a player's unpaid deposits due at `at`, unless they are due before, within a reader's transaction.
pub(super) async fn hasten_deposits(tx: &mut Tx, player: PlayerId, at: i64) -> Result<()> {
    let sql = "UPDATE payment SET next_look_ms = $2
               WHERE player_id = $1 AND action = 'deposit' AND state = 'pending' AND next_look_ms > $2";
    tx.execute(sql, params![player, at]).await.map(drop)
}

/// Notes what the partner of `payment` calls it, and where its player goes to pay.
pub(super) async fn note_partner(
    db: &Db,
    payment: &Payment,
    partner_id: &str,
    redirect_url: Option<&str>,
) -> Result<()> {
    let sql = "UPDATE payment SET partner_id = $2, redirect_url = COALESCE($3, redirect_url)
               WHERE id = $1 AND provider = $4 AND (partner_id IS NULL OR partner_id = $2) AND state <> 'canceled'";
    let mut tx = db.begin().await?;
    tx.execute(sql, params![payment.id, partner_id, redirect_url, &payment.provider]).await?;
    tx.commit().await
}

/// The query behind [`expected`].
macro_rules! expected {
    () => {
        "SELECT w.cash + w.held + w.stake + w.bonus + w.locked_deposit + w.locked_win + w.freespin_win
             + w.jackpot_share + w.win_room + COALESCE((
             SELECT CAST(SUM(p.amount) AS bigint) FROM payment p WHERE p.player_id = $1 AND p.currency = $2
                 AND p.action = 'deposit' AND p.finished_at_ms IS NULL), 0)
         FROM wallet w WHERE w.player_id = $1 AND w.currency = $2"
    };
}

/// What the player's wallet holds, what its open rounds may win and waiting deposits would bring, in subunits; `None` without
/// a wallet.
pub(super) async fn expected(db: &Db, player: PlayerId, currency: Currency) -> Result<Option<i64>> {
    let row = db.query_opt(expected!(), params![player, currency.code()]).await?;
    row.map(|row| row.get(0)).transpose()
}

/// The statement that holds a deposit to what its wallet can take, in the commit that writes it down; it touches no row
/// when other deposits have taken the room since `check` was made.
pub(super) fn has_room(check: Uuid, payment: &Payment) -> Statement {
    let sql = concat!(
        "UPDATE fraud_check SET decision = decision WHERE id = $3 AND $4 <= $5 - (",
        expected!(),
        ")"
    );
    let (player, currency) = (payment.player, payment.currency.code());
    Statement {
        sql,
        params: params![player, currency, check, payment.amount, WIRE_MAX],
        expect_one_row: true,
    }
}

/// Notes that the books do not take what the partner has done.
/// It is looked at again, a deposit too that was canceled so long ago that it had had its last look.
pub(super) async fn note_stuck(db: &Db, id: Uuid, why: &str, now: i64) -> Result<()> {
    let sql = "UPDATE payment SET error_code = $2, next_look_ms = COALESCE(next_look_ms, $3)
               WHERE id = $1 AND (finished_at_ms IS NULL OR state = 'canceled')";
    let mut tx = db.begin().await?;
    tx.execute(sql, params![id, why, now]).await?;
    tx.commit().await
}

/// How many payments wait because the books do not take what the partner has done.
/// `why` is the code under which canceled deposits are noted that were paid after all.
pub(super) async fn stuck(db: &Db, why: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM payment WHERE error_code IS NOT NULL
               AND (finished_at_ms IS NULL OR (state = 'canceled' AND error_code = $1))";
    db.query_one(sql, params![why]).await?.get(0)
}

/// Notes that the partner reports another end than the one reached here, with the fact of it; `false` when that was
/// known.
pub(super) async fn note_contradiction(
    db: &Db,
    payment: &Payment,
    theirs: State,
    fact: Fact,
    now: i64,
) -> Result<bool> {
    let mut tx = db.begin().await?;
    // The log's lane is locked before the row, as by everybody else.
    log::append(db, &mut tx, payment.player, now, &[fact]).await?;
    let sql = "UPDATE payment SET contradicted = $2
               WHERE id = $1 AND (contradicted IS NULL OR contradicted <> $2)";
    if tx.execute(sql, params![payment.id, theirs.name()]).await? != 1 {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// How many payments have come to another end at the partner than here.
pub(super) async fn contradicted(db: &Db) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM payment WHERE contradicted IS NOT NULL";
    db.query_one(sql, params![]).await?.get(0)
}

pub(super) async fn oldest_running(db: &Db) -> Result<Option<i64>> {
    let sql = "SELECT MIN(created_at_ms) FROM payment WHERE finished_at_ms IS NULL";
    db.query_one(sql, params![]).await?.get(0)
}

/// How many deposits of a player have succeeded.
pub(super) async fn succeeded_deposits(db: &Db, player: PlayerId) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM payment WHERE player_id = $1 AND action = 'deposit' AND state = 'succeeded'";
    db.query_one(sql, params![player]).await?.get(0)
}

/// The statement that holds a withdrawal to what it does to bonuses: it touches its row, which was written before, unless
/// a bonus is left that a withdrawal cancels.
pub(super) fn leaves_no_bonus(payment: &Payment) -> Statement {
    let sql = "UPDATE payment SET state = state WHERE id = $1 AND NOT EXISTS (
                   SELECT 1 FROM bonus_award a WHERE a.player_id = payment.player_id AND a.currency = payment.currency
                       AND a.cancels_on_cashout AND a.ended_at_ms IS NULL)";
    Statement { sql, params: params![payment.id], expect_one_row: true }
}

/// The statement that holds a withdrawal back while its player owes an answer about the source of the wealth: it touches its
/// row, which was written before, unless such an answer is overdue.
pub(super) fn owes_no_answer(payment: &Payment) -> Statement {
    let sql = "UPDATE payment SET state = state WHERE id = $1 AND NOT EXISTS (
                   SELECT 1 FROM wealth_questionnaire w WHERE w.player_id = payment.player_id
                       AND w.state = 'asked' AND w.due_at_ms <= $2)";
    Statement { sql, params: params![payment.id, payment.created_at], expect_one_row: true }
}
