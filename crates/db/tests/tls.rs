//! TLS to a PostgreSQL that takes nothing else, with certificates made for the test.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use croupier_db::{Db, Error, Target};
use croupier_pgtest::{Authority, Cluster};
use tempfile::NamedTempFile;

/// A cluster whose certificate is for `localhost`.
struct Server {
    _cluster: Cluster,
    port: u16,
    /// Whom its certificate is signed by, and another authority.
    trusted: NamedTempFile,
    stranger: NamedTempFile,
}

impl Server {
    fn start() -> Self {
        let authority = Authority::new().unwrap();
        let (cluster, port) = Cluster::with_tls(&authority.issue("localhost").unwrap()).unwrap();
        let stranger = file(&Authority::new().unwrap());
        Self { _cluster: cluster, port, trusted: file(&authority), stranger }
    }

    async fn open(&self, host: &str, options: &str) -> Result<Db, Error> {
        let port = self.port;
        let url = format!("host={host} port={port} user=postgres dbname=postgres {options}");
        Db::open(&Target::Postgres(url)).await
    }
}

fn file(authority: &Authority) -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), authority.certificate()).unwrap();
    file
}

#[tokio::test]
async fn each_mode_checks_what_it_promises() {
    let server = Server::start();
    let trusted = format!("sslrootcert={}", server.trusted.path().display());
    let stranger = format!("sslrootcert={}", server.stranger.path().display());
    for (host, mode, root, works) in [
        ("localhost", "disable", "", false),
        ("localhost", "prefer", "", true),
        ("localhost", "require", "", true),
        ("localhost", "require", &*trusted, true),
        ("localhost", "require", &stranger, false),
        ("127.0.0.1", "verify-ca", &trusted, true),
        ("127.0.0.1", "verify-ca", &stranger, false),
        ("localhost", "verify-full", &trusted, true),
        // The certificate is for another name.
        ("127.0.0.1", "verify-full", &trusted, false),
        ("localhost", "verify-full", &stranger, false),
        // This machine does not trust the authority of a test.
        ("localhost", "verify-ca", "sslrootcert=system", false),
    ] {
        let opened = server.open(host, &format!("sslmode={mode} {root}")).await;
        let reported = opened.as_ref().map_or_else(ToString::to_string, |_| String::new());
        assert_eq!(opened.is_ok(), works, "{host} {mode} {root}: {reported}");
        if !works && mode != "disable" {
            assert!(reported.contains("certificate"), "{host} {mode} {root}: {reported}");
        }
        if let Ok(db) = opened {
            db.ping().await.unwrap();
        }
    }
}

#[tokio::test]
async fn servers_wake_each_other_through_tls() {
    let server = Server::start();
    let options = format!("sslmode=verify-full sslrootcert={}", server.trusted.path().display());
    let (here, there) = (
        server.open("localhost", &options).await.unwrap(),
        server.open("localhost", &options).await.unwrap(),
    );
    let mut woken = there.commit_notifier();
    let passing = tokio::spawn(async move { there.pass_wake_ups().await });
    let sending = tokio::spawn({
        let here = here.clone();
        async move { here.pass_wake_ups().await }
    });
    // The first change is the beginning of the listening, every further one is notified by the other server.
    for _ in 0..2 {
        tokio::time::timeout(Duration::from_secs(20), async {
            while tokio::time::timeout(Duration::from_millis(50), woken.changed()).await.is_err() {
                here.notify_all();
            }
        })
        .await
        .unwrap();
    }
    passing.abort();
    sending.abort();
}
