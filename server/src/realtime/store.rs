//! Realtime's SQL.

use croupier_db::{Db, Result, params};

use crate::platform::clock::Entropy;

/// The installation's id: made by the first server that asks.
pub(super) async fn installation_id(db: &Db, entropy: Entropy) -> Result<String> {
    let mut tx = db.begin().await?;
    let fresh = hex::encode(entropy.bytes::<8>());
    let sql = "INSERT INTO installation (key, value) VALUES ('id', $1) ON CONFLICT (key) DO NOTHING";
    tx.execute(sql, params![fresh]).await?;
    let id = tx.query_one("SELECT value FROM installation WHERE key = 'id'", params![]).await?.get(0)?;
    tx.commit().await?;
    Ok(id)
}
