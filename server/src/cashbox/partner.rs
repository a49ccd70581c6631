//! The payment partner Northpay over HTTP: ask for a payment, and find out by our own id how it stands.
//!
//! Every call may be lost on its way there or back. A lost answer is [`Failure::Unknown`]: the payment may
//! exist. Asking again with the same id is always safe, because the partner takes it as the idempotency key.

use std::time::Duration;

use anyhow::{Context, Result};
use reqwest::{RequestBuilder, StatusCode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::model::Payment;
use super::state::{Action, State};

/// The name under which methods, webhooks and the house account know this partner.
pub(super) const NORTHPAY: &str = "northpay";

/// The page of the site that ends a visit to the partner's page.
const RETURN_PATH: &str = "/payments/return";

/// The longest a call may take; a browser waits for it.
const CALL_MAX: Duration = Duration::from_secs(8);
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// Whether the adapter `provider` carries out the method `id`.
pub(super) fn serves(provider: &str, id: &str) -> bool {
    provider == NORTHPAY && matches!(id, "visa_mastercard" | "bitcoin")
}

/// The partner's side of a payment, from an answer or from a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Report {
    /// The partner's id.
    pub(super) id: String,
    /// Our id, as we gave it.
    pub(super) merchant_ref: String,
    /// Which way the money goes.
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    /// Subunits.
    pub(super) amount: i64,
    /// The currency's code.
    pub(super) currency: String,
    /// Where it stands there.
    pub(super) status: Status,
    /// Why it was declined.
    #[serde(default)]
    pub(super) error_code: Option<String>,
    /// The card that paid.
    #[serde(default)]
    pub(super) profile: Option<Profile>,
    /// Where the player goes to pay; only in answers.
    #[serde(default)]
    pub(super) checkout_url: Option<String>,
}

/// Which way the money goes, in the partner's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// In.
    Deposit,
    /// Out.
    Payout,
}

impl From<Action> for Kind {
    fn from(action: Action) -> Self {
        match action {
            Action::Deposit => Self::Deposit,
            Action::Cashout => Self::Payout,
        }
    }
}

/// Where a payment stands at the partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// Waits for the customer.
    Pending,
    /// A payout that was taken in.
    Accepted,
    /// Under way.
    Processing,
    /// Paid.
    Succeeded,
    /// Refused.
    Declined,
    /// Given up.
    Canceled,
}

impl Status {
    /// What it means for a payment of ours. A payout that the partner gives up was turned down there.
    pub(super) const fn means(self, action: Action) -> State {
        match (self, action) {
            (Self::Pending, Action::Deposit) => State::Pending,
            (Self::Pending | Self::Accepted | Self::Processing, _) => State::Processing,
            (Self::Succeeded, _) => State::Succeeded,
            (Self::Declined, _) => State::Declined,
            (Self::Canceled, Action::Deposit) => State::Canceled,
            (Self::Canceled, Action::Cashout) => State::Rejected,
        }
    }
}

/// A card that the partner keeps.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Profile {
    /// Its name at the partner.
    pub(super) token: String,
    /// First six and last four digits with stars between.
    pub(super) masked: String,
    /// `visa` or `mastercard`.
    pub(super) brand: String,
}

impl Profile {
    /// Whether it shows no more than six and four digits.
    pub(super) fn is_masked(&self) -> bool {
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        let parts: Vec<_> = self.masked.split('*').filter(|part| !part.is_empty()).collect();
        matches!(parts[..], [first, last] if digits(first) == 6 && first.len() == 6
            && digits(last) == 4 && last.len() == 4)
    }
}

/// Why a call came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    /// The partner refuses the payment; asking again will not help.
    #[error("the partner refuses: {0}")]
    Refused(String),
    /// Whether the partner has the payment is not known.
    #[error("the partner gave no answer: {0}")]
    Unknown(String),
}

/// What the partner is asked for.
#[derive(Serialize)]
struct Request<'a> {
    merchant_ref: String,
    #[serde(rename = "type")]
    kind: Kind,
    amount: i64,
    currency: &'a str,
    method: &'a str,
    notify_url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    return_url: Option<String>,
    customer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a str>,
}

#[derive(Deserialize)]
struct Found {
    data: Vec<Report>,
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalBody,
}

#[derive(Deserialize)]
struct RefusalBody {
    code: String,
    #[serde(default)]
    field: Option<String>,
}

/// The client.
#[derive(Debug, Clone)]
pub(super) struct Northpay {
    http: reqwest::Client,
    url: String,
    api_key: String,
    notify_url: String,
    public_url: String,
}

impl Northpay {
    /// A client of the partner at `url`; webhooks are to go to `notify_root`, browsers of payments that do not
    /// say where they were asked for to `public_url`.
    pub(super) fn new(url: &str, api_key: &str, notify_root: &str, public_url: &str) -> Result<Self> {
        let http = reqwest::Client::builder()
            .timeout(CALL_MAX)
            .connect_timeout(CONNECT_MAX)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .context("the payment partner's client")?;
        Ok(Self {
            http,
            url: url.to_owned(),
            api_key: api_key.to_owned(),
            notify_url: format!("{notify_root}/webhooks/payments/{NORTHPAY}"),
            public_url: public_url.to_owned(),
        })
    }

    /// Asks for `payment`, or for the answer that was given to it before.
    pub(super) async fn create(&self, payment: &Payment) -> Result<Report, Failure> {
        let merchant_ref = payment.id.to_string();
        let hosted = payment.action == Action::Deposit && payment.profile_token.is_none();
        let house = payment.house.as_ref().unwrap_or(&self.public_url);
        let request = Request {
            kind: payment.action.into(),
            amount: payment.amount,
            currency: payment.currency.code(),
            method: &payment.method_id,
            notify_url: &self.notify_url,
            return_url: hosted.then(|| format!("{house}{RETURN_PATH}")),
            customer: payment.player.to_string(),
            profile: payment.profile_token.as_deref(),
            address: payment.address.as_deref(),
            merchant_ref: merchant_ref.clone(),
        };
        let call = self.http.post(format!("{}/v1/payments", self.url));
        self.send(call.header("idempotency-key", merchant_ref).json(&request)).await
    }

    /// The partner's payment for ours, when there is one.
    pub(super) async fn find(&self, id: Uuid) -> Result<Option<Report>, Failure> {
        let call = self.http.get(format!("{}/v1/payments?merchant_ref={id}", self.url));
        let found: Found = self.send(call).await?;
        Ok(found.data.into_iter().next())
    }

    async fn send<T: serde::de::DeserializeOwned>(&self, call: RequestBuilder) -> Result<T, Failure> {
        let unknown = |error: reqwest::Error| Failure::Unknown(error.to_string());
        let answer = call.bearer_auth(&self.api_key).send().await.map_err(unknown)?;
        let status = answer.status();
        if status.is_success() {
            return answer.json().await.map_err(unknown);
        }
        let refusal = answer.json::<Refusal>().await.ok().map(|refusal| refusal.error);
        let code = refusal.as_ref().map_or("", |body| body.code.as_str());
        let field = refusal.as_ref().and_then(|body| body.field.as_deref()).unwrap_or_default();
        // Only the partner's judgement of the payment itself is final; a wrong key, a conflict or a busy
        // partner says nothing about it.
        if status == StatusCode::UNPROCESSABLE_ENTITY {
            Err(Failure::Refused(format!("{code} {field}").trim().to_owned()))
        } else {
            Err(Failure::Unknown(format!("{status} {code}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_shows_six_and_four_digits_and_no_more() {
        let masked = |masked: &str| {
            let profile = Profile { token: String::new(), masked: masked.to_owned(), brand: String::new() };
            profile.is_masked()
        };
        assert!(masked("424242******4242"));
        for text in ["4242424242424242", "4242424*****4242", "424242****44242", "424242", "", "424242*4242*1"]
        {
            assert!(!masked(text), "{text}");
        }
    }

    #[test]
    fn the_partners_words_have_one_meaning_each() {
        use {Action::*, State as S, Status::*};
        for (status, deposit, cashout) in [
            (Pending, S::Pending, S::Processing),
            (Accepted, S::Processing, S::Processing),
            (Processing, S::Processing, S::Processing),
            (Succeeded, S::Succeeded, S::Succeeded),
            (Declined, S::Declined, S::Declined),
            (Canceled, S::Canceled, S::Rejected),
        ] {
            assert_eq!((status.means(Deposit), status.means(Cashout)), (deposit, cashout), "{status:?}");
        }
    }
}
