//! A throwaway PostgreSQL cluster in a temporary folder, for tests and benchmarks.
//!
//! It listens on a socket file only, runs as a user without rights when the caller is root, and ends with
//! the process that started it, however that ends: its keeper waits on a pipe that closes with us.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

/// Starts the cluster, tells when it answers, waits for the end of its input, and cleans up.
const KEEPER: &str = r#"
set -eu
bin=$1; dir=$2; fsync=$3
as() { if [ "$(id -u)" = 0 ]; then chown postgres "$dir"; runuser -u postgres -- "$@"; else "$@"; fi; }
as "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --no-locale --no-sync >"$dir/log" 2>&1
as "$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync="$fsync" \
    -c max_connections=400 -c shared_buffers=256MB -c max_wal_size=4GB >>"$dir/log" 2>&1 &
keeper=$!
for _ in $(seq 200); do
    if "$bin/pg_isready" -q -h "$dir"; then echo ready; break; fi
    kill -0 $keeper || exit 1
    read -r -t 0.1 _ || true
done
cat >/dev/null
pid=$(head -n 1 "$dir/data/postmaster.pid")
kill -INT "$pid"
wait $keeper || true
rm -rf "$dir"
"#;

/// A running cluster; it ends when this is dropped or the process dies.
#[derive(Debug)]
pub struct Cluster {
    keeper: Child,
    folder: PathBuf,
}

impl Cluster {
    /// Starts a cluster. `durable` decides whether a commit waits for the disk, as in production.
    pub fn start(durable: bool) -> Result<Self> {
        let binaries = binaries()?;
        let folder = tempfile::Builder::new().prefix("croupier-pg-").tempdir()?.keep();
        let mut keeper = Command::new("bash")
            .args(["-c", KEEPER, "keeper"])
            .arg(&binaries)
            .arg(&folder)
            .arg(if durable { "on" } else { "off" })
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start bash")?;
        let output = keeper.stdout.take().context("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        if line.trim() != "ready" {
            let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            bail!("PostgreSQL did not start: {log}");
        }
        Ok(Self { keeper, folder })
    }

    /// Makes an empty database and answers its connection string.
    pub fn database(&self, name: &str) -> Result<String> {
        let status = Command::new(binaries()?.join("createdb"))
            .args(["-U", "postgres", "-h"])
            .arg(&self.folder)
            .arg(name)
            .stdin(Stdio::null())
            .status()?;
        if !status.success() {
            bail!("createdb {name} failed");
        }
        Ok(format!("host={} user=postgres dbname={name}", self.folder.display()))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Closing the pipe is the sign to end.
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
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
