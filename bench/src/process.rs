//! A program in a process of its own: started, waited for, looked at from outside, ended.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::waiting::until;

/// A program has to answer within this after it was started.
const READY_MAX: Duration = Duration::from_secs(10);

/// The kernel counts the time of a process in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// A process that serves HTTP on a port of this machine; it is ended when dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    port: u16,
}

impl Process {
    /// Starts `command`, which is known to listen on `port`, and waits until `path` answers.
    pub async fn start(mut command: Command, port: u16, path: &str) -> Result<Self> {
        let child = command.stdin(Stdio::null()).spawn().with_context(|| format!("{command:?}"))?;
        let mut process = Self { child, port };
        let address = format!("{}{path}", process.base());
        until(&format!("{command:?}"), READY_MAX, async || {
            if let Some(status) = process.child.try_wait()? {
                bail!("{command:?} ended by itself: {status}");
            }
            let answer = reqwest::get(&address).await;
            Ok(answer.is_ok_and(|answer| answer.status().is_success()).then_some(()))
        })
        .await?;
        Ok(process)
    }

    /// Starts the server on the data in `folder`, or on the database at `url`.
    pub async fn server(folder: &Path, url: Option<&str>, settings: &[(&str, &str)]) -> Result<Self> {
        let port = free_port()?;
        let mut command = Command::new(binary()?);
        command
            .arg("serve")
            .env("CROUPIER_LISTEN", format!("127.0.0.1:{port}"))
            .env("CROUPIER_OFFICE_LISTEN", "")
            .env("CROUPIER_DATA", folder)
            .env("CROUPIER_CAPTCHA", "none")
            .env("CROUPIER_REQUESTS_PER_ADDRESS_MAX", u32::MAX.to_string())
            .env("RUST_LOG", "error")
            .env_remove("DATABASE_URL")
            .envs(url.map(|url| ("DATABASE_URL", url)))
            .envs(settings.iter().copied());
        Self::start(command, port, "/readyz").await
    }

    /// Where it answers.
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The port that it listens on.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Its memory in KiB, as the kernel counts what is resident.
    pub fn resident_kib(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        Ok(line.trim().split(' ').next().unwrap_or_default().parse()?)
    }

    /// The processor time it has used so far.
    pub fn processor_time(&self) -> Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program stands in brackets and may hold spaces; utime and stime are 12th and 13th
        // behind it.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u32>);
        Ok(TICK * ticks.sum::<Result<u32, _>>()?)
    }

    /// Asks it to end, and waits for that.
    pub fn stop(&mut self) -> Result<()> {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        ensure!(status.success(), "kill -TERM failed");
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // When it has ended already there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server's binary, beside this one.
fn binary() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let binary = here.parent().unwrap_or(Path::new(".")).join("croupier");
    ensure!(binary.exists(), "{} is not built: cargo build --release -p croupier-server", binary.display());
    Ok(binary)
}

/// Asks for room for `count` open files, for this process and those that it starts; answers how many they may have.
pub fn allow_files(count: usize) -> Result<usize> {
    if files_max()? < count {
        let (own, limit) = (std::process::id().to_string(), format!("--nofile={count}:{count}"));
        // Where it is refused, the old limit stands.
        let _ = Command::new("prlimit").args(["--pid", &own, &limit]).stderr(Stdio::null()).status();
    }
    files_max()
}

/// How many files this process may have open.
fn files_max() -> Result<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).context("no limit")?;
    Ok(line.split_whitespace().next().unwrap_or_default().parse().unwrap_or(usize::MAX))
}

/// A port of this machine that nobody listens on.
pub fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
