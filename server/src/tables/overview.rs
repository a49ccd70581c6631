//! Tables as staff sees them: how each stands, and the rounds that it has played.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::closing::Closure;
use super::felt_view::RoundOutcome;
use super::store::{self, Round};
use super::{Table, all, closure_store, sum_store};
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};

/// A table as it stands.
#[derive(Debug, Clone)]
pub struct Overview {
    /// The game's identifier.
    pub game: String,
    /// Why it is closed; none while it is open.
    pub closure: Option<Closure>,
    /// The newest round; none before the first one.
    pub round: Option<RoundSums>,
}

/// What was staked on a round in a currency, and won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CurrencySum {
    /// The currency that was played in.
    pub currency: String,
    /// Subunits.
    pub stakes_cents: i64,
    /// Subunits, of the bets that have ended.
    pub wins_cents: i64,
}

/// A round of a table with its sums.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoundSums {
    /// The number, as text.
    pub id: String,
    /// `betting`, `running`, `ended` or `settled`.
    pub state: String,
    /// When it was opened, RFC 3339.
    pub opened_at: String,
    /// When it ended, RFC 3339; null until it has.
    pub ended_at: Option<String>,
    /// Where it crashed, in hundredths; null until it has, and of a round of cards.
    pub point: Option<i64>,
    /// What a round of cards has come to; null until it has ended, and of others.
    pub outcome: Option<RoundOutcome>,
    /// Whether it stood still, and stakes that were still in it went back.
    pub returned: bool,
    /// How many bets it has.
    pub bets: i64,
    /// How many players have placed them.
    pub players: i64,
    /// By currency.
    pub sums: Vec<CurrencySum>,
}

/// Every table of the operator, offered or switched off.
pub async fn overview(app: &App) -> ApiResult<Vec<Overview>> {
    let closures = closure_store::all(&app.db).await?;
    let mut tables = Vec::new();
    for table in all(app) {
        let game = table.identifier().to_owned();
        let newest = store::newest(&app.db, &game).await?;
        let round = summed(app, &game, newest.as_slice()).await?.pop();
        let closure = closures.iter().find(|closure| closure.game == game).cloned();
        tables.push(Overview { game, closure, round });
    }
    tables.sort_by(|one, other| one.game.cmp(&other.game));
    Ok(tables)
}

/// The rounds of a table before the one numbered `before`, newest first; 404 for a game without a table.
pub async fn history(app: &App, game: &str, before: Option<i64>, limit: i64) -> ApiResult<Vec<RoundSums>> {
    if app.games.game(game).and_then(Table::of).is_none() {
        return Err(ApiError::not_found());
    }
    let rounds = store::before(&app.db, game, before.unwrap_or(i64::MAX), limit).await?;
    summed(app, game, &rounds).await
}

/// Rounds of the table of `game`, which follow one another, with their sums, in the same order.
async fn summed(app: &App, game: &str, rounds: &[Round]) -> ApiResult<Vec<RoundSums>> {
    let ids = || rounds.iter().map(|round| round.id);
    let Some(span) = ids().min().zip(ids().max()) else { return Ok(Vec::new()) };
    let players: BTreeMap<i64, i64> = sum_store::players(&app.db, game, span).await?.into_iter().collect();
    let mut sums: BTreeMap<i64, Vec<CurrencySum>> = BTreeMap::new();
    for (round, sum) in sum_store::by_currency(&app.db, game, span).await? {
        sums.entry(round).or_default().push(sum);
    }
    let view = |round: &Round| RoundSums {
        id: round.id.to_string(),
        state: round.state.name().to_owned(),
        opened_at: rfc3339(round.opened_at),
        ended_at: round.end.as_ref().map(|end| rfc3339(end.at)),
        point: round.end.as_ref().and_then(|end| end.drawn.point()),
        outcome: round.end.as_ref().and_then(|end| RoundOutcome::of(&end.drawn)),
        returned: round.end.as_ref().is_some_and(|end| end.returned),
        bets: round.bets,
        players: players.get(&round.id).copied().unwrap_or(0),
        sums: sums.get(&round.id).cloned().unwrap_or_default(),
    };
    Ok(rounds.iter().map(view).collect())
}
