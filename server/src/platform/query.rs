//! Query strings and paths, refused in our own shape.

use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::platform::body::invalid_field;
use crate::platform::calendar::instant;
use crate::platform::error::{ApiError, ApiResult};

/// A query string. A value that does not fit is a wrong field, 422, and so is one with a NUL in it.
#[derive(Debug, Clone, Copy)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if let Some(name) = parts.uri.query().and_then(with_nul) {
            return Err(ApiError::field(name, "VALIDATION.INVALID", "No text has a NUL in it."));
        }
        let query = AxumQuery::<T>::from_request_parts(parts, state).await;
        query.map(|AxumQuery(value)| Self(value)).map_err(|rejection| invalid_field(&rejection.body_text()))
    }
}

/// The instant that `field` names, RFC 3339 in UTC, as UTC milliseconds; `otherwise` when it is absent.
pub fn instant_of(field: &str, value: Option<&str>, otherwise: i64) -> ApiResult<i64> {
    let Some(value) = value else { return Ok(otherwise) };
    let refused = |_| ApiError::field(field, "VALIDATION.DATE.INVALID", "This is no instant in UTC.");
    instant(value).map_err(refused)
}

/// A NUL, as addresses write it. No text has one in it: PostgreSQL can keep none.
const NUL: &str = "%00";

/// The name of the value of `query` that has a NUL in it; that of all of it when the name has.
fn with_nul(query: &str) -> Option<&str> {
    let value = query.split('&').find(|value| value.contains(NUL))?;
    let name = value.split('=').next().unwrap_or_default();
    Some(if name.contains(NUL) { "query" } else { name })
}

/// The variable parts of a path. There is nothing at a path whose parts do not fit, 404.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if parts.uri.path().contains(NUL) {
            return Err(ApiError::not_found());
        }
        let path = AxumPath::<T>::from_request_parts(parts, state).await;
        path.map(|AxumPath(value)| Self(value)).map_err(|_| ApiError::not_found())
    }
}
