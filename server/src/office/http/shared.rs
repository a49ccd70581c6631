//! What several calls of the back office show.

use axum::http::{HeaderMap, HeaderValue};
use croupier_ledger::{Key, NO_END, PlayerId, StopReason};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::account::shared_devices::KnownBy;
use crate::app::App;
use crate::cashbox::{Link, PaymentLine};
use crate::identity::{self, StopRow};
use crate::office::found::{self, Found};
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::masking::{mask_email, mask_name};
use crate::rules::{self, Rule};
use crate::wallet::{self, PlayerStat};

/// The longest reason, in characters.
const REASON_MAX: usize = 500;

/// Items of a page.
pub(super) const PAGE: usize = 50;

/// How many items to ask the store for, so that the page knows whether there are more.
pub(super) const PAGE_AND_ONE: i64 = 51;

/// The payments that the page of a player or of a cashout shows.
pub(super) const PAYMENTS_SHOWN: i64 = 10;

/// A reason as it is kept; 422 with the code of `field` when it is none.
pub(super) fn reason(field: &str, typed: &str) -> ApiResult<String> {
    rules::long_text(typed, REASON_MAX).map_err(|rule: Rule| ApiError::fields(vec![rule.on(field)]))
}

/// Who has switched something off, and why.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SwitchView {
    pub(super) by: String,
    pub(super) reason: String,
    pub(super) at: String,
}

/// A player in a list, personal data masked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PlayerBrief {
    /// The number.
    pub(super) id: i64,
    /// Masked, as `j***@e***.com`.
    pub(super) email: String,
    /// Masked, as `J*** D***`; null while the player has told no name.
    pub(super) name: Option<String>,
    /// ISO 3166-1.
    pub(super) country: String,
    /// Whether staff has made sure who the player is.
    pub(super) verified: bool,
    /// The reasons for which the player is stopped now.
    pub(super) stops: Vec<StopName>,
}

impl PlayerBrief {
    /// `found` with the reasons that hold at `now`.
    pub(super) fn of(found: &Found, stops: &[StopRow], now: i64) -> Self {
        let held = stops.iter().filter(|stop| stop.until > now);
        Self {
            id: found.id,
            email: mask_email(&found.email),
            name: mask_name(found.first_name.as_deref(), found.last_name.as_deref()),
            country: found.country.clone(),
            verified: found.verified_at.is_some(),
            stops: held.map(|stop| StopName::from(stop.reason)).collect(),
        }
    }
}

/// The players with these numbers; whoever is gone is left out.
pub(super) async fn briefs(app: &App, ids: &[PlayerId]) -> ApiResult<Vec<PlayerBrief>> {
    let now = app.clock.now();
    let mut briefs = Vec::new();
    for found in found::with_ids(&app.db, ids).await? {
        let stops = identity::stop_rows(&app.db, found.id).await?;
        briefs.push(PlayerBrief::of(&found, &stops, now));
    }
    Ok(briefs)
}

/// The brief of the player `id` among `briefs`.
pub(super) fn brief_of(briefs: &[PlayerBrief], id: PlayerId) -> ApiResult<PlayerBrief> {
    let brief = briefs.iter().find(|brief| brief.id == id).cloned();
    brief.ok_or_else(|| ApiError::internal(&format!("player {id} has no profile")))
}

/// Why a player is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StopName {
    /// By the operator.
    Operator,
    /// By the player's own wish, for long or for good.
    Exclusion,
    /// By the player's own wish, for a while.
    CoolingOff,
    /// For a suspicion of fraud, of which the player must not learn.
    Fraud,
    /// Until documents are verified.
    Verification,
    /// The account is closed.
    Closed,
    /// By the player's own wish, told to a national register.
    Register,
    /// Until a national register answers.
    RegisterSilent,
}

impl From<StopReason> for StopName {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Operator => Self::Operator,
            StopReason::Exclusion => Self::Exclusion,
            StopReason::CoolingOff => Self::CoolingOff,
            StopReason::Fraud => Self::Fraud,
            StopReason::Verification => Self::Verification,
            StopReason::Closed => Self::Closed,
            StopReason::Register => Self::Register,
            StopReason::RegisterSilent => Self::RegisterSilent,
        }
    }
}

impl From<StopName> for StopReason {
    fn from(name: StopName) -> Self {
        match name {
            StopName::Operator => Self::Operator,
            StopName::Exclusion => Self::Exclusion,
            StopName::CoolingOff => Self::CoolingOff,
            StopName::Fraud => Self::Fraud,
            StopName::Verification => Self::Verification,
            StopName::Closed => Self::Closed,
            StopName::Register => Self::Register,
            StopName::RegisterSilent => Self::RegisterSilent,
        }
    }
}

/// A stop of a player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct StopView {
    /// Why.
    pub(super) reason: StopName,
    /// Its end; null until it is lifted.
    pub(super) until: Option<String>,
    /// Whether its end has passed.
    pub(super) over: bool,
    /// When it was made.
    pub(super) since: String,
    /// Who has made it.
    pub(super) by: String,
    /// In the words of who has made it.
    pub(super) why: String,
}

impl StopView {
    /// `row` as it stands at `now`.
    pub(super) fn of(row: StopRow, now: i64) -> Self {
        Self {
            reason: row.reason.into(),
            until: (row.until != NO_END).then(|| rfc3339(row.until)),
            over: row.until <= now,
            since: rfc3339(row.stopped_at),
            by: row.stopped_by,
            why: row.why,
        }
    }
}

/// What a player has paid, staked and won in one currency. Amounts in subunits.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SumsView {
    /// The currency.
    pub(super) currency: String,
    /// Deposits that succeeded.
    pub(super) deposits_cents: i64,
    /// How many of them.
    pub(super) deposits_count: i64,
    /// Cashouts that succeeded.
    pub(super) cashouts_cents: i64,
    /// Bets, less those rolled back.
    pub(super) bets_cents: i64,
    /// Wins, less those rolled back.
    pub(super) wins_cents: i64,
}

impl From<PlayerStat> for SumsView {
    fn from(stat: PlayerStat) -> Self {
        Self {
            currency: stat.currency.code().to_owned(),
            deposits_cents: stat.deposits,
            deposits_count: stat.deposits_count,
            cashouts_cents: stat.cashouts,
            bets_cents: stat.bets,
            wins_cents: stat.wins,
        }
    }
}

/// A payment in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = OfficePayment)]
pub(super) struct PaymentRow {
    /// The number.
    pub(super) id: String,
    /// `deposit` or `cashout`.
    pub(super) action: String,
    /// Where it stands: `pending`, `reserved`, `processing`, `succeeded`, `declined`, `rejected`, `recalled` or `canceled`.
    pub(super) state: String,
    /// Subunits.
    pub(super) amount_cents: i64,
    /// What of it is the fee, in subunits: a deposit credits that much less, a cashout pays out that much less.
    pub(super) fee_cents: i64,
    /// The wallet.
    pub(super) currency: String,
    /// Whose sign the method carries.
    pub(super) brand: String,
    /// When it was made.
    pub(super) created_at: String,
    /// When it came to its end.
    pub(super) finished_at: Option<String>,
    /// Why it failed.
    pub(super) error_code: Option<String>,
}

impl From<PaymentLine> for PaymentRow {
    fn from(line: PaymentLine) -> Self {
        Self {
            id: line.id.to_string(),
            action: line.action,
            state: line.state,
            amount_cents: line.amount,
            fee_cents: line.fee,
            currency: line.currency,
            brand: line.brand,
            created_at: rfc3339(line.created_at),
            finished_at: line.finished_at.map(rfc3339),
            error_code: line.error_code,
        }
    }
}

/// What two players have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LinkKind {
    /// The browser that they have paid with.
    Device,
    /// Where their money goes, or the card that it comes from.
    Account,
    /// The document with which they have proven who they are.
    Document,
    /// The browser that they have signed up with.
    Browser,
    /// The fingerprint of the device that they have signed up on, which devices of one model may share.
    Fingerprint,
}

/// Another player with something in common.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct LinkView {
    pub(super) player: PlayerBrief,
    pub(super) kind: LinkKind,
}

impl LinkView {
    pub(super) fn of((player, link): (PlayerId, Link), briefs: &[PlayerBrief]) -> ApiResult<Self> {
        let kind = match link {
            Link::Device => LinkKind::Device,
            Link::Account => LinkKind::Account,
            Link::Document => LinkKind::Document,
            Link::SignUp(KnownBy::Browser) => LinkKind::Browser,
            Link::SignUp(KnownBy::Fingerprint) => LinkKind::Fingerprint,
        };
        Ok(Self { player: brief_of(briefs, player)?, kind })
    }
}

/// Why something is decided.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ReasonBody {
    /// 1 to 500 characters.
    pub(super) reason: String,
}

/// The number of what a call of `member` makes, which says `said`: the same call under the same `Idempotency-Key` makes one
/// thing.
pub(super) fn number_of(app: &App, member: Uuid, headers: &HeaderMap, said: &[&[u8]]) -> Uuid {
    let key = headers.get("idempotency-key").map(HeaderValue::as_bytes);
    match key.filter(|key| !key.is_empty()) {
        Some(key) => {
            Uuid::from_bytes(Key::hash(&[&[b"office", &member.into_bytes()[..], key], said].concat()).0)
        }
        None => app.entropy.uuid(&app.clock),
    }
}

/// The refusal of a field.
pub(super) fn refused(rule: Rule, field: &str) -> ApiError {
    ApiError::fields(vec![rule.on(field)])
}

/// The rows of a page out of those that were asked for, one more than a page holds, and what the next page begins after.
pub(super) fn paged<Row, Id: ToString>(
    mut rows: Vec<Row>,
    id: impl Fn(&Row) -> Id,
) -> (Vec<Row>, Option<String>) {
    let more = rows.len() > PAGE;
    rows.truncate(PAGE);
    let next = rows.last().filter(|_| more).map(|last| id(last).to_string());
    (rows, next)
}

/// Whether an amount takes two members: above the sum of the settings, and where it cannot be compared with that.
pub(super) fn takes_two(app: &App, amount: i64, currency: Currency) -> bool {
    let alone = i64::from(app.config.office_four_eyes) * Currency::EUR.subunits_to_unit();
    let alone = wallet::converted(&app.site_config.rates.now(), alone, Currency::EUR, currency);
    alone.is_none_or(|alone| amount > alone)
}
