//! Hosts and addresses in settings.

use axum::http::uri::Authority;
use url::{Host, Url};

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

/// Whether calls may go to `address`: over TLS, or to this machine.
pub fn is_safe_address(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return false,
    };
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    is_plain && (url.scheme() == "https" || (url.scheme() == "http" && is_local))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_go_over_tls_or_stay_on_this_machine() {
        #[rustfmt::skip]
        let cases = [
            ("https://accounts.example",             true),
            ("https://accounts.example/realms/a",    true),
            ("http://127.0.0.1:8090/northgate",      true),
            ("http://localhost:8090",                true),
            ("http://[::1]:8090",                    true),
            ("http://accounts.example",              false),
            ("http://localhost.example",             false),
            ("http://192.168.1.4",                   false),
            ("https://user:word@accounts.example",   false),
            ("ftp://localhost",                      false),
            ("accounts.example",                     false),
            ("",                                     false),
        ];
        for (address, is_safe) in cases {
            assert_eq!(is_safe_address(address), is_safe, "{address:?}");
        }
    }
}
