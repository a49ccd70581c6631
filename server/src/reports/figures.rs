//! The sums of a day.

use std::ops::{Index, IndexMut};

use croupier_db::{Error, Result, Row, Value};

/// One of the sums; in the order of [`Figure::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Rounds that were opened.
    Rounds,
    /// Bets, less those that were taken back.
    Bets,
    /// The part of them that was bonus money.
    BonusBets,
    /// Wins, less those that were taken back.
    Wins,
    /// The part of them that was bonus money.
    BonusWins,
    /// What bonuses and free spins have cost, less what came back.
    BonusCost,
    /// What jackpots have paid.
    JackpotCost,
    /// Money that points were exchanged for.
    LoyaltyCost,
    /// Prizes of tournaments and lotteries.
    PrizeCost,
    /// Corrections by staff: given less taken.
    Adjustments,
    /// Deposits.
    Deposits,
    /// How many of them.
    DepositsCount,
    /// Cashouts that were paid.
    Cashouts,
    /// How many of them.
    CashoutsCount,
    /// By how much the money in wallets has changed.
    Liability,
}

/// How many there are.
const COUNT: usize = 15;

impl Figure {
    /// Every figure, in the order of the columns.
    pub const ALL: [Self; COUNT] = [
        Self::Rounds,
        Self::Bets,
        Self::BonusBets,
        Self::Wins,
        Self::BonusWins,
        Self::BonusCost,
        Self::JackpotCost,
        Self::LoyaltyCost,
        Self::PrizeCost,
        Self::Adjustments,
        Self::Deposits,
        Self::DepositsCount,
        Self::Cashouts,
        Self::CashoutsCount,
        Self::Liability,
    ];

    /// The column that keeps it.
    pub const fn column(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Bets => "bets",
            Self::BonusBets => "bonus_bets",
            Self::Wins => "wins",
            Self::BonusWins => "bonus_wins",
            Self::BonusCost => "bonus_cost",
            Self::JackpotCost => "jackpot_cost",
            Self::LoyaltyCost => "loyalty_cost",
            Self::PrizeCost => "prize_cost",
            Self::Adjustments => "adjustments",
            Self::Deposits => "deposits",
            Self::DepositsCount => "deposits_count",
            Self::Cashouts => "cashouts",
            Self::CashoutsCount => "cashouts_count",
            Self::Liability => "liability",
        }
    }

    /// Whether it counts things, where the others are amounts.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Rounds | Self::DepositsCount | Self::CashoutsCount)
    }
}

/// All sums together. Amounts in subunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures([i64; COUNT]);

impl Index<Figure> for Figures {
    type Output = i64;

    fn index(&self, figure: Figure) -> &i64 {
        &self.0[figure as usize]
    }
}

impl IndexMut<Figure> for Figures {
    fn index_mut(&mut self, figure: Figure) -> &mut i64 {
        &mut self.0[figure as usize]
    }
}

impl Figures {
    /// The sums in the columns of `row` from `first` on.
    pub(super) fn read(row: &Row, first: usize) -> Result<Self> {
        let mut figures = Self::default();
        for figure in Figure::ALL {
            figures[figure] = row.get(first + figure as usize)?;
        }
        Ok(figures)
    }

    /// The values of the columns.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> {
        self.0.iter().map(|sum| Value::Int(*sum))
    }

    /// Adds `other`, or says that it does not fit: a sum never wraps.
    pub(super) fn add(&mut self, other: &Self) -> Result<()> {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            let too_large = || Error::Corrupt("a sum of a report does not fit".to_owned());
            *sum = sum.checked_add(more).ok_or_else(too_large)?;
        }
        Ok(())
    }

    /// Whether nothing has happened.
    pub(super) fn is_nothing(&self) -> bool {
        self.0.iter().all(|sum| *sum == 0)
    }

    /// What the operator keeps of play: bets less wins.
    pub fn ggr(&self) -> i64 {
        self[Figure::Bets].saturating_sub(self[Figure::Wins])
    }

    /// The same, less what the operator has given away.
    pub fn ngr(&self) -> i64 {
        let given = [Figure::BonusCost, Figure::JackpotCost, Figure::LoyaltyCost, Figure::PrizeCost];
        given.into_iter().fold(self.ggr(), |left, cost| left.saturating_sub(self[cost]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bets_less_wins_and_what_is_given_away() {
        let mut figures = Figures::default();
        for (figure, sum) in [
            (Figure::Bets, 1_000),
            (Figure::Wins, 700),
            (Figure::BonusCost, 50),
            (Figure::JackpotCost, 20),
            (Figure::LoyaltyCost, 5),
            (Figure::PrizeCost, -10),
            (Figure::Adjustments, 99),
        ] {
            figures[figure] = sum;
        }
        assert_eq!((figures.ggr(), figures.ngr()), (300, 235));
        let mut twice = figures;
        twice.add(&figures).unwrap();
        assert_eq!(twice[Figure::Adjustments], 198);
        let mut full = Figures::default();
        full[Figure::Bets] = i64::MAX;
        assert!(full.add(&figures).is_err());
        for (place, figure) in Figure::ALL.into_iter().enumerate() {
            assert_eq!(figure as usize, place, "{figure:?}");
        }
    }
}
