//! Counting a spin that may be nudged: every window, and for those that win nothing the best move of
//! the last reel, weighted by its chance.

use super::strips::{Tally, line_pay};
use crate::definition::{Chance, Evaluation};
use crate::slots::nudge::{MOVES, moved_reel};
use crate::slots::{Grid, Rules, SymbolIndex, grid};

/// The tally of all combinations of stops, each counted `chance.out_of` times.
pub(super) fn count(rules: &Rules, strips: &[Vec<SymbolIndex>], chance: Chance) -> Tally {
    let (of, out_of) = (u128::from(chance.of), u128::from(chance.out_of));
    let mut tally = Tally::default();
    let mut stops = vec![0; strips.len()];
    loop {
        let mut window: Grid =
            strips.iter().zip(&stops).map(|(strip, stop)| grid::shown(strip, *stop, rules.rows)).collect();
        let units = pay(rules, &window);
        let last = strips.len() - 1;
        let moved = |by: &i8, window: &mut Grid| {
            window[last] = moved_reel(&strips[last], stops[last], *by, rules.rows);
            pay(rules, window)
        };
        let best = MOVES.iter().map(|by| moved(by, &mut window)).max().unwrap_or(0);
        if units > 0 || best == 0 {
            tally.book(units, out_of);
        } else {
            tally.book(best, of);
            tally.book(0, out_of - of);
        }
        if !advance(&mut stops, strips) {
            return tally;
        }
    }
}

/// The next combination of stops; `false` after the last one.
fn advance(stops: &mut [usize], strips: &[Vec<SymbolIndex>]) -> bool {
    for (stop, strip) in stops.iter_mut().zip(strips) {
        *stop += 1;
        if *stop < strip.len() {
            return true;
        }
        *stop = 0;
    }
    false
}

/// What a window pays on its lines, in units.
fn pay(rules: &Rules, window: &Grid) -> u128 {
    let Evaluation::Lines { lines } = &rules.evaluation else { return 0 };
    let cells = |rows: &Vec<usize>| rows.iter().zip(window).map(|(row, reel)| reel[*row]).collect::<Vec<_>>();
    lines.iter().filter_map(|rows| line_pay(rules, &cells(rows), true)).sum()
}
