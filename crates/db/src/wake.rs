//! Who hears of new log rows: everybody in this process, and on PostgreSQL every other server.

use std::time::Duration;

use futures_util::future::poll_fn;
use tokio::sync::watch;
use tokio_postgres::{AsyncMessage, Client};

use crate::postgres::{self, ANSWER_MAX, Postgres, Timeouts};
use crate::{Db, Engine, Error, Result};

/// The channel on which servers notify each other.
const CHANNEL: &str = "croupier_log";

/// Notifications are sent at most this often: NOTIFY takes a lock over the whole database at commit.
const NOTIFY_EVERY: Duration = Duration::from_millis(10);

/// How long a lost listener waits before it connects again.
const RECONNECT_AFTER: Duration = Duration::from_millis(500);

/// How often the listener asks whether its line still stands: one that swallows would never fail.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Rings when log rows were committed.
#[derive(Debug, Clone)]
pub(crate) struct CommitNotifier {
    here: watch::Sender<u64>,
    /// Only commits of this process; what goes out to the others.
    ours: watch::Sender<u64>,
}

impl CommitNotifier {
    pub(crate) fn new() -> Self {
        Self { here: watch::Sender::new(0), ours: watch::Sender::new(0) }
    }

    pub(crate) fn notify_all(&self) {
        self.ours.send_modify(|count| *count = count.wrapping_add(1));
        self.here.send_modify(|count| *count = count.wrapping_add(1));
    }
}

impl Postgres {
    /// Notifies the other servers.
    async fn notify(&self) -> Result<()> {
        let client = self.client().await?;
        // What it notifies of is on disk already; waiting for the disk once more would be in the way of commits.
        let notify = format!("BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {CHANNEL}; COMMIT");
        postgres::run(client, Timeouts::Serving, &notify).await
    }
}

impl Db {
    /// Changes whenever log rows may have been committed, here or by another server.
    pub fn commit_notifier(&self) -> watch::Receiver<u64> {
        self.engine.commit_notifier().here.subscribe()
    }

    /// Wakes every reader, as each commit of log rows does.
    pub fn notify_all(&self) {
        self.engine.commit_notifier().notify_all();
    }

    /// Passes wake-ups between servers for as long as the process lives; returns at once on SQLite.
    pub async fn pass_wake_ups(&self) {
        let Engine::Postgres(engine) = &*self.engine else { return };
        let send = async {
            let mut ours = self.engine.commit_notifier().ours.subscribe();
            while ours.changed().await.is_ok() {
                if let Err(error) = engine.notify().await {
                    tracing::warn!(%error, "could not wake the other servers");
                }
                tokio::time::sleep(NOTIFY_EVERY).await;
            }
        };
        let listen = async {
            loop {
                if let Err(error) = self.listen(engine).await {
                    tracing::warn!(%error, "the wake-up connection was lost");
                }
                tokio::time::sleep(RECONNECT_AFTER).await;
            }
        };
        tokio::join!(send, listen);
    }

    async fn listen(&self, engine: &Postgres) -> Result<()> {
        let (client, mut connection) = in_time(engine.config.connect(engine.tls.clone())).await?;
        let messages = async {
            while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
                if matches!(message?, AsyncMessage::Notification(_)) {
                    self.engine.commit_notifier().here.send_modify(|count| *count = count.wrapping_add(1));
                }
            }
            Err(Error::Unavailable("the connection has ended".to_owned()))
        };
        // The connection only moves while it is polled, so both run side by side.
        tokio::try_join!(messages, self.subscribe(&client)).map(|((), ())| ())
    }

    /// Asks for notifications, then keeps asking whether the line stands.
    async fn subscribe(&self, client: &Client) -> Result<()> {
        in_time(client.batch_execute(&format!("LISTEN {CHANNEL}"))).await?;
        // Rows may have come while nobody listened.
        self.engine.commit_notifier().here.send_modify(|count| *count = count.wrapping_add(1));
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            in_time(client.batch_execute("")).await?;
        }
    }
}

async fn in_time<T>(work: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>) -> Result<T> {
    match tokio::time::timeout(ANSWER_MAX, work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Error::Unavailable(format!("no answer in {ANSWER_MAX:?}"))),
    }
}
