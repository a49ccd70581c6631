//! Where the mail server is, and how it is spoken to.

use std::borrow::Cow;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use url::Url;

/// A mail server, as the settings name it.
#[derive(Debug)]
pub(super) struct MailServer {
    host: String,
    port: u16,
    tls: Tls,
    /// The name that this server greets with.
    hello_name: ClientId,
    credentials: Option<Credentials>,
}

impl MailServer {
    /// The server at `url`: `smtp://host:port`, or `smtps://user:password@host`, with `?tls=required` for STARTTLS and
    /// `?tls=opportunistic` for STARTTLS where the server offers it. A path is the name to greet with.
    pub(super) fn parse(url: &str) -> Result<Self> {
        let url = Url::parse(url)?;
        let host = url.host_str().context("the address names no host")?.to_owned();
        let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        let parameters = || TlsParameters::new(host.clone());
        let (tls, port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => (Tls::None, SMTP_PORT),
            ("smtp", Some("required")) => (Tls::Required(parameters()?), SUBMISSION_PORT),
            ("smtp", Some("opportunistic")) => (Tls::Opportunistic(parameters()?), SUBMISSION_PORT),
            ("smtps", _) => (Tls::Wrapper(parameters()?), SUBMISSIONS_PORT),
            (scheme, tls) => bail!("nobody knows {scheme} with tls {tls:?}"),
        };
        let name = url.path().trim_matches('/');
        let hello_name =
            if name.is_empty() { ClientId::default() } else { ClientId::Domain(name.to_owned()) };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(Cow::into_owned);
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        Ok(Self { port: url.port().unwrap_or(port), host, tls, hello_name, credentials })
    }

    /// A connection on which mails may be handed over. Opening it may take as long as `timeout`.
    pub(super) async fn connect(&self, timeout: Duration) -> Result<AsyncSmtpConnection, Error> {
        let wrapper = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let address = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(timeout), &self.hello_name, wrapper, None)
                .await?;
        match &self.tls {
            Tls::Required(parameters) => connection.starttls(parameters.clone(), &self.hello_name).await?,
            Tls::Opportunistic(parameters) if connection.can_starttls() => {
                connection.starttls(parameters.clone(), &self.hello_name).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_host_port_and_protection() {
        for (url, port, protection) in [
            ("smtp://mail.example", 25, "None"),
            ("smtp://mail.example:2525/casino.example", 2525, "None"),
            ("smtp://mail.example?tls=required", 587, "Required"),
            ("smtp://mail.example?tls=opportunistic", 587, "Opportunistic"),
            ("smtps://mail.example", 465, "Wrapper"),
        ] {
            let server = MailServer::parse(url).unwrap();
            assert_eq!((server.host.as_str(), server.port), ("mail.example", port), "{url}");
            assert!(format!("{:?}", server.tls).starts_with(protection), "{url}");
        }
        for url in ["mail.example", "http://mail.example", "smtp://mail.example?tls=perhaps"] {
            assert!(MailServer::parse(url).is_err(), "{url}");
        }
    }

    #[test]
    fn signs_of_a_password_are_decoded() {
        let server = MailServer::parse("smtps://ann%40casino.example:a%2Fb+c%25@mail.example").unwrap();
        let expected = Credentials::new("ann@casino.example".to_owned(), "a/b+c%".to_owned());
        assert!(server.credentials == Some(expected));
    }
}
