//! The way in: `/connection/websocket`.

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};

use super::{Hub, socket};
use crate::platform::client_ip::ClientIp;
use crate::platform::connection_limit::LimitExceeded;
use crate::platform::error::ApiError;

/// The path that settings give the site and that the Centrifugo client uses by default.
pub const PATH: &str = "/connection/websocket";

/// The most bytes that are read of one message. A message that is longer than allowed but not than this is
/// answered with a reason; anything beyond ends the connection as it is.
const MESSAGE_READ_BYTES_MAX: usize = 4 * socket::MESSAGE_IN_BYTES_MAX;

/// Room for what comes, in bytes; it grows for a longer message. Most messages are a pong, and with more room
/// thousands of sockets could hold gigabytes.
const READ_BUFFER: usize = 4 * 1024;

/// Seconds after which an address whose seats are all taken may ask for one again.
const SEAT_AFTER_S: u64 = 10;

/// The route of the hub; it needs no other state.
pub fn router<S: Clone + Send + Sync + 'static>(hub: Hub) -> Router<S> {
    Router::new().route(PATH, any(upgrade)).with_state(hub)
}

async fn upgrade(
    State(hub): State<Hub>,
    address: Option<Extension<ClientIp>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return not_a_websocket(&rejection).into_response(),
    };
    if !is_same_site(&headers, hub.allowed_hosts()) {
        let message = "Only our own pages may connect.";
        return ApiError::forbidden("cross_site", message).into_response();
    }
    let seat = match hub.take_seat(address.map(|Extension(address)| address)) {
        Ok(seat) => seat,
        Err(LimitExceeded::Everywhere) => {
            // Strangers can bring this about as often as they like, so it is counted and not logged.
            let message = "We cannot do this right now. Please try again.";
            return ApiError::code(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message).into_response();
        }
        Err(LimitExceeded::ForAddress) => return ApiError::too_many(SEAT_AFTER_S).into_response(),
    };
    let upgrade = upgrade.max_message_size(MESSAGE_READ_BYTES_MAX).max_frame_size(MESSAGE_READ_BYTES_MAX);
    upgrade.read_buffer_size(READ_BUFFER).on_upgrade(|socket| async move {
        socket::serve(hub, socket).await;
        drop(seat);
    })
}

/// The refusal of a call that does not ask for a websocket as it has to.
fn not_a_websocket(rejection: &WebSocketUpgradeRejection) -> ApiError {
    let status = rejection.status();
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return ApiError::code(status, "method_not_allowed", "This address does not take that method.");
    }
    ApiError::code(status, "bad_request", "This address takes websockets only.")
}

/// Whether the page that connects is ours: browsers always name its origin, other programs need not.
fn is_same_site(headers: &HeaderMap, allowed_hosts: &[String]) -> bool {
    let text = |value: &HeaderValue| value.to_str().ok().map(str::to_ascii_lowercase);
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some(origin) = text(origin) else { return false };
    let Some((_, origin_host)) = origin.split_once("://") else { return false };
    let host = headers.get(header::HOST).and_then(text);
    host.is_some_and(|host| host == origin_host)
        || allowed_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin_host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_our_own_hosts_may_connect() {
        let allowed = ["mirror.example".to_owned()];
        for (origin, host, expected) in [
            (None, "casino.example", true),
            (Some("https://casino.example"), "casino.example", true),
            (Some("http://127.0.0.1:8080"), "127.0.0.1:8080", true),
            (Some("https://CASINO.example"), "casino.example", true),
            (Some("https://mirror.example"), "casino.example", true),
            (Some("https://evil.example"), "casino.example", false),
            (Some("https://casino.example.evil.example"), "casino.example", false),
            (Some("https://casino.example:8443"), "casino.example", false),
            (Some("null"), "casino.example", false),
            (Some(""), "casino.example", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            assert_eq!(is_same_site(&headers, &allowed), expected, "{origin:?}");
        }
    }
}
