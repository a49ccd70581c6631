//! A scoring done anew from the log, beside the scores that players are shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_db::log;
use croupier_ledger::{Lsn, PlayerId};
use serde::{Deserialize, Serialize};

use super::replay::{self, NotReplayed, Scores, Takers};
use super::rescoring_store::{self, Kept};
use super::scoring::Contest;
use super::{READER, store};
use crate::app::App;

/// Players that are told one by one: those whose scores differ first.
const TOLD_MAX: usize = 200;

/// What a player has scored. Amounts are in subunits of the tournament's currency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// What makes the place.
    pub points: i64,
    /// How many rounds have counted.
    pub rounds: i64,
    /// What they have staked.
    pub bet: i64,
    /// What they have won.
    pub win: i64,
}

/// A player's score as it is kept, and as the log says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rescored {
    /// Who.
    pub player: PlayerId,
    /// The name that others see, masked.
    pub shown_name: String,
    /// What players are shown.
    pub kept: Score,
    /// What the log comes to.
    pub anew: Score,
}

/// A scoring that was done anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rescoring {
    /// Whether places are final.
    pub is_final: bool,
    /// How many have joined.
    pub players: i64,
    /// How many of them have another score by the log.
    pub different: i64,
    /// Those with another score, and those ahead on the board, 200 at most.
    pub reported: Vec<Rescored>,
}

/// Scores the tournament called `name` anew from the rows of the log that its scores are made of.
pub async fn rescore(app: &App, name: &str) -> Result<Rescoring, NotReplayed> {
    let tournament = store::find(&app.db, name).await?.ok_or(NotReplayed::NotFound)?;
    let contest = Contest {
        id: tournament.id,
        strategy: tournament.terms.strategy.clone(),
        min_bet: tournament.terms.min_bet_cents,
        currency: tournament.terms.currency,
        games: Arc::new(tournament.game_ids.iter().copied().collect()),
        start_at: tournament.start_at,
        end_at: tournament.end_at,
        steps: None,
    };
    let mut players = Vec::new();
    for lane in 0..app.db.lanes() {
        let lanes = (lane, app.db.lanes());
        let Some((upto, kept)) = rescoring_store::kept(&app.db, READER, tournament.id, lanes).await? else {
            continue;
        };
        let (mut after, mut is_whole) = replay::place_at(&app.db, lane, tournament.start_at).await?;
        let span = (Lsn::new(lane, 0).0, Lsn::new(lane + 1, 0).0);
        if let Some(joining) = rescoring_store::first_joining(&app.db, tournament.id, span).await? {
            let before = Lsn(joining).seq() - 1;
            if before < after {
                // Whoever joins before the start is told of in an older part of the log.
                after = before;
                is_whole = !log::rows_after(&app.db, lane, after, 1).await?.is_empty();
            }
        }
        if !is_whole {
            return Err(NotReplayed::Archived);
        }
        let part = (lane, after, upto);
        let scores = replay::replay(app, part, vec![contest.clone()], &Takers::Joined).await?;
        players.extend(beside(tournament.id, kept, &scores));
    }
    Ok(summed(tournament.closed_at.is_some(), players))
}

/// What is kept beside what the log comes to.
fn beside(tournament: i64, kept: Vec<Kept>, scores: &Scores) -> Vec<Rescored> {
    let anew: BTreeMap<PlayerId, Score> = scores
        .iter()
        .filter(|((id, _), _)| *id == tournament)
        .map(|((_, player), gain)| {
            let score = Score { points: gain.points, rounds: gain.rounds, bet: gain.bet, win: gain.win };
            (*player, score)
        })
        .collect();
    kept.into_iter()
        .map(|Kept { player, shown_name, score }| {
            let anew = anew.get(&player).copied().unwrap_or_default();
            Rescored { player, shown_name, kept: score, anew }
        })
        .collect()
}

fn summed(is_final: bool, mut reported: Vec<Rescored>) -> Rescoring {
    reported.sort_by_key(|one| (one.kept == one.anew, std::cmp::Reverse(one.kept.points), one.player));
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let (players, different) =
        (count(reported.len()), count(reported.iter().filter(|one| one.kept != one.anew).count()));
    reported.truncate(TOLD_MAX);
    Rescoring { is_final, players, different, reported }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_with_another_score_are_told_first() {
        let score = |points| Score { points, rounds: 1, ..Score::default() };
        let one = |player, kept, anew| Rescored {
            player,
            shown_name: String::new(),
            kept: score(kept),
            anew: score(anew),
        };
        let found = summed(true, vec![one(1, 50, 50), one(2, 10, 11), one(3, 90, 90)]);
        let order: Vec<_> = found.reported.iter().map(|one| one.player).collect();
        assert_eq!((found.players, found.different, order), (3, 1, vec![2, 3, 1]));
    }
}
