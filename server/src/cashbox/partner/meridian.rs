//! The payment partner Meridian over HTTP: orders that we name ourselves, amounts as decimals, signed calls and webhooks.

use std::collections::BTreeSet;

use anyhow::Context as _;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Request as HttpRequest, StatusCode, Uri};
use bytes::Bytes;
use croupier_money::Currency;
use http_body_util::Full;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{CALL_MAX, Failure, Kind, Profile, RETURN_PATH, Report, Status, WebhookRejection};
use crate::cashbox::figures::{decimal, subunits};
use crate::cashbox::model::Payment;
use crate::cashbox::settlement::{self, Part};
use crate::cashbox::state::Action;
use crate::platform::calendar::Date;
use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::http_client::HttpClient;
use crate::platform::signature::{Secret, SignatureError, TOLERANCE_S};

/// The name of this partner.
pub(super) const NAME: &str = "meridian";

/// The partner's words for an order that has come to its end, and for one that it does not have.
const FINAL: &str = "final";
const UNKNOWN_ORDER: &str = "unknown_order";

/// Which way the money goes, in the partner's words.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Direction {
    In,
    Out,
}

/// Where an order stands.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum State {
    Created,
    Working,
    Paid,
    Refused,
    Cancelled,
}

impl State {
    const fn status(self) -> Status {
        match self {
            Self::Created => Status::Pending,
            Self::Working => Status::Processing,
            Self::Paid => Status::Succeeded,
            Self::Refused => Status::Declined,
            Self::Cancelled => Status::Canceled,
        }
    }
}

/// What the partner is asked for.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wanted<'a> {
    direction: Direction,
    total: String,
    currency: &'a str,
    method: &'a str,
    callback: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<String>,
    payer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    instrument: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destination: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    excluded_bins: &'a [String],
}

#[derive(Debug, Deserialize)]
struct Blocks {
    seen: u32,
    needed: u32,
}

#[derive(Debug, Deserialize)]
struct Instrument {
    id: String,
    label: String,
    scheme: String,
}

/// An order, as far as it matters.
#[expect(clippy::struct_field_names, reason = "the wire calls it so")]
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    order: String,
    reference: String,
    direction: Direction,
    total: String,
    currency: String,
    state: State,
    refused_because: Option<String>,
    paid: Option<String>,
    blocks: Option<Blocks>,
    instrument: Option<Instrument>,
    page: Option<String>,
}

impl Order {
    /// The order as all partners' payments are reported; the sentence says what cannot be read.
    fn report(self) -> Result<Report, String> {
        let currency: Currency =
            self.currency.parse().map_err(|_| format!("a currency {:?}", self.currency))?;
        let amount = |text: &str| subunits(text, currency).ok_or_else(|| format!("an amount {text:?}"));
        let blocks = self.blocks.map(|blocks| (blocks.seen, blocks.needed));
        let (confirmations, confirmations_needed) = blocks.unwrap_or_default();
        Ok(Report {
            id: self.order,
            merchant_ref: self.reference,
            kind: match self.direction {
                Direction::In => Kind::Deposit,
                Direction::Out => Kind::Payout,
            },
            amount: amount(&self.total)?,
            received: self.paid.as_deref().map(amount).transpose()?,
            currency: self.currency,
            status: self.state.status(),
            error_code: self.refused_because,
            profile: self.instrument.map(|instrument| Profile {
                token: instrument.id,
                masked: instrument.label,
                brand: instrument.scheme,
            }),
            confirmations,
            confirmations_needed,
            checkout_url: self.page,
            arrival: None,
        })
    }
}

#[derive(Deserialize)]
struct OfferedMethods {
    methods: Vec<Code>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Faulty {
    fault: Fault,
}

#[derive(Deserialize)]
struct Fault {
    reason: String,
    #[serde(default)]
    field: Option<String>,
}

/// What a webhook holds, as far as it matters.
#[derive(Deserialize)]
struct Payload {
    order: Order,
}

/// The client.
#[derive(Debug)]
pub(super) struct Meridian {
    http: HttpClient,
    url: String,
    secret: Secret,
    notify_url: String,
    public_url: String,
    clock: Clock,
}

impl Meridian {
    /// A client of the partner that the settings name; `None` when they name none.
    pub(super) fn open(config: &Config, http: HttpClient, clock: Clock) -> anyhow::Result<Option<Self>> {
        let Some(url) = config.meridian_url.clone() else { return Ok(None) };
        let secret = config.meridian_secret.as_deref().and_then(Secret::parse);
        let notify_root = config.notify_url.as_ref().unwrap_or(&config.public_url);
        Ok(Some(Self {
            http,
            url,
            secret: secret.context("meridian_secret has to be whsec_ and base64")?,
            notify_url: format!("{notify_root}/webhooks/payments/{NAME}"),
            public_url: config.public_url.clone(),
            clock,
        }))
    }

    /// The ids of all methods that the partner carries now.
    pub(super) async fn methods(&self) -> Result<BTreeSet<String>, Failure> {
        let offered_methods: OfferedMethods = self.send(Method::GET, "/methods", Bytes::new()).await?;
        Ok(offered_methods.methods.into_iter().map(|method| method.code).collect())
    }

    /// Asks for `payment`, or for the answer that was given to it before.
    pub(super) async fn create(&self, payment: &Payment, blocked_bins: &[String]) -> Result<Report, Failure> {
        let hosted = payment.action == Action::Deposit && payment.profile_token.is_none();
        let site_address = payment.site_address.as_ref().unwrap_or(&self.public_url);
        let wanted = Wanted {
            direction: match payment.action {
                Action::Deposit => Direction::In,
                Action::Cashout => Direction::Out,
            },
            total: decimal(payment.asked(), payment.currency),
            currency: payment.currency.code(),
            method: &payment.method_id,
            callback: &self.notify_url,
            back: hosted.then(|| format!("{site_address}{RETURN_PATH}")),
            payer: payment.player.to_string(),
            instrument: payment.profile_token.as_deref(),
            destination: payment.address.as_deref(),
            excluded_bins: blocked_bins,
        };
        let body = serde_json::to_vec(&wanted).map_err(|error| Failure::Refused(error.to_string()))?;
        let order: Order = self.send(Method::PUT, &path_of(payment.id), Bytes::from(body)).await?;
        reported(order)
    }

    /// The partner's order for our payment, when there is one.
    pub(super) async fn find(&self, id: Uuid) -> Result<Option<Report>, Failure> {
        match self.send::<Order>(Method::GET, &path_of(id), Bytes::new()).await {
            Ok(order) => reported(order).map(Some),
            Err(failure) if says(&failure, UNKNOWN_ORDER) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Asks the partner to give the order up; see [`super::Partner::cancel`].
    pub(super) async fn cancel(&self, id: Uuid) -> Result<Option<Report>, Failure> {
        match self.send::<Order>(Method::DELETE, &path_of(id), Bytes::new()).await {
            Ok(order) => reported(order).map(Some),
            Err(failure) if says(&failure, UNKNOWN_ORDER) => Ok(None),
            // It has come to an end before: which one is asked for.
            Err(failure) if says(&failure, FINAL) => self.find(id).await,
            Err(failure) => Err(failure),
        }
    }

    /// Page `page` (first when `None`) of the settlement file for UTC `day`.
    pub(super) async fn settled(&self, day: Date, page: Option<&str>) -> Result<Part, Failure> {
        let page = page.unwrap_or("0");
        let path = format!("/settlements/{day}.csv?page={page}");
        let file = self.ask(Method::GET, &path, Bytes::new()).await?;
        settlement::read_ended(&file).map_err(|why| settlement::unreadable(&why))
    }

    /// What a webhook says that arrived at `now` (UTC ms), when the partner has signed `{t}.{body}`.
    pub(super) fn read_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: i64,
    ) -> Result<Report, WebhookRejection> {
        let invalid = || WebhookRejection::Signature(SignatureError::Invalid);
        let given = headers.get("x-meridian-signature").and_then(|value| value.to_str().ok());
        let (at, signature) = given.and_then(|text| text.split_once(',')).ok_or_else(invalid)?;
        let at = at.strip_prefix("t=").ok_or_else(invalid)?;
        let signature = signature.strip_prefix("s=").ok_or_else(invalid)?;
        let seconds: i64 = at.parse().map_err(|_| invalid())?;
        if !self.secret.verify_hex(&[at.as_bytes(), b".", body], signature) {
            return Err(invalid());
        }
        if (now / 1000).saturating_sub(seconds).saturating_abs() > TOLERANCE_S {
            return Err(WebhookRejection::Signature(SignatureError::Expired));
        }
        let reported: Payload =
            serde_json::from_slice(body).map_err(|e| WebhookRejection::Unreadable(e.to_string()))?;
        reported.order.report().map_err(WebhookRejection::Unreadable)
    }

    async fn send<T: serde::de::DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<T, Failure> {
        let answer = self.ask(method, path, body).await?;
        serde_json::from_slice(&answer).map_err(|error| Failure::Unknown(error.to_string()))
    }

    /// The body of the answer to a signed call, whatever its shape.
    async fn ask(&self, method: Method, path: &str, body: Bytes) -> Result<Bytes, Failure> {
        let unknown = |error: String| Failure::Unknown(error);
        let address: Uri = format!("{}{path}", self.url).parse().map_err(|_| unknown(path.to_owned()))?;
        let date = (self.clock.now() / 1000).to_string();
        let target = address.path_and_query().map_or("", |target| target.as_str());
        let digest = hex::encode(Sha256::digest(&body));
        let signature = self.secret.sign_hex(&[format!("{method}\n{target}\n{date}\n{digest}").as_bytes()]);
        let call = HttpRequest::builder()
            .method(method)
            .uri(&address)
            .header(CONTENT_TYPE, "application/json")
            .header("x-meridian-date", date)
            .header("x-meridian-signature", signature)
            .body(Full::from(body))
            .map_err(|error| unknown(error.to_string()))?;
        let answer = self.http.send(call, CALL_MAX).await.map_err(|error| unknown(format!("{error:#}")))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer.into_body());
        }
        let fault = serde_json::from_slice::<Faulty>(answer.body()).ok().map(|faulty| faulty.fault);
        let reason = fault.as_ref().map_or("", |fault| fault.reason.as_str());
        let field = fault.as_ref().and_then(|fault| fault.field.as_deref()).unwrap_or_default();
        // Only the partner's judgement of the order itself is final.
        if status == StatusCode::PAYMENT_REQUIRED && reason == "rejected" {
            return Err(Failure::Refused(format!("{reason} {field}").trim().to_owned()));
        }
        if [UNKNOWN_ORDER, FINAL].contains(&reason) {
            return Err(Failure::Answered(reason.to_owned()));
        }
        Err(Failure::Unknown(format!("{status} {reason}")))
    }
}

fn path_of(id: Uuid) -> String {
    format!("/orders/{id}")
}

fn reported(order: Order) -> Result<Report, Failure> {
    order.report().map_err(|what| Failure::Unknown(format!("an order with {what}")))
}

/// Whether the partner's fault reason is `what`.
fn says(failure: &Failure, what: &str) -> bool {
    matches!(failure, Failure::Answered(reason) if reason == what)
}

#[cfg(test)]
mod tests;
