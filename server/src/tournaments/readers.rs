//! What tournaments do with the log: scores, from the rounds of those who have joined, and prizes, which are owed once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use croupier_db::log::LogRow;
use croupier_db::{Error, Result};
use croupier_ledger::SubAccount;
use serde::Deserialize;

use super::closing::{PrizeWon, WON};
use super::definition::{Terms, day_of};
use super::entries_store::{self, Gain, OpenTournament};
use super::joining::{JOINED, Joined};
use super::levels::{self, Steps};
use super::scoring::{Batch, Contest, Entry, Pair, Row};
use super::{PRIZES_ACCOUNT, READER};
use crate::platform::current::Current;
use crate::platform::readers::{After, Effects, Payment, Reader, SubAccountCode};
use crate::site_config::ExchangeRates;
use crate::wallet;

/// Contests that are remembered, by their tournament's id, with the version they are of.
type ContestCache = Mutex<HashMap<i64, (i64, Contest)>>;

/// The reader that scores rounds, and owes the prizes of final places.
pub fn reader(rates: Arc<Current<ExchangeRates>>) -> Reader {
    let known = Arc::new(ContestCache::default());
    Reader::new(READER, move |effects, rows| {
        let (rates, known) = (rates.now(), known.clone());
        Box::pin(async move {
            owe_prizes(effects, rows).await?;
            score(effects, rows, &rates, &known).await?;
            Ok(After::nothing())
        })
    })
}

/// The fact of this kind; `None` when the row is another one. One that cannot be read stops the reader until it can: to
/// pass it by would lose a prize, or a joining.
fn fact<T: for<'a> Deserialize<'a>>(row: &LogRow, of: &str) -> Result<Option<T>> {
    let LogRow::Event { kind, body, lsn, .. } = row else { return Ok(None) };
    if kind != of {
        return Ok(None);
    }
    let corrupt = |error| Error::Corrupt(format!("the fact {kind} at {}: {error}", lsn.0));
    serde_json::from_str(body).map(Some).map_err(corrupt)
}

/// The tournament that this row is the joining of.
pub(super) fn joined(row: &LogRow) -> Result<Option<i64>> {
    Ok(fact::<Joined>(row, JOINED)?.map(|joined| joined.tournament_id))
}

async fn owe_prizes(effects: &mut Effects, rows: &[LogRow]) -> Result<()> {
    for row in rows {
        let Some(won) = fact::<PrizeWon>(row, WON)? else { continue };
        let to = SubAccountCode(SubAccount::Cash);
        let payment = Payment::Give { from: PRIZES_ACCOUNT.to_owned(), to, amount: won.amount_cents };
        effects.pay(row, 0, won.currency, &payment).await?;
    }
    Ok(())
}

async fn score(
    effects: &mut Effects,
    rows: &[LogRow],
    rates: &ExchangeRates,
    known: &ContestCache,
) -> Result<()> {
    let is_joining = |row: &LogRow| matches!(row, LogRow::Event { kind, .. } if kind == JOINED);
    let matters = |row: &&LogRow| row.played().is_some() || is_joining(row);
    let rows: Vec<&LogRow> = rows.iter().filter(matters).collect();
    let times = || rows.iter().map(|row| row.at());
    let Some(span) = times().min().zip(times().max()) else { return Ok(()) };
    let mut batch = Batch::default();
    for row in &rows {
        if let Some(tournament) = joined(row)? {
            let pair = (tournament, row.player());
            entries_store::begin_to_count(effects, pair, row.lsn().0).await?;
        }
    }
    for open in entries_store::open_at(effects, span).await? {
        batch.contests.push(contest(effects, open, known).await?);
    }
    if batch.contests.is_empty() {
        return Ok(());
    }
    load(effects, &mut batch, &rows).await?;
    let days = rates_of_days(effects, &rows, rates).await?;
    for row in &rows {
        if let Some(tournament) = joined(row)? {
            batch.join(tournament, row.player());
        }
        let (Some(played), LogRow::Transfer(transfer)) = (row.played(), row) else { continue };
        let currency = transfer.currency.as_str();
        let (lsn, reverses) = (row.lsn().0, transfer.transfer.reverses.map(|lsn| lsn.0));
        let row = Row { played, player: transfer.player, currency, at: transfer.transfer.at, lsn, reverses };
        let day = days.get(&day_of(row.at));
        batch.take(&row, |amount, contest| {
            wallet::converted(day?, amount, currency.parse().ok()?, contest.currency)
        });
    }
    write(effects, batch).await
}

/// What is scored in a tournament, from memory where that is of its version.
async fn contest(effects: &mut Effects, open: OpenTournament, known: &ContestCache) -> Result<Contest> {
    let OpenTournament { id, version, start_at, end_at } = open;
    let remembered = known.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
    if let Some((_, contest)) = remembered.filter(|(of, _)| *of == version) {
        return Ok(contest);
    }
    let (identifier, terms, games) = entries_store::terms(effects, id).await?;
    let steps = Steps { identifier, terms: terms.clone() };
    let steps = (!terms.rewards.is_empty()).then(|| Arc::new(steps));
    let Terms { currency, strategy, min_bet_cents: min_bet, .. } = terms;
    let contest =
        Contest { id, strategy, min_bet, currency, games: Arc::new(games), start_at, end_at, steps };
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|_, (_, contest)| contest.settled_at() > start_at);
    known.insert(id, (version, contest.clone()));
    Ok(contest)
}

/// Loads who has joined, and what is known of rounds that the rows go on with.
async fn load(effects: &mut Effects, batch: &mut Batch, rows: &[&LogRow]) -> Result<()> {
    let played = || rows.iter().filter_map(|row| row.played().map(|played| (row.player(), played)));
    let openers = played().filter(|(_, played)| played.opens).map(|(player, _)| player).collect();
    let here: BTreeSet<i64> = played().filter(|(_, of)| of.opens).map(|(_, of)| of.round).collect();
    let before = played().map(|(_, of)| of.round).filter(|round| !here.contains(round)).collect();
    let contests = batch.contests.iter().map(|contest| contest.id).collect();
    batch.joined = entries_store::joined(effects, &contests, &openers).await?;
    // Those who join within this batch do so at their row, not before it.
    for row in rows {
        if let Some(tournament) = joined(row)? {
            batch.joined.remove(&(tournament, row.player()));
        }
    }
    batch.entries = entries_store::entries(effects, &before).await?;
    Ok(())
}

async fn rates_of_days(
    effects: &mut Effects,
    rows: &[&LogRow],
    now_worth: &ExchangeRates,
) -> Result<BTreeMap<i64, ExchangeRates>> {
    let days: BTreeSet<i64> = rows.iter().map(|row| day_of(row.at())).collect();
    let mut rates = BTreeMap::new();
    for day in days {
        rates.insert(day, entries_store::rates_of(effects, day, now_worth).await?);
    }
    Ok(rates)
}

/// Writes the changed rounds, and the scores that follow from them.
async fn write(effects: &mut Effects, batch: Batch) -> Result<()> {
    let changed =
        || batch.changed.iter().filter_map(|(pair, before)| Some((*pair, before, batch.entries.get(pair)?)));
    entries_store::keep(effects, changed().map(|(pair, _, entry)| (pair, entry)).collect()).await?;
    let mut changed_scores = BTreeSet::new();
    for takes_best in [false, true] {
        let of_kind = |id: i64| {
            batch
                .contests
                .iter()
                .any(|contest| contest.id == id && contest.strategy.takes_best() == takes_best)
        };
        let mut gains: BTreeMap<Pair, Gain> = BTreeMap::new();
        let mut recounted = BTreeSet::new();
        for ((tournament, _), before, entry) in changed().filter(|((id, _), ..)| of_kind(*id)) {
            let pair = (tournament, entry.player);
            if before.counted {
                // A round that had scored has changed: whatever it was, all rounds are added up again.
                recounted.insert(pair);
            } else if entry.score.counted {
                gain(gains.entry(pair).or_default(), entry, takes_best);
            }
        }
        changed_scores.extend(gains.keys().chain(&recounted));
        entries_store::add(effects, gains, takes_best).await?;
        entries_store::recount(effects, &recounted, takes_best).await?;
    }
    levels::note_reached(effects, &batch.contests, &changed_scores).await
}

/// Adds a round that has scored to what its player gains.
pub(super) fn gain(gain: &mut Gain, entry: &Entry, takes_best: bool) {
    let (score, ended_at) = (entry.score, entry.ended_at.unwrap_or_default());
    gain.rounds += 1;
    gain.bet = gain.bet.saturating_add(score.bet);
    gain.win = gain.win.saturating_add(score.win);
    gain.currency.clone_from(&entry.currency);
    if takes_best {
        if score.points > gain.points || (score.points == gain.points && ended_at < gain.scored_at) {
            (gain.points, gain.scored_at) = (score.points, ended_at);
        }
    } else {
        gain.points = gain.points.saturating_add(score.points);
        if score.points > 0 {
            gain.scored_at = gain.scored_at.max(ended_at);
        }
    }
}
