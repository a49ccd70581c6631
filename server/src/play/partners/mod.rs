//! Games of partners: opened at the partner's address, whose every bet and win asks this site.
//!
//! Which partner runs the games of a provider, the settings say ([`GamePartners`]). A launch writes a session down and asks
//! the partner for the address of its page ([`opening`]). The partner's calls come signed ([`callbacks`]); what they ask
//! becomes one command of the wallet ([`acting`]), whose keys are made of the partner's own names. So a call that comes
//! again is answered as it was the first time, and calls of a round may come in any order. Free spins of the operator are issued
//! to the partner ([`spins`]).

mod acting;
mod aggregator;
mod callbacks;
mod failures;
mod fault;
mod opening;
pub mod spins;
mod spins_store;
mod store;
mod wins;

use std::sync::atomic::{AtomicI64, Ordering};

use axum::http::HeaderMap;
use croupier_money::Currency;

use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::http_client::HttpClient;
use crate::platform::partner_health::Health;
use aggregator::{Aggregator, Failure, Issue, Opening};

pub(super) use callbacks::routes;
pub use failures::{CallFailure, failures};
pub(super) use opening::{BetPlacement, OpenedPage, open_demo, open_real};

/// A partner whose games are played here.
#[derive(Debug)]
pub struct Partner {
    /// Its name in addresses and rows.
    pub name: String,
    /// The providers of the catalogue whose games it runs.
    pub providers: Vec<String>,
    adapter: Adapter,
    clock: Clock,
    health: Health,
    /// Calls in its name that were not signed rightly, since this server has started.
    unsigned: AtomicI64,
}

/// The wire that a partner speaks.
#[derive(Debug)]
enum Adapter {
    Aggregator(Aggregator),
}

impl Partner {
    /// Since when it gives no answers, in UTC milliseconds; `None` while it does.
    pub fn away_since(&self) -> Option<i64> {
        self.health.away_since()
    }

    /// Of its last calls, how many were answered, and how many there were.
    pub fn answered(&self) -> (usize, usize) {
        self.health.answered(self.clock.now())
    }

    /// Calls in its name that were not signed rightly, since this server has started.
    pub fn unsigned(&self) -> i64 {
        self.unsigned.load(Ordering::Relaxed)
    }

    /// Whether the partner has signed `body`; one that it has not is counted.
    fn has_signed(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let Adapter::Aggregator(aggregator) = &self.adapter;
        let signed = aggregator.has_signed(headers, body);
        if !signed {
            self.unsigned.fetch_add(1, Ordering::Relaxed);
        }
        signed
    }

    /// Asks for the address of a game's page: for money where `session` names one, for fun otherwise.
    async fn open_page(&self, opening: &Opening<'_>) -> Result<String, Failure> {
        let Adapter::Aggregator(aggregator) = &self.adapter;
        self.noted(aggregator.open_page(opening).await)
    }

    /// Asks the partner to take free spins in; the same issue is taken in once.
    async fn issue_spins(&self, issue: &Issue<'_>) -> Result<(), Failure> {
        let Adapter::Aggregator(aggregator) = &self.adapter;
        self.noted(aggregator.issue_spins(issue).await)
    }

    /// Takes free spins back.
    async fn cancel_spins(&self, issue: &str) -> Result<(), Failure> {
        let Adapter::Aggregator(aggregator) = &self.adapter;
        self.noted(aggregator.cancel_spins(issue).await)
    }

    /// Counts the answer to a call; a refusal is an answer.
    fn noted<T>(&self, answer: Result<T, Failure>) -> Result<T, Failure> {
        let came = !matches!(answer, Err(Failure::Unknown(_)));
        self.health.note(&self.name, came, self.clock.now());
        answer
    }
}

/// The partners of this site, by the providers whose games they run.
#[derive(Debug)]
pub struct GamePartners(Vec<Partner>);

impl GamePartners {
    /// The partners that the settings name.
    pub(crate) fn open(config: &Config, http: &HttpClient, clock: &Clock) -> Self {
        let partner = |named: &crate::platform::config::GamePartner| Partner {
            name: named.name.clone(),
            providers: named.providers.clone(),
            adapter: Adapter::Aggregator(Aggregator::open(named, http.clone())),
            clock: clock.clone(),
            health: Health::default(),
            unsigned: AtomicI64::new(0),
        };
        Self(config.game_partners.iter().map(partner).collect())
    }

    /// The partner that runs the games of `provider`.
    pub fn of_provider(&self, provider: &str) -> Option<&Partner> {
        self.0.iter().find(|partner| partner.providers.iter().any(|known| known == provider))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Partner> {
        self.0.iter()
    }

    /// The providers whose games can be opened at partners.
    pub(crate) fn providers(&self) -> impl Iterator<Item = String> {
        self.0.iter().flat_map(|partner| &partner.providers).cloned()
    }

    fn named(&self, name: &str) -> Option<&Partner> {
        self.0.iter().find(|partner| partner.name == name)
    }
}

/// A game that a player has opened for money at a partner.
#[derive(Debug, Clone)]
struct PartnerSession {
    /// Named to the partner.
    id: String,
    partner: String,
    player: i64,
    /// The login session that opened it.
    login_session: String,
    /// The game's number in the catalogue.
    game_id: i64,
    /// The game's identifier.
    game: String,
    /// The wallet that pays.
    currency: Currency,
    /// Where the player was when it was opened.
    country: Option<String>,
    /// No bet is taken from then on, UTC milliseconds.
    expires_at: i64,
}

impl PartnerSession {
    /// The provider of its game.
    fn provider(&self) -> &str {
        self.game.split('/').next().unwrap_or_default()
    }
}

/// The name under which a partner knows a game: `{provider}:{slug}`.
fn name_at_partner(identifier: &str) -> String {
    identifier.replacen('/', ":", 1)
}

/// Whether a partner's name of something may be taken: short, and visible characters alone.
fn is_name(text: &str) -> bool {
    (1..=128).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}
