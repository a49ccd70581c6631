//! The cashbox's SQL.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{Payment, Review, SavedCard};
use super::partner::Profile;
use super::state::{Action, State};

const PAYMENT: &str = "SELECT id, player_id, action, state, method_id, brand, provider, currency, amount,
    profile_token, address, idempotency_key, fingerprint, recallable, review, fraud_check_id, partner_id,
    redirect_url, error_code, created_at_ms, finished_at_ms, next_look_ms, looks, house FROM payment";

fn payment(row: &Row) -> Result<Payment> {
    let corrupt = |column: &str, value: &str| Error::Corrupt(format!("{column} {value:?} of a payment"));
    let named = |index: usize| row.get::<String>(index);
    let (action, state, currency) = (named(2)?, named(3)?, named(7)?);
    let review = row.get::<Option<String>>(14)?;
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
        house: row.get(23)?,
    })
}

/// The statement that writes a new payment; it touches no row when the player has used the key before.
pub(super) fn insert(payment: &Payment) -> Statement {
    let sql =
        "INSERT INTO payment (id, player_id, action, state, method_id, brand, provider, currency, amount,
                   profile_token, address, idempotency_key, fingerprint, recallable, review, fraud_check_id,
                   partner_id, redirect_url, error_code, created_at_ms, changed_at_ms, finished_at_ms,
                   next_look_ms, looks, house)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                   $20, $20, $21, $22, $23, $24)
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
        p.house.as_ref(),
    ];
    Statement { sql, params, must_hit: true }
}

/// The statement that takes `next` out of the state `from`; it touches no row when another was quicker.
pub(super) fn change(from: State, next: &Payment, at: i64) -> Statement {
    let sql = "UPDATE payment SET state = $3, error_code = $4, changed_at_ms = $5, finished_at_ms = $6,
                   next_look_ms = $7, looks = $8, partner_id = COALESCE(partner_id, $9)
               WHERE id = $1 AND state = $2";
    let params = params![
        next.id,
        from.name(),
        next.state.name(),
        next.error_code.as_ref(),
        at,
        next.finished_at,
        next.next_look_at,
        next.looks,
        next.partner_id.as_ref(),
    ];
    Statement { sql, params, must_hit: true }
}

/// The statement that keeps a card for `payment`'s player, or brings back one that was removed.
pub(super) fn save_card(payment: &Payment, id: Uuid, card: &Profile, at: i64) -> Statement {
    let sql = "INSERT INTO payment_profile (id, player_id, method_id, token, masked, brand, created_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (player_id, token) DO UPDATE SET removed_at_ms = NULL";
    let params = params![id, payment.player, &payment.method_id, &card.token, &card.masked, &card.brand, at];
    Statement { sql, params, must_hit: false }
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
pub(super) async fn page(db: &Db, player: PlayerId, skip: i64, take: i64) -> Result<(Vec<Payment>, i64)> {
    let sql = format!("{PAYMENT} WHERE player_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3");
    let rows = db.query(&sql, params![player, take, skip]).await?;
    let sql = "SELECT COUNT(*) FROM payment WHERE player_id = $1";
    let count = db.query_one(sql, params![player]).await?.get(0)?;
    Ok((rows.iter().map(payment).collect::<Result<_>>()?, count))
}

/// Unfinished payments whose time to be looked at has come.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<Payment>> {
    let sql = format!("{PAYMENT} WHERE next_look_ms <= $1 ORDER BY next_look_ms LIMIT $2");
    db.query(&sql, params![now, limit]).await?.iter().map(payment).collect()
}

/// Claims a look at a payment: `false` when it has changed or another server looks at it.
pub(super) async fn claim_look(db: &Db, payment: &Payment, next_look_at: i64) -> Result<bool> {
    let sql = "UPDATE payment SET next_look_ms = $4, looks = looks + 1
               WHERE id = $1 AND state = $2 AND looks = $3";
    let mut tx = db.begin().await?;
    let row = params![payment.id, payment.state.name(), payment.looks, next_look_at];
    let claimed = tx.execute(sql, row).await? == 1;
    tx.commit().await?;
    Ok(claimed)
}

/// Notes what the partner calls a payment, and where its player goes to pay.
pub(super) async fn note_partner(
    db: &Db,
    id: Uuid,
    partner_id: &str,
    redirect_url: Option<&str>,
) -> Result<()> {
    let sql = "UPDATE payment SET partner_id = $2, redirect_url = COALESCE($3, redirect_url)
               WHERE id = $1 AND (partner_id IS NULL OR partner_id = $2)";
    let mut tx = db.begin().await?;
    tx.execute(sql, params![id, partner_id, redirect_url]).await?;
    tx.commit().await
}

/// Writes a person's decision about a held cashout; `false` when there is none to decide about.
pub(super) async fn decide(db: &Db, id: Uuid, review: Review, now: i64) -> Result<bool> {
    let sql = "UPDATE payment SET review = $2, next_look_ms = $3
               WHERE id = $1 AND state = 'reserved' AND review = 'waiting'";
    let mut tx = db.begin().await?;
    let decided = tx.execute(sql, params![id, review.name(), now]).await? == 1;
    tx.commit().await?;
    Ok(decided)
}

const CARD: &str = "SELECT id, method_id, token, masked, brand FROM payment_profile";

fn card(row: &Row) -> Result<SavedCard> {
    Ok(SavedCard {
        id: row.get(0)?,
        method_id: row.get(1)?,
        token: row.get(2)?,
        masked: row.get(3)?,
        brand: row.get(4)?,
    })
}

/// The cards of a player, newest first.
pub(super) async fn cards(db: &Db, player: PlayerId) -> Result<Vec<SavedCard>> {
    let sql = format!("{CARD} WHERE player_id = $1 AND removed_at_ms IS NULL ORDER BY id DESC");
    db.query(&sql, params![player]).await?.iter().map(card).collect()
}

/// Removes a card of a player; `false` when there is none.
pub(super) async fn remove_card(db: &Db, player: PlayerId, id: Uuid, at: i64) -> Result<bool> {
    let sql = "UPDATE payment_profile SET removed_at_ms = $3
               WHERE id = $1 AND player_id = $2 AND removed_at_ms IS NULL";
    let mut tx = db.begin().await?;
    let removed = tx.execute(sql, params![id, player, at]).await? == 1;
    tx.commit().await?;
    Ok(removed)
}

pub(super) async fn oldest_running(db: &Db) -> Result<Option<i64>> {
    let sql = "SELECT MIN(created_at_ms) FROM payment WHERE finished_at_ms IS NULL";
    db.query_one(sql, params![]).await?.get(0)
}
