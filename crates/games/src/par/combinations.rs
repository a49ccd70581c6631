//! The pay table of a paid spin, combination by combination: how often each comes, and what it returns.
//!
//! Lines are walked cell by cell, since every row of a reel shows the strip alike; ways and scatters are products over the
//! reels. What the combinations return adds up to the paid spin of the sheet, which a test compares. Games whose windows
//! change after they were drawn have no such table: mysteries, nudges, expanding wilds, tumbles and changing heights.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::one;
use crate::definition::Evaluation;
use crate::outcome::WinKind;
use crate::slots::{Rules, Slots, Source, SymbolIndex, grid};

/// A combination that pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// By which rule.
    pub kind: WinKind,
    /// The symbol that pays.
    pub symbol: String,
    /// How many of it.
    pub count: usize,
    /// What it pays in stakes, without wilds and for one way.
    pub pays: BigRational,
    /// Its probability: on a given line, or in the window.
    pub chance: BigRational,
    /// What it returns of a stake, multipliers of wilds and all lines and ways taken in.
    pub returns: BigRational,
}

/// Every combination of a paid spin that pays, the highest pay first; none where windows change after they were drawn.
pub fn count(slots: &Slots) -> Option<Vec<Combination>> {
    let rules = slots.rules();
    let changes = rules.mystery.is_some()
        || rules.nudge.is_some()
        || rules.expanding_wild.is_some()
        || rules.heights.is_some()
        || rules.whole
        || rules.tumbles_max() > 0;
    let Source::Strips(strips) = &rules.source else { return None };
    if changes {
        return None;
    }
    let stake = BigInt::from(slots.definition().bet_units);
    let mut combinations = match &rules.evaluation {
        Evaluation::Lines { lines } => on_lines(rules, strips, lines.len(), &stake),
        Evaluation::Ways => by_ways(rules, strips, &stake),
        Evaluation::PayAnywhere | Evaluation::Clusters => return None,
    };
    combinations.extend(scatters(rules, strips, &stake));
    combinations.sort_by(|one, other| other.pays.cmp(&one.pays).then_with(|| one.symbol.cmp(&other.symbol)));
    Some(combinations)
}

/// How many of something, out of so many.
fn share(of: usize, out_of: usize) -> BigRational {
    BigRational::new(of.into(), out_of.max(1).into())
}

/// The share of a reel's stops whose window shows so many cells that fulfil `test`.
fn showing(
    rules: &Rules,
    strip: &[SymbolIndex],
    test: impl Fn(SymbolIndex) -> bool,
) -> BTreeMap<usize, BigRational> {
    let mut stops: BTreeMap<usize, usize> = BTreeMap::new();
    for stop in 0..strip.len() {
        let cells = grid::shown(strip, stop, rules.rows);
        *stops.entry(cells.iter().filter(|cell| test(**cell)).count()).or_default() += 1;
    }
    stops.into_iter().map(|(cells, count)| (cells, share(count, strip.len()))).collect()
}

/// Combinations of symbols on one line by the symbol and the count that they pay: how many, and the sum of their pays in units.
type LinePays = BTreeMap<(SymbolIndex, usize), (u128, u128)>;

fn on_lines(rules: &Rules, strips: &[Vec<SymbolIndex>], lines: usize, stake: &BigInt) -> Vec<Combination> {
    let weights: Vec<Vec<(SymbolIndex, u128)>> = strips
        .iter()
        .map(|strip| {
            let times = |symbol| strip.iter().filter(|cell| **cell == symbol).map(|_| 1_u128).sum();
            let symbols = (0..rules.symbols.len()).map(|symbol| (symbol, times(symbol)));
            symbols.filter(|(_, times)| *times > 0).collect()
        })
        .collect();
    let mut pays = LinePays::new();
    walk(rules, &weights, &mut Vec::new(), 1, &mut pays);
    let all: BigInt = strips.iter().map(|strip| BigInt::from(strip.len())).product();
    let lines = BigInt::from(lines);
    pays.into_iter()
        .map(|((symbol, count), (times, units))| Combination {
            kind: WinKind::Line,
            symbol: rules.symbols[symbol].clone(),
            count,
            pays: BigRational::new(rules.pays[symbol][count].into(), stake.clone()),
            chance: BigRational::new(times.into(), all.clone()),
            returns: BigRational::new(BigInt::from(units) * &lines, &all * stake),
        })
        .collect()
}

/// Walks every line of symbols, and books the best win of each.
fn walk(
    rules: &Rules,
    weights: &[Vec<(SymbolIndex, u128)>],
    cells: &mut Vec<SymbolIndex>,
    times: u128,
    pays: &mut LinePays,
) {
    let Some(reel) = weights.get(cells.len()) else {
        if let Some((symbol, count, units)) = best(rules, cells) {
            let booked = pays.entry((symbol, count)).or_default();
            booked.0 += times;
            booked.1 += times * u128::from(units.unsigned_abs());
        }
        return;
    };
    for (symbol, weight) in reel {
        cells.push(*symbol);
        walk(rules, weights, cells, times * weight, pays);
        cells.pop();
    }
}

/// The best win of a line, by symbol, count and units; of equal ones the symbol named first.
fn best(rules: &Rules, cells: &[SymbolIndex]) -> Option<(SymbolIndex, usize, i64)> {
    let mut best: Option<(SymbolIndex, usize, i64)> = None;
    for symbol in (0..rules.symbols.len()).filter(|symbol| Some(*symbol) != rules.scatter) {
        let count = cells.iter().take_while(|cell| rules.counts_as(**cell, symbol)).count();
        let with_wild = cells[..count].iter().any(|cell| rules.is_wild_for(*cell, symbol));
        let factor = rules.wild.as_ref().filter(|_| with_wild).map_or(1, |wild| wild.multiplier);
        let units = rules.pays[symbol][count] * factor;
        if units > best.map_or(0, |(_, _, most)| most) {
            best = Some((symbol, count, units));
        }
    }
    best
}

fn by_ways(rules: &Rules, strips: &[Vec<SymbolIndex>], stake: &BigInt) -> Vec<Combination> {
    let mut combinations = Vec::new();
    for symbol in &rules.regular {
        // Of the reels so far: the chance that each shows the symbol, and the mean of the ways.
        let (mut chance, mut ways) = (one(), one());
        for reel in 0..=strips.len() {
            let shown = strips
                .get(reel)
                .map(|strip| showing(rules, strip, |cell| rules.counts_as(cell, *symbol)))
                .unwrap_or_default();
            let ends = if reel == strips.len() { one() } else { shown.get(&0).cloned().unwrap_or_default() };
            let units = rules.pays[*symbol][reel];
            if units > 0 && !ends.is_zero() {
                let pays = BigRational::new(units.into(), stake.clone());
                combinations.push(Combination {
                    kind: WinKind::Ways,
                    symbol: rules.symbols[*symbol].clone(),
                    count: reel,
                    chance: &chance * &ends,
                    returns: &ways * &ends * &pays,
                    pays,
                });
            }
            chance *= one() - &ends;
            let mean = shown.iter().map(|(cells, chance)| chance * BigInt::from(*cells));
            ways *= mean.fold(BigRational::zero(), |sum, part| sum + part);
        }
    }
    combinations
}

fn scatters(rules: &Rules, strips: &[Vec<SymbolIndex>], stake: &BigInt) -> Vec<Combination> {
    let Some(symbol) = rules.scatter else { return Vec::new() };
    let mut chances: BTreeMap<usize, BigRational> = BTreeMap::from([(0, one())]);
    for strip in strips {
        let mut next: BTreeMap<usize, BigRational> = BTreeMap::new();
        for (cells, chance) in showing(rules, strip, |cell| cell == symbol) {
            for (before, so_far) in &chances {
                *next.entry(before + cells).or_default() += so_far * &chance;
            }
        }
        chances = next;
    }
    let paying = chances.into_iter().filter(|(count, _)| rules.pays[symbol][*count] > 0);
    paying
        .map(|(count, chance)| {
            let pays = BigRational::new(rules.pays[symbol][count].into(), stake.clone());
            let returns = &chance * &pays;
            let name = rules.symbols[symbol].clone();
            Combination { kind: WinKind::Scatter, symbol: name, count, pays, chance, returns }
        })
        .collect()
}
