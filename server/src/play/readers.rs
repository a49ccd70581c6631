//! What play does with the log.

use croupier_db::log::LogRow;
use croupier_db::{Result, Tx};

use super::store;

/// How many public wins are kept.
const WINS_KEPT: i64 = 50;

/// Keeps the last wins that are shown to everybody.
pub async fn recent_wins(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    for row in rows {
        if let LogRow::Event { lsn, kind, body, .. } = row
            && kind == "play.win"
        {
            store::keep_win(tx, lsn.0, body, WINS_KEPT).await?;
        }
    }
    Ok(())
}
