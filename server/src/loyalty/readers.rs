//! What loyalty does with the log: points of rounds, and sums by the quarter.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use croupier_db::log::LogRow;
use croupier_db::{Error, Result, Tx};
use croupier_ledger::{PlayedKind, PlayerId, RoundStatus, SubAccount};
use serde::{Deserialize, Serialize};

use super::points::PointRound;
use super::staff::ADJUSTED;
use super::store::KeptAccount;
use super::{levels_store, store, vip_store};
use crate::app::App;
use crate::platform::readers::{After, Effects, Payment, Reader, SubAccountCode};
use crate::site_config::PICO;
use crate::wallet;

/// The name under which the reader keeps its place, and owes points.
pub const READER: &str = "loyalty";

/// The system account that points come from and go back to.
pub(super) const POINTS: &str = "points";

/// A correction of points by staff.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Adjusted {
    /// How many, with their sign.
    pub(super) points: i64,
    /// Whether they count as earned for life as well.
    pub(super) lifetime: bool,
    /// Who has made it.
    pub(super) by: String,
    /// Why.
    pub(super) reason: String,
}

/// The reader of loyalty.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(READER, move |effects, rows| {
        let app = app.clone();
        Box::pin(async move {
            vip_store::add(effects, rows).await?;
            count_points(&app, effects, rows).await?;
            Ok(After::nothing())
        })
    })
}

/// What a batch does to one round.
struct RoundChange<'a> {
    player: PlayerId,
    currency: &'a str,
    game: i64,
    stake: i64,
    settled: Option<bool>,
}

/// What a batch does to the points of one player.
#[derive(Default)]
struct PlayerChange {
    /// Earned or taken back, in pico-points.
    pico: i128,
    /// Points among them that staff has given.
    given: i64,
    /// Corrections by staff that do not count as earned.
    adjusted: i64,
    /// The place of the player's last row within the batch.
    row: usize,
}

async fn count_points(app: &App, effects: &mut Effects, rows: &[LogRow]) -> Result<()> {
    let mut players: BTreeMap<PlayerId, PlayerChange> = BTreeMap::new();
    for (player, pico) in count_rounds(app, effects, rows).await? {
        *players.entry(player).or_default() = PlayerChange { pico, ..PlayerChange::default() };
    }
    let mut owed = Vec::new();
    for row in rows {
        let Some(adjusted) = adjusted(row)? else { continue };
        let change = players.entry(row.player()).or_default();
        if adjusted.lifetime {
            change.pico += i128::from(adjusted.points) * i128::from(PICO);
            change.given += adjusted.points;
        } else {
            change.adjusted += adjusted.points;
            owed.push(OwedPoints { row, no: 1, points: adjusted.points });
        }
    }
    for (place, row) in rows.iter().enumerate() {
        if let Some(change) = players.get_mut(&row.player()) {
            change.row = place;
        }
    }
    owed.extend(book(app, effects, players, rows).await?);
    pay(effects, &owed).await
}

/// The correction that a row tells of; `None` for any other row.
pub(super) fn adjusted(row: &LogRow) -> Result<Option<Adjusted>> {
    match row {
        LogRow::Event { kind, body, .. } if kind == ADJUSTED => {
            serde_json::from_str(body).map(Some).map_err(|error| Error::Corrupt(error.to_string()))
        }
        _ => Ok(None),
    }
}

/// Brings the rounds of a batch up to date; answers what they earn for each player, in pico-points.
async fn count_rounds(app: &App, tx: &mut Tx, rows: &[LogRow]) -> Result<BTreeMap<PlayerId, i128>> {
    let mut changes: BTreeMap<i64, RoundChange<'_>> = BTreeMap::new();
    for row in rows {
        let (LogRow::Transfer(row), Some(played)) = (row, row.played()) else { continue };
        let change = changes.entry(played.round).or_insert_with(|| RoundChange {
            player: row.player,
            currency: &row.currency,
            game: played.game,
            stake: 0,
            settled: None,
        });
        change.stake += match played.kind {
            PlayedKind::Bet => played.real,
            PlayedKind::BetRollback => -played.real,
            PlayedKind::Win | PlayedKind::WinRollback | PlayedKind::Settle => 0,
        };
        if let Some(ends) = played.ends {
            change.settled = Some(ends == RoundStatus::Closed);
        }
    }
    let known = store::rounds(tx, &changes.keys().copied().collect::<Vec<_>>()).await?;
    let (loyalty, rates) = (app.site_config.loyalty.now(), app.site_config.rates.now());
    let (mut earned, mut changed) = (BTreeMap::<PlayerId, i128>::new(), Vec::new());
    for (id, change) in changes {
        let before = if let Some(before) = known.get(&id) {
            *before
        } else {
            let code = change.currency;
            let currency = code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))?;
            let game = app.catalogue.game_by_id(change.game);
            let categories = game.as_ref().map_or(&[][..], |game| &game.categories);
            let rate_pico = loyalty.rate_pico(currency, categories, &rates);
            PointRound { stake: 0, rate_pico, settled: false }
        };
        let stake = before.stake + change.stake;
        let after = PointRound { stake, settled: change.settled.unwrap_or(before.settled), ..before };
        // Nothing is kept of rounds that bonus money or a grant pays.
        if after == before || (stake == 0 && !known.contains_key(&id)) {
            continue;
        }
        *earned.entry(change.player).or_default() += after.earned() - before.earned();
        changed.push((id, change.player, after));
    }
    store::put_rounds(tx, &changed).await?;
    Ok(earned)
}

/// Points that the player of a row is owed, below zero when they are taken back. `no` tells those of one row apart.
struct OwedPoints<'a> {
    row: &'a LogRow,
    no: i64,
    points: i64,
}

/// Counts what players have earned; answers what of it are whole points.
async fn book<'a>(
    app: &App,
    effects: &mut Effects,
    players: BTreeMap<PlayerId, PlayerChange>,
    rows: &'a [LogRow],
) -> Result<Vec<OwedPoints<'a>>> {
    let ids: Vec<PlayerId> = players.keys().copied().collect();
    let known = store::earned_in(effects, &ids).await?;
    let statuses = app.site_config.statuses.now();
    let (mut accounts, mut reached, mut owed) = (Vec::new(), Vec::new(), Vec::new());
    for (player, PlayerChange { pico, given, adjusted, row }) in players {
        let before = known.get(&player).copied().unwrap_or_default();
        let too_large = || Error::Corrupt(format!("points of player {player} do not fit"));
        let earned = before.plus(pico).ok_or_else(too_large)?;
        let row = &rows[row];
        accounts.push(KeptAccount { player, earned, given, adjusted });
        reached.extend(levels_store::reached(&statuses, player, (before, earned), row.at()));
        owed.push(OwedPoints { row, no: 0, points: earned.points - before.points });
    }
    store::put_earned(effects, &accounts).await?;
    levels_store::note(effects, &reached).await?;
    Ok(owed)
}

/// Owes players their points, or has them taken back. All points of a player are in one wallet, the first: what they buy is
/// paid for from one place.
async fn pay(effects: &mut Effects, owed: &[OwedPoints<'_>]) -> Result<()> {
    let owed = || owed.iter().filter(|of| of.points != 0);
    let players: BTreeSet<PlayerId> = owed().map(|of| of.row.player()).collect();
    let first = wallet::first_currencies_in(effects, &players).await?;
    for OwedPoints { row, no, points } in owed() {
        let Some(currency) = first.get(&row.player()) else { continue };
        let (system, own) = (POINTS.to_owned(), SubAccountCode(SubAccount::Points));
        let payment = if *points > 0 {
            Payment::Give { from: system, to: own, amount: *points }
        } else {
            Payment::Take { from: own, to: system, amount: -points }
        };
        effects.pay(row, *no, *currency, &payment).await?;
    }
    Ok(())
}
