//! The daily file of what was paid, which a merchant lays beside its own books.

use serde::Serialize;

use crate::edge::rfc3339;
use crate::partner::Partner;
use crate::payment::{Kind, Payment, Status};
use crate::store::State;

/// The most rows of one answer; what comes after is asked for by the last id.
pub(crate) const ROWS_MAX: usize = 2_000;

/// A line of the file.
#[derive(Serialize)]
struct Line<'a> {
    payment_id: &'a str,
    merchant_ref: &'a str,
    #[serde(rename = "type")]
    kind: Kind,
    method: &'a str,
    currency: &'a str,
    /// Subunits that moved.
    amount: i64,
    finished_at: String,
}

impl<'a> From<&'a Payment> for Line<'a> {
    fn from(payment: &'a Payment) -> Self {
        Self {
            payment_id: &payment.id,
            merchant_ref: &payment.merchant_ref,
            kind: payment.kind,
            method: payment.method.id(),
            currency: &payment.currency,
            amount: payment.received.unwrap_or(payment.amount),
            finished_at: rfc3339(payment.updated_at_ms),
        }
    }
}

/// What was paid on `date` (`YYYY-MM-DD`, in UTC) as CSV with a line of names, by time and id; of that, what comes after
/// the payment `after`. A payment that was paid stays as it is, so the moment of its last change is that of its payment.
pub(crate) fn file(state: &State, date: &str, after: Option<&str>) -> Result<Vec<u8>, csv::Error> {
    let paid = |payment: &&Payment| {
        payment.partner == Partner::Northpay && payment.status == Status::Succeeded && is_on(payment, date)
    };
    let mut payments: Vec<&Payment> = state.payments().filter(paid).collect();
    let place = |payment: &Payment| (payment.updated_at_ms, payment.id.clone());
    payments.sort_by_key(|payment| place(payment));
    let last = after.and_then(|id| state.payment(id)).map(place);
    let rest = payments.into_iter().filter(|payment| last.as_ref().is_none_or(|last| place(payment) > *last));
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.write_record([
        "payment_id",
        "merchant_ref",
        "type",
        "method",
        "currency",
        "amount",
        "finished_at",
    ])?;
    for payment in rest.take(ROWS_MAX) {
        writer.serialize(Line::from(payment))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn is_on(payment: &Payment, date: &str) -> bool {
    rfc3339(payment.updated_at_ms).split('T').next() == Some(date)
}
