//! Counting a window of clusters whose cells are drawn independently, each symbol equally likely.
//!
//! The mean needs no walk through windows: it is the sum, over every shape and place a cluster can have, of the chance
//! that the shape is full of one symbol and its whole edge is not. [`marked`] adds these up cell by cell. The chance of
//! a window without a win is counted by [`small`], which carries the sizes of all clusters that are still open, as
//! long as none is large enough to pay. Both are exact. The mean square would need pairs of shapes; it alone is an
//! estimate, from windows that [`sample`] draws with a fixed seed.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::ParError;
use super::chain::{self, Rung, WindowCount};
use super::spin::SpinCount;
use super::{clusters_marked as marked, clusters_sample as sample, clusters_small as small};
use crate::definition::Evaluation;
use crate::slots::{Rules, Source, SymbolIndex};

/// Counts a spin of a cluster game that begins on a rung of its ladder.
pub(super) fn spin(
    rules: &Rules,
    source: &Source,
    multiplier: i64,
    from_rung: usize,
) -> Result<SpinCount, ParError> {
    if !rules.whole || !matches!(rules.evaluation, Evaluation::Clusters) {
        return Err(ParError::NotCountable("clusters are counted where the whole window leaves after a win"));
    }
    let rungs = from_rung..=from_rung + rules.tumbles_max();
    let mut windows: Vec<(Vec<SymbolIndex>, WindowCount)> = Vec::new();
    let mut at = Vec::new();
    for rung in rungs.clone() {
        let symbols = symbols(rules, &rules.source_at(source, rung))?;
        let known = windows.iter().position(|(known, _)| *known == symbols);
        at.push(known.unwrap_or(windows.len()));
        if known.is_none() {
            let window = window(rules, &symbols)?;
            windows.push((symbols, window));
        }
    }
    let rung = |(rung, at): (usize, usize)| Rung {
        window: &windows[at].1,
        multiplier: multiplier * rules.tumble_multiplier(rung),
    };
    let rungs: Vec<Rung<'_>> = rungs.zip(at).map(rung).collect();
    Ok(chain::count(&rungs, from_rung + rungs.len(), |ended, _| from_rung + ended))
}

/// The symbols that a window is drawn from, each equally likely.
fn symbols(rules: &Rules, source: &Source) -> Result<Vec<SymbolIndex>, ParError> {
    let Source::Cells(weights) = source else {
        return Err(ParError::NotCountable("clusters are counted where cells are drawn one by one"));
    };
    let drawn: Vec<SymbolIndex> = (0..weights.len()).filter(|symbol| weights[*symbol] > 0).collect();
    let alike = drawn.iter().all(|s| weights[*s] == weights[drawn[0]] && rules.regular.contains(s));
    if alike { Ok(drawn) } else { Err(ParError::NotCountable("regular symbols must be equally likely")) }
}

fn window(rules: &Rules, symbols: &[SymbolIndex]) -> Result<WindowCount, ParError> {
    let least = |s: &SymbolIndex| rules.pays[*s].iter().position(|units| *units > 0);
    let smallest = least(&symbols[0]).ok_or(ParError::NotCountable("a symbol never pays"))?;
    if symbols.iter().any(|s| least(s) != Some(smallest)) {
        return Err(ParError::NotCountable("every symbol must pay from the same size on"));
    }
    let (reels, rows, kinds) = (rules.reels, rules.rows, symbols.len());
    let all = BigInt::from(kinds).pow(u32::try_from(reels * rows).unwrap_or(0));
    let fraction = |part: BigInt| BigRational::new(part, all.clone());
    let win: BigInt = marked::clusters_by_size(reels, rows, kinds)
        .into_iter()
        .enumerate()
        .map(|(size, windows)| {
            let units: i64 = symbols.iter().map(|symbol| rules.pays[*symbol][size]).sum();
            BigInt::from(windows) * units
        })
        .sum();
    Ok(WindowCount {
        all: vec![BigRational::one()],
        missed: vec![fraction(small::windows_without(reels, rows, kinds, smallest).into())],
        win_at: vec![fraction(win)],
        square: sample::mean_square(rules, symbols),
        max_at: vec![most(rules, symbols)?],
    })
}

/// The greatest pay: a window full of one symbol, where no other way to share its cells out pays more, even if shapes
/// were no matter.
fn most(rules: &Rules, symbols: &[SymbolIndex]) -> Result<i64, ParError> {
    let cells = rules.cells();
    let pay = |size: usize| symbols.iter().map(|symbol| rules.pays[*symbol][size]).max().unwrap_or(0);
    let mut best = vec![0; cells + 1];
    for given in 1..=cells {
        best[given] = (1..=given).map(|size| pay(size) + best[given - size]).max().unwrap_or(0);
    }
    if best[cells] == pay(cells) {
        Ok(pay(cells))
    } else {
        Err(ParError::NotCountable("several clusters may pay more than one that fills the window"))
    }
}
