//! The application: what every handler and reader may use.

mod background;
mod frames;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use croupier_db::Db;
use croupier_games::Game;
use tokio::sync::watch;

use crate::account::registers::{self, Registers};
use crate::adventure;
use crate::bonus::Bonuses;
use crate::cashbox::Cashbox;
use crate::catalogue::{Catalogue, ListRules};
use crate::content::library::MediaCache;
use crate::content::{self, ContentStore};
use crate::editorial::Editions;
use crate::flags::Flags;
use crate::http_guard::Policies;
use crate::identity::password::Passwords;
use crate::identity::{self, LiveSessions, Providers, Recaptcha, SignInCheck};
use crate::jackpot;
use crate::limits::SessionLimits;
use crate::lootbox::Lootboxes;
use crate::lottery;
use crate::mail::Mail;
use crate::maintenance::Maintenance;
use crate::ops::Readiness;
use crate::ops::metrics::Metrics;
use crate::platform::blobs::Blobs;
use crate::platform::clock::{Clock, Entropy};
use crate::platform::config::Config;
use crate::platform::geo::Geo;
use crate::platform::http_client::HttpClient;
use crate::platform::rate_limit::RateLimits;
use crate::platform::secrets::Secrets;
use crate::platform::supervise::{self, Health};
use crate::play::partners::GamePartners;
use crate::play::session_cache::SessionCache;
use crate::play::{self, Games};
use crate::push::Push;
use crate::realtime::{self, Hub};
use crate::seeds;
use crate::servers::Identity;
use crate::site::{self, Site};
use crate::site_config::SiteConfig;
use crate::staff;
use crate::tables;
use crate::tournaments::{self, Definitions, Standings};
use crate::verification;
use crate::wallet::Wallet;

pub use frames::frame_sources;

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
    /// The server clock.
    pub clock: Clock,
    /// The server rng.
    pub entropy: Entropy,
    /// How often things may happen.
    pub limits: RateLimits,
    /// What the content files say about the operator.
    pub site_config: SiteConfig,
    /// Where calls come from.
    pub geo: Geo,
    /// Password hashes.
    pub passwords: Passwords,
    /// Login sessions known to hold.
    pub live_sessions: Arc<LiveSessions>,
    /// Players' money.
    pub wallet: Wallet,
    /// What this server knows of limits on the time of play.
    pub session_limits: SessionLimits,
    /// Ways to pay, and the payment partner.
    pub cashbox: Cashbox,
    /// Bonuses and free spins.
    pub bonuses: Bonuses,
    /// Lootboxes and the wheel.
    pub lootboxes: Lootboxes,
    /// Which lotteries there are, and when they come.
    pub lotteries: lottery::Definitions,
    /// Which adventures there are, and when they come.
    pub adventures: adventure::Definitions,
    /// Files that are kept encrypted.
    pub blobs: Blobs,
    /// Who checks who players are, beside staff.
    pub identity_partner: Option<verification::IdentityPartner>,
    /// National registers of people who have excluded themselves.
    pub registers: Registers,
    /// What is looked at before a player comes in.
    pub sign_in_check: SignInCheck,
    /// The games on offer.
    pub catalogue: Catalogue,
    /// The way to the mail server.
    pub mail: Mail,
    /// The way to players' devices, when it is on.
    pub push: Option<Push>,
    /// The content in force, as a folder that everybody who reads content reads.
    pub editions: Editions,
    /// What the site is told: pages, banners, settings, brands.
    pub content: ContentStore,
    /// Files of the library that were asked for last.
    pub media_cache: MediaCache,
    /// The operator's own games.
    pub games: Games,
    /// Partners whose games are played here.
    pub game_partners: GamePartners,
    /// What this server remembers of play.
    pub known: SessionCache,
    /// Who says of visitors whether they are persons, when that is not asked by the built-in captcha.
    pub recaptcha: Option<Recaptcha>,
    /// Providers by which players may sign in.
    pub providers: Providers,
    /// The browsers that listen.
    pub realtime: Hub,
    /// Which tournaments there are, and when they come.
    pub tournaments: Definitions,
    /// What players were told of their places.
    pub standings: Standings,
    /// Which jackpots there are.
    pub jackpots: jackpot::Definitions,
    /// What browsers were told of jackpots.
    pub jackpot_broadcast: jackpot::Broadcast,
    /// What this server knows of tables.
    pub tables: tables::Tables,
    /// The built player site.
    pub site: Site,
    /// How the work beside requests does.
    pub health: Health,
    /// Switches of the site.
    pub flags: Flags,
    /// Brands whose sites are closed.
    pub maintenance: Maintenance,
    /// What was last found out about the way of a write.
    pub readiness: Readiness,
    /// What is counted.
    pub metrics: Metrics,
    /// Who this server is among others.
    pub identity: Identity,
    /// Turns true when the server is to stop.
    pub stopping: watch::Sender<bool>,
}

impl App {
    /// Opens the storage, brings it up to date, fills it with content and starts the wallet's pipe.
    pub async fn start(config: Config, clock: Clock) -> Result<Arc<Self>> {
        // Whoever waits for it need not hold all that it opens.
        Box::pin(Self::start_offering(play::built_in()?, config, clock)).await
    }

    /// Like [`App::start`], with these built-in games on offer instead of those that are built in.
    pub async fn start_offering(games: Vec<Game>, config: Config, clock: Clock) -> Result<Arc<Self>> {
        let entropy = Entropy;
        let geo = Geo::open(&config)?;
        let passwords = Passwords::new(entropy)?;
        let secrets = Secrets::of_installation(&config.data, entropy)?;
        let blobs = Blobs::open(&config, &secrets, entropy);
        let http = HttpClient::open(&config)?;
        let connections = usize::try_from(config.database_connections)?;
        let db = Db::open_with(&config.target(), connections).await.context("cannot open the storage")?;
        let ran = db.migrate().await.context("cannot bring the tables up to date")?;
        tracing::info!(engine = db.engine_name(), migrations = ran, "storage is ready");
        seeds::refuse_missing_keys(&db, &secrets).await?;
        identity::app_secrets::refuse_missing_keys(&db, &secrets).await?;
        staff::app_secrets::refuse_missing_keys(&db, &secrets).await?;
        let editions = Editions::open(&db, &config.content_dir, config.content_reload).await?;
        let edition = editions.now();
        let folder = edition.folder();
        let site_config = SiteConfig::load(&config, folder).context("cannot read the content")?;
        let cashbox = Cashbox::load(&config, folder, &secrets, &http, &clock)?;
        let bonuses = Bonuses::load(folder, &site_config.statuses.now())?.numbered(edition.versions());
        let identity_partner = verification::IdentityPartner::open(&config, &http, &clock);
        let lootboxes = Lootboxes::load(folder, &bonuses.offers())?;
        let lotteries = lottery::load(folder, &bonuses.offers())?;
        let adventures = adventure::load(folder, &bonuses.offers())?;
        let games = Games::open(&db, &clock, games).await.context("cannot keep the rules of the games")?;
        let game_partners = GamePartners::open(&config, &http, &clock);
        let launchers = games.launchers().with_providers(game_partners.providers());
        let jackpots = jackpot::load(folder).context("the content folder is faulty")?;
        let rules = list_rules(&bonuses, &jackpots);
        let catalogue = content::start(&db, &clock, folder, launchers, rules).await?;
        let origins = content::frame_origins(editions.seed(), &catalogue);
        let policies = Policies::of(&config, origins.iter().map(String::as_str))?;
        let content = ContentStore::open(&db, &clock, folder).await?;
        let tournaments = tournaments::load(folder).context("the content folder is faulty")?;
        let site = Site::load(&config.site_dir).context("cannot load the player site")?;
        site::warn_of_faulty_texts(&site, &content.now().pages);
        let mail = Mail::open(&config, folder)?;
        let recaptcha = Recaptcha::of(&config, &http);
        let providers = Providers::of(&config, &http);
        let registers = Registers::of(&config, &http);
        let push = Push::open(&config, &secrets, http)?;
        let wallet = Wallet::start(db.clone()).with_rates(site_config.rates.clone());
        let health = Health::default();
        let metrics = Metrics::new(&wallet, &health);
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
            frame_sources(),
        )
        .await
        .context("cannot open the realtime hub")?;
        let live_sessions = Arc::new(LiveSessions::default());
        let ending = live_sessions.clone();
        realtime.when_sessions_end(move |session| ending.end(session));
        let flags = Flags::open(&db).await.context("cannot read the switches")?;
        let maintenance = Maintenance::open(&db).await.context("cannot read what is closed")?;
        let identity = Identity::new(entropy, &clock);
        let stopping = watch::Sender::new(false);
        let limits = RateLimits::new(&config, &clock);
        Ok(Arc::new(Self {
            config,
            secrets,
            db,
            policies,
            clock,
            entropy,
            limits,
            site_config,
            geo,
            passwords,
            live_sessions,
            wallet,
            session_limits: SessionLimits::default(),
            cashbox,
            bonuses,
            lootboxes,
            lotteries,
            adventures,
            blobs,
            identity_partner,
            registers,
            sign_in_check: registers::before_sign_in,
            catalogue,
            mail,
            push,
            editions,
            recaptcha,
            providers,
            content,
            media_cache: MediaCache::default(),
            games,
            game_partners,
            known: SessionCache::default(),
            realtime,
            tournaments,
            standings: Standings::default(),
            jackpots,
            jackpot_broadcast: jackpot::Broadcast::default(),
            tables: tables::Tables::default(),
            site,
            health,
            flags,
            maintenance,
            readiness: Readiness::default(),
            metrics,
            identity,
            stopping,
        }))
    }

    /// Does the work of `job` at once and then every `period` until the server stops, see [`supervise::every`].
    pub async fn every<F, E>(
        self: &Arc<Self>,
        job: &'static str,
        period: Duration,
        work: impl Fn(Arc<Self>) -> F,
    ) where
        F: Future<Output = Result<(), E>>,
        E: std::fmt::Debug,
    {
        let stopping = self.stopping.subscribe();
        supervise::every(&self.health, job, period, stopping, || work(self.clone())).await;
    }
}

/// What the lists of games that fill themselves follow now.
fn list_rules(bonuses: &Bonuses, jackpots: &jackpot::Definitions) -> ListRules {
    ListRules { wagering: bonuses.offers().wagered_terms(), jackpots: jackpot::games(jackpots) }
}
