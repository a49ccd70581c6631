//! What becomes of bets: each ends once, by its own row, whoever comes first.

use std::sync::Arc;

use croupier_db::Statement;
use croupier_games::baccarat::{Baccarat, BaccaratKind, BaccaratStep, Coup, Dealt, SpotBet, SpotWin};
use croupier_games::crash::{CrashKind, CrashStep, pays};
use croupier_games::outcome::Step;
use futures_util::future::join_all;

use super::bet_store::{self, Bet, Fate};
use super::rules::{Drawn, Rules};
use super::spot_store;
use super::store::{self, Round, RoundEnd};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
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
    let ends = due.map(|(bet, fate)| (bet, End::of_crash(app, bet, fate)));
    end_all(app, ends.collect()).await;
    Ok(())
}

/// Ends the bets of a round that has ended. Those that cannot be ended, and those that are too many for one look, wait for
/// the next one.
pub(super) async fn settle(app: &Arc<App>, round: &Round, rules: &Rules) -> ApiResult<()> {
    let Some(end) = &round.end else { return Ok(()) };
    let mut after = String::new();
    for _ in 0..PAGES {
        let riding = bet_store::riding(&app.db, round.id, &after, BETS).await?;
        let Some(last) = riding.last() else { break };
        let ends = ends_of(app, round, (rules, end), (after.as_str(), riding.as_slice())).await?;
        after.clone_from(&last.id);
        end_all(app, ends).await;
    }
    store::settled(&app.db, round.id).await?;
    Ok(())
}

/// How bets on a round that has ended end; `riding` are those with ids above `after`.
async fn ends_of<'a>(
    app: &App,
    round: &Round,
    (rules, end): (&Rules, &RoundEnd),
    (after, riding): (&str, &'a [Bet]),
) -> ApiResult<Vec<(&'a Bet, End)>> {
    match (rules, &end.drawn) {
        (Rules::Baccarat(baccarat), Drawn::Cards(cards)) => {
            let last = riding.last().map_or("", |bet| bet.id.as_str());
            let mut spots = spot_store::of_bets(&app.db, round.id, (after, last)).await?;
            let end_of = |bet: &'a Bet| {
                let on = spots.remove(&bet.id).unwrap_or_default();
                (bet, End::of_felt(app, bet, baccarat, cards, &on))
            };
            Ok(riding.iter().map(end_of).collect())
        }
        (Rules::Crash(crash), Drawn::Point(point)) => {
            let cap = crash.definition().max_multiplier;
            let fate = |bet: &Bet| match bet.target.unwrap_or(cap) {
                target if target <= *point => Fate::AtTarget(target),
                _ if end.returned => Fate::Returned,
                _ => Fate::Lost,
            };
            Ok(riding.iter().map(|bet| (bet, End::of_crash(app, bet, fate(bet)))).collect())
        }
        _ => Err(ApiError::internal(&"a round has drawn what its rules do not draw")),
    }
}

/// Ends bets side by side.
async fn end_all(app: &Arc<App>, bets: Vec<(&Bet, End)>) {
    let mut left = bets.into_iter();
    loop {
        let together: Vec<_> = left.by_ref().take(AT_ONCE).collect();
        if together.is_empty() {
            return;
        }
        join_all(together.into_iter().map(|(bet, end)| end_or_log(app, bet, end))).await;
    }
}

async fn end_or_log(app: &Arc<App>, bet: &Bet, end: End) {
    if let Err(error) = end_as(app, bet, end).await {
        tracing::error!(?error, bet = bet.id, "a bet cannot be settled");
    }
}

/// How one bet ends: what is told of it, and the rows that say so.
struct End {
    step: Step,
    takes: Vec<Statement>,
}

impl End {
    /// On a multiplier.
    fn of_crash(app: &App, bet: &Bet, fate: Fate) -> Self {
        let (cashed_out, win_cents) = match fate {
            Fate::ByHand(at) | Fate::AtTarget(at) => (Some(at), pays(bet.stake_cents, at)),
            Fate::Lost | Fate::Paid => (None, 0),
            Fate::Returned => (None, bet.stake_cents),
        };
        let returned = fate == Fate::Returned;
        let step = Step::Crash(CrashStep { kind: CrashKind::Crash, cashed_out, returned, win_cents });
        Self { step, takes: vec![bet_store::end(&bet.id, fate, win_cents, app.clock.now())] }
    }

    /// On the felt; a void round has no cards.
    fn of_felt(app: &App, bet: &Bet, rules: &Baccarat, cards: &[Dealt], on: &[SpotWin]) -> Self {
        let returned = cards.is_empty();
        let spots: Vec<SpotWin> = if returned {
            on.iter().map(|spot| SpotWin { win_cents: spot.amount_cents, ..*spot }).collect()
        } else {
            let bets: Vec<_> =
                on.iter().map(|spot| SpotBet { spot: spot.spot, amount_cents: spot.amount_cents }).collect();
            rules.wins(&bets, &Coup::of(cards))
        };
        let win_cents: i64 = spots.iter().map(|spot| spot.win_cents).sum();
        let fate = match win_cents {
            _ if returned => Fate::Returned,
            0 => Fate::Lost,
            _ => Fate::Paid,
        };
        let ends = bet_store::end(&bet.id, fate, win_cents, app.clock.now());
        let takes = [ends].into_iter().chain(spot_store::end(&bet.id, &spots)).collect();
        let kind = BaccaratKind::Baccarat;
        let step = BaccaratStep { kind, cards: cards.to_vec(), spots, returned, win_cents };
        Self { step: Step::Baccarat(step), takes }
    }
}

/// Ends a bet on a multiplier; `false` when it has ended otherwise.
pub(super) async fn end(app: &Arc<App>, bet: &Bet, fate: Fate) -> ApiResult<bool> {
    let end = End::of_crash(app, bet, fate);
    end_as(app, bet, end).await
}

/// Ends a bet; `false` when it has ended otherwise.
async fn end_as(app: &Arc<App>, bet: &Bet, End { step, takes }: End) -> ApiResult<bool> {
    let placed = Placed {
        player: bet.player,
        currency: bet.wallet,
        played_in: bet.currency,
        public_name: bet.shown_name.clone(),
        bet: bet.id.clone(),
    };
    shared::end(app, &placed, Ending { step, takes }).await
}
