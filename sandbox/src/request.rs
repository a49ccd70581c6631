//! What a merchant asks for, and what a request must hold.

use serde::{Deserialize, Serialize};

use crate::coin;
use crate::error::Refusal;
use crate::method::{Flow, Method};
use crate::partner::Partner;
use crate::payment::{Kind, Profile};
use crate::store::State;

/// The largest integer that every JSON reader keeps exact.
const AMOUNT_MAX: i64 = (1 << 53) - 1;

/// A merchant's request for a payment.
#[derive(Serialize, Deserialize)]
pub(crate) struct PaymentRequest {
    pub(crate) merchant_ref: String,
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) method: Method,
    pub(crate) notify_url: String,
    pub(crate) return_url: Option<String>,
    pub(crate) customer: Option<String>,
    pub(crate) profile: Option<String>,
    pub(crate) address: Option<String>,
    /// First digits of cards that are not taken. Not part of what a key stands for: the merchant may change them.
    #[serde(default, skip_serializing)]
    pub(crate) blocked_bins: Vec<String>,
}

/// The partner's saved card or account of that token, when it is this customer's and fits the method.
pub(crate) fn owned_card(
    state: &State,
    partner: Partner,
    token: &str,
    request: &PaymentRequest,
) -> Result<Profile, Refusal> {
    let fits = |profile: &Profile| {
        let method = Method::named(&profile.brand).filter(|method| method.flow() == Flow::Wallet);
        if request.method.flow() == Flow::Wallet { method == Some(request.method) } else { method.is_none() }
    };
    state
        .card(token)
        .filter(|card| card.partner == partner)
        .filter(|card| card.customer.is_none() || card.customer == request.customer)
        .filter(|card| fits(&card.profile))
        .map(|card| card.profile.clone())
        .ok_or(Refusal::Invalid("profile", "This customer has no such saved card."))
}

/// What a request must hold whatever else is known.
pub(crate) fn check(request: &PaymentRequest) -> Result<(), Refusal> {
    let is_name = |text: &str| (1..=128).contains(&text.chars().count());
    let is_url = |text: &str, schemes: &[&str]| {
        reqwest::Url::parse(text).is_ok_and(|url| schemes.contains(&url.scheme()) && url.has_host())
    };
    let refuse = |field, message| Err(Refusal::Invalid(field, message));
    if !is_name(&request.merchant_ref) {
        return refuse("merchant_ref", "merchant_ref has 1 to 128 characters.");
    }
    if !(1..=AMOUNT_MAX).contains(&request.amount) {
        return refuse("amount", "amount is from 1 to 2^53-1 subunits.");
    }
    if !request.method.takes(&request.currency) {
        return refuse("currency", "This method does not take this currency.");
    }
    if !is_url(&request.notify_url, &["http"]) {
        return refuse("notify_url", "notify_url is a plain http address.");
    }
    if request.return_url.as_deref().is_some_and(|url| !is_url(url, &["http", "https"])) {
        return refuse("return_url", "return_url is an http or https address.");
    }
    if request.customer.as_deref().is_some_and(|customer| !is_name(customer)) {
        return refuse("customer", "customer has 1 to 128 characters.");
    }
    if request.profile.is_some() && !request.method.keeps_profiles() {
        return refuse("profile", "Only a card or a wallet can be saved.");
    }
    check_destination(request)
}

/// Where a payout goes, as far as its method has to know.
fn check_destination(request: &PaymentRequest) -> Result<(), Refusal> {
    if request.kind != Kind::Payout {
        return Ok(());
    }
    let address = request.address.as_deref();
    match request.method.flow() {
        Flow::Wallet if request.profile.is_none() => {
            Err(Refusal::Invalid("profile", "A payout to a wallet needs a saved account."))
        }
        Flow::Coin if !address.is_some_and(coin::is_address) => Err(Refusal::Invalid(
            "address",
            "A coin's payout needs an address of 26 to 90 letters and digits.",
        )),
        Flow::Bank if !address.is_some_and(is_iban) => {
            Err(Refusal::Invalid("address", "A payout to a bank needs an IBAN."))
        }
        Flow::Voucher if !address.is_some_and(|address| address.contains('@')) => {
            Err(Refusal::Invalid("address", "A payout by voucher needs the e-mail address of an account."))
        }
        _ => Ok(()),
    }
}

/// Whether the text has the outer shape of an IBAN.
fn is_iban(text: &str) -> bool {
    (15..=34).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}
