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
