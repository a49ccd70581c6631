//! Money: amounts are integers in the subunits of exactly one currency, and nothing here knows a float.
//!
//! Three things live here: the table of known currencies, [`Amount`] checks at the edge, and
//! [`convert`], the only place where one currency becomes another. Conversion rounds once, towards
//! zero, which on a credit to a player is towards the operator and on a threshold is towards strictness.
//! The way back along a rate is [`payable`] for a credit, rounded as ever, and [`price`] for a debit,
//! rounded up, which is towards the operator as well.

mod convert;
mod currency;

pub use convert::{Rate, RateError, convert, payable, price};
pub use currency::{CURRENCIES, Currency, UnknownCurrency};

/// The largest amount that may cross the wire, in subunits: 2^53 - 1, what JSON numbers carry exactly.
pub const WIRE_MAX: i64 = (1 << 53) - 1;

/// An amount refused at the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// Zero or less where money has to move.
    #[error("the amount must be above zero")]
    NotPositive,
    /// Beyond [`WIRE_MAX`].
    #[error("the amount is too large")]
    TooLarge,
}

/// Checks that `subunits` is an amount that may move: above zero and at most [`WIRE_MAX`].
pub const fn positive(subunits: i64) -> Result<i64, AmountError> {
    if subunits <= 0 {
        return Err(AmountError::NotPositive);
    }
    if subunits > WIRE_MAX {
        return Err(AmountError::TooLarge);
    }
    Ok(subunits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_amounts_that_can_move_pass() {
        assert_eq!(positive(1), Ok(1));
        assert_eq!(positive(WIRE_MAX), Ok(WIRE_MAX));
        assert_eq!(positive(0), Err(AmountError::NotPositive));
        assert_eq!(positive(-1), Err(AmountError::NotPositive));
        assert_eq!(positive(WIRE_MAX + 1), Err(AmountError::TooLarge));
        assert_eq!(positive(i64::MAX), Err(AmountError::TooLarge));
    }
}
