//! The second partner's file of a day: semicolons, whole units, and a last line that says whether there is more.

use std::fmt::Write as _;

use crate::edge::rfc3339;
use crate::money;
use crate::partner::Partner;
use crate::payment::{Kind, Payment, Status};
use crate::store::State;

/// The most orders of one part.
pub(crate) const ROWS_MAX: usize = 1_000;

/// The part `page` (from 0) of the file of `day` (`YYYY-MM-DD`, in UTC), by time and id. The last line is `MORE;{page}`
/// or `END;{orders of the day}`.
pub(super) fn of_day(state: &State, day: &str, page: usize) -> String {
    let is_paid = |payment: &&Payment| {
        payment.partner == Partner::Meridian
            && payment.status == Status::Succeeded
            && rfc3339(payment.updated_at_ms).split('T').next() == Some(day)
    };
    let mut payments: Vec<&Payment> = state.payments().filter(is_paid).collect();
    payments.sort_by_key(|payment| (payment.updated_at_ms, payment.id.clone()));
    let mut text = "order;reference;direction;currency;total;paid_at\n".to_owned();
    for payment in payments.iter().skip(page.saturating_mul(ROWS_MAX)).take(ROWS_MAX) {
        let direction = match payment.kind {
            Kind::Deposit => "IN",
            Kind::Payout => "OUT",
        };
        let moved = money::decimal(payment.received.unwrap_or(payment.amount), &payment.currency, "");
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "{};{};{direction};{};{moved};{}",
            payment.id,
            payment.merchant_ref,
            payment.currency,
            rfc3339(payment.updated_at_ms)
        );
    }
    let _ = if payments.len() > page.saturating_add(1).saturating_mul(ROWS_MAX) {
        writeln!(text, "MORE;{}", page + 1)
    } else {
        writeln!(text, "END;{}", payments.len())
    };
    text
}
