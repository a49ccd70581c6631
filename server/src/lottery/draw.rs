//! The draw of a lottery: the seed is revealed and the winners are written down in one commit.
//!
//! The row is marked as drawn first. Whoever sells a ticket changes the same row, so a sale is either seen by the draw or
//! refused by it; and of several servers one draws. A server that dies before the commit has drawn nothing, and the next
//! one draws the same winners from the same seed.

use croupier_games::lottery::draw_tickets;

use super::model::{Award, Lottery};
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::seeds::{self, SeedOf};

/// Lotteries drawn in one go.
const AT_ONCE: i64 = 20;

/// Draws what is over at the app's clock. A lottery that cannot be drawn is told to the operator, waits, and holds up no
/// other.
pub async fn draw_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for (id, read) in store::undrawn(&app.db, now, AT_ONCE).await? {
        let drawn = match read {
            Ok(lottery) => draw(app, &lottery).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = drawn {
            tracing::error!(lottery = id, ?error, "a lottery cannot be drawn");
            store::put_draw_off(&app.db, id, now).await?;
        }
    }
    Ok(())
}

async fn draw(app: &App, lottery: &Lottery) -> ApiResult<()> {
    let kept = seeds::find(&app.db, &app.secrets, &SeedOf::Lottery(&lottery.slug)).await?;
    let seed = kept.ok_or_else(|| ApiError::internal(&"the lottery has no seed"))?;
    if seed.commitment() != lottery.server_seed_hash {
        return Err(ApiError::internal(&"the seed is not the one that was promised"));
    }
    let mut tx = app.db.begin().await?;
    if !store::mark_drawn(&mut tx, lottery.id, &seed.to_hex(), app.clock.now()).await? {
        return Ok(());
    }
    // No ticket is sold from here on.
    let tickets = store::tickets_count(&mut tx, lottery.id).await?;
    let places = usize::try_from(lottery.terms.places()).unwrap_or_default();
    let count = u32::try_from(tickets).map_err(|error| ApiError::internal(&error))?;
    let mut awards = Vec::new();
    for (place, ticket) in (1..).zip(draw_tickets(&seed, &lottery.slug, count, places)) {
        let Some(prize) = lottery.terms.prize_of(place) else { break };
        let ticket = i64::from(ticket);
        let owner = store::owner(&mut tx, lottery.id, ticket).await?;
        let store::Owner { player, shown_name, currency } =
            owner.ok_or_else(|| ApiError::internal(&format!("nobody has the ticket {ticket}")))?;
        let (lottery, prize) = (lottery.id, prize.clone());
        awards.push(Award { lottery, place, ticket, player, shown_name, currency, prize, is_paid: false });
    }
    store::add_awards(&mut tx, &awards).await?;
    tx.commit().await?;
    tracing::info!(lottery = lottery.slug, tickets, winners = awards.len(), "a lottery is drawn");
    Ok(())
}
