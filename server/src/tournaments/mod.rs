//! Tournaments: races for points that rounds score, with a board and prizes.
//!
//! `content/tournaments.toml` says which there are and when they come again; each time is a row of its own, which keeps
//! what was promised. Players join; the rounds that they open afterwards are scored by a reader of the log, each exactly
//! once, and a rollback takes its score back. Where a tournament stands in time is worked out from the clock. At its end
//! the places are frozen once the log is scored up to there, and each prize is told to the log and owed from it. Quests and
//! achievements are tournaments by their identifiers: what their players reach are levels, each with its gift.

mod check;
mod closing;
mod closing_store;
mod cost;
mod definition;
mod entries_store;
mod export;
mod games;
pub mod http;
mod joining;
mod kind;
mod levels;
mod levels_store;
mod model;
mod notices;
mod places;
pub mod readers;
mod replay;
mod rescoring;
mod rescoring_store;
mod schedule;
mod scoring;
mod standings;
mod store;
mod strategy;
mod sweep;
mod view;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use croupier_db::Db;
use croupier_ledger::PlayerId;

pub use check::{check, rules};
pub use closing::close_due;
pub use cost::{Cost, costs};
pub use definition::{Definition, Prize, Terms};
pub use export::export;
pub use joining::{Disqualified, disqualify, join};
pub use kind::TournamentKind;
pub use levels::issue_due;
pub use model::{Tournament, TournamentStatus};
pub use notices::announce_due;
pub use replay::{NotReplayed, place_at};
pub use rescoring::{Rescored, Rescoring, Score as RescoredScore, rescore};
pub use standings::Standings;
pub use sweep::forget_rounds;

use crate::app::App;
use crate::bonus::Offers;
use crate::content::Planned;
use crate::platform::current::Current;
use crate::platform::error::ApiResult;
use kind::QuestName;

/// The name under which the reader keeps its place.
const READER: &str = "tournaments";

/// The system account that prizes are paid from.
const PRIZES_ACCOUNT: &str = "tournament_prize";

/// How often the schedule is looked at, what is over is closed, and players are told.
const EVERY: Duration = Duration::from_secs(1);

/// What the content folder says of tournaments, as it was last read well.
pub type Definitions = Current<Vec<Definition>>;

/// Reads the tournaments of the content folder.
pub fn load(folder: &Path) -> Result<Definitions> {
    Ok(Current::new(definition::read(folder)?))
}

/// Refuses what is read when a gift of it is none of `offers`.
pub fn check_gifts(definitions: &Definitions, offers: &Offers) -> Result<()> {
    definition::check_gifts(&definitions.now(), offers)
}

/// Reads them anew. When the file is faulty, what was read last stays in force.
pub fn reload(definitions: &Definitions, folder: &Path) -> Result<()> {
    definitions.replace(definition::read(folder)?);
    Ok(())
}

/// Keeps the schedule, closes what is over and tells players until the server stops.
pub async fn run(app: Arc<App>) {
    tokio::join!(
        app.every("tournaments", EVERY, |app| async move { keep(&app).await }),
        standings::run(app.clone()),
        sweep::run(app.clone()),
    );
}

/// Brings the schedule up to date, closes what is over, and tells players what they have to know. None of
/// it holds up the rest.
pub async fn keep(app: &App) -> ApiResult<()> {
    let scheduled = schedule::bring_up_to_date(app).await;
    let closed = close_due(app).await;
    let issued = issue_due(app).await;
    let reported = announce_due(app).await;
    scheduled.and(closed).and(issued).and(reported)
}

/// Every tournament that has not ended at `ended_after` (UTC milliseconds), with how many have joined it.
pub async fn list(db: &Db, ended_after: i64) -> croupier_db::Result<Vec<(Tournament, i64)>> {
    let mut listed = Vec::new();
    for tournament in store::list(db, ended_after, LISTED_MAX).await? {
        let players = store::players_count(db, tournament.id).await?;
        listed.push((tournament, players));
    }
    Ok(listed)
}

/// What is on at least in part within `span` (UTC milliseconds): at most `limit` of what is scheduled, and what the content plans
/// beyond that.
pub async fn planned(
    app: &App,
    span: (i64, i64),
    limit: i64,
) -> croupier_db::Result<Vec<(TournamentKind, Planned)>> {
    let scheduled = store::between(&app.db, span, limit).await?.into_iter().map(|one| Planned {
        name: one.identifier,
        title: one.terms.title,
        groups: one.terms.groups,
        start_at: one.start_at,
        end_at: one.end_at,
    });
    let definitions = app.tournaments.now();
    let to_come = definitions.iter().flat_map(|definition| definition.planned(span));
    let all = Planned::joined(scheduled.collect(), to_come, app.clock.now());
    Ok(all.into_iter().map(|one| (TournamentKind::of(&one.name), one)).collect())
}

/// Whether a tournament is called `name`, by its number or its address, that members of `groups` see.
pub async fn exists(db: &Db, name: &str, groups: &[i64]) -> croupier_db::Result<bool> {
    Ok(store::find(db, name).await?.is_some_and(|tournament| tournament.is_for(groups)))
}

/// Whether a tournament stands at the address `identifier`, whoever it is for.
pub async fn exists_at(db: &Db, identifier: &str) -> croupier_db::Result<bool> {
    Ok(store::find(db, identifier).await?.is_some_and(|found| found.identifier == identifier))
}

/// The same of a quest, which has a second name while it is not over at `now` (UTC milliseconds): the last part of its address.
pub async fn quest_exists(db: &Db, name: &str, groups: &[i64], now: i64) -> croupier_db::Result<bool> {
    let is_quest = |one: &Tournament| one.kind() == TournamentKind::Quest && one.is_for(groups);
    if store::find(db, name).await?.as_ref().is_some_and(is_quest) {
        return Ok(true);
    }
    let listed = store::listed(db, TournamentKind::Quest, now, LISTED_MAX).await?;
    let is_called =
        |one: &Tournament| QuestName::of(&one.identifier).is_ok_and(|quest| quest.slug == Some(name));
    Ok(listed.iter().any(|one| is_quest(one) && is_called(one)))
}

/// A place on a board, as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardPlace {
    /// Counted from 1.
    pub place: i64,
    /// Who holds it.
    pub player: PlayerId,
    /// What the player has scored.
    pub points: i64,
    /// In how many rounds.
    pub rounds: i64,
    /// Whether a prize was won that is held because the player is stopped.
    pub is_held: bool,
}

/// The first hundred places of the tournament called `name`; `None` when there is no such tournament.
/// `now` is in UTC milliseconds.
pub async fn board(db: &Db, name: &str, now: i64) -> croupier_db::Result<Option<Vec<BoardPlace>>> {
    let Some(tournament) = store::find(db, name).await? else { return Ok(None) };
    let top = places::top(db, tournament.id, STAFF_BOARD).await?;
    let held = closing_store::held(db, tournament.id, closing::HOLDING, now).await?;
    let place = |(place, standing): (i64, model::Standing)| BoardPlace {
        place,
        player: standing.player,
        points: standing.points,
        rounds: standing.rounds,
        is_held: held.contains(&standing.player),
    };
    Ok(Some(top.into_iter().map(place).collect()))
}

/// Places that staff are shown.
const STAFF_BOARD: i64 = 100;

/// Tournaments in one list at most.
const LISTED_MAX: i64 = 200;
