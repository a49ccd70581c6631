//! Settings: `croupier.toml`, overridden by `CROUPIER_*` variables and `DATABASE_URL`.
//!
//! A setting that is unknown or cannot be right stops the start with a sentence that says which and why.

mod address;
mod captcha;
mod environment;
mod game_partner;
mod identity_partner;
mod outside;
mod register;
mod settings;
mod sign_in_provider;
mod source;

use std::fmt::Display;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use croupier_db::Target;
use croupier_db::readers::LEASE_SECONDS_MAX;
use serde::Deserialize;

use crate::platform::signature::Secret;
pub use address::{is_host, is_safe_address, origin_of};
pub use captcha::Captcha;
use environment::{setting_name, typed};
pub use game_partner::GamePartner;
pub use register::Register;
pub use sign_in_provider::SignInProvider;
pub use source::{SettingSource, SettingSources};

/// The settings of one server.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where to listen for HTTP.
    pub listen: SocketAddr,
    /// Folder of the embedded database and of generated secrets.
    pub data: PathBuf,
    /// Folder of players' documents and of media, encrypted; `blobs` in the data folder when absent. Servers on one database share it.
    pub blobs_dir: Option<PathBuf>,
    /// PostgreSQL connection string; the embedded engine when absent.
    pub database_url: Option<String>,
    /// Folder of the built player site.
    pub site_dir: PathBuf,
    /// Folder of what a fresh install is filled with.
    pub content_dir: PathBuf,
    /// Whether a running server offers what changes in the content folder; games wait for the next start.
    pub content_reload: bool,
    /// The address players use, without a trailing slash.
    pub public_url: String,
    /// Base address of the payment partner.
    pub sandbox_url: String,
    /// Base address of the second payment partner, Meridian; the operator has none when absent.
    pub meridian_url: Option<String>,
    /// What calls to Meridian and its webhooks are signed with (`whsec_` and base64).
    pub meridian_secret: Option<String>,
    /// Base address of the partner that checks who players are; staff alone does when absent.
    pub identity_url: Option<String>,
    /// The partner's page for players; `websdk` under its base address when absent.
    pub identity_page_url: Option<String>,
    /// Where staff looks at a player at the partner, without the player's name there.
    pub identity_cockpit_url: Option<String>,
    /// What the partner is to check, by its own name.
    pub identity_level: String,
    /// Names the operator to the partner.
    pub identity_app_token: Option<String>,
    /// What calls to the partner are signed with.
    pub identity_secret: Option<String>,
    /// What the partner signs its webhooks with.
    pub identity_webhook_secret: Option<String>,
    /// The host of the sports site, with its port where it has one, while the content names none; no sports when absent.
    pub sport_host: Option<String>,
    /// What the sports site signs its calls with (`whsec_` and base64); players go there as guests when absent.
    pub sport_secret: Option<String>,
    /// Where the payment partner reaches this server; `public_url` when absent.
    pub notify_url: Option<String>,
    /// A PEM file of authorities that are trusted besides those of this machine, for calls to payment partners and
    /// push services.
    pub extra_ca_file: Option<PathBuf>,
    /// The mail server: `smtp://host:port` or `smtps://user:password@host`, or a folder into which mails are written in its
    /// place: `file:///var/mails`. Mails wait in the outbox when absent.
    pub smtp_url: Option<String>,
    /// What the mail server signs its reports of bounces and complaints with (`whsec_` and base64); none are taken when absent.
    pub mail_webhook_secret: Option<String>,
    /// Whom a push service may write to about our notices, `mailto:…` or `https://…`; no push when absent.
    pub push_contact: Option<String>,
    /// Whether a notice on a device says how much was paid, where everybody may read it.
    pub push_amounts: bool,
    /// The push services of browsers that are believed.
    pub push_services: Vec<String>,
    /// Hosts under which notices are offered; under every host of the operator when empty.
    pub push_hosts: Vec<String>,
    /// Addresses of scripts of others that the site loads once a visitor accepts cookies: a tag manager, a recorder of
    /// sessions.
    pub outside_scripts: Vec<String>,
    /// Hosts under which the site loads those scripts; under every host of the operator when empty.
    pub outside_scripts_on: Vec<String>,
    /// Origins that those scripts may call, besides the ones that they come from.
    pub outside_hosts: Vec<String>,
    /// Address of the script of a chat widget of others, the second provider of the chat; the built-in chat alone when
    /// absent.
    pub chat_widget_url: Option<String>,
    /// Addresses or networks whose `X-Forwarded-For` and country header are believed.
    pub trusted_proxies: Vec<String>,
    /// Header in which a trusted proxy names the visitor's country.
    pub country_header: Option<String>,
    /// Header in which a trusted proxy names the part of the country.
    pub region_header: Option<String>,
    /// A MaxMind country database file.
    pub mmdb: Option<PathBuf>,
    /// Country of visitors whose address is private or local.
    pub default_country: String,
    /// Countries from which nobody may sign up, sign in, play or pay.
    pub restricted_countries: Vec<String>,
    /// The captcha asked at sign-up and sign-in.
    pub captcha: Captcha,
    /// The public key of reCAPTCHA, which is asked in the place of the built-in captcha once the secret is set as well.
    pub recaptcha_key: Option<String>,
    /// The secret of that key.
    pub recaptcha_secret: Option<String>,
    /// Where reCAPTCHA says whether a token is that of a person.
    pub recaptcha_url: String,
    /// OpenID Connect providers by which players may sign in; none when empty.
    pub sign_in_providers: Vec<SignInProvider>,
    /// National registers of people who have excluded themselves, which licences name; none when empty.
    pub registers: Vec<Register>,
    /// Partners whose games are played here, each with the providers that it brings; none when empty.
    pub game_partners: Vec<GamePartner>,
    /// Games in a page of the catalogue.
    pub games_page_size: u32,
    /// Minutes without a call after which a session ends.
    pub session_idle_minutes: u32,
    /// Days after which a session ends whatever happens.
    pub session_absolute_days: u32,
    /// Whether a deposit limit that is used up also keeps its player out of games for money.
    pub limits_deposit_blocks_play: bool,
    /// Seconds for which a server holds its readers of the log when it falls silent; another takes them over then.
    pub reader_lease_seconds: u32,
    /// Connections to PostgreSQL that this server keeps in its pool; wallet lanes, readers and calls share them.
    pub database_connections: u32,
    /// Websockets that are open at once on this server.
    pub realtime_connections_max: u32,
    /// HTTP connections that are open at once to this server.
    pub connections_max: u32,
    /// HTTP connections, and as many websockets, that one address may have open at once.
    pub connections_per_address_max: u32,
    /// Calls that one address may make in ten seconds.
    pub requests_per_address_max: u32,
    /// Seconds in which the head of a call has to come, and its body after it, and in which some of the answer has
    /// to be taken; an idle connection ends after as many.
    pub client_timeout_seconds: u32,
    /// Log lines as JSON.
    pub log_json: bool,
    /// Where the back office listens, an address with a port; there is none when empty.
    pub office_listen: String,
    /// The address under which staff opens the back office, without a trailing slash.
    pub office_url: String,
    /// Folder of the built back office.
    pub office_dir: PathBuf,
    /// Addresses or networks from which the back office may be opened; from everywhere when empty.
    pub office_networks: Vec<String>,
    /// Cashouts above this many euros, or what is worth as much, take two members of staff to approve; all of them at 0.
    pub office_four_eyes: u32,
    /// Hours after which nobody decides about a correction of a player's cash that was asked for.
    pub office_request_hours: u32,
    /// Where the others come from.
    #[serde(skip)]
    pub sources: SettingSources,
}

/// The longest that a request for a correction of cash waits: 30 days, in hours.
const OFFICE_REQUEST_HOURS_MAX: u32 = 30 * 24;

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: PathBuf::from("data"),
            blobs_dir: None,
            database_url: None,
            site_dir: PathBuf::from("web/dist"),
            content_dir: PathBuf::from("content"),
            content_reload: true,
            public_url: "http://localhost:8080".to_owned(),
            sandbox_url: "http://127.0.0.1:8090".to_owned(),
            meridian_url: None,
            meridian_secret: None,
            identity_url: None,
            identity_page_url: None,
            identity_cockpit_url: None,
            identity_level: "basic-kyc-level".to_owned(),
            identity_app_token: None,
            identity_secret: None,
            identity_webhook_secret: None,
            sport_host: None,
            sport_secret: None,
            notify_url: None,
            extra_ca_file: None,
            smtp_url: None,
            mail_webhook_secret: None,
            push_contact: None,
            push_amounts: false,
            push_services: [
                "https://fcm.googleapis.com",
                "https://updates.push.services.mozilla.com",
                "https://*.push.apple.com",
                "https://*.notify.windows.com",
            ]
            .map(str::to_owned)
            .into(),
            push_hosts: Vec::new(),
            outside_scripts: Vec::new(),
            outside_scripts_on: Vec::new(),
            outside_hosts: Vec::new(),
            chat_widget_url: None,
            trusted_proxies: Vec::new(),
            country_header: None,
            region_header: None,
            mmdb: None,
            default_country: "CA".to_owned(),
            restricted_countries: Vec::new(),
            captcha: Captcha::Altcha,
            recaptcha_key: None,
            recaptcha_secret: None,
            recaptcha_url: "https://www.google.com/recaptcha/api/siteverify".to_owned(),
            sign_in_providers: Vec::new(),
            registers: Vec::new(),
            game_partners: Vec::new(),
            games_page_size: 40,
            session_idle_minutes: 7 * 24 * 60,
            session_absolute_days: 30,
            limits_deposit_blocks_play: true,
            reader_lease_seconds: 15,
            database_connections: 24,
            realtime_connections_max: 20_000,
            connections_max: 10_000,
            connections_per_address_max: 1_000,
            requests_per_address_max: 3_000,
            client_timeout_seconds: 20,
            log_json: false,
            office_listen: "127.0.0.1:8081".to_owned(),
            office_url: "http://localhost:8081".to_owned(),
            office_dir: PathBuf::from("web/office-dist"),
            office_networks: Vec::new(),
            office_four_eyes: 1_000,
            office_request_hours: 24,
            sources: SettingSources::default(),
        }
    }
}

impl Config {
    /// Reads `file` when it exists, then the environment given as names and values.
    pub fn load(file: &Path, environment: impl Iterator<Item = (String, String)>) -> Result<Self> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
        let mut table: toml::Table = text.parse().with_context(|| format!("in {}", file.display()))?;
        Self::read(table.clone(), &file.display())?;
        let mut sources = SettingSources::default();
        for setting in table.keys() {
            sources.note(setting, SettingSource::File(file.display().to_string()));
        }
        for (name, value) in environment {
            let Some(setting) = setting_name(&name) else { continue };
            sources.note(&setting, SettingSource::Variable(name.clone()));
            table.insert(setting, typed(&value));
            // Read after each, so that the one that is wrong is named.
            Self::read(table.clone(), &name)?;
        }
        Self { sources, ..Self::read(table, &file.display())? }.checked()
    }

    /// Reads `table`; an error names `source`, which has brought the last setting.
    fn read(table: toml::Table, source: &dyn Display) -> Result<Self> {
        table.try_into().map_err(|error: toml::de::Error| anyhow::anyhow!("{source}: {}", error.message()))
    }

    /// Where the back office listens; `None` when there is none.
    pub fn office_address(&self) -> Option<SocketAddr> {
        self.office_listen.parse().ok()
    }

    /// For how long readers of the log are claimed, in milliseconds.
    pub fn reader_lease_ms(&self) -> i64 {
        1000 * i64::from(self.reader_lease_seconds)
    }

    /// Where the data is.
    pub fn target(&self) -> Target {
        match &self.database_url {
            Some(url) => Target::Postgres(url.clone()),
            None => Target::Sqlite(self.data.clone()),
        }
    }

    /// The address of the operator under `host`, one of its own as browsers name it, without a path; the public
    /// address when that is empty.
    pub fn address_under(&self, host: &str) -> String {
        match self.public_url.split_once("://") {
            Some((scheme, _)) if !host.is_empty() => format!("{scheme}://{host}"),
            _ => self.public_url.clone(),
        }
    }

    fn checked(mut self) -> Result<Self> {
        self.captcha = self.checked_captcha()?;
        sign_in_provider::check(&self.sign_in_providers)?;
        register::check(&self.registers)?;
        game_partner::check(&self.game_partners)?;
        self.check_identity_partner()?;
        if self.session_idle_minutes == 0 || self.session_absolute_days == 0 {
            bail!("session_idle_minutes and session_absolute_days have to be above 0");
        }
        for (name, value, range) in [
            ("games_page_size", self.games_page_size, 1..=100),
            ("reader_lease_seconds", self.reader_lease_seconds, 2..=LEASE_SECONDS_MAX),
            ("client_timeout_seconds", self.client_timeout_seconds, 1..=600),
            ("office_request_hours", self.office_request_hours, 1..=OFFICE_REQUEST_HOURS_MAX),
            ("database_connections", self.database_connections, 8..=1_000),
        ] {
            if !range.contains(&value) {
                bail!("{name} is {value}, and has to be from {} to {}", range.start(), range.end());
            }
        }
        for (name, most) in [
            ("connections_max", self.connections_max),
            ("connections_per_address_max", self.connections_per_address_max),
            ("requests_per_address_max", self.requests_per_address_max),
        ] {
            if most == 0 {
                bail!("{name} is 0, and nobody could come in");
            }
        }
        if !self.office_listen.is_empty() && self.office_address().is_none() {
            bail!(
                "office_listen is {:?}, and has to be an address with a port, or empty",
                self.office_listen
            );
        }
        let urls = [
            ("public_url", &self.public_url),
            ("sandbox_url", &self.sandbox_url),
            ("office_url", &self.office_url),
        ];
        let meridian = self.meridian_url.iter().map(|url| ("meridian_url", url));
        for (name, url) in urls.into_iter().chain(meridian) {
            if !(url.starts_with("http://") || url.starts_with("https://")) || url.ends_with('/') {
                bail!("{name} is {url:?}, and has to be an http or https address without a trailing slash");
            }
        }
        if let Some(host) = self.sport_host.as_ref().filter(|host| !is_host(host)) {
            bail!("sport_host is {host:?}, and has to be a host, with a port or without");
        }
        if self.meridian_url.is_some() && self.meridian_secret.is_none() {
            bail!("meridian_url is set, and needs meridian_secret beside it");
        }
        for (name, secret) in [
            ("sport_secret", &self.sport_secret),
            ("mail_webhook_secret", &self.mail_webhook_secret),
            ("meridian_secret", &self.meridian_secret),
        ] {
            if secret.as_deref().is_some_and(|secret| Secret::parse(secret).is_none()) {
                bail!("{name} has to be whsec_ and base64");
            }
        }
        if let Some(contact) = &self.push_contact
            && !(contact.starts_with("mailto:") || contact.starts_with("https://"))
        {
            bail!("push_contact is {contact:?}, and has to start with mailto: or https://");
        }
        let outside = self.outside_scripts.iter().chain(&self.outside_hosts).chain(&self.chat_widget_url);
        if let Some(address) = outside.into_iter().find(|address| origin_of(address).is_none()) {
            bail!("{address:?} of outside_scripts, outside_hosts or chat_widget_url is no https address");
        }
        if let Some(host) = self.outside_scripts_on.iter().find(|host| !is_host(host)) {
            bail!("{host:?} of outside_scripts_on is no host");
        }
        for country in self.restricted_countries.iter().chain([&self.default_country]) {
            if country.len() != 2 || !country.bytes().all(|b| b.is_ascii_uppercase()) {
                bail!("{country:?} is no country code: two capital letters are");
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests;
