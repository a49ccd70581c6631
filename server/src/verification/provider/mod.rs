//! Who a player is, checked by a partner at whose page the player shows a document and a face.
//!
//! A webhook only says of whom there is news; what is so, the partner is asked. So lost, late, repeated and reordered
//! messages do no harm, and a look now and then ([`looking`]) heals those that never come. What the partner tells is taken by
//! attempt and time, under the lock of the player's row and lane ([`taking`]).
//!
//! The partner's yes counts when the document tells of the person of the profile ([`comparing`]), no other account has shown
//! it, and staff has not said no; otherwise it waits for staff ([`deciding`]). A yes that the partner takes back takes back
//! what it had made true, and never what staff has said.

mod comparing;
mod countries;
mod deciding;
pub mod http;
mod judging;
pub mod looking;
mod mails;
mod model;
mod starting;
mod store;
mod sumsub;
mod taking;
mod webhook;

use std::fmt;
use std::time::Duration;

use axum::http::HeaderMap;
use croupier_ledger::PlayerId;

use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::http_client::HttpClient;
use crate::player::Player;
pub use deciding::{
    CheckDecided, CheckDecision, ComparedValue, compare_again, compared, decide_check, partner_check,
    partner_checks_waiting, sharing_document,
};
pub(super) use mails::announce;
use model::CheckReport;
pub use model::{CheckReason, CheckState, CheckStatus, ComparedField, PartnerCheck};
pub(super) use store::contradictions;
use sumsub::Sumsub;
pub(super) use taking::{is_identity_proven, lean_on_partner, own_word};

/// The longest a call to the partner may take; a browser waits for it.
const CALL_MAX: Duration = Duration::from_secs(8);

/// Why the partner has not answered as is needed.
#[derive(Debug)]
enum Failure {
    /// It knows nobody of that name.
    Missing,
    /// It knows somebody of that name already.
    Conflict,
    /// No answer, or one that says nothing.
    Unknown(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("it knows no such player"),
            Self::Conflict => f.write_str("it knows such a player already"),
            Self::Unknown(why) => f.write_str(why),
        }
    }
}

/// Why a webhook is not believed.
#[derive(Debug)]
enum WebhookRejection {
    /// The signature is missing or not the partner's.
    Signature,
    /// It is signed, and says nothing.
    Unreadable(String),
}

/// A player, by the name that the partner or the operator has given.
#[derive(Debug, Clone, Copy)]
enum PlayerRef<'a> {
    Theirs(&'a str),
    Ours(&'a str),
}

/// Whom a webhook tells of.
#[derive(Debug)]
struct WebhookReport {
    applicant: String,
    external: String,
    /// When the partner has noticed, UTC milliseconds.
    at: Option<i64>,
}

/// The way to the partner's page.
#[derive(Debug)]
struct Entrance {
    url: String,
    /// Until when it leads there, UTC milliseconds.
    until: i64,
}

/// Our name for a player at the partner.
fn external(player: PlayerId) -> String {
    format!("player-{player}")
}

/// The partner that checks who players are, whose wire an adapter speaks.
#[derive(Debug)]
pub struct IdentityPartner(Adapter);

#[derive(Debug)]
enum Adapter {
    Sumsub(Sumsub),
}

impl IdentityPartner {
    /// The partner that the settings name; `None` when staff alone checks who players are.
    pub(crate) fn open(config: &Config, http: &HttpClient, clock: &Clock) -> Option<Self> {
        Sumsub::open(config, http.clone(), clock.clone()).map(Adapter::Sumsub).map(Self)
    }

    /// Where staff sees a player at the partner.
    pub fn cockpit(&self, check: &PartnerCheck) -> Option<String> {
        let Adapter::Sumsub(sumsub) = &self.0;
        sumsub.cockpit(&check.applicant)
    }

    async fn begin(&self, player: &Player) -> Result<CheckReport, Failure> {
        let Adapter::Sumsub(sumsub) = &self.0;
        sumsub.begin(player, &external(player.id)).await
    }

    async fn find(&self, known: PlayerRef<'_>) -> Result<CheckReport, Failure> {
        let Adapter::Sumsub(sumsub) = &self.0;
        sumsub.find(known).await
    }

    async fn entrance(&self, player: &Player) -> Result<Entrance, Failure> {
        let Adapter::Sumsub(sumsub) = &self.0;
        sumsub.entrance(&external(player.id), &player.locale).await
    }

    fn read_webhook(&self, headers: &HeaderMap, body: &[u8]) -> Result<WebhookReport, WebhookRejection> {
        let Adapter::Sumsub(sumsub) = &self.0;
        sumsub.read_webhook(headers, body)
    }
}
