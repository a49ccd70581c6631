//! Clusters: equal symbols that hang together by their sides.

use super::evaluate::number;
use super::rules::{Grid, Rules, SymbolIndex};
use crate::outcome::{Position, Win, WinKind};

/// The wins of a window: by symbol in the order of the definition, and the clusters of one symbol in the order of
/// their first cells, by reel and row.
pub(super) fn wins(rules: &Rules, window: &Grid, unit_cents: i64) -> Vec<Win> {
    let mut found = clusters(window);
    found.sort_by_key(|(symbol, _)| *symbol);
    let paying = found.into_iter().filter(|(symbol, _)| rules.regular.contains(symbol));
    paying.filter_map(|(symbol, positions)| win(rules, symbol, positions, unit_cents)).collect()
}

fn win(rules: &Rules, symbol: SymbolIndex, positions: Vec<Position>, unit_cents: i64) -> Option<Win> {
    let units = rules.pays[symbol][positions.len()];
    (units > 0).then(|| Win {
        kind: WinKind::Cluster,
        symbol: rules.symbols[symbol].clone(),
        count: number(positions.len()),
        line: None,
        ways: None,
        positions,
        amount_cents: units.saturating_mul(unit_cents),
    })
}

/// Every cluster with its symbol, in the order of first cells; its cells by reel and row.
pub(crate) fn clusters(window: &Grid) -> Vec<(SymbolIndex, Vec<Position>)> {
    let mut seen: Vec<Vec<bool>> = window.iter().map(|cells| vec![false; cells.len()]).collect();
    let mut found = Vec::new();
    for (reel, cells) in window.iter().enumerate() {
        for (row, symbol) in cells.iter().enumerate() {
            if !seen[reel][row] {
                found.push((*symbol, spread(window, (reel, row), &mut seen)));
            }
        }
    }
    found
}

/// The cells that hang together with one of the same symbol.
fn spread(window: &Grid, from: Position, seen: &mut [Vec<bool>]) -> Vec<Position> {
    let symbol = window[from.0][from.1];
    let mut cells = vec![from];
    seen[from.0][from.1] = true;
    let mut at = 0;
    while at < cells.len() {
        let (reel, row) = cells[at];
        let beside =
            [(reel.wrapping_sub(1), row), (reel + 1, row), (reel, row.wrapping_sub(1)), (reel, row + 1)];
        for (reel, row) in beside {
            let same = window.get(reel).and_then(|cells| cells.get(row)) == Some(&symbol);
            if same && !seen[reel][row] {
                seen[reel][row] = true;
                cells.push((reel, row));
            }
        }
        at += 1;
    }
    cells.sort_unstable();
    cells
}
