//! Payments of the player.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::cashbox::model::{Payment, PaymentView};
use crate::cashbox::payer::Payer;
use crate::cashbox::payments::{self as payment_service, PaymentRequest};
use crate::cashbox::recalls;
use crate::cashbox::receipts::{self, Receipt};
use crate::cashbox::resolver;
use crate::cashbox::state::Action;
use crate::cashbox::store;
use crate::cashbox::{address, iban};
use crate::idempotency::required_key;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldError, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::pagination::Pagination;
use crate::platform::query::{Path, Query, instant_of};

/// Payments in a page, unless the caller says otherwise, and at most.
const PAGE_SIZE: u32 = 40;
const PAGE_SIZE_MAX: u32 = 100;

/// Digits in a row that may be a card number.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 12..=19;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PayBody {
    action: Action,
    payment_method_id: String,
    currency: String,
    /// Subunits.
    amount_cents: i64,
    /// A kept card.
    profile_id: Option<String>,
    /// The fee that the player has seen, in subunits; 409 `fee_changed` when it is another by now. Left out, any is taken.
    fee_cents: Option<i64>,
    /// Of a payout: whether it may cancel the bonuses whose terms say so; without it such a payout is refused with 409 `bonus_active`.
    #[serde(default)]
    cancel_bonus: bool,
    /// Of a payout: `address` of a coin, `iban` of a transfer, `account` (an e-mail address) of a voucher. Never a card number: such a body is refused.
    #[serde(default)]
    fields: BTreeMap<String, String>,
}

impl PayBody {
    fn payment_request(self) -> ApiResult<PaymentRequest> {
        let mut problems = Vec::new();
        let mut refuse = |field: &str, code: &str, message: &str| {
            problems.push(FieldError::new(field, code, message));
        };
        let currency = self.currency.parse();
        if currency.is_err() {
            refuse("currency", "currency_not_supported", "There is no such currency.");
        }
        let profile = self.profile_id.as_deref().map(Uuid::parse_str).transpose();
        if profile.is_err() {
            refuse("profile_id", "VALIDATION.PROFILE.UNKNOWN", "There is no such saved card.");
        }
        for (name, value) in &self.fields {
            // An IBAN is made of digits too; one that is no IBAN is refused where it is checked, and kept nowhere. One in twenty-five
            // addresses of Ethereum holds a run of digits as long as a card's.
            let is_known = match (name.as_str(), &currency) {
                ("iban", _) => iban::country(value).is_some(),
                ("address", Ok(coin)) => address::is_valid(*coin, value.trim()),
                _ => false,
            };
            if !is_known && holds_card_number(value) {
                refuse(name, "VALIDATION.CARD.NOT_HERE", "Card numbers belong on the payment page only.");
            } else if !["address", "iban", "account"].contains(&name.as_str()) {
                refuse(name, "VALIDATION.FIELD.UNKNOWN", "There is no such field.");
            }
        }
        let field = |name: &str| self.fields.get(name).map(|text| text.trim().to_owned());
        match (currency, profile, problems.is_empty()) {
            (Ok(currency), Ok(profile_id), true) => Ok(PaymentRequest {
                action: self.action,
                method_id: self.payment_method_id,
                currency,
                amount: self.amount_cents,
                profile_id,
                address: field("address"),
                iban: field("iban"),
                account: field("account"),
                fee: self.fee_cents,
                cancel_bonus: self.cancel_bonus,
            }),
            _ => Err(ApiError::fields(problems)),
        }
    }
}

/// Whether `text` holds a run of digits, blanks and dashes apart, that may be a card number.
fn holds_card_number(text: &str) -> bool {
    let joined: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    joined.split(|c: char| !c.is_ascii_digit()).any(|run| CARD_DIGITS.contains(&run.len()))
}

/// Pay in or out
///
/// A deposit may name a page of the partner to go to. The money of a cashout is set aside at once. The same
/// `Idempotency-Key` with the same body answers the same payment as it is by now.
#[utoipa::path(post, path = "/api/player/payments", tag = "cashbox", request_body = PayBody,
    params(("idempotency-key" = String, Header)), responses(
    (status = 201, body = PaymentView),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 403, description = "restricted_country, payment_declined, account_incomplete or wealth_questionnaire_overdue", body = ErrorBody),
    (status = 409, description = "idempotency_conflict, or fee_changed", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
pub(super) async fn pay(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    headers: HeaderMap,
    Json(body): Json<PayBody>,
) -> ApiResult<(StatusCode, Json<PaymentView>)> {
    let key = required_key(&headers)?;
    let payment_request = body.payment_request()?;
    // A browser that goes away must not leave the work half done.
    let work = tokio::spawn(async move {
        let earlier = payment_service::earlier(&app, caller.id, &key, &payment_request).await?;
        if let Some(payment) = earlier.as_ref().filter(|payment| !payment.never_arrived()) {
            return Ok(payment.clone());
        }
        caller.require_fresh()?;
        let payer = Payer::load(&app, &caller, &visitor).await?;
        match earlier {
            Some(payment) => payment_service::ask_again(&app, &payer, payment).await,
            None => payment_service::start(&app, &payer, &key, &payment_request).await,
        }
    });
    let payment = work.await.map_err(|error| ApiError::internal(&error))??;
    Ok((StatusCode::CREATED, Json(payment.view())))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PaymentsQuery {
    /// From 1; 0 counts as 1.
    page: Option<u32>,
    /// From 1 to 100; what is beyond counts as the nearest of them.
    page_size: Option<u32>,
    /// Deposits or cashouts only; both when absent.
    action: Option<Action>,
    /// Payments begun at this instant or later, RFC 3339 in UTC.
    from: Option<String>,
}

/// A page of payments.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PaymentPage {
    /// Newest first.
    data: Vec<PaymentView>,
    pagination: Pagination,
}

/// List the player's payments
#[utoipa::path(get, path = "/api/player/payments", tag = "cashbox", params(PaymentsQuery), responses(
    (status = 200, body = PaymentPage),
    (status = 401, body = ErrorBody),
))]
pub(super) async fn payments(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(PaymentsQuery { page, page_size, action, from }): Query<PaymentsQuery>,
) -> ApiResult<Json<PaymentPage>> {
    let size = page_size.unwrap_or(PAGE_SIZE).clamp(1, PAGE_SIZE_MAX);
    let page = page.unwrap_or(1).max(1);
    let skip = i64::from(page - 1) * i64::from(size);
    let from = instant_of("from", from.as_deref(), 0)?;
    let (rows, total) = store::page(&app.db, caller.id, (action, from), skip, size.into()).await?;
    let data = rows.iter().map(Payment::view).collect();
    let total = u64::try_from(total).unwrap_or_default();
    Ok(Json(PaymentPage { data, pagination: Pagination::new(page.into(), size.into(), total) }))
}

fn id_of(text: &str) -> ApiResult<Uuid> {
    Uuid::parse_str(text).map_err(|_| ApiError::not_found())
}

/// Read a payment
///
/// One that is under way is asked about at the partner, every few seconds at most.
#[utoipa::path(get, path = "/api/player/payments/{id}", tag = "cashbox", params(("id" = String, Path)),
    responses(
    (status = 200, body = PaymentView),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(super) async fn payment(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<PaymentView>> {
    let payment = payment_service::own(&app, caller.id, id_of(&id)?).await?;
    let may_look = || app.limits.payment_looks.take(LimitKey::payment(payment.id)).is_ok();
    let awaited = payment.is_with_partner() && may_look();
    let payment = if awaited { resolver::look_for_player(&app, payment).await? } else { payment };
    Ok(Json(payment.view()))
}

/// Read the receipt of a payment
#[utoipa::path(get, path = "/api/player/payments/{id}/receipt", tag = "cashbox", params(("id" = String, Path)),
    responses(
    (status = 200, body = Receipt),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(super) async fn payment_receipt(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<Receipt>> {
    let payment = payment_service::own(&app, caller.id, id_of(&id)?).await?;
    receipts::of(&app, &payment).await.map(Json)
}

/// Take a cashout back
///
/// Possible until it is sent, where the method and the licence allow it. Where money has to go back to where deposits came from, later
/// cashouts that went elsewhere are taken back first.
#[utoipa::path(post, path = "/api/player/payments/{id}/recall", tag = "cashbox",
    params(("id" = String, Path)), responses(
    (status = 200, body = PaymentView),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, description = "invalid_state, or recall_order", body = FieldErrorsBody),
))]
pub(super) async fn recall(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<PaymentView>> {
    Ok(Json(recalls::recall(&app, caller.id, id_of(&id)?).await?.view()))
}

/// Cancel a deposit that waits for being paid
///
/// The partner is asked first. A deposit that was paid meanwhile is credited, and the answer is 422. One that is paid
/// after it was canceled is credited all the same.
#[utoipa::path(post, path = "/api/player/payments/{id}/cancel", tag = "cashbox",
    params(("id" = String, Path)), responses(
    (status = 200, body = PaymentView),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, description = "invalid_state", body = FieldErrorsBody),
    (status = 503, description = "The partner gives no answer", body = ErrorBody),
))]
pub(super) async fn cancel(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<PaymentView>> {
    Ok(Json(payment_service::cancel(&app, caller.id, id_of(&id)?).await?.view()))
}

/// Go on with a deposit that waits for being paid
///
/// Answers the payment with the partner's page as the partner names it now. `redirect_url` is null when the payment
/// no longer waits.
#[utoipa::path(post, path = "/api/player/payments/{id}/resume", tag = "cashbox",
    params(("id" = String, Path)), responses(
    (status = 200, body = PaymentView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "restricted_country, reauth_required, or the code of a stop", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, description = "The method is not offered any more", body = FieldErrorsBody),
    (status = 503, description = "The partner gives no answer", body = ErrorBody),
))]
pub(super) async fn resume(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Path(id): Path<String>,
) -> ApiResult<Json<PaymentView>> {
    let id = id_of(&id)?;
    caller.require_fresh()?;
    let payer = Payer::load(&app, &caller, &visitor).await?;
    Ok(Json(payment_service::resume(&app, &payer, id).await?.view()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_coin_is_no_card_number() {
        let asked = |currency: &str, address: &str| {
            let body = serde_json::json!({
                "action": "cashout", "payment_method_id": "x", "currency": currency, "amount_cents": 1,
                "fields": { "address": address },
            });
            serde_json::from_value::<PayBody>(body).unwrap().payment_request()
        };
        let address = "0x123456789012ab34567890abcdef1234567890ab";
        assert_eq!(asked("ETH", address).unwrap().address.as_deref(), Some(address));
        for (currency, text) in [("BTC", address), ("ETH", "4242424242424242"), ("ETH", "0x4242424242424242")]
        {
            assert!(asked(currency, text).is_err(), "{currency} {text}");
        }
    }

    #[test]
    fn card_numbers_are_noticed_however_they_are_written() {
        for text in ["4242424242424242", "4242 4242 4242 4242", "n: 4242-4242-4242-4242.", "412345678901"] {
            assert!(holds_card_number(text), "{text}");
        }
        for text in ["", "424242******4242", "12345678901", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"] {
            assert!(!holds_card_number(text), "{text}");
        }
    }
}
