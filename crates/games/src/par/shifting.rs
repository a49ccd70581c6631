//! Counting a window of ways on reels whose height changes.
//!
//! The reels of such a window are drawn independently, and a symbol pays by products of its numbers on the reels. So
//! the mean pay is a sum over symbols and lengths of products of a reel's sums, and the mean square the same over
//! pairs of symbols: every height and stop of every reel is taken in, without walking through all windows. Sums of a
//! reel are kept by its scatters, so the products are those of polynomials, and the mark of a window is its scatters.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::chain::WindowCount;
use super::shifting_max::most;
use super::{ParError, as_float};
use crate::definition::Evaluation;
use crate::slots::{Rules, SymbolIndex, grid};

/// What a reel can show at a height and stop.
pub(super) struct Column {
    /// How often it comes, against the reel's sum.
    pub(super) weight: u64,
    /// By place among the regular symbols: cells that count as it.
    pub(super) counts: Vec<u32>,
    pub(super) scatters: usize,
}

/// Sums by number of scatters.
type Sums = Vec<BigInt>;

/// A window of these strips, or why it cannot be counted.
pub(super) fn window(rules: &Rules, strips: &[Vec<SymbolIndex>]) -> Result<WindowCount, ParError> {
    let Some(heights) = &rules.heights else { return Err(ParError::NotCountable("no heights are drawn")) };
    let first_pay = |s: &SymbolIndex| rules.pays[*s].iter().position(|units| *units > 0);
    let least = first_pay(&rules.regular[0]).ok_or(ParError::NotCountable("a symbol never pays"))?;
    let pays_alike = rules.regular.iter().all(|s| first_pay(s) == Some(least));
    let scatter_pays = rules.scatter.is_some_and(|s| rules.pays[s].iter().any(|units| *units > 0));
    if !pays_alike || scatter_pays || !matches!(rules.evaluation, Evaluation::Ways) {
        return Err(ParError::NotCountable(
            "every symbol must pay by ways from the same count on, and no scatter",
        ));
    }
    let columns: Vec<Vec<Column>> =
        strips.iter().zip(heights).map(|(strip, heights)| columns(rules, strip, heights)).collect();
    let reels = Reels { rules, columns: &columns };
    let all = reels.product(|_, _| 1);
    let total: BigInt = all.iter().sum();
    let fraction = |part: &BigInt| BigRational::new(part.clone(), total.clone());
    let mut wins = vec![BigInt::zero(); all.len()];
    for (pay, symbol, length) in reels.terms() {
        for (sum, part) in
            wins.iter_mut().zip(reels.product(|reel, c| factor(reel, length, c.counts[symbol])))
        {
            *sum += part * pay;
        }
    }
    Ok(WindowCount {
        all: all.iter().map(fraction).collect(),
        missed: reels.missed(least).iter().map(fraction).collect(),
        win_at: wins.iter().map(fraction).collect(),
        square: as_float(&fraction(&reels.square())),
        max_at: most(rules, &columns, all.len()),
    })
}

/// Every height and stop of a reel; those that count alike taken together.
fn columns(rules: &Rules, strip: &[SymbolIndex], heights: &[u32]) -> Vec<Column> {
    let mut found: HashMap<(Vec<u32>, usize), u64> = HashMap::new();
    for (index, weight) in heights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        for stop in 0..strip.len() {
            let cells = grid::shown(strip, stop, index + 1);
            let count = |test: &dyn Fn(SymbolIndex) -> bool| cells.iter().filter(|cell| test(**cell)).count();
            let counted = |symbol: &SymbolIndex| {
                u32::try_from(count(&|cell| rules.counts_as(cell, *symbol))).unwrap_or(u32::MAX)
            };
            let counts: Vec<u32> = rules.regular.iter().map(counted).collect();
            let scatters = count(&|cell| Some(cell) == rules.scatter);
            *found.entry((counts, scatters)).or_default() += u64::from(*weight);
        }
    }
    let mut columns: Vec<Column> =
        found.into_iter().map(|((counts, scatters), weight)| Column { weight, counts, scatters }).collect();
    columns.sort_unstable_by(|a, b| (a.scatters, &a.counts).cmp(&(b.scatters, &b.counts)));
    columns
}

/// What a reel contributes to the ways of a symbol whose run is `length` reels long: its cells within the run, none
/// behind it, and anything after that.
fn factor(reel: usize, length: usize, cells: u32) -> u64 {
    match reel.cmp(&length) {
        std::cmp::Ordering::Less => u64::from(cells),
        std::cmp::Ordering::Equal => u64::from(cells == 0),
        std::cmp::Ordering::Greater => 1,
    }
}

struct Reels<'a> {
    rules: &'a Rules,
    columns: &'a [Vec<Column>],
}

impl Reels<'_> {
    /// Every pay: its units, the symbol by its place among the regular ones, and the length of its run.
    fn terms(&self) -> Vec<(i64, usize, usize)> {
        let of = |(place, symbol): (usize, &SymbolIndex)| {
            let pays = &self.rules.pays[*symbol];
            (1..=self.columns.len()).map(|length| (pays[length], place, length)).collect::<Vec<_>>()
        };
        let terms = self.rules.regular.iter().enumerate().flat_map(of);
        terms.filter(|(pay, _, _)| *pay > 0).collect()
    }

    /// Sums over all windows of the product of what each reel contributes, by scatters.
    fn product(&self, value: impl Fn(usize, &Column) -> u64) -> Sums {
        let mut product: Sums = vec![BigInt::from(1)];
        for (reel, columns) in self.columns.iter().enumerate() {
            let most = columns.iter().map(|column| column.scatters).max().unwrap_or(0);
            let mut sums = vec![0_u64; most + 1];
            for column in columns {
                sums[column.scatters] += column.weight * value(reel, column);
            }
            let mut next = vec![BigInt::zero(); product.len() + most];
            for (scatters, so_far) in product.iter().enumerate().filter(|(_, sum)| !sum.is_zero()) {
                for (more, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0) {
                    next[scatters + more] += so_far * sum;
                }
            }
            product = next;
        }
        product
    }

    /// Sum of the squared pays of all windows: over pairs of pays, of which one symbol has one at a time.
    fn square(&self) -> BigInt {
        let terms = self.terms();
        let mut sum = BigInt::zero();
        for (pay, symbol, length) in &terms {
            for (other_pay, other, other_length) in &terms {
                if symbol == other && length != other_length {
                    continue;
                }
                let both = self.product(|reel, column| {
                    factor(reel, *length, column.counts[*symbol])
                        * factor(reel, *other_length, column.counts[*other])
                });
                sum += both.iter().sum::<BigInt>() * BigInt::from(*pay) * BigInt::from(*other_pay);
            }
        }
        sum
    }

    /// Windows that win nothing, by scatters: no symbol stands on all of the first `least` reels.
    fn missed(&self, least: usize) -> Sums {
        let all_symbols = (1_u64 << self.rules.regular.len()) - 1;
        let mut states: HashMap<(u64, usize), BigInt> = HashMap::from([((all_symbols, 0), BigInt::from(1))]);
        for (reel, columns) in self.columns.iter().enumerate() {
            let mut next: HashMap<(u64, usize), BigInt> = HashMap::new();
            for ((alive, scatters), ways) in &states {
                for column in columns {
                    let shown = column.counts.iter().enumerate().filter(|(_, cells)| **cells > 0);
                    let on_reel = shown.fold(0, |bits, (symbol, _)| bits | 1_u64 << symbol);
                    let alive = if reel < least { alive & on_reel } else { *alive };
                    *next.entry((alive, scatters + column.scatters)).or_default() += ways * column.weight;
                }
            }
            states = next;
        }
        let most = states.keys().map(|(_, scatters)| *scatters).max().unwrap_or(0);
        let mut missed = vec![BigInt::zero(); most + 1];
        for ((_, scatters), ways) in states.into_iter().filter(|((alive, _), _)| *alive == 0) {
            missed[scatters] += ways;
        }
        missed
    }
}
