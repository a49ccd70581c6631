//! What staff asks for and decides: a mass gift is begun, approved by a second member, paused, resumed, canceled, and tried again
//! for those whom it could not be given. Each step is guarded by how it stands, and is a fact in its commit.

use std::collections::BTreeMap;

use croupier_db::{Db, log};
use croupier_ledger::{Fact, PlayerId, Refusal};
use croupier_money::Currency;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{MassGift, Outcome, State, Thing, Wanted, Worths};
use super::{members_store, store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;
use crate::segments::{self, Selection};
use crate::staff::{self, Actor, BrandScope, NO_PLAYER, Permission};

/// The counter of mass gifts.
const COUNTER: &str = "mass_gift";

/// Members that are tried again at once, under the lock of a lane; what is left is tried again with the next call.
const RETRIED_MAX: i64 = 10_000;

/// To whom something is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Target {
    /// The players of a segment, as it is in force; of one brand alone when it is named.
    Segment(Uuid, Option<String>),
    /// The players with these numbers, each named once.
    Players(Vec<PlayerId>),
}

/// What a member wants given.
#[derive(Debug)]
pub struct NewMassGift<'a> {
    /// Names the decision: the same one begins once.
    pub reference: &'a str,
    /// What staff calls it.
    pub name: &'a str,
    /// What.
    pub wanted: &'a Wanted,
    /// To whom.
    pub target: &'a Target,
    /// Why.
    pub reason: &'a str,
    /// Who asks for it.
    pub member: Uuid,
}

/// Who decides, and why.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    /// The member.
    pub member: Uuid,
    /// The member's name.
    pub name: &'a str,
    /// In the words of the member.
    pub reason: &'a str,
}

/// What is done about a mass gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Nobody is given anything until it is resumed.
    Pause,
    /// It goes on.
    Resume,
    /// Nobody else is given anything, for good.
    Cancel,
    /// Those whom it could not be given are tried again.
    Retry,
}

impl Act {
    const fn fact(self) -> &'static str {
        match self {
            Self::Pause => "mass_gift.paused",
            Self::Resume => "mass_gift.resumed",
            Self::Cancel => "mass_gift.canceled",
            Self::Retry => "mass_gift.retried",
        }
    }
}

/// A member of a mass gift, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Who.
    pub player: PlayerId,
    /// Of the wallet; empty where there is no such player.
    pub currency: String,
    /// What came of it.
    pub outcome: Outcome,
    /// Why it could not be given.
    pub error: Option<String>,
    /// When it was taken, UTC milliseconds.
    pub at: Option<i64>,
}

/// What a mass gift would be.
#[derive(Debug, Clone)]
pub struct Preview {
    /// How many players by the currency of their wallets; those who are stopped are left out.
    pub players: BTreeMap<String, i64>,
    /// Whether all players were looked at; else the time was over before.
    pub is_complete: bool,
    /// What one can cost.
    pub worths: Worths,
    /// What all can cost at most, in euro cents; `None` when that cannot be told, as while not all are known.
    pub worth: Option<i64>,
    /// Whether a second member of staff has to approve it; of a part of them, whether that alone takes two.
    pub takes_two: bool,
}

/// What a member may begin alone within a day, in euro cents.
fn alone_max(app: &App) -> i64 {
    i64::from(app.config.office_four_eyes) * Currency::EUR.subunits_to_unit()
}

/// Whether a mass gift of `worth` euro cents takes two members, where its member has begun `lately` alone within a day.
pub(super) fn takes_two(app: &App, worth: Option<i64>, lately: i64) -> bool {
    worth.is_none_or(|worth| worth.saturating_add(lately) > alone_max(app))
}

/// What a mass gift of `thing` to `target` by `member` would be.
pub async fn preview(app: &App, thing: &Thing, target: &Target, member: Uuid) -> ApiResult<Preview> {
    let now = app.clock.now();
    let (players, is_complete) = match target {
        Target::Segment(id, brand) => {
            let segment = segments::segment(&app.db, *id).await?;
            let levels = app.site_config.statuses.now();
            let selection = Selection::of(Some(segment.version.rule), now, levels).in_brand(brand.clone());
            let counted = selection.count(&app.db, &app.clock).await?;
            (counted.by_currency, counted.is_complete)
        }
        Target::Players(players) => (members_store::count_listed(&app.db, players, now).await?, true),
    };
    let worths = thing.worths(app, players.keys());
    let worth = worths.of_all(&players);
    let lately = store::worth_alone(&app.db, member, now - DAY_MS).await?;
    let takes_two = takes_two(app, worth, lately);
    // What a part of them costs is not the most.
    let worth = worth.filter(|_| is_complete);
    Ok(Preview { players, is_complete, worths, worth, takes_two })
}

/// At most `limit` mass gifts to players of the brands of `scope` alone, newest first, below the number `before`.
pub async fn page(db: &Db, scope: &BrandScope, before: Option<i64>, limit: i64) -> ApiResult<Vec<MassGift>> {
    Ok(store::page(db, scope, before.unwrap_or(i64::MAX), limit).await?)
}

/// At most `limit` of those that last at least in part within `span` (UTC milliseconds), in the order in which they began.
pub async fn between(db: &Db, span: (i64, i64), limit: i64) -> ApiResult<Vec<MassGift>> {
    Ok(store::between(db, span, limit).await?)
}

/// The mass gift with this number.
pub async fn with_id(db: &Db, id: i64) -> ApiResult<MassGift> {
    store::with_id(db, id).await?.ok_or_else(ApiError::not_found)
}

/// How many members each outcome has.
pub async fn outcomes(db: &Db, id: i64) -> ApiResult<BTreeMap<Outcome, i64>> {
    Ok(members_store::outcomes(db, id).await?)
}

/// At most `limit` members after the number `after`, in the order of their numbers; those of one outcome, when it is named.
pub async fn lines_after(
    db: &Db,
    id: i64,
    only: Option<Outcome>,
    after: PlayerId,
    limit: i64,
) -> ApiResult<Vec<Line>> {
    Ok(members_store::lines_after(db, id, only, after, limit).await?)
}

/// Begins a mass gift as `by`, together with its fact; answers its number. The same decision begins one.
pub async fn create(app: &App, new: &NewMassGift<'_>, by: &Actor) -> ApiResult<i64> {
    let now = app.clock.now();
    let NewMassGift { reference, name, wanted, target, reason, member } = *new;
    let fingerprint = json!([name, wanted, target, reason]).to_string();
    let thing = wanted.find(app).ok_or_else(|| ApiError::fields(vec![Rule::NotAllowed.on("code")]))?;
    let (segment, brand) = match target {
        Target::Segment(id, brand) => (Some(segments::segment(&app.db, *id).await?), brand.clone()),
        Target::Players(_) => (None, None),
    };
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, member, Permission::MassGiftsManage).await?;
    staff::require_brands_in(&mut tx, member, &brand).await?;
    if let Some((id, asked)) = store::asked_in(&mut tx, reference).await? {
        return if asked == fingerprint { Ok(id) } else { Err(Refusal::KeyConflict.into()) };
    }
    if segment.as_ref().is_some_and(|segment| segment.archived_at.is_some()) {
        return Err(ApiError::conflict("segment_archived", "A colleague has put this segment away."));
    }
    let order = MassGift {
        id: log::take_numbers(&mut tx, COUNTER, 1).await?,
        name: name.to_owned(),
        thing,
        brand,
        segment: segment.as_ref().map(segments::Segment::reference),
        reason: reason.to_owned(),
        member,
        by: by.name.clone(),
        created_at: now,
        state: State::Gathering,
        gathered: 0,
        worths: Worths::default(),
        worth: None,
        members: 0,
        given: 0,
        skipped: 0,
        failed: 0,
        expires_at: None,
        approval: None,
        change: None,
        finished_at: None,
    };
    store::add(&mut tx, &order, (reference, &fingerprint)).await?;
    if let Target::Players(players) = target {
        members_store::add_listed(&mut tx, order.id, players).await?;
        store::add_members(&mut tx, order.id, i64::try_from(players.len()).unwrap_or(i64::MAX)).await?;
    }
    let mut log_body = log_body(&order, reason);
    log_body["thing"] = json!(wanted);
    log_body["segment"] = json!(order.segment);
    log_body["brand"] = json!(order.brand);
    if let Target::Players(players) = target {
        log_body["players"] = json!(players.len());
    }
    let body = by.signing(log_body).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: "mass_gift.begun", body }]).await?;
    tx.commit().await?;
    Ok(order.id)
}

fn log_body(order: &MassGift, reason: &str) -> Value {
    json!({ "mass_gift": order.id, "subject": order.name, "reason": reason })
}

/// Approves a mass gift as a member who has not asked for it; from then on its members are given their gifts.
pub async fn approve(app: &App, id: i64, decision: &Decision<'_>, by: &Actor) -> ApiResult<()> {
    let (order, now) = (with_id(&app.db, id).await?, app.clock.now());
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    // In one order for everybody: two commits about the same two members never wait for each other.
    let mut members = [order.member, decision.member];
    members.sort_unstable();
    let mut may = true;
    for member in members {
        may = may && staff::may_in(&mut tx, member, Permission::MassGiftsManage).await?;
    }
    if may {
        staff::require_brands_in(&mut tx, decision.member, &order.brand).await?;
    }
    if !may || !store::approve(&mut tx, id, decision, now).await? {
        drop(tx);
        return Err(why_not(app, id, decision).await?);
    }
    let mut log_body = log_body(&order, decision.reason);
    log_body["requested_by"] = json!(order.by);
    log_body["worth_cents"] = json!(order.worth);
    let body = by.signing(log_body).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: "mass_gift.approved", body }]).await?;
    Ok(tx.commit().await?)
}

/// Why an approval has touched no row, as the rows say now.
async fn why_not(app: &App, id: i64, decision: &Decision<'_>) -> ApiResult<ApiError> {
    let now = with_id(&app.db, id).await?;
    let (code, message) = if now.state != State::Waiting {
        ("mass_gift_changed", "Somebody has decided about it meanwhile.")
    } else if now.expires_at.is_some_and(|until| until <= app.clock.now()) {
        ("mass_gift_expired", "The time to approve it is over.")
    } else if now.member == decision.member {
        ("second_person_needed", "You have asked for it. Another member has to approve it.")
    } else if !staff::may(&app.db, now.member, Permission::MassGiftsManage).await? {
        ("requester_gone", "Who has asked for it may not do so any more.")
    } else {
        ("second_person_needed", "A member who was there when it was asked for has to approve it.")
    };
    Ok(ApiError::conflict(code, message))
}

/// Pauses, resumes, cancels or retries a mass gift.
pub async fn act(app: &App, id: i64, act: Act, decision: &Decision<'_>, by: &Actor) -> ApiResult<()> {
    let (order, now) = (with_id(&app.db, id).await?, app.clock.now());
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, decision.member, Permission::MassGiftsManage).await?;
    staff::require_brands_in(&mut tx, decision.member, &order.brand).await?;
    if !store::change(&mut tx, id, act, decision, now).await? {
        return Err(ApiError::conflict("mass_gift_changed", "It stands otherwise by now."));
    }
    if act == Act::Retry {
        let many = members_store::let_wait_again(&mut tx, id, RETRIED_MAX).await?;
        store::count_tried_again(&mut tx, id, many).await?;
    }
    let body = by.signing(log_body(&order, decision.reason)).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: act.fact(), body }]).await?;
    Ok(tx.commit().await?)
}
