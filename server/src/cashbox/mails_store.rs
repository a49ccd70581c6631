//! What the mails about payments ask of the store.

use croupier_db::{Result, Tx, params};
use uuid::Uuid;

/// The address of the operator where a payment was asked for, read within the caller's transaction; `None` of old payments.
pub(super) async fn site_address_of(tx: &mut Tx, payment: Uuid) -> Result<Option<String>> {
    let row = tx.query_opt("SELECT site_address FROM payment WHERE id = $1", params![payment]).await?;
    row.map_or(Ok(None), |row| row.get(0))
}
