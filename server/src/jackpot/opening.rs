//! Opening jackpots that are new in the content folder, with the first cycle of each level.

use super::definition::Definition;
use super::pot::{Cycle, Level};
use super::{Keys, store};
use crate::app::App;
use crate::platform::error::ApiResult;

/// Opens what is new. One whose currency is not the one it was opened with goes on under the terms it has, and says so.
pub async fn open_due(app: &App) -> ApiResult<()> {
    let definitions = app.jackpots.now();
    let open = store::currencies(&app.db).await?;
    for definition in definitions.iter() {
        match open.get(&definition.identifier) {
            None => open_one(app, definition).await?,
            Some(currency) if *currency != definition.currency => {
                let (jackpot, was) = (&definition.identifier, currency.code());
                tracing::error!(jackpot, was, "the currency of a jackpot cannot be changed");
            }
            Some(_) => {}
        }
    }
    Ok(())
}

async fn open_one(app: &App, definition: &Definition) -> ApiResult<()> {
    let Definition { identifier, currency, .. } = definition;
    let (keys, now) = (Keys(&app.secrets), app.clock.now());
    let mut tx = app.db.begin().await?;
    let Some(id) = store::open(&mut tx, identifier, *currency, now).await? else { return Ok(()) };
    for level in Level::ALL {
        let terms = definition.terms(level);
        let secret = keys.secret(identifier, level, 1, &terms)?;
        let cycle = Cycle { number: 1, terms, carried_micro: 0, contributed_micro: 0, secret };
        store::begin(&mut tx, keys, (id, identifier.as_str()), level, &cycle, now).await?;
    }
    Ok(tx.commit().await?)
}
