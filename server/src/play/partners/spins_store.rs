//! The SQL of free spins at partners.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};

use super::spins::PartnerSpins;

/// Writes down that free spins are asked for, with the times of now and of the next try.
pub(super) async fn ask(
    tx: &mut Tx,
    partner: &str,
    spins: &PartnerSpins,
    (now, next_try): (i64, i64),
) -> Result<()> {
    let sql = "INSERT INTO partner_freespins (issue, partner, grant_id, player_id, currency, game_id, state, asked_at_ms,
                   next_try_ms)
               VALUES ($1, $2, $3, $4, $5, $6, 'asked', $7, $8)
               ON CONFLICT (issue) DO UPDATE SET next_try_ms = $8";
    let PartnerSpins { issue, grant, player, currency, game } = spins;
    let row = params![issue, partner, *grant, *player, currency.code(), *game, now, next_try];
    tx.execute(sql, row).await.map(drop)
}

/// Brings an issue from one state into another, from which on it waits for nothing.
pub(super) async fn change(db: &Db, issue: &str, from: &str, to: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE partner_freespins SET state = $3, next_try_ms = 0 WHERE issue = $1 AND state = $2";
    tx.execute(sql, params![issue, from, to]).await?;
    tx.commit().await
}

/// Says that an issue was taken back at its partner.
pub(super) async fn cancel(db: &Db, issue: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql =
        "UPDATE partner_freespins SET state = 'canceled' WHERE issue = $1 AND state IN ('asked', 'issued')";
    tx.execute(sql, params![issue]).await?;
    tx.commit().await
}

/// Puts an issue off until `next_try`, UTC milliseconds.
pub(super) async fn put_off(db: &Db, issue: &str, next_try: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE partner_freespins SET next_try_ms = $2 WHERE issue = $1";
    tx.execute(sql, params![issue, next_try]).await?;
    tx.commit().await
}

const SPINS: &str = "SELECT p.issue, p.grant_id, p.player_id, p.currency, p.game_id FROM partner_freespins p";

fn spins(row: &Row) -> Result<PartnerSpins> {
    let code: String = row.get(3)?;
    Ok(PartnerSpins {
        issue: row.get(0)?,
        grant: row.get(1)?,
        player: row.get(2)?,
        currency: code.parse().map_err(|_| Error::Corrupt(format!("the currency {code}")))?,
        game: row.get(4)?,
    })
}

/// The free spins of `partner` with this issue.
pub(super) async fn find(db: &Db, partner: &str, issue: &str) -> Result<Option<PartnerSpins>> {
    let sql = format!("{SPINS} WHERE p.issue = $1 AND p.partner = $2");
    db.query_opt(&sql, params![issue, partner]).await?.as_ref().map(spins).transpose()
}

/// Free spins that stand at `partner` and have ended here.
pub(super) async fn ended(db: &Db, partner: &str, now: i64, limit: i64) -> Result<Vec<PartnerSpins>> {
    let sql = format!(
        "{SPINS} JOIN freespin_grant g ON g.id = p.grant_id
         WHERE p.partner = $1 AND p.state IN ('asked', 'issued') AND p.next_try_ms <= $2
             AND g.ended_at_ms IS NOT NULL
         ORDER BY p.next_try_ms, p.issue LIMIT $3"
    );
    db.query(&sql, params![partner, now, limit]).await?.iter().map(spins).collect()
}

/// The statement that says what an issue has won; it misses its row when that was said before.
pub(super) fn settle(issue: &str, won: i64) -> Statement {
    let sql =
        "UPDATE partner_freespins SET state = 'settled', won = $2 WHERE issue = $1 AND state <> 'settled'";
    Statement { sql, params: params![issue, won], expect_one_row: true }
}
