//! The fraud check before a payment, for the site.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use croupier_money::positive;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::cashbox::fraud::{self, Decision, Question, Type};
use crate::cashbox::payer::Payer;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::rules::has_card_number;

/// The longest device fingerprint that is kept, in bytes.
const FINGERPRINT_MAX: usize = 256;

/// What the site sends. Who the player is and which status he has is not asked: the operator looks that up, and
/// leaves aside what a caller says of it.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct TransactionBody {
    #[serde(rename = "type")]
    kind: Type,
    /// Subunits.
    amount_cents: i64,
    currency: String,
    /// The method's brand.
    payment_system: String,
    /// Of the device.
    fingerprint: Option<String>,
    card_first_six: Option<String>,
    card_last_four: Option<String>,
}

/// What the check says.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TransactionAnswer {
    /// The name of the check.
    id: String,
    decision: Decision,
    /// The rule that decided, or `none`.
    reason_code: String,
}

/// Check a payment before it is made
///
/// The same check runs again when the payment is made; its answer there is what counts.
#[utoipa::path(post, path = "/api/users/transaction", tag = "cashbox", request_body = TransactionBody, responses(
    (status = 201, body = TransactionAnswer),
    (status = 401, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
pub(super) async fn transaction(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Json(body): Json<TransactionBody>,
) -> ApiResult<(StatusCode, Json<TransactionAnswer>)> {
    app.limits.payment_checks.take(LimitKey::player(caller.id))?;
    let refuse = |field: &str, code: &str, message: &str| ApiError::field(field, code, message);
    let currency = body
        .currency
        .parse()
        .map_err(|_| refuse("currency", "currency_not_supported", "There is no such currency."))?;
    positive(body.amount_cents)
        .map_err(|error| refuse("amount_cents", "VALIDATION.AMOUNT.INVALID", &error.to_string()))?;
    let methods = app.cashbox.methods.now();
    let brand = methods.iter().find(|method| method.brand == body.payment_system);
    let brand =
        brand.ok_or_else(|| refuse("payment_system", "VALIDATION.INVALID", "There is no such system."))?;
    let card = masked(body.card_first_six.as_deref(), body.card_last_four.as_deref())?;
    let question = Question {
        kind: body.kind,
        amount: body.amount_cents,
        currency,
        payment_system: &brand.brand,
        fingerprint: body.fingerprint.as_deref().filter(|text| is_fingerprint(text)),
        card: card.as_deref(),
    };
    let payer = Payer::load(&app, &caller, &visitor).await?;
    let verdict = fraud::check(&app, &payer, &question).await?;
    let answer = TransactionAnswer {
        id: verdict.id.to_string(),
        decision: verdict.decision,
        reason_code: verdict.reason_code,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Whether a device fingerprint is kept: one that may be a card number is not.
fn is_fingerprint(text: &str) -> bool {
    (1..=FINGERPRINT_MAX).contains(&text.len()) && !has_card_number(text)
}

/// Six and four digits, and nothing else.
fn masked(first_six: Option<&str>, last_four: Option<&str>) -> ApiResult<Option<String>> {
    let digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    match (first_six, last_four) {
        (None, None) => Ok(None),
        (Some(first), Some(last)) if digits(first, 6) && digits(last, 4) => {
            Ok(Some(format!("{first}******{last}")))
        }
        _ => Err(ApiError::field(
            "card_first_six",
            "VALIDATION.CARD.INVALID",
            "A card is told by its first six and last four digits.",
        )),
    }
}
