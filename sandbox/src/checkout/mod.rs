//! The hosted checkout: pages for people, in a frame or full screen, without scripts.

mod view;

use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::App;
use crate::card::{Behaviour, CardInput, TEST_CARDS, check};
use crate::desk::Verdict;
use crate::edge;
use crate::error::Refusal;
use crate::page::Page;
use crate::payment::{Method, Payment, Status, Step};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/checkout/{id}", get(show).post(submit))
        .route("/checkout/{id}/challenge", get(show_challenge).post(submit_challenge))
}

#[derive(Deserialize)]
struct Prefill {
    /// The name of a test card to fill the form with.
    card: Option<String>,
}

async fn show(State(app): State<App>, Path(id): Path<String>, Query(prefill): Query<Prefill>) -> Response {
    let Some(payment) = hosted(&app, &id) else { return missing(&app) };
    if payment.status != Status::Pending {
        return page(&app, &payment, StatusCode::OK, view::ended(&app, &payment));
    }
    let input = prefill.card.and_then(|name| filled(&app, &name)).unwrap_or_default();
    form(&app, &payment, StatusCode::OK, &view::Entry { input: &input, errors: &[] })
}

/// The form as a test card's holder would fill it.
fn filled(app: &App, name: &str) -> Option<CardInput> {
    let card = TEST_CARDS.iter().find(|card| card.name == name)?;
    let (year, ..) = edge::date(app.config.clock.now_ms());
    Some(CardInput {
        number: card.number.into(),
        expiry: format!("12/{:02}", (year + 3) % 100),
        cvv: "123".into(),
        holder: "Ada Nord".into(),
    })
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Approve,
    Decline,
    Later,
    Cancel,
}

#[derive(Deserialize)]
struct Submission {
    action: Action,
    #[serde(flatten)]
    card: CardInput,
}

async fn submit(State(app): State<App>, Path(id): Path<String>, Form(form): Form<Submission>) -> Response {
    let Some(payment) = hosted(&app, &id) else { return missing(&app) };
    if payment.status != Status::Pending {
        return leave(&app, &payment);
    }
    let step = match (form.action, payment.method) {
        (Action::Approve, Method::VisaMastercard) => return pay_by_card(&app, &payment, &form.card),
        (Action::Approve, Method::Bitcoin) => Step::Succeeded(None),
        (Action::Decline, Method::VisaMastercard) => Step::Declined("card_declined".into()),
        (Action::Decline, Method::Bitcoin) => Step::Declined("payment_expired".into()),
        (Action::Later, _) => Step::Processing,
        (Action::Cancel, _) => Step::Canceled,
    };
    finish(&app, &payment, step)
}

fn pay_by_card(app: &App, payment: &Payment, input: &CardInput) -> Response {
    let (year, month, _) = edge::date(app.config.clock.now_ms());
    match check(input, (year, month)) {
        Err(errors) => {
            form(app, payment, StatusCode::UNPROCESSABLE_ENTITY, &view::Entry { input, errors: &errors })
        }
        Ok((card, Behaviour::Approve)) => finish(app, payment, Step::Succeeded(Some(card))),
        Ok((_, Behaviour::Decline(code))) => finish(app, payment, Step::Declined(code.into())),
        Ok((card, Behaviour::Challenge)) => match app.challenge(&payment.id, card) {
            Ok(()) => Redirect::to(&format!("/checkout/{}/challenge", payment.id)).into_response(),
            Err(Refusal::InvalidState) => leave(app, payment),
            Err(refusal) => refusal.into_response(),
        },
    }
}

async fn show_challenge(State(app): State<App>, Path(id): Path<String>) -> Response {
    let Some(payment) = hosted(&app, &id) else { return missing(&app) };
    challenge(&app, &payment, StatusCode::OK, None)
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChallengeAction {
    Confirm,
    Cancel,
}

#[derive(Deserialize)]
struct ChallengeSubmission {
    action: ChallengeAction,
    #[serde(default)]
    code: String,
}

async fn submit_challenge(
    State(app): State<App>,
    Path(id): Path<String>,
    Form(form): Form<ChallengeSubmission>,
) -> Response {
    let Some(payment) = hosted(&app, &id) else { return missing(&app) };
    if let ChallengeAction::Cancel = form.action {
        return finish(&app, &payment, Step::Canceled);
    }
    let code: String = form.code.chars().filter(char::is_ascii_digit).collect();
    match app.answer_challenge(&id, &code) {
        Ok(Verdict::Passed | Verdict::Failed) | Err(Refusal::InvalidState) => leave(&app, &payment),
        Ok(Verdict::Wrong { tries_left }) => {
            challenge(&app, &payment, StatusCode::UNPROCESSABLE_ENTITY, Some(tries_left))
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// The payment of that id, when it has a checkout.
fn hosted(app: &App, id: &str) -> Option<Payment> {
    app.store.lock().payment(id).filter(|payment| payment.hosted).cloned()
}

/// Moves the payment on and sends the customer back; when another tab was quicker, its result counts.
fn finish(app: &App, payment: &Payment, step: Step) -> Response {
    match app.advance(&payment.id, step) {
        Ok(_) | Err(Refusal::InvalidState) => leave(app, payment),
        Err(refusal) => refusal.into_response(),
    }
}

/// Back to the shop with the payment's present state; to the form when it is not over.
fn leave(app: &App, payment: &Payment) -> Response {
    let to = hosted(app, &payment.id).filter(|payment| payment.status != Status::Pending);
    match to.and_then(|payment| payment.return_to()) {
        Some(url) => Redirect::to(&url).into_response(),
        None => Redirect::to(&format!("/checkout/{}", payment.id)).into_response(),
    }
}

fn form(app: &App, payment: &Payment, status: StatusCode, entry: &view::Entry<'_>) -> Response {
    match view::checkout(app, payment, entry) {
        Ok(view) => page(app, payment, status, view),
        Err(error) => Refusal::Internal(error).into_response(),
    }
}

/// The bank's question, `tries_left` after a wrong code; back to the form when nothing is asked.
fn challenge(app: &App, payment: &Payment, status: StatusCode, tries_left: Option<u8>) -> Response {
    match &payment.challenge {
        Some(challenge) if payment.status == Status::Pending => {
            page(app, payment, status, view::challenge(app, payment, challenge, tries_left))
        }
        _ => Redirect::to(&format!("/checkout/{}", payment.id)).into_response(),
    }
}

fn page(app: &App, payment: &Payment, status: StatusCode, view: view::View) -> Response {
    // Browsers hold the redirect after a form to `form-action` too, so the shop's origin is part of it.
    let shop = payment.return_url.as_deref().and_then(|url| reqwest::Url::parse(url).ok());
    let shop = shop.map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    Page {
        status,
        title: &view.title,
        class: view.class,
        form_targets: &shop,
        frame_ancestors: &app.config.frame_ancestors,
        body: view.body,
    }
    .into_response()
}

fn missing(app: &App) -> Response {
    let view = view::missing();
    Page {
        status: StatusCode::NOT_FOUND,
        title: &view.title,
        class: view.class,
        form_targets: "",
        frame_ancestors: &app.config.frame_ancestors,
        body: view.body,
    }
    .into_response()
}
