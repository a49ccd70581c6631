//! Rows of exposures, and what they come to.

use croupier_db::{Db, Result, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::exposures::{RunKey, Shown, TestVisitor};
use super::results::{Counted, RESULT_WINDOW_MS};
use super::rule::{Outcome, TestPlan};

/// Keeps who was shown what. A visitor, and a player who was counted as a guest, is in a run once.
pub(super) async fn add(tx: &mut Tx, rows: &[(Uuid, &RunKey, &TestVisitor, &Shown)]) -> Result<()> {
    let sql = "INSERT INTO flag_exposure (id, name, run, visitor, player_id, variant, shown_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let row = |(id, run, visitor, shown): &(Uuid, &RunKey, &TestVisitor, &Shown)| {
        params![*id, &run.name, run.run, visitor.key(), visitor.player_id(), &shown.variant, shown.at]
    };
    tx.execute_each(sql, rows.iter().map(row).collect()).await
}

/// Says that the browser `visitor` has become `player`. What the player was shown meanwhile counts for the guest, once.
pub(super) async fn join(tx: &mut Tx, visitor: &str, player: PlayerId, at: i64) -> Result<()> {
    let double = "DELETE FROM flag_exposure WHERE player_id = $1 AND visitor <> $2 AND EXISTS (
                      SELECT 1 FROM flag_exposure g
                      WHERE g.visitor = $2 AND g.name = flag_exposure.name AND g.run = flag_exposure.run
                          AND g.player_id IS NULL)";
    tx.execute(double, params![player, visitor]).await?;
    let sql = "UPDATE flag_exposure SET player_id = $1, registered_at_ms = $2
               WHERE visitor = $3 AND player_id IS NULL AND shown_at_ms <= $2";
    tx.execute(sql, params![player, at, visitor]).await?;
    Ok(())
}

/// Says that `player` has paid in.
pub(super) async fn paid_in(tx: &mut Tx, player: PlayerId, at: i64) -> Result<()> {
    let sql = "UPDATE flag_exposure SET first_deposit_at_ms = $2
               WHERE player_id = $1 AND first_deposit_at_ms IS NULL AND shown_at_ms <= $2";
    tx.execute(sql, params![player, at]).await?;
    Ok(())
}

/// Forgets who was shown something before `until`; the counts stay.
pub(super) async fn forget(tx: &mut Tx, until: i64) -> Result<u64> {
    let sql = "UPDATE flag_exposure SET visitor = NULL, player_id = NULL
               WHERE shown_at_ms < $1 AND visitor IS NOT NULL";
    tx.execute(sql, params![until]).await
}

/// What came of each variant of the run `run` of `name` that was shown to anybody.
pub(super) async fn counts(db: &Db, name: &str, run: i64, plan: &TestPlan) -> Result<Vec<(String, Counted)>> {
    let reached_at = match plan.outcome {
        Outcome::Registration => "registered_at_ms",
        Outcome::FirstDeposit => "first_deposit_at_ms",
    };
    let sql = format!(
        "SELECT variant, CAST(COUNT(*) AS bigint),
             CAST(SUM(CASE WHEN place <= $3 THEN 1 ELSE 0 END) AS bigint),
             CAST(SUM(CASE WHEN place <= $3 THEN reached ELSE 0 END) AS bigint),
             MAX(CASE WHEN place <= $3 THEN shown_at_ms END)
         FROM (SELECT variant, shown_at_ms,
                   CASE WHEN {reached_at} <= shown_at_ms + {RESULT_WINDOW_MS} THEN 1 ELSE 0 END AS reached,
                   ROW_NUMBER() OVER (PARTITION BY variant ORDER BY shown_at_ms, id) AS place
               FROM flag_exposure WHERE name = $1 AND run = $2) counted
         GROUP BY variant"
    );
    let rows = db.query(&sql, params![name, run, i64::from(plan.visitors)]).await?;
    let read = |row: &croupier_db::Row| {
        let counted = Counted {
            shown: row.get(1)?,
            visitors: row.get(2)?,
            reached: row.get(3)?,
            last_at: row.get::<Option<i64>>(4)?.unwrap_or(i64::MAX),
        };
        Ok((row.get(0)?, counted))
    };
    rows.iter().map(read).collect()
}
