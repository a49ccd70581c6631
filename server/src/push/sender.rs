//! Brings notices to the push services.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use futures_util::{StreamExt, stream};
use http_body_util::Full;
use hyper::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use hyper::{Request, StatusCode};
use sha2::{Digest, Sha256};

use super::encryption::encrypt;
use super::store::{self, Due};
use super::{NEWS_FOR_MS, Push};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::{identity, player};

/// How often a server looks for notices.
const EVERY: Duration = Duration::from_secs(2);

/// How long a service may take to answer.
const CALL_MAX: Duration = Duration::from_secs(15);

/// Notices carried in one go, and how many of them side by side.
const BATCH: i64 = 100;
const SIDE_BY_SIDE: usize = 8;

/// After this a notice that a server has taken is anybody's again, and the pause before the first repetition.
const LEASE_MS: i64 = 30_000;

/// The pause is doubled this often at most: from half a minute to a little over an hour.
const DOUBLINGS_MAX: i64 = 7;

/// A service keeps only the newest of undelivered messages under one topic: a text of at most 32 characters.
const TOPIC_BYTES: usize = 24;

/// Carries notices until the server stops, when push is on.
pub async fn run(app: Arc<App>) {
    if app.push.is_none() {
        return;
    }
    app.every("outbox of notices", EVERY, |app| async move { send_due(&app).await.map(drop) }).await;
}

/// Carries every notice whose time has come by the server clock; answers how many were tried.
pub async fn send_due(app: &App) -> ApiResult<usize> {
    let Some(push) = &app.push else { return Ok(0) };
    let due = store::due(&app.db, app.clock.now(), BATCH).await?;
    let count = due.len();
    stream::iter(due)
        .for_each_concurrent(SIDE_BY_SIDE, |due| async move {
            if let Err(error) = send_one(app, push, &due).await {
                tracing::error!(payment = due.notice.payment_id, ?error, "a notice could not be carried");
            }
        })
        .await;
    Ok(count)
}

/// What becomes of a notice after a try.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// The service has it.
    Taken,
    /// Perhaps later.
    Later(String),
    /// The service never will take it.
    Refused(StatusCode),
    /// The service knows no such device.
    DeviceIsGone,
}

async fn send_one(app: &App, push: &Push, due: &Due) -> ApiResult<()> {
    let now = app.clock.now();
    // Of several servers one takes it.
    let pause_ms = LEASE_MS << due.tries.clamp(0, DOUBLINGS_MAX);
    if !store::claim(&app.db, due, now + pause_ms).await? {
        return Ok(());
    }
    let Some(news_for_ms) = Some(due.notice.at + NEWS_FOR_MS - now).filter(|left| *left > 0) else {
        return Ok(store::strike_off(&app.db, due).await?);
    };
    if !identity::session_stands(app, &due.session).await? {
        return Ok(store::forget(&app.db, &due.endpoint_hash).await?);
    }
    let locale = player::get(app, due.player).await?.locale;
    let words = due.notice.words(&app.site_config.messages, &locale, push.shows_amounts);
    let outcome = match message(push, app, due, &words, news_for_ms / 1000) {
        Ok(request) => {
            let answer = push.http.send(request, CALL_MAX).await;
            answer.map_or_else(|error| Outcome::Later(format!("{error:#}")), |answer| read(answer.status()))
        }
        Err(error) => Outcome::Later(error.to_string()),
    };
    let service = due.device.endpoint.host_str().unwrap_or_default();
    match outcome {
        Outcome::Taken => store::strike_off(&app.db, due).await?,
        Outcome::DeviceIsGone => store::forget(&app.db, &due.endpoint_hash).await?,
        Outcome::Refused(status) => {
            tracing::warn!(service, status = status.as_u16(), "a push service refuses a notice");
            store::strike_off(&app.db, due).await?;
        }
        Outcome::Later(reason) => tracing::warn!(service, reason, "a push service did not take a notice"),
    }
    Ok(())
}

/// What an answer means.
fn read(status: StatusCode) -> Outcome {
    match status {
        _ if status.is_success() => Outcome::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::DeviceIsGone,
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => Outcome::Later(status.to_string()),
        _ if status.is_server_error() => Outcome::Later(status.to_string()),
        _ => Outcome::Refused(status),
    }
}

/// The call that hands `words` to the device's push service, which keeps them for `ttl_s` seconds.
fn message(
    push: &Push,
    app: &App,
    due: &Due,
    words: &str,
    ttl_s: i64,
) -> Result<Request<Full<bytes::Bytes>>> {
    // The services of the settings may have changed since the device was added.
    let endpoint =
        push.services.endpoint(due.device.endpoint.as_str()).context("not a known push service")?;
    let body = encrypt(words.as_bytes(), &due.device.keys, app.entropy)?;
    let topic = BASE64.encode(&Sha256::digest(due.notice.payment_id.as_bytes())[..TOPIC_BYTES]);
    let request = Request::post(endpoint.as_str())
        .header(AUTHORIZATION, push.signer.authorization(&endpoint, app.clock.now()))
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_ENCODING, "aes128gcm")
        .header("ttl", ttl_s)
        .header("urgency", "high")
        .header("topic", topic);
    Ok(request.body(Full::from(body))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_whether_to_try_again() {
        for (status, outcome) in [
            (201, Outcome::Taken),
            (202, Outcome::Taken),
            (404, Outcome::DeviceIsGone),
            (410, Outcome::DeviceIsGone),
            (400, Outcome::Refused(StatusCode::BAD_REQUEST)),
            (302, Outcome::Refused(StatusCode::FOUND)),
            (413, Outcome::Refused(StatusCode::PAYLOAD_TOO_LARGE)),
            (429, Outcome::Later("429 Too Many Requests".to_owned())),
            (503, Outcome::Later("503 Service Unavailable".to_owned())),
        ] {
            assert_eq!(read(StatusCode::from_u16(status).unwrap()), outcome, "{status}");
        }
    }
}
