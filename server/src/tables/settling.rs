//! What becomes of bets: each ends once, by its own row, whoever comes first.

use std::sync::Arc;

use croupier_games::crash::{Crash, CrashKind, CrashStep, pays};
use croupier_games::outcome::Step;
use futures_util::future::join_all;

use super::bet_store::{self, Bet, Fate};
use super::store::{self, Round};
use crate::app::App;
use crate::error::ApiResult;
use crate::play::shared::{self, Ending, Placed};

/// Bets looked at in one go, and how many of them at once: the wallet makes batches of what comes together.
const BETS: i64 = 500;
const AT_ONCE: usize = 64;

/// So many times in one look: other tables wait, and the lead has to be renewed.
const PAGES: usize = 8;

/// Cashes out the bets whose target has been reached, while the multiplier rises.
pub(super) async fn cash_out_targets(app: &Arc<App>, round: &Round, reached: i64) -> ApiResult<()> {
    let due = bet_store::due(&app.db, round.id, reached, BETS).await?;
    let due = due.iter().filter_map(|bet| bet.target.map(|target| (bet, Fate::AtTarget(target))));
    end_all(app, due.collect()).await;
    Ok(())
}

/// Ends the bets of a round that has ended. Those that cannot be ended, and those that are too many for one look, wait for
/// the next one.
pub(super) async fn settle(app: &Arc<App>, round: &Round, crash: &Crash) -> ApiResult<()> {
    let Some(end) = &round.end else { return Ok(()) };
    let cap = crash.definition().max_multiplier;
    let fate = |bet: &Bet| match bet.target.unwrap_or(cap) {
        target if target <= end.point => Fate::AtTarget(target),
        _ if end.returned => Fate::Returned,
        _ => Fate::Lost,
    };
    let mut after = String::new();
    for _ in 0..PAGES {
        let riding = bet_store::riding(&app.db, round.id, &after, BETS).await?;
        let Some(last) = riding.last() else { break };
        after.clone_from(&last.id);
        end_all(app, riding.iter().map(|bet| (bet, fate(bet))).collect()).await;
    }
    store::settled(&app.db, round.id).await?;
    Ok(())
}

/// Ends bets side by side.
async fn end_all(app: &Arc<App>, bets: Vec<(&Bet, Fate)>) {
    for together in bets.chunks(AT_ONCE) {
        join_all(together.iter().map(|(bet, fate)| end_or_log(app, bet, *fate))).await;
    }
}

async fn end_or_log(app: &Arc<App>, bet: &Bet, fate: Fate) {
    if let Err(error) = end(app, bet, fate).await {
        tracing::error!(?error, bet = bet.id, "a bet cannot be settled");
    }
}

/// Ends a bet; `false` when it has ended otherwise.
pub(super) async fn end(app: &Arc<App>, bet: &Bet, fate: Fate) -> ApiResult<bool> {
    let (cashed_out, win_cents) = match fate {
        Fate::ByHand(at) | Fate::AtTarget(at) => (Some(at), pays(bet.stake_cents, at)),
        Fate::Lost => (None, 0),
        Fate::Returned => (None, bet.stake_cents),
    };
    let returned = fate == Fate::Returned;
    let step = Step::Crash(CrashStep { kind: CrashKind::Crash, cashed_out, returned, win_cents });
    let placed = Placed {
        player: bet.player,
        currency: bet.wallet,
        played_in: bet.currency,
        public_name: bet.shown_name.clone(),
        bet: bet.id.clone(),
    };
    let takes = vec![bet_store::end(&bet.id, fate, win_cents, app.clock.now())];
    shared::end(app, &placed, Ending { step, takes }).await
}
