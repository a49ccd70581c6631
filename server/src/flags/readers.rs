//! What A/B tests do with the log: a guest who was shown a variant signs up, and somebody who was shown one pays in.

use std::collections::BTreeMap;

use croupier_db::log::LogRow;
use croupier_ledger::{PlayerId, TransferKind};
use serde::Deserialize;

use super::exposure_store as store;
use crate::platform::readers::{After, Reader};

/// The name under which the reader keeps its place.
const READER: &str = "exposures";

/// What is read of a registration.
#[derive(Deserialize)]
struct Registered {
    /// What tests know the browser by; missing of one that keeps no mark.
    visitor: Option<String>,
}

/// The reader of A/B tests.
pub fn reader() -> Reader {
    Reader::new(READER, |tx, rows| {
        Box::pin(async move {
            // Registrations first: a player's stands in the log before any deposit.
            for row in rows {
                let LogRow::Event { kind, player, body, at, .. } = row else { continue };
                if kind != "player.registered" {
                    continue;
                }
                // Nothing but a mark of this server is of use; another body has none.
                let registered = serde_json::from_str(body).unwrap_or(Registered { visitor: None });
                if let Some(visitor) = registered.visitor {
                    store::join(tx, &visitor, *player, *at).await?;
                }
            }
            for (player, at) in deposits(rows) {
                store::paid_in(tx, player, at).await?;
            }
            Ok(After::nothing())
        })
    })
}

/// The first deposit within `rows` of each player who has paid in, with its time.
fn deposits(rows: &[LogRow]) -> BTreeMap<PlayerId, i64> {
    let mut first = BTreeMap::new();
    for row in rows {
        let LogRow::Transfer(row) = row else { continue };
        if row.transfer.kind == TransferKind::Deposit {
            first.entry(row.player).or_insert(row.transfer.at);
        }
    }
    first
}
