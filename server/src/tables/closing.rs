//! Closing a table after its round, and opening it again.
//!
//! The round that is under way is played to its end: bets are taken as long as it takes them, and every bet is settled. No
//! round is opened after it, which the commit that would open one looks at itself. Players are told in their language why; the
//! member's own words stay in the log.

use croupier_db::log;
use croupier_ledger::Fact;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Table, closure_store as store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, NO_PLAYER, Permission};

/// What players are told of why a table is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosedFor {
    /// It is being worked on.
    Maintenance,
    /// It is being checked.
    Check,
    /// Its rules change.
    Rules,
    /// Nothing but that it is closed.
    Rest,
}

impl ClosedFor {
    /// Every one.
    pub(super) const ALL: [Self; 4] = [Self::Maintenance, Self::Check, Self::Rules, Self::Rest];

    /// Its name in the store.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Maintenance => "maintenance",
            Self::Check => "check",
            Self::Rules => "rules",
            Self::Rest => "rest",
        }
    }
}

/// A table that is closed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// The game's identifier.
    pub game: String,
    /// What players are told.
    pub told: ClosedFor,
    /// In the words of who has closed it; players do not read it.
    pub reason: String,
    /// The name of the member.
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// Closes the table of `game` after its round, and tells its players what `told` says; without it, opens the table again. The
/// row and the fact are one commit. 404 for a game without a table, 409 when it stands like that already.
pub async fn switch(
    app: &App,
    game: &str,
    told: Option<ClosedFor>,
    by: &Actor,
    reason: &str,
) -> ApiResult<()> {
    if app.games.game(game).and_then(Table::of).is_none() {
        return Err(ApiError::not_found());
    }
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    let member = by.signed.as_ref().map(|signed| signed.id).ok_or_else(ApiError::unauthorized)?;
    staff::require_in(&mut tx, member, Permission::GamesSwitch).await?;
    let done = match told {
        Some(told) => {
            let (game, reason, by) = (game.to_owned(), reason.to_owned(), by.name.clone());
            store::close(&mut tx, &Closure { game, told, reason, by, at: now }).await?
        }
        None => store::open(&mut tx, game).await?,
    };
    if !done {
        return Err(ApiError::conflict("already_switched", "Somebody has switched this meanwhile."));
    }
    let kind = if told.is_some() { "table.closed" } else { "table.opened" };
    let body = by.signing(json!({ "subject": game, "reason": reason, "told": told })).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind, body }]).await?;
    tx.commit().await?;
    Ok(())
}

/// A bet at a table that is closed.
pub(super) fn refusal() -> ApiError {
    ApiError::conflict("table_closed", "This table is closed.")
}
