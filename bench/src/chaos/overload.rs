//! Callers that only take up room, by the hundred, beside players who bet and pay: heads and bodies that come byte
//! by byte, answers that nobody takes, floods of connections, calls and frames, bodies and heads without end. Every
//! caller is let go, the server's memory stays within a bound, and the players hear nothing of it.

use std::cell::Cell;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::Options;
use super::fixture::{Fixture, Server};
use super::load::Load;

/// Players side by side.
const PLAYERS: usize = 12;

/// What the server may hold more than before a crowd came, in MiB. What the players' own bets add is small against
/// it; all bets of a scenario are not, because the engine's page caches fill with them.
const GROWTH_MIB_MAX: u64 = 128;

/// The longest that a player may wait for his balance, on a machine that the crowd shares.
const WAIT_MAX: Duration = Duration::from_secs(3);

/// How long the server waits for a caller in this server, in seconds.
const CLIENT_TIMEOUT_S: u64 = 2;

/// Where the crowd comes from; the players are at 127.0.0.1.
const FROM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// What the crowd's kernel takes for callers who do not listen, in bytes: little, so that it is the server that
/// would have to keep the rest.
const TAKES: u32 = 4096;

/// What is poured at once, in bytes at least.
const POURS: usize = 16 * 1024;

/// How often one asks at once.
const ASKS: usize = 64;

/// What a caller does, and how many do it at once: few where each takes as much as the line carries.
const CROWDS: [(&str, Caller, usize); 8] = [
    ("slow_head", Caller::Drips("GET / HTTP/1.1\r\nx-slow: "), 400),
    ("slow_body", Caller::Drips(BODY), 400),
    ("takes_nothing", Caller::Pours("", b"GET /api/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"), 400),
    ("connections", Caller::Leaves, 64),
    ("calls", Caller::Asks("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"), 64),
    ("frames", Caller::Pours(UPGRADE, &[0x89, 0x80, 0, 0, 0, 0]), 16),
    ("huge_body", Caller::Pours(CHUNKED, b"10\r\n0123456789abcdef\r\n"), 16),
    ("huge_head", Caller::Pours("GET / HTTP/1.1\r\nx-long: ", &[b'x'; 1024]), 16),
];

/// After it the server hangs up.
const LAST: &str = "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n";

const BODY: &str = "POST /api/users/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\nx-requested-with: XMLHttpRequest\r\n\
    content-type: application/json\r\ncontent-length: 60000\r\n\r\n";

const CHUNKED: &str = "POST /api/users/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\nx-requested-with: XMLHttpRequest\r\n\
    content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";

const UPGRADE: &str = "GET /connection/websocket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n\
    upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// What one of a crowd does, again and again.
#[derive(Debug, Clone, Copy)]
enum Caller {
    /// Says this, and goes on byte by byte.
    Drips(&'static str),
    /// Says the first, and the second without end and without listening.
    Pours(&'static str, &'static [u8]),
    /// Connects and leaves.
    Leaves,
    /// Asks this [`ASKS`] times at once, and leaves with the answers.
    Asks(&'static str),
}

/// Runs the scenario.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let (seconds, seed) = (options.number("--seconds", 3)?, options.seed()?);
    let settings = [("CROUPIER_CLIENT_TIMEOUT_SECONDS", CLIENT_TIMEOUT_S.to_string())];
    let fixture = Fixture::build(None, None, &settings).await?;
    let (server, _) = fixture.open().await?;
    let load = Load::of(&fixture, PLAYERS, seed).await?;
    let address = fixture.base().trim_start_matches("http://").parse()?;
    let last = Duration::from_secs(seconds);
    let calm = beside(&load, &server, last).await?;
    println!(
        "RESULT name=crowd_none acknowledged={} wait_ms_max={} resident_mib={}",
        calm.acknowledged,
        calm.wait.as_millis(),
        calm.resident_mib
    );
    for (name, caller, count) in CROWDS {
        let before_mib = server.resident_mib()?;
        let overload = Overload::of(caller, count, address)?;
        let seen = beside(&load, &server, last).await;
        let let_go = overload.leave()?;
        let seen = seen?;
        println!(
            "RESULT name=crowd_{name} callers={count} let_go={let_go} acknowledged={} wait_ms_max={} resident_mib_max={}",
            seen.acknowledged,
            seen.wait.as_millis(),
            seen.resident_mib
        );
        ensure!(let_go > 0, "{name}: nobody was let go");
        ensure!(seen.acknowledged > 0, "{name}: no player was served");
        ensure!(seen.wait < WAIT_MAX, "{name}: a player waited for {:?}", seen.wait);
        ensure!(
            seen.resident_mib < before_mib + GROWTH_MIB_MAX,
            "{name}: the server holds {} MiB after {before_mib}",
            seen.resident_mib
        );
    }
    fixture.check()?;
    let acknowledged = load.reckon(&fixture).await?;
    server.stop("-TERM")?;
    fixture.check()?;
    println!("RESULT name=crowd seed={seed} acknowledged={acknowledged} in_doubt=0");
    fixture.tear_down()
}

/// What the players and the kernel saw.
struct Seen {
    acknowledged: usize,
    wait: Duration,
    resident_mib: u64,
}

/// Lets the players play for `last`, and looks at them and at the server meanwhile.
async fn beside(load: &Load, server: &Server, last: Duration) -> Result<Seen> {
    let before = load.journal.acknowledged().len();
    let (mut wait, mut resident_mib) = (Duration::ZERO, 0);
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    load.under(&stop, async {
        while began.elapsed() < last {
            let asked = Instant::now();
            load.visitors[0].balance().await.context("a player is not answered")?;
            wait = wait.max(asked.elapsed());
            resident_mib = resident_mib.max(server.resident_mib()?);
            // Between two samples; more of them would be a crowd by themselves.
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    })
    .await?;
    let unanswered = load.journal.take_unanswered();
    ensure!(unanswered.is_empty(), "players are answered {unanswered:?}");
    Ok(Seen { acknowledged: load.journal.acknowledged().len() - before, wait, resident_mib })
}

/// Callers on a thread of their own: what they keep busy there does not keep the players from calling.
struct Overload {
    leave: oneshot::Sender<()>,
    thread: JoinHandle<u64>,
}

impl Overload {
    fn of(caller: Caller, count: usize, address: SocketAddr) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (leave, left) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let let_go = Cell::new(0);
            let callers = join_all((0..count).map(|_| come_again(caller, address, &let_go)));
            runtime.block_on(async {
                tokio::select! {
                    biased;
                    _ = left => {}
                    _ = callers => {}
                }
            });
            let_go.get()
        });
        Ok(Self { leave, thread })
    }

    /// Sends them away; answers how often the server has let go of one.
    fn leave(self) -> Result<u64> {
        drop(self.leave);
        self.thread.join().map_err(|_| anyhow!("the crowd has failed"))
    }
}

/// One caller of a crowd, who comes again whenever the server has let go of him.
async fn come_again(caller: Caller, address: SocketAddr, let_go: &Cell<u64>) {
    loop {
        match connect(address).await {
            Ok(stream) => {
                // That the server has hung up is what every caller comes to.
                let _ = take_up_room(caller, stream).await;
                let_go.set(let_go.get() + 1);
            }
            // Every port of his is taken; the others need the time that asking again would cost.
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn connect(address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((FROM, 0)))?;
    // Leaves at once: callers who take leave would soon have used up their ports.
    socket.set_zero_linger()?;
    socket.set_recv_buffer_size(TAKES)?;
    socket.connect(address).await
}

/// Ends when the server has hung up.
async fn take_up_room(caller: Caller, mut stream: TcpStream) -> std::io::Result<()> {
    match caller {
        Caller::Drips(first) => {
            stream.write_all(first.as_bytes()).await?;
            drip(stream).await
        }
        Caller::Pours(first, part) => {
            stream.write_all(first.as_bytes()).await?;
            let part = part.repeat(POURS.div_ceil(part.len()));
            loop {
                stream.write_all(&part).await?;
            }
        }
        Caller::Leaves => Ok(()),
        Caller::Asks(call) => {
            stream.write_all(call.repeat(ASKS).as_bytes()).await?;
            stream.write_all(LAST.as_bytes()).await?;
            tokio::io::copy(&mut stream, &mut tokio::io::sink()).await?;
            Ok(())
        }
    }
}

async fn drip(mut stream: TcpStream) -> std::io::Result<()> {
    let (mut from, mut to) = stream.split();
    let mut words = [0; 256];
    let dripping = async {
        loop {
            to.write_all(b"x").await?;
            // This slow is what they are.
            sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        ended = dripping => ended,
        read = from.read(&mut words) => read.map(drop),
    }
}
