//! The payment partners behind one registry: each adapter speaks its partner's wire, and all answer in the same types.
//!
//! Every call may be lost on its way there or back. A lost answer is [`Failure::Unknown`]: the payment may
//! exist. Asking again with the same id is always safe, because every partner takes it as the name of one payment.

mod meridian;
mod northpay;
mod report;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use axum::http::HeaderMap;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::model::Payment;
use super::settlement::Part;
use crate::platform::calendar::Date;
use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::current::Current;
use crate::platform::http_client::HttpClient;
use crate::platform::partner_health::Health;
use crate::platform::secrets::Secrets;
use crate::platform::signature::SignatureError;
use meridian::Meridian;
use northpay::Northpay;
pub(super) use report::{Arrived, Chain, Issued, Kind, Profile, Report, Status};

/// The names under which methods, routes, webhooks and system accounts know the partners that there are adapters for.
pub(super) const NAMES: [&str; 2] = [northpay::NAME, meridian::NAME];

/// The page of the site that ends a visit to a partner's page.
const RETURN_PATH: &str = "/payments/return";

/// The longest a call may take; a browser waits for it.
const CALL_MAX: std::time::Duration = std::time::Duration::from_secs(8);

/// The partners of this site.
#[derive(Debug)]
pub(super) struct Partners(Vec<Partner>);

impl Partners {
    /// The partners that the settings name: Northpay always, Meridian when its address is set.
    pub(super) fn open(config: &Config, secrets: &Secrets, http: &HttpClient, clock: &Clock) -> Result<Self> {
        let northpay = Northpay::open(config, secrets, http.clone())?;
        let mut adapters = vec![(northpay::NAME, Adapter::Northpay(northpay))];
        if let Some(meridian) = Meridian::open(config, http.clone(), clock.clone())? {
            adapters.push((meridian::NAME, Adapter::Meridian(meridian)));
        }
        let partner = |(name, adapter)| Partner {
            name,
            adapter,
            clock: clock.clone(),
            offered_methods: Current::new(None),
            health: Health::default(),
            paid: Mutex::default(),
        };
        Ok(Self(adapters.into_iter().map(partner).collect()))
    }

    /// The partner called `name`, when this site has it.
    pub(super) fn get(&self, name: &str) -> Option<&Partner> {
        self.0.iter().find(|partner| partner.name == name)
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Partner> {
        self.0.iter()
    }
}

/// How deposits at a partner have ended lately.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Paid {
    /// How many were paid.
    pub(super) paid: i64,
    /// How many were paid or refused.
    pub(super) ended: i64,
}

impl Paid {
    /// The paid ones in a hundred; `None` as long as too few have ended to tell.
    pub(super) const fn percent(self) -> Option<i64> {
        if self.ended < ENDED_MIN { None } else { Some(self.paid * 100 / self.ended) }
    }
}

/// So many deposits have to have ended before their share says something.
const ENDED_MIN: i64 = 20;

/// A payment partner with how it does.
#[derive(Debug)]
pub(super) struct Partner {
    /// Its name.
    pub(super) name: &'static str,
    adapter: Adapter,
    clock: Clock,
    /// The methods that it carries; `None` before it was first asked.
    offered_methods: Current<Option<BTreeSet<String>>>,
    health: Health,
    paid: Mutex<Paid>,
}

/// The wire that a partner speaks.
#[derive(Debug)]
enum Adapter {
    Northpay(Northpay),
    Meridian(Meridian),
}

impl Partner {
    /// Whether it carries the method. Before it has said so once, every method counts as carried: a payment by one that
    /// is not is refused by the partner itself.
    pub(super) fn carries(&self, method: &str) -> bool {
        self.offered_methods.now().as_ref().as_ref().is_none_or(|ids| ids.contains(method))
    }

    /// Since when it gives no answers, in UTC milliseconds; `None` while it does.
    pub(super) fn away_since(&self) -> Option<i64> {
        self.health.away_since()
    }

    /// Of its last calls, how many were answered, and how many there were.
    pub(super) fn answered(&self) -> (usize, usize) {
        self.health.answered(self.clock.now())
    }

    /// How its deposits have ended lately.
    pub(super) fn paid(&self) -> Paid {
        *self.paid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over how its deposits have ended lately.
    pub(super) fn note_paid(&self, paid: Paid) {
        *self.paid.lock().unwrap_or_else(PoisonError::into_inner) = paid;
    }

    /// Asks which methods it carries; the others are hidden from then on.
    pub(super) async fn ask_for_methods(&self) -> Result<(), Failure> {
        let found = match &self.adapter {
            Adapter::Northpay(northpay) => northpay.methods().await,
            Adapter::Meridian(meridian) => meridian.methods().await,
        };
        self.offered_methods.replace(Some(self.noted(found)?));
        Ok(())
    }

    /// Asks for `payment`, or for the answer that was given to it before. Cards that begin with `blocked_bins` are not
    /// to be taken.
    pub(super) async fn create(&self, payment: &Payment, blocked_bins: &[String]) -> Result<Report, Failure> {
        self.noted(match &self.adapter {
            Adapter::Northpay(northpay) => northpay.create(payment, blocked_bins).await,
            Adapter::Meridian(meridian) => meridian.create(payment, blocked_bins).await,
        })
    }

    /// The partner's payment for ours, when there is one.
    pub(super) async fn find(&self, id: Uuid) -> Result<Option<Report>, Failure> {
        self.noted(match &self.adapter {
            Adapter::Northpay(northpay) => northpay.find(id).await,
            Adapter::Meridian(meridian) => meridian.find(id).await,
        })
    }

    /// Asks the partner to give `payment` up. Answers how it stands there then, which may be another end; `None` when
    /// the partner does not know it.
    pub(super) async fn cancel(&self, payment: &Payment) -> Result<Option<Report>, Failure> {
        self.noted(match &self.adapter {
            Adapter::Northpay(northpay) => northpay.cancel(payment).await,
            Adapter::Meridian(meridian) => meridian.cancel(payment.id).await,
        })
    }

    /// Whether it issues lasting addresses of coins.
    pub(super) const fn issues_addresses(&self) -> bool {
        matches!(self.adapter, Adapter::Northpay(_))
    }

    /// The lasting address of a player for a coin; the same one each time.
    pub(super) async fn issue_address(&self, player: PlayerId, coin: Currency) -> Result<Issued, Failure> {
        self.noted(match &self.adapter {
            Adapter::Northpay(northpay) => northpay.issue_address(player, coin).await,
            Adapter::Meridian(_) => Err(no_addresses()),
        })
    }

    /// What came to lasting addresses after `place`, the `next` of the part before.
    pub(super) async fn arrivals(&self, place: &str) -> Result<Arrived, Failure> {
        self.noted(match &self.adapter {
            Adapter::Northpay(northpay) => northpay.arrivals(place).await,
            Adapter::Meridian(_) => Err(no_addresses()),
        })
    }

    /// A part of the partner's file of `day`, in UTC: the first one, or the one that `place` of the part before names.
    pub(super) async fn settled(&self, day: Date, place: Option<&str>) -> Result<Part, Failure> {
        self.noted(match &self.adapter {
            Adapter::Northpay(northpay) => northpay.settled(day, place).await,
            Adapter::Meridian(meridian) => meridian.settled(day, place).await,
        })
    }

    /// What a webhook says that arrived at `now`, when the partner has signed it.
    pub(super) fn read_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: i64,
    ) -> Result<Report, WebhookRejection> {
        match &self.adapter {
            Adapter::Northpay(northpay) => northpay.read_webhook(headers, body, now),
            Adapter::Meridian(meridian) => meridian.read_webhook(headers, body, now),
        }
    }

    /// Counts the answer to a call: a partner that gives too few is gone around. A refusal is an answer.
    fn noted<T>(&self, answer: Result<T, Failure>) -> Result<T, Failure> {
        let came = !matches!(answer, Err(Failure::Unknown(_)));
        self.health.note(self.name, came, self.clock.now());
        answer
    }
}

/// The answer of a partner that issues no lasting addresses, which is not asked for any.
fn no_addresses() -> Failure {
    Failure::Refused("no lasting addresses".to_owned())
}

/// Why a webhook is not taken.
#[derive(Debug)]
pub(super) enum WebhookRejection {
    /// Its signature is not right, or too old.
    Signature(SignatureError),
    /// It is rightly signed and no message about a payment.
    Unreadable(String),
}

/// Why a call came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    /// The partner refuses the payment; asking again will not help.
    #[error("the partner refuses: {0}")]
    Refused(String),
    /// The partner answers something else than what was asked, in its own word.
    #[error("the partner answers: {0}")]
    Answered(String),
    /// Whether the partner has the payment is not known.
    #[error("the partner gave no answer: {0}")]
    Unknown(String),
}
