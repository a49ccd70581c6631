//! All that has to hold in the database, of every context.

use croupier_db::{Db, Result};

use crate::wallet::Finding;
use crate::{
    adventure, bonus, cashbox, jackpot, limits, lootbox, lottery, loyalty, mass_gifts, office, play, reports,
    seeds, tables, tournaments, wallet,
};

/// Checks every rule; answers the broken ones.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    let mut findings = wallet::check(db).await?;
    findings.extend(seeds::check(db).await?);
    findings.extend(cashbox::check(db).await?);
    findings.extend(play::check(db).await?);
    findings.extend(limits::check(db).await?);
    findings.extend(loyalty::check(db).await?);
    findings.extend(bonus::check(db).await?);
    findings.extend(lootbox::check(db).await?);
    findings.extend(mass_gifts::check(db).await?);
    findings.extend(lottery::check(db).await?);
    findings.extend(adventure::check(db).await?);
    findings.extend(tournaments::check(db).await?);
    findings.extend(jackpot::check(db).await?);
    findings.extend(tables::check(db).await?);
    findings.extend(reports::check(db).await?);
    findings.extend(office::check(db).await?);
    Ok(findings)
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    let money = wallet::rules()
        .chain(seeds::rules())
        .chain(cashbox::rules())
        .chain(play::rules())
        .chain(limits::rules());
    let gifts = loyalty::rules().chain(bonus::rules()).chain(lootbox::rules());
    let gifts = gifts.chain(mass_gifts::rules()).chain(adventure::rules());
    let competitions =
        lottery::rules().chain(tournaments::rules()).chain(jackpot::rules()).chain(tables::checked_rules());
    money.chain(gifts).chain(competitions).chain(reports::rules()).chain(office::rules())
}
