//! Gifts that are no money: points, a place in a group, and things that staff hands over. Each is over once it was given, in
//! the commit that gives it.

use croupier_db::{Error, log};
use croupier_ledger::{Fact, PlayerId, Refusal};
use croupier_promo::{BonusStage, Effect};
use serde_json::json;
use uuid::Uuid;

use super::gifts::changed;
use super::issue::without_money;
use super::model::Award;
use super::store;
use crate::app::App;
use crate::identity;
use crate::loyalty::staff::{self as points, Correction};
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::staff::{self, Actor, Permission};
use crate::wallet::WalletError;

/// The fact that staff has handed a thing over; it names who and why.
const HANDED_OVER: &str = "bonus.handed_over";

/// How often a gift is given whose player's points, or lane, move meanwhile.
const TRIES: u32 = 5;

/// Gives the points of an award, to be spent; what was earned for life stays. `None` when the award is no longer as it was, or
/// its player is stopped.
pub(super) async fn give_points(app: &App, award: &Award) -> ApiResult<Option<Award>> {
    let reference = format!("gift:{}", award.id);
    for _ in 0..TRIES {
        let now = app.clock.now();
        let next = award.given(now);
        let correction = Correction {
            player: award.player,
            points: award.amount,
            before: points::spendable(&app.db, award.player).await?,
            reference: &reference,
            fingerprint: &reference,
            facts: vec![changed(app, &next).await?],
            statements: vec![store::change_award(award.stage, &next, now)],
        };
        match points::book(app, correction, now).await {
            Ok(()) => return Ok(Some(next)),
            Err(WalletError::Refused(Refusal::PreconditionFailed)) => {
                let stands = store::own_award(&app.db, award.player, award.id).await?;
                if stands.is_none_or(|stands| stands.stage != award.stage) {
                    return Ok(None);
                }
            }
            Err(other) => return Err(other.into()),
        }
    }
    Ok(None)
}

/// Puts the player of an award into its group. `None` when the award is no longer as it was, or its player is stopped.
pub(super) async fn join_group(app: &App, award: &Award) -> ApiResult<Option<Award>> {
    let next = award.given(app.clock.now());
    let fact = changed(app, &next).await?;
    let mut tries = 0;
    loop {
        match try_join(app, award, &next, &fact).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?.then_some(next)),
        }
    }
}

async fn try_join(app: &App, award: &Award, next: &Award, fact: &Fact) -> croupier_db::Result<bool> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, award.player, now, std::slice::from_ref(fact)).await?;
    if !store::run(&mut tx, store::change_award(award.stage, next, now)).await? {
        return Ok(false);
    }
    let groups: Vec<i64> = award.group.into_iter().collect();
    player::change_groups(&app.db, &mut tx, award.player, (&groups, &[]), now).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(true)
}

/// A member's decision that a thing was handed over.
#[derive(Debug, Clone, Copy)]
pub struct Handover<'a> {
    /// Whose gift.
    pub player: PlayerId,
    /// Which gift.
    pub gift: i64,
    /// Who has handed it over.
    pub member: Uuid,
    /// Names the decision: the same one counts once.
    pub reference: &'a str,
    /// In the words of the member: how, and what came of it.
    pub reason: &'a str,
}

/// Marks a thing as handed over, together with the fact.
pub async fn hand_over(app: &App, handover: &Handover<'_>, by: &Actor) -> ApiResult<()> {
    let Handover { player, gift, member, reference, reason } = *handover;
    let award = store::own_award(&app.db, player, gift).await?;
    let award = award.filter(|award| award.kind.effect() == Effect::ByHand);
    let award = award.ok_or_else(ApiError::not_found)?;
    let now = app.clock.now();
    let next = award.given(now);
    let reported = by.signing(json!({ "subject": gift.to_string(), "offer": award.offer, "reason": reason }));
    let facts = [changed(app, &next).await?, Fact { kind: HANDED_OVER, body: reported.to_string() }];
    let statements = [
        staff::holds(member, Permission::BonusesIssue),
        store::change_award(BonusStage::Issued, &next, now),
        store::note_handover(gift, reference),
    ];
    if without_money(app, player, &statements, &facts).await? {
        return Ok(());
    }
    why_not(app, handover).await
}

/// Why a thing was not marked: it may have been by this very decision.
async fn why_not(app: &App, handover: &Handover<'_>) -> ApiResult<()> {
    let Handover { player, gift, member, reference, .. } = *handover;
    if store::was_handed_over_by(&app.db, gift, reference).await? {
        return Ok(());
    }
    if !staff::may(&app.db, member, Permission::BonusesIssue).await? {
        return Err(ApiError::role_forbids());
    }
    let stops = identity::stops_of(&app.db, player).await?;
    if stops.in_force(app.clock.now(), |_| true).is_some() {
        return Err(ApiError::conflict("player_stopped", "The player is stopped and gets no gifts."));
    }
    Err(ApiError::conflict("gift_ended", "This gift has ended, or is about to."))
}
