//! The one error of the HTTP side: a status, a stable code and a public message, and an internal context
//! that goes to the log and never to the wire.

use axum::Json;
use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

tokio::task_local! {
    /// The id of the call that is being answered.
    static CALL: String;
}

/// Answers a call under its id, which errors then carry.
pub async fn within_call<T>(id: String, answer: impl Future<Output = T>) -> T {
    CALL.scope(id, answer).await
}

/// What handlers answer.
pub type ApiResult<T> = Result<T, ApiError>;

/// A refusal or a failure on its way to the caller.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    /// Boxed: results carry errors by value, and most of them carry none.
    public: Box<Public>,
    internal: Option<String>,
    retry_after_s: Option<u64>,
    is_retry: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
enum Public {
    Fields {
        errors: BTreeMap<String, Vec<Problem>>,
    },
    Other {
        error: Problem,
        #[serde(skip_serializing_if = "Option::is_none")]
        request_id: Option<String>,
    },
}

/// A stable code, and a sentence for those who read no codes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// Stable and translated by the site, such as `VALIDATION.EMAIL.INVALID` or `not_found`.
    pub code: String,
    /// English.
    pub message: String,
    /// When what is refused will be possible again, RFC 3339, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The number of the player's limit that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_id: Option<Uuid>,
    /// What a limit leaves, in subunits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_cents: Option<i64>,
    /// The most that is possible, in subunits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_cents: Option<i64>,
    /// The least that is possible, in subunits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_cents: Option<i64>,
    /// The bet that is refused, counted from 0 in the order in which they were sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bet: Option<usize>,
    /// Where money of a cashout has to go before it goes elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_to: Option<Vec<FirstTo>>,
}

/// A card, account or bank that money came in by, and that takes it back before others do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FirstTo {
    /// How it is paid out there.
    pub payment_method_id: String,
    /// Whose sign it carries.
    pub brand: String,
    /// The card or account as far as it may be shown; null of a bank.
    pub masked: Option<String>,
    /// What it takes, in subunits.
    pub cents: i64,
}

impl Problem {
    fn new(code: String, message: String) -> Self {
        Self {
            code,
            message,
            until: None,
            limit_id: None,
            left_cents: None,
            max_cents: None,
            min_cents: None,
            bet: None,
            first_to: None,
        }
    }
}

/// The body of every error except a refused field.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: Problem,
    /// Names the call, as the header `x-request-id` does: who reports a fault quotes it.
    pub request_id: Option<String>,
}

/// The body of a 422: problems by field.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldErrorsBody {
    /// Problems by field name.
    pub errors: BTreeMap<String, Vec<Problem>>,
}

/// One refused field: its name, the stable code, and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field.
    pub field: String,
    /// The code.
    pub code: String,
    /// The sentence.
    pub message: String,
}

impl FieldError {
    /// A refused field.
    pub fn new(field: impl Into<String>, code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), code: code.into(), message: message.into() }
    }
}

impl ApiError {
    /// An error with a code and a public sentence.
    pub fn code(status: StatusCode, code: &str, message: &str) -> Self {
        let error = Problem::new(code.to_owned(), message.to_owned());
        let public = Box::new(Public::Other { error, request_id: None });
        Self { status, public, internal: None, retry_after_s: None, is_retry: false }
    }

    /// A 422 with problems by field.
    pub fn fields(problems: Vec<FieldError>) -> Self {
        let mut errors: BTreeMap<String, Vec<Problem>> = BTreeMap::new();
        for FieldError { field, code, message } in problems {
            errors.entry(field).or_default().push(Problem::new(code, message));
        }
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let public = Box::new(Public::Fields { errors });
        Self { status, public, internal: None, retry_after_s: None, is_retry: false }
    }

    /// A 422 for one field.
    pub fn field(field: &str, code: &str, message: &str) -> Self {
        Self::fields(vec![FieldError::new(field, code, message)])
    }

    /// 401: the call needs a player.
    pub fn unauthorized() -> Self {
        Self::code(StatusCode::UNAUTHORIZED, "unauthorized", "Please sign in.")
    }

    /// 403 with a code.
    pub fn forbidden(code: &str, message: &str) -> Self {
        Self::code(StatusCode::FORBIDDEN, code, message)
    }

    /// 403: the password has to be given again.
    pub fn reauth_required() -> Self {
        Self::forbidden("reauth_required", "Please enter your password again.")
    }

    /// The same error, which tells when what is refused will be possible again (RFC 3339).
    #[must_use]
    pub fn until(mut self, at: String) -> Self {
        if let Public::Other { error, .. } = &mut *self.public {
            error.until = Some(at);
        }
        self
    }

    /// The same error, which names the player's limit that refuses.
    #[must_use]
    pub fn of_limit(mut self, id: Uuid) -> Self {
        if let Public::Other { error, .. } = &mut *self.public {
            error.limit_id = Some(id);
        }
        self
    }

    /// A 422 for one field, which tells more than a code and a sentence.
    fn problem(field: &str, problem: Problem) -> Self {
        let public = Box::new(Public::Fields { errors: [(field.to_owned(), vec![problem])].into() });
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            public,
            internal: None,
            retry_after_s: None,
            is_retry: false,
        }
    }

    /// A 422 for one field, which tells what a limit leaves (subunits) and until when (RFC 3339).
    pub fn limited(field: &str, code: &str, message: &str, left_cents: i64, until: String) -> Self {
        let problem = Problem::new(code.to_owned(), message.to_owned());
        Self::problem(field, Problem { until: Some(until), left_cents: Some(left_cents), ..problem })
    }

    /// A 422 for one field, which tells the most that is possible (subunits).
    pub fn above_max(field: &str, code: &str, message: &str, max_cents: i64) -> Self {
        let problem = Problem::new(code.to_owned(), message.to_owned());
        Self::problem(field, Problem { max_cents: Some(max_cents), ..problem })
    }

    /// A 422 for one of several bets, which names it and tells from how much to how much its place takes (subunits).
    pub fn bet_outside(code: &str, message: &str, bet: usize, (min_cents, max_cents): (i64, i64)) -> Self {
        let problem = Problem::new(code.to_owned(), message.to_owned());
        let (min_cents, max_cents) = (Some(min_cents), Some(max_cents));
        Self::problem("bets", Problem { min_cents, max_cents, bet: Some(bet), ..problem })
    }

    /// A 422 for one field of a cashout, which tells the most that is possible there (subunits), and where money has to go first.
    pub fn goes_first(
        field: &str,
        code: &str,
        message: &str,
        max_cents: i64,
        first_to: Vec<FirstTo>,
    ) -> Self {
        let problem = Problem::new(code.to_owned(), message.to_owned());
        Self::problem(field, Problem { max_cents: Some(max_cents), first_to: Some(first_to), ..problem })
    }

    /// 404.
    pub fn not_found() -> Self {
        Self::code(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
    }

    /// 409 with a code.
    pub fn conflict(code: &str, message: &str) -> Self {
        Self::code(StatusCode::CONFLICT, code, message)
    }

    /// 429 with the seconds to wait.
    pub fn too_many(retry_after_s: u64) -> Self {
        let status = StatusCode::TOO_MANY_REQUESTS;
        let error = Self::code(status, "too_many_requests", "Too many attempts. Please wait a moment.");
        Self { retry_after_s: Some(retry_after_s), ..error }
    }

    /// 429: the last round began too short a time ago; in so many seconds the next one may begin.
    pub fn round_too_early(retry_after_s: u64) -> Self {
        let status = StatusCode::TOO_MANY_REQUESTS;
        let error = Self::code(status, "round_too_early", "The next round may begin in a moment.");
        Self { retry_after_s: Some(retry_after_s), ..error }
    }

    /// 429 that a harder captcha opens at once; without one there are so many seconds to wait.
    pub fn hard_captcha_required(retry_after_s: u64) -> Self {
        let status = StatusCode::TOO_MANY_REQUESTS;
        let error = Self::code(status, "hard_captcha_required", "Please prove that you are no robot.");
        Self { retry_after_s: Some(retry_after_s), ..error }
    }

    /// 403 for a member of staff whose role lacks a permission.
    pub fn role_forbids() -> Self {
        Self::forbidden("forbidden", "Your role does not allow this.")
    }

    /// 503: come back later.
    pub fn unavailable(internal: &impl ToString) -> Self {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let error = Self::code(status, "unavailable", "We cannot do this right now. Please try again.");
        Self { retry_after_s: Some(1), internal: Some(internal.to_string()), ..error }
    }

    /// 503: the site is closed for maintenance, and worth looking at again in half a minute.
    pub fn maintenance() -> Self {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let error = Self::code(status, "maintenance", "The site is closed for maintenance.");
        Self { retry_after_s: Some(30), ..error }
    }

    /// 500: a bug or a broken row; the context goes to the log.
    pub fn internal(internal: &impl ToString) -> Self {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        let error = Self::code(status, "internal", "Something went wrong on our side.");
        Self { internal: Some(internal.to_string()), ..error }
    }

    /// The public sentence; the first one where fields are refused.
    pub fn sentence(&self) -> &str {
        match &*self.public {
            Public::Other { error, .. } => &error.message,
            Public::Fields { errors } => {
                errors.values().flatten().next().map_or("", |problem| problem.message.as_str())
            }
        }
    }

    /// Whether the store asks for the whole transaction again, as another one was first; nothing of it was done.
    pub const fn is_retry(&self) -> bool {
        self.is_retry
    }

    /// The status it will be answered with.
    pub const fn status(&self) -> StatusCode {
        self.status
    }
}

impl From<croupier_db::Error> for ApiError {
    fn from(error: croupier_db::Error) -> Self {
        use croupier_db::Error as Db;
        match error {
            Db::Retry(_) => Self { is_retry: true, ..Self::unavailable(&error) },
            Db::Unavailable(_) | Db::Unknown(_) | Db::Locked(_) => Self::unavailable(&error),
            _ => Self::internal(&error),
        }
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(&error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(mut self) -> Response {
        if let Public::Other { request_id, .. } = &mut *self.public {
            *request_id = CALL.try_with(Clone::clone).ok();
        }
        if let Some(internal) = &self.internal {
            tracing::error!(status = self.status.as_u16(), context = %internal, "the call failed");
        }
        let mut response = (self.status, Json(&self.public)).into_response();
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        // The rest of the body is not waited for, so nothing can follow on this connection; a client that is not
        // told would send its next call into a closing one.
        if matches!(self.status, StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_TIMEOUT) {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
