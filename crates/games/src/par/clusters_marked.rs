//! How many windows have a cluster of a given size: one cluster is marked and laid cell by cell.
//!
//! A marked cluster is a set of cells that hang together, all of one symbol, with every cell beside it of another. So
//! each cell of a window is in it, beside it (one symbol fewer to choose from) or neither. Cells are laid reel by reel
//! and downwards; what matters of those behind is the last one of each row, and which of the marked ones hang together.

use std::collections::HashMap;

/// The last cell of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Cell {
    /// Neither in the cluster nor, so far, beside it: any symbol.
    Free,
    /// Beside the cluster: any other symbol.
    Beside,
    /// In the cluster, in the part of this number; parts are numbered from 0 in the order of their first rows.
    In(u8),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    /// By row.
    last: Vec<Cell>,
    size: usize,
    /// Whether it has left the front and cannot grow.
    closed: bool,
}

/// `[size]`: the number of pairs of a window and a cluster of a given symbol in it of that size, over all windows of
/// `kinds` symbols.
pub(super) fn clusters_by_size(reels: usize, rows: usize, kinds: usize) -> Vec<u128> {
    let kinds = kinds as u128;
    // A cell's choices are multiplied in when the one at its right is laid: only then it is known what lies beside it.
    let begin = State { last: vec![Cell::Free; rows], size: 0, closed: false };
    let mut states: HashMap<State, u128> = HashMap::from([(begin, 1)]);
    for reel in 0..reels {
        for row in 0..rows {
            let mut next: HashMap<State, u128> = HashMap::new();
            for (state, weight) in states {
                let left = state.last[row];
                let choices = |cell: Cell| if reel == 0 { 1 } else { choices(cell, kinds) };
                if let Some(marked) = state.marked(row) {
                    let left = if left == Cell::Free { Cell::Beside } else { left };
                    *next.entry(marked).or_default() += weight * choices(left);
                }
                if let Some(unmarked) = state.unmarked(row) {
                    *next.entry(unmarked).or_default() += weight * choices(left);
                }
            }
            states = next;
        }
    }
    let mut sizes = vec![0; reels * rows + 1];
    for (state, weight) in states {
        let front: u128 = state.last.iter().map(|cell| choices(*cell, kinds)).product();
        let parts =
            state.last.iter().filter_map(|cell| if let Cell::In(part) = cell { Some(*part) } else { None });
        let whole = parts.max().is_none_or(|part| part == 0);
        if state.size > 0 && whole {
            sizes[state.size] += weight * front;
        }
    }
    sizes
}

/// Symbols that a cell may show.
fn choices(cell: Cell, kinds: u128) -> u128 {
    match cell {
        Cell::Free => kinds,
        Cell::Beside => kinds - 1,
        Cell::In(_) => 1,
    }
}

impl State {
    /// The next cell is in the cluster; `None` when that cannot be.
    fn marked(&self, row: usize) -> Option<Self> {
        if self.closed {
            return None;
        }
        let mut next = self.clone();
        next.size += 1;
        let fresh = u8::MAX;
        next.last[row] = Cell::In(fresh);
        let above = row.checked_sub(1).map(|above| self.last[above]);
        for beside in [Some(self.last[row]), above].into_iter().flatten() {
            if let Cell::In(part) = beside {
                for cell in next.last.iter_mut().filter(|cell| **cell == Cell::In(part)) {
                    *cell = Cell::In(fresh);
                }
            }
        }
        if let Some(above) = row.checked_sub(1)
            && next.last[above] == Cell::Free
        {
            next.last[above] = Cell::Beside;
        }
        next.number();
        Some(next)
    }

    /// The next cell is not in the cluster; `None` when a part of it is cut off for good.
    fn unmarked(&self, row: usize) -> Option<Self> {
        let mut next = self.clone();
        let above = row.checked_sub(1).map_or(Cell::Free, |above| self.last[above]);
        let beside = [self.last[row], above].iter().any(|cell| matches!(cell, Cell::In(_)));
        next.last[row] = if beside { Cell::Beside } else { Cell::Free };
        if let Cell::In(part) = self.last[row] {
            let stays = next.last.contains(&Cell::In(part));
            let others = next.last.iter().any(|cell| matches!(cell, Cell::In(_)));
            if !stays && others {
                return None;
            }
            next.closed |= !stays;
        }
        next.number();
        Some(next)
    }

    /// Numbers the parts in the order of their first rows.
    fn number(&mut self) {
        let mut known: Vec<u8> = Vec::new();
        for cell in &mut self.last {
            if let Cell::In(part) = cell {
                let at = known.iter().position(|known| known == part).unwrap_or_else(|| {
                    known.push(*part);
                    known.len() - 1
                });
                *part = u8::try_from(at).unwrap_or(u8::MAX);
            }
        }
    }
}
