//! How long a committed change of a balance takes to reach the player's socket, with many players
//! connected and money moving at a steady rate.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Target};
use croupier_ledger::{AccountId, Action, Key};
use croupier_money::Currency;
use croupier_pgtest::Cluster;
use croupier_server::app::frame_sources;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::realtime::{self, Hub, Limits, PATH, Subject};
use croupier_server::wallet::{Order, Wallet};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::figures::{Figures, option};

/// A frame that arrived: the player, the balance it told, and when.
type Arrival = (i64, i64, Instant);

/// Prints one `RESULT` line for each engine: frames a second, and the time from the answer of the money
/// command (it is committed then) to the frame at the socket.
pub async fn run(arguments: &[String]) -> Result<()> {
    let clients: i64 = option(arguments, "--clients", 1_000)?;
    let rate: u32 = option(arguments, "--rate", 500)?;
    let seconds: u32 = option(arguments, "--seconds", 10)?;
    ensure!(i64::from(rate) <= clients, "one client cannot take more than a frame a second here");
    let cluster = Cluster::start(true)?;
    for (name, url) in [("realtime_sqlite", None), ("realtime_postgres", Some(cluster.database("realtime")?))]
    {
        // Not in memory: the disk is part of the figure.
        let folder = tempfile::tempdir_in(".")?;
        let target = url.map_or_else(|| Target::Sqlite(folder.path().to_owned()), Target::Postgres);
        measure(&target, clients, rate, seconds).await?.print(name);
    }
    Ok(())
}

async fn measure(target: &Target, clients: i64, rate: u32, seconds: u32) -> Result<Figures> {
    let db = Db::open(target).await?;
    db.migrate().await?;
    let wallet = Arc::new(Wallet::start(db.clone()));
    let mut tx = db.begin().await?;
    for player in 1..=clients {
        wallet.open(&mut tx, player, Currency::EUR).await.map_err(|e| anyhow::anyhow!("{e:?}"))?;
    }
    tx.commit().await?;
    let from = wallet.system_account("payments:bench", Currency::EUR).await?;
    let limits = Limits::default();
    let hub = Hub::open(db, Clock::System, Entropy, &[7; 32], vec![], limits, frame_sources()).await?;
    let stop = watch::Sender::new(false);
    let (running, stopping) = (hub.clone(), stop.subscribe());
    let following = tokio::spawn(async move { running.run(stopping).await });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let service = realtime::router::<()>(hub.clone()).into_make_service();
    let serving = tokio::spawn(async move { axum::serve(listener, service).await });

    let (arrived, mut arrivals) = mpsc::unbounded_channel();
    for player in 1..=clients {
        let socket = connect(address, &hub, player).await.with_context(|| format!("client {player}"))?;
        tokio::spawn(listen(socket, player, arrived.clone()));
    }
    let began = Instant::now();
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / rate);
    let mut deposits = Vec::new();
    for number in 0..i64::from(rate * seconds) {
        ticks.tick().await;
        let (player, round) = (number % clients + 1, number / clients + 1);
        let wallet = wallet.clone();
        deposits.push(tokio::spawn(async move {
            wallet.submit(deposit(from, player, round)).await?;
            anyhow::Ok(((player, round), Instant::now()))
        }));
    }
    let mut committed = HashMap::new();
    for deposit in deposits {
        let (key, at) = deposit.await??;
        committed.insert(key, at);
    }
    let took = began.elapsed();
    let mut delays_us = Vec::new();
    while delays_us.len() < committed.len() {
        let arrival = tokio::time::timeout(Duration::from_secs(10), arrivals.recv()).await;
        let (player, cash, at) = arrival.context("a frame did not arrive")?.context("no client is left")?;
        let asked = committed.get(&(player, cash)).context("a frame that nobody asked for")?;
        // The frame may be there before the caller has its answer.
        delays_us.push(u32::try_from(at.saturating_duration_since(*asked).as_micros())?);
    }
    stop.send_replace(true);
    following.await?;
    serving.abort();
    Ok(Figures::of(delays_us, took))
}

/// One cent more for the player, so that the balance names the round.
fn deposit(from: AccountId, player: i64, round: i64) -> Order {
    let key = Key::new("bench", &format!("{player}/{round}"));
    Order {
        key,
        fingerprint: key,
        player,
        currency: Currency::EUR,
        at: Clock::System.now(),
        action: Action::Deposit { from, amount: 1 },
        facts: Vec::new(),
        attached: Vec::new(),
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(address: SocketAddr, hub: &Hub, player: i64) -> Result<Socket> {
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}{PATH}")).await?;
    let subject =
        Subject::Player { id: player, user_channel_id: player.to_string(), session: player.to_string() };
    let command = json!({"id": 1, "connect": {"token": hub.connection_token(&subject)}});
    socket.send(Message::text(command.to_string())).await?;
    socket.next().await.context("no answer")??;
    Ok(socket)
}

/// Reads balances until the server hangs up.
async fn listen(mut socket: Socket, player: i64, arrived: mpsc::UnboundedSender<Arrival>) -> Result<()> {
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        let at = Instant::now();
        for line in text.lines() {
            if line == "{}" {
                socket.send(Message::text("{}")).await?;
                continue;
            }
            let line: Value = serde_json::from_str(line)?;
            let cash = line["push"]["pub"]["data"]["amount_cents"].as_i64().context("not a balance")?;
            arrived.send((player, cash, at))?;
        }
    }
    Ok(())
}
