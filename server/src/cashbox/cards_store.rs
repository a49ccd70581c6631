//! SQL of kept cards and accounts.

use croupier_db::{Db, Result, Row, Statement, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{Payment, SavedCard};
use super::partner::Profile;

const CARD: &str = "SELECT id, method_id, token, masked, brand, provider, removed_at_ms
    FROM payment_profile";

fn card(row: &Row) -> Result<SavedCard> {
    Ok(SavedCard {
        id: row.get(0)?,
        method_id: row.get(1)?,
        token: row.get(2)?,
        masked: row.get(3)?,
        brand: row.get(4)?,
        provider: row.get(5)?,
        removed: row.get::<Option<i64>>(6)?.is_some(),
    })
}

/// The cards of a player, newest first.
pub(super) async fn cards(db: &Db, player: PlayerId) -> Result<Vec<SavedCard>> {
    let sql = format!("{CARD} WHERE player_id = $1 AND removed_at_ms IS NULL ORDER BY id DESC");
    db.query(&sql, params![player]).await?.iter().map(card).collect()
}

/// The cards of a player, newest first, with those that were taken off the list.
pub(super) async fn all_cards(db: &Db, player: PlayerId) -> Result<Vec<SavedCard>> {
    let sql = format!("{CARD} WHERE player_id = $1 ORDER BY id DESC");
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

/// The statement that keeps a card for `payment`'s player, or brings back one that was removed.
pub(super) fn save_card(payment: &Payment, id: Uuid, card: &Profile, at: i64) -> Statement {
    // A token of another partner that happens to be the same names another card, which stays as it is.
    let sql = "INSERT INTO payment_profile (id, player_id, method_id, token, masked, brand, created_at_ms, provider)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (player_id, token) DO UPDATE SET removed_at_ms = NULL
               WHERE payment_profile.provider = $8";
    let params = params![
        id,
        payment.player,
        &payment.method_id,
        &card.token,
        &card.masked,
        &card.brand,
        at,
        &payment.provider,
    ];
    Statement { sql, params, expect_one_row: false }
}
