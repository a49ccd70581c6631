//! Tells every browser of this server what jackpots have come to, each at most once a second.

use std::collections::BTreeMap;

use tokio::sync::Mutex;

use super::list_store;
use super::view::AmountsView;
use crate::app::App;
use crate::platform::error::ApiResult;

/// What the browsers of this server were told last, by jackpot.
#[derive(Debug, Default)]
pub struct Broadcast(Mutex<BTreeMap<String, AmountsView>>);

/// One look: a jackpot that has changed since the last one is told once, as it is now.
pub(super) async fn publish(app: &App) -> ApiResult<()> {
    let mut published = app.jackpot_broadcast.0.lock().await;
    if !app.realtime.has_clients() {
        published.clear();
        return Ok(());
    }
    let open = list_store::open(&app.db).await?;
    let offered = app.jackpots.now();
    let amounts: BTreeMap<String, AmountsView> = open
        .iter()
        .filter(|(identifier, _)| offered.iter().any(|known| known.identifier == **identifier))
        .map(|(identifier, open)| (identifier.clone(), AmountsView::of(identifier, open)))
        .collect();
    for (identifier, amounts) in &amounts {
        if published.get(identifier) != Some(amounts) {
            app.realtime.publish_jackpot(&serde_json::to_value(amounts)?);
        }
    }
    *published = amounts;
    Ok(())
}
