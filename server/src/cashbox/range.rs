//! Bounds of amounts.

use serde::Serialize;
use utoipa::ToSchema;

use super::state::Action;

/// Bounds of an amount, in subunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AmountRange)]
#[expect(clippy::struct_field_names, reason = "amounts on the wire are named *_cents")]
pub(super) struct Range {
    /// The least.
    pub(super) min_cents: i64,
    /// The most; null when there is none.
    pub(super) max_cents: Option<i64>,
    /// An amount has to be a multiple of it.
    pub(super) step_cents: i64,
}

/// Why an amount is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutOfRange {
    /// Below the least.
    Min,
    /// Above the most.
    Max,
    /// Not a multiple of the step.
    Step,
}

impl Range {
    /// Checks `amount`, in subunits.
    pub(super) const fn check(&self, amount: i64) -> Result<(), OutOfRange> {
        if amount < self.min_cents {
            return Err(OutOfRange::Min);
        }
        if let Some(max) = self.max_cents
            && amount > max
        {
            return Err(OutOfRange::Max);
        }
        if amount % self.step_cents == 0 { Ok(()) } else { Err(OutOfRange::Step) }
    }
}

/// The bounds of one method in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    /// Of deposits.
    pub(super) deposit: Range,
    /// Of cashouts.
    pub(super) withdrawal: Range,
}

impl Limits {
    /// The bounds of `action`.
    pub(super) const fn of(&self, action: Action) -> Range {
        match action {
            Action::Deposit => self.deposit,
            Action::Cashout => self.withdrawal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_belong_to_the_range_and_an_amount_is_a_multiple_of_the_step() {
        // In units of a currency with two decimals: from 30 to 100 by tens, and any amount from 0.30 on by 0.10.
        let tens = Range { min_cents: 3_000, max_cents: Some(10_000), step_cents: 1_000 };
        let tenths = Range { min_cents: 30, max_cents: None, step_cents: 10 };
        for (range, amount, expected) in [
            (tens, 2_999, Err(OutOfRange::Min)),
            (tens, 3_000, Ok(())),
            (tens, 3_500, Err(OutOfRange::Step)),
            (tens, 10_000, Ok(())),
            (tens, 10_001, Err(OutOfRange::Max)),
            (tenths, 29, Err(OutOfRange::Min)),
            (tenths, 30, Ok(())),
            (tenths, 35, Err(OutOfRange::Step)),
            (tenths, 110, Ok(())),
        ] {
            assert_eq!(range.check(amount), expected, "{amount}");
        }
    }
}
