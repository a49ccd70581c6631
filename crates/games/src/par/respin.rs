//! Expanding wilds: a walk over the sets of covered reels.
//!
//! A respin is a spin in which the covered reels show wilds only; every set that can come up is counted
//! by all stops of the other reels. Each respin covers more reels or is the last.

use std::collections::BTreeMap;

use num_traits::Signed;

use super::after::After;
use super::spin::SpinCount;
use super::{as_float, one};
use crate::slots::{Rules, SymbolIndex};

/// What follows by set of covered reels, as bits.
pub(super) struct Respins {
    after: BTreeMap<usize, After>,
}

impl Respins {
    /// Counts every set, the greater ones first because they follow the smaller ones.
    pub(super) fn count(rules: &Rules, strips: &[Vec<SymbolIndex>]) -> Self {
        let wild = |strip: &Vec<SymbolIndex>| rules.wild.as_ref().is_some_and(|w| strip.contains(&w.symbol));
        let coverable: usize =
            strips.iter().enumerate().filter(|(_, strip)| wild(strip)).map(|(reel, _)| 1 << reel).sum();
        let mut respins = Self { after: BTreeMap::new() };
        for covered in (1..=coverable).rev().filter(|set| set & coverable == *set) {
            let after = respins.respin(covered, &SpinCount::covering(rules, strips, covered));
            respins.after.insert(covered, after);
        }
        respins
    }

    /// What follows a spin that covered these reels.
    pub(super) fn after(&self, covered: usize) -> Option<After> {
        self.after.get(&covered).cloned()
    }

    fn respin(&self, covered: usize, spin: &SpinCount) -> After {
        let mut all =
            After { win: spin.win.clone(), square: spin.win_square, max: spin.max_at[covered], steps: one() };
        let more =
            spin.probability.iter().enumerate().filter(|(mark, p)| *mark != covered && p.is_positive());
        for (mark, probability) in more {
            let after = &self.after[&mark];
            all.win += probability * &after.win;
            all.square +=
                2.0 * spin.win_at[mark] * as_float(&after.win) + as_float(probability) * after.square;
            all.max = all.max.max(spin.max_at[mark].saturating_add(after.max));
            all.steps += probability * &after.steps;
        }
        all
    }
}
