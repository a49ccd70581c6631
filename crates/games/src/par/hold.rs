//! Hold and win: a walk over (coins, respins left).
//!
//! Every free cell becomes a coin with the same chance, so the number of new coins is binomial and the
//! walk is exact. Values are drawn alike and apart from it: the pay at the end is the number of coins
//! times the mean value, and the prize for a full window.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::after::After;
use super::{as_float, one};
use crate::definition::HoldAndWin;
use crate::slots::Rules;

/// Hold and win in a window of so many cells.
pub(super) struct Hold<'a> {
    rule: &'a HoldAndWin,
    cells: usize,
}

/// Where a walk ends: probability by number of coins, and the mean number of respins.
#[derive(Clone)]
struct Ends {
    coins: Vec<BigRational>,
    respins: BigRational,
}

impl<'a> Hold<'a> {
    pub(super) fn new(rules: &Rules, rule: &'a HoldAndWin) -> Self {
        Self { rule, cells: rules.cells() }
    }

    /// What follows a paid spin with so many coins.
    pub(super) fn after(&self, coins: usize) -> Option<After> {
        if coins < usize::from(self.rule.trigger) {
            return None;
        }
        let ends = self.ends(coins, self.rule.respins, &mut HashMap::new());
        let integer = |value: usize| BigRational::from_integer(BigInt::from(value));
        let (mean, square) = (self.value_moment(1), self.value_moment(2));
        let variance = &square - &mean * &mean;
        let mut after = After { steps: ends.respins, ..After::default() };
        let mut mean_square = BigRational::default();
        for (coins, probability) in ends.coins.iter().enumerate() {
            let prize = if coins == self.cells { self.rule.full_units } else { 0 };
            let pay = integer(coins) * &mean + BigInt::from(prize);
            mean_square += probability * (integer(coins) * &variance + &pay * &pay);
            after.win += probability * &pay;
        }
        after.square = as_float(&mean_square);
        let most = self.rule.values.iter().map(|value| value.units).max().unwrap_or(0);
        let cells = i64::try_from(self.cells).unwrap_or(i64::MAX);
        after.max = cells.saturating_mul(most).saturating_add(self.rule.full_units);
        Some(after)
    }

    fn ends(&self, coins: usize, left: u32, known: &mut HashMap<(usize, u32), Ends>) -> Ends {
        if let Some(found) = known.get(&(coins, left)) {
            return found.clone();
        }
        let mut ends =
            Ends { coins: vec![BigRational::default(); self.cells + 1], respins: BigRational::default() };
        let free = self.cells - coins;
        if left == 0 {
            ends.coins[coins] = one();
        } else if free == 0 {
            // The respin that finds no free cell pays.
            ends.coins[coins] = one();
            ends.respins = one();
        } else {
            ends.respins = one();
            for new in 0..=free {
                let probability = self.new_coins(free, new);
                let full = new == free;
                let next_left = if new == 0 { left - 1 } else { self.rule.respins };
                // A window that a respin fills is paid by that respin.
                let next = self.ends(coins + new, if full { 0 } else { next_left }, known);
                for (sum, part) in ends.coins.iter_mut().zip(&next.coins) {
                    *sum += &probability * part;
                }
                ends.respins += &probability * &next.respins;
            }
        }
        known.insert((coins, left), ends.clone());
        ends
    }

    /// Probability of so many coins among the free cells.
    fn new_coins(&self, free: usize, new: usize) -> BigRational {
        let (of, out_of) = (BigInt::from(self.rule.chance.of), BigInt::from(self.rule.chance.out_of));
        let mut ways = BigInt::one();
        for i in 0..new {
            ways = ways * (free - i) / (i + 1);
        }
        let power = |base: &BigInt, exponent: usize| (0..exponent).map(|_| base).product::<BigInt>();
        let favourable = ways * power(&of, new) * power(&(&out_of - &of), free - new);
        BigRational::new(favourable, power(&out_of, free))
    }

    /// Mean of a power of a coin's value.
    fn value_moment(&self, power: u32) -> BigRational {
        let all: BigInt = self.rule.values.iter().map(|value| BigInt::from(value.weight)).sum();
        let part =
            self.rule.values.iter().map(|value| BigInt::from(value.units).pow(power) * value.weight).sum();
        BigRational::new(part, all)
    }
}
