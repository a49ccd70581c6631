//! Decides, from one seed, which trip to the store goes on next and what goes wrong on the way.
//!
//! Every trip of every server waits here. Whenever nothing else can move, one of those that wait is picked;
//! most of them go on, and some fail: before their work, in the midst of it, or after it, so that the caller
//! hears nothing of what was done. A server may die at any of these points: from then on none of its trips
//! goes on, whatever it still wants.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_db::{Director, Error, Stage, Trip};
use futures_util::future::BoxFuture;
use tokio::sync::{Notify, oneshot};

use crate::chance::Chance;
use crate::tally::Tally;

/// Faults, as one in so many trips.
#[derive(Debug, Clone, Copy)]
pub struct Faults {
    /// Something fails.
    pub fault: u32,
    /// A server dies.
    pub death: u32,
}

/// The state of a run's faults, shared by its servers.
#[derive(Debug)]
pub struct Script {
    stage: Stage,
    inner: Mutex<Inner>,
    arrived: Notify,
}

#[derive(Debug)]
struct Inner {
    chance: Chance,
    faults: Option<Faults>,
    waiting: Vec<Waiting>,
    tally: Tally,
    /// A sum over everything that was picked, to compare two runs of one seed.
    trace: u64,
}

#[derive(Debug)]
struct Waiting {
    server: u32,
    role: u32,
    /// Before or after the work.
    after: bool,
    kind: Kind,
    label: String,
    go: oneshot::Sender<Fate>,
}

/// What a trip may suffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Reads,
    Writes,
    Commits,
}

impl Script {
    /// The script of `seed` on `stage`; without faults until they are switched on.
    pub fn new(seed: u64, stage: Stage) -> Arc<Self> {
        let inner = Inner {
            chance: Chance::new(seed),
            faults: None,
            waiting: Vec::new(),
            tally: Tally::default(),
            trace: 0,
        };
        Arc::new(Self { stage, inner: Mutex::new(inner), arrived: Notify::new() })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Switches faults on or off.
    pub fn fault(&self, faults: Option<Faults>) {
        self.lock().faults = faults;
    }

    /// Counts what happened beside the trips.
    pub fn count(&self, add: impl FnOnce(&mut Tally)) {
        add(&mut self.lock().tally);
    }

    /// What happened so far.
    pub fn tally(&self) -> Tally {
        self.lock().tally
    }

    /// A sum over all decisions so far.
    pub fn trace(&self) -> u64 {
        self.lock().trace
    }

    /// Lets the next trip go on, now that nothing else can move.
    pub fn step(&self) {
        let mut inner = self.lock();
        let mut order: Vec<usize> = (0..inner.waiting.len()).collect();
        order.sort_by(|a, b| {
            let key = |index: usize| {
                let w: &Waiting = &inner.waiting[index];
                (w.server, w.role, w.after, &w.label)
            };
            key(*a).cmp(&key(*b))
        });
        if order.is_empty() {
            return;
        }
        let index = inner.chance.pick(&order);
        let waiting = inner.waiting.swap_remove(index);
        for byte in waiting.label.bytes() {
            inner.trace = (inner.trace ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        inner.trace = inner.trace.wrapping_add(u64::from(waiting.server) + u64::from(waiting.after));
        // What answers late has had its fate already.
        let fate = if waiting.after { Fate::Go } else { inner.fate_before(waiting.kind) };
        drop(inner);
        // A caller that went away has dropped what it wanted to do.
        let _ = waiting.go.send(fate);
    }

    /// Waits until something waits.
    async fn arrival(&self) {
        let arrived = self.arrived.notified();
        if self.lock().waiting.is_empty() {
            arrived.await;
        }
    }
}

impl Inner {
    /// Whether something goes wrong now, and whether it is the end of the server.
    fn strikes(&mut self) -> Option<Fate> {
        let faults = self.faults?;
        if self.chance.one_in(faults.death) {
            return Some(Fate::Die);
        }
        self.chance.one_in(faults.fault).then_some(Fate::Lose)
    }

    fn fate_before(&mut self, kind: Kind) -> Fate {
        self.tally.trips += 1;
        match self.strikes() {
            None => return Fate::Go,
            Some(Fate::Die) => return Fate::Die,
            Some(_) => {}
        }
        match self.chance.below(4) {
            0 if kind == Kind::Commits => {
                self.tally.unknown += 1;
                Fate::Refuse(Error::Unknown("the connection was cut at the commit".to_owned()))
            }
            1 | 2 if kind != Kind::Reads => {
                self.tally.interrupted += 1;
                Fate::Interrupt(1 + i32::try_from(self.chance.below(60)).unwrap_or(0))
            }
            3 => {
                self.tally.refused += 1;
                Fate::Refuse(Error::Retry("another transaction was first".to_owned()))
            }
            _ => {
                self.tally.refused += 1;
                Fate::Refuse(Error::Unavailable("the store is away".to_owned()))
            }
        }
    }

    fn fate_after(&mut self, kind: Kind) -> Fate {
        match self.strikes() {
            Some(Fate::Lose) if kind == Kind::Commits => {
                self.tally.lost += 1;
                Fate::Lose
            }
            Some(Fate::Die) => Fate::Die,
            _ => Fate::Go,
        }
    }
}

/// One server, as long as it lives.
#[derive(Debug)]
pub struct Server {
    script: Arc<Script>,
    number: u32,
    dead: Mutex<bool>,
    /// Rings when the server dies.
    pub died: Notify,
}

/// What is done with a trip.
#[derive(Debug)]
enum Fate {
    Go,
    Die,
    Refuse(Error),
    Interrupt(i32),
    Lose,
}

impl Server {
    /// A server that lives.
    pub fn new(script: Arc<Script>, number: u32) -> Arc<Self> {
        Arc::new(Self { script, number, dead: Mutex::new(false), died: Notify::new() })
    }

    /// Whether it is dead.
    pub fn is_dead(&self) -> bool {
        *self.dead.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills it.
    pub fn die(&self) {
        let mut dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        if !*dead {
            *dead = true;
            let mut inner = self.script.lock();
            inner.tally.deaths += 1;
            // Its trips under way are told so at once: they end, and what they held is rolled back.
            let number = self.number;
            let gone = inner.waiting.extract_if(.., |waiting| waiting.server == number).collect::<Vec<_>>();
            drop(inner);
            for waiting in gone {
                let _ = waiting.go.send(Fate::Die);
            }
            self.died.notify_waiters();
        }
    }

    fn wait(&self, role: u32, trip: &Trip<'_>, after: bool) -> oneshot::Receiver<Fate> {
        let (go, wait) = oneshot::channel();
        let label = match trip {
            Trip::Begin => "begin",
            Trip::Commit => "commit",
            Trip::Batch => "batch",
            Trip::Statement(sql) | Trip::Read(sql) => sql,
        };
        let (server, kind, label) = (self.number, kind(trip), label.to_owned());
        self.script.lock().waiting.push(Waiting { server, role, after, kind, label, go });
        self.script.arrived.notify_one();
        wait
    }

    fn suffer(&self, fate: Fate) -> Result<(), Error> {
        if self.is_dead() {
            return Err(gone_error());
        }
        match fate {
            Fate::Go => Ok(()),
            Fate::Die => {
                self.die();
                Err(gone_error())
            }
            Fate::Refuse(error) => Err(error),
            Fate::Interrupt(steps) => self.script.stage.interrupt(Some(steps)),
            Fate::Lose => Err(Error::Unknown("the answer was lost".to_owned())),
        }
    }
}

const fn kind(trip: &Trip<'_>) -> Kind {
    match trip {
        Trip::Read(_) => Kind::Reads,
        Trip::Begin | Trip::Statement(_) => Kind::Writes,
        Trip::Commit | Trip::Batch => Kind::Commits,
    }
}

fn gone_error() -> Error {
    Error::Unavailable("the server is dead".to_owned())
}

/// The director of one part of a server: its pipe, or one of its readers.
#[derive(Debug, Clone)]
pub struct Directs {
    /// The server.
    pub server: Arc<Server>,
    /// Which part, so that trips that look alike are told apart.
    pub role: u32,
}

impl Director for Directs {
    fn before(&self, trip: &Trip<'_>) -> BoxFuture<'static, Result<(), Error>> {
        let server = self.server.clone();
        if server.is_dead() {
            return Box::pin(async { Err(gone_error()) });
        }
        let wait = server.wait(self.role, trip, false);
        Box::pin(async move {
            let fate = wait.await.unwrap_or(Fate::Die);
            server.suffer(fate)
        })
    }

    fn after(&self, trip: &Trip<'_>, _done: bool) -> BoxFuture<'static, Result<(), Error>> {
        let server = self.server.clone();
        if let Err(error) = server.script.stage.interrupt(None) {
            return Box::pin(async { Err(error) });
        }
        let (fate, late) = {
            let mut inner = server.script.lock();
            let fate = inner.fate_after(kind(trip));
            let late = inner.faults.is_some() && inner.chance.one_in(8);
            inner.tally.late += u64::from(late);
            (fate, late)
        };
        // Some answers come later than others'.
        let wait = late.then(|| server.wait(self.role, trip, true));
        Box::pin(async move {
            if let Some(wait) = wait
                && matches!(wait.await, Ok(Fate::Die) | Err(_))
            {
                return Err(gone_error());
            }
            server.suffer(fate)
        })
    }
}

/// Runs the script until `done`: one trip at a time, each when nothing else can move.
pub async fn direct(script: &Script, done: impl Future<Output = ()>) {
    let steps = async {
        loop {
            script.arrival().await;
            // Time stands still while anything can move: this comes back when all wait for something.
            tokio::time::sleep(Duration::from_millis(1)).await;
            for _ in 0..3 {
                tokio::task::yield_now().await;
            }
            script.step();
        }
    };
    tokio::select! {
        biased;
        () = done => {}
        () = steps => {}
    }
}
