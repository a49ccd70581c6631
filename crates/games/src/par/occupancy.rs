//! How many cells each symbol holds, without saying which symbol holds how many.
//!
//! When every regular symbol is equally likely, a window matters only up to renaming symbols: the
//! state is the list of counts in falling order. Thirty cells over nine symbols have some twenty
//! thousand such states where they have hundreds of millions of named ones. Cells are drawn one at a
//! time, each adding one to a random count, which makes every step small.

use std::collections::HashMap;

/// A list of counts, by its index in [`Occupancy`].
pub(super) type OccupancyIndex = usize;

/// Every list of `slots` counts with a sum up to `cells`.
pub(super) struct Occupancy {
    lists: Vec<Vec<usize>>,
    sums: Vec<usize>,
    grown: Vec<Vec<(u32, OccupancyIndex)>>,
    index: HashMap<Vec<usize>, OccupancyIndex>,
}

impl Occupancy {
    /// Lists every state, by rising sum.
    pub(super) fn new(slots: usize, cells: usize) -> Self {
        let mut all = Self {
            lists: vec![vec![0; slots]],
            sums: vec![0],
            grown: Vec::new(),
            index: HashMap::from([(vec![0; slots], 0)]),
        };
        let mut at = 0;
        while at < all.lists.len() {
            let grown = if all.sums[at] < cells { all.grow(at) } else { Vec::new() };
            all.grown.push(grown);
            at += 1;
        }
        all
    }

    /// The empty window.
    pub(super) const EMPTY: OccupancyIndex = 0;

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.lists.len()
    }

    /// The counts in falling order.
    pub(super) fn counts(&self, at: OccupancyIndex) -> &[usize] {
        &self.lists[at]
    }

    /// Their sum.
    pub(super) fn sum(&self, at: OccupancyIndex) -> usize {
        self.sums[at]
    }

    /// What one more cell leads to, and how many of the symbols lead there.
    pub(super) fn grown(&self, at: OccupancyIndex) -> &[(u32, OccupancyIndex)] {
        &self.grown[at]
    }

    /// The state after every count of at least `winning` is cleared.
    pub(super) fn cleared(&self, at: OccupancyIndex, winning: usize) -> OccupancyIndex {
        let mut kept: Vec<usize> = self.lists[at].iter().copied().filter(|c| *c < winning).collect();
        kept.resize(self.lists[at].len(), 0);
        self.index[&kept]
    }

    fn grow(&mut self, at: OccupancyIndex) -> Vec<(u32, OccupancyIndex)> {
        let counts = self.lists[at].clone();
        let mut grown: Vec<(u32, OccupancyIndex)> = Vec::new();
        let mut first = 0;
        while first < counts.len() {
            let equal = counts[first..].iter().take_while(|c| **c == counts[first]).count();
            let mut more = counts.clone();
            more[first] += 1;
            #[expect(clippy::cast_possible_truncation, reason = "a game has few symbols")]
            grown.push((equal as u32, self.find_or_add(more)));
            first += equal;
        }
        grown
    }

    fn find_or_add(&mut self, counts: Vec<usize>) -> OccupancyIndex {
        if let Some(found) = self.index.get(&counts) {
            return *found;
        }
        let at = self.lists.len();
        self.sums.push(counts.iter().sum());
        self.index.insert(counts.clone(), at);
        self.lists.push(counts);
        at
    }
}
