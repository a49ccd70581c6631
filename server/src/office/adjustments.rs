//! Corrections of a player's cash by two people: one member asks, another one decides.
//!
//! An approval is one commit: the movement between the system accounts and the player's cash under a key made of the request's
//! number, the row of the request, and the fact. The statements that come with it hold it to the request waiting, its time not
//! being over, its asker being somebody else, and both of them working here with the permission: of two members who decide at
//! once one wins, and the other one's commit touches no row.

use croupier_db::{Error, log};
use croupier_ledger::{Action, Fact, Key, PlayerId, Refusal};
use croupier_money::Currency;
use serde_json::{Value, json};
use uuid::Uuid;

use super::adjustments_store as store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, BrandScope, Decision, Permission, RequestState};
use crate::wallet::{Order, WalletError};

/// The operator's account that gives and takes.
const ADJUSTMENTS: &str = "adjustments";

const HOUR_MS: i64 = 60 * 60 * 1000;

/// How often a refusal is tried again when the store asks for it.
const TRIES: u32 = 5;

/// A correction that somebody has asked for. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Adjustment {
    pub(super) id: Uuid,
    pub(super) player: PlayerId,
    pub(super) currency: Currency,
    /// Subunits: above zero gives, below zero takes.
    pub(super) amount: i64,
    pub(super) reason: String,
    pub(super) state: RequestState,
    pub(super) requester: Uuid,
    /// The requester's name by then.
    pub(super) requester_name: String,
    pub(super) requested_at: i64,
    pub(super) expires_at: i64,
    pub(super) decision: Option<Decision>,
}

impl Adjustment {
    fn log_body(&self, reason: &str) -> Value {
        let Self { id, currency, amount, .. } = self;
        json!({ "adjustment": id, "currency": currency.code(), "amount_cents": amount, "reason": reason })
    }
}

/// When an adjustment that is asked for at `now` is over.
pub(super) fn expiry(app: &App, now: i64) -> i64 {
    now + i64::from(app.config.office_request_hours) * HOUR_MS
}

/// At most `limit` adjustments, those that wait or those that were decided, newest first.
pub(super) async fn page(
    app: &App,
    scope: &BrandScope,
    decided: bool,
    after: Option<Uuid>,
    limit: i64,
) -> ApiResult<Vec<Adjustment>> {
    Ok(store::page(&app.db, scope, decided, after, limit).await?)
}

/// The adjustment with this number.
pub(super) async fn with_id(app: &App, id: Uuid) -> ApiResult<Adjustment> {
    store::with_id(&app.db, id).await?.ok_or_else(ApiError::not_found)
}

/// Keeps what `by` asks for, together with its fact. One with its number is there once.
pub(super) async fn request(app: &App, new: &Adjustment, by: &Actor) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    // The lane is locked before the row, as by everybody else.
    log::lock_lane(&app.db, &mut tx, new.player).await?;
    if store::add(&mut tx, new).await? {
        let body = by.signing(new.log_body(&new.reason)).to_string();
        let fact = Fact { kind: "adjustment.requested", body };
        log::append(&app.db, &mut tx, new.player, new.requested_at, &[fact]).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Carries an adjustment out as `by`, who has not asked for it.
pub(super) async fn approve(app: &App, id: Uuid, decision: &Decision, by: &Actor) -> ApiResult<()> {
    let asked = with_id(app, id).await?;
    let mut log_body = asked.log_body(&decision.reason);
    log_body["requested_by"] = json!(asked.requester_name);
    let mut attached = vec![store::decide(id, RequestState::Approved, decision)];
    // In one order for everybody: two commits about the same two members never wait for each other.
    let mut members =
        [(asked.requester, Permission::AdjustmentsRequest), (decision.member, Permission::AdjustmentsDecide)];
    members.sort_unstable();
    attached.extend(members.map(|(member, permission)| staff::holds(member, permission)));
    let number = id.to_string();
    let order = Order {
        key: Key::new("adjustment", &number),
        // Whoever else has decided before is told that somebody has.
        fingerprint: Key::hash(&[number.as_bytes(), &decision.member.into_bytes()]),
        player: asked.player,
        currency: asked.currency,
        at: decision.at,
        action: Action::Adjust {
            system: app.wallet.system_account(ADJUSTMENTS, asked.currency).await?,
            amount: asked.amount,
        },
        facts: vec![Fact { kind: "adjustment.approved", body: by.signing(log_body).to_string() }],
        attached,
    };
    match app.wallet.submit(order).await {
        Ok(_) => Ok(()),
        Err(WalletError::Refused(Refusal::PreconditionFailed | Refusal::KeyConflict)) => {
            Err(why_not(app, id, decision, RequestState::Approved).await?)
        }
        Err(WalletError::Refused(Refusal::InsufficientFunds { .. })) => {
            Err(ApiError::conflict("balance_too_low", "The wallet holds less than is to be taken."))
        }
        Err(WalletError::Refused(Refusal::BalanceFull)) => {
            Err(ApiError::conflict("balance_full", "The wallet cannot hold this much."))
        }
        Err(WalletError::NoWallet(_)) => {
            Err(ApiError::conflict("wallet_missing", "The player has no wallet in this currency."))
        }
        Err(other) => Err(other.into()),
    }
}

/// Refuses an adjustment; nothing moves. Who has asked for it may take it back so.
pub(super) async fn refuse(app: &App, id: Uuid, decision: &Decision, by: &Actor) -> ApiResult<()> {
    let asked = with_id(app, id).await?;
    let mut tries = 0;
    loop {
        match try_refuse(app, &asked, decision, by).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            Ok(true) => return Ok(()),
            Ok(false) => return Err(why_not(app, id, decision, RequestState::Refused).await?),
            Err(other) => return Err(other.into()),
        }
    }
}

async fn try_refuse(
    app: &App,
    asked: &Adjustment,
    decision: &Decision,
    by: &Actor,
) -> croupier_db::Result<bool> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, asked.player).await?;
    let statement = store::decide(asked.id, RequestState::Refused, decision);
    if tx.execute(statement.sql, statement.params).await? != 1 {
        return Ok(false);
    }
    if !staff::may_in(&mut tx, decision.member, Permission::AdjustmentsDecide).await? {
        return Ok(false);
    }
    let body = by.signing(asked.log_body(&decision.reason)).to_string();
    let fact = Fact { kind: "adjustment.refused", body };
    log::append(&app.db, &mut tx, asked.player, decision.at, &[fact]).await?;
    tx.commit().await?;
    Ok(true)
}

/// Why a decision has touched no row, as the rows say now.
async fn why_not(app: &App, id: Uuid, decision: &Decision, wanted: RequestState) -> ApiResult<ApiError> {
    let now = with_id(app, id).await?;
    let approves = wanted == RequestState::Approved;
    let (code, message) = if now.state != RequestState::Waiting {
        ("adjustment_decided", "Somebody has decided about this request meanwhile.")
    } else if approves && now.expires_at <= decision.at {
        ("adjustment_expired", "The time for this request is over.")
    } else if approves && now.requester == decision.member {
        ("second_person_needed", "You have asked for it. Another member has to approve it.")
    } else if approves && !staff::may(&app.db, now.requester, Permission::AdjustmentsRequest).await? {
        ("requester_gone", "Who has asked for it may not do so any more.")
    } else if approves {
        ("second_person_needed", "A member who was there when it was asked for has to approve it.")
    } else {
        ("invalid_state", "The state has changed in the meantime.")
    };
    Ok(ApiError::conflict(code, message))
}
