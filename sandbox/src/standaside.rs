//! Standaside, a national register of people who have excluded themselves from play, asked as GAMSTOP is: a form is posted to
//! `/standaside/v2`, and two headers answer.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;

use crate::App;

/// How long a slow call waits before it looks again.
const PAUSE: Duration = Duration::from_millis(5);

/// Who is in the register beside the people of whom the README tells, and how calls are answered.
#[derive(Default)]
pub(crate) struct Standaside(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    mode: Mode,
    /// What is answered about people, by their address.
    people: HashMap<String, Sign>,
}

/// How calls are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Right,
    /// No call is answered.
    Down,
    /// Calls wait until it is something else.
    Slow,
    /// An answer that is neither yes nor no.
    Garbled,
    /// An answer without its number.
    Nameless,
}

/// What the register says of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Sign {
    #[serde(rename = "Y")]
    Excluded,
    #[serde(rename = "P")]
    Previously,
    #[serde(rename = "N")]
    Unknown,
}

impl Sign {
    const fn letter(self) -> &'static str {
        match self {
            Self::Excluded => "Y",
            Self::Previously => "P",
            Self::Unknown => "N",
        }
    }
}

impl Standaside {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_slow(&self) -> bool {
        self.lock().mode == Mode::Slow
    }

    fn sign_of(&self, person: &Person) -> Sign {
        let known = self.lock().people.get(&person.email.to_lowercase()).copied();
        known.unwrap_or_else(|| match person.last_name.to_lowercase().as_str() {
            "aside" => Sign::Excluded,
            "returned" => Sign::Previously,
            _ => Sign::Unknown,
        })
    }
}

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/standaside/v2", post(ask)).route("/panel/standaside", post(control))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Person {
    first_name: String,
    last_name: String,
    date_of_birth: String,
    email: String,
    #[serde(default)]
    postcode: String,
    #[serde(default)]
    mobile: String,
}

impl Person {
    /// Whether there is enough to look somebody up by.
    fn is_whole(&self) -> bool {
        let is_date = self.date_of_birth.len() == 10 && self.date_of_birth.split('-').count() == 3;
        let is_short = self.postcode.len() <= 10 && self.mobile.len() <= 20;
        is_date
            && is_short
            && !self.first_name.is_empty()
            && !self.last_name.is_empty()
            && self.email.contains('@')
    }
}

async fn ask(State(app): State<App>, headers: HeaderMap, Form(person): Form<Person>) -> Response {
    // Slow is until the panel says otherwise: no event of the sandbox tells it.
    while app.standaside.is_slow() {
        tokio::time::sleep(PAUSE).await;
    }
    let mode = app.standaside.lock().mode;
    if mode == Mode::Down {
        return (StatusCode::SERVICE_UNAVAILABLE, "Standaside is down.").into_response();
    }
    let shown = headers.get("x-api-key").and_then(|value| value.to_str().ok());
    if shown != Some(app.config.register_key.as_str()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if !person.is_whole() {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let sign = if mode == Mode::Garbled { "?" } else { app.standaside.sign_of(&person).letter() };
    let id = if mode == Mode::Nameless { String::new() } else { app.config.entropy.id("reg") };
    [("x-exclusion", sign.to_owned()), ("x-unique-id", id)].into_response()
}

#[derive(Debug, Deserialize)]
struct Control {
    mode: Option<Mode>,
    /// What is answered from now on about people, by their address.
    #[serde(default)]
    people: HashMap<String, Sign>,
}

async fn control(State(app): State<App>, Json(control): Json<Control>) -> StatusCode {
    let mut standaside = app.standaside.lock();
    if let Some(mode) = control.mode {
        standaside.mode = mode;
    }
    let people = control.people.into_iter().map(|(email, sign)| (email.to_lowercase(), sign));
    standaside.people.extend(people);
    StatusCode::NO_CONTENT
}
