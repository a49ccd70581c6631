//! How many windows have no cluster of a given size or more.
//!
//! Cells are laid reel by reel and downwards. What matters of those behind is the last one of each row: which of them
//! show the same symbol, which hang together, and how large their clusters are. Symbols are equally likely, so it does
//! not matter which is which: states that are the same up to renaming symbols are one.

use std::collections::HashMap;

/// The last cell of a row: its symbol and its cluster, both numbered in the order of their first rows.
type Last = Vec<(u8, u8)>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    last: Last,
    /// Size by cluster.
    sizes: Vec<u8>,
}

/// Windows of `kinds` equally likely symbols in which every cluster is smaller than `size`.
pub(super) fn windows_without(reels: usize, rows: usize, kinds: usize, size: usize) -> u128 {
    let mut states: HashMap<State, u128> =
        HashMap::from([(State { last: Vec::new(), sizes: Vec::new() }, 1)]);
    for reel in 0..reels {
        for row in 0..rows {
            let mut next: HashMap<State, u128> = HashMap::new();
            for (state, windows) in states {
                let shown = state.last.iter().map(|(symbol, _)| *symbol).max().map_or(0, |most| most + 1);
                let unseen = kinds - usize::from(shown).min(kinds);
                for symbol in 0..=shown {
                    let ways = if symbol < shown { 1 } else { unseen as u128 };
                    if ways > 0
                        && let Some(laid) = state.laid(row, reel > 0, symbol, size)
                    {
                        *next.entry(laid).or_default() += windows * ways;
                    }
                }
            }
            states = next;
        }
    }
    states.values().sum()
}

impl State {
    /// Lays a cell; `None` when its cluster gets too large.
    fn laid(&self, row: usize, has_left: bool, symbol: u8, size: usize) -> Option<Self> {
        let mut next = self.clone();
        let fresh = u8::try_from(next.sizes.len()).unwrap_or(u8::MAX);
        next.sizes.push(1);
        let left = has_left.then(|| self.last[row]);
        let above = row.checked_sub(1).map(|above| self.last[above]);
        let mut joined: Vec<u8> = Vec::new();
        for (shown, cluster) in [left, above].into_iter().flatten() {
            if shown == symbol && !joined.contains(&cluster) {
                joined.push(cluster);
                next.sizes[usize::from(fresh)] += next.sizes[usize::from(cluster)];
            }
        }
        if usize::from(next.sizes[usize::from(fresh)]) >= size {
            return None;
        }
        for (_, cluster) in next.last.iter_mut().filter(|(_, cluster)| joined.contains(cluster)) {
            *cluster = fresh;
        }
        if has_left {
            next.last[row] = (symbol, fresh);
        } else {
            next.last.push((symbol, fresh));
        }
        Some(next.renamed())
    }

    /// The same with symbols and clusters numbered in the order of their first rows; clusters behind are forgotten.
    fn renamed(&self) -> Self {
        let (mut symbols, mut clusters) = (Vec::new(), Vec::new());
        let number = |known: &mut Vec<u8>, name: u8| {
            let at = known.iter().position(|known| *known == name).unwrap_or_else(|| {
                known.push(name);
                known.len() - 1
            });
            u8::try_from(at).unwrap_or(u8::MAX)
        };
        let last = self
            .last
            .iter()
            .map(|(symbol, cluster)| (number(&mut symbols, *symbol), number(&mut clusters, *cluster)))
            .collect();
        Self { last, sizes: clusters.iter().map(|cluster| self.sizes[usize::from(*cluster)]).collect() }
    }
}
