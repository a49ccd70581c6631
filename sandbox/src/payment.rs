//! A payment: its record, its states, and what the API shows of it.

use serde::{Deserialize, Serialize};

use crate::arrival::Arrival;
use crate::card::Card;
use crate::coin;
use crate::edge::rfc3339;
use crate::meridian::Order;
use crate::method::{Flow, Method};
use crate::partner::Partner;

/// Which way the money goes, seen from the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Deposit,
    Payout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// A deposit that waits for the customer.
    Pending,
    /// A payout that was taken in.
    Accepted,
    Processing,
    Succeeded,
    Declined,
    Canceled,
}

impl Status {
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Declined | Self::Canceled)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Declined => "declined",
            Self::Canceled => "canceled",
        }
    }

    /// The type of the webhook that tells of it; the first states are told by the API's answer alone.
    pub(crate) fn event(self) -> Option<&'static str> {
        match self {
            Self::Pending | Self::Accepted => None,
            Self::Processing => Some("payment.processing"),
            Self::Succeeded => Some("payment.succeeded"),
            Self::Declined => Some("payment.declined"),
            Self::Canceled => Some("payment.canceled"),
        }
    }
}

/// A saved card or account as the merchant knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Profile {
    pub(crate) token: String,
    pub(crate) masked: String,
    /// `visa` or `mastercard`, or the method of an account.
    pub(crate) brand: String,
}

/// A saved card with its owner, when the merchant named one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedCard {
    #[serde(default)]
    pub(crate) partner: Partner,
    pub(crate) profile: Profile,
    pub(crate) customer: Option<String>,
}

/// The question of the cardholder's bank.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Challenge {
    pub(crate) card: Card,
    pub(crate) code: String,
    pub(crate) tries_left: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payment {
    /// Who carries it out.
    #[serde(default)]
    pub(crate) partner: Partner,
    pub(crate) id: String,
    pub(crate) merchant_ref: String,
    pub(crate) kind: Kind,
    /// Subunits, above zero.
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) method: Method,
    pub(crate) status: Status,
    pub(crate) error_code: Option<String>,
    pub(crate) profile: Option<Profile>,
    pub(crate) address: Option<String>,
    pub(crate) customer: Option<String>,
    pub(crate) notify_url: String,
    pub(crate) return_url: Option<String>,
    /// Paid on the checkout page, rather than by itself.
    pub(crate) hosted: bool,
    pub(crate) challenge: Option<Challenge>,
    /// Subunits that have come, once that is known; a transfer or a coin may bring another amount than was asked for.
    #[serde(default)]
    pub(crate) received: Option<i64>,
    /// How many blocks have confirmed a coin's payment.
    #[serde(default)]
    pub(crate) confirmations: u32,
    /// First digits of cards that the merchant does not take.
    #[serde(default)]
    pub(crate) blocked_bins: Vec<String>,
    /// Where it came from, when it came to a lasting address by itself.
    #[serde(default)]
    pub(crate) arrival: Option<Arrival>,
    pub(crate) created_at_ms: u64,
    pub(crate) updated_at_ms: u64,
}

/// What came with a payment that was paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Paid {
    /// The card or account that paid, when it is to be kept.
    pub(crate) instrument: Option<Instrument>,
    /// Subunits that came; the amount that was asked for when left out.
    pub(crate) received: Option<i64>,
    /// The voucher's code, which is used up by it.
    pub(crate) voucher: Option<String>,
}

/// A card or account: all that is kept of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instrument {
    pub(crate) masked: String,
    pub(crate) brand: String,
}

impl From<Card> for Paid {
    fn from(card: Card) -> Self {
        let brand = card.brand.title().to_lowercase();
        Self { instrument: Some(Instrument { masked: card.masked, brand }), ..Self::default() }
    }
}

/// A payment's next state with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Processing,
    /// Paid.
    Succeeded(Paid),
    /// Refused, with the error code.
    Declined(String),
    Canceled,
}

impl Step {
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Processing => Status::Processing,
            Self::Succeeded(_) => Status::Succeeded,
            Self::Declined(_) => Status::Declined,
            Self::Canceled => Status::Canceled,
        }
    }
}

/// How a payment without a checkout ends, told by the last two digits of its amount; `None` leaves it processing.
pub(crate) fn forced_outcome(amount: i64, method: Method) -> Option<Step> {
    match amount % 100 {
        13 => Some(Step::Declined(method.rejected().into())),
        51 => Some(Step::Declined("insufficient_funds".into())),
        77 => None,
        _ => Some(Step::Succeeded(Paid::default())),
    }
}

impl Payment {
    /// How many confirmations it takes until it counts; none but on a chain.
    pub(crate) fn confirmations_needed(&self) -> u32 {
        let is_awaited = self.method.flow() == Flow::Coin && self.kind == Kind::Deposit;
        if is_awaited { coin::CONFIRMATIONS } else { 0 }
    }

    /// The reference that a payer has to name in a transfer.
    pub(crate) fn reference(&self) -> String {
        let id = self.id.split_once('_').map_or(self.id.as_str(), |(_, id)| id);
        let mark = match self.partner {
            Partner::Northpay => "NP",
            Partner::Meridian => "MD",
        };
        format!("{mark}-{}", id.get(..8).unwrap_or(id).to_uppercase())
    }

    /// Whether the state may become `next`: forward only, and a final state stays.
    pub(crate) fn allows(&self, next: Status) -> bool {
        match self.status {
            Status::Pending | Status::Accepted => next == Status::Processing || next.is_final(),
            Status::Processing => next.is_final(),
            Status::Succeeded | Status::Declined | Status::Canceled => false,
        }
    }

    /// What its partner's API answers, as JSON.
    pub(crate) fn answer(&self, public_url: &str) -> serde_json::Result<String> {
        match self.partner {
            Partner::Northpay => serde_json::to_string(&self.view(public_url)),
            Partner::Meridian => serde_json::to_string(&Order::of(self, public_url)),
        }
    }

    /// What the first partner's API answers, and what the panel shows of either.
    pub(crate) fn view(&self, public_url: &str) -> View<'_> {
        View {
            id: &self.id,
            merchant_ref: &self.merchant_ref,
            kind: self.kind,
            amount: self.amount,
            currency: &self.currency,
            method: self.method,
            status: self.status,
            error_code: self.error_code.as_deref(),
            profile: self.profile.as_ref(),
            address: self.address.as_deref(),
            received: self.received,
            confirmations: self.confirmations,
            confirmations_needed: self.confirmations_needed(),
            arrival: self.arrival.as_ref(),
            checkout_url: self.hosted.then(|| format!("{public_url}/checkout/{}", self.id)),
            created_at: rfc3339(self.created_at_ms),
            updated_at: rfc3339(self.updated_at_ms),
        }
    }

    /// Where the browser goes when the checkout is over: the return address with `payment` and `status` added.
    pub(crate) fn return_to(&self) -> Option<String> {
        let mut url = reqwest::Url::parse(self.return_url.as_deref()?).ok()?;
        url.query_pairs_mut()
            .append_pair("payment", &self.merchant_ref)
            .append_pair("status", self.status.name());
        Some(url.into())
    }
}

#[derive(Serialize)]
pub(crate) struct View<'a> {
    id: &'a str,
    merchant_ref: &'a str,
    #[serde(rename = "type")]
    kind: Kind,
    amount: i64,
    currency: &'a str,
    method: Method,
    status: Status,
    error_code: Option<&'a str>,
    profile: Option<&'a Profile>,
    address: Option<&'a str>,
    received: Option<i64>,
    confirmations: u32,
    confirmations_needed: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    arrival: Option<&'a Arrival>,
    checkout_url: Option<String>,
    created_at: String,
    updated_at: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(status: Status) -> Payment {
        Payment {
            partner: Partner::Northpay,
            id: "pay_1".into(),
            merchant_ref: "a&b".into(),
            kind: Kind::Deposit,
            amount: 100,
            currency: "EUR".into(),
            method: Method::named("visa_mastercard").unwrap(),
            status,
            error_code: None,
            profile: None,
            address: None,
            customer: None,
            notify_url: "http://shop/hook".into(),
            return_url: Some("http://shop/back?tab=1".into()),
            hosted: true,
            challenge: None,
            received: None,
            confirmations: 0,
            blocked_bins: Vec::new(),
            arrival: None,
            created_at_ms: 0,
            updated_at_ms: 0,
        }
    }

    #[test]
    fn states_only_go_forward() {
        use Status::{Accepted, Canceled, Declined, Pending, Processing, Succeeded};
        let all = [Pending, Accepted, Processing, Succeeded, Declined, Canceled];
        for (from, allowed) in [
            (Pending, &[Processing, Succeeded, Declined, Canceled][..]),
            (Accepted, &[Processing, Succeeded, Declined, Canceled]),
            (Processing, &[Succeeded, Declined, Canceled]),
            (Succeeded, &[]),
            (Declined, &[]),
            (Canceled, &[]),
        ] {
            for to in all {
                assert_eq!(payment(from).allows(to), allowed.contains(&to), "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn the_return_address_keeps_its_query() {
        assert_eq!(
            payment(Status::Succeeded).return_to().unwrap(),
            "http://shop/back?tab=1&payment=a%26b&status=succeeded"
        );
    }
}
