//! Open checkouts of a player who is stopped: the resolver looks at them at once, and cancels them at the partner.

use crate::identity::published_stop;
use crate::platform::readers::{After, Reader};

use super::store;

/// Makes the unpaid deposits of stopped players due as soon as the log reports the stop.
pub fn reader() -> Reader {
    Reader::new("checkouts_of_stopped", |tx, rows| {
        Box::pin(async move {
            for row in rows {
                if let Some((player, _)) = published_stop(row).filter(|(_, reason)| reason.forbids_deposits())
                {
                    store::hasten_deposits(tx, player, row.at()).await?;
                }
            }
            Ok(After::nothing())
        })
    })
}
