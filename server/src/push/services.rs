//! The push services that the operator sends to.

use anyhow::{Context, Result, bail};
use url::Url;

use crate::auth::is_this_machine;

/// The longest endpoint that is taken, in bytes.
const ENDPOINT_MAX: usize = 2048;

/// Known push services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Services(Vec<Service>);

/// One origin, or all origins below one name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Service {
    scheme: String,
    host: String,
    port: u16,
    /// Whether `host` is what comes after a first label of any name.
    any_label: bool,
}

impl Services {
    /// Reads addresses such as `https://fcm.googleapis.com` and `https://*.push.apple.com`. Without TLS only
    /// this machine can be named.
    pub(super) fn parse(names: &[String]) -> Result<Self> {
        Ok(Self(names.iter().map(|name| Service::parse(name)).collect::<Result<_>>()?))
    }

    /// The endpoint, when one of these services has given it out.
    pub(super) fn endpoint(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= ENDPOINT_MAX)?;
        let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        (is_plain && self.0.iter().any(|service| service.has(&url))).then_some(url)
    }
}

impl Service {
    fn parse(name: &str) -> Result<Self> {
        let any_label = name.contains("://*.");
        let url = Url::parse(&name.replacen("://*.", "://", 1))
            .with_context(|| format!("push_services names {name:?}, which is no address"))?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_this_machine(&host));
        let Some(port) = url.port_or_known_default().filter(|_| is_safe && url.path() == "/") else {
            bail!("push_services names {name:?}, and has to name https addresses without a path");
        };
        Ok(Self { scheme: url.scheme().to_owned(), host, port, any_label })
    }

    fn has(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let is_host = if self.any_label {
            host.strip_suffix(&self.host).is_some_and(|label| label.len() > 1 && label.ends_with('.'))
        } else {
            host == self.host
        };
        is_host && url.scheme() == self.scheme && url.port_or_known_default() == Some(self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services(names: &[&str]) -> Result<Services> {
        Services::parse(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn only_known_services_are_called() {
        let known = services(&["https://push.example", "https://*.apple.example"]).unwrap();
        for (endpoint, is_taken) in [
            ("https://push.example/send/1", true),
            ("https://push.example:443/send/1?x=y", true),
            ("https://eu.apple.example/1", true),
            ("https://a.eu.apple.example/1", true),
            ("https://apple.example/1", false),
            ("https://evilapple.example/1", false),
            ("https://.apple.example/1", false),
            ("http://push.example/send/1", false),
            ("https://push.example:8443/send/1", false),
            ("https://push.example.evil.example/1", false),
            ("https://evil.example/https://push.example", false),
            ("https://push.example@evil.example/1", false),
            ("https://name:word@push.example/1", false),
            ("https://127.0.0.1/1", false),
            ("https://169.254.169.254/latest/meta-data", false),
            ("https://[::1]/1", false),
            ("file:///etc/passwd", false),
            ("push.example/send", false),
            ("", false),
        ] {
            assert_eq!(known.endpoint(endpoint).is_some(), is_taken, "{endpoint}");
        }
        let long = format!("https://push.example/{}", "x".repeat(ENDPOINT_MAX));
        assert_eq!(known.endpoint(&long), None);
    }

    #[test]
    fn a_service_is_an_https_address() {
        assert!(services(&["http://127.0.0.1:9000", "http://localhost:9000"]).is_ok());
        for name in
            ["http://push.example", "push.example", "https://push.example/x", "ftp://push.example", "*"]
        {
            let error = services(&[name]).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        }
    }
}
