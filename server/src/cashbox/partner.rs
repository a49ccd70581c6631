//! The payment partner Northpay over HTTP: ask for a payment, and find out by our own id how it stands.
//!
//! Every call may be lost on its way there or back. A lost answer is [`Failure::Unknown`]: the payment may
//! exist. Asking again with the same id is always safe, because the partner takes it as the idempotency key.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Builder;
use axum::http::{Request as HttpRequest, StatusCode};
use bytes::Bytes;
use http_body_util::Full;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::kind;
use super::model::Payment;
use super::state::{Action, State};
use crate::http_client::HttpClient;

/// The name under which methods, webhooks and the house account know this partner.
pub(super) const NORTHPAY: &str = "northpay";

/// The page of the site that ends a visit to the partner's page.
const RETURN_PATH: &str = "/payments/return";

/// The longest a call may take; a browser waits for it.
const CALL_MAX: Duration = Duration::from_secs(8);

/// The partner's code for a call that does not fit the state of the payment.
const INVALID_STATE: &str = "invalid_state";

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
    /// The card or account that paid.
    #[serde(default)]
    pub(super) profile: Option<Profile>,
    /// Subunits that have come, once that is known.
    #[serde(default)]
    pub(super) received: Option<i64>,
    /// How many blocks have confirmed it.
    #[serde(default)]
    pub(super) confirmations: u32,
    /// How many it takes; 0 when none are awaited.
    #[serde(default)]
    pub(super) confirmations_needed: u32,
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
    /// The partner's word.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Declined => "declined",
            Self::Canceled => "canceled",
        }
    }

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

/// A card or account that the partner keeps.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Profile {
    /// Its name at the partner.
    pub(super) token: String,
    /// First six and last four digits of a card with stars between; an account with most of its name starred out.
    pub(super) masked: String,
    /// `visa` or `mastercard`; the method of an account.
    pub(super) brand: String,
}

impl Profile {
    /// Whether it shows no more than may be kept: six and four digits of a card, an account without its whole name.
    pub(super) fn is_masked(&self, kind: kind::Kind) -> bool {
        if kind == kind::Kind::Card { self.is_masked_card() } else { self.is_masked_account() }
    }

    fn is_masked_account(&self) -> bool {
        self.masked.contains('*')
            && self.masked.bytes().filter(u8::is_ascii_digit).count() <= ACCOUNT_DIGITS_MAX
    }

    fn is_masked_card(&self) -> bool {
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        let parts: Vec<_> = self.masked.split('*').filter(|part| !part.is_empty()).collect();
        matches!(parts[..], [first, last] if digits(first) == 6 && first.len() == 6
            && digits(last) == 4 && last.len() == 4)
    }
}

/// The most digits of an account that are kept: the code of a country and the last four of a phone number.
const ACCOUNT_DIGITS_MAX: usize = 7;

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
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    blocked_bins: &'a [String],
}

#[derive(Deserialize)]
struct Carried {
    data: BTreeSet<String>,
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
    http: HttpClient,
    url: String,
    api_key: String,
    notify_url: String,
    public_url: String,
}

impl Northpay {
    /// A client of the partner at `url`; webhooks are to go to `notify_root`, browsers of payments that do not
    /// say where they were asked for to `public_url`.
    pub(super) fn new(
        http: HttpClient,
        url: &str,
        api_key: &str,
        notify_root: &str,
        public_url: &str,
    ) -> Self {
        Self {
            http,
            url: url.to_owned(),
            api_key: api_key.to_owned(),
            notify_url: format!("{notify_root}/webhooks/payments/{NORTHPAY}"),
            public_url: public_url.to_owned(),
        }
    }

    /// Where calls of the partner's API go.
    pub(super) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// The ids of all methods that the partner carries now.
    pub(super) async fn methods(&self) -> Result<BTreeSet<String>, Failure> {
        let call = HttpRequest::get(format!("{}/v1/methods", self.url));
        let found: Carried = self.send(call, Bytes::new()).await?;
        Ok(found.data)
    }

    /// Asks for `payment`, or for the answer that was given to it before. Cards that begin with `blocked_bins` are not
    /// to be taken.
    pub(super) async fn create(&self, payment: &Payment, blocked_bins: &[String]) -> Result<Report, Failure> {
        let merchant_ref = payment.id.to_string();
        let hosted = payment.action == Action::Deposit && payment.profile_token.is_none();
        let house = payment.house.as_ref().unwrap_or(&self.public_url);
        let request = Request {
            kind: payment.action.into(),
            amount: payment.requested,
            currency: payment.currency.code(),
            method: &payment.method_id,
            notify_url: &self.notify_url,
            return_url: hosted.then(|| format!("{house}{RETURN_PATH}")),
            customer: payment.player.to_string(),
            profile: payment.profile_token.as_deref(),
            address: payment.address.as_deref(),
            blocked_bins,
            merchant_ref: merchant_ref.clone(),
        };
        let body = serde_json::to_vec(&request).map_err(|error| Failure::Refused(error.to_string()))?;
        let call = HttpRequest::post(format!("{}/v1/payments", self.url))
            .header(CONTENT_TYPE, "application/json")
            .header("idempotency-key", merchant_ref);
        self.send(call, Bytes::from(body)).await
    }

    /// The partner's payment for ours, when there is one.
    pub(super) async fn find(&self, id: Uuid) -> Result<Option<Report>, Failure> {
        let call = HttpRequest::get(format!("{}/v1/payments?merchant_ref={id}", self.url));
        let found: Found = self.send(call, Bytes::new()).await?;
        Ok(found.data.into_iter().next())
    }

    /// Asks the partner to give `payment` up. Answers how it stands there then, which may be another end; `None` when
    /// the partner does not know it.
    pub(super) async fn cancel(&self, payment: &Payment) -> Result<Option<Report>, Failure> {
        let id = match &payment.partner_id {
            Some(id) => id.clone(),
            None => match self.find(payment.id).await? {
                Some(report) => report.id,
                None => return Ok(None),
            },
        };
        let call = HttpRequest::post(format!("{}/v1/payments/{id}/cancel", self.url))
            .header("idempotency-key", format!("{}:cancel", payment.id));
        match self.send(call, Bytes::new()).await {
            Ok(report) => Ok(Some(report)),
            // It has come to an end before: which one is asked for.
            Err(Failure::Unknown(why)) if why.ends_with(INVALID_STATE) => self.find(payment.id).await,
            Err(failure) => Err(failure),
        }
    }

    async fn send<T: serde::de::DeserializeOwned>(&self, call: Builder, body: Bytes) -> Result<T, Failure> {
        let answer = self.ask(call, body).await?;
        serde_json::from_slice(&answer).map_err(|error| Failure::Unknown(error.to_string()))
    }

    /// The body of the answer to a call, whatever its shape.
    pub(super) async fn ask(&self, call: Builder, body: Bytes) -> Result<Bytes, Failure> {
        let call = call.header(AUTHORIZATION, format!("Bearer {}", self.api_key)).body(Full::from(body));
        let call = call.map_err(|error| Failure::Unknown(error.to_string()))?;
        let answer = self.http.send(call, CALL_MAX).await;
        let answer = answer.map_err(|error| Failure::Unknown(format!("{error:#}")))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer.into_body());
        }
        let refusal = serde_json::from_slice::<Refusal>(answer.body()).ok().map(|refusal| refusal.error);
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
            profile.is_masked(kind::Kind::Card)
        };
        assert!(masked("424242******4242"));
        for text in ["4242424242424242", "4242424*****4242", "424242****44242", "424242", "", "424242*4242*1"]
        {
            assert!(!masked(text), "{text}");
        }
    }

    #[test]
    fn an_account_is_never_shown_whole() {
        let masked = |masked: &str| {
            let profile = Profile { token: String::new(), masked: masked.to_owned(), brand: String::new() };
            profile.is_masked(kind::Kind::Wallet)
        };
        assert!(masked("a***@example.com") && masked("+372***1234"));
        assert!(!masked("ada@example.com") && !masked("424242*4242"));
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
