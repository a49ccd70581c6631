//! A mail server that keeps what it is given instead of sending it on, and a page that shows it.

mod decode;
mod smtp;
mod view;

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use crate::App;
use crate::page::Page;
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
    Router::new().route("/mailbox", get(show)).route("/mailbox/mails", get(list))
}

async fn list(State(app): State<App>) -> Json<Vec<Mail>> {
    Json(app.mailbox.all())
}

async fn show(State(app): State<App>) -> Page<'static> {
    Page {
        status: StatusCode::OK,
        title: "Mailbox",
        class: "panel",
        form_targets: "",
        frame_ancestors: "'none'",
        body: view::mailbox(&app.mailbox.all()),
    }
}
