//! Gifts for new players, issued when the address is confirmed.

use croupier_ledger::PlayerId;

use super::audience;
use super::issue::{Issued, Uses, Wanted, issue};
use super::offers::Trigger;
use super::progress_store;
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::player;

/// Players whose gifts are made in one go.
const AT_ONCE: i64 = 100;

/// Issues the gifts of players who have confirmed their address. A gift is made once for its offer, so a player whose
/// gifts were made halfway gets the rest. One whose gifts cannot be made holds up no other.
pub(super) async fn issue_owed(app: &App) -> ApiResult<()> {
    let mut after = PlayerId::MIN;
    loop {
        let players = progress_store::newly_confirmed(&app.db, after, AT_ONCE).await?;
        let Some(last) = players.last() else { return Ok(()) };
        after = *last;
        for player in players {
            match issue_all(app, player).await {
                Ok(()) => progress_store::forget_newly_confirmed(&app.db, player).await?,
                Err(error) => tracing::warn!(player, ?error, "the gifts of a new player have to wait"),
            }
        }
    }
}

async fn issue_all(app: &App, player: PlayerId) -> ApiResult<()> {
    // Partners whose players get no promotions: the site tells them of none.
    let stag = player::stag_of(&app.db, player).await?;
    let published = app.content.now();
    if stag.is_some_and(|stag| published.settings.affiliates.excluded_promo.contains(&stag)) {
        return Ok(());
    }
    let offers = app.bonuses.offers();
    let currency = player::get(app, player).await?.currency;
    let open = offers.public(Trigger::Registration, app.clock.now());
    for offer in open.filter(|offer| offer.is_in(currency)) {
        if !audience::is_for_player(app, player, offer).await? {
            continue;
        }
        let source = format!("registration:{}", offer.code);
        let wanted = Wanted { player, currency, offer, source, deposit: 0, amount: None, activates: false };
        match issue(app, &wanted, &Uses::default()).await? {
            Issued::Done(_) | Issued::Already | Issued::Nothing => {}
            Issued::Stopped(_) | Issued::UsedUp | Issued::InBrowser => {
                tracing::info!(player, offer = offer.code, "a player gets no gift");
            }
        }
    }
    Ok(())
}
