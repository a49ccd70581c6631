//! The payment partner Northpay over HTTP: JSON, a bearer key, amounts in subunits, Standard Webhooks.

use std::collections::BTreeSet;

use anyhow::Context as _;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request as HttpRequest, StatusCode};
use bytes::Bytes;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use http_body_util::Full;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Arrived, CALL_MAX, Failure, Issued, Kind, RETURN_PATH, Report, WebhookRejection};
use crate::cashbox::model::Payment;
use crate::cashbox::settlement::{self, Part};
use crate::cashbox::state::Action;
use crate::platform::calendar::Date;
use crate::platform::config::Config;
use crate::platform::http_client::HttpClient;
use crate::platform::secrets::Secrets;
use crate::platform::signature::Secret;

/// The name of this partner.
pub(super) const NAME: &str = "northpay";

/// The partner's code for a call that does not fit the state of the payment.
const INVALID_STATE: &str = "invalid_state";

/// The longest place in a list, in bytes.
const PLACE_MAX: usize = 128;

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

/// What a lasting address is asked for with.
#[derive(Serialize)]
struct AddressRequest<'a> {
    currency: &'a str,
    customer: String,
    notify_url: &'a str,
}

#[derive(Deserialize)]
struct OfferedMethods {
    data: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Found {
    data: Vec<Report>,
}

/// What a webhook holds, as far as it matters.
#[derive(Deserialize)]
struct Payload {
    data: Report,
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
    webhook_secret: Secret,
    notify_url: String,
    public_url: String,
}

impl Northpay {
    /// A client of the partner that the settings name. Fails when its secret is none.
    pub(super) fn open(config: &Config, secrets: &Secrets, http: HttpClient) -> anyhow::Result<Self> {
        let notify_root = config.notify_url.as_ref().unwrap_or(&config.public_url);
        Ok(Self {
            http,
            url: config.sandbox_url.clone(),
            api_key: secrets.payments_api_key.clone(),
            webhook_secret: Secret::parse(&secrets.payments_webhook_secret)
                .context("payments_webhook_secret has to be whsec_ and base64")?,
            notify_url: format!("{notify_root}/webhooks/payments/{NAME}"),
            public_url: config.public_url.clone(),
        })
    }

    /// The ids of all methods that the partner carries now.
    pub(super) async fn methods(&self) -> Result<BTreeSet<String>, Failure> {
        let call = HttpRequest::get(format!("{}/v1/methods", self.url));
        let found: OfferedMethods = self.send(call, Bytes::new()).await?;
        Ok(found.data)
    }

    /// Asks for `payment`, or for the answer that was given to it before. Cards that begin with `blocked_bins` are not
    /// to be taken.
    pub(super) async fn create(&self, payment: &Payment, blocked_bins: &[String]) -> Result<Report, Failure> {
        let merchant_ref = payment.id.to_string();
        let hosted = payment.action == Action::Deposit && payment.profile_token.is_none();
        let site_address = payment.site_address.as_ref().unwrap_or(&self.public_url);
        let request = Request {
            kind: payment.action.into(),
            amount: payment.asked(),
            currency: payment.currency.code(),
            method: &payment.method_id,
            notify_url: &self.notify_url,
            return_url: hosted.then(|| format!("{site_address}{RETURN_PATH}")),
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

    /// The lasting address of a player for a coin.
    pub(super) async fn issue_address(&self, player: PlayerId, coin: Currency) -> Result<Issued, Failure> {
        let request = AddressRequest {
            currency: coin.code(),
            customer: player.to_string(),
            notify_url: &self.notify_url,
        };
        let body = serde_json::to_vec(&request).map_err(|error| Failure::Refused(error.to_string()))?;
        let call = HttpRequest::post(format!("{}/v1/coin_addresses", self.url))
            .header(CONTENT_TYPE, "application/json");
        self.send(call, Bytes::from(body)).await
    }

    /// What came to lasting addresses after `place`.
    pub(super) async fn arrivals(&self, place: &str) -> Result<Arrived, Failure> {
        let place = if place.is_empty() { "0" } else { place };
        let call = HttpRequest::get(format!("{}/v1/arrivals?after={place}", self.url));
        let part: Arrived = self.send(call, Bytes::new()).await?;
        if !is_place(&part.next) {
            return Err(Failure::Unknown(format!("a list that goes on at {:?}", part.next)));
        }
        Ok(part)
    }

    async fn send<T: serde::de::DeserializeOwned>(&self, call: Builder, body: Bytes) -> Result<T, Failure> {
        let answer = self.ask(call, body).await?;
        serde_json::from_slice(&answer).map_err(|error| Failure::Unknown(error.to_string()))
    }

    /// What was paid on `day`, in UTC, after the payment `after` of the same file, in the file's order.
    pub(super) async fn settled(&self, day: Date, after: Option<&str>) -> Result<Part, Failure> {
        let query = after.map(|id| format!("&after={id}")).unwrap_or_default();
        let call = HttpRequest::get(format!("{}/v1/settlements?date={day}{query}", self.url));
        let file = self.ask(call, Bytes::new()).await?;
        let lines = settlement::read_named(&file).map_err(|why| settlement::unreadable(&why))?;
        // The file ends with a part that holds nothing.
        let next = lines.last().map(|line| line.partner_id.clone());
        Ok(Part { lines, next })
    }

    /// What a webhook says, when its signature is right.
    pub(super) fn read_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: i64,
    ) -> Result<Report, WebhookRejection> {
        self.webhook_secret.verify(headers, body, now).map_err(WebhookRejection::Signature)?;
        let reported: Payload =
            serde_json::from_slice(body).map_err(|e| WebhookRejection::Unreadable(e.to_string()))?;
        Ok(reported.data)
    }

    /// The body of the answer to a call, whatever its shape.
    async fn ask(&self, call: Builder, body: Bytes) -> Result<Bytes, Failure> {
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

/// Whether a list can be asked for from `place` on. The place is kept: one that makes no address would be asked for, in vain, for ever.
fn is_place(place: &str) -> bool {
    (1..=PLACE_MAX).contains(&place.len())
        && place.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_on_at_what_can_be_asked_for() {
        for place in ["0", "1200", "arr_01HZX-9.2"] {
            assert!(is_place(place), "{place}");
        }
        for place in ["", "1 2", "1&limit=0", "1#", "\u{e9}", &"1".repeat(PLACE_MAX + 1)] {
            assert!(!is_place(place), "{place}");
        }
    }
}
