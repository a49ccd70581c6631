//! A mail server that keeps what it is given instead of sending it on, and a page that shows it.

mod decode;
mod smtp;
mod view;

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::extract::Form;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::App;
use crate::error::Refusal;
use crate::page::Page;
use crate::webhook::standard_headers;
pub(crate) use smtp::serve;

/// Mails kept at most; then the oldest goes.
const KEPT_MAX: usize = 200;

/// A mail as it came.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Mail {
    /// The envelope's sender.
    pub(crate) from: String,
    /// The envelope's recipients.
    pub(crate) to: Vec<String>,
    /// The `Reply-To` header; empty without one.
    pub(crate) reply_to: String,
    pub(crate) subject: String,
    pub(crate) message_id: String,
    pub(crate) text: String,
    /// The same as HTML; empty when the mail is plain text.
    pub(crate) html: String,
    /// The `List-Unsubscribe` header; empty without one.
    pub(crate) list_unsubscribe: String,
    /// Unix milliseconds.
    pub(crate) received_at: u64,
}

/// The mails of one run, the newest first.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    mails: Mutex<VecDeque<Mail>>,
}

impl Mailbox {
    fn keep(&self, mail: Mail) {
        let mut mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        mails.push_front(mail);
        mails.truncate(KEPT_MAX);
    }

    fn all(&self) -> Vec<Mail> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/mailbox", get(show))
        .route("/mailbox/mails", get(list))
        .route("/mailbox/reports", post(report))
}

async fn list(State(app): State<App>) -> Json<Vec<Mail>> {
    Json(app.mailbox.all())
}

async fn show(State(app): State<App>) -> Page<'static> {
    Page {
        status: StatusCode::OK,
        partner: "Northpay",
        title: "Mailbox",
        class: "panel",
        form_targets: "",
        frame_ancestors: "'none'",
        body: view::mailbox(&app.mailbox.all()),
    }
}

/// What the recipient of a mail, or their mail server, makes of it.
#[derive(Debug, Deserialize)]
struct MailReport {
    message_id: String,
    /// `mail.bounced` or `mail.complained`.
    kind: String,
}

/// Sends the casino a signed report about a mail, and leads back to the page.
async fn report(State(app): State<App>, headers: HeaderMap, Form(report): Form<MailReport>) -> Response {
    // The page has no login; at least a page elsewhere must not be able to press its buttons.
    let site = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return Refusal::CrossSite.into_response();
    }
    let data = json!({ "message_id": report.message_id, "permanent": true });
    let body = json!({ "type": report.kind, "data": data }).to_string();
    let (id, timestamp) = (app.config.entropy.id("msg"), app.config.clock.now_ms() / 1000);
    let headers = standard_headers(&app.config.mail_secret, &id, timestamp, &body);
    let url = format!("{}/webhooks/mail/events", app.config.casino_url);
    let status = app.post(&url, headers, &body).await;
    tracing::info!(kind = report.kind, status, "a report about a mail was sent");
    Redirect::to("/mailbox").into_response()
}
