//! Realtime: what the log says, published to the browsers that it concerns.
//!
//! Clients speak the Centrifugo client protocol in JSON, so the site uses the `centrifuge` package and an
//! operator may put a Centrifugo cluster behind the same address. Every server follows the log on its
//! own and publishes to its own clients; servers need not know of each other. A publication's offset is the
//! number of its row in the player's lane, and the epoch names the installation, so a client that comes
//! back (to this server or another) says what it has seen and receives what it missed from the log.
//!
//! Contexts say what is published of their facts, each in its `frames.rs`; `app/frames.rs` lists them. Balances come from
//! the transfers themselves, and `session.ended` ends the session's connections on every server. `notification.sent` is
//! published to the readers of the notification: to one player as a row of the player's log, and to several by each
//! server to those who are connected to it. Notable wins go to everybody, at most two a second.

mod allowance;
mod channel;
mod disconnect;
mod frames;
mod http;
mod outbox;
mod protocol;
mod recovery;
mod registry;
mod session;
mod socket;
mod store;
mod tail;
mod token;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use croupier_db::{Db, Result, log};
use croupier_ledger::PlayerId;
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio::time::Instant;

pub use channel::{Channel, TableChannel};
pub use frames::{BENEATH, FactFrames, FrameList, FrameSources, Published, shaped};
pub use http::{PATH, router};
pub use token::{Subject, TOKEN_TTL_S};

use self::disconnect::Disconnect;
use self::frames::Effect;
use self::outbox::Outbox;
use self::registry::{ClientNo, Registry};
use self::token::{Signer, TokenError, Verified};
use crate::platform::client_ip::ClientIp;
use crate::platform::clock::{Clock, Entropy};
use crate::platform::connection_limit::{ConnectionLimiter, ConnectionPermit, LimitExceeded};

/// What clients may use.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Time between pings.
    pub ping_every: Duration,
    /// Commands that one client may send in a second.
    pub commands_per_second_max: u32,
    /// Bytes that may wait for one client.
    pub outbox_bytes_max: usize,
    /// Connections to this server.
    pub connections_max: usize,
    /// Connections of one address to this server.
    pub connections_per_address_max: usize,
    /// Connections of one player to this server.
    pub connections_per_player_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            ping_every: Duration::from_secs(25),
            commands_per_second_max: 20,
            outbox_bytes_max: 1024 * 1024,
            connections_max: 20_000,
            connections_per_address_max: 1_000,
            connections_per_player_max: 32,
        }
    }
}

/// Reads of the log for clients that come back; the store has other readers to serve.
const RECOVERIES_AT_ONCE: usize = 2;

/// The hub of one server; cheap to clone.
#[derive(Clone)]
pub struct Hub {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    clock: Clock,
    entropy: Entropy,
    signer: Signer,
    limits: Limits,
    allowed_hosts: Vec<String>,
    sources: FrameSources,
    /// Names the installation; offsets mean nothing in another.
    epoch: String,
    /// Seconds since 1970 from which this server knows of every session that ended.
    watching_since_s: i64,
    registry: Mutex<Registry>,
    seats: ConnectionLimiter,
    /// Reads of the log for clients that come back, side by side.
    recoveries: Semaphore,
    /// Who else in this process wants to hear that a session is over.
    ending: OnceLock<EndListener>,
}

/// Is called with the public id of a session that is over.
type EndListener = Box<dyn Fn(&str) + Send + Sync>;

impl Hub {
    /// A hub that publishes what is committed from now on. `secret` signs tokens and is the same on every
    /// server; pages of `allowed_hosts` may connect besides those of the host that is asked. `sources` say what facts
    /// publish.
    pub async fn open(
        db: Db,
        clock: Clock,
        entropy: Entropy,
        secret: &[u8; 32],
        allowed_hosts: Vec<String>,
        limits: Limits,
        sources: FrameSources,
    ) -> Result<Self> {
        let epoch = store::installation_id(&db, entropy).await?;
        let watching_since_s = clock.now().div_euclid(1000);
        let mut published_to = Vec::new();
        for lane in 0..db.lanes() {
            published_to.push(log::tail(&db, lane).await?);
        }
        let inner = Inner {
            db,
            clock,
            entropy,
            signer: Signer::new(secret),
            allowed_hosts,
            sources,
            epoch,
            watching_since_s,
            registry: Mutex::new(Registry::new(published_to)),
            seats: ConnectionLimiter::new(limits.connections_max, limits.connections_per_address_max),
            recoveries: Semaphore::new(RECOVERIES_AT_ONCE),
            ending: OnceLock::new(),
            limits,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Follows the log until `stop` turns true or is dropped; then disconnects everybody.
    pub async fn run(&self, stop: watch::Receiver<bool>) {
        tail::follow(self, stop).await;
    }

    /// Calls `listener` with the public id of every session whose end the log reports from now on, on whichever
    /// server it ended. There is one listener; a second one is not heard.
    pub fn when_sessions_end(&self, listener: impl Fn(&str) + Send + Sync + 'static) {
        let _ = self.inner.ending.set(Box::new(listener));
    }

    /// A token with which `subject` may connect for the next [`TOKEN_TTL_S`] seconds.
    pub fn connection_token(&self, subject: &Subject) -> String {
        self.inner.signer.sign(subject, self.now_ms())
    }

    /// Disconnects the clients of a session on this server at once. The fact `session.ended` does
    /// the same on every server.
    pub fn end_session(&self, session: &str) {
        self.registry().end_session(session.to_owned(), self.now_ms());
    }

    /// How many clients are connected to this server.
    pub fn connections(&self) -> usize {
        self.registry().len()
    }

    /// Whether anybody is connected to this server.
    pub fn has_clients(&self) -> bool {
        self.connections() > 0
    }

    /// The players who are connected to this server.
    pub fn connected_players(&self) -> Vec<PlayerId> {
        self.registry().connected_players()
    }

    /// Publishes to players where they stand in tournaments. A place is a state that is worked out anew, so it has no place in
    /// the log: who was away loads the state instead.
    pub fn publish_standings(&self, frames: &[(PlayerId, serde_json::Value)]) {
        self.registry().announce(Channel::TournamentsStatuses, frames);
    }

    /// Publishes to everybody who listens what a jackpot has come to. Each server does so for its own clients.
    pub fn publish_jackpot(&self, amounts: &serde_json::Value) {
        self.registry().broadcast(Channel::JackpotsChanges, amounts);
    }

    /// Publishes to everybody who listens that switches of the site have changed; each asks for its own. Each server does so for
    /// its own clients.
    pub fn publish_features(&self) {
        self.registry().broadcast(Channel::FeaturesChanges, &serde_json::json!({ "features": "changed" }));
    }

    /// Publishes to everybody who listens what happens at a table. Each server does so for its own clients.
    pub fn publish_table(&self, table: TableChannel, what: &serde_json::Value) {
        self.registry().broadcast(table.channel(), what);
    }

    /// How many clients of this server listen to tables of a kind.
    pub fn listeners_of_table(&self, table: TableChannel) -> usize {
        self.registry().listeners(table.channel())
    }

    fn pass_on_endings(&self, effects: &[Effect]) {
        let Some(listener) = self.inner.ending.get() else { return };
        for effect in effects {
            if let Effect::EndSession(session) = effect {
                listener(session);
            }
        }
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.inner.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn db(&self) -> &Db {
        &self.inner.db
    }

    fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    fn allowed_hosts(&self) -> &[String] {
        &self.inner.allowed_hosts
    }

    fn sources(&self) -> &FrameSources {
        &self.inner.sources
    }

    fn epoch(&self) -> &str {
        &self.inner.epoch
    }

    fn now_ms(&self) -> i64 {
        self.inner.clock.now()
    }

    fn now_s(&self) -> i64 {
        self.now_ms().div_euclid(1000)
    }

    fn lane_of(&self, player: PlayerId) -> u8 {
        log::lane_of(self.db(), player)
    }

    fn fresh_id(&self) -> String {
        self.inner.entropy.uuid(&self.inner.clock).to_string()
    }

    /// A place for one connection from `address`; given back when dropped.
    fn take_seat(&self, address: Option<ClientIp>) -> std::result::Result<ConnectionPermit, LimitExceeded> {
        self.inner.seats.enter(address)
    }

    /// A place to read in what `player` missed; `None` when the player has asked for too much.
    async fn recovery_place(&self, player: PlayerId) -> Option<SemaphorePermit<'_>> {
        if !self.registry().may_recover(player, Instant::now()) {
            return None;
        }
        self.inner.recoveries.acquire().await.ok()
    }

    /// Verifies a token. One whose session is over counts as expired, so that the client fetches another
    /// and learns who it is now. So does one older than this server: a session may have ended while it
    /// was not there to hear of it.
    fn verify(&self, token: &str) -> std::result::Result<Verified, TokenError> {
        let verified = self.inner.signer.verify(token, self.now_ms())?;
        if let Subject::Player { session, .. } = &verified.subject {
            let too_old = verified.issued_at_s < self.inner.watching_since_s;
            if too_old || self.registry().has_ended(session) {
                return Err(TokenError::Expired);
            }
        }
        Ok(verified)
    }

    /// Adds a client without subscriptions.
    fn join(&self, subject: &Subject, outbox: &Arc<Outbox>) -> std::result::Result<ClientNo, Disconnect> {
        let mut registry = self.registry();
        if let Subject::Player { id, session, .. } = subject {
            if registry.has_ended(session) {
                return Err(Disconnect::SessionEnded);
            }
            if registry.connections_of(*id) >= self.inner.limits.connections_per_player_max {
                return Err(Disconnect::ConnectionLimit);
            }
        }
        Ok(registry.join(subject.clone(), outbox.clone()))
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hub({} clients)", self.connections())
    }
}
