//! A server to be tested: the server as a process of its own, its payment partner, and its players.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use croupier_db::{Db, Target};
use croupier_pgtest::Cluster;
use croupier_server::platform::config::Config;
use reqwest::Client;

use super::partner::Partner;
use crate::visitor::Visitor;
use crate::waiting::until;

/// A server has to answer again within this after it was killed.
pub const READY_MAX: Duration = Duration::from_secs(5);

/// How long a rule of the books may seem broken while readers catch up beside the check.
const SETTLE_MAX: Duration = Duration::from_secs(10);

/// A call without an answer is in doubt after this; longer than any deadline of the server's own.
const CALL_MAX: Duration = Duration::from_secs(20);

/// A player's connection is used again within this: less than the server keeps one, in the scenario where it keeps
/// them for two seconds. A call on one that is being closed just then would be a call without an answer.
const IDLE_MAX: Duration = Duration::from_secs(1);

/// What every player pays in first, in subunits.
pub const FIRST_DEPOSIT: i64 = 400_000;

/// The code of the bonus that players choose for their deposits.
pub const BONUS: &str = "CHAOSBONUS";

/// Its offer. About fifty bets wager it, so that bonuses are given, wait, become money and are withheld in part under every blow.
const BONUS_OFFER: &str = r#"
code = "CHAOSBONUS"
trigger = "deposit"
kind = "Deposit bonus"
group_key = "chaos"
title = { en = "Half of a deposit" }
percent = 50
wager = 2
activatable_hours = 168
amounts.EUR = { amount = 500, deposit_min = 1000, bet_max = 100, win_max = 400 }
"#;

/// Where the money is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded engine.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Engine {
    /// As options name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }

    /// A cluster with an empty database for a server, and where that is; neither for the embedded engine, which needs none.
    pub fn start(self) -> Result<(Option<Cluster>, Option<String>)> {
        let cluster = (self == Self::Postgres).then(|| Cluster::start(true)).transpose()?;
        let database = cluster.as_ref().map(|cluster| cluster.database("chaos")).transpose()?;
        Ok((cluster, database))
    }
}

/// An installation: folder, storage, partner.
pub struct Fixture {
    folder: PathBuf,
    data: PathBuf,
    database: Option<String>,
    settings: Vec<(&'static str, String)>,
    port: u16,
    /// Calls the server.
    pub client: Client,
    /// The payment partner.
    pub partner: Partner,
}

impl Fixture {
    /// Builds a server on `database` (a PostgreSQL connection string), or on the embedded engine with its data
    /// in `data`, or else in a folder of its own. The folder stays behind when something fails.
    pub async fn build(
        database: Option<String>,
        data: Option<&Path>,
        settings: &[(&'static str, String)],
    ) -> Result<Self> {
        // Beside the binary, which is on a real disk where /tmp may be none.
        let folder = tempfile::Builder::new()
            .prefix("chaos-")
            .tempdir_in(binary()?.parent().unwrap_or(Path::new(".")))?;
        let folder = folder.keep();
        println!("The installation is {}", folder.display());
        content(&folder.join("content"))?;
        let data = data.map_or_else(|| folder.join("data"), Path::to_owned);
        let (listener, port) = (Partner::listener().await?, free_port()?);
        let mut fixture = Self {
            partner: Partner::at(&listener)?,
            folder,
            data,
            database,
            settings: settings.to_vec(),
            port,
            client: Client::builder().timeout(CALL_MAX).pool_idle_timeout(IDLE_MAX).build()?,
        };
        ensure!(
            fixture.command("seed", port)?.status()?.success(),
            "croupier seed failed: {}",
            fixture.last_words()?
        );
        fixture.partner.serve(listener, &fixture.data)?;
        Ok(fixture)
    }

    /// Starts the server and waits until it answers; answers how long that took, too.
    pub async fn open(&self) -> Result<(Server, Duration)> {
        let mut server = self.start()?;
        let took = server.ready().await?;
        Ok((server, took))
    }

    /// Starts the server without waiting for it.
    pub fn start(&self) -> Result<Server> {
        self.start_at(self.port)
    }

    /// Starts a further server of the same installation.
    pub async fn open_another(&self) -> Result<Server> {
        let mut server = self.start_at(free_port()?)?;
        server.ready().await?;
        Ok(server)
    }

    fn start_at(&self, port: u16) -> Result<Server> {
        let child = self.command("serve", port)?.spawn()?;
        Ok(Server { child, base: format!("http://127.0.0.1:{port}") })
    }

    /// Players with a filled wallet, a kept card and an open game.
    pub async fn players(&self, count: usize) -> Result<Vec<Visitor>> {
        let base = format!("http://127.0.0.1:{}", self.port);
        let mut visitors = Vec::new();
        for number in 0..count {
            let mut visitor = Visitor::sign_up(&self.client, &base, number).await?;
            visitor.complete_profile().await?;
            let payment = visitor.pay("deposit", FIRST_DEPOSIT, None, "first").await?;
            self.partner.check_out(&payment).await?;
            let id = payment["id"].as_str().context("no payment")?;
            until("the first deposit", SETTLE_MAX, async || {
                Ok((visitor.payment(id).await?["state"] == "succeeded").then_some(()))
            })
            .await?;
            visitor.launch().await?;
            visitors.push(visitor);
        }
        Ok(visitors)
    }

    /// Runs `croupier check` until it is clean. Beside a running server it is not one snapshot, so a broken
    /// rule is one that stays.
    pub fn check(&self) -> Result<()> {
        let began = Instant::now();
        loop {
            let output = self.command("check", self.port)?.stdout(Stdio::piped()).output()?;
            if output.status.success() {
                return Ok(());
            }
            let reported = String::from_utf8_lossy(&output.stdout);
            // What holds would only hide what does not.
            let broken: Vec<&str> =
                reported.lines().filter(|line| !line.starts_with("ok ")).map(str::trim).collect();
            ensure!(
                began.elapsed() < SETTLE_MAX,
                "the books of {} are not right, {}: {}",
                self.folder.display(),
                output.status,
                broken.join("; ")
            );
        }
    }

    /// Copies the server into the folder `into` while everything goes on: its database, then its documents.
    pub async fn back_up(&self, into: &Path) -> Result<()> {
        let mut command = self.command("backup", self.port)?;
        command.arg(into).arg("--with-secrets");
        let status = tokio::task::spawn_blocking(move || command.status()).await??;
        ensure!(status.success(), "croupier backup failed: {status}");
        // After the database, as the operations manual says: then every document of the copy has its file.
        let blobs = self.data.join("blobs");
        if blobs.exists() {
            std::fs::create_dir_all(into.join("blobs"))?;
            for file in std::fs::read_dir(&blobs)? {
                let name = file?.file_name();
                // One that is being written is renamed at any moment, and belongs to nothing that the copy knows.
                if !name.to_string_lossy().ends_with(".draft") {
                    std::fs::copy(blobs.join(&name), into.join("blobs").join(&name))?;
                }
            }
        }
        Ok(())
    }

    /// The same installation in another place: copied data, or another database.
    pub fn moved(&self, database: Option<String>, data: &Path) -> Result<Self> {
        Ok(Self {
            folder: self.folder.clone(),
            data: data.to_owned(),
            database,
            settings: self.settings.clone(),
            port: free_port()?,
            client: self.client.clone(),
            partner: self.partner.elsewhere(),
        })
    }

    /// The address of the first server.
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Opens the storage beside the server.
    pub async fn storage(&self) -> Result<Db> {
        let target = match &self.database {
            Some(url) => Target::Postgres(url.clone()),
            None => Target::Sqlite(self.data.clone()),
        };
        Ok(Db::open_beside(&target).await?)
    }

    /// The settings of a server of this installation within this process, while no other is open.
    pub fn config(&self) -> Config {
        Config {
            data: self.data.clone(),
            database_url: self.database.clone(),
            content_dir: self.folder.join("content"),
            ..Config::default()
        }
    }

    /// Where the server is; for files that are to be looked at after a failure.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Removes everything after a success.
    pub fn tear_down(self) -> Result<()> {
        Ok(std::fs::remove_dir_all(&self.folder)?)
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// The last line that the server wrote into its log.
    fn last_words(&self) -> Result<String> {
        let log = std::fs::read_to_string(self.log())?;
        Ok(log.lines().last().unwrap_or_default().to_owned())
    }

    fn command(&self, word: &str, port: u16) -> Result<Command> {
        let log = File::options().create(true).append(true).open(self.log())?;
        let base = format!("http://127.0.0.1:{port}");
        let mut command = Command::new(binary()?);
        command
            .arg(word)
            .env("CROUPIER_LISTEN", format!("127.0.0.1:{port}"))
            .env("CROUPIER_OFFICE_LISTEN", "")
            .env("CROUPIER_DATA", &self.data)
            .env("CROUPIER_CONTENT_DIR", self.folder.join("content"))
            .env("CROUPIER_CAPTCHA", "none")
            .env("CROUPIER_REQUESTS_PER_ADDRESS_MAX", u32::MAX.to_string())
            .env("CROUPIER_PUBLIC_URL", &base)
            .env("CROUPIER_SANDBOX_URL", self.partner.url())
            .env("RUST_LOG", "warn")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        match &self.database {
            Some(url) => command.env("DATABASE_URL", url),
            None => command.env_remove("DATABASE_URL"),
        };
        Ok(command)
    }
}

/// The server in a process of its own; it dies with this.
pub struct Server {
    child: Child,
    /// Its address.
    pub base: String,
}

impl Server {
    /// Waits until it answers; answers how long that took.
    pub async fn ready(&mut self) -> Result<Duration> {
        let began = Instant::now();
        let health = format!("{}/readyz", self.base);
        until("the server", READY_MAX, async || {
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended by itself: {status}");
            }
            let answer = reqwest::get(&health).await;
            Ok(answer.is_ok_and(|answer| answer.status().is_success()).then(|| began.elapsed()))
        })
        .await
    }

    /// Its memory, from the kernel.
    pub fn resident_mib(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        let kib: u64 = line.trim().split(' ').next().unwrap_or_default().parse()?;
        Ok(kib / 1024)
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal such as `-STOP`.
    pub fn signal(&self, signal: &str) -> Result<()> {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status()?;
        ensure!(status.success(), "kill {signal} failed");
        Ok(())
    }

    /// Sends a signal that ends it, and waits for the end.
    pub fn stop(mut self, signal: &str) -> Result<()> {
        self.signal(signal)?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // When it has ended already there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server's own content, with rules that let a robot pay as often as it likes, a jackpot that is won often, and a bonus that is
/// soon wagered.
fn content(into: &Path) -> Result<()> {
    let status = Command::new("cp").arg("-r").arg("content").arg(into).status()?;
    ensure!(status.success(), "cannot copy the content folder; run this in the repository");
    std::fs::write(into.join("fraud_rules.toml"), "rule = []\n")?;
    // Players who have proved nothing may take out as much as they like, however long they live.
    let licences = into.join("licences.toml");
    let text = std::fs::read_to_string(&licences)?.replace("EUR = 200000\n", "EUR = 2000000000\n");
    std::fs::write(&licences, text)?;
    let methods = into.join("payment_methods.toml");
    let text = std::fs::read_to_string(&methods)?.replace("recall_s = 10", "recall_s = 1");
    std::fs::write(&methods, text)?;
    let offers = into.join("offers");
    std::fs::create_dir_all(&offers)?;
    std::fs::write(offers.join(format!("{BONUS}.toml")), BONUS_OFFER)?;
    // About one bet in fifty wins this level: prizes are owed and paid under every blow.
    let jackpots = into.join("jackpots.toml");
    let text = std::fs::read_to_string(&jackpots)?;
    let seldom = "contribution_ppm = 3000, seed_cents = 5000, must_hit_by_cents = 50000,";
    ensure!(text.contains(seldom), "the content has no level of a jackpot that can be won more often");
    let often =
        text.replacen(seldom, "contribution_ppm = 100000, seed_cents = 100, must_hit_by_cents = 300,", 1);
    Ok(std::fs::write(&jackpots, often)?)
}

/// The server's binary, beside this one.
fn binary() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let binary = here.parent().unwrap_or(Path::new(".")).join("croupier");
    ensure!(binary.exists(), "{} is not built: cargo build --release -p croupier-server", binary.display());
    Ok(binary)
}

fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
