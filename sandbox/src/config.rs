//! What the sandbox is told at start.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};

use crate::edge::{Clock, Entropy};
use crate::webhook::Secret;

const LOCAL_API_KEY: &str = "sandbox-key";
const LOCAL_SPORT_SECRET: &str = "whsec_Y3JvdXBpZXItc2FuZGJveC1zcG9ydHMtc2VjcmV0";
const LOCAL_MERIDIAN_SECRET: &str = "whsec_Y3JvdXBpZXItc2FuZGJveC1tZXJpZGlhbi1zZWNyZXQ=";
const LOCAL_NORTHGATE_SECRET: &str = "northgate-secret";
const LOCAL_REGISTER_KEY: &str = "standaside-key";
const LOCAL_IDENTITY_TOKEN: &str = "sandbox-proofline";
const LOCAL_IDENTITY_SECRET: &str = "sandbox-proofline-secret";
const LOCAL_IDENTITY_WEBHOOK_SECRET: &str = "sandbox-proofline-webhooks";
const LOCAL_STUDIO_SECRET: &str = "sandbox-studio-secret";
const LOCAL_MAIL_SECRET: &str = "whsec_Y3JvdXBpZXItc2FuZGJveC1tYWlsYm94LXNlY3JldA==";
const LOCAL_WEBHOOK_SECRET: &str = "whsec_Y3JvdXBpZXItc2FuZGJveC13ZWJob29rLXNlY3JldA==";

/// Settings of one sandbox.
pub struct Config {
    /// The merchant's bearer key.
    pub api_key: String,
    /// Signs the webhooks.
    pub webhook_secret: Secret,
    /// Signs calls to the second partner, and its webhooks.
    pub meridian_secret: Secret,
    /// Names the casino to the partner that checks who somebody is.
    pub identity_token: String,
    /// Signs calls to that partner.
    pub identity_secret: Secret,
    /// Signs that partner's webhooks.
    pub identity_webhook_secret: Secret,
    /// Signs the exchange of a sign-in at the casino.
    pub sport_secret: Secret,
    /// What the casino shows to the provider of sign-in.
    pub northgate_secret: String,
    /// What the casino shows to the register of people who have excluded themselves.
    pub register_key: String,
    /// Signs the calls between the casino and the studio, both ways.
    pub studio_secret: Secret,
    /// Signs reports of bounces and complaints.
    pub mail_secret: Secret,
    /// The casino's address, without a slash at the end: where sign-ins are exchanged, and the way back for guests.
    pub casino_url: String,
    /// How long a payout stays in processing; `None` leaves it there for the panel.
    pub auto_settle: Option<Duration>,
    /// JSON-lines file that keeps the state over a restart; `None` keeps it in memory.
    pub data: Option<PathBuf>,
    /// Origins (CSP source list) that may show the checkout in a frame.
    pub frame_ancestors: String,
    /// Root of the checkout's address, without a slash at the end; `serve` derives it from the listener when `None`.
    pub public_url: Option<String>,
    /// The shop's name on the checkout.
    pub merchant: String,
    /// Where mails are taken by SMTP; `None` for nowhere.
    pub mail_listen: Option<SocketAddr>,
    /// Pause before the first retry of a webhook; doubles with each further one.
    pub retry_first: Duration,
    /// How often a webhook is tried in all.
    pub retry_tries: u32,
    /// Where time comes from.
    pub clock: Clock,
    /// Where ids and codes come from.
    pub entropy: Entropy,
}

impl Config {
    /// The defaults around a key and a Standard Webhooks secret (`whsec_` + base64). Fails when the secret is none.
    pub fn new(api_key: impl Into<String>, webhook_secret: &str) -> anyhow::Result<Self> {
        Ok(Self {
            api_key: api_key.into(),
            webhook_secret: Secret::parse(webhook_secret)?,
            meridian_secret: Secret::parse(LOCAL_MERIDIAN_SECRET)?,
            identity_token: LOCAL_IDENTITY_TOKEN.into(),
            identity_secret: Secret::of_key(LOCAL_IDENTITY_SECRET.as_bytes())?,
            identity_webhook_secret: Secret::of_key(LOCAL_IDENTITY_WEBHOOK_SECRET.as_bytes())?,
            sport_secret: Secret::parse(LOCAL_SPORT_SECRET)?,
            northgate_secret: LOCAL_NORTHGATE_SECRET.to_owned(),
            register_key: LOCAL_REGISTER_KEY.to_owned(),
            studio_secret: Secret::of_key(LOCAL_STUDIO_SECRET.as_bytes())?,
            mail_secret: Secret::parse(LOCAL_MAIL_SECRET)?,
            casino_url: "http://localhost:8080".into(),
            auto_settle: Some(Duration::from_millis(1500)),
            data: None,
            frame_ancestors: "http://localhost:* http://*.localhost:* http://127.0.0.1:*".into(),
            public_url: None,
            merchant: "Borealis".into(),
            mail_listen: None,
            retry_first: Duration::from_millis(500),
            retry_tries: 8,
            clock: Clock::system(),
            entropy: Entropy::system(),
        })
    }

    /// Reads the `SANDBOX_*` variables through `var`; gives the address to listen on beside the settings.
    ///
    /// Fails on a malformed value, and when the published default key or secret would be used on an address that
    /// others can reach.
    pub fn from_env(var: impl Fn(&str) -> Option<String>) -> anyhow::Result<(SocketAddr, Self)> {
        let listen: SocketAddr = var("SANDBOX_LISTEN")
            .unwrap_or_else(|| "127.0.0.1:8090".into())
            .parse()
            .context("SANDBOX_LISTEN is not an address and port")?;
        let (api_key, secret) = (var("SANDBOX_API_KEY"), var("SANDBOX_WEBHOOK_SECRET"));
        let sport_secret = var("SANDBOX_SPORT_SECRET");
        let meridian_secret = var("SANDBOX_MERIDIAN_SECRET");
        let northgate_secret = var("SANDBOX_NORTHGATE_SECRET");
        let keys =
            ["SANDBOX_IDENTITY_SECRET", "SANDBOX_IDENTITY_WEBHOOK_SECRET", "SANDBOX_STUDIO_SECRET"].map(&var);
        // The mailbox takes mails on this machine only where nobody has said otherwise.
        let mail_secret_is_public =
            var("SANDBOX_MAIL_LISTEN").is_some() && var("SANDBOX_MAIL_SECRET").is_none();
        let has_defaults = [&api_key, &secret, &sport_secret, &meridian_secret, &northgate_secret]
            .into_iter()
            .chain(&keys)
            .any(Option::is_none)
            || mail_secret_is_public;
        if !listen.ip().is_loopback() && has_defaults {
            bail!(
                "set SANDBOX_API_KEY, SANDBOX_WEBHOOK_SECRET, SANDBOX_MERIDIAN_SECRET, SANDBOX_NORTHGATE_SECRET, \
                 SANDBOX_SPORT_SECRET, SANDBOX_IDENTITY_SECRET, SANDBOX_IDENTITY_WEBHOOK_SECRET and SANDBOX_STUDIO_SECRET \
                 to listen on {listen}: the defaults are public"
            );
        }
        let mut config = Self::new(
            api_key.unwrap_or_else(|| LOCAL_API_KEY.into()),
            secret.as_deref().unwrap_or(LOCAL_WEBHOOK_SECRET),
        )
        .context("SANDBOX_WEBHOOK_SECRET")?;
        ensure!(!config.api_key.is_empty(), "SANDBOX_API_KEY is empty");
        if let Some(secret) = sport_secret {
            config.sport_secret = Secret::parse(&secret).context("SANDBOX_SPORT_SECRET")?;
        }
        if let Some(secret) = meridian_secret {
            config.meridian_secret = Secret::parse(&secret).context("SANDBOX_MERIDIAN_SECRET")?;
        }
        if let Some(secret) = northgate_secret {
            config.northgate_secret = secret;
        }
        if let Some(key) = var("SANDBOX_REGISTER_KEY") {
            ensure!(!key.is_empty(), "SANDBOX_REGISTER_KEY is empty");
            config.register_key = key;
        }
        config.read_keys(&var)?;
        if let Some(secret) = var("SANDBOX_MAIL_SECRET") {
            config.mail_secret = Secret::parse(&secret).context("SANDBOX_MAIL_SECRET")?;
        }
        if let Some(url) = var("SANDBOX_CASINO_URL") {
            ensure!(reqwest::Url::parse(&url).is_ok(), "SANDBOX_CASINO_URL is no address");
            url.trim_end_matches('/').clone_into(&mut config.casino_url);
        }
        if let Some(auto) = var("SANDBOX_AUTO") {
            config.auto_settle = match auto.as_str() {
                "off" => None,
                ms => Some(Duration::from_millis(ms.parse().context("SANDBOX_AUTO is no number or `off`")?)),
            };
        }
        config.data = var("SANDBOX_DATA").map(PathBuf::from);
        config.public_url = var("SANDBOX_PUBLIC_URL").map(|url| url.trim_end_matches('/').to_owned());
        if let Some(ancestors) = var("SANDBOX_FRAME_ANCESTORS") {
            ensure!(
                ancestors.chars().all(|c| c.is_ascii_graphic() && c != ';' && c != ',' || c == ' '),
                "SANDBOX_FRAME_ANCESTORS is not a list of origins"
            );
            config.frame_ancestors = ancestors;
        }
        if let Some(mail_listen) = var("SANDBOX_MAIL_LISTEN") {
            let address = mail_listen.parse().context("SANDBOX_MAIL_LISTEN is not an address and port")?;
            config.mail_listen = Some(address);
        }
        if let Some(merchant) = var("SANDBOX_MERCHANT") {
            config.merchant = merchant;
        }
        Ok((listen, config))
    }

    /// Reads the keys that are texts: of the partner that checks who somebody is, and of the studio.
    fn read_keys(&mut self, var: &impl Fn(&str) -> Option<String>) -> anyhow::Result<()> {
        if let Some(token) = var("SANDBOX_IDENTITY_TOKEN") {
            ensure!(!token.is_empty(), "SANDBOX_IDENTITY_TOKEN is empty");
            self.identity_token = token;
        }
        for (name, secret) in [
            ("SANDBOX_IDENTITY_SECRET", &mut self.identity_secret),
            ("SANDBOX_IDENTITY_WEBHOOK_SECRET", &mut self.identity_webhook_secret),
            ("SANDBOX_STUDIO_SECRET", &mut self.studio_secret),
        ] {
            if let Some(text) = var(name) {
                ensure!(!text.is_empty(), "{name} is empty");
                *secret = Secret::of_key(text.as_bytes())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(vars: &[(&str, &str)]) -> anyhow::Result<(SocketAddr, Config)> {
        Config::from_env(|name| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    #[test]
    fn defaults_serve_a_developer() {
        let (listen, config) = read(&[]).unwrap();
        assert_eq!(listen.to_string(), "127.0.0.1:8090");
        assert_eq!(config.auto_settle, Some(Duration::from_millis(1500)));
    }

    #[test]
    fn public_defaults_stay_on_loopback() {
        assert!(read(&[("SANDBOX_LISTEN", "0.0.0.0:8090")]).is_err());
        let own = [
            ("SANDBOX_LISTEN", "0.0.0.0:8090"),
            ("SANDBOX_API_KEY", "k"),
            ("SANDBOX_WEBHOOK_SECRET", LOCAL_WEBHOOK_SECRET),
            ("SANDBOX_SPORT_SECRET", LOCAL_SPORT_SECRET),
            ("SANDBOX_MERIDIAN_SECRET", LOCAL_MERIDIAN_SECRET),
            ("SANDBOX_NORTHGATE_SECRET", "n"),
            ("SANDBOX_IDENTITY_SECRET", LOCAL_IDENTITY_SECRET),
            ("SANDBOX_IDENTITY_WEBHOOK_SECRET", LOCAL_IDENTITY_WEBHOOK_SECRET),
            ("SANDBOX_STUDIO_SECRET", LOCAL_STUDIO_SECRET),
        ];
        assert!(read(&own[..4]).is_err() && read(&own[..8]).is_err());
        assert!(read(&own).is_ok());
    }

    #[test]
    fn bad_values_are_refused() {
        for bad in [
            ("SANDBOX_LISTEN", "8090"),
            ("SANDBOX_AUTO", "soon"),
            ("SANDBOX_MAIL_LISTEN", "25"),
            ("SANDBOX_WEBHOOK_SECRET", "secret"),
            ("SANDBOX_API_KEY", ""),
            ("SANDBOX_SPORT_SECRET", "secret"),
            ("SANDBOX_MERIDIAN_SECRET", "secret"),
            ("SANDBOX_MAIL_SECRET", "secret"),
            ("SANDBOX_IDENTITY_SECRET", ""),
            ("SANDBOX_STUDIO_SECRET", ""),
            ("SANDBOX_CASINO_URL", "localhost"),
            ("SANDBOX_FRAME_ANCESTORS", "*; script-src *"),
        ] {
            assert!(read(&[bad]).is_err(), "{bad:?}");
        }
        assert_eq!(read(&[("SANDBOX_AUTO", "off")]).unwrap().1.auto_settle, None);
    }
}
