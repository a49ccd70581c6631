//! Webhooks: their body, their signature (Standard Webhooks) and their delivery.

use std::time::Duration;

use anyhow::Context as _;
use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Serialize;
use sha2::Sha256;

use crate::App;
use crate::arrival::Arrival;
use crate::meridian;
use crate::method::Method;
use crate::partner::Partner;
use crate::payment::{Kind, Payment, Profile, Status};
use crate::store::{Event, Line};

/// The key that webhooks are signed with.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

impl Secret {
    /// Reads `whsec_` and the key in base64.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let encoded = text.strip_prefix("whsec_").context("a webhook secret begins with whsec_")?;
        let key = STANDARD.decode(encoded).context("after whsec_ a webhook secret is base64")?;
        Self::of_key(&key)
    }

    /// The key of a partner whose keys are texts.
    pub fn of_key(key: &[u8]) -> anyhow::Result<Self> {
        Ok(Self(Hmac::new_from_slice(key)?))
    }

    /// HMAC-SHA256 over `text` in hex, as the second partner signs.
    pub fn sign_hex(&self, text: &str) -> String {
        let mut mac = self.0.clone();
        mac.update(text.as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }

    /// The `webhook-signature` of a message: `v1,` and the base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`.
    pub fn sign(&self, id: &str, timestamp: u64, body: &str) -> String {
        let mut mac = self.0.clone();
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

#[derive(Serialize)]
struct Body<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    timestamp: String,
    data: Data<'a>,
}

#[derive(Serialize)]
struct Data<'a> {
    id: &'a str,
    merchant_ref: &'a str,
    #[serde(rename = "type")]
    kind: Kind,
    amount: i64,
    currency: &'a str,
    method: Method,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a Profile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    received: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmations_needed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arrival: Option<&'a Arrival>,
}

/// The webhook of the payment's present state under a new `id`; `None` for a state that is not told.
pub(crate) fn event_of(payment: &Payment, id: String, public_url: &str) -> serde_json::Result<Option<Event>> {
    let Some(kind) = payment.status.event() else { return Ok(None) };
    let body = match payment.partner {
        Partner::Northpay => body_of(payment, kind)?,
        Partner::Meridian => serde_json::to_string(&meridian::webhook_body(payment, &id, public_url))?,
    };
    let (payment_id, kind) = (payment.id.clone(), kind.to_owned());
    Ok(Some(Event {
        id,
        payment_id,
        kind,
        body,
        attempts: 0,
        delivered: false,
        last_answer: None,
        unanswered: 0,
    }))
}

/// What the first partner's webhook of `kind` says.
fn body_of(payment: &Payment, kind: &'static str) -> serde_json::Result<String> {
    let awaited = Some(payment.confirmations_needed()).filter(|count| *count > 0);
    serde_json::to_string(&Body {
        kind,
        timestamp: crate::edge::rfc3339(payment.updated_at_ms),
        data: Data {
            id: &payment.id,
            merchant_ref: &payment.merchant_ref,
            kind: payment.kind,
            amount: payment.amount,
            currency: &payment.currency,
            method: payment.method,
            status: payment.status,
            error_code: payment.error_code.as_deref(),
            profile: payment.profile.as_ref(),
            received: payment.received,
            confirmations: awaited.map(|_| payment.confirmations),
            confirmations_needed: awaited,
            arrival: payment.arrival.as_ref(),
        },
    })
}

/// The headers of a message as Standard Webhooks has them.
pub(crate) fn standard_headers(secret: &Secret, id: &str, timestamp: u64, body: &str) -> HeaderMap {
    let reported = [
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", timestamp.to_string()),
        ("webhook-signature", secret.sign(id, timestamp, body)),
    ];
    let mut headers = HeaderMap::new();
    for (name, value) in reported {
        if let Ok(value) = value.parse() {
            headers.insert(name, value);
        }
    }
    headers
}

impl App {
    /// Sends `body` and gives the receiver's status, `None` when no answer came within ten seconds.
    pub(crate) async fn post(&self, url: &str, headers: HeaderMap, body: &str) -> Option<u16> {
        let call = self.http.post(url).headers(headers).header("content-type", "application/json");
        match call.body(body.to_owned()).send().await {
            Ok(answer) => Some(answer.status().as_u16()),
            Err(error) => {
                tracing::info!(url, %error, "the receiver gave no answer");
                None
            }
        }
    }

    /// Sends an event of a payment as of `timestamp` (Unix seconds), signed as its partner signs. A forged one is signed with
    /// a key that nobody has agreed on.
    pub(crate) async fn post_event(
        &self,
        payment: &Payment,
        event: &Event,
        timestamp: u64,
        is_forged: bool,
    ) -> Option<u16> {
        let foreign = Secret::of_key(b"not the agreed key").ok()?;
        let Event { id, body, .. } = event;
        let headers = match payment.partner {
            Partner::Northpay => {
                let secret = if is_forged { &foreign } else { &self.config.webhook_secret };
                standard_headers(secret, id, timestamp, body)
            }
            Partner::Meridian => {
                let secret = if is_forged { &foreign } else { &self.config.meridian_secret };
                meridian::webhook_headers(&secret.sign_hex(&format!("{timestamp}.{body}")), timestamp)
            }
        };
        self.post(&payment.notify_url, headers, body).await
    }

    /// Delivers a recorded event in the background until it is answered with 2xx or its tries are used up.
    pub(crate) fn deliver(&self, event_id: String) {
        let app = self.clone();
        tokio::spawn(async move {
            while let Some(pause) = app.attempt(&event_id).await {
                tokio::time::sleep(pause).await;
            }
        });
    }

    /// Tries once. Gives the pause until the next try, `None` when there is nothing left to do.
    async fn attempt(&self, event_id: &str) -> Option<Duration> {
        let (mut event, payment) = {
            let state = self.store.lock();
            let event = state.event(event_id)?.clone();
            let payment = state.payment(&event.payment_id)?.clone();
            (event, payment)
        };
        if event.delivered || event.attempts >= self.config.retry_tries {
            return None;
        }
        let timestamp = self.config.clock.now_ms() / 1000;
        event.last_answer = self.post_event(&payment, &event, timestamp, false).await;
        event.attempts += 1;
        event.unanswered += u32::from(event.last_answer.is_none());
        event.delivered = event.last_answer.is_some_and(|status| (200..300).contains(&status));
        let pause = self.config.retry_first * 2_u32.saturating_pow(event.attempts - 1);
        let go_on = !event.delivered && event.attempts < self.config.retry_tries;
        tracing::info!(
            webhook_id = event.id,
            kind = event.kind,
            attempt = event.attempts,
            answer = event.last_answer,
            "webhook sent"
        );
        if let Err(error) = self.store.lock().record(vec![Line::Event(event)]) {
            tracing::error!(%error, "the journal cannot be written; delivery stops here");
            return None;
        }
        go_on.then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn signs_like_the_published_example() {
        // The example of the Standard Webhooks specification.
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        assert_eq!(
            secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }
}
