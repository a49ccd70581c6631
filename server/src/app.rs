//! The application: what every handler and reader may use.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use croupier_db::Db;
use croupier_games::Game;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::MissedTickBehavior;

use crate::audit;
use crate::cashbox::{self, Cashbox};
use crate::catalogue::Catalogue;
use crate::clock::{Clock, Entropy};
use crate::config::Config;
use crate::content::{self, Shelf};
use crate::door::pace::Pace;
use crate::geo::Geo;
use crate::house::House;
use crate::http_guard::Policies;
use crate::identity::LiveSessions;
use crate::identity::password::Passwords;
use crate::limiter::Limiter;
use crate::mail::{self, Mail};
use crate::ops::metrics::Metrics;
use crate::ops::watchdog;
use crate::play::known::Known;
use crate::play::{self, Games};
use crate::push::{self, Push};
use crate::readers::{self, After, Reader};
use crate::realtime::{self, Hub};
use crate::secrets::Secrets;
use crate::site::{self, Site};
use crate::visit;
use crate::wallet::{self, Wallet};

/// The state of one server.
#[derive(Debug)]
pub struct App {
    /// Settings.
    pub config: Config,
    /// Secrets of the installation.
    pub secrets: Secrets,
    /// Storage.
    pub db: Db,
    /// What browsers are told to let pages load.
    pub policies: Policies,
    /// The house clock.
    pub clock: Clock,
    /// The house dice.
    pub entropy: Entropy,
    /// How often things may happen.
    pub limiter: Limiter,
    /// How many calls an address may make.
    pub pace: Pace,
    /// What the content files say about the house.
    pub house: House,
    /// Where calls come from.
    pub geo: Geo,
    /// Password hashes.
    pub passwords: Passwords,
    /// Login sessions known to hold.
    pub live_sessions: Arc<LiveSessions>,
    /// Players' money.
    pub wallet: Wallet,
    /// Ways to pay, and the payment partner.
    pub cashbox: Cashbox,
    /// The games on offer.
    pub catalogue: Catalogue,
    /// The way to the mail server.
    pub mail: Mail,
    /// The way to players' devices, when it is on.
    pub push: Option<Push>,
    /// What the site is told: pages, banners, settings, brands.
    pub content: Shelf,
    /// The house's own games.
    pub games: Games,
    /// What this server remembers of play.
    pub known: Known,
    /// The browsers that listen.
    pub realtime: Hub,
    /// The built player site.
    pub site: Site,
    /// What is counted.
    pub metrics: Metrics,
    /// Turns true when the server is to stop.
    pub stopping: watch::Sender<bool>,
}

impl App {
    /// Opens the storage, brings it up to date, fills it with content and starts the wallet's pipe.
    pub async fn start(config: Config, clock: Clock) -> Result<Arc<Self>> {
        Self::start_offering(play::built_in()?, config, clock).await
    }

    /// Like [`App::start`], with these house games on offer instead of those that are built in.
    pub async fn start_offering(games: Vec<Game>, config: Config, clock: Clock) -> Result<Arc<Self>> {
        let entropy = Entropy;
        let house = House::load(&config).context("cannot read the content")?;
        let geo = Geo::open(&config)?;
        let policies = Policies::of(&config)?;
        let passwords = Passwords::new(entropy)?;
        let secrets = Secrets::load(&config.data, std::env::var("CROUPIER_SECRET").ok(), entropy)?;
        let cashbox = Cashbox::load(&config, &secrets)?;
        let db = Db::open(&config.target()).await.context("cannot open the storage")?;
        let ran = db.migrate().await.context("cannot bring the tables up to date")?;
        tracing::info!(engine = db.engine_name(), migrations = ran, "storage is ready");
        let games = Games::open(&db, &clock, games).await.context("cannot keep the rules of the games")?;
        let catalogue = content::start(&db, &clock, &config.content_dir).await?;
        let content = Shelf::open(&db, &clock, &config.content_dir).await?;
        let site = Site::load(&config.site_dir).context("cannot load the player site")?;
        site::tell_of_faulty_texts(&site, &content.now().pages);
        let mail = Mail::open(&config)?;
        let push = Push::open(&config, &secrets)?;
        let wallet = Wallet::start(db.clone());
        let metrics = Metrics::new(&wallet);
        let host = config.public_url.split_once("://").map_or("", |(_, host)| host).to_owned();
        let realtime = Hub::open(
            db.clone(),
            clock.clone(),
            entropy,
            &secrets.key_for("realtime"),
            vec![host],
            realtime::Limits {
                connections_max: usize::try_from(config.realtime_connections_max)?,
                connections_per_address_max: usize::try_from(config.connections_per_address_max)?,
                ..realtime::Limits::default()
            },
        )
        .await
        .context("cannot open the realtime hub")?;
        let live_sessions = Arc::new(LiveSessions::default());
        let ending = live_sessions.clone();
        realtime.when_sessions_end(move |session| ending.end(session));
        let stopping = watch::Sender::new(false);
        let pace = Pace::new(config.requests_per_address_max);
        Ok(Arc::new(Self {
            config,
            secrets,
            db,
            policies,
            clock,
            entropy,
            limiter: Limiter::default(),
            pace,
            house,
            geo,
            passwords,
            live_sessions,
            wallet,
            cashbox,
            catalogue,
            mail,
            push,
            content,
            games,
            known: Known::default(),
            realtime,
            site,
            metrics,
            stopping,
        }))
    }

    /// Does `work` at once and then every `period`, counted from its beginning, until the server stops; a stop
    /// waits for the end of what has begun.
    pub(crate) async fn every<F>(self: &Arc<Self>, period: Duration, work: impl Fn(Arc<Self>) -> F)
    where
        F: Future<Output = ()>,
    {
        let mut stopping = self.stopping.subscribe();
        let mut ticks = tokio::time::interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
            work(self.clone()).await;
        }
    }

    /// Starts the work that goes on beside requests: readers of the log, frames to browsers, a look after
    /// payments, mails, notices on devices, what is new in the content folder, seals on the log, a look at the
    /// books, and wake-ups between servers. It ends in good order once `stopping` turns true; wait for the handle.
    pub fn start_background(self: &Arc<Self>) -> JoinHandle<()> {
        let mut tasks = JoinSet::new();
        let app = self.clone();
        tasks.spawn(async move {
            let mut stopping = app.stopping.subscribe();
            tokio::select! {
                () = app.db.pass_wake_ups() => {}
                _ = stopping.wait_for(|stop| *stop) => {}
            }
        });
        let app = self.clone();
        tasks.spawn(async move { app.realtime.run(app.stopping.subscribe()).await });
        let app = self.clone();
        tasks.spawn(async move {
            let stopping = app.stopping.subscribe();
            let lease_ms = app.config.reader_lease_ms();
            readers::run(&app.db, &app.clock, app.entropy, &all_readers(&app), lease_ms, &stopping).await;
        });
        tasks.spawn(play::sweep::run(self.clone()));
        tasks.spawn(cashbox::resolver::run(self.clone()));
        tasks.spawn(content::run(self.clone(), |app| {
            site::tell_of_faulty_texts(&app.site, &app.content.now().pages);
        }));
        tasks.spawn(visit::sweep::run(self.clone()));
        tasks.spawn(mail::run(self.clone()));
        tasks.spawn(push::carry::run(self.clone()));
        tasks.spawn(audit::seal::run(self.clone()));
        tasks.spawn(watchdog::run(self.clone()));
        tokio::spawn(async move {
            while let Some(ended) = tasks.join_next().await {
                if let Err(error) = ended {
                    tracing::error!(%error, "work beside requests has failed");
                }
            }
        })
    }
}

/// Every reader of the log, by the name under which it keeps its place.
fn all_readers(app: &Arc<App>) -> Vec<Reader> {
    let mut readers = wallet::readers::all();
    readers.push(Reader::new("recent_wins", |tx, rows| {
        Box::pin(async move {
            play::readers::recent_wins(tx, rows).await?;
            Ok(After::nothing())
        })
    }));
    if app.push.is_some() {
        readers.push(push::reader(app.clone()));
    }
    readers
}
