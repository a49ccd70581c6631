//! The `croupier` command: serve, migrate, seed, openapi, payout, check.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use croupier_db::Db;
use croupier_server::app::App;
use croupier_server::clock::Clock;
use croupier_server::config::Config;
use croupier_server::{cashbox, router, wallet};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

const USAGE: &str = "croupier COMMAND
  serve      run the server (brings the tables up to date first)
  migrate    bring the tables up to date and stop
  seed       fill the storage with the content folder and stop
  openapi    print the description of the calls
  payout approve|reject ID
             decide about a cashout that is held for review; the running server carries it out
  check      check every invariant of the books; exit code 1 and the rows when one is broken
Settings: croupier.toml (or the file CROUPIER_CONFIG names), CROUPIER_* and DATABASE_URL.";

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("croupier: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<ExitCode> {
    let command = std::env::args().nth(1).unwrap_or_default();
    let file =
        std::env::var_os("CROUPIER_CONFIG").map_or_else(|| PathBuf::from("croupier.toml"), PathBuf::from);
    let config = Config::load(&file, std::env::vars())?;
    start_log(&config);
    match command.as_str() {
        "serve" => serve(config).await.map(|()| ExitCode::SUCCESS),
        "migrate" => migrate(&config).await.map(|()| ExitCode::SUCCESS),
        "seed" => App::start(config, Clock::System).await.map(|_| ExitCode::SUCCESS),
        "openapi" => openapi().map(|()| ExitCode::SUCCESS),
        "payout" => payout(&config).await,
        "check" => check(&config).await,
        _ => bail!("{USAGE}"),
    }
}

async fn serve(config: Config) -> Result<()> {
    let listen = config.listen;
    let app = App::start(config, Clock::System).await?;
    let (router, _) = router::build(&app);
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    tracing::info!(address = %listener.local_addr()?, "serving");
    let background = app.start_background();
    let service = router.into_make_service_with_connect_info::<std::net::SocketAddr>();
    let stop = app.clone();
    axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            wait_for_stop().await;
            tracing::info!("stopping");
            stop.stopping.send_replace(true);
        })
        .await?;
    background.await?;
    Ok(())
}

/// Waits for Ctrl-C or the service manager's TERM.
async fn wait_for_stop() {
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate => {}
    }
}

async fn migrate(config: &Config) -> Result<()> {
    let db = Db::open(&config.target()).await?;
    println!("{} migrations ran", db.migrate().await?);
    Ok(())
}

/// Writes down what a person says about a held cashout.
async fn payout(config: &Config) -> Result<ExitCode> {
    let mut words = std::env::args().skip(2);
    let approve = match words.next().as_deref() {
        Some("approve") => true,
        Some("reject") => false,
        _ => bail!("{USAGE}"),
    };
    let id = words.next().context(USAGE)?;
    let id = id.parse().with_context(|| format!("{id:?} is no id of a payment"))?;
    let db = Db::open_beside(&config.target()).await?;
    if cashbox::decide(&db, id, approve, Clock::System.now()).await? {
        println!("noted; the server carries it out within seconds");
        return Ok(ExitCode::SUCCESS);
    }
    println!("no cashout {id} waits for a decision");
    Ok(ExitCode::FAILURE)
}

async fn check(config: &Config) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let mut findings = wallet::check(&db).await?;
    findings.extend(cashbox::check(&db).await?);
    for rule in wallet::rules().chain(cashbox::rules()) {
        let broken = findings.iter().find(|finding| finding.rule == rule);
        println!("{}  {rule}", if broken.is_some() { "BROKEN" } else { "ok    " });
        for row in broken.iter().flat_map(|finding| &finding.rows) {
            println!("        {row}");
        }
    }
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn start_log(config: &Config) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if config.log_json { log.json().init() } else { log.init() }
}

fn openapi() -> Result<()> {
    println!("{}", router::document().to_pretty_json()?);
    Ok(())
}
