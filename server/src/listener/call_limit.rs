//! How many calls one address may make.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;

/// Refuses calls of an address that makes too many with 429, and gives the others their
/// [`ClientIp`](crate::platform::client_ip::ClientIp) as an extension.
pub async fn keep(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let caller = app.geo.client_ip(*peer, request.headers());
        if let Err(refusal) = app.limits.requests.take(caller.limit_key()) {
            return refusal.into_response();
        }
        request.extensions_mut().insert(caller);
    }
    next.run(request).await
}
