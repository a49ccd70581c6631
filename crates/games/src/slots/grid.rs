//! Drawing a window and letting it fall.

use super::rules::{Grid, Rules, Source, SymbolIndex};
use crate::fair::Stream;
use crate::outcome::{Position, Win};

/// A drawn window.
pub(super) struct Drawn {
    /// The stop of each reel; empty when cells are drawn one by one.
    pub(super) stops: Vec<u32>,
    pub(super) window: Grid,
}

/// Draws a window: one number per reel from the left, or one per cell, reel by reel and downwards. Where heights
/// change, each reel draws its height before its stop.
/// Reels in `covered` draw nothing and show the wild.
pub(super) fn draw(rules: &Rules, source: &Source, covered: &[usize], stream: &mut Stream) -> Drawn {
    let mut stops = Vec::new();
    let window = (0..rules.reels)
        .map(|reel| {
            if let Some(wild) = rules.wild.as_ref().filter(|_| covered.contains(&reel)) {
                return vec![wild.symbol; rules.rows];
            }
            let weights = match source {
                Source::Strips(strips) => {
                    let cells = rules.heights.as_ref().map(|heights| draw_symbol(&heights[reel], stream) + 1);
                    let stop = stream.uniform(length(&strips[reel]));
                    stops.push(stop);
                    return shown(&strips[reel], stop as usize, cells.unwrap_or(rules.rows));
                }
                Source::Cells(weights) => weights,
                Source::ReelCells(weights) => &weights[reel],
            };
            (0..rules.rows).map(|_| draw_symbol(weights, stream)).collect()
        })
        .collect();
    Drawn { stops, window }
}

/// What a reel shows at a stop, wrapping round the strip.
pub(crate) fn shown(strip: &[SymbolIndex], stop: usize, rows: usize) -> Vec<SymbolIndex> {
    (0..rows).map(|row| strip[(stop + row) % strip.len()]).collect()
}

/// Every cell of a window, in order of reel and row.
pub(super) fn all_cells(window: &Grid) -> Vec<Position> {
    let cells = window.iter().enumerate();
    cells.flat_map(|(reel, cells)| (0..cells.len()).map(move |row| (reel, row))).collect()
}

/// The cells of these wins, each once, in order of reel and row.
pub(super) fn winning_cells(wins: &[Win]) -> Vec<Position> {
    let mut cells: Vec<Position> = wins.iter().flat_map(|win| win.positions.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Takes cells away, lets the rest fall and draws new ones from the top: reel by reel, downwards.
/// A source of strips never tumbles; the definition's checks see to it.
pub(super) fn tumble(
    rules: &Rules,
    source: &Source,
    window: &mut Grid,
    removed: &[Position],
    stream: &mut Stream,
) {
    let Source::Cells(weights) = source else { return };
    for (reel, cells) in window.iter_mut().enumerate() {
        let kept: Vec<SymbolIndex> = (0..rules.rows)
            .filter(|row| removed.binary_search(&(reel, *row)).is_err())
            .map(|row| cells[row])
            .collect();
        let fresh = rules.rows - kept.len();
        *cells = (0..fresh).map(|_| draw_symbol(weights, stream)).chain(kept).collect();
    }
}

/// One symbol by its weight, counted in the order of the definition.
pub(super) fn draw_symbol(weights: &[u32], stream: &mut Stream) -> SymbolIndex {
    let mut rest = stream.uniform(weights.iter().sum());
    for (symbol, weight) in weights.iter().enumerate() {
        if rest < *weight {
            return symbol;
        }
        rest -= weight;
    }
    unreachable!("uniform stays below the sum of the weights")
}

/// Strip lengths are checked to be far below 2^32.
#[expect(clippy::cast_possible_truncation, reason = "the definition's checks bound a strip's length")]
fn length(strip: &[SymbolIndex]) -> u32 {
    strip.len() as u32
}
