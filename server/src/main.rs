//! The `croupier` command; `croupier --help` tells what it does.

#[path = "cli/adventure.rs"]
mod adventure_command;
#[path = "cli/arguments.rs"]
mod arguments;
#[path = "cli/bonus.rs"]
mod bonus_command;
#[path = "cli/chat.rs"]
mod chat_command;
#[path = "cli/check.rs"]
mod check_command;
#[path = "cli/coins.rs"]
mod coins_command;
#[path = "cli/content.rs"]
mod content_command;
#[path = "cli/document.rs"]
mod document_command;
#[path = "cli/jackpot.rs"]
mod jackpot_command;
#[path = "cli/keys.rs"]
mod keys_command;
#[path = "cli/lootbox.rs"]
mod lootbox_command;
#[path = "cli/lottery.rs"]
mod lottery_command;
#[path = "cli/loyalty.rs"]
mod loyalty_command;
#[path = "cli/mail.rs"]
mod mail_command;
#[path = "cli/notify.rs"]
mod notify_command;
#[path = "cli/openapi.rs"]
mod openapi_command;
#[path = "cli/payout.rs"]
mod payout_command;
#[path = "cli/player.rs"]
mod player_command;
#[path = "cli/reconcile.rs"]
mod reconcile_command;
#[path = "cli/staff.rs"]
mod staff_command;
#[path = "cli/tournament.rs"]
mod tournament_command;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use croupier_db::Db;
use croupier_ledger::SubAccount;
use croupier_server::app::App;
use croupier_server::audit::archive::{self, LaneArchive, Plan};
use croupier_server::audit::{self, BalanceRow, Signer};
use croupier_server::client_events::{LogFilter, TimingSummary};
use croupier_server::listener::Listener;
use croupier_server::ops::gate::ReadinessGate;
use croupier_server::platform::calendar::{DAY_MS, rfc3339};
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::Secrets;
use croupier_server::{backup, cashbox, client_events, content, ops, router};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tracing_subscriber::EnvFilter;

use self::arguments::{Archive, Arguments, Balances, Command, Import, Logs};

/// How long the back office's connections may last once the server stops.
const OFFICE_ENDS_WITHIN: Duration = Duration::from_secs(10);

/// What `timings` looks back on, in milliseconds.
const WEEK_MS: i64 = 7 * DAY_MS;

#[tokio::main]
async fn main() -> ExitCode {
    // Ends the process with code 2 where the words are not understood.
    let Arguments { command } = Arguments::parse();
    match run(command).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("croupier: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<ExitCode> {
    let file =
        std::env::var_os("CROUPIER_CONFIG").map_or_else(|| PathBuf::from("croupier.toml"), PathBuf::from);
    let config = Config::load(&file, std::env::vars())?;
    start_log(&config);
    match command {
        Command::Serve => serve(config).await?,
        Command::Migrate => migrate(&config).await?,
        Command::Seed => drop(App::start(config, Clock::System).await?),
        Command::Import(Import::Games { file, replace }) => import(&config, &file, replace).await?,
        Command::Openapi { office } => return openapi_command::run(office),
        Command::Payout(command) => return payout_command::run(&config, command).await,
        Command::Coins(command) => return coins_command::run(&config, command).await,
        Command::Player(command) => return player_command::run(&config, command).await,
        Command::Reconcile(arguments) => {
            return reconcile_command::run(&config, &secrets(&config)?, arguments).await;
        }
        Command::Mail(command) => return mail_command::run(&config, command).await,
        Command::Document(command) => {
            return document_command::run(&config, || secrets(&config), command).await;
        }
        Command::Content(command) => return content_command::run(&config, command).await,
        Command::Chat(command) => return chat_command::run(&config, command).await,
        Command::Notify(arguments) => return notify_command::run(&config, arguments).await,
        Command::Bonus(command) => return bonus_command::run(&config, command).await,
        Command::Coupon(command) => return bonus_command::run_coupon(&config, command).await,
        Command::Lootbox(command) => {
            return lootbox_command::run(&config, &secrets(&config)?, command).await;
        }
        Command::Adventure(command) => return adventure_command::run(&config, command).await,
        Command::Lottery(command) => return lottery_command::run(&config, command).await,
        Command::Points(command) => return loyalty_command::run_points(&config, command).await,
        Command::Vip(command) => return loyalty_command::run_vip(&config, command).await,
        Command::Staff(command) => return staff_command::run(&config, command).await,
        Command::Tournament(command) => return tournament_command::run(&config, command).await,
        Command::Jackpot(command) => return jackpot_command::run(&config, command).await,
        Command::Keys(command) => return keys_command::run(&config, &secrets(&config)?, command).await,
        Command::Check(arguments) => return check_command::run(&config, arguments).await,
        Command::Balances(wanted) => balances(&config, wanted).await?,
        Command::Archive(wanted) => archive(&config, &wanted).await?,
        Command::Backup { into, with_secrets } => {
            println!("{}", backup::run(&config, &into, with_secrets).await?);
        }
        Command::Logs(wanted) => logs(&config, wanted).await?,
        Command::Timings { since } => timings(&config, since).await?,
        Command::MetricsToken => println!("{}", ops::metrics_token(&secrets(&config)?)),
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(config: Config) -> Result<()> {
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    let address = listener.local_addr()?;
    let gate = ReadinessGate::default();
    let http_listener = Listener::new(&config)?;
    let (stopped, stop) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(http_listener.serve(listener, gate.router(), async move {
        let _ = stop.await;
    }));
    let app = start(config).await?;
    let office = serve_office(&app).await?;
    let background = app.start_background();
    gate.open(router::build(&app).0);
    tracing::info!(%address, "serving");
    wait_for_stop().await;
    tracing::info!("stopping");
    app.stopping.send_replace(true);
    drop(stopped);
    serving.await?;
    if let Some(office) = office {
        // A file that staff takes along may need minutes; it is taken again from the next server.
        if let Ok(ended) = tokio::time::timeout(OFFICE_ENDS_WITHIN, office).await {
            ended?;
        } else {
            tracing::warn!("files for staff were cut off");
        }
    }
    background.await?;
    Ok(())
}

/// Serves the back office until the server stops, where the settings have one.
async fn serve_office(app: &Arc<App>) -> Result<Option<JoinHandle<()>>> {
    let Some(listen) = app.config.office_address() else { return Ok(None) };
    let router = router::build_office(app)?;
    let listener = TcpListener::bind(listen).await;
    let listener = listener.with_context(|| format!("office_listen: cannot listen on {listen}"))?;
    tracing::info!(address = %listener.local_addr()?, "the back office is open");
    let (http_listener, mut stopping) = (Listener::new(&app.config)?, app.stopping.subscribe());
    Ok(Some(tokio::spawn(http_listener.serve(listener, router, async move {
        let _ = stopping.wait_for(|stop| *stop).await;
    }))))
}

/// Starts the operator, and refuses to when this machine or the books are not in order.
async fn start(config: Config) -> Result<Arc<App>> {
    ops::self_test::run(&Clock::System, Entropy)?;
    let app = App::start(config, Clock::System).await?;
    let findings = audit::quick_check(&app.db, check_command::QUICK_ROWS).await?;
    if let Some(finding) = findings.first() {
        bail!("the books do not hold: {}: {}", finding.rule, finding.rows.join("; "));
    }
    Ok(app)
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
    // Before the database: one without its secrets is never served.
    secrets(config)?;
    let db = Db::open(&config.target()).await?;
    println!("{} migrations ran", db.migrate().await?);
    Ok(())
}

/// Takes games in bulk.
async fn import(config: &Config, file: &Path, replace: bool) -> Result<()> {
    let db = Db::open_beside(&config.target()).await?;
    let games = content::deliver(&db, &config.content_dir, file, replace).await?;
    println!("{games} games imported");
    Ok(())
}

/// What wallets held at an instant.
async fn balances(config: &Config, wanted: Balances) -> Result<()> {
    let Balances { at, player, archive } = wanted;
    let db = Db::open_beside(&config.target()).await?;
    println!("wallet,player,currency,{}", SubAccount::ALL.map(SubAccount::column).join(","));
    for row in audit::balances_at(&db, archive.as_deref(), at, player).await? {
        let BalanceRow { wallet, player, currency, balances } = row;
        let balances = balances.all().map(|balance| balance.to_string()).join(",");
        println!("{wallet},{player},{currency},{balances}");
    }
    Ok(())
}

/// Moves old segments of the log into files.
async fn archive(config: &Config, wanted: &Archive) -> Result<()> {
    let now = Clock::System.now();
    let keep_days = wanted.until.keep_days.unwrap_or_default();
    let before = wanted.until.before.unwrap_or_else(|| now - i64::from(keep_days) * DAY_MS);
    ensure!(before <= now - DAY_MS, "the last day stays: servers and players still read it");
    let db = Db::open_beside(&config.target()).await?;
    let signer = Signer::new(&secrets(config)?.key_for(audit::SIGNING_KEY));
    let running = cashbox::oldest_running(&db).await?.unwrap_or(i64::MAX);
    if running < before {
        println!("a payment of {} is still running: what is younger stays", rfc3339(running));
    }
    let plan = Plan { folder: &wanted.to, before: before.min(running), file_rows: archive::FILE_ROWS };
    for lane in archive::run(&db, &signer, plan, now).await? {
        let LaneArchive { lane, rows, archived_to, stays } = lane;
        println!("lane {lane}: {rows} rows moved, archived to row {archived_to}; {stays}");
    }
    Ok(())
}

async fn logs(config: &Config, wanted: Logs) -> Result<()> {
    let Logs { code, level, since, limit } = wanted;
    let filter = LogFilter { code, level, since: since.unwrap_or_default(), limit };
    let db = Db::open_beside(&config.target()).await?;
    for row in client_events::logs(&db, &filter).await? {
        println!("{}", serde_json::to_string(&row)?);
    }
    Ok(())
}

async fn timings(config: &Config, since: Option<i64>) -> Result<()> {
    let since = since.unwrap_or_else(|| Clock::System.now() - WEEK_MS);
    let db = Db::open_beside(&config.target()).await?;
    println!("name,count,p50_thousandths,p75_thousandths");
    for summary in client_events::timings(&db, since).await? {
        let TimingSummary { name, count, p50_thousandths, p75_thousandths } = summary;
        println!("{name},{count},{p50_thousandths},{p75_thousandths}");
    }
    Ok(())
}

fn secrets(config: &Config) -> Result<Secrets> {
    Secrets::of_installation(&config.data, Entropy)
}

fn start_log(config: &Config) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if config.log_json { log.json().init() } else { log.init() }
}
