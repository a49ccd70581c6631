//! How long it takes from the moment that a crash table moves on until all who look at it are told, how many frames
//! leave in a second, and how much of a processor that takes: once with many watchers, and once with few, on the same
//! machine.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_server::platform::calendar::instant;
use croupier_server::platform::clock::Clock;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::figures::{Figures, option};
use crate::process::{Process, allow_files};
use crate::sockets::client;

/// Sockets that are being opened at once.
const OPENING: usize = 64;

/// Files that a process has open beside its sockets, and some more.
const FILES_BESIDE: usize = 100;

/// A frame with the highest bets is the longest one.
const READ: usize = 8 * 1024;

/// Before the time that the server has told in a frame.
const NOW: &[u8] = br#""now":""#;

/// An RFC 3339 instant with milliseconds.
const INSTANT: usize = 24;

/// Prints the lags of both crowds and their ratio.
pub async fn run(arguments: &[String]) -> Result<()> {
    let watchers: usize = option(arguments, "--watchers", 5_000)?;
    let few: usize = option(arguments, "--few", 10)?;
    let seconds: u64 = option(arguments, "--seconds", 60)?;
    ensure!(
        allow_files(watchers + FILES_BESIDE)? >= watchers + FILES_BESIDE,
        "`ulimit -Hn {}` has to be set first, by root",
        watchers + FILES_BESIDE
    );
    let beside = measure(few, seconds).await.context("few watchers")?;
    let many = measure(watchers, seconds).await.context("many watchers")?;
    println!(
        "RATIO p95_over_few_watchers={:.2}",
        many.p95.as_secs_f64() / beside.p95.as_secs_f64().max(0.001)
    );
    println!(
        "RATIO p99_over_few_watchers={:.2}",
        many.p99.as_secs_f64() / beside.p99.as_secs_f64().max(0.001)
    );
    Ok(())
}

/// The lags of all frames that tell where a round stands, by the clock of the machine. Prints them, and how many
/// processors the server has kept busy meanwhile.
async fn measure(watchers: usize, seconds: u64) -> Result<Figures> {
    let folder = tempfile::tempdir_in(".")?;
    let seats = (watchers + 100).to_string();
    let settings =
        [("CROUPIER_REALTIME_CONNECTIONS_MAX", &*seats), ("CROUPIER_CONNECTIONS_PER_ADDRESS_MAX", &*seats)];
    let server = Process::server(&folder.path().join("data"), None, &settings).await?;
    let address = SocketAddr::from(([127, 0, 0, 1], server.port()));
    let opened: Vec<TcpStream> = stream::iter(0..watchers)
        .map(|number| join(address, number))
        .buffer_unordered(OPENING)
        .try_collect()
        .await?;
    let (reported, mut lags) = mpsc::unbounded_channel();
    let listening: Vec<_> =
        opened.into_iter().map(|socket| tokio::spawn(listen(socket, reported.clone()))).collect();
    let (began, used) = (Instant::now(), server.processor_time()?);
    // For so long the sockets listen: the time is what is measured over.
    sleep(Duration::from_secs(seconds)).await;
    let (took, worked) = (began.elapsed(), server.processor_time()?.saturating_sub(used));
    listening.iter().for_each(tokio::task::JoinHandle::abort);
    drop(reported);
    let mut all = Vec::new();
    while let Ok(Some(lag)) = timeout(Duration::from_secs(1), lags.recv()).await {
        all.push(lag);
    }
    ensure!(all.len() >= watchers, "only {} frames came to {watchers} watchers", all.len());
    let figures = Figures::of(all, took);
    figures.print(&format!("crash_{watchers}_watchers"));
    println!(
        "RESULT name=crash_{watchers}_watchers_processors value={:.2}",
        worked.as_secs_f64() / took.as_secs_f64()
    );
    Ok(figures)
}

/// Connects and asks for the table.
async fn join(server: SocketAddr, number: usize) -> Result<TcpStream> {
    let mut socket = client::connect(server, client::source(number)).await?;
    let asks = br#"{"id":2,"subscribe":{"channel":"crash_table"}}"#;
    socket.write_all(&client::masked(asks)).await?;
    Ok(socket)
}

/// Tells how late each frame was, in microseconds, until the server hangs up.
async fn listen(mut socket: TcpStream, reported: mpsc::UnboundedSender<u32>) -> Result<()> {
    let mut bytes = vec![0; READ];
    loop {
        let read = socket.read(&mut bytes).await?;
        if read == 0 {
            return Ok(());
        }
        let now = Clock::System.now();
        for sent_at in sent_at(&bytes[..read]) {
            reported.send(u32::try_from((now - sent_at).max(0) * 1_000)?)?;
        }
        if bytes[..read].ends_with(b"\x02{}") {
            socket.write_all(&client::masked(b"{}")).await?;
        }
    }
}

/// The times that frames have told.
fn sent_at(bytes: &[u8]) -> Vec<i64> {
    let starts = bytes.windows(NOW.len()).enumerate().filter(|(_, part)| *part == NOW);
    starts
        .filter_map(|(at, _)| bytes.get(at + NOW.len()..at + NOW.len() + INSTANT))
        .filter_map(|text| instant(std::str::from_utf8(text).ok()?).ok())
        .collect()
}
