//! Gifts of completed days: each is issued once, in the commit that marks its row.

use croupier_ledger::Fact;
use serde_json::json;

use super::model::Completion;
use super::store;
use crate::app::App;
use crate::bonus::{Winner, Won};
use crate::platform::error::{ApiError, ApiResult};

/// The fact that the gift of a completed day is issued.
const COMPLETED: &str = "adventure.completed";

/// Gifts issued in one go.
const AT_ONCE: i64 = 200;

/// What gifts of adventures are shown and hidden with.
const GROUP_KEY: &str = "adventure";

/// Issues gifts at the app's clock. One that cannot be issued yet waits, and holds up no other.
pub async fn give_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for (key, read) in store::due(&app.db, now, AT_ONCE).await? {
        let given = match read {
            Ok((slug, done)) => give(app, &slug, &done, now).await,
            Err(error) => Err(error.into()),
        };
        let given = given.unwrap_or_else(|error| {
            let (player, adventure, step) = key;
            tracing::warn!(adventure, player, step, ?error, "the gift of a day cannot be issued");
            false
        });
        if !given {
            store::put_off(&app.db, key, now).await?;
        }
    }
    Ok(())
}

/// Issues the gift of a completed day; `false` when it has to wait.
async fn give(app: &App, slug: &str, done: &Completion, now: i64) -> ApiResult<bool> {
    let Completion { player, step, currency, reward, .. } = done;
    let reported = json!({ "adventure": slug, "step": step });
    let winner = Winner {
        player: *player,
        currency: currency.parse().map_err(|error| ApiError::internal(&error))?,
        group_key: Some(GROUP_KEY),
        source: format!("adventure:{slug}:{step}"),
        uses: vec![store::given(done, now)],
        facts: vec![Fact { kind: COMPLETED, body: reported.to_string() }],
    };
    match reward.prize.give(app, winner).await? {
        Won::Done | Won::UsedUp => Ok(true),
        // Another server was quicker.
        Won::Already if store::is_given(&app.db, (*player, done.adventure, *step)).await? => Ok(true),
        // Nothing else makes a gift with this source, so a row that is not marked is told to the operator.
        Won::Already => {
            tracing::error!(adventure = slug, player, step, "the gift of a day was written down before");
            Ok(false)
        }
        Won::Stopped(_) => Ok(false),
    }
}
