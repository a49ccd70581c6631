//! The hosted checkout: pages for people, in a frame or full screen, without scripts.

mod view;

use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::App;
use crate::card::{Behaviour, CardInput, FieldError, TEST_CARDS, check};
use crate::edge;
use crate::error::Refusal;
use crate::method::Flow;
use crate::money;
use crate::page::Page;
use crate::payment::{Instrument, Paid, Payment, Status, Step};
use crate::service::Verdict;

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
    form(&app, &payment, StatusCode::OK, &view::Entry { input: &input, typed: "", errors: &[] })
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
    /// A coin's payment appears on its chain.
    Seen,
    Later,
    Cancel,
}

#[derive(Deserialize)]
struct Submission {
    action: Action,
    #[serde(flatten)]
    card: CardInput,
    /// The account of a wallet, or the code of a voucher.
    #[serde(default)]
    account: String,
    /// What a transfer or a coin brings, in whole units; what was asked for when left empty.
    #[serde(default)]
    received: String,
}

async fn submit(State(app): State<App>, Path(id): Path<String>, Form(form): Form<Submission>) -> Response {
    let Some(payment) = hosted(&app, &id) else { return missing(&app) };
    if payment.status != Status::Pending {
        return leave(&app, &payment);
    }
    let step = match (form.action, payment.method.flow()) {
        (Action::Approve, Flow::Card) => return pay_by_card(&app, &payment, &form.card),
        (Action::Approve, Flow::Wallet) => return pay_by_wallet(&app, &payment, &form.account),
        (Action::Approve, Flow::Voucher) => return pay_by_voucher(&app, &payment, &form.account),
        (Action::Approve | Action::Seen, Flow::Bank | Flow::Coin) => {
            return take_received(&app, &payment, &form);
        }
        (Action::Seen, _) => return leave(&app, &payment),
        (Action::Decline, _) => Step::Declined(payment.method.declined().into()),
        (Action::Later, _) => Step::Processing,
        (Action::Cancel, _) => Step::Canceled,
    };
    finish(&app, &payment, step)
}

/// An account that ends in `declined@` and a host is turned down; any other of the right shape pays.
fn pay_by_wallet(app: &App, payment: &Payment, typed: &str) -> Response {
    let account = typed.trim();
    let Some((name, host)) =
        account.split_once('@').filter(|(name, host)| !name.is_empty() && host.contains('.'))
    else {
        return again(app, payment, typed, "Enter the e-mail address of your account.");
    };
    if name == "declined" {
        return finish(app, payment, Step::Declined(payment.method.declined().into()));
    }
    let first: String = name.chars().take(1).collect();
    let masked = format!("{first}***@{host}");
    let instrument = Some(Instrument { masked, brand: payment.method.id().into() });
    finish(app, payment, Step::Succeeded(Paid { instrument, ..Paid::default() }))
}

/// A code that begins with `TEST-` pays once, however often it is given in.
fn pay_by_voucher(app: &App, payment: &Payment, typed: &str) -> Response {
    let code = typed.trim().to_uppercase();
    let is_code = code.strip_prefix("TEST-").is_some_and(|rest| {
        (4..=16).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    });
    if !is_code {
        return again(app, payment, typed, "This is no voucher code. Test codes look like TEST-1234.");
    }
    match app.advance(&payment.id, Step::Succeeded(Paid { voucher: Some(code), ..Paid::default() })) {
        Err(Refusal::VoucherUsed) => again(app, payment, typed, "This voucher was used before."),
        Ok(_) | Err(Refusal::InvalidState) => leave(app, payment),
        Err(refusal) => refusal.into_response(),
    }
}

/// A transfer or a coin arrives, with what it brings.
fn take_received(app: &App, payment: &Payment, form: &Submission) -> Response {
    let typed = form.received.trim();
    let received = match money::subunits(typed, &payment.currency) {
        None if typed.is_empty() => None,
        None => return again(app, payment, typed, "Enter an amount such as 12.50."),
        amount => amount,
    };
    match form.action {
        Action::Seen if payment.method.flow() == Flow::Coin => match app.see(&payment.id, received) {
            Ok(_) | Err(Refusal::InvalidState) => leave(app, payment),
            Err(refusal) => refusal.into_response(),
        },
        _ => finish(app, payment, Step::Succeeded(Paid { received, ..Paid::default() })),
    }
}

/// The form once more, with what is wrong with the one field that it has.
fn again(app: &App, payment: &Payment, typed: &str, message: &'static str) -> Response {
    let errors = [FieldError { field: "account", message }];
    let entry = view::Entry { input: &CardInput::default(), typed, errors: &errors };
    form(app, payment, StatusCode::UNPROCESSABLE_ENTITY, &entry)
}

fn pay_by_card(app: &App, payment: &Payment, input: &CardInput) -> Response {
    let (year, month, _) = edge::date(app.config.clock.now_ms());
    match check(input, &payment.blocked_bins, (year, month)) {
        Err(errors) => {
            let entry = view::Entry { input, typed: "", errors: &errors };
            form(app, payment, StatusCode::UNPROCESSABLE_ENTITY, &entry)
        }
        Ok((card, Behaviour::Approve)) => finish(app, payment, Step::Succeeded(card.into())),
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
        partner: "Northpay",
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
        partner: "Northpay",
        title: &view.title,
        class: view.class,
        form_targets: "",
        frame_ancestors: &app.config.frame_ancestors,
        body: view.body,
    }
    .into_response()
}
