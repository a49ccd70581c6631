//! What a licence allows of a game's controls, and the least time from one round to the next.
//!
//! The client holds the least time by itself. The server holds it for rounds for money: the row that says when the last
//! one began is written in the commit of the bet, and a bet that comes too early misses it. Rounds are counted over all
//! builtin games and wallets of a player, so that a second window is no way around it.

use croupier_db::Statement;
use croupier_games::Game;
use croupier_ledger::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::session_cache::Followed;
use super::sessions::{Session, SessionPlayer};
use super::store;
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::Licence;

/// Rounds that come too early and reach the ledger all the same, after each round that has begun.
const EARLY_MAX: u32 = 5;

/// The controls that a game may offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Controls {
    /// Whether rounds may follow each other without a press for each.
    pub autoplay: bool,
    /// Whether the game may be shown faster than it is made for.
    pub quick_spin: bool,
    /// From the start of a round to that of the next at least so many milliseconds pass; 0 where nothing is asked.
    pub cycle_ms: i64,
}

/// The licence that a game session is played under: the one that the player signed up with, or the one that serves a
/// demo's visitor.
pub(super) fn licence<'a>(app: &'a App, session: &Session, visitor: &Visitor) -> &'a Licence {
    let licences = &app.site_config.licences;
    match &session.player {
        Some(player) => licences.named(&player.licence),
        None => licences.serving(visitor.country()),
    }
}

/// What the session's licence allows of its game.
pub(super) fn controls(app: &App, session: &Session, visitor: &Visitor) -> Controls {
    let rules = licence(app, session, visitor).play;
    let cycle_ms = rules.cycle_ms(session.rules.kind());
    Controls { autoplay: rules.autoplay, quick_spin: rules.quick_spin, cycle_ms }
}

/// The least time between rounds of a player, where the licence names one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cycle {
    player: PlayerId,
    least_ms: i64,
    at: i64,
}

impl Cycle {
    /// The one that holds for a round of `game` that begins `at`; none where the licence asks for nothing.
    pub(super) fn of(app: &App, player: &SessionPlayer, game: &Game, at: i64) -> Option<Self> {
        let least_ms = app.site_config.licences.named(&player.licence).play.cycle_ms(game.kind());
        (least_ms > 0).then_some(Self { player: player.id, least_ms, at })
    }

    /// The statement that goes with the bet: it misses its row while the last round is too young.
    pub(super) fn begins(&self) -> Statement {
        store::begin_round(self.player, self.at, self.at - self.least_ms)
    }

    /// The refusal of a round that this server knows to be too early, after many of them.
    pub(super) fn known_refusal(&self, app: &App) -> Option<ApiError> {
        let followed = app.known.followed_too_early.get(&self.player)?;
        self.too_early(followed.begun_at).filter(|_| followed.refused >= EARLY_MAX)
    }

    /// The refusal of a round that missed its row, where it was for being too early.
    pub(super) async fn refusal(&self, app: &App) -> ApiResult<Option<ApiError>> {
        let Some(begun_at) = store::round_begun_at(&app.db, self.player).await? else { return Ok(None) };
        let before = app.known.followed_too_early.get(&self.player);
        let refused = before.filter(|one| one.begun_at == begun_at).map_or(0, |one| one.refused) + 1;
        app.known.followed_too_early.keep(self.player, Followed { begun_at, refused });
        Ok(self.too_early(begun_at))
    }

    fn too_early(&self, begun_at: i64) -> Option<ApiError> {
        let from = begun_at + self.least_ms;
        if from <= self.at {
            return None;
        }
        let seconds = u64::try_from(from - self.at).unwrap_or_default().div_ceil(1000);
        Some(ApiError::round_too_early(seconds).until(rfc3339(from)))
    }
}
