//! What may be done about held coins: their player has them credited once nothing speaks against it, or sends them back to an
//! own address; staff does the same, and sends to an address that staff has typed only by two members.

use croupier_db::{Db, Error, Statement, Tx, log};
use croupier_ledger::{Fact, PlayerId, Stop, StopReason};
use serde_json::json;
use uuid::Uuid;

use super::address;
use super::coin_addresses_store;
use super::coin_arrivals::{changed, write};
use super::coin_arrivals_judge::{Credit, credit};
use super::coin_arrivals_return;
use super::coin_arrivals_state::{Arrival, ArrivalState, HeldFor, ReturnRequest};
use super::coin_arrivals_store::{self as store, UnreadCoin};
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, BrandScope, Permission};
use crate::verification;

/// How often a change is tried when others change the row at the same time.
const TRIES: u32 = 5;

/// How many arrivals a player's list shows, and how many older ones that have not come to their end: none that is held is lost from
/// sight behind those that were credited since.
const SHOWN: i64 = 20;
const OPEN_SHOWN: i64 = 200;

/// What came to the player's addresses, newest first.
pub(super) async fn of_player(app: &App, player: PlayerId) -> ApiResult<Vec<Arrival>> {
    Ok(store::of_player(&app.db, player, SHOWN, OPEN_SHOWN).await?)
}

/// An arrival of the player; another's is not found.
pub(super) async fn own(app: &App, player: PlayerId, id: Uuid) -> ApiResult<Arrival> {
    let found = store::get(&app.db, id).await?;
    found.filter(|arrival| arrival.player == player).ok_or_else(ApiError::not_found)
}

/// The arrival with this number.
pub async fn coin(db: &Db, id: Uuid) -> ApiResult<Arrival> {
    store::get(db, id).await?.ok_or_else(ApiError::not_found)
}

/// Arrivals that are held or go back, or all of them, newest first; at most `limit` after `after`.
pub async fn coins(
    db: &Db,
    scope: &BrandScope,
    all: bool,
    after: Option<Uuid>,
    limit: i64,
) -> ApiResult<Vec<Arrival>> {
    Ok(store::page(db, scope, all, after, limit).await?)
}

/// What partners' lists reported and could not be taken, newest first.
pub async fn unread_coins(db: &Db, limit: i64) -> ApiResult<Vec<UnreadCoin>> {
    Ok(store::unread(db, false, limit).await?)
}

/// The address that the player was paid to last in the arrival's coin.
pub async fn paid_address(db: &Db, arrival: &Arrival) -> ApiResult<Option<String>> {
    Ok(store::paid_address(db, arrival.player, arrival.currency.code()).await?)
}

/// Credits a held arrival when nothing speaks against it any more. A member of staff names a `reason`.
pub async fn credit_held(app: &App, arrival: Arrival, by: Option<(&Actor, &str)>) -> ApiResult<Arrival> {
    if arrival.state == ArrivalState::Credited {
        return Ok(arrival);
    }
    if arrival.state != ArrivalState::Held {
        return Err(moved_on());
    }
    let fact = by.map(|(by, reason)| signed(&arrival, "coin.credited", by, reason, None));
    match Box::pin(credit(app, &arrival, fact.as_slice())).await? {
        Credit::Done => coin(&app.db, arrival.id).await,
        Credit::Conflict => Err(moved_on()),
        Credit::Refused(why) => {
            let now = app.clock.now();
            let next = Arrival { reason: Some(why), changed_at: now, ..arrival.clone() };
            write(app, &next, &[], vec![store::still_held(arrival.id, why, now)]).await?;
            Err(still_held(why))
        }
    }
}

fn still_held(why: HeldFor) -> ApiError {
    let code = format!("coin_held_{}", why.reported().name());
    ApiError::conflict(&code, "These coins cannot be credited yet.")
}

fn moved_on() -> ApiError {
    ApiError::conflict("invalid_state", "The state has changed in the meantime.")
}

/// The address as it is typed, when `arrival`'s coin can be sent there and it is no player's lasting address here: what comes
/// there would come in again, past the rule that holds it.
async fn checked(app: &App, arrival: &Arrival, typed: &str) -> ApiResult<String> {
    let text = typed.trim();
    let refuse = |rule: &str, message: &str| {
        ApiError::field("address", &format!("VALIDATION.ADDRESS.{rule}"), message)
    };
    if text.is_empty() {
        return Err(refuse("REQUIRED", "Where should it go?"));
    }
    let is_sound = address::is_valid(arrival.currency, text);
    if !is_sound || coin_addresses_store::is_ours(&app.db, text).await? {
        return Err(refuse("INVALID", "This is not valid."));
    }
    Ok(text.to_owned())
}

/// Sends a held arrival back to an address that its player names. Refused as a cashout is while a stop forbids payouts or an answer
/// about the source of the wealth is overdue; what a risk rule holds is shown like a locked account, and left to staff.
pub(super) async fn send_back(app: &App, arrival: Arrival, typed: &str) -> ApiResult<Arrival> {
    let to = checked(app, &arrival, typed).await?;
    let is_repeated =
        arrival.state == ArrivalState::Returning && arrival.return_address.as_deref() == Some(to.as_str());
    if is_repeated {
        return Ok(arrival);
    }
    if arrival.state == ArrivalState::Held && arrival.reason == Some(HeldFor::Risk) {
        return Err(still_held(HeldFor::Risk));
    }
    let (payout, now) = (app.entropy.uuid(&app.clock), app.clock.now());
    let next = going(&arrival, payout, &to, now);
    let statement = store::returning(arrival.id, payout, &to, false, now);
    commit(app, &next, &[], statement, Guard::Player).await??;
    start(app, arrival.id).await
}

/// Sends a held arrival back as `by` wants it: at once to the address that the player was paid to last, and to any other one
/// once another member has approved it.
pub async fn send_back_for(
    app: &App,
    arrival: Arrival,
    typed: &str,
    (by, member, reason): (&Actor, Uuid, &str),
) -> ApiResult<Arrival> {
    let to = checked(app, &arrival, typed).await?;
    let now = app.clock.now();
    let is_known = paid_address(&app.db, &arrival).await?.as_deref() == Some(to.as_str());
    if is_known {
        let payout = app.entropy.uuid(&app.clock);
        let fact = signed(&arrival, "coin.returned", by, reason, Some(&to));
        let next = going(&arrival, payout, &to, now);
        let statement = store::returning(arrival.id, payout, &to, true, now);
        commit(app, &next, &[fact], statement, Guard::Member(member)).await??;
        return start(app, arrival.id).await;
    }
    let fact = signed(&arrival, "coin.return_requested", by, reason, Some(&to));
    let asked =
        ReturnRequest { address: to, member, name: by.name.clone(), reason: reason.to_owned(), at: now };
    let statement = store::ask(arrival.id, &asked);
    let next = Arrival { asked: Some(asked), changed_at: now, ..arrival.clone() };
    commit(app, &next, &[fact], statement, Guard::Member(member)).await??;
    coin(&app.db, arrival.id).await
}

/// Approves, as another member, that an arrival goes back to the address that was typed; `seen` is the address that the
/// member has seen.
pub async fn approve_return(
    app: &App,
    arrival: Arrival,
    seen: &str,
    (by, member, reason): (&Actor, Uuid, &str),
) -> ApiResult<Arrival> {
    let asked = arrival.asked.clone().filter(|asked| asked.address == seen).ok_or_else(moved_on)?;
    if asked.member == member {
        let message = "You have asked for it. Another member has to approve it.";
        return Err(ApiError::conflict("second_person_needed", message));
    }
    let (payout, now) = (app.entropy.uuid(&app.clock), app.clock.now());
    let mut fact = signed(&arrival, "coin.returned", by, reason, Some(&asked.address));
    if let Ok(serde_json::Value::Object(mut body)) = serde_json::from_str(&fact.body) {
        body.insert("requested_by".to_owned(), json!(asked.name));
        fact.body = serde_json::Value::Object(body).to_string();
    }
    let next = going(&arrival, payout, &asked.address, now);
    let statement = store::approve(arrival.id, payout, &asked, member, now);
    let guard = Guard::Two { asker: asked.member, approver: member };
    commit(app, &next, &[fact], statement, guard).await?.map_err(|_| {
        let message = "A member who was there when it was asked for has to approve it.";
        ApiError::conflict("second_person_needed", message)
    })?;
    start(app, arrival.id).await
}

/// Ends what was asked for; nothing moves. Who has asked for it may take it back so.
pub async fn refuse_return(
    app: &App,
    arrival: Arrival,
    (by, member, reason): (&Actor, Uuid, &str),
) -> ApiResult<Arrival> {
    let asked = arrival.asked.clone().ok_or_else(moved_on)?;
    let now = app.clock.now();
    let fact = signed(&arrival, "coin.return_refused", by, reason, Some(&asked.address));
    let statement = store::refuse(arrival.id, &asked, now);
    let next = Arrival { asked: None, changed_at: now, ..arrival.clone() };
    commit(app, &next, &[fact], statement, Guard::Member(member)).await??;
    coin(&app.db, arrival.id).await
}

/// The fact of an act of staff.
fn signed(arrival: &Arrival, kind: &'static str, by: &Actor, reason: &str, to: Option<&str>) -> Fact {
    let Arrival { id, currency, amount, .. } = arrival;
    let body = json!({ "subject": id, "currency": currency.code(), "amount_cents": amount, "reason": reason, "address": to });
    Fact { kind, body: by.signing(body).to_string() }
}

fn going(arrival: &Arrival, payout: Uuid, to: &str, now: i64) -> Arrival {
    Arrival {
        state: ArrivalState::Returning,
        return_id: Some(payout),
        return_address: Some(to.to_owned()),
        return_error: None,
        asked: None,
        changed_at: now,
        ..arrival.clone()
    }
}

/// Asks the partner for the payout now; without an answer the next look does.
async fn start(app: &App, id: Uuid) -> ApiResult<Arrival> {
    let arrival = coin(&app.db, id).await?;
    if let Some(arrival) = store::claim_look(&app.db, arrival).await? {
        coin_arrivals_return::ask(app, &arrival).await?;
    }
    coin(&app.db, id).await
}

/// Under whose right a change is made; held under the lock of the player's lane.
#[derive(Debug, Clone, Copy)]
enum Guard {
    Player,
    Member(Uuid),
    Two { asker: Uuid, approver: Uuid },
}

/// Why a change was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NotDone {
    /// The row is not as it was, or a member may not do it.
    Moved,
    /// A stop forbids it.
    Stopped(Stop),
    /// The player owes an answer about the source of the wealth.
    Overdue,
}

impl From<NotDone> for ApiError {
    fn from(why: NotDone) -> Self {
        match why {
            NotDone::Moved => moved_on(),
            NotDone::Stopped(stop) => identity::stopped(stop),
            NotDone::Overdue => verification::wealth_overdue(),
        }
    }
}

/// Writes a change with the facts of it. The inner error says why it was not made.
async fn commit(
    app: &App,
    next: &Arrival,
    facts: &[Fact],
    statement: Statement,
    guard: Guard,
) -> ApiResult<Result<(), NotDone>> {
    let mut reported = vec![changed(next)?];
    reported.extend_from_slice(facts);
    let mut tries = 0;
    loop {
        match try_to_commit(app, next, &reported, statement.clone(), guard).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?),
        }
    }
}

async fn try_to_commit(
    app: &App,
    next: &Arrival,
    facts: &[Fact],
    Statement { sql, params, .. }: Statement,
    guard: Guard,
) -> croupier_db::Result<Result<(), NotDone>> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, next.player, now, facts).await?;
    if tx.execute(sql, params).await? != 1 {
        return Ok(Err(NotDone::Moved));
    }
    if let Some(refusal) = refusal(&mut tx, next.player, now, guard).await? {
        return Ok(Err(refusal));
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(Ok(()))
}

/// Why `guard` does not hold; `None` when it does.
async fn refusal(
    tx: &mut Tx,
    player: PlayerId,
    now: i64,
    guard: Guard,
) -> croupier_db::Result<Option<NotDone>> {
    let mut members = match guard {
        Guard::Player => {
            let stop = identity::stops_in(tx, player).await?.in_force(now, StopReason::forbids_cashouts);
            let is_overdue = verification::is_wealth_overdue_in(tx, player, now).await?;
            return Ok(stop.map(NotDone::Stopped).or(is_overdue.then_some(NotDone::Overdue)));
        }
        Guard::Member(member) => vec![member],
        Guard::Two { asker, approver } => vec![asker, approver],
    };
    // In one order for everybody: two commits about the same two members never wait for each other.
    members.sort_unstable();
    for member in members {
        if !staff::may_in(tx, member, Permission::PayoutsDecide).await? {
            return Ok(Some(NotDone::Moved));
        }
    }
    Ok(None)
}
