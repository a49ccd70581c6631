//! Saved bets: layouts of chips that a player has named at a table, or picks of a board, to be put on it again on any
//! device.
//!
//! They are kept by table and currency, because an amount means nothing in another one. A layout is checked by the rules of
//! the table when it is saved; whether it may be bet is decided anew each time, as for every bet. Names and numbers are
//! counted under the lock of the player's lane, so two devices at once save no layout too many.

use croupier_db::{Tx, log};
use croupier_games::{Bet, Kind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::play_error;
use super::saved_bets_store::{self as store, Place, SavedRow};
use super::sessions::{Session, SessionPlayer};
use super::stakes;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules;

/// Layouts that a player keeps at a table in a currency.
const SAVED_MAX: usize = 10;

/// Characters of a name.
const NAME_MAX: usize = 40;

/// A layout of chips with its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SavedBet {
    /// Its id.
    id: String,
    /// What its player calls it.
    name: String,
    /// The bets, each on pockets or picks in rising order.
    #[schema(value_type = Vec<Object>)]
    bets: Vec<Bet>,
    /// Their sum, in subunits.
    total_cents: i64,
}

/// What a player has saved at a table in the currency of the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SavedBets {
    /// The layouts, in the order in which they were saved.
    saved: Vec<SavedBet>,
    /// How many there may be.
    max: usize,
}

/// A layout that is to be saved.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct SaveRequest {
    /// 1 to 40 characters.
    name: String,
    /// The bets.
    #[schema(value_type = Vec<Object>)]
    bets: Vec<Bet>,
}

/// Another name for a layout.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct RenameRequest {
    /// 1 to 40 characters.
    name: String,
}

/// What is saved.
pub(super) async fn list(app: &App, session: &Session) -> ApiResult<SavedBets> {
    saved_bets_of(store::list(&app.db, place_of(session)?).await?)
}

/// Saves a layout. The same one under the same name is saved once, however often it is sent.
pub(super) async fn save(app: &App, session: &Session, request: SaveRequest) -> ApiResult<SavedBets> {
    let place = place_of(session)?;
    let name = checked_name(&request.name)?;
    let bets = serde_json::to_string(&checked_bets(session, request.bets)?)?;
    let mut tx = locked(app, place).await?;
    let mut rows = store::list_in(&mut tx, place).await?;
    match rows.iter().find(|row| row.name == name) {
        Some(known) if known.bets == bets => return saved_bets_of(rows),
        Some(_) => return Err(name_taken()),
        None if rows.len() >= SAVED_MAX => {
            return Err(ApiError::conflict("saved_bets_max", "You have saved as many bets as can be kept."));
        }
        None => {}
    }
    let row = SavedRow { id: app.entropy.uuid(&app.clock), name, bets };
    store::insert(&mut tx, place, &row, app.clock.now()).await?;
    tx.commit().await?;
    rows.push(row);
    saved_bets_of(rows)
}

/// Gives a layout another name.
pub(super) async fn rename(
    app: &App,
    session: &Session,
    id: &str,
    request: &RenameRequest,
) -> ApiResult<SavedBets> {
    let place = place_of(session)?;
    let id = id.parse::<Uuid>().map_err(|_| ApiError::not_found())?;
    let name = checked_name(&request.name)?;
    let mut tx = locked(app, place).await?;
    let mut rows = store::list_in(&mut tx, place).await?;
    if rows.iter().any(|row| row.id != id && row.name == name) {
        return Err(name_taken());
    }
    let row = rows.iter_mut().find(|row| row.id == id).ok_or_else(ApiError::not_found)?;
    store::rename(&mut tx, place.player, id, &name).await?;
    tx.commit().await?;
    row.name = name;
    saved_bets_of(rows)
}

/// Forgets a layout; one that is gone stays so.
pub(super) async fn delete(app: &App, session: &Session, id: &str) -> ApiResult<SavedBets> {
    let place = place_of(session)?;
    let id = id.parse::<Uuid>().map_err(|_| ApiError::not_found())?;
    let mut tx = app.db.begin().await?;
    store::delete(&mut tx, place, id).await?;
    tx.commit().await?;
    saved_bets_of(store::list(&app.db, place).await?)
}

/// Begins a transaction under the lock of the player's lane.
async fn locked(app: &App, place: Place<'_>) -> ApiResult<Tx> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, place.player).await?;
    Ok(tx)
}

/// Where the session's player saves bets. A demo has no player: its browser keeps them. Only a wheel and a board of keno have
/// bets to be saved.
fn place_of(session: &Session) -> ApiResult<Place<'_>> {
    if !matches!(session.rules.rules(), Kind::Roulette(_) | Kind::Keno(_)) {
        return Err(ApiError::not_found());
    }
    let SessionPlayer { id, played_in, .. } = session.player.as_ref().ok_or_else(ApiError::not_found)?;
    Ok(Place { player: *id, game: session.rules.identifier(), currency: played_in.code() })
}

fn checked_name(name: &str) -> ApiResult<String> {
    rules::short_text(name, NAME_MAX).map_err(|rule| ApiError::fields(vec![rule.on("name")]))
}

/// The bets as they are kept: legal at the table now, each on the pockets that it covers or the numbers that were picked, in
/// rising order.
fn checked_bets(session: &Session, mut bets: Vec<Bet>) -> ApiResult<Vec<Bet>> {
    let SessionPlayer { played_in, .. } = session.player.as_ref().ok_or_else(ApiError::not_found)?;
    let limits = stakes::limits(&session.rules, *played_in);
    session.rules.stake_of(None, &bets, limits).map_err(|error| play_error(&error))?;
    for bet in &mut bets {
        match bet.kind.covered(&bet.numbers) {
            Some(covered) => bet.numbers = covered,
            None => bet.numbers.sort_unstable(),
        }
    }
    Ok(bets)
}

fn name_taken() -> ApiError {
    ApiError::conflict("saved_bets_name", "You have saved other bets under this name.")
}

fn saved_bets_of(rows: Vec<SavedRow>) -> ApiResult<SavedBets> {
    let read = |SavedRow { id, name, bets }: SavedRow| {
        let bets: Vec<Bet> = serde_json::from_str(&bets)?;
        let total_cents = bets.iter().map(|bet| bet.amount_cents).sum();
        Ok(SavedBet { id: id.to_string(), name, bets, total_cents })
    };
    let saved = rows.into_iter().map(read).collect::<ApiResult<_>>()?;
    Ok(SavedBets { saved, max: SAVED_MAX })
}
