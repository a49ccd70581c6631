//! A throwaway PostgreSQL cluster in a temporary folder, for tests and benchmarks.
//!
//! It listens on a socket file only, runs as a user without rights when the caller is root, and ends with
//! the process that started it, however that ends: its keeper waits on a pipe that closes with us. It can
//! be killed and started again, copied, followed by a standby, and that one promoted.

mod authority;
mod standby;

use std::ffi::OsStr;
use std::fs::Permissions;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

pub use authority::{Authority, Identity};

/// Waits for the end of its input, then stops the cluster and removes its folder. It has to outlive the
/// Ctrl-C that ends its parent.
const KEEPER: &str = r#"
trap '' INT TERM
bin=$1; dir=$2
cat >/dev/null
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
as "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop >/dev/null 2>&1
rm -rf "$dir"
"#;

/// How long a cluster may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// How the server of a cluster is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Death {
    /// SIGKILL to the postmaster: nobody is told and nothing is written.
    Kill,
    /// `pg_ctl stop -m immediate`: every process ends at once, and the next start recovers.
    Immediate,
}

/// A running cluster; it ends when this is dropped or the process dies.
#[derive(Debug)]
pub struct Cluster {
    keeper: Child,
    binaries: PathBuf,
    folder: PathBuf,
    data: PathBuf,
}

impl Cluster {
    /// Starts a cluster. `durable` decides whether a commit waits for the disk, as in production.
    pub fn start(durable: bool) -> Result<Self> {
        let place = if durable { None } else { roomy_memory() };
        let cluster = Self::initialized(&place.unwrap_or_else(std::env::temp_dir))?;
        // The databases of tests live too short to be tidied up.
        cluster.configure(if durable { "fsync = on\n" } else { "fsync = off\nautovacuum = off\n" })?;
        cluster.start_again()?;
        Ok(cluster)
    }

    /// The files of a new cluster below `place`, which is not started yet.
    fn initialized(place: &Path) -> Result<Self> {
        let cluster = Self::empty(place)?;
        cluster.tool(
            "initdb",
            &["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
            &[OsStr::new("-D"), cluster.data.as_os_str()],
        )?;
        Ok(cluster)
    }

    /// Starts a cluster that also listens at a TCP port of this machine, answered too, where it takes nothing but TLS
    /// and shows the certificate of `identity`.
    pub fn with_tls(identity: &Identity) -> Result<(Self, u16)> {
        let cluster = Self::initialized(&std::env::temp_dir())?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        for (name, text) in [("server.crt", &identity.certificate), ("server.key", &identity.key)] {
            let file = cluster.data.join(name);
            std::fs::write(&file, text)?;
            std::fs::set_permissions(&file, Permissions::from_mode(0o600))?;
            if is_root()? {
                run(Command::new("chown").arg("postgres").arg(&file))?;
            }
        }
        std::fs::write(cluster.data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n")?;
        // The last of several settings of one name counts.
        cluster
            .configure(&format!("fsync = off\nlisten_addresses = '127.0.0.1'\nport = {port}\nssl = on\n"))?;
        cluster.start_again()?;
        Ok((cluster, port))
    }

    /// Starts a durable cluster as it is after its first day, for measurements: the files of its log are there and
    /// are written over. A fresh cluster fills each of them with zeros first, and all commits wait for that.
    pub fn in_use() -> Result<Self> {
        let cluster = Self::start(true)?;
        let segments =
            "SELECT pg_logical_emit_message(false, 'fill', ''), pg_switch_wal() FROM generate_series(1, 64)";
        cluster.sql(segments)?;
        // Files of the log that a checkpoint finds no longer needed are kept for what comes.
        cluster.sql("CHECKPOINT")?;
        Ok(cluster)
    }

    /// A folder below `place` with a keeper, and nothing in it yet.
    fn empty(place: &Path) -> Result<Self> {
        let binaries = binaries()?;
        let folder = tempfile::Builder::new().prefix("croupier-pg-").tempdir_in(place)?.keep();
        let keeper = Command::new("bash")
            .args(["-c", KEEPER, "keeper"])
            .arg(&binaries)
            .arg(&folder)
            .stdin(Stdio::piped())
            .spawn()
            .context("cannot start bash")?;
        let cluster = Self { keeper, binaries, data: folder.join("data"), folder };
        if is_root()? {
            run(Command::new("chown").arg("postgres").arg(&cluster.folder))?;
        }
        Ok(cluster)
    }

    /// Adds the settings that every cluster has, and `more`.
    fn configure(&self, more: &str) -> Result<()> {
        let file = self.data.join("postgresql.conf");
        let settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{}'\nmax_connections = 400\n\
             shared_buffers = 256MB\nmin_wal_size = 1GB\nmax_wal_size = 4GB\n{more}",
            self.folder.display()
        );
        let before = std::fs::read_to_string(&file)?;
        Ok(std::fs::write(&file, before + &settings)?)
    }

    /// Starts the server of a cluster that was ended; returns when it answers.
    ///
    /// After a kill the last of its processes may still hold the shared memory; then it is tried again.
    pub fn start_again(&self) -> Result<()> {
        let began = Instant::now();
        let log = self.folder.join("log");
        loop {
            let place = [OsStr::new("-D"), self.data.as_os_str(), OsStr::new("-l"), log.as_os_str()];
            let Err(error) = self.tool("pg_ctl", &["-w", "-s", "start"], &place) else { return Ok(()) };
            if began.elapsed() > PATIENCE {
                let log = std::fs::read_to_string(&log).unwrap_or_default();
                return Err(error.context(format!("PostgreSQL did not start: {log}")));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends the server without ceremony.
    pub fn end(&self, death: Death) -> Result<()> {
        match death {
            Death::Kill => {
                let pid = self.postmaster()?;
                run(Command::new("kill").args(["-KILL", &pid]))?;
                wait_until("the postmaster to end", || !Path::new("/proc").join(&pid).exists())
            }
            Death::Immediate => {
                let place = [OsStr::new("-D"), self.data.as_os_str()];
                self.tool("pg_ctl", &["-w", "-s", "-m", "immediate", "stop"], &place)
            }
        }
    }

    /// Makes an empty database and answers its connection string.
    pub fn database(&self, name: &str) -> Result<String> {
        self.database_like(name, "template1")
    }

    /// Makes a database that is a copy of `template`, which nobody may be connected to; waits a moment for those who are
    /// about to leave. Returns its connection string.
    pub fn database_like(&self, name: &str, template: &str) -> Result<String> {
        let began = Instant::now();
        let place = [OsStr::new("-h"), self.folder.as_os_str()];
        while let Err(error) = self.tool("createdb", &["-U", "postgres", "-T", template, name], &place) {
            if began.elapsed() > PATIENCE {
                return Err(error);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(self.target(name))
    }

    /// The connection string of the database called `name`.
    pub fn target(&self, name: &str) -> String {
        format!("host={} user=postgres dbname={name}", self.folder.display())
    }

    /// The folder of the socket file: the `host` of a connection string.
    pub fn host(&self) -> &Path {
        &self.folder
    }

    /// The socket file itself.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    fn postmaster(&self) -> Result<String> {
        let text = std::fs::read_to_string(self.data.join("postmaster.pid"))?;
        Ok(text.lines().next().context("no pid")?.to_owned())
    }

    /// Runs one of PostgreSQL's programs as the cluster's user.
    fn tool(&self, name: &str, words: &[&str], more: &[&OsStr]) -> Result<()> {
        let program = self.binaries.join(name);
        let mut command = if is_root()? {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // The caller's folder may be closed to the cluster's user.
        command.args(words).args(more).current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
        run(&mut command)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Closing the pipe is the sign to end.
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_owned();
    let output = command
        .stderr(Stdio::piped())
        .spawn()
        .and_then(Child::wait_with_output)
        .with_context(|| format!("cannot run {}", name.display()))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// The folder of this machine that lies in memory, where it has room for the databases of tests: each is a thousand files,
/// and a file system on a disk takes longer to make them than the tests take to use them.
fn roomy_memory() -> Option<PathBuf> {
    const NEEDED: u64 = 4 << 30;
    let memory = PathBuf::from("/dev/shm");
    let reported = Command::new("df").args(["--output=avail", "-B1"]).arg(&memory).output().ok()?;
    let free = String::from_utf8_lossy(&reported.stdout).lines().nth(1)?.trim().parse::<u64>().ok()?;
    (free >= NEEDED).then_some(memory)
}

fn is_root() -> Result<bool> {
    let id = Command::new("id").arg("-u").output().context("cannot run id")?;
    Ok(id.stdout.trim_ascii() == b"0")
}

fn wait_until(what: &str, done: impl Fn() -> bool) -> Result<()> {
    let began = Instant::now();
    while !done() {
        if began.elapsed() > PATIENCE {
            bail!("waited {PATIENCE:?} for {what}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// The folder of the server's programs: Debian keeps them out of the path.
fn binaries() -> Result<PathBuf> {
    let debian = Path::new("/usr/lib/postgresql");
    let versions =
        std::fs::read_dir(debian).into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&paths).collect::<Vec<_>>();
    versions
        .chain(on_path)
        .find(|folder| folder.join("initdb").exists())
        .context("PostgreSQL is not installed: apt-get install postgresql")
}
