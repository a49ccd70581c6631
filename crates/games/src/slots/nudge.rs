//! The nudge: a window that wins nothing may have its last reel moved by one place.

use super::evaluate;
use super::grid::shown;
use super::rules::{Grid, Rules, SymbolIndex};
use crate::definition::Chance;
use crate::fair::Stream;

/// Nudges in order of preference on equal wins: -1 brings in the previous symbol at the top, +1 the next at the bottom.
pub(crate) const MOVES: [i8; 2] = [-1, 1];

/// Moves the last reel when one of the moves wins and the draw is favourable. Nothing is drawn when no
/// move wins. Answers the move.
pub(super) fn try_nudge(
    rules: &Rules,
    strips: &[Vec<SymbolIndex>],
    stops: &[u32],
    chance: Chance,
    window: &mut Grid,
    stream: &mut Stream,
) -> Option<i8> {
    let (strip, stop) = (strips.last()?, *stops.last()?);
    let moved = |by: i8| {
        let mut grid = window.clone();
        if let Some(last) = grid.last_mut() {
            *last = moved_reel(strip, stop as usize, by, rules.rows);
        }
        grid
    };
    let units =
        |by: &i8| evaluate::wins(rules, &moved(*by), 1).iter().map(|win| win.amount_cents).sum::<i64>();
    // `max_by_key` keeps the last of equal ones, so the moves are looked at from the end.
    let best = MOVES.into_iter().rev().max_by_key(units).filter(|by| units(by) > 0)?;
    if stream.uniform(chance.out_of) >= chance.of {
        return None;
    }
    *window = moved(best);
    Some(best)
}

/// What a reel shows when it has moved by one place after its stop.
pub(crate) fn moved_reel(strip: &[SymbolIndex], stop: usize, by: i8, rows: usize) -> Vec<SymbolIndex> {
    let stop = if by < 0 { stop + strip.len() - 1 } else { stop + 1 };
    shown(strip, stop, rows)
}
