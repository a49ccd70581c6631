//! JSON bodies, refused in the operator's own shape.

use std::error::Error;
use std::iter::successors;
use std::time::Duration;

use axum::Json as AxumJson;
use axum::body::{Bytes, HttpBody, to_bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, OptionalFromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use memchr::memmem;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::platform::error::{ApiError, ApiResult};

/// The largest body a call may have, in bytes.
pub const BODY_MAX: usize = 64 * 1024;

/// The call that saves the text of a document.
const TEXT_PATH: &str = "/api/content/save";

/// The largest body of that call, in bytes: 60 KiB of text, each byte of which JSON escapes with at most six, and its other
/// fields.
pub const TEXT_BODY_MAX: usize = 384 * 1024;

/// The calls with a larger body: where players upload documents and pictures, and staff uploads media and lists of games.
const UPLOAD_PATHS: [&str; 5] = [
    "/api/player/documents",
    "/api/chat/pictures",
    "/api/media",
    "/api/catalogue/import",
    "/api/catalogue/import/take",
];

/// The largest upload, in bytes.
pub const UPLOAD_MAX: usize = 10 * 1024 * 1024;

/// The only type of body that a file has; what the file is, its content tells.
const UPLOAD_TYPE: &str = "application/octet-stream";

/// How long the body of an upload may take: 10 MiB over a slow phone line.
pub const UPLOAD_WITHIN: Duration = Duration::from_mins(2);

/// Whether `path` takes uploads.
pub fn is_upload(path: &str) -> bool {
    UPLOAD_PATHS.contains(&path) || is_picture_of_staff(path)
}

/// Whether `path` is where staff send a picture in a conversation: its number stands in the middle.
fn is_picture_of_staff(path: &str) -> bool {
    let number = path.strip_prefix("/api/chats/").and_then(|rest| rest.strip_suffix("/pictures"));
    number.is_some_and(|number| !number.is_empty() && !number.contains('/'))
}

/// Refuses a call whose body is no file.
pub fn require_file(headers: &HeaderMap) -> ApiResult<()> {
    if headers.get(CONTENT_TYPE).is_some_and(|value| value == UPLOAD_TYPE) {
        return Ok(());
    }
    let message = "The body has to be application/octet-stream.";
    Err(ApiError::code(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message))
}

/// The largest body that a call to `path` may have, in bytes.
pub fn body_max(path: &str) -> usize {
    if is_upload(path) { UPLOAD_MAX } else { json_max(path) }
}

/// The largest JSON body that a call to `path` may have, in bytes.
fn json_max(path: &str) -> usize {
    if path == TEXT_PATH { TEXT_BODY_MAX } else { BODY_MAX }
}

/// A JSON body, in or out. A wrong content type is 415, broken JSON 400, a wrong field 422, a body above
/// [`BODY_MAX`] 413 ([`TEXT_BODY_MAX`] where a document's text is saved), and one that does not come in time 408.
/// Text with a NUL in it is a wrong field: PostgreSQL can keep none.
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let (head, body) = request.into_parts();
        let most = json_max(head.uri.path());
        let body = to_bytes(body, most).await.map_err(|error| unread(&error))?;
        let has_nul = has_nul(&body);
        let mut request: Request = Request::from_parts(head, body.clone().into());
        DefaultBodyLimit::max(most).apply(&mut request);
        match <AxumJson<T> as FromRequest<S>>::from_request(request, state).await {
            Ok(_) if has_nul => {
                Err(ApiError::field("body", "VALIDATION.INVALID", "No text has a NUL in it."))
            }
            Ok(AxumJson(body)) => Ok(Self(body)),
            Err(rejection) => Err(refusal(&rejection, &body)),
        }
    }
}

/// The bytes of a body, for calls whose signature is over them. A body above [`BODY_MAX`] is 413, and one that does not
/// come in time 408.
#[derive(Debug, Clone)]
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        to_bytes(request.into_body(), BODY_MAX).await.map(Self).map_err(|error| unread(&error))
    }
}

/// A call may leave its body away altogether; one that it sends is judged as any other.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let is_empty = !request.headers().contains_key(CONTENT_TYPE) && request.body().is_end_stream();
        if is_empty {
            return Ok(None);
        }
        <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        AxumJson(self.0).into_response()
    }
}

fn refusal(rejection: &JsonRejection, body: &[u8]) -> ApiError {
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
        // So is an object or a list where a name is wanted, which the parser takes for broken JSON.
        JsonRejection::JsonSyntaxError(error) if serde_json::from_slice::<IgnoredAny>(body).is_ok() => {
            invalid_field(&error.body_text())
        }
        JsonRejection::JsonSyntaxError(_) => {
            ApiError::code(StatusCode::BAD_REQUEST, "bad_request", "The body is no valid JSON.")
        }
        JsonRejection::JsonDataError(error) => invalid_field(&error.body_text()),
        other => unread(other),
    }
}

/// Whether a text of the lawful JSON `body` has a NUL in it, which JSON can only say as `\u0000`.
fn has_nul(body: &[u8]) -> bool {
    // After an even number of backslashes it is a backslash that is escaped, and not the NUL.
    let is_escape = |at: usize| body[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0;
    memmem::find_iter(body, br"\u0000").any(is_escape)
}

/// What is answered to a body above [`body_max`].
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
    let answer = causes.find_map(|cause| match cause {
        cause if cause.is::<LengthLimitError>() => Some(too_large()),
        cause if cause.is::<TooSlow>() => {
            let message = "The body did not come in time.";
            Some(ApiError::code(StatusCode::REQUEST_TIMEOUT, "request_timeout", message))
        }
        _ => None,
    });
    answer
        .unwrap_or_else(|| ApiError::code(StatusCode::BAD_REQUEST, "bad_request", "The body cannot be read."))
}

/// 422 for the field that a parser complains of in `complaint`; its own words are never sent.
pub fn invalid_field(complaint: &str) -> ApiError {
    ApiError::field(field_of(complaint), "VALIDATION.INVALID", "This value is not valid.")
}

/// How parsers begin a complaint, before the path of the field.
const COMPLAINTS: [&str; 3] = [
    "Failed to deserialize the JSON body into the target type: ",
    "Failed to parse the request body as JSON: ",
    "Failed to deserialize query string: ",
];

/// The field that a parser complains of: the missing one, or the last part of the path; `body` when it names none.
fn field_of(complaint: &str) -> &str {
    if let Some((_, rest)) = complaint.split_once("missing field `")
        && let Some((field, _)) = rest.split_once('`')
    {
        return field;
    }
    let rest = COMPLAINTS.iter().find_map(|beginning| complaint.strip_prefix(beginning));
    let path = rest.and_then(|rest| rest.split_once(": ")).map_or("", |(path, _)| path);
    let last = path.rsplit('.').next().unwrap_or_default();
    let name = last.split('[').next().unwrap_or_default();
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    if is_name { name } else { "body" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_uploads_and_texts_have_larger_bodies() {
        assert_eq!(UPLOAD_PATHS.map(body_max), [UPLOAD_MAX; 5]);
        assert_eq!(body_max("/api/chats/1/pictures"), UPLOAD_MAX);
        let others =
            ["/api/media/1", "/api/catalogue/title", "/api/chats/1/pictures/2", "/api/chats//pictures"];
        assert_eq!(others.map(body_max), [BODY_MAX; 4]);
        assert_eq!(body_max(TEXT_PATH), TEXT_BODY_MAX);
    }

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
        let [data, syntax, query] = COMPLAINTS;
        #[rustfmt::skip]
        let cases = [
            // beginning  rest                                                    field
            (data,        "user.email: invalid type: integer",                    "email"),
            (data,        "missing field `currency` at line 1",                   "currency"),
            (data,        "game_ids[3]: invalid type: map, expected a string",    "game_ids"),
            (data,        "invalid type: null, expected struct Body at line 1",   "body"),
            (syntax,      "mode: expected value at line 1 column 9",              "mode"),
            (query,       "page_size: invalid digit found in string",             "page_size"),
            (query,       "missing field `event`",                                "event"),
            ("",          "anything else",                                        "body"),
        ];
        for (beginning, rest, field) in cases {
            assert_eq!(field_of(&format!("{beginning}{rest}")), field, "{rest}");
        }
    }
}
