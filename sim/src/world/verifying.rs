//! What has to hold when all were answered and all was read and paid.

use anyhow::{Result, bail, ensure};
use croupier_db::params;
use croupier_server::{jackpot, tournaments, wallet};

use super::World;

impl World {
    /// Every rule of the books, of the reference, of the readers, of deposits, of jackpots and of prizes.
    pub(super) async fn verify(&self) -> Result<()> {
        let mut findings = wallet::check(&self.db).await?;
        findings.extend(jackpot::check(&self.db).await?);
        findings.extend(tournaments::check(&self.db).await?);
        ensure!(findings.is_empty(), "the books are broken: {findings:?}");
        let runs = self.runs.lock().await;
        for run in &*runs {
            let found = crate::sql::books(&self.db, run).await?;
            ensure!(found.is_empty(), "{}", found.join("; "));
        }
        for (rule, sql) in READ_ONCE {
            let rows = self.db.query(sql, params![]).await?;
            if let Some(row) = rows.first() {
                bail!("{rule}: {}", row.get::<String>(0)?);
            }
        }
        self.verify_payers().await?;
        self.verify_jackpots().await
    }
}

/// Each row was read exactly once: what readers keep is what the log says. (That the server's balances are, is
/// a rule of the books.)
const READ_ONCE: &[(&str, &str)] = &[
    (
        "each player's sums are the sums of the log",
        "SELECT 'player ' || w.player_id || ' ' || w.currency FROM wallet w
         LEFT JOIN player_stat p ON p.player_id = w.player_id AND p.currency = w.currency
         LEFT JOIN (SELECT wallet_id,
                 SUM(CASE kind WHEN 1 THEN amount ELSE 0 END) AS deposits,
                 SUM(CASE kind WHEN 1 THEN 1 ELSE 0 END) AS deposits_count,
                 SUM(CASE kind WHEN 8 THEN amount ELSE 0 END) AS cashouts,
                 SUM(CASE kind WHEN 2 THEN amount WHEN 5 THEN -amount ELSE 0 END) AS bets,
                 SUM(CASE kind WHEN 3 THEN amount WHEN 10 THEN -amount ELSE 0 END) AS wins
             FROM transfer GROUP BY wallet_id) t ON t.wallet_id = w.id
         WHERE COALESCE(p.deposits, 0) <> COALESCE(t.deposits, 0)
             OR COALESCE(p.deposits_count, 0) <> COALESCE(t.deposits_count, 0)
             OR COALESCE(p.cashouts, 0) <> COALESCE(t.cashouts, 0)
             OR COALESCE(p.bets, 0) <> COALESCE(t.bets, 0) OR COALESCE(p.wins, 0) <> COALESCE(t.wins, 0)",
    ),
    (
        "each round is in its player's history",
        "SELECT 'round ' || r.id FROM round r LEFT JOIN player_round p ON p.round_id = r.id
         WHERE p.round_id IS NULL",
    ),
];
