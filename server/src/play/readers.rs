//! What play does with the log.

use croupier_db::log::LogRow;
use croupier_db::{Result, Tx};

use super::store;

/// How many public wins are kept.
const WINS_KEPT: usize = 50;

/// Keeps the last wins that are shown to everybody.
pub async fn recent_wins(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let newest_first = rows.iter().rev().filter_map(|row| match row {
        LogRow::Event { lsn, kind, body, .. } if kind == "play.win" => Some((lsn.0, body.as_str())),
        _ => None,
    });
    let mut wins: Vec<_> = newest_first.take(WINS_KEPT).collect();
    wins.reverse();
    store::keep_wins(tx, &wins, WINS_KEPT).await
}
