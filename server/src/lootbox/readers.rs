//! What lootboxes do with the log: boxes of a player who is excluded, or whose account is closed, are taken back.

use std::sync::Arc;

use croupier_ledger::StopReason;

use super::model::BoxEnd;
use super::{store, sweep};
use crate::app::App;
use crate::identity::published_stop;
use crate::platform::readers::{After, Reader};

/// The name under which the reader keeps its place.
const READER: &str = "lootboxes";

/// The reader of lootboxes. What has to be taken back by it is, right after its commit.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(READER, move |tx, rows| {
        let app = app.clone();
        Box::pin(async move {
            let mut is_due = false;
            for (player, reason) in rows.iter().filter_map(published_stop) {
                let why = match reason {
                    StopReason::Exclusion | StopReason::Register => BoxEnd::Excluded,
                    StopReason::Closed => BoxEnd::Closed,
                    _ => continue,
                };
                store::take_all_back(tx, player, why).await?;
                is_due = true;
            }
            if !is_due {
                return Ok(After::nothing());
            }
            Ok(After::then(async move {
                if let Err(error) = sweep::end_due(&app).await {
                    tracing::warn!(?error, "boxes that have to be taken back wait");
                }
            }))
        })
    })
}
