//! Finding the wins of a window.

use super::clusters;
use super::rules::{Grid, Rules, SymbolIndex};
use crate::definition::Evaluation;
use crate::outcome::{Position, Win, WinKind};

/// The wins of a window, scatters excluded. `unit_cents` is what one unit pays here, multipliers
/// included.
pub(super) fn wins(rules: &Rules, window: &Grid, unit_cents: i64) -> Vec<Win> {
    match &rules.evaluation {
        Evaluation::Lines { lines } => lines
            .iter()
            .enumerate()
            .filter_map(|(index, rows)| line_win(rules, window, index, rows, unit_cents))
            .collect(),
        Evaluation::Ways => {
            rules.regular.iter().filter_map(|s| ways_win(rules, window, *s, unit_cents)).collect()
        }
        Evaluation::PayAnywhere => {
            rules.regular.iter().filter_map(|s| anywhere_win(rules, window, *s, unit_cents)).collect()
        }
        Evaluation::Clusters => clusters::wins(rules, window, unit_cents),
    }
}

/// Where the scatters are.
pub(super) fn scatters(rules: &Rules, window: &Grid) -> Vec<Position> {
    rules.scatter.map(|scatter| cells_where(window, |cell| cell == scatter)).unwrap_or_default()
}

/// The scatters' own pay.
pub(super) fn scatter_win(rules: &Rules, positions: &[Position], unit_cents: i64) -> Option<Win> {
    let symbol = rules.scatter?;
    let units = rules.pays[symbol][positions.len()];
    (units > 0).then(|| Win {
        kind: WinKind::Scatter,
        symbol: rules.symbols[symbol].clone(),
        count: number(positions.len()),
        line: None,
        ways: None,
        positions: positions.to_vec(),
        amount_cents: units.saturating_mul(unit_cents),
    })
}

/// The best win of a line: of equal ones the symbol named first in the definition.
fn line_win(rules: &Rules, window: &Grid, index: usize, rows: &[usize], unit_cents: i64) -> Option<Win> {
    let cells: Vec<SymbolIndex> = rows.iter().zip(window).map(|(row, reel)| reel[*row]).collect();
    let mut best: Option<(SymbolIndex, usize, i64)> = None;
    for symbol in 0..rules.symbols.len() {
        if Some(symbol) == rules.scatter {
            continue;
        }
        let count = cells.iter().take_while(|cell| rules.counts_as(**cell, symbol)).count();
        let wild_multiplier = rules
            .wild
            .as_ref()
            .filter(|_| cells[..count].iter().any(|cell| rules.is_wild_for(*cell, symbol)))
            .map_or(1, |wild| wild.multiplier);
        let units = rules.pays[symbol][count].saturating_mul(wild_multiplier);
        if units > best.map_or(0, |(_, _, most)| most) {
            best = Some((symbol, count, units));
        }
    }
    best.map(|(symbol, count, units)| Win {
        kind: WinKind::Line,
        symbol: rules.symbols[symbol].clone(),
        count: number(count),
        line: Some(number(index)),
        ways: None,
        positions: rows.iter().copied().enumerate().take(count).collect(),
        amount_cents: units.saturating_mul(unit_cents),
    })
}

/// What the expanding symbol pays, and the reels it covers; nothing when they are too few to pay.
pub(super) fn expanded_win(
    rules: &Rules,
    window: &Grid,
    symbol: SymbolIndex,
    unit_cents: i64,
) -> Option<(Win, Vec<usize>)> {
    let reels: Vec<usize> = (0..rules.reels).filter(|reel| window[*reel].contains(&symbol)).collect();
    let units = rules.expanded_units(symbol, reels.len());
    (units > 0).then(|| {
        let win = Win {
            kind: WinKind::Expanded,
            symbol: rules.symbols[symbol].clone(),
            count: number(reels.len()),
            line: None,
            ways: None,
            positions: reels.iter().flat_map(|reel| (0..rules.rows).map(|row| (*reel, row))).collect(),
            amount_cents: units.saturating_mul(unit_cents),
        };
        (win, reels)
    })
}

fn ways_win(rules: &Rules, window: &Grid, symbol: SymbolIndex, unit_cents: i64) -> Option<Win> {
    let mut ways = 1;
    let mut positions = Vec::new();
    let mut count = 0;
    for (reel, cells) in window.iter().enumerate() {
        let hits = (0..cells.len()).filter(|row| rules.counts_as(cells[*row], symbol));
        let before = positions.len();
        positions.extend(hits.map(|row| (reel, row)));
        if positions.len() == before {
            break;
        }
        ways *= positions.len() - before;
        count += 1;
    }
    let units = rules.pays[symbol][count];
    (units > 0).then(|| Win {
        kind: WinKind::Ways,
        symbol: rules.symbols[symbol].clone(),
        count: number(count),
        line: None,
        ways: Some(number(ways)),
        positions,
        amount_cents: units.saturating_mul(i64::from(number(ways))).saturating_mul(unit_cents),
    })
}

fn anywhere_win(rules: &Rules, window: &Grid, symbol: SymbolIndex, unit_cents: i64) -> Option<Win> {
    let positions = cells_where(window, |cell| rules.counts_as(cell, symbol));
    let units = rules.pays[symbol][positions.len()];
    (units > 0).then(|| Win {
        kind: WinKind::PayAnywhere,
        symbol: rules.symbols[symbol].clone(),
        count: number(positions.len()),
        line: None,
        ways: None,
        positions,
        amount_cents: units.saturating_mul(unit_cents),
    })
}

/// The cells of a window that fulfil a test, in order of reel and row.
pub(super) fn cells_where(window: &Grid, test: impl Fn(SymbolIndex) -> bool) -> Vec<Position> {
    let cells = window.iter().enumerate();
    cells
        .flat_map(|(reel, cells)| cells.iter().enumerate().map(move |(row, cell)| ((reel, row), *cell)))
        .filter(|(_, cell)| test(*cell))
        .map(|(position, _)| position)
        .collect()
}

/// Counts, lines and ways of a window of at most 8 by 8 cells.
#[expect(clippy::cast_possible_truncation, reason = "8 to the power of 8 is below 2^32")]
pub(super) fn number(n: usize) -> u32 {
    n as u32
}
