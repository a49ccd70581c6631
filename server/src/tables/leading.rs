//! The lead of a table: one server at a time brings its rounds on.
//!
//! The lead is a lease with an epoch. A server that slept through its lease misses the rows with what it still wants to
//! write. Nothing of a round is in memory only: whoever leads next reads where it stands.

use std::sync::Arc;

use croupier_db::readers::clock_of_leases;
use croupier_games::baccarat::Dealt;
use croupier_games::crash::{ONE, mix, multiplier_at};
use croupier_games::fair::ServerSeed;

use super::chains::{self, Chain};
use super::rules::{Drawn, Rules};
use super::store::{self, NewRound, Round, RoundEnd, State};
use super::{Table, bet_store, closure_store, locked, settling};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// How long a lead lasts without being renewed, and how often it is, in milliseconds.
const LEASE_MS: i64 = 4_000;
const RENEW_MS: i64 = 1_000;

/// How long somebody looks at a table after it was last said, in milliseconds.
const WANTED_MS: i64 = 15_000;

/// A crash round that ends so much later than it has crashed stood still: nobody could cash out by hand. In milliseconds.
const STOOD_STILL_MS: i64 = 3_000;

/// What this server knows of the lead of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leading {
    /// Its epoch, and whether somebody looks at the table; none while another server leads.
    lead: Option<(i64, bool)>,
    /// When to ask again, by the server clock.
    ask_at: i64,
}

/// Whether this server leads a table, as far as it knows.
pub(super) fn leads(app: &App, table: &Table) -> bool {
    locked(&app.tables.leading).get(table.identifier()).is_some_and(|known| known.lead.is_some())
}

/// One look at a table: takes the lead where there is something to do and nobody has it, and brings the table on.
pub(super) async fn keep(app: &Arc<App>, table: &Table, is_watched: bool) -> ApiResult<()> {
    let game = table.identifier();
    if !is_watched && !leads(app, table) && !store::is_at_work(&app.db, game).await? {
        return Ok(());
    }
    let Some((epoch, is_wanted)) = renewed(app, game, is_watched).await? else { return Ok(()) };
    advance(app, table, epoch, is_wanted).await?;
    if !is_wanted && !store::is_at_work(&app.db, game).await? {
        locked(&app.tables.leading).remove(game);
    }
    Ok(())
}

/// The lead of a table, asked for anew when it is time.
async fn renewed(app: &App, game: &str, is_watched: bool) -> ApiResult<Option<(i64, bool)>> {
    let now = app.clock.now();
    let known = locked(&app.tables.leading).get(game).copied();
    if let Some(known) = known.filter(|known| (known.ask_at - RENEW_MS..known.ask_at).contains(&now)) {
        return Ok(known.lead);
    }
    let mut tx = app.db.begin().await?;
    let leased_at = clock_of_leases(&app.db, &mut tx, now).await?;
    let wanted = if is_watched { leased_at + WANTED_MS } else { 0 };
    let owner = app.tables.owner(app);
    let lead = store::claim(&mut tx, game, &owner, (leased_at, leased_at + LEASE_MS, wanted)).await?;
    tx.commit().await?;
    locked(&app.tables.leading).insert(game.to_owned(), Leading { lead, ask_at: now + RENEW_MS });
    Ok(lead)
}

/// Does what is due.
async fn advance(app: &Arc<App>, table: &Table, epoch: i64, is_wanted: bool) -> ApiResult<()> {
    let now = app.clock.now();
    let newest = store::newest(&app.db, table.identifier()).await?;
    match &newest {
        Some(round) if round.state == State::Betting => {
            if now >= round.closes_at {
                close(app, round, epoch).await?;
            }
            return Ok(());
        }
        Some(round) if round.state == State::Running => return run(app, round, epoch).await,
        _ => {}
    }
    for round in store::unsettled(&app.db, table.identifier()).await? {
        settling::settle(app, &round, &rules_of(app, &round).await?).await?;
    }
    let ended_at = newest.as_ref().and_then(|round| Some(round.end.as_ref()?.at));
    let is_due = is_wanted && ended_at.is_none_or(|at| now >= at + table.rules.pause_ms());
    if is_due && closure_store::of(&app.db, table.identifier()).await?.is_none() {
        open(app, table, newest.as_ref(), epoch).await?;
    }
    Ok(())
}

/// Opens the next round of a table.
async fn open(app: &App, table: &Table, before: Option<&Round>, epoch: i64) -> ApiResult<()> {
    let (game, now) = (table.identifier(), app.clock.now());
    let (number, chain, place) = next_place(app, game, before).await?;
    let Some(server_seed_hash) = chain.commitment(place) else { return Ok(()) };
    let new = NewRound {
        game,
        definition: table.hash(),
        chain: number,
        published: &chain.published,
        length: chain.length(),
        place,
        server_seed_hash,
        opened_at: now,
        closes_at: now + table.rules.betting_ms(),
    };
    store::open(&app.db, &new, epoch).await?;
    Ok(())
}

/// The chain and the place that the next round takes its seed from. A chain that was published by another secret is left
/// as it is, and a new one begun.
async fn next_place(app: &App, game: &str, before: Option<&Round>) -> ApiResult<(i64, Arc<Chain>, i64)> {
    let (mut number, mut place) = match before {
        None => (1, 0),
        // The next seed of its chain is promised by one that was never revealed.
        Some(round) if round.end.as_ref().is_some_and(RoundEnd::is_void) => (round.chain + 1, 0),
        Some(round) => (round.chain, round.place + 1),
    };
    loop {
        let chain = chains::chain(app, game, number).await?;
        let published = store::published(&app.db, game, number).await?;
        let is_ours = published.is_none_or(|published| published == chain.published);
        if is_ours && place < chain.length() {
            return Ok((number, chain, place));
        }
        (number, place) = (number + 1, 0);
    }
}

/// Takes no more bets, and lets the multiplier rise or the cards be dealt.
async fn close(app: &App, round: &Round, epoch: i64) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    let first = bet_store::mixed_seeds();
    let seeds = store::close(&mut tx, round.id, epoch, app.clock.now(), first).await?;
    let Some(seeds) = seeds else { return Ok(()) };
    store::commit_start(tx, round.id, &mix(seeds.iter().map(String::as_str))).await?;
    Ok(())
}

/// Cashes out what has reached its target, or ends the round when it has crashed or its last card lies. A round of cards that
/// stood still is ended as it would have been: nothing was left to be done by its players.
async fn run(app: &Arc<App>, round: &Round, epoch: i64) -> ApiResult<()> {
    let Some((mixed, started_at)) = &round.started else { return Ok(()) };
    let rules = rules_of(app, round).await?;
    let chain = chains::chain(app, &round.game, round.chain).await?;
    let now = app.clock.now();
    let Some(seed) = seed_of(&chain, round) else {
        tracing::error!(round = round.id, game = round.game, "the secret has changed: the round is void");
        let drawn = match rules {
            Rules::Crash(_) => {
                Drawn::Point(bet_store::highest_cashed(&app.db, round.id).await?.unwrap_or(ONE))
            }
            Rules::Baccarat(_) => Drawn::Cards(Vec::new()),
        };
        return finish(app, round, &rules, epoch, RoundEnd::void(drawn, now)).await;
    };
    let drawn = draw(&rules, seed, round, mixed)?;
    let (elapsed, ends) = (now - started_at, rules.lasts_ms(&drawn));
    let is_crash = drawn.point().is_some();
    if elapsed < ends {
        return if is_crash {
            settling::cash_out_targets(app, round, multiplier_at(elapsed)).await
        } else {
            Ok(())
        };
    }
    let returned = is_crash && elapsed - ends > STOOD_STILL_MS;
    finish(app, round, &rules, epoch, RoundEnd { server_seed: seed.to_hex(), drawn, at: now, returned }).await
}

/// Ends a round that runs, and settles its bets.
async fn finish(app: &Arc<App>, round: &Round, rules: &Rules, epoch: i64, end: RoundEnd) -> ApiResult<()> {
    if store::end(&app.db, round.id, epoch, &end).await? {
        let ended = Round { state: State::Ended, end: Some(end), ..round.clone() };
        settling::settle(app, &ended, rules).await?;
    }
    Ok(())
}

/// The seed that was promised for a round; none when the installation's secret is another one than by then.
fn seed_of<'a>(chain: &'a Chain, round: &Round) -> Option<&'a ServerSeed> {
    chain.seed(round.place).filter(|seed| seed.commitment() == round.server_seed_hash)
}

/// What a round draws.
fn draw(rules: &Rules, seed: &ServerSeed, round: &Round, mixed: &str) -> ApiResult<Drawn> {
    let number = u64::try_from(round.id).map_err(|error| ApiError::internal(&error))?;
    Ok(rules.draw(seed, mixed, number))
}

/// What a round that runs will come to, with its rules: known to the server alone.
async fn hidden(app: &App, round: &Round) -> ApiResult<Option<(Rules, Drawn)>> {
    let Some((mixed, _)) = &round.started else { return Ok(None) };
    let rules = rules_of(app, round).await?;
    let chain = chains::chain(app, &round.game, round.chain).await?;
    let Some(seed) = seed_of(&chain, round) else { return Ok(None) };
    let drawn = draw(&rules, seed, round, mixed)?;
    Ok(Some((rules, drawn)))
}

/// Where a round that runs will crash.
pub(super) async fn hidden_point(app: &App, round: &Round) -> ApiResult<Option<i64>> {
    Ok(hidden(app, round).await?.and_then(|(_, drawn)| drawn.point()))
}

/// The cards that lie on the table at this moment; none where none are dealt.
pub(super) async fn shown_cards(app: &App, table: &Table, round: &Round) -> ApiResult<Vec<Dealt>> {
    if let Some(end) = &round.end {
        return Ok(end.drawn.cards().map(<[Dealt]>::to_vec).unwrap_or_default());
    }
    let (Rules::Baccarat(_), Some((_, started_at))) = (&table.rules, &round.started) else {
        return Ok(Vec::new());
    };
    let elapsed = app.clock.now() - started_at;
    match hidden(app, round).await? {
        Some((Rules::Baccarat(rules), Drawn::Cards(mut cards))) => {
            cards.truncate(rules.shown_after(elapsed));
            Ok(cards)
        }
        _ => Ok(Vec::new()),
    }
}

/// The rules that a round is played under.
pub(super) async fn rules_of(app: &App, round: &Round) -> ApiResult<Rules> {
    let game = app.games.find(&app.db, &round.game, round.definition.parse().ok()).await?;
    let rules = game.and_then(|game| Rules::of(&game));
    rules.ok_or_else(|| ApiError::internal(&"the rules of a round at a table are unknown"))
}
