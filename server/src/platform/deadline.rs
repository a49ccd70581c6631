//! How long a call may take.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::platform::body::{UPLOAD_WITHIN, is_upload};
use crate::platform::error::ApiError;

/// Answers 503 once a call has taken `limit`, to which an upload adds the time of its body. What it had begun is left as when its caller hangs up: a later call
/// finds it done, or does it.
pub async fn keep(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let limit = if is_upload(request.uri().path()) { limit + UPLOAD_WITHIN } else { limit };
    match timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::unavailable(&format!("not done in {limit:?}")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::http::StatusCode;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use serde_json::Value;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_call_that_takes_too_long_is_told_to_come_again() {
        let routes = Router::new()
            .route("/stuck", get(std::future::pending::<StatusCode>))
            .route("/quick", get(|| async { StatusCode::NO_CONTENT }))
            .layer(from_fn_with_state(Duration::from_millis(1), keep));
        let call = |path: &str| routes.clone().oneshot(Request::get(path).body(Body::empty()).unwrap());
        let answer = call("/stuck").await.unwrap();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = to_bytes(answer.into_body(), 1024).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["error"]["code"], "unavailable");
        let answer = call("/quick").await.unwrap();
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    }
}
