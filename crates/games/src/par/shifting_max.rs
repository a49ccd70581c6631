//! The greatest pay of a window of ways on reels whose height changes: a search that leaves out what cannot be best.

use super::shifting::Column;
use crate::slots::Rules;

/// The greatest pay in units by number of scatters, for `marks` numbers; 0 where no window has so many.
pub(super) fn most(rules: &Rules, columns: &[Vec<Column>], marks: usize) -> Vec<i64> {
    let best: Vec<Vec<&Column>> = columns.iter().map(|columns| undominated(columns)).collect();
    let search = Search { rules, gains: gains(rules, &best), columns: best };
    let ways = vec![1; rules.regular.len()];
    (0..marks)
        .map(|scatters| {
            let mut most = 0;
            search.descend(0, 0, &ways, scatters, &mut most);
            most
        })
        .collect()
}

/// Columns of which no other with as many scatters shows at least as many of every symbol.
fn undominated(columns: &[Column]) -> Vec<&Column> {
    let covers = |a: &Column, b: &Column| {
        a.scatters == b.scatters
            && a.counts != b.counts
            && a.counts.iter().zip(&b.counts).all(|(more, fewer)| more >= fewer)
    };
    columns.iter().filter(|column| !columns.iter().any(|other| covers(other, column))).collect()
}

/// `[reel][symbol]`: the most units that one way so far can still come to, whatever the reels from `reel` on show.
fn gains(rules: &Rules, columns: &[Vec<&Column>]) -> Vec<Vec<i64>> {
    let reels = columns.len();
    let mut gains = vec![vec![0; rules.regular.len()]; reels + 1];
    for (place, symbol) in rules.regular.iter().enumerate() {
        gains[reels][place] = rules.pays[*symbol][reels];
        for reel in (0..reels).rev() {
            let cells = columns[reel].iter().map(|column| i64::from(column.counts[place])).max().unwrap_or(0);
            gains[reel][place] = rules.pays[*symbol][reel].max(cells * gains[reel + 1][place]);
        }
    }
    gains
}

struct Search<'a> {
    rules: &'a Rules,
    columns: Vec<Vec<&'a Column>>,
    gains: Vec<Vec<i64>>,
}

impl Search<'_> {
    /// `ways[symbol]` is 0 once its run has ended, and what it paid is in `booked`.
    fn descend(&self, reel: usize, booked: i64, ways: &[i64], scatters: usize, most: &mut i64) {
        let hope: i64 = ways.iter().zip(&self.gains[reel]).map(|(ways, gain)| ways * gain).sum();
        if booked + hope <= *most {
            return;
        }
        if reel == self.columns.len() {
            if scatters == 0 {
                *most = booked + hope;
            }
            return;
        }
        let mut next: Vec<(i64, Vec<i64>, i64, usize)> = self.columns[reel]
            .iter()
            .filter_map(|column| {
                let left = scatters.checked_sub(column.scatters)?;
                let (booked, ways) = self.extend(reel, booked, ways, column);
                let hope: i64 = ways.iter().zip(&self.gains[reel + 1]).map(|(ways, gain)| ways * gain).sum();
                Some((booked + hope, ways, booked, left))
            })
            .collect();
        next.sort_unstable_by_key(|(hope, ..)| std::cmp::Reverse(*hope));
        for (_, ways, booked, left) in next {
            self.descend(reel + 1, booked, &ways, left, most);
        }
    }

    fn extend(&self, reel: usize, mut booked: i64, ways: &[i64], column: &Column) -> (i64, Vec<i64>) {
        let mut next = Vec::with_capacity(ways.len());
        for ((ways, cells), symbol) in ways.iter().zip(&column.counts).zip(&self.rules.regular) {
            if *cells == 0 {
                booked += ways * self.rules.pays[*symbol][reel];
            }
            next.push(ways * i64::from(*cells));
        }
        (booked, next)
    }
}
