//! One spin: draw a window, reveal mysteries, lay wilds, find the wins, tumble while the game tumbles and
//! something won, count the scatters of the last window, expand the chosen symbol, value the coins.
//!
//! Numbers are drawn in this order: the stops of the reels that are not covered, from the left (or the
//! cells, reel by reel and downwards); the symbol behind the mysteries, if any shows; the nudge, if one
//! would win; the new cells of each tumble, or its whole window as the first one; the value of each coin.

use super::rules::{Grid, Rules, Source, SymbolIndex, rung};
use super::{evaluate, grid, hold, nudge};
use crate::fair::Stream;
use crate::outcome::{FeatureState, Position, SlotsStep, SpinKind, TumbleStep, Win};

/// Plays a spin without the round's limits: neither the award nor the win is cut yet.
pub(super) fn play(
    rules: &Rules,
    kind: SpinKind,
    feature: Option<&FeatureState>,
    unit_cents: i64,
    stream: &mut Stream,
) -> SlotsStep {
    let (source, spin_multiplier) = source_of(rules, kind);
    let first_rung =
        rules.freespins.as_ref().filter(|_| kind == SpinKind::Freespin).map_or(0, |f| f.from_rung);
    let held: &[usize] = match feature {
        Some(FeatureState::ExpandingWild { reels }) => reels,
        _ => &[],
    };
    let drawn = grid::draw(rules, &rules.source_at(source, first_rung), held, stream);
    let mut window = drawn.window;
    let mut step = SlotsStep::shown(kind, drawn.stops, rules.name(&window));

    step.revealed = reveal(rules, &mut window, stream).map(|symbol| rules.symbols[symbol].clone());
    if rules.expanding_wild.is_some() {
        step.covered = cover(rules, &mut window);
    }
    if let Some(FeatureState::StickyWilds { positions }) = feature {
        step.sticky = stick(rules, &mut window, positions);
        step.window = rules.name(&window);
    }
    let base = spin_multiplier
        * rules.covered_multiplier(step.covered.len())
        * sticky_multiplier(rules, feature, step.sticky.len());
    step.multiplier = base * rules.tumble_multiplier(first_rung);

    let mut wins = evaluate::wins(rules, &window, step.multiplier * unit_cents);
    if let (true, Some(chance), Source::Strips(strips)) = (wins.is_empty(), rules.nudge, source) {
        step.nudge = nudge::try_nudge(rules, strips, &step.stops, chance, &mut window, stream);
        if step.nudge.is_some() {
            step.window = rules.name(&window);
            wins = evaluate::wins(rules, &window, step.multiplier * unit_cents);
        }
    }
    for tumbles in 1..=rules.tumbles_max() {
        if wins.is_empty() {
            break;
        }
        let removed = if rules.whole { grid::all_cells(&window) } else { grid::winning_cells(&wins) };
        place(&mut step, std::mem::take(&mut wins));
        let rung = first_rung + tumbles;
        if rules.whole {
            window = grid::draw(rules, &rules.source_at(source, rung), &[], stream).window;
        } else {
            grid::tumble(rules, source, &mut window, &removed, stream);
        }
        let multiplier = base * rules.tumble_multiplier(rung);
        wins = evaluate::wins(rules, &window, multiplier * unit_cents);
        let window = rules.name(&window);
        step.tumbles.push(TumbleStep { removed, window, wins: Vec::new(), multiplier });
    }

    let scatters = evaluate::scatters(rules, &window);
    wins.extend(evaluate::scatter_win(rules, &scatters, base * unit_cents));
    if let Some(FeatureState::ExpandingSymbol { symbol }) = feature {
        step.expanding_symbol = Some(symbol.clone());
        wins.extend(expand(rules, &window, symbol, base * unit_cents, &mut step));
    }
    place(&mut step, wins);
    let rung = first_rung + step.tumbles.len();
    step.freespins_awarded = rules.freespins_for(if rules.leaving.is_some() { rung } else { scatters.len() });
    if let (Some(hold), Some(coin)) = (&rules.hold, rules.coin) {
        let coins = evaluate::cells_where(&window, |cell| cell == coin);
        step.coins = hold::values(hold, &coins, unit_cents, stream);
    }
    step
}

/// Where a spin's symbols come from, and what all its wins are multiplied by.
fn source_of(rules: &Rules, kind: SpinKind) -> (&Source, i64) {
    match (kind, &rules.freespins, &rules.bought) {
        (SpinKind::Freespin, Some(free), _) => (&free.source, free.multiplier),
        (SpinKind::Buy, _, Some(bought)) => (bought, 1),
        _ => (&rules.source, 1),
    }
}

/// Turns every mystery symbol into the one that is drawn; draws nothing when none shows.
fn reveal(rules: &Rules, window: &mut Grid, stream: &mut Stream) -> Option<SymbolIndex> {
    let mystery = rules.mystery.as_ref()?;
    if !window.iter().flatten().any(|cell| *cell == mystery.symbol) {
        return None;
    }
    let symbol = grid::draw_weighted(&mystery.weights, stream);
    for cell in window.iter_mut().flatten().filter(|cell| **cell == mystery.symbol) {
        *cell = symbol;
    }
    Some(symbol)
}

/// Covers every reel that shows a wild with it. Answers the covered reels.
fn cover(rules: &Rules, window: &mut Grid) -> Vec<usize> {
    let Some(wild) = &rules.wild else { return Vec::new() };
    let shows = |reel: &usize| window[*reel].contains(&wild.symbol);
    let covered: Vec<usize> = (0..rules.reels).filter(shows).collect();
    for reel in &covered {
        window[*reel].fill(wild.symbol);
    }
    covered
}

/// Lays the wilds that stuck, and answers where wilds are now.
fn stick(rules: &Rules, window: &mut Grid, held: &[Position]) -> Vec<Position> {
    let Some(wild) = &rules.wild else { return Vec::new() };
    for (reel, row) in held {
        window[*reel][*row] = wild.symbol;
    }
    evaluate::cells_where(window, |cell| cell == wild.symbol)
}

fn sticky_multiplier(rules: &Rules, feature: Option<&FeatureState>, wilds: usize) -> i64 {
    let sticky = rules.freespins.as_ref().and_then(|free| free.sticky.as_ref());
    match (feature, sticky) {
        (Some(FeatureState::StickyWilds { .. }), Some(sticky)) => rung(&sticky.ladder, wilds),
        _ => 1,
    }
}

/// The expanding symbol's win; the reels it covers go into the step.
fn expand(rules: &Rules, window: &Grid, symbol: &str, unit_cents: i64, step: &mut SlotsStep) -> Option<Win> {
    let symbol = rules.symbols.iter().position(|known| known == symbol)?;
    let (win, reels) = evaluate::expanded_win(rules, window, symbol, unit_cents)?;
    step.covered = reels;
    Some(win)
}

/// Books wins to the window they were found in: the last one shown.
fn place(step: &mut SlotsStep, wins: Vec<Win>) {
    for win in &wins {
        step.win_cents = step.win_cents.saturating_add(win.amount_cents);
    }
    match step.tumbles.last_mut() {
        Some(tumble) => tumble.wins = wins,
        None => step.wins = wins,
    }
}
