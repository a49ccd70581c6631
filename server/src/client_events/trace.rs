//! The navigation that a call belongs to, as the header `traceparent` (W3C Trace Context) names it.

use axum::http::HeaderMap;

/// Hex digits of a trace's id.
const ID_LENGTH: usize = 32;

/// The trace's id: 32 hex digits; `None` when the call belongs to none.
pub fn of_headers(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get("traceparent")?.to_str().ok()?;
    known(value.split('-').nth(1)?)
}

/// `id` when it can be one.
pub(super) fn known(id: &str) -> Option<&str> {
    let is_hex = id.len() == ID_LENGTH && id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    is_hex.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_id_is_taken() {
        let id = "0af7651916cd43dd8448eb211c80319c";
        for (value, found) in [
            (format!("00-{id}-b7ad6b7169203331-01"), Some(id)),
            ("00-zz-1-01".to_owned(), None),
            (id.to_owned(), None),
            (String::new(), None),
        ] {
            let headers = HeaderMap::from_iter([(
                axum::http::HeaderName::from_static("traceparent"),
                value.parse().unwrap(),
            )]);
            assert_eq!(of_headers(&headers), found, "{value}");
        }
    }
}
