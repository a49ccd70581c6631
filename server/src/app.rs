//! The application: what every handler and reader may use.

use std::sync::Arc;

use anyhow::{Context, Result};
use croupier_db::Db;
use tokio::sync::watch;

use crate::catalogue::Catalogue;
use crate::clock::{Clock, Entropy};
use crate::config::Config;
use crate::content;
use crate::limiter::Limiter;
use crate::secrets::Secrets;
use crate::wallet::Wallet;

/// The state of one server.
#[derive(Debug)]
pub struct App {
    /// Settings.
    pub config: Config,
    /// Secrets of the installation.
    pub secrets: Secrets,
    /// Storage.
    pub db: Db,
    /// The house clock.
    pub clock: Clock,
    /// The house dice.
    pub entropy: Entropy,
    /// How often things may happen.
    pub limiter: Limiter,
    /// Players' money.
    pub wallet: Wallet,
    /// The games on offer.
    pub catalogue: Catalogue,
    /// Turns true when the server is to stop.
    pub stopping: watch::Sender<bool>,
}

impl App {
    /// Opens the storage, brings it up to date, fills it with content and starts the wallet's pipe.
    pub async fn start(config: Config, clock: Clock) -> Result<Arc<Self>> {
        let entropy = Entropy;
        let secrets = Secrets::load(&config.data, std::env::var("CROUPIER_SECRET").ok(), entropy)?;
        let db = Db::open(&config.target()).await.context("cannot open the storage")?;
        let ran = db.migrate().await.context("cannot bring the tables up to date")?;
        tracing::info!(engine = db.engine_name(), migrations = ran, "storage is ready");
        let catalogue = content::start(&db, &clock, &config.content_dir).await?;
        let wallet = Wallet::start(db.clone());
        let stopping = watch::Sender::new(false);
        Ok(Arc::new(Self {
            config,
            secrets,
            db,
            clock,
            entropy,
            limiter: Limiter::default(),
            wallet,
            catalogue,
            stopping,
        }))
    }

    /// Starts the work that goes on beside requests: readers of the log and wake-ups between servers.
    pub fn start_background(self: &Arc<Self>) {
        let app = self.clone();
        tokio::spawn(async move {
            let mut stopping = app.stopping.subscribe();
            tokio::select! {
                () = app.db.pass_wake_ups() => {}
                _ = stopping.wait_for(|stop| *stop) => {}
            }
        });
    }
}
