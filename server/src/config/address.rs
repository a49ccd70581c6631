//! Hosts and addresses as settings name them.

use axum::http::uri::Authority;

/// Whether `text` is a host as a browser names it, with a port or without.
pub fn is_host(text: &str) -> bool {
    let has_name = |authority: &Authority| !authority.host().is_empty() && !text.contains('@');
    text.parse::<Authority>().is_ok_and(|authority| has_name(&authority))
}

/// The origin of an https address, which nothing in a header can follow; `None` when it is none.
pub fn origin_of(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("https://")?;
    let host = rest.split('/').next().unwrap_or_default();
    let is_host = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:*".contains(&b));
    let is_plain = address.bytes().all(|b| b.is_ascii_graphic() && !b"\"'<>".contains(&b));
    (is_host && is_plain).then(|| &address[.."https://".len() + host.len()])
}
