//! Boxes that are issued to many players at once: numbers, rows and facts are written by sets.

use croupier_db::{Db, Error, Result, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;

use super::definitions::Definition;
use super::model::Lootbox;
use super::store;
use crate::app::App;
use crate::bonus::Receiver;
use crate::platform::secrets::Secrets;

/// A box for many players of one lane.
#[derive(Debug)]
pub struct ForMany<'a> {
    /// Which box.
    pub definition: &'a Definition,
    /// By what; with the number of the player it is the source of each box.
    pub source: &'a str,
    /// For whom; every prize is made in their currencies.
    pub receivers: &'a [Receiver],
    /// The first of the numbers that [`numbers_for_many`] has answered for them.
    pub first: i64,
}

/// Takes the numbers of as many boxes, in a commit of its own; answers the first.
pub async fn numbers_for_many(db: &Db, boxes: i64) -> Result<i64> {
    let mut tx = db.begin().await?;
    let first = log::take_numbers(&mut tx, super::COUNTER, boxes).await?;
    tx.commit().await?;
    Ok(first)
}

/// Issues a box to each receiver within the caller's transaction, which holds the lock of their lane and has made sure that
/// none of them has it and none is stopped. Answers the facts that tell of them.
pub async fn issue_to_many(
    tx: &mut Tx,
    secrets: &Secrets,
    many: &ForMany<'_>,
    now: i64,
) -> Result<Vec<(PlayerId, Fact)>> {
    let (mut rows, mut seeds, mut facts) = (Vec::new(), Vec::new(), Vec::new());
    let mut sql = None;
    for (number, Receiver { player, currency, locale }) in (many.first..).zip(many.receivers) {
        let source = format!("{}:{player}", many.source);
        let (issued, seed) =
            Lootbox::issued(secrets, many.definition, number, (*player, *currency), source, now)?;
        let statement = store::insert(&issued)?;
        sql = Some((statement.sql, seed.sql));
        rows.push(statement.params);
        seeds.push(seed.params);
        let fact = issued.changed(locale, now).map_err(|error| Error::Engine(error.to_string()))?;
        facts.push((*player, fact));
    }
    if let Some((boxes_sql, seeds_sql)) = sql {
        tx.execute_each(boxes_sql, rows).await?;
        tx.execute_each(seeds_sql, seeds).await?;
    }
    Ok(facts)
}

/// What one box can cost in `currency`, in euro cents: its dearest prize that can be won. `None` when no rate leads there.
pub fn euro_worth(app: &App, definition: &Definition, currency: Currency) -> Option<i64> {
    let prizes = definition.items.iter().filter(|item| item.weight > 0);
    let worths: Option<Vec<i64>> = prizes.map(|item| item.prize.euro_worth(app, currency)).collect();
    Some(worths?.into_iter().max().unwrap_or(0))
}
