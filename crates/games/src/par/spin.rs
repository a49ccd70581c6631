//! One spin counted: every way to draw its window, by what follows from it.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::chain::{self, Rung};
use super::strips::{self, Shown, Tally};
use super::{ParError, as_float, clusters, nudge, shifting, tumbling};
use crate::definition::Evaluation;
use crate::slots::{Rules, Source, SymbolIndex};

/// One spin counted, in units; lists are by mark: the number of scatters (in the last window) or coins,
/// or the bits of the covered reels.
#[derive(Debug, Clone)]
pub(super) struct SpinCount {
    /// Probability of the mark.
    pub(super) probability: Vec<BigRational>,
    /// Mean pay.
    pub(super) win: BigRational,
    /// Probability of a pay.
    pub(super) hit: BigRational,
    /// Probability of the mark times the mean pay then.
    pub(super) win_at: Vec<f64>,
    /// Mean square of the pay.
    pub(super) win_square: f64,
    /// The greatest pay with the mark.
    pub(super) max_at: Vec<i64>,
}

impl SpinCount {
    /// Counts a spin whose wins are multiplied by `multiplier`.
    /// On a ladder it begins on rung `from_rung`.
    pub(super) fn of(
        rules: &Rules,
        source: &Source,
        multiplier: i64,
        from_rung: usize,
    ) -> Result<Self, ParError> {
        match source {
            _ if matches!(rules.evaluation, Evaluation::Clusters) => {
                clusters::spin(rules, source, multiplier, from_rung)
            }
            Source::Strips(strips) if rules.heights.is_some() => Self::shifting(rules, strips, multiplier),
            Source::Strips(_) if rules.whole => Err(ParError::NotCountable(
                "windows leave as a whole only where heights change, or in clusters",
            )),
            Source::Strips(strips) if rules.expanding_wild.is_some() => Ok(Self::covering(rules, strips, 0)),
            Source::Strips(strips) => Ok(Self::of_tallies(&tallies(rules, strips), |_| multiplier)),
            Source::Cells(weights) => Ok(tumbling::Tumbling::new(rules, weights)?.count(multiplier)),
            Source::ReelCells(_) => Err(ParError::NotCountable("only free spins draw cells by reel")),
        }
    }

    /// Counts a spin on reels of changing height; the mark is the scatters of its last window.
    fn shifting(rules: &Rules, strips: &[Vec<SymbolIndex>], multiplier: i64) -> Result<Self, ParError> {
        let window = shifting::window(rules, strips)?;
        let rung =
            |tumbles| Rung { window: &window, multiplier: multiplier * rules.tumble_multiplier(tumbles) };
        let rungs: Vec<Rung<'_>> = (0..=rules.tumbles_max()).map(rung).collect();
        Ok(chain::count(&rungs, window.all.len(), |_, scatters| scatters))
    }

    /// Counts a spin during which the reels of the bits of `covered` show their wild.
    pub(super) fn covering(rules: &Rules, strips: &[Vec<SymbolIndex>], covered: usize) -> Self {
        let shown = strips.iter().enumerate().map(|(reel, strip)| match &rules.wild {
            Some(wild) if covered >> reel & 1 == 1 => {
                vec![Shown { cells: vec![wild.symbol; rules.rows], mark: 1 << reel }]
            }
            Some(wild) => {
                let mut stops = strips::stops(rules, strip, |_| 0);
                for stop in stops.iter_mut().filter(|stop| stop.cells.contains(&wild.symbol)) {
                    stop.cells.fill(wild.symbol);
                    stop.mark = 1 << reel;
                }
                stops
            }
            None => strips::stops(rules, strip, |_| 0),
        });
        let tallies = strips::count(rules, shown.collect());
        Self::of_tallies(&tallies, |mark| rules.covered_multiplier(mark.count_ones() as usize))
    }

    /// Counts a free spin in which `symbol` expands after the wins.
    pub(super) fn expanding(
        rules: &Rules,
        strips: &[Vec<SymbolIndex>],
        symbol: SymbolIndex,
        multiplier: i64,
    ) -> Self {
        // The mark holds both the scatters and the reels that show the symbol.
        let span = rules.cells() + 1;
        let mark =
            |cells: &[SymbolIndex]| scatters(rules, cells) + span * usize::from(cells.contains(&symbol));
        let shown = strips.iter().map(|strip| strips::stops(rules, strip, mark)).collect();
        let mut by_scatters = vec![Tally::default(); span];
        for (mark, tally) in strips::count(rules, shown).iter().enumerate() {
            let (scatters, reels) = (mark % span, mark / span);
            let units = rules.expanded_units(symbol, reels) + scatter_units(rules, scatters);
            by_scatters[scatters].add(&tally.raised(u128::from(units.unsigned_abs())), 1);
        }
        Self::of_tallies(&by_scatters, |_| multiplier)
    }

    /// Reads tallies by mark; all that a mark wins is multiplied by `multiplier`.
    fn of_tallies(tallies: &[Tally], multiplier: impl Fn(usize) -> i64) -> Self {
        let all = BigInt::from(tallies.iter().map(|t| t.count).sum::<u128>());
        let fraction = |part: u128| BigRational::new(part.into(), all.clone());
        let factor = |mark: usize| BigRational::from(BigInt::from(multiplier(mark)));
        let wins: Vec<BigRational> =
            tallies.iter().enumerate().map(|(mark, t)| fraction(t.sum) * factor(mark)).collect();
        let square = |(mark, t): (usize, &Tally)| fraction(t.sum_square) * factor(mark) * factor(mark);
        let max = |(mark, t): (usize, &Tally)| i64::try_from(t.max).unwrap_or(i64::MAX) * multiplier(mark);
        Self {
            probability: tallies.iter().map(|t| fraction(t.count)).collect(),
            hit: fraction(tallies.iter().map(|t| t.hits).sum()),
            win_at: wins.iter().map(as_float).collect(),
            win_square: as_float(&tallies.iter().enumerate().map(square).sum()),
            max_at: tallies.iter().enumerate().map(max).collect(),
            win: wins.into_iter().sum(),
        }
    }
}

/// Tallies of a strip game by number of scatters or coins.
fn tallies(rules: &Rules, strips: &[Vec<SymbolIndex>]) -> Vec<Tally> {
    if let Some(chance) = rules.nudge {
        return vec![nudge::count(rules, strips, chance)];
    }
    let mark = |cells: &[SymbolIndex]| match rules.coin {
        Some(coin) => cells.iter().filter(|cell| **cell == coin).count(),
        None => scatters(rules, cells),
    };
    let count = |strips: &[Vec<SymbolIndex>]| {
        let shown = strips.iter().map(|strip| strips::stops(rules, strip, mark)).collect();
        let plain = strips::count(rules, shown);
        let raise = |(mark, tally): (usize, &Tally)| {
            tally.raised(u128::from(scatter_units(rules, mark).unsigned_abs()))
        };
        plain.iter().enumerate().map(raise).collect::<Vec<_>>()
    };
    let Some(mystery) = &rules.mystery else { return count(strips) };
    // Every mystery symbol of a window becomes the same symbol, so the strips are counted once for each
    // symbol they may become.
    let mut all: Vec<Tally> = Vec::new();
    for (symbol, weight) in mystery.weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        let become_symbol = |cell: &SymbolIndex| if *cell == mystery.symbol { symbol } else { *cell };
        let revealed: Vec<Vec<SymbolIndex>> =
            strips.iter().map(|strip| strip.iter().map(become_symbol).collect()).collect();
        let counted = count(&revealed);
        all.resize(counted.len(), Tally::default());
        for (sum, tally) in all.iter_mut().zip(&counted) {
            sum.add(tally, u128::from(*weight));
        }
    }
    all
}

fn scatters(rules: &Rules, cells: &[SymbolIndex]) -> usize {
    cells.iter().filter(|cell| Some(**cell) == rules.scatter).count()
}

/// The scatters' own pay in units.
fn scatter_units(rules: &Rules, scatters: usize) -> i64 {
    rules.scatter.map_or(0, |symbol| rules.pays[symbol][scatters])
}
