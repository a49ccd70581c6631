//! Notices on players' devices while the site is closed: Web Push with VAPID, behind a setting.
//!
//! A reader of the log writes a notice down for every device of the player whom a fact is about, in the
//! transaction that moves the reader's place, so each fact is sent once. [`send_one`] brings notices to the push
//! services of the browsers, again and again with pauses that double, until they are taken or too old to be
//! news. A device that its push service does not know any more is forgotten, and so is one whose login session
//! is over, however it ended: who uses the browser next must not read of the player's money. A session that the
//! same player opens in place of the one before takes the device over.
//!
//! What is sent is encrypted for the device ([`encryption`], RFC 8291) and signed with the operator's key
//! ([`vapid`], RFC 8292). Endpoints come from browsers, so only those of known push services are taken
//! ([`services`]): the server can be made to call nobody else.

mod device;
mod encryption;
pub mod http;
mod notice;
mod reader;
pub mod sender;
mod services;
mod store;
mod vapid;

use anyhow::Result;

use crate::platform::config::Config;
use crate::platform::http_client::HttpClient;
use crate::platform::secrets::Secrets;
pub use reader::reader;
use services::Services;
use vapid::Signer;

/// How long a notice is news, in milliseconds: what could not be sent by then is not sent any more.
const NEWS_FOR_MS: i64 = 24 * 60 * 60 * 1000;

/// The way to the push services.
#[derive(Debug)]
pub struct Push {
    signer: Signer,
    services: Services,
    http: HttpClient,
    /// Whether a notice says how much.
    shows_amounts: bool,
}

impl Push {
    /// The way over `http` that the settings ask for; `None` when they name no contact.
    pub(crate) fn open(config: &Config, secrets: &Secrets, http: HttpClient) -> Result<Option<Self>> {
        let Some(contact) = &config.push_contact else { return Ok(None) };
        Ok(Some(Self {
            signer: Signer::new(secrets, contact.clone())?,
            services: Services::parse(&config.push_services)?,
            http,
            shows_amounts: config.push_amounts,
        }))
    }
}
