//! Announcing wins once they are paid: to the winner in a channel of their own, and to everybody under a shortened name.

use croupier_db::log;
use croupier_ledger::Fact;

use super::view::WonView;
use super::win_store::{self, ShownWin};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::platform::masking::mask;
use crate::play;
use crate::player;

/// The fact that a jackpot was won and paid; its body is the frame of the winner.
const WON: &str = "jackpot.won";

/// Shown where a player has no nickname.
const NAMELESS: &str = "Player";

/// Wins announced in one go.
const AT_ONCE: i64 = 100;

/// Announces what was paid. A win that cannot be announced waits, and holds up no other.
pub async fn announce_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for (id, read) in win_store::silent(&app.db, now, AT_ONCE).await? {
        let announced = match read {
            Ok(won) => announce(app, &won).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = announced {
            tracing::error!(win = id, ?error, "a win of a jackpot cannot be announced");
            win_store::put_off(&app.db, id, now).await?;
        }
    }
    Ok(())
}

async fn announce(app: &App, won: &ShownWin) -> ApiResult<()> {
    let winner = player::get(app, won.win.player).await?;
    let name = mask(winner.nickname.as_deref().unwrap_or(NAMELESS));
    let now = app.clock.now();
    let body = serde_json::to_string(&WonView::of(won, app, &winner.locale))?;
    let mut facts = vec![Fact { kind: WON, body }];
    if let Some(game) = app.catalogue.game_by_id(won.win.game) {
        facts.push(play::public_win(&game, &name, (won.win.amount, won.win.currency), won.win.at));
    }
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, won.win.player, now, &facts).await?;
    if win_store::announce(&mut tx, won.id, &name, now).await? {
        tx.commit().await?;
    }
    Ok(())
}
