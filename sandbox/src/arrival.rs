//! Lasting addresses of coins, and what comes to them by itself.
//!
//! What comes is a deposit that nobody has asked for: its reference is a UUID made here, which the merchant books it under.
//! It is told like every payment, and listed in the order in which it changed, so that a lost webhook is caught up with.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::coin;
use crate::error::Refusal;
use crate::method::{Flow, Method};
use crate::partner::Partner;
use crate::payment::{Kind, Payment, Status};
use crate::store::Line;

/// The most changes in one answer.
const PART_MAX: usize = 100;

/// The address of a customer for a coin, for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastingAddress {
    pub(crate) address: String,
    pub(crate) currency: String,
    pub(crate) customer: String,
    pub(crate) notify_url: String,
}

/// Where on the chain something came from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Arrival {
    /// The address that it came to.
    pub(crate) address: String,
    /// The transaction.
    pub(crate) txid: String,
    /// Which of its outputs.
    pub(crate) output: u32,
    /// Whether the list tells it in a way that nobody can read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) garbled: bool,
}

/// What a merchant asks for: an address of a coin for a customer.
#[derive(Debug, Deserialize)]
pub(crate) struct AddressRequest {
    currency: String,
    customer: String,
    notify_url: String,
}

/// What a person at the panel sends.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Sent {
    pub(crate) address: String,
    /// Subunits.
    pub(crate) amount: i64,
    /// The transaction; a new one when left out.
    #[serde(default)]
    pub(crate) txid: Option<String>,
    #[serde(default)]
    pub(crate) output: u32,
    #[serde(default)]
    pub(crate) garbled: bool,
}

impl App {
    /// The address of the customer for a coin; the same one each time.
    pub(crate) fn lasting_address(&self, request: &AddressRequest) -> Result<Value, Refusal> {
        let AddressRequest { currency, customer, notify_url } = request;
        if customer.is_empty() || method_of(currency).is_none() {
            return Err(Refusal::Invalid("currency", "An address takes a coin and a customer."));
        }
        let address = coin::address(currency, &format!("lasting/{customer}"))?;
        let lasting = LastingAddress {
            address: address.clone(),
            currency: currency.clone(),
            customer: customer.clone(),
            notify_url: notify_url.clone(),
        };
        let mut state = self.store.lock();
        if state.lasting_address(&address) != Some(&lasting) {
            state.record(vec![Line::Address(lasting)])?;
        }
        // None of these networks tells payments apart by a memo.
        Ok(json!({ "address": address, "network": coin::network(currency), "memo": null }))
    }

    /// Lets `sent` appear on its chain. Its confirmations follow.
    pub(crate) fn arrive(&self, sent: &Sent) -> Result<Payment, Refusal> {
        if sent.amount <= 0 {
            return Err(Refusal::Invalid("amount", "What comes is above zero."));
        }
        let mut state = self.store.lock();
        let lasting = state.lasting_address(&sent.address).ok_or(Refusal::NotFound)?.clone();
        let method = method_of(&lasting.currency).ok_or(Refusal::NotFound)?;
        let id = self.config.entropy.id("pay");
        let hash = hex::encode(Sha256::digest(&id));
        let now_ms = self.config.clock.now_ms();
        let payment = Payment {
            partner: Partner::Northpay,
            merchant_ref: reference(&hash),
            kind: Kind::Deposit,
            amount: sent.amount,
            currency: lasting.currency,
            method,
            status: Status::Processing,
            error_code: None,
            profile: None,
            address: Some(lasting.address.clone()),
            customer: Some(lasting.customer),
            notify_url: lasting.notify_url,
            return_url: None,
            hosted: false,
            challenge: None,
            received: Some(sent.amount),
            confirmations: 0,
            blocked_bins: Vec::new(),
            arrival: Some(Arrival {
                address: lasting.address,
                txid: sent.txid.clone().filter(|id| !id.is_empty()).unwrap_or(hash),
                output: sent.output,
                garbled: sent.garbled,
            }),
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
            id,
        };
        if sent.garbled {
            state.record(vec![Line::Payment(Box::new(payment.clone()))])?;
            return Ok(payment);
        }
        let payment = self.publish(state, payment, Vec::new())?;
        self.confirm_by_itself(payment.id.clone());
        Ok(payment)
    }

    /// What came after the place `after`, in the order in which it changed; each as it is by now.
    pub(crate) fn arrivals(&self, after: usize) -> Result<Value, Refusal> {
        let state = self.store.lock();
        let log = state.arrived();
        let part = log.get(after..).unwrap_or_default();
        let part = &part[..part.len().min(PART_MAX)];
        let reported = part.iter().filter_map(|id| state.payment(id)).map(|payment| {
            if payment.arrival.as_ref().is_some_and(|arrival| arrival.garbled) {
                return Ok(json!({ "id": payment.id, "amount": "a lot" }));
            }
            serde_json::to_value(payment.view(&self.public_url))
        });
        let data = reported.collect::<Result<Vec<_>, _>>()?;
        let next = after.min(log.len()) + part.len();
        Ok(json!({ "data": data, "next": next.to_string() }))
    }
}

/// The way to pay by which a coin comes.
fn method_of(currency: &str) -> Option<Method> {
    Method::all().find(|method| method.flow() == Flow::Coin && method.takes(currency))
}

/// A UUID (RFC 9562, version 8) of the first digits of `hash`.
fn reference(hash: &str) -> String {
    format!("{}-{}-8{}-8{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32])
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn a_reference_is_a_uuid() {
        let hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
        assert_eq!(reference(hash), "01234567-89ab-8def-8123-456789abcdef");
    }
}
