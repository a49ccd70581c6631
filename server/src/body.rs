//! JSON bodies, refused in the house's own shape.

use std::error::Error;
use std::iter::successors;

use axum::Json as AxumJson;
use axum::body::to_bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use memchr::memmem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{ApiError, FieldError};

/// The largest body a call may have, in bytes.
pub const BODY_MAX: usize = 64 * 1024;

/// A JSON body, in or out. A wrong content type is 415, broken JSON 400, a wrong field 422, a body above
/// [`BODY_MAX`] 413, and one that does not come in time 408. Text with a NUL in it is a wrong field: PostgreSQL can
/// keep none.
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let (head, body) = request.into_parts();
        let body = to_bytes(body, BODY_MAX).await.map_err(|error| unread(&error))?;
        let has_nul = has_nul(&body);
        match AxumJson::<T>::from_request(Request::from_parts(head, body.into()), state).await {
            Ok(_) if has_nul => {
                Err(ApiError::field("body", "VALIDATION.INVALID", "No text has a NUL in it."))
            }
            Ok(AxumJson(body)) => Ok(Self(body)),
            Err(rejection) => Err(refusal(&rejection)),
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        AxumJson(self.0).into_response()
    }
}

fn refusal(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::MissingJsonContentType(_) => ApiError::code(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "The body has to be application/json.",
        ),
        // Digits that no number type holds are lawful JSON, and so a wrong value.
        JsonRejection::JsonSyntaxError(error) if error.body_text().contains("number out of range") => {
            ApiError::field("body", "VALIDATION.INVALID", "A number in the body is too large.")
        }
        JsonRejection::JsonSyntaxError(_) => {
            ApiError::code(StatusCode::BAD_REQUEST, "bad_request", "The body is no valid JSON.")
        }
        JsonRejection::JsonDataError(error) => {
            let text = error.body_text();
            ApiError::fields(vec![FieldError::new(
                field_of(&text),
                "VALIDATION.INVALID",
                "This value is not valid.",
            )])
        }
        other => unread(other),
    }
}

/// Whether a text of the lawful JSON `body` has a NUL in it, which JSON can only say as `\u0000`.
fn has_nul(body: &[u8]) -> bool {
    // After an even number of backslashes it is a backslash that is escaped, and not the NUL.
    let is_escape = |at: usize| body[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0;
    memmem::find_iter(body, br"\u0000").any(is_escape)
}

/// What is answered to a body above [`BODY_MAX`].
pub fn too_large() -> ApiError {
    ApiError::code(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", "The body is too large.")
}

/// What a body fails with that did not come in time.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the body did not come in time")]
pub struct TooSlow;

/// What is answered to a body that could not be read because of `error`.
pub fn unread(error: &(dyn Error + 'static)) -> ApiError {
    let mut causes = successors(Some(error), |&error| error.source());
    let told = causes.find_map(|cause| match cause {
        cause if cause.is::<LengthLimitError>() => Some(too_large()),
        cause if cause.is::<TooSlow>() => {
            let message = "The body did not come in time.";
            Some(ApiError::code(StatusCode::REQUEST_TIMEOUT, "request_timeout", message))
        }
        _ => None,
    });
    told.unwrap_or_else(|| ApiError::code(StatusCode::BAD_REQUEST, "bad_request", "The body cannot be read."))
}

/// The field a data error talks of: its path, or the missing field's name.
fn field_of(text: &str) -> String {
    if let Some((_, rest)) = text.split_once("missing field `")
        && let Some((field, _)) = rest.split_once('`')
    {
        return field.to_owned();
    }
    let path = text.strip_prefix("Failed to deserialize the JSON body into the target type: ");
    let path = path.and_then(|rest| rest.split_once(": ")).map_or("body", |(path, _)| path);
    path.rsplit('.').next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_found_however_it_is_escaped() {
        for (body, found) in [
            (r#"{"a":"b\u0000c"}"#, true),
            (r#"{"a":"\\\u0000"}"#, true),
            (r#"{"a":"\\u0000"}"#, false),
            (r#"{"a":"\u00001"}"#, true),
            (r#"{"a":"\u0001"}"#, false),
        ] {
            assert_eq!(has_nul(body.as_bytes()), found, "{body}");
        }
    }

    #[test]
    fn the_field_is_named() {
        let prefix = "Failed to deserialize the JSON body into the target type: ";
        assert_eq!(field_of(&format!("{prefix}user.email: invalid type: integer")), "email");
        assert_eq!(field_of(&format!("{prefix}missing field `currency` at line 1")), "currency");
        assert_eq!(field_of("anything else"), "body");
    }
}
