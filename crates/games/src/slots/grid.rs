//! Drawing a window, and tumbling it.

use super::rules::{Grid, Rules, Source, SymbolIndex};
use crate::fair::Stream;
use crate::outcome::{Position, Win};

/// A drawn window.
pub(super) struct Drawn {
    /// The strip position at the top of each reel that drew one, from the left: none for a covered reel, and none where
    /// cells are drawn one by one.
    pub(super) stops: Vec<u32>,
    /// By reel and row, with the wilds of the covered reels.
    pub(super) window: Grid,
}

/// Draws a window: one number per reel from the left, or one per cell, reel by reel and downwards. Where heights
/// change, each reel draws its height before its stop. The reels in `covered` draw nothing and show the wild.
pub(super) fn draw(rules: &Rules, source: &Source, covered: &[usize], stream: &mut Stream) -> Drawn {
    let mut stops = Vec::new();
    let window = (0..rules.reels)
        .map(|reel| {
            if let Some(wild) = rules.wild.as_ref().filter(|_| covered.contains(&reel)) {
                return vec![wild.symbol; rules.rows];
            }
            let weights = match source {
                Source::Strips(strips) => {
                    let heights = rules.heights.as_ref().map(|by_reel| &by_reel[reel]);
                    let rows = heights.map_or(rules.rows, |weights| draw_weighted(weights, stream) + 1);
                    let stop = stream.uniform(length(&strips[reel]));
                    stops.push(stop);
                    return shown(&strips[reel], stop as usize, rows);
                }
                Source::Cells(weights) => weights,
                Source::ReelCells(weights) => &weights[reel],
            };
            (0..rules.rows).map(|_| draw_weighted(weights, stream)).collect()
        })
        .collect();
    Drawn { stops, window }
}

/// The `rows` symbols that a reel shows from a stop downwards, wrapping round the strip.
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

/// Removes cells, lets those above them fall, and draws new ones from the top: reel by reel, downwards. `removed` is
/// sorted by reel and row. Reels of strips stay as they are; no definition that tumbles them so passes its checks.
pub(super) fn tumble(
    rules: &Rules,
    source: &Source,
    window: &mut Grid,
    removed: &[Position],
    stream: &mut Stream,
) {
    for (reel, cells) in window.iter_mut().enumerate() {
        let weights = match source {
            Source::Strips(_) => continue,
            Source::Cells(weights) => weights,
            Source::ReelCells(weights) => &weights[reel],
        };
        let kept: Vec<SymbolIndex> = (0..rules.rows)
            .filter(|row| removed.binary_search(&(reel, *row)).is_err())
            .map(|row| cells[row])
            .collect();
        let fresh = rules.rows - kept.len();
        *cells = (0..fresh).map(|_| draw_weighted(weights, stream)).chain(kept).collect();
    }
}

/// Draws an index of `weights`, each as likely as its weight; one of them is above zero.
pub(super) fn draw_weighted(weights: &[u32], stream: &mut Stream) -> usize {
    let mut rest = stream.uniform(weights.iter().sum());
    for (index, weight) in weights.iter().enumerate() {
        if rest < *weight {
            return index;
        }
        rest -= weight;
    }
    unreachable!("uniform stays below the sum of the weights")
}

/// How many symbols a strip has.
#[expect(clippy::cast_possible_truncation, reason = "the definition's checks bound a strip's length")]
fn length(strip: &[SymbolIndex]) -> u32 {
    strip.len() as u32
}
