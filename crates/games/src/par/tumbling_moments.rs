//! The spread of a tumbling spin: mean by number of scatters and mean square, in double precision.
//!
//! The mean square needs pairs of wins. Two wins of one symbol pay differently together than two wins
//! of different symbols, so one symbol is tagged and followed by name; the others stay anonymous as in
//! the exact count. With equal weights any symbol may stand for the tagged one. Every term added is
//! positive, so the result is good to about twelve digits; a standard deviation is irrational anyway.

use super::occupancy::{Occupancy, OccupancyIndex};
use super::tumbling::Tumbling;

/// Mean and mean square of a spin's pay in units.
pub(super) struct Moments {
    /// By number of scatters: probability of it times the mean pay then.
    pub(super) win_at: Vec<f64>,
    /// Mean square.
    pub(super) win_square: f64,
}

/// Most different pays a symbol may have.
pub(super) const TIERS_MAX: usize = 4;

/// What is carried per state.
#[derive(Debug, Clone, Copy, Default)]
struct Carried {
    probability: f64,
    /// Expected sum, over earlier wins of any symbol, of the tumble's multiplier, by tier of the count.
    won: [f64; TIERS_MAX],
    /// The same for the tagged symbol alone.
    tag_won: [f64; TIERS_MAX],
}

/// Pays averaged over the symbols, or over pairs of them, by tier.
struct Averages {
    symbols: f64,
    /// `tier[count]`, for counts that pay.
    tier: Vec<Option<usize>>,
    one: Vec<f64>,
    same: Vec<Vec<f64>>,
    different: Vec<Vec<f64>>,
}

impl Tumbling<'_> {
    /// Mean and mean square of a spin whose wins are multiplied by `multiplier`.
    pub(super) fn moments(&self, multiplier: i64) -> Moments {
        let others = Occupancy::new(self.rules.regular.len() - 1, self.cells);
        let averages = self.averages();
        let mut moments = Moments { win_at: vec![0.0; self.cells + 1], win_square: 0.0 };
        let mut filled = Table::new(&others, self.cells);
        filled.at(0, Occupancy::EMPTY, 0).probability = 1.0;
        for tumble in 0..=self.rules.tumbles_max() {
            self.fill_tagged(&others, &mut filled);
            let factor = as_float(self.rules.tumble_multiplier(tumble) * multiplier);
            let mut kept = Table::new(&others, self.cells);
            for (tag, at, scatters, mut carried) in filled.full(&others) {
                let counts = || others.counts(at).iter().chain([&tag]);
                let tiers: Vec<usize> = counts().filter_map(|count| averages.tier[*count]).collect();
                moments.win_square += averages.square(&carried, &tiers, averages.tier[tag], factor);
                for tier in &tiers {
                    carried.won[*tier] += factor * carried.probability;
                }
                if let Some(tier) = averages.tier[tag] {
                    carried.tag_won[tier] += factor * carried.probability;
                }
                if tiers.is_empty() || tumble == self.rules.tumbles_max() {
                    let scatter = as_float(self.scatter_units(scatters) * multiplier);
                    let win: f64 = carried.won.iter().zip(&averages.one).map(|(won, pay)| won * pay).sum();
                    moments.win_at[scatters] += win + scatter * carried.probability;
                    moments.win_square += scatter * (2.0 * win + scatter * carried.probability);
                } else {
                    let stay = if averages.tier[tag].is_some() { 0 } else { tag };
                    kept.at(stay, others.cleared(at, self.winning), scatters).add(&carried, 1.0);
                }
            }
            filled = kept;
        }
        moments
    }

    /// Draws cell after cell until every window is full.
    fn fill_tagged(&self, others: &Occupancy, table: &mut Table) {
        let of_all = 1.0 / f64::from(self.weight_sum());
        let symbol = f64::from(self.symbol_weight) * of_all;
        let scatter = f64::from(self.scatter_weight) * of_all;
        for level in 0..self.cells {
            for at in 0..others.len() {
                let Some(free) = level.checked_sub(others.sum(at)) else { break };
                for tag in 0..=free {
                    let scatters = free - tag;
                    let here = std::mem::take(table.at(tag, at, scatters));
                    if here.probability == 0.0 {
                        continue;
                    }
                    table.at(tag + 1, at, scatters).add(&here, symbol);
                    table.at(tag, at, scatters + 1).add(&here, scatter);
                    for (symbols, grown) in others.grown(at) {
                        table.at(tag, *grown, scatters).add(&here, symbol * f64::from(*symbols));
                    }
                }
            }
        }
    }

    fn averages(&self) -> Averages {
        let pays: Vec<&Vec<i64>> = self.rules.regular.iter().map(|s| &self.rules.pays[*s]).collect();
        let first_counts = self.tier_starts();
        let tier = (0..=self.cells).map(|n| first_counts.iter().rposition(|first| *first <= n)).collect();
        let symbols = pays.len();
        let pay = |symbol: usize, tier: usize| as_float(pays[symbol][first_counts[tier]]);
        let table = |pairs: f64, take: fn(usize, usize) -> bool| -> Vec<Vec<f64>> {
            let cell = |a, b| {
                let both = (0..symbols).flat_map(|s| (0..symbols).map(move |t| (s, t)));
                both.filter(|(s, t)| take(*s, *t)).map(|(s, t)| pay(s, a) * pay(t, b)).sum::<f64>() / pairs
            };
            (0..first_counts.len()).map(|a| (0..first_counts.len()).map(|b| cell(a, b)).collect()).collect()
        };
        let n = f64::from(u32::try_from(symbols).unwrap_or(u32::MAX));
        Averages {
            symbols: n,
            one: (0..first_counts.len()).map(|t| (0..symbols).map(|s| pay(s, t)).sum::<f64>() / n).collect(),
            same: table(n, |s, t| s == t),
            different: table((n * (n - 1.0)).max(1.0), |s, t| s != t),
            tier,
        }
    }
}

impl Averages {
    /// What this window's wins add to the mean square: with each other, and twice with the earlier
    /// ones. Earlier pairs are first taken as of different symbols, then those of the tagged symbol,
    /// which stands for all, are put right.
    fn square(&self, carried: &Carried, tiers: &[usize], tag: Option<usize>, factor: f64) -> f64 {
        let mut sum = 0.0;
        for (i, a) in tiers.iter().enumerate() {
            for (j, b) in tiers.iter().enumerate() {
                let pay = if i == j { self.same[*a][*b] } else { self.different[*a][*b] };
                sum += factor * factor * pay * carried.probability;
            }
            for (won, pay) in carried.won.iter().zip(&self.different[*a]) {
                sum += 2.0 * factor * won * pay;
            }
        }
        if let Some(a) = tag {
            let pays = self.same[a].iter().zip(&self.different[a]);
            for (won, (same, different)) in carried.tag_won.iter().zip(pays) {
                sum += self.symbols * 2.0 * factor * won * (same - different);
            }
        }
        sum
    }
}

impl Carried {
    fn add(&mut self, other: &Self, factor: f64) {
        self.probability += other.probability * factor;
        for tier in 0..TIERS_MAX {
            self.won[tier] += other.won[tier] * factor;
            self.tag_won[tier] += other.tag_won[tier] * factor;
        }
    }
}

/// What is carried, by the tagged symbol's count, the others' occupancy and the scatters.
struct Table {
    cells: usize,
    /// `[tag][occupancy]`: where the entries by number of scatters begin.
    starts: Vec<Vec<usize>>,
    entries: Vec<Carried>,
}

impl Table {
    fn new(others: &Occupancy, cells: usize) -> Self {
        let mut size = 0;
        let mut starts = Vec::new();
        for tag in 0..=cells {
            let row = (0..others.len()).map_while(|at| cells.checked_sub(tag + others.sum(at)));
            starts.push(
                row.map(|free| {
                    size += free + 1;
                    size - free - 1
                })
                .collect(),
            );
        }
        Self { cells, starts, entries: vec![Carried::default(); size] }
    }

    fn at(&mut self, tag: usize, at: OccupancyIndex, scatters: usize) -> &mut Carried {
        &mut self.entries[self.starts[tag][at] + scatters]
    }

    /// The full windows that can occur, with tagged count, occupancy and scatters.
    fn full<'a>(
        &'a self,
        others: &'a Occupancy,
    ) -> impl Iterator<Item = (usize, OccupancyIndex, usize, Carried)> + 'a {
        (0..=self.cells).flat_map(move |tag| {
            self.starts[tag].iter().enumerate().filter_map(move |(at, start)| {
                let scatters = self.cells - tag - others.sum(at);
                let carried = self.entries[start + scatters];
                (carried.probability > 0.0).then_some((tag, at, scatters, carried))
            })
        })
    }
}

/// Pays and multipliers are far below 2^53.
#[expect(clippy::cast_precision_loss, reason = "the definition's checks bound pays and multipliers")]
fn as_float(units: i64) -> f64 {
    units as f64
}
