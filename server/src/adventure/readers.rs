//! What adventures do with the log: deposits are summed by the day, and complete it.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_db::log::{self, LogRow, TransferRow};
use croupier_db::{Error, Result};
use croupier_ledger::{Fact, PlayerId, TransferKind};
use serde_json::json;

use super::model::{Adventure, Completion, running_at};
use super::store;
use crate::app::App;
use crate::platform::readers::{After, Effects, Reader};

/// The name under which the reader keeps its place.
const READER: &str = "adventures";

/// The fact that a deposit has counted for a day.
pub(super) const PROGRESSED: &str = "adventure.progressed";

/// The reader of adventures.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(READER, move |effects, rows| {
        let app = app.clone();
        Box::pin(async move {
            let deposits: Vec<&TransferRow> = rows.iter().filter_map(deposit).collect();
            let progress = count(&app, effects, &deposits).await?;
            if progress.is_empty() {
                return Ok(After::nothing());
            }
            Ok(After::then(async move {
                if let Err(error) = publish(&app, progress).await {
                    tracing::warn!(%error, "a day of an adventure is shown late");
                }
            }))
        })
    })
}

fn deposit(row: &LogRow) -> Option<&TransferRow> {
    match row {
        LogRow::Transfer(row) if row.transfer.kind == TransferKind::Deposit => Some(row),
        _ => None,
    }
}

/// A day of a calendar that deposits of a player have counted for.
struct Progress {
    player: PlayerId,
    adventure: String,
    step: i64,
}

/// Counts deposits; answers the days that they counted for.
async fn count(app: &App, effects: &mut Effects, deposits: &[&TransferRow]) -> Result<Vec<Progress>> {
    let times = || deposits.iter().map(|row| row.transfer.at);
    let (Some(first), Some(last)) = (times().min(), times().max()) else { return Ok(Vec::new()) };
    let adventures = store::running(effects, first, last).await?;
    // What a batch brings to one day of one wallet, with the time of its last deposit.
    let mut sums: BTreeMap<(i64, i64, i64, &str), (i64, i64)> = BTreeMap::new();
    let mut by_id: BTreeMap<i64, &Adventure> = BTreeMap::new();
    for row in deposits {
        let at = row.transfer.at;
        let Some(adventure) = running_at(&adventures, at) else { continue };
        by_id.insert(adventure.id, adventure);
        let key = (row.player, adventure.id, adventure.step_at(at), row.currency.as_str());
        let sum = sums.entry(key).or_insert((0, at));
        let too_large = || Error::Corrupt("a sum of money does not fit".to_owned());
        *sum = (sum.0.checked_add(row.transfer.amount).ok_or_else(too_large)?, at);
    }
    let mut progress = Vec::new();
    for ((player, adventure, step, currency), (amount, at)) in sums {
        let amount = store::add_deposit(effects, (player, adventure, step), currency, amount).await?;
        let Some(adventure) = by_id.get(&adventure) else { continue };
        complete(app, effects, adventure, (player, step, currency), (amount, at)).await?;
        progress.push(Progress { player, adventure: adventure.slug.clone(), step });
    }
    Ok(progress)
}

/// Tells the open pages of players that their days have come further, in one commit. A page that hears nothing asks by itself.
async fn publish(app: &App, progress: Vec<Progress>) -> Result<()> {
    let mut tx = app.db.begin().await?;
    for Progress { player, adventure, step } in progress {
        let body = json!({ "adventure": adventure, "step": step }).to_string();
        log::append(&app.db, &mut tx, player, app.clock.now(), &[Fact { kind: PROGRESSED, body }]).await?;
    }
    tx.commit().await
}

/// Completes a day when `amount` is enough for it, and all of them with the last one that was open.
async fn complete(
    app: &App,
    effects: &mut Effects,
    adventure: &Adventure,
    (player, step, currency): (i64, i64, &str),
    (amount, at): (i64, i64),
) -> Result<()> {
    let known = currency.parse().map_err(|_| Error::Corrupt(format!("currency {currency}")))?;
    let Some(day) = adventure.terms.day(step) else { return Ok(()) };
    let Some(asked) = day.asked(known, &app.site_config.rates.now()).filter(|asked| amount >= *asked) else {
        return Ok(());
    };
    let mut done = Completion {
        player,
        adventure: adventure.id,
        step,
        currency: currency.to_owned(),
        reward: day.reward.clone(),
        completed_at: at,
    };
    if !store::complete(effects, &done, Some(asked)).await? {
        return Ok(());
    }
    let days = store::completed_days(effects, player, adventure.id, adventure.days_count).await?;
    if let Some(superb) = adventure.terms.superb.as_ref().filter(|_| days == adventure.days_count) {
        done.step = adventure.superb_step();
        done.reward = superb.clone();
        store::complete(effects, &done, None).await?;
    }
    Ok(())
}
