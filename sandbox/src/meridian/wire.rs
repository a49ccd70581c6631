//! What goes over the second partner's wire.

use serde::{Deserialize, Serialize};

use crate::error::Refusal;
use crate::method::Method;
use crate::money;
use crate::payment::{Kind, Payment, Status};
use crate::request::PaymentRequest;

/// Which way the money goes, seen from the merchant.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Direction {
    In,
    Out,
}

/// A merchant's order.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderRequest {
    direction: Direction,
    /// Whole units as a decimal.
    total: String,
    currency: String,
    method: Method,
    callback: String,
    back: Option<String>,
    payer: Option<String>,
    instrument: Option<String>,
    destination: Option<String>,
    #[serde(default)]
    excluded_bins: Vec<String>,
}

impl OrderRequest {
    /// What both partners' desks take.
    pub(super) fn into_request(self, reference: String) -> Result<PaymentRequest, Refusal> {
        let amount = money::subunits(&self.total, &self.currency);
        Ok(PaymentRequest {
            merchant_ref: reference,
            kind: match self.direction {
                Direction::In => Kind::Deposit,
                Direction::Out => Kind::Payout,
            },
            amount: amount
                .ok_or(Refusal::Invalid("total", "total is a decimal of the currency, above zero."))?,
            currency: self.currency,
            method: self.method,
            notify_url: self.callback,
            return_url: self.back,
            customer: self.payer,
            profile: self.instrument,
            address: self.destination,
            blocked_bins: self.excluded_bins,
        })
    }
}

#[derive(Serialize)]
struct Blocks {
    seen: u32,
    needed: u32,
}

#[derive(Serialize)]
struct InstrumentView<'a> {
    id: &'a str,
    label: &'a str,
    scheme: &'a str,
}

/// An order as calls and webhooks show it.
#[expect(clippy::struct_field_names, reason = "the wire calls it so")]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Order<'a> {
    order: &'a str,
    reference: &'a str,
    direction: Direction,
    total: String,
    currency: &'a str,
    method: Method,
    state: &'static str,
    refused_because: Option<&'a str>,
    /// Whole units that have come, once that is known.
    paid: Option<String>,
    blocks: Blocks,
    instrument: Option<InstrumentView<'a>>,
    destination: Option<&'a str>,
    page: Option<String>,
}

impl<'a> Order<'a> {
    pub(crate) fn of(payment: &'a Payment, public_url: &str) -> Self {
        let decimal = |amount| money::decimal(amount, &payment.currency, "");
        Self {
            order: &payment.id,
            reference: &payment.merchant_ref,
            direction: match payment.kind {
                Kind::Deposit => Direction::In,
                Kind::Payout => Direction::Out,
            },
            total: decimal(payment.amount),
            currency: &payment.currency,
            method: payment.method,
            state: state(payment.status),
            refused_because: payment.error_code.as_deref(),
            paid: payment.received.map(decimal),
            blocks: Blocks { seen: payment.confirmations, needed: payment.confirmations_needed() },
            instrument: payment.profile.as_ref().map(|profile| InstrumentView {
                id: &profile.token,
                label: &profile.masked,
                scheme: &profile.brand,
            }),
            destination: payment.address.as_deref(),
            page: payment.hosted.then(|| format!("{public_url}/checkout/{}", payment.id)),
        }
    }
}

/// A state in this partner's words.
fn state(status: Status) -> &'static str {
    match status {
        Status::Pending => "CREATED",
        Status::Accepted | Status::Processing => "WORKING",
        Status::Succeeded => "PAID",
        Status::Declined => "REFUSED",
        Status::Canceled => "CANCELLED",
    }
}

/// What a webhook holds.
#[derive(Serialize)]
pub(crate) struct WebhookBody<'a> {
    event: &'static str,
    id: &'a str,
    order: Order<'a>,
}

/// The webhook `id` that tells of the present state of `payment`.
pub(crate) fn webhook_body<'a>(payment: &'a Payment, id: &'a str, public_url: &str) -> WebhookBody<'a> {
    WebhookBody { event: "order.changed", id, order: Order::of(payment, public_url) }
}
