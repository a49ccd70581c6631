//! What people decide about cashouts that are held, and what they look at before.
//!
//! A decision is made under the lock of the player's lane and guarded by the row: of two at once the second finds what has
//! changed. Above a sum it takes two members of staff: the first approval is a row that counts for a day while its giver may decide, and the second
//! member names the one that they have seen.

use std::collections::BTreeSet;

use anyhow::ensure;
use croupier_db::{Db, Error, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::model::Review;
use super::reviews_store::{self as store, Standing};
use super::state::State;
use crate::account::shared_devices;
use crate::platform::calendar::DAY_MS;
use crate::staff::{self, Actor, BrandScope, Permission};
use crate::verification;

pub use super::reviews_store::{Approval, Held, Link, PaymentLine};

/// How often a decision is tried again when the store asks for it.
const TRIES: u32 = 5;

/// How long a first approval counts, in milliseconds.
const APPROVAL_MS: i64 = DAY_MS;

/// Other players with something in common that are shown at most.
const LINKS_MAX: i64 = 20;

/// A person's decision about a cashout that is held for review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewDecision {
    /// Whether it is paid.
    pub approve: bool,
    /// Who decides.
    pub by: Actor,
    /// Why.
    pub reason: String,
    /// The amount that who approves has seen, in subunits; `None` for whatever it is.
    pub seen: Option<i64>,
}

/// How many people an approval takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approvals {
    /// Whoever approves decides it.
    One,
    /// Two members of staff.
    Two {
        /// The member who approves now.
        member: Uuid,
        /// The first approval that the member has seen.
        seen: Option<Uuid>,
        /// The number of this approval, should it be the first.
        fresh: Uuid,
    },
}

/// What came of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// It is written down; the server carries it out when it next looks.
    Done,
    /// It is the first of two approvals.
    Requested,
    /// No such cashout was held.
    Unknown,
    /// Somebody has decided.
    Already,
    /// It waits no more, such as when its player took it back.
    Gone,
    /// The amount is not the one that was seen: somebody has divided the cashout.
    AmountChanged,
    /// The first approval is not the one that was seen.
    ApprovalChanged,
    /// The first approval is of the same member.
    SamePerson,
    /// Who decides works here no more, or may not decide any more.
    Forbidden,
    /// It takes two, and who approves was invited after the cashout was made: somebody who wants it paid could have invited
    /// their own second person.
    Newcomer,
}

impl Approval {
    /// Until when it counts, in UTC milliseconds.
    pub const fn until(&self) -> i64 {
        self.at + APPROVAL_MS
    }
}

/// Writes down a decision about the cashout `id` that waits for one, together with the fact `payment.reviewed`, which
/// names who has decided and why; the server carries it out when it next looks. `now` is in UTC milliseconds. Answers
/// `false` when no such cashout waits.
pub async fn decide(db: &Db, id: Uuid, decision: &ReviewDecision, now: i64) -> anyhow::Result<bool> {
    ensure!(!decision.by.is_nobody(), "who decides has to be named");
    ensure!(!decision.reason.trim().is_empty(), "a decision needs a reason");
    Ok(decide_as(db, id, decision, Approvals::One, now).await? == Decided::Done)
}

/// Like [`decide`], with as many people as `approvals` asks for where it is an approval.
pub async fn decide_as(
    db: &Db,
    id: Uuid,
    decision: &ReviewDecision,
    approvals: Approvals,
    now: i64,
) -> croupier_db::Result<Decided> {
    let mut tries = 0;
    loop {
        match try_decide(db, id, decision, approvals, now).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return done,
        }
    }
}

async fn try_decide(
    db: &Db,
    id: Uuid,
    decision: &ReviewDecision,
    approvals: Approvals,
    now: i64,
) -> croupier_db::Result<Decided> {
    let Some(player) = store::player_of(db, id).await? else { return Ok(Decided::Unknown) };
    let mut tx = db.begin().await?;
    // The log's lane is locked before the row, as by everybody else.
    log::lock_lane(db, &mut tx, player).await?;
    let standing = store::standing(&mut tx, id).await?;
    let made_at = match standing {
        None => return Ok(Decided::Unknown),
        Some(Standing { review: Review::Approved | Review::Refused, .. }) => return Ok(Decided::Already),
        Some(Standing { state, .. }) if state != State::Reserved => return Ok(Decided::Gone),
        Some(Standing { amount, .. }) if decision.seen.is_some_and(|seen| seen != amount) => {
            return Ok(Decided::AmountChanged);
        }
        Some(Standing { made_at, .. }) => made_at,
    };
    if !decision.by.may_in(&mut tx, Permission::PayoutsDecide).await? {
        return Ok(Decided::Forbidden);
    }
    let mut approval = store::approval(&mut tx, id).await?.filter(|approval| approval.until() > now);
    // Who was dismissed and is back has approved nothing.
    if let Some(Approval { member, at, .. }) = approval
        && !(staff::may_in(&mut tx, member, Permission::PayoutsDecide).await?
            && staff::was_invited_in(&mut tx, member, at).await?)
    {
        approval = None;
    }
    let reason = decision.reason.trim();
    let mut first = None;
    if decision.approve
        && let Approvals::Two { member, seen, fresh } = approvals
    {
        if !staff::was_invited_in(&mut tx, member, made_at).await? {
            return Ok(Decided::Newcomer);
        }
        match approval {
            None if seen.is_none() => {
                let name = decision.by.name.trim().to_owned();
                let approval = Approval { id: fresh, member, name, reason: reason.to_owned(), at: now };
                store::put_approval(&mut tx, id, &approval).await?;
                let body = decision.by.signing(json!({ "payment_id": id, "reason": reason }));
                let fact = Fact { kind: "payment.approval_given", body: body.to_string() };
                log::append(db, &mut tx, player, now, &[fact]).await?;
                tx.commit().await?;
                return Ok(Decided::Requested);
            }
            Some(approval) if approval.member == member => return Ok(Decided::SamePerson),
            Some(approval) if seen == Some(approval.id) => first = Some(approval.name),
            _ => return Ok(Decided::ApprovalChanged),
        }
    }
    let review = if decision.approve { Review::Approved } else { Review::Refused };
    let mut body = json!({ "payment_id": id, "review": review.name(), "reason": reason });
    if let Some(name) = &first {
        body["first_by"] = json!(name);
    }
    let body = decision.by.signing(body);
    let by = decision.by.name.trim();
    store::decide(&mut tx, id, &store::Decision { review, by, reason, first: first.as_deref(), at: now })
        .await?;
    let fact = Fact { kind: "payment.reviewed", body: body.to_string() };
    log::append(db, &mut tx, player, now, &[fact]).await?;
    tx.commit().await?;
    db.notify_all();
    Ok(Decided::Done)
}

/// At most `limit` cashouts that were held: those that wait, oldest first, or those that somebody has decided about, newest
/// first; after the one with the number `after`.
pub async fn reviews(
    db: &Db,
    scope: &BrandScope,
    decided: bool,
    after: Option<Uuid>,
    limit: i64,
    now: i64,
) -> croupier_db::Result<Vec<Held>> {
    let mut held = store::page(db, scope, decided, after, limit).await?;
    for held in &mut held {
        forget_lapsed(db, held, now).await?;
    }
    Ok(held)
}

/// The cashout `id`, when it was held.
pub async fn review_of(db: &Db, id: Uuid, now: i64) -> croupier_db::Result<Option<Held>> {
    let mut held = store::held(db, id).await?;
    if let Some(held) = &mut held {
        forget_lapsed(db, held, now).await?;
    }
    Ok(held)
}

/// Leaves out a first approval that counts no more: its time is over, or its giver may not decide any longer, or was dismissed since.
async fn forget_lapsed(db: &Db, held: &mut Held, now: i64) -> croupier_db::Result<()> {
    if let Some(approval) = &held.approval
        && (approval.until() <= now
            || !staff::may_since(db, approval.member, Permission::PayoutsDecide, approval.at).await?)
    {
        held.approval = None;
    }
    Ok(())
}

/// What people look at beside a held cashout.
#[derive(Debug, Clone)]
pub struct RiskPicture {
    /// Where the money goes, masked.
    pub destination: Option<String>,
    /// Other players with something in common.
    pub links: Vec<(PlayerId, Link)>,
}

/// What people look at beside `held`, as far as `scope` sees other players.
pub async fn risk_picture(db: &Db, held: &Held, scope: &BrandScope) -> croupier_db::Result<RiskPicture> {
    let destination = store::destination(db, held.id).await?;
    let mut links = links_of(db, held.player, scope).await?;
    // A cashout is shown with each other player once.
    let mut known = BTreeSet::new();
    links.retain(|(player, _)| known.insert(*player));
    Ok(RiskPicture { destination: destination.as_deref().map(masked), links })
}

/// Other players whom `scope` sees, with something in common with `player`: one who has several things in common comes as
/// often.
pub async fn links_of(
    db: &Db,
    player: PlayerId,
    scope: &BrandScope,
) -> croupier_db::Result<Vec<(PlayerId, Link)>> {
    let mut links = store::by_device(db, player, scope, LINKS_MAX).await?;
    links.extend(store::by_account(db, player, scope, LINKS_MAX).await?);
    let sharing = verification::sharing_document(db, player, scope).await?;
    links.extend(sharing.into_iter().map(|other| (other, Link::Document)));
    let signed_up = shared_devices::others(db, player, scope, LINKS_MAX).await?;
    links.extend(signed_up.into_iter().map(|(other, by)| (other, Link::SignUp(by))));
    Ok(links)
}

/// An account as far as it may be shown: a card is masked already, of anything else the ends are shown.
pub(super) fn masked(destination: &str) -> String {
    const ENDS: usize = 4;
    let signs: Vec<char> = destination.chars().collect();
    if destination.contains('*') || signs.len() <= 2 * ENDS {
        return destination.to_owned();
    }
    let (start, end) = (&signs[..ENDS], &signs[signs.len() - ENDS..]);
    start.iter().chain(&['*'; 3]).chain(end).collect()
}

/// Payments of a player, at most `limit`, newest first, after the one with the number `after`.
pub async fn newest_payments(
    db: &Db,
    player: PlayerId,
    after: Option<Uuid>,
    limit: i64,
) -> croupier_db::Result<Vec<PaymentLine>> {
    store::newest(db, player, after.unwrap_or(Uuid::max()), limit).await
}
