//! The cashbox: money in and out through a payment partner.
//!
//! A deposit is written down, then asked for at the partner, and credited when the partner says it was paid.
//! A cashout takes its money aside in the same commit that writes it down, may be called back for a moment,
//! and is then sent. What the partner says arrives as a webhook or is asked for; both go through the same
//! door, in any order and any number of times. No call to the partner is made within a transaction, and
//! whatever is lost on the way is found again by [`resolver`].
//!
//! The house account of a partner is `payments:{provider}`.

mod address;
mod check;
mod figures;
mod fraud;
mod fraud_store;
pub mod http;
mod methods;
mod model;
mod moves;
mod partner;
mod payer;
mod payments;
mod reports;
pub mod resolver;
mod signature;
mod state;
mod store;
mod webhook;

use anyhow::{Context, Result};
use croupier_db::Db;
use uuid::Uuid;

use crate::config::Config;
use crate::secrets::Secrets;
pub use check::{RULES, check, rules};

use fraud::Rules;
use methods::Methods;
use model::Review;
use partner::Northpay;
use signature::Secret;

/// What the cashbox works with.
#[derive(Debug)]
pub struct Cashbox {
    methods: Methods,
    rules: Rules,
    northpay: Northpay,
    webhook_secret: Secret,
}

impl Cashbox {
    /// Reads the content files and prepares the partner's client; fails with the file and line of a figure
    /// that cannot be right.
    pub fn load(config: &Config, secrets: &Secrets) -> Result<Self> {
        let notify_root = config.notify_url.as_ref().unwrap_or(&config.public_url);
        Ok(Self {
            methods: Methods::load(&config.content_dir)?,
            rules: Rules::load(&config.content_dir)?,
            northpay: Northpay::new(
                &config.sandbox_url,
                &secrets.payments_api_key,
                notify_root,
                &config.public_url,
            )?,
            webhook_secret: Secret::parse(&secrets.payments_webhook_secret)
                .context("payments_webhook_secret has to be whsec_ and base64")?,
        })
    }
}

/// Writes down a person's decision about the cashout `id` that waits for one; the server carries it out when
/// it next looks. `now` is in UTC milliseconds. Answers `false` when no such cashout waits.
pub async fn decide(db: &Db, id: Uuid, approve: bool, now: i64) -> Result<bool> {
    let review = if approve { Review::Approved } else { Review::Refused };
    Ok(store::decide(db, id, review, now).await?)
}

/// When the oldest payment was asked for that is still running, in UTC milliseconds; `None` when none is.
pub async fn oldest_running(db: &Db) -> Result<Option<i64>> {
    Ok(store::oldest_running(db).await?)
}
