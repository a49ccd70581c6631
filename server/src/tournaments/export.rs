//! What a tournament was scored from, for a program that works its scores out anew: rows of the log as they stand there,
//! beside the scores that players are shown. `scripts/rescore_tournament.py` reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::{Context, Result, bail, ensure};
use croupier_db::Db;
use croupier_db::log::{self, LogRow, TransferRow};
use croupier_money::Currency;
use serde_json::{Value, json};

use super::definition::{SETTLE_MS, day_of};
use super::joining::JOINED;
use super::model::Tournament;
use super::{READER, closing_store, replay, rescoring_store, store};
use crate::site_config::ExchangeRates;

/// Rows that are read in one go.
const PAGE: i64 = 2_000;

/// By how much the clocks of servers may differ.
const CLOCKS_MS: i64 = 60_000;

/// Writes what the tournament called `name` was scored from to `out`, one JSON value a line; `false` when there is no such
/// tournament. Rows are those that were scored already. Fails when a part of the log that is needed lies in the archive.
pub async fn export(db: &Db, name: &str, out: &mut impl Write) -> Result<bool> {
    let Some(tournament) = store::find(db, name).await? else { return Ok(false) };
    let mut units = BTreeMap::from([unit(tournament.terms.currency)]);
    let mut line = |value: Value| writeln!(out, "{value}");
    line(json!({ "tournament": {
        "id": tournament.id,
        "identifier": tournament.identifier,
        "terms": tournament.terms,
        "game_ids": tournament.game_ids,
        "start_at_ms": tournament.start_at,
        "end_at_ms": tournament.end_at,
        "is_final": tournament.closed_at.is_some(),
    } }))?;
    let Joined { players, scored_upto } = standings(db, tournament.id, &mut line).await?;
    for (lane, upto) in scored_upto {
        let (mut after, is_whole) = replay::place_at(db, lane, tournament.start_at).await?;
        ensure!(is_whole, "a part of the log that is needed lies in the archive");
        while after < upto {
            let rows = log::rows_after(db, lane, after, PAGE).await?;
            let Some(last) = rows.last() else { bail!("the log of lane {lane} ends before {upto}") };
            after = last.lsn().seq();
            let is_over = rows.iter().all(|row| row.at() >= tournament.end_at + SETTLE_MS + CLOCKS_MS);
            for row in rows.iter().filter(|row| row.lsn().seq() <= upto && players.contains(&row.player())) {
                let LogRow::Transfer(row) = row else { continue };
                if row.transfer.round.is_some() {
                    units.extend(row.currency.parse().ok().map(unit));
                    line(json!({ "transfer": transfer(row) }))?;
                }
            }
            if is_over {
                break;
            }
        }
    }
    rates(db, &tournament, &mut units, &mut line).await?;
    line(json!({ "subunits_to_unit": units }))?;
    Ok(true)
}

fn unit(currency: Currency) -> (&'static str, i64) {
    (currency.code(), currency.subunits_to_unit())
}

fn transfer(row: &TransferRow) -> Value {
    let of = &row.transfer;
    json!({
        "lsn": of.lsn.0,
        "kind": of.kind.code(),
        "debit": of.debit.0,
        "credit": of.credit.0,
        "amount": of.amount,
        "player_id": row.player,
        "currency": row.currency,
        "round_id": of.round,
        "game_id": of.game,
        "grant_id": of.grant,
        "round_ends": of.ends.map(croupier_ledger::RoundStatus::code),
        "reverses": of.reverses.map(|lsn| lsn.0),
        "at_ms": of.at,
    })
}

/// Who has joined.
#[derive(Default)]
struct Joined {
    /// Their numbers.
    players: BTreeSet<i64>,
    /// Up to which number of each of their lanes the scores that are written take the log in.
    scored_upto: BTreeMap<u8, i64>,
}

/// Writes who has joined: the row of the log that says so, and the score that is shown.
async fn standings(
    db: &Db,
    tournament: i64,
    line: &mut impl FnMut(Value) -> std::io::Result<()>,
) -> Result<Joined> {
    let mut joined = Joined::default();
    for standing in rescoring_store::standings(db, (READER, db.lanes()), tournament, JOINED).await? {
        let player = standing.player;
        joined.players.insert(player);
        joined.scored_upto.extend([standing.scored_upto]);
        let body =
            standing.joining.with_context(|| format!("the log does not tell that player {player} joined"))?;
        let body: Value = serde_json::from_str(&body)?;
        line(json!({ "joined": { "lsn": standing.joined_lsn, "player_id": player, "body": body } }))?;
        line(json!({ "standing": {
            "player_id": player,
            "points": standing.score.points,
            "rounds": standing.score.rounds,
            "bet_cents": standing.score.bet,
            "win_cents": standing.score.win,
            "scored_at_ms": standing.scored_at,
            "is_disqualified": standing.is_disqualified,
            "award_place": standing.award_place,
        } }))?;
    }
    Ok(joined)
}

/// Writes the rates of the days of a tournament, and notes the subunits of their coins.
async fn rates(
    db: &Db,
    tournament: &Tournament,
    units: &mut BTreeMap<&'static str, i64>,
    line: &mut impl FnMut(Value) -> std::io::Result<()>,
) -> Result<()> {
    for day in day_of(tournament.start_at)..=day_of(tournament.end_at + SETTLE_MS) {
        let Some(text) = closing_store::rates_of(db, day).await? else { continue };
        let noted: ExchangeRates = serde_json::from_str(&text)?;
        units.extend(noted.rates.keys().filter_map(|code| code.parse().ok()).map(unit));
        line(json!({ "rates": { "day": day, "rates": noted.rates } }))?;
    }
    Ok(())
}
