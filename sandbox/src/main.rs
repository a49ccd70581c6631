//! Reads the environment, listens, serves until Ctrl-C.

use anyhow::Context as _;
use croupier_sandbox::{Config, serve_with_mailbox};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).init();
    let (listen, config) = Config::from_env(|name| std::env::var(name).ok())?;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    tracing::info!("sandbox on http://{0}, panel at http://{0}/panel", listener.local_addr()?);
    let mail = match config.mail_listen {
        Some(address) => {
            let mail =
                TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
            tracing::info!("mails are taken at {address} and shown at /mailbox");
            Some(mail)
        }
        None => None,
    };
    tokio::select! {
        served = serve_with_mailbox(listener, mail, config) => served,
        stopped = tokio::signal::ctrl_c() => Ok(stopped?),
    }
}
