//! What has become of the bonuses that came with deposits, once nobody plays any more.
//!
//! Players have more cash than they stake, and cash is staked first: what they bet leaves the money of a bonus alone, so that a
//! wallet holds exactly what its awards say.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Result, ensure};
use croupier_db::{Db, params, readers};

use crate::waiting::until;

/// What a server has still to do with bonuses. An open round keeps one from its end.
const UNDER_WAY: &str = "SELECT COUNT(*) FROM bonus_award b
    WHERE (b.due IS NOT NULL OR (b.stage = 'wait' AND NOT EXISTS (
            SELECT 1 FROM bonus_award a WHERE a.player_id = b.player_id AND a.stage = 'handle_bets')))
        AND NOT EXISTS (SELECT 1 FROM round r WHERE r.player_id = b.player_id AND r.status = 0)";

/// What of bonuses has become each player's cash, once every bet was counted and all that is due was done.
pub async fn converted(storage: &Db, within: Duration) -> Result<BTreeMap<i64, i64>> {
    settled(storage, within).await?;
    let sql = "SELECT player_id, CAST(SUM(converted) AS bigint) FROM bonus_award GROUP BY player_id";
    let rows = storage.query(sql, params![]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Fails unless wallets hold what awards say, and no more of them came than deposits.
pub async fn reckon(storage: &Db, deposits: i64, within: Duration) -> Result<()> {
    settled(storage, within).await?;
    let count = async |sql| anyhow::Ok(storage.query_one(sql, params![]).await?.get::<i64>(0)?);
    let wrong = "SELECT COUNT(*) FROM wallet w WHERE w.player_id IS NOT NULL AND w.bonus <> COALESCE((
            SELECT SUM(b.granted - b.converted - b.withheld - b.deducted - b.forfeited) FROM bonus_award b
            WHERE b.player_id = w.player_id AND b.currency = w.currency), 0)";
    let wrong = count(wrong).await?;
    ensure!(wrong == 0, "{wrong} wallets hold other bonus money than their awards say");
    let awards = count("SELECT COUNT(*) FROM bonus_award WHERE source LIKE 'deposit:%'").await?;
    ensure!(awards <= deposits, "{awards} bonuses came with {deposits} deposits");
    let wagered = count("SELECT COUNT(*) FROM bonus_award WHERE ended_by = 'wagered'").await?;
    println!("RESULT name=bonuses deposits={deposits} awards={awards} wagered={wagered}");
    Ok(())
}

async fn settled(storage: &Db, within: Duration) -> Result<()> {
    until("the ends of bonuses", within, async || {
        let is_read = !readers::is_behind(storage, "bonus_progress", i64::MAX).await?;
        let under_way: i64 = storage.query_one(UNDER_WAY, params![]).await?.get(0)?;
        Ok((is_read && under_way == 0).then_some(()))
    })
    .await
}
