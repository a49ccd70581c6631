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
mod amounts;
mod check;
mod destination;
mod figures;
mod fraud;
mod fraud_store;
pub mod http;
mod iban;
mod kind;
pub mod mails;
mod mails_store;
mod methods;
mod model;
mod moves;
mod partner;
mod payer;
mod payments;
mod range;
mod reconcile;
mod reports;
pub mod resolver;
mod reviews;
mod reviews_store;
mod settlement;
mod state;
pub mod stopped;
mod store;
mod unverified_store;
mod webhook;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use croupier_db::Db;
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use crate::config::Config;
use crate::current::Current;
use crate::http_client::HttpClient;
use crate::secrets::Secrets;
use crate::signature::Secret;
pub use check::{RULES, check, rules};
pub use reconcile::{Mismatch, Reconciliation, Sums, reconcile};
pub use reviews::{
    Approval, Approvals, Decided, Held, Link, PaymentLine, ReviewDecision, RiskPicture, decide, decide_as,
    links_of, newest_payments, review_of, reviews, risk_picture,
};

use fraud::Rules;
use methods::{Method, Methods};
use partner::Northpay;

/// What the cashbox works with.
#[derive(Debug)]
pub struct Cashbox {
    methods: Current<Methods>,
    /// The methods that the partner carries; `None` before it was first asked.
    carried: Current<Option<BTreeSet<String>>>,
    rules: Current<Rules>,
    northpay: Northpay,
    webhook_secret: Secret,
}

impl Cashbox {
    /// Reads the content files and prepares the partner's client; fails with the file and line of a figure
    /// that cannot be right.
    pub(crate) fn load(config: &Config, secrets: &Secrets, http: HttpClient) -> Result<Self> {
        Ok(Self {
            methods: Current::new(Methods::load(&config.content_dir)?),
            carried: Current::new(None),
            rules: Current::new(Rules::load(&config.content_dir)?),
            northpay: northpay(config, secrets, http),
            webhook_secret: Secret::parse(&secrets.payments_webhook_secret)
                .context("payments_webhook_secret has to be whsec_ and base64")?,
        })
    }
}

/// The client of the payment partner that the settings name.
fn northpay(config: &Config, secrets: &Secrets, http: HttpClient) -> Northpay {
    let notify_root = config.notify_url.as_ref().unwrap_or(&config.public_url);
    Northpay::new(http, &config.sandbox_url, &secrets.payments_api_key, notify_root, &config.public_url)
}

impl Cashbox {
    /// Whether the partner carries the method. Before it has said so once, every method counts as carried: a payment
    /// by one that is not is refused by the partner itself.
    fn is_carried(&self, method: &Method) -> bool {
        self.carried.now().as_ref().as_ref().is_none_or(|ids| ids.contains(&method.id))
    }

    /// Reads the content files anew. What is faulty is told with file and line, and the last good figures stay in
    /// force.
    pub fn reload(&self, folder: &Path) -> Result<()> {
        let (methods, rules) = (Methods::load(folder)?, Rules::load(folder)?);
        self.methods.replace(methods);
        self.rules.replace(rules);
        Ok(())
    }
}

/// What the player's deposits that are under way come to in each currency, in subunits: limits on deposits count them.
pub async fn deposits_under_way(db: &Db, player: PlayerId) -> croupier_db::Result<Vec<(Currency, i64)>> {
    store::deposits_under_way(db, player).await
}

/// How many payments wait because the books do not take what the partner has done: an alarm.
pub async fn stuck(db: &Db) -> Result<i64> {
    Ok(store::stuck(db, moves::STUCK).await?)
}

/// How many payments have come to another end at the partner than here: an alarm, and for people to settle.
pub async fn contradicted(db: &Db) -> Result<i64> {
    Ok(store::contradicted(db).await?)
}

/// When the oldest payment was asked for that is still running, in UTC milliseconds; `None` when none is.
pub async fn oldest_running(db: &Db) -> Result<Option<i64>> {
    Ok(store::oldest_running(db).await?)
}
