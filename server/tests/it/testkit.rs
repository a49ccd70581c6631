//! A server of its own for every test, on either engine, reached over real HTTP.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, mpsc};
use std::time::{Duration, Instant};

use croupier_db::{Db, Target};
use croupier_games::Game;
use croupier_pgtest::Cluster;
use croupier_server::app::App;
use croupier_server::listener::Listener;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::{Captcha, Config};
use croupier_server::platform::secrets::Secrets;
use croupier_server::{jackpot, router};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// 2026-01-01T00:00:00Z, where the clock of a test stands at its start.
pub const START_MS: i64 = 1_767_225_600_000;

/// How long a test that waits for a condition leaves the server alone between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Which store a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Defines a test that starts what it needs on the engine it is given, and runs it on SQLite and on PostgreSQL.
macro_rules! on_each_engine {
    ($($(#[$meta:meta])* async fn $name:ident($engine:ident: Engine) $body:block)+) => {
        $(mod $name {
            #[allow(unused_imports, reason = "not every test needs all of its module")]
            use super::*;

            async fn run($engine: $crate::testkit::Engine) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                run($crate::testkit::Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                run($crate::testkit::Engine::Postgres).await;
            }
        })+
    };
}

/// Like `on_each_engine!`, for tests of one server on an empty store.
macro_rules! on_both_engines {
    ($($(#[$meta:meta])* async fn $name:ident($kit:ident: Kit) $body:block)+) => {
        on_each_engine! {
            $(async fn $name(engine: Engine) {
                #[allow(unused_imports, reason = "not every test names them")]
                use $crate::testkit::{Engine, Kit};

                let $kit = Kit::start(engine).await;
                $body
            })+
        }
    };
}

static CLUSTER: LazyLock<Cluster> = LazyLock::new(|| Cluster::start(false).expect("a PostgreSQL cluster"));
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// The name of the database that has all tables and no rows, which others are copied from.
const TEMPLATE: &str = "template_of_tests";
/// The folder of an SQLite store like that.
static TABLES: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, began) = (folder.path().join("croupier.db-wal"), Instant::now());
    loop {
        migrate(Target::Sqlite(folder.path().to_owned()));
        // The threads of its connections outlive the runtime. The last one brings the log into the file, then removes it.
        // Two that close at once leave that to each other, so it is opened anew when the log stays.
        let closed = Instant::now();
        while log.exists() && closed.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(BETWEEN_LOOKS);
        }
        if !log.exists() {
            return folder;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "the connections are closed in time");
    }
});
static TEMPLATE_DATABASE: LazyLock<()> = LazyLock::new(|| {
    migrate(Target::Postgres(CLUSTER.database(TEMPLATE).expect("a database")));
});

/// Takes the databases of tests that are over, one after the other: all of them together fill the memory of a machine.
static OVER: LazyLock<mpsc::Sender<String>> = LazyLock::new(|| {
    let (over, names) = mpsc::channel::<String>();
    std::thread::spawn(move || {
        for name in names {
            // A database that stays costs room and breaks nothing.
            let _ = CLUSTER.sql(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    });
    over
});

/// Where the store of a test lies. It goes with the last server that works on it.
struct Place {
    folder: TempDir,
    database: Option<String>,
}

impl Place {
    fn new(engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder, database: (engine == Engine::Postgres).then(migrated_database) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(name) = self.database.take() {
            let _ = OVER.send(name);
        }
    }
}

/// A running server with its store.
pub struct Kit {
    pub app: Arc<App>,
    pub address: SocketAddr,
    pub engine: Engine,
    config: Config,
    place: Arc<Place>,
}

impl Kit {
    /// A server on an empty store.
    pub async fn start(engine: Engine) -> Self {
        Self::start_with(engine, |_| {}).await
    }

    /// A server on an empty store, with settings changed by `change`.
    pub async fn start_with(engine: Engine, change: impl FnOnce(&mut Config)) -> Self {
        let place = Arc::new(Place::new(engine));
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let mut config = Config {
            data: place.folder.path().join("data"),
            content_dir: format!("{root}/content").into(),
            site_dir: format!("{root}/web/dist").into(),
            captcha: Captcha::None,
            database_url: place.database.as_deref().map(|name| CLUSTER.target(name)),
            // Each connection is a process of PostgreSQL, with caches to be filled: a third of what a test costs there.
            database_connections: 8,
            ..Config::default()
        };
        change(&mut config);
        if config.database_url.is_none() {
            copy_tables(&config.data);
        }
        let kit = Self::serve(engine, config, place, Clock::manual(START_MS)).await;
        kit.app.start_background();
        kit
    }

    /// Every lease of a reader has run out, as it does with time.
    pub async fn let_leases_run_out(&self) {
        let mut tx = self.app.db.begin().await.unwrap();
        tx.execute("UPDATE reader SET leased_until_ms = 0", Vec::new()).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Takes the leases of `reader` away from the server once it has them: nothing more is read until they run out.
    pub async fn hold_up(&self, reader: &str) {
        let sql = "UPDATE reader SET owner = 'nobody', owner_epoch = owner_epoch + 1,
                       leased_until_ms = leased_until_ms + 300000
                   WHERE name = $1 AND (SELECT COUNT(*) FROM reader r WHERE r.name = $1 AND r.owner <> '')
                       = (SELECT COUNT(*) FROM lane)";
        Self::until("the leases of the reader", async || {
            let mut tx = self.app.db.begin().await.unwrap();
            let taken = tx.execute(sql, vec![reader.into()]).await.unwrap();
            tx.commit().await.unwrap();
            (taken > 0).then_some(())
        })
        .await;
    }

    /// A second server on the same PostgreSQL store, with a clock of its own that shows the same time.
    pub async fn second(&self) -> Self {
        let kit = self.second_without_background().await;
        kit.app.start_background();
        kit
    }

    /// Like [`Kit::second`], a server that offers `games`.
    pub async fn second_offering(&self, games: &[Game]) -> Self {
        let (listener, own) = Self::bind(&self.config).await;
        let clock = Clock::manual(self.app.clock.now());
        let app = Box::pin(App::start_offering(games.to_vec(), own, clock)).await.expect("the server starts");
        without_jackpots(&app);
        app.start_background();
        Self::listen(self.engine, self.config.clone(), self.place.clone(), app, listener)
    }

    /// Like [`Kit::second`], a server that only answers calls until its background work is started.
    pub async fn second_without_background(&self) -> Self {
        assert_eq!(self.engine, Engine::Postgres, "SQLite carries one server");
        let clock = Clock::manual(self.app.clock.now());
        Self::serve(self.engine, self.config.clone(), self.place.clone(), clock).await
    }

    /// Ends this server and starts another on its store, which offers `games`.
    pub async fn restarted_offering(self, games: &[Game]) -> Self {
        let (engine, config, place) = (self.engine, self.config.clone(), self.place.clone());
        let (now, ended) = (self.app.clock.now(), Arc::downgrade(&self.app));
        drop(self);
        Self::until("the end of the server", async || ended.upgrade().is_none().then_some(())).await;
        let (listener, own) = Self::bind(&config).await;
        let app = Self::until("the store to be free", async || {
            Box::pin(App::start_offering(games.to_vec(), own.clone(), Clock::manual(now))).await.ok()
        })
        .await;
        without_jackpots(&app);
        app.start_background();
        Self::listen(engine, config, place, app, listener)
    }

    async fn serve(engine: Engine, config: Config, place: Arc<Place>, clock: Clock) -> Self {
        let (listener, own) = Self::bind(&config).await;
        let app = App::start(own, clock).await.expect("the server starts");
        without_jackpots(&app);
        Self::listen(engine, config, place, app, listener)
    }

    /// A port, and the settings of the server that listens on it.
    async fn bind(config: &Config) -> (TcpListener, Config) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let notify_url = config.notify_url.clone().unwrap_or_else(|| format!("http://{address}"));
        (listener, Config { notify_url: Some(notify_url), ..config.clone() })
    }

    fn listen(
        engine: Engine,
        config: Config,
        place: Arc<Place>,
        app: Arc<App>,
        listener: TcpListener,
    ) -> Self {
        let address = listener.local_addr().expect("an address");
        let (router, _) = router::build(&app);
        let http_listener = Listener::new(&app.config).expect("a door");
        let mut stopping = app.stopping.subscribe();
        tokio::spawn(async move {
            let stop = async move {
                let _ = stopping.wait_for(|stop| *stop).await;
            };
            http_listener.serve(listener, router, stop).await;
        });
        Self { app, address, engine, config, place }
    }

    /// The address of `path` on this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The `croupier` command on this server.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.env("CROUPIER_DATA", &self.config.data).env("CROUPIER_CONTENT_DIR", &self.config.content_dir);
        match &self.config.database_url {
            Some(url) => command.env("DATABASE_URL", url),
            None => command.env_remove("DATABASE_URL"),
        };
        command
    }

    /// Waits until `condition` answers something, and fails the test after ten seconds.
    pub async fn until<T>(what: &str, condition: impl AsyncFn() -> Option<T>) -> T {
        let waited = tokio::time::timeout(Duration::from_secs(10), async {
            loop {
                if let Some(value) = condition().await {
                    return value;
                }
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
        });
        waited.await.unwrap_or_else(|_| panic!("waited in vain for {what}"))
    }
}

/// Takes the shipped jackpots away: a test that bets would win one now and then. Tests of jackpots define their own.
fn without_jackpots(app: &App) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("jackpots.toml"), "").expect("a file");
    jackpot::reload(&app.jackpots, folder.path()).expect("no jackpots");
}

impl Drop for Kit {
    fn drop(&mut self) {
        self.app.stopping.send_replace(true);
    }
}

/// Gives a store all its tables.
fn migrate(target: Target) {
    // A thread with a runtime of its own: all connections are closed when it ends.
    let work = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime
            .block_on(async { Db::open(&target).await.expect("a store").migrate().await.expect("tables") });
    });
    work.join().expect("a migrated store");
}

/// Fills the data folder of a test with an SQLite store that has all tables: a copy takes a tenth of the time.
fn copy_tables(data: &Path) {
    // A server makes no secrets beside a store that is there.
    Secrets::load(data, None, Entropy).expect("secrets");
    let store = data.join("croupier.db");
    if !store.exists() {
        std::fs::copy(TABLES.path().join("croupier.db"), store).expect("a copy of the tables");
    }
}

/// The name of a database of its own for one test, with all tables.
fn migrated_database() -> String {
    LazyLock::force(&TEMPLATE_DATABASE);
    let name = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    CLUSTER.database_like(&name, TEMPLATE).expect("a database");
    name
}

/// An empty database of its own for one test.
pub fn fresh_database() -> String {
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    CLUSTER.database(&format!("test_{number}")).expect("a database")
}
