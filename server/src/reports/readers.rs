//! What reports do with the log.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use croupier_db::log::LogRow;
use croupier_db::{Result, Tx};

use super::figures::Figures;
use super::movement;
use super::query::Place;
use super::{READER, people, returns, store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::readers::{After, Reader};

/// The reader of reports.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(READER, move |tx, rows| {
        let app = app.clone();
        Box::pin(async move {
            let players: BTreeSet<_> = rows.iter().map(LogRow::player).collect();
            let mut known = store::players(tx, &players).await?;
            let places = known.iter().map(|(player, known)| (*player, known.place.clone())).collect();
            add_sums(tx, rows, &places).await?;
            people::add(tx, rows, &mut known).await?;
            returns::add(tx, rows, &app.site_config.rates.now()).await?;
            Ok(After::nothing())
        })
    })
}

/// The day of an instant in UTC milliseconds.
pub(super) const fn day_of(at: i64) -> i64 {
    at.div_euclid(DAY_MS)
}

/// Adds what `rows` moved to the sums of their days.
async fn add_sums(tx: &mut Tx, rows: &[LogRow], places: &BTreeMap<i64, Place>) -> Result<()> {
    let transfers = || {
        rows.iter().filter_map(|row| match row {
            LogRow::Transfer(row) => Some(row),
            LogRow::Event { .. } => None,
        })
    };
    let accounts = transfers().flat_map(|row| [row.transfer.debit, row.transfer.credit]);
    let bearers = store::bearers(tx, &accounts.filter(|account| account.is_system()).collect()).await?;
    let nowhere = Place::default();
    let mut sums: BTreeMap<(i64, &Place, &str, i64), Figures> = BTreeMap::new();
    for row in transfers() {
        let transfer = &row.transfer;
        let bearer = |account| bearers.get(&account).copied().unwrap_or(movement::Bearer::Other);
        let figures = movement::figures(transfer, bearer);
        if !figures.is_nothing() {
            let place = places.get(&row.player).unwrap_or(&nowhere);
            let key = (day_of(transfer.at), place, row.currency.as_str(), transfer.game.unwrap_or(0));
            sums.entry(key).or_default().add(&figures)?;
        }
    }
    store::add_sums(tx, sums).await
}
