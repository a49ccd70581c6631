//! Many sockets on one server: what each costs in memory, and how long one publication takes to reach all of
//! them; the same clients against a plain `ws` server on Node.

pub mod client;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_server::app::App;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::figures::{Figures, option};
use crate::http::{Spinner, give};
use crate::process::{Process, allow_files, free_port};
use crate::visitor::Visitor;

/// Files that a process has open beside its sockets, and some more.
const FILES_BESIDE: usize = 100;

/// Sockets that are being opened at once.
const OPENING: usize = 64;

/// After this the memory of a server that was left alone counts as settled.
const SETTLE: Duration = Duration::from_secs(3);

/// A publication has to be everywhere within this.
const ARRIVED_MAX: Duration = Duration::from_secs(20);

/// Between two publications, so that the second is not held back with the wins of one second.
const PAUSE: Duration = Duration::from_millis(1_100);

/// The stake of the spins that wait for a win worth telling, in subunits, and how many times the stake that is.
const STAKE: i64 = 20;
/// See [`STAKE`].
const WIN_X: i64 = 10;

/// What one server came to.
struct Outcome {
    bytes_per_socket: f64,
    figures: Figures,
}

/// Prints memory and latency of both servers, and their ratios.
pub async fn run(arguments: &[String]) -> Result<()> {
    let wanted: usize = option(arguments, "--sockets", 20_000)?;
    let publications: usize = option(arguments, "--publications", 5)?;
    let sockets = wanted.min(allow_files(wanted + FILES_BESIDE)?.saturating_sub(FILES_BESIDE));
    if sockets < wanted {
        println!(
            "{sockets} sockets instead of {wanted}: `ulimit -Hn {}` has to be set first, by root",
            wanted + FILES_BESIDE
        );
    }
    let ours = croupier(sockets, publications).await.context("croupier")?;
    ours.print("croupier", sockets);
    let plain = node(sockets, publications).await.context("ws on Node")?;
    plain.print("node_ws", sockets);
    println!("RATIO bytes_per_socket_over_node_ws={:.2}", ours.bytes_per_socket / plain.bytes_per_socket);
    let over = |ours: Duration, plain: Duration| ours.as_secs_f64() / plain.as_secs_f64();
    println!("RATIO p50_over_node_ws={:.2}", over(ours.figures.p50, plain.figures.p50));
    println!("RATIO p99_over_node_ws={:.2}", over(ours.figures.p99, plain.figures.p99));
    Ok(())
}

impl Outcome {
    fn print(&self, name: &str, sockets: usize) {
        println!("RESULT name=sockets_{name}_{sockets} bytes_per_socket={:.0}", self.bytes_per_socket);
        self.figures.print(&format!("sockets_{name}_{sockets}_publication"));
    }
}

/// The server itself: the publication is a real win, and its time counts from the sending of the bet.
async fn croupier(sockets: usize, publications: usize) -> Result<Outcome> {
    let folder = tempfile::tempdir_in(".")?;
    let data = folder.path().join("data");
    let mut first = Process::server(&data, None, &[]).await?;
    let mut visitor = Visitor::sign_up(&Client::new(), &first.base(), 0).await?;
    first.stop()?;
    let config = Config { data: data.clone(), ..Config::default() };
    let app = App::start(config, Clock::System).await?;
    give(&app, visitor.id, 1_000_000_000).await?;
    drop(app);
    let seats = (sockets + 100).to_string();
    let settings =
        [("CROUPIER_REALTIME_CONNECTIONS_MAX", &*seats), ("CROUPIER_CONNECTIONS_PER_ADDRESS_MAX", &*seats)];
    let server = Process::server(&data, None, &settings).await?;
    visitor.move_to(&server.base());
    visitor.launch().await?;
    let address = SocketAddr::from(([127, 0, 0, 1], server.port()));
    let mut spinner = Spinner::connect(address, visitor.token(), "sockets").await?;
    measure(&server, sockets, publications, async || {
        loop {
            let mut asked = Instant::now();
            let mut round = spinner.spin(STAKE).await?;
            let mut step = 0;
            while round.is_open() {
                step += 1;
                asked = Instant::now();
                round = spinner.step(&round, step).await?;
            }
            if round.win_cents >= WIN_X * round.stake_cents {
                return Ok(asked);
            }
        }
    })
    .await
}

/// A plain server on Node: the publication is posted to it, and its time counts from the sending of the post.
async fn node(sockets: usize, publications: usize) -> Result<Outcome> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("sockets");
    install(&folder)?;
    let port = free_port()?;
    let mut command = Command::new("node");
    command.arg(folder.join("server.mjs")).env("PORT", port.to_string());
    let server = Process::start(command, port, "/").await?;
    let publish = format!("{}/publish", server.base());
    let client = Client::new();
    measure(&server, sockets, publications, async || {
        let asked = Instant::now();
        client.post(&publish).body(LINE).send().await?.error_for_status()?;
        Ok(asked)
    })
    .await
}

/// As long as a win of the server's own.
const LINE: &str = r#"{"push":{"channel":"wins","pub":{"data":{"user_name":"Pla***","game":{"identifier":"northlight/solar-sails","title":"Solar Sails","preview":"/art/tiles/solar-sails-{width}.{format}"},"amount_cents":240,"currency":"EUR","created_at":"2030-01-01T00:00:00.000Z"}}}}"#;

fn install(folder: &Path) -> Result<()> {
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--silent"]).current_dir(folder);
    ensure!(npm.status().context("npm")?.success(), "npm ci failed in {}", folder.display());
    Ok(())
}

/// Connects the sockets, weighs the server, and publishes with `publish`, which answers when it was asked.
async fn measure(
    server: &Process,
    sockets: usize,
    publications: usize,
    mut publish: impl AsyncFnMut() -> Result<Instant>,
) -> Result<Outcome> {
    let address = SocketAddr::from(([127, 0, 0, 1], server.port()));
    sleep(SETTLE).await;
    let empty = server.resident_kib()?;
    let opened: Vec<TcpStream> = stream::iter(0..sockets)
        .map(|number| client::connect(address, client::source(number)))
        .buffer_unordered(OPENING)
        .try_collect()
        .await?;
    sleep(SETTLE).await;
    let full = server.resident_kib()?;
    let (arrived, mut arrivals) = mpsc::unbounded_channel();
    for stream in opened {
        tokio::spawn(client::listen(stream, arrived.clone()));
    }
    let mut latencies = Vec::new();
    let mut spent = Duration::ZERO;
    for _ in 0..publications {
        sleep(PAUSE).await;
        let asked = publish().await?;
        for _ in 0..sockets {
            let at = timeout(ARRIVED_MAX, arrivals.recv()).await.context("a frame did not arrive")?;
            let at = at.context("no client is left")?;
            latencies.push(u32::try_from(at.saturating_duration_since(asked).as_micros())?);
        }
        spent += asked.elapsed();
    }
    let kib = u32::try_from(full.saturating_sub(empty))?;
    let bytes_per_socket = f64::from(kib) * 1024.0 / f64::from(u32::try_from(sockets)?);
    Ok(Outcome { bytes_per_socket, figures: Figures::of(latencies, spent) })
}
