//! Mail: written into the outbox within the transaction of what it tells, and carried to the mail server from
//! there, so that a mail leaves exactly when what it tells has happened.
//!
//! A mail that the mail server does not take is tried again with pauses that double; its `Message-ID` stays the
//! same, so a mail that went out twice, because a server died in between, is shown once by mail programs.

pub mod sweep;

mod mail_server;
mod message;
mod store;
mod suppression;
mod template;
mod templates;
mod transport;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use croupier_db::{Db, Tx};
use uuid::Uuid;

use crate::app::App;
use crate::platform::config::Config;
use crate::platform::current::Current;
use crate::platform::error::{ApiError, ApiResult};
pub use message::EmailMessage;
pub use suppression::{Suppression, allow, recipient_of, suppress};
pub use template::Template;
pub use templates::{MailBrand, MailValues, Templates};
use transport::{Transport, Verdict};

/// How often a server looks into the outbox.
const EVERY: Duration = Duration::from_secs(2);

/// Mails carried in one go.
const BATCH: i64 = 20;

/// After this a mail that a server has taken is anybody's again, and the pause before the first repetition.
const LEASE_MS: i64 = 30_000;

/// The pause is doubled this often at most: from half a minute to a little over an hour.
const DOUBLINGS_MAX: i64 = 7;

/// After so many refusals for its own sake a mail is given up; it stays in the outbox with the reason. While the mail server
/// takes no mail at all, every mail waits.
const REFUSALS_MAX: i64 = 40;

/// Within this time no more than [`RESENT_IN_AN_HOUR`] mails are sent to an address again, in milliseconds.
const HOUR_MS: i64 = 3_600_000;

const RESENT_IN_AN_HOUR: i64 = 5;

/// The way to the mail server, and what mails say.
#[derive(Debug)]
pub struct Mail {
    /// Absent when no mail server is set: then mails wait in the outbox.
    transport: Option<Transport>,
    templates: Current<Templates>,
}

/// A mail on its way.
#[derive(Debug, Clone)]
pub(crate) struct QueuedEmail {
    id: Uuid,
    email_message: EmailMessage,
    tries: i64,
    refusals: i64,
    next_try_ms: i64,
}

/// A mail as staff sees it, without what it said. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMail {
    /// The number.
    pub id: Uuid,
    /// The subject.
    pub subject: String,
    /// When it was written.
    pub posted_at: i64,
    /// When the mail server took it.
    pub sent_at: Option<i64>,
    /// Whether it is still to be carried.
    pub waits: bool,
    /// Whether it is of a kind that may be sent again.
    pub is_resendable: bool,
    /// Whether it repeats another one.
    pub is_resent: bool,
}

impl Mail {
    /// Prepares the way that the settings name, and reads the templates of the content in `folder`.
    pub fn open(config: &Config, folder: &Path) -> Result<Self> {
        let transport = config.smtp_url.as_deref().map(Transport::open).transpose();
        let transport = transport.context("smtp_url is no address of a mail server")?;
        Ok(Self { transport, templates: Current::new(Templates::load(folder)?) })
    }

    /// Reads the templates anew. When one is faulty, those that were read last stay in force.
    pub fn reload(&self, content_dir: &Path) -> Result<()> {
        self.templates.replace(Templates::load(content_dir)?);
        Ok(())
    }

    /// The mail of `template` to the address `to`, in the language of `locale`.
    pub fn compose(
        &self,
        template: Template,
        locale: &str,
        brand: &MailBrand,
        to: &str,
        filled: MailValues<'_>,
    ) -> EmailMessage {
        self.templates.now().compose(template, locale, brand, to, filled)
    }
}

/// Puts `email_message` into the outbox within the caller's transaction.
pub async fn post(app: &App, tx: &mut Tx, email_message: &EmailMessage) -> ApiResult<()> {
    Ok(store::post(tx, app.entropy.uuid(&app.clock), email_message, app.clock.now()).await?)
}

/// Gives up, within the caller's transaction, every mail with offers to `address` that has not gone out yet.
pub async fn withhold_offers(tx: &mut Tx, address: &str) -> croupier_db::Result<()> {
    store::withhold_offers(tx, address).await
}

/// At most `limit` mails to `address`, newest first, after the one with the number `after`; old ones are forgotten.
pub async fn sent_to(db: &Db, address: &str, after: Option<Uuid>, limit: i64) -> ApiResult<Vec<SentMail>> {
    Ok(store::sent_to(db, address, after, limit).await?)
}

/// Puts the mail `original` to `address` into the outbox once more at `now` (UTC milliseconds), as the mail `id`, within the
/// caller's transaction, which holds the lock of its player's lane. Answers its subject; `None` when that was done before.
pub async fn resend_in(
    tx: &mut Tx,
    original: Uuid,
    address: &str,
    id: Uuid,
    now: i64,
) -> ApiResult<Option<String>> {
    if store::exists_in(tx, id).await? {
        return Ok(None);
    }
    let found = store::own_in(tx, original, address).await?;
    let (subject, waits, is_resendable) = found.ok_or_else(ApiError::not_found)?;
    if !is_resendable {
        return Err(ApiError::conflict("mail_not_resendable", "Mails of this kind are not sent again."));
    }
    if waits {
        return Err(ApiError::conflict("mail_waits", "This mail is still on its way."));
    }
    if store::resent_since(tx, address, now - HOUR_MS).await? >= RESENT_IN_AN_HOUR {
        let message = "So many mails were sent to this player again within an hour.";
        return Err(ApiError::conflict("mails_resent_often", message));
    }
    store::resend(tx, original, id, now).await?;
    Ok(Some(subject))
}

/// Carries mails until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("outbox of mails", EVERY, |app| async move { send_due(&app).await.map(drop) }).await;
}

/// Carries every mail whose time has come by the server clock; answers how many went out.
pub async fn send_due(app: &App) -> ApiResult<usize> {
    let Some(transport) = &app.mail.transport else { return Ok(0) };
    let mut sent = 0;
    for queued_email in store::due(&app.db, app.clock.now(), BATCH).await? {
        // Of several servers one takes it.
        let pause_ms = LEASE_MS << queued_email.tries.clamp(0, DOUBLINGS_MAX);
        if !store::claim(&app.db, &queued_email, app.clock.now() + pause_ms).await? {
            continue;
        }
        let is_offer = queued_email.email_message.unsubscribe_url.is_some();
        if store::is_suppressed(&app.db, &queued_email.email_message.to, is_offer).await? {
            store::failed(&app.db, queued_email.id, "the address gets no mail", queued_email.refusals, true)
                .await?;
            continue;
        }
        match transport.send_one(queued_email.id, &queued_email.email_message).await {
            Ok(()) => {
                store::sent(&app.db, queued_email.id, app.clock.now()).await?;
                sent += 1;
            }
            Err(error) => {
                let refusals = queued_email.refusals + i64::from(error.verdict != Verdict::None);
                let given_up = error.verdict == Verdict::Never || refusals >= REFUSALS_MAX;
                store::failed(&app.db, queued_email.id, &error.reason, refusals, given_up).await?;
                tracing::warn!(mail = %queued_email.id, reason = %error.reason, given_up, "a mail was not taken");
            }
        }
    }
    Ok(sent)
}
