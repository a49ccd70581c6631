//! How players get into a tournament, and how staff take them out.

use croupier_db::{Db, Error, log};
use croupier_ledger::{Fact, PlayerId};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{Tournament, TournamentStatus};
use super::store;
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::masking::mask;
use crate::player;

/// The fact that a player has joined; rounds that are opened after it count.
pub(super) const JOINED: &str = "tournament.joined";

/// The fact that staff have taken a player off a board.
const DISQUALIFIED: &str = "tournament.disqualified";

/// How a player without a nickname is shown, masked like any other.
const NAMELESS: &str = "Player";

/// The body of [`JOINED`].
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Joined {
    pub tournament_id: i64,
}

/// The tournament called `name` for a member of `groups`; one of other groups is not there.
pub(super) async fn visible(app: &App, name: &str, groups: &[i64]) -> ApiResult<Tournament> {
    let found = store::find(&app.db, name).await?;
    found.filter(|tournament| tournament.is_for(groups)).ok_or_else(ApiError::not_found)
}

/// Joins a tournament that has not ended, as a member of `groups`. Who has joined before stays as joined as before, in whatever
/// groups by now.
///
/// The decision is made under the lock of the player's lane, under which stops change, and the fact takes its place in
/// that lane: which rounds count does not depend on when the log is read.
pub async fn join(app: &App, player: PlayerId, groups: &[i64], tournament: &Tournament) -> ApiResult<()> {
    if store::standing_of(&app.db, tournament.id, player).await?.is_some() {
        return Ok(());
    }
    if !tournament.is_for(groups) {
        let message = "This tournament is for other players.";
        return Err(ApiError::field("confirmed", "not_for_player", message));
    }
    let profile = player::get(app, player).await?;
    let shown_name = mask(profile.nickname.as_deref().unwrap_or(NAMELESS));
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    // Whatever forbids bets forbids to enter a race for them.
    identity::refuse_stopped(&identity::stops_in(&mut tx, player).await?, now, |_| true)?;
    if tournament.status(now) == TournamentStatus::Archive
        || !store::lock_open(&mut tx, tournament.id).await?
    {
        let message = "This tournament is over.";
        return Err(ApiError::field("confirmed", "invalid_state", message));
    }
    if store::join(&mut tx, tournament.id, player, &shown_name, profile.currency, now).await? {
        let joined = Joined { tournament_id: tournament.id };
        let fact = Fact { kind: JOINED, body: serde_json::to_string(&joined)? };
        log::append(&app.db, &mut tx, player, now, &[fact]).await?;
    }
    Ok(tx.commit().await?)
}

/// What became of a disqualification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disqualified {
    /// The player is off the board, and those behind have moved up.
    Done,
    /// There is no such tournament.
    NoTournament,
    /// The player has not joined it, or is off its board already.
    NotOnBoard,
    /// Its places are final.
    Closed,
}

/// Takes a player off the board of a tournament whose places are not final, for `reason`; `by` names the member of staff.
pub async fn disqualify(
    db: &Db,
    name: &str,
    player: PlayerId,
    (by, reason): (&str, &str),
    now: i64,
) -> Result<Disqualified, Error> {
    let Some(tournament) = store::find(db, name).await? else { return Ok(Disqualified::NoTournament) };
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, player).await?;
    if !store::lock_open(&mut tx, tournament.id).await? {
        return Ok(Disqualified::Closed);
    }
    if !store::disqualify(&mut tx, tournament.id, player, now).await? {
        return Ok(Disqualified::NotOnBoard);
    }
    let body = json!({ "tournament_id": tournament.id, "by": by, "reason": reason }).to_string();
    log::append(db, &mut tx, player, now, &[Fact { kind: DISQUALIFIED, body }]).await?;
    tx.commit().await?;
    Ok(Disqualified::Done)
}
