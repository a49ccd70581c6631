//! The disk fails the embedded engine under load: it is full, or its fsync fails. The server stays up, answers
//! 503, moves no money that it has not on disk, writes nothing by halves, and goes on when the disk does.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::Options;
use super::fixture::{Fixture, Server};
use super::load::Load;
use crate::waiting::until;

/// Players side by side.
const PLAYERS: usize = 12;

/// The size of the small disk.
const DISK: &str = "size=96m";

/// How long the load runs before the blow.
const BEFORE: Duration = Duration::from_millis(300);

/// How long the disk may take until somebody hears of it, and until all is well again.
const NOTICED_MAX: Duration = Duration::from_secs(20);

/// Runs both scenarios; one that this machine does not allow is told and left out.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let rounds = options.number("--rounds", 2)?;
    match Disk::mount() {
        Ok(disk) => full(&disk, rounds, options.seed()?).await?,
        Err(error) => println!("SKIPPED name=disk_full: no small disk can be mounted here ({error:#})"),
    }
    failing_fsync(rounds, options.seed()?).await
}

/// The disk is full, again and again; every second time the server is killed meanwhile.
async fn full(disk: &Disk, rounds: u64, seed: u64) -> Result<()> {
    let fixture = Fixture::build(None, Some(&disk.folder.join("data")), &[]).await?;
    let (mut server, _) = fixture.open().await?;
    let load = Load::of(&fixture, PLAYERS, seed).await?;
    let (mut doubts, mut refused) = (0, 0);
    for round in 0..rounds {
        let stop = AtomicBool::new(false);
        load.under(&stop, async {
            // The load runs for a while before the blow.
            tokio::time::sleep(BEFORE).await;
            disk.fill()?;
            noticed(&load).await
        })
        .await?;
        refused += all_answered_503(&load)?;
        if round % 2 == 1 {
            server.stop("-KILL")?;
            disk.clear()?;
            server = fixture.open().await?.0;
        } else {
            disk.clear()?;
        }
        doubts += load.resolve(&fixture).await?.0;
        load.journal.take_unanswered();
        fixture.check()?;
    }
    let acknowledged = load.reckon(&fixture).await?;
    server.stop("-TERM")?;
    fixture.check()?;
    println!(
        "RESULT name=disk_full seed={seed} rounds={rounds} acknowledged={acknowledged} in_doubt={doubts} \
         answered_503={refused}"
    );
    fixture.tear_down()
}

/// Every fsync fails, then every third; afterwards the server is killed, and started from what is on disk.
async fn failing_fsync(rounds: u64, seed: u64) -> Result<()> {
    let fixture = Fixture::build(None, None, &[]).await?;
    let (mut server, _) = fixture.open().await?;
    let load = Load::of(&fixture, PLAYERS, seed).await?;
    let (mut doubts, mut refused) = (0, 0);
    for round in 0..rounds {
        let which = if round % 2 == 0 { "when=1+" } else { "when=1+3" };
        let mut fault = match Fault::inject(&server, which) {
            Ok(fault) => fault,
            Err(error) => {
                println!("SKIPPED name=fsync: strace cannot change system calls here ({error:#})");
                return fixture.tear_down();
            }
        };
        let stop = AtomicBool::new(false);
        load.under(&stop, async {
            // Failures meet a load that is in full swing.
            tokio::time::sleep(BEFORE).await;
            if round % 2 == 0 { noticed(&load).await } else { opened_anew(&fixture, round).await }
        })
        .await?;
        refused += all_answered_503(&load)?;
        fault.end()?;
        doubts += load.resolve(&fixture).await?.0;
        load.journal.take_unanswered();
        server.stop("-KILL")?;
        server = fixture.open().await?.0;
        fixture.check()?;
    }
    let acknowledged = load.reckon(&fixture).await?;
    let reopened = times_opened_anew(&fixture)?;
    server.stop("-TERM")?;
    fixture.check()?;
    println!(
        "RESULT name=fsync seed={seed} rounds={rounds} acknowledged={acknowledged} in_doubt={doubts} \
         answered_503={refused} reopened={reopened}"
    );
    fixture.tear_down()
}

/// Waits until somebody gets no answer.
async fn noticed(load: &Load) -> Result<()> {
    until("somebody to notice", NOTICED_MAX, async || Ok((load.journal.in_trouble() > 0).then_some(()))).await
}

/// Everybody who got no answer was told 503 and its code, which is neither a yes nor a no.
fn all_answered_503(load: &Load) -> Result<usize> {
    let reported = load.journal.take_unanswered();
    match reported.iter().find(|why| !(why.contains("503") && why.contains("unavailable"))) {
        Some(other) => bail!("the server answers {other}"),
        None => Ok(reported.len()),
    }
}

fn times_opened_anew(fixture: &Fixture) -> Result<usize> {
    let log = std::fs::read_to_string(fixture.folder().join("server.log"))?;
    Ok(log.matches("the database was opened anew").count())
}

/// Waits until the server has given up a connection after the failures of this round.
async fn opened_anew(fixture: &Fixture, rounds_before: u64) -> Result<()> {
    let before = usize::try_from(rounds_before)?;
    let opened = async || Ok((times_opened_anew(fixture)? > before).then_some(()));
    until("a connection to be opened anew", NOTICED_MAX, opened).await
}

/// A small disk in memory, with a file that fills it.
struct Disk {
    folder: PathBuf,
}

impl Disk {
    fn mount() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("croupier-disk-").tempdir()?.keep();
        let mut mount = Command::new("mount");
        let output = mount.args(["-t", "tmpfs", "-o", DISK, "croupier-chaos"]).arg(&folder).output();
        let failed = match output {
            Ok(output) if output.status.success() => return Ok(Self { folder }),
            Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            Err(error) => error.to_string(),
        };
        std::fs::remove_dir(&folder)?;
        bail!("{failed}")
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    /// Writes until there is no room.
    fn fill(&self) -> Result<()> {
        let mut file = std::fs::File::create(self.ballast())?;
        let zeros = vec![0; 64 * 1024];
        loop {
            match file.write_all(&zeros) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn clear(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.ballast())?)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily: the server may be about to end only after this.
        let _ = Command::new("umount").arg("--lazy").arg(&self.folder).status();
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// Failing system calls: `strace` answers the server's fsync with EIO in the kernel's place.
struct Fault {
    strace: Child,
}

impl Fault {
    fn inject(server: &Server, which: &str) -> Result<Self> {
        let calls = "fsync,fdatasync";
        let mut strace = Command::new("strace")
            .args(["-f", "-o", "/dev/null", "-e", &format!("trace={calls}")])
            .args(["-e", &format!("inject={calls}:error=EIO:{which}"), "-p", &server.id().to_string()])
            .stderr(Stdio::piped())
            .spawn()
            .context("cannot start strace")?;
        let mut reported = String::new();
        let output = strace.stderr.take().context("no output")?;
        let mut lines = BufReader::new(output);
        lines.read_line(&mut reported)?;
        if !reported.contains("attached") {
            let _ = strace.kill();
            strace.wait()?;
            bail!("{}", reported.trim());
        }
        // What it tells of further threads has to go somewhere.
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Ok(Self { strace })
    }

    /// Lets the kernel answer again.
    fn end(&mut self) -> Result<()> {
        let status = Command::new("kill").args(["-INT", &self.strace.id().to_string()]).status()?;
        ensure!(status.success(), "strace has ended by itself");
        self.strace.wait()?;
        Ok(())
    }
}

impl Drop for Fault {
    fn drop(&mut self) {
        // When it has ended already there is nothing to do; a killed strace lets go of the server.
        let _ = self.strace.kill();
        let _ = self.strace.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_disk_fills_up_and_is_cleared() {
        // Not everybody may mount; then there is nothing to show.
        let Ok(disk) = Disk::mount() else { return };
        disk.fill().unwrap();
        assert!(std::fs::write(disk.folder.join("more"), vec![0; 128 * 1024]).is_err());
        disk.clear().unwrap();
        std::fs::write(disk.folder.join("more"), vec![0; 128 * 1024]).unwrap();
    }
}
