//! The partners of a casino, speaking real HTTP: two payment providers with an API each, a hosted checkout page, signed
//! webhooks and a control panel, a partner that checks who somebody is, a sports site that takes sign-ins over, a provider
//! of sign-in, a register of people who have excluded themselves, and a studio whose games are played with the casino's money.
//! The README beside this crate tells the API.
//!
//! ```no_run
//! # async fn start() -> anyhow::Result<()> {
//! let config = croupier_sandbox::Config::new("key", "whsec_c2VjcmV0")?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! croupier_sandbox::serve(listener, config).await
//! # }
//! ```

mod api;
mod arrival;
mod card;
mod checkout;
mod coin;
mod config;
mod edge;
mod error;
mod mailbox;
mod meridian;
mod method;
mod money;
mod northgate;
mod page;
mod panel;
mod partner;
mod payment;
mod proofline;
mod request;
mod service;
mod settlement;
mod sport;
mod standaside;
mod store;
mod studio;
mod webhook;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use tokio::net::TcpListener;

pub use config::Config;
pub use edge::{Clock, Entropy};
pub use webhook::Secret;

use mailbox::Mailbox;
use northgate::Northgate;
use partner::Modes;
use sport::Sessions;
use standaside::Standaside;
use store::Store;
use studio::Studio;

const BODY_BYTES_MAX: usize = 64 * 1024;
const RECEIVER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection to a receiver is kept for the next webhook. Less than receivers keep theirs: one that they
/// close just then would swallow it.
const RECEIVER_IDLE: Duration = Duration::from_secs(5);

/// What every handler and background task shares.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    config: Config,
    public_url: String,
    store: Store,
    mailbox: Mailbox,
    modes: Modes,
    sessions: Sessions,
    northgate: Northgate,
    standaside: Standaside,
    studio: Studio,
    http: reqwest::Client,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// All routes over fresh or persisted state; takes up again what was under way.
///
/// Needs a Tokio runtime for deliveries. Fails when the data file cannot be read.
pub fn router(config: Config) -> anyhow::Result<Router> {
    let app = open(config)?;
    Ok(routes(&app).with_state(app))
}

/// Fresh or persisted state, with what was under way taken up again.
fn open(config: Config) -> anyhow::Result<App> {
    let store = Store::open(config.data.as_deref()).context("the data file cannot be read")?;
    let http = reqwest::Client::builder()
        .timeout(RECEIVER_TIMEOUT)
        .pool_idle_timeout(RECEIVER_IDLE)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()?;
    let public_url = config.public_url.clone().unwrap_or_else(|| "http://127.0.0.1:8090".into());
    let app = App(Arc::new(Shared {
        config,
        public_url,
        store,
        mailbox: Mailbox::default(),
        modes: Modes::default(),
        sessions: Sessions::default(),
        northgate: Northgate::new()?,
        standaside: Standaside::default(),
        studio: Studio::default(),
        http,
    }));
    app.resume();
    Ok(app)
}

fn routes(app: &App) -> Router<App> {
    Router::new()
        .merge(api::routes(app))
        .merge(checkout::routes())
        .merge(mailbox::routes())
        .merge(meridian::routes(app))
        .merge(northgate::routes())
        .merge(panel::routes())
        .merge(page::routes())
        .merge(proofline::routes(app))
        .merge(sport::routes())
        .merge(standaside::routes())
        .merge(studio::routes())
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

/// Serves until the task is dropped. Addresses of checkouts name the listener's own address unless the configuration
/// names another.
pub async fn serve(listener: TcpListener, config: Config) -> anyhow::Result<()> {
    serve_with_mailbox(listener, None, config).await
}

/// The same, and takes mails by SMTP on `mail`, which are shown at `/mailbox`.
pub async fn serve_with_mailbox(
    listener: TcpListener,
    mail: Option<TcpListener>,
    mut config: Config,
) -> anyhow::Result<()> {
    if config.public_url.is_none() {
        config.public_url = Some(format!("http://{}", listener.local_addr()?));
    }
    let app = open(config)?;
    let pages = axum::serve(listener, routes(&app).with_state(app.clone())).into_future();
    match mail {
        Some(mail) => tokio::select! {
            served = pages => served?,
            served = mailbox::serve(mail, app) => served?,
        },
        None => pages.await?,
    }
    Ok(())
}
