//! What staff sees of a check and decides about it, and what a corrected profile makes of it.
//!
//! Every step names who takes it, and is kept in the log: `identity.shown`, `identity.approved`, `identity.rejected`.

use croupier_db::{Db, Error, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;

use super::model::{CheckState, CheckStatus, CheckedPerson, ComparedField, PartnerCheck};
use super::store;
use super::taking::{TRIES, differing, judged, person_of, settle};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::player::{self, IdentityCheck, Player};
use crate::staff::{Actor, BrandScope};

/// Other players with the same document that staff is shown.
const SHARING_MAX: i64 = 20;

/// What staff says about a check that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckDecision {
    /// Whose check.
    pub player: PlayerId,
    /// The attempt that was on show.
    pub attempt: i64,
    /// Whether it proves who the player is.
    pub is_approved: bool,
    /// Why.
    pub reason: String,
    /// Who decides.
    pub by: Actor,
}

/// What came of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckDecided {
    /// It is written down.
    Done,
    /// No such attempt waits for staff.
    NotWaiting,
}

/// A field as the profile and the document have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedValue {
    /// Which field.
    pub field: ComparedField,
    /// What the profile says.
    pub profile: Option<String>,
    /// What the document says.
    pub document: String,
    /// Whether they differ.
    pub differs: bool,
}

/// The check of a player; `None` when the player has never begun one.
pub async fn partner_check(db: &Db, player: PlayerId) -> croupier_db::Result<Option<PartnerCheck>> {
    store::get(db, player).await
}

/// At most `limit` checks that wait for staff, oldest first, after that of the player `after`.
pub async fn partner_checks_waiting(
    db: &Db,
    scope: &BrandScope,
    after: Option<PlayerId>,
    limit: i64,
) -> croupier_db::Result<Vec<PartnerCheck>> {
    store::waiting(db, scope, after, limit).await
}

/// Other players whom `scope` sees and who have shown the same document as `player`.
pub async fn sharing_document(
    db: &Db,
    player: PlayerId,
    scope: &BrandScope,
) -> croupier_db::Result<Vec<PlayerId>> {
    store::with_document_of(db, player, scope, SHARING_MAX).await
}

/// Profile and document side by side; nothing when the partner has told nothing of a document. The log keeps that `by` has
/// seen it before anybody does.
pub async fn compared(app: &App, check: &PartnerCheck, by: &Actor) -> ApiResult<Vec<ComparedValue>> {
    let Some(person) = person_of(app, check)? else { return Ok(Vec::new()) };
    let player = player::get(app, check.player).await?;
    let body = by.signing(json!({ "subject": check.applicant })).to_string();
    let mut tx = app.db.begin().await?;
    let fact = Fact { kind: "identity.shown", body };
    log::append(&app.db, &mut tx, check.player, app.clock.now(), &[fact]).await?;
    tx.commit().await?;
    Ok(side_by_side(&player, &person))
}

fn side_by_side(player: &Player, person: &CheckedPerson) -> Vec<ComparedValue> {
    let differences = differing(player, Some(person));
    let given = format!("{} {}", person.first_name, person.middle_name);
    let values = |field| match field {
        ComparedField::FirstName => (player.first_name.clone(), given.trim().to_owned()),
        ComparedField::LastName => (player.last_name.clone(), person.last_name.clone()),
        ComparedField::DateOfBirth => (player.date_of_birth.clone(), person.date_of_birth.clone()),
        ComparedField::Country => (Some(player.country.clone()), person.country.clone()),
    };
    let value = |field| {
        let (profile, document) = values(field);
        ComparedValue { field, profile, document, differs: differences.contains(&field) }
    };
    ComparedField::ALL.into_iter().map(value).collect()
}

/// Writes down a decision about a check that waits. One commit changes the check and the player's flags, and appends the fact
/// `identity.approved` or `identity.rejected`. It holds for this attempt alone.
pub async fn decide_check(app: &App, decision: &CheckDecision) -> ApiResult<CheckDecided> {
    let mut tries = 0;
    loop {
        match try_decide(app, decision).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            decided => return Ok(decided?),
        }
    }
}

async fn try_decide(app: &App, decision: &CheckDecision) -> croupier_db::Result<CheckDecided> {
    let CheckDecision { player: id, attempt, is_approved, reason, by } = decision;
    let mut tx = app.db.begin().await?;
    let Some(player) = player::lock(&mut tx, *id).await? else { return Ok(CheckDecided::NotWaiting) };
    log::lock_lane(&app.db, &mut tx, *id).await?;
    let known = store::get_in(&mut tx, *id).await?;
    let is_waiting = |check: &PartnerCheck| check.state == CheckState::Review && check.attempt == *attempt;
    let Some(known) = known.filter(is_waiting) else { return Ok(CheckDecided::NotWaiting) };
    let now = app.clock.now();
    let mut changed = PartnerCheck {
        state: if *is_approved { CheckState::Approved } else { CheckState::Refused },
        is_distrusted: !is_approved,
        decided_at: Some(now),
        decided_by: Some(by.name.trim().to_owned()),
        ..known.clone()
    };
    settle(app, &mut tx, &player, &mut changed, by.name.trim()).await?;
    // The partner takes back its own word, and not that of staff.
    changed.verified_at = None;
    if !store::save(&mut tx, &known, &changed).await? {
        return Ok(CheckDecided::NotWaiting);
    }
    let kind = if *is_approved { "identity.approved" } else { "identity.rejected" };
    let body = json!({ "subject": known.applicant, "attempt": attempt, "reason": reason });
    let fact = Fact { kind, body: by.signing(body).to_string() };
    log::append(&app.db, &mut tx, *id, now, &[fact]).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(CheckDecided::Done)
}

/// Compares the profile of the player `id`, which was corrected within the caller's transaction, with the document again; `by`
/// has corrected it. What staff had settled before was settled about another profile. Answers the fact to be appended, when the
/// check stands otherwise now.
pub async fn compare_again(app: &App, tx: &mut Tx, id: PlayerId, by: &Actor) -> ApiResult<Option<Fact>> {
    let Some(known) = store::get_in(tx, id).await?.filter(|check| check.reported == CheckStatus::Green)
    else {
        return Ok(None);
    };
    let (Some(person), Some(player)) = (person_of(app, &known)?, player::lock(tx, id).await?) else {
        return Ok(None);
    };
    let mut changed = PartnerCheck {
        differences: differing(&player, Some(&person)),
        decided_at: None,
        decided_by: None,
        ..known.clone()
    };
    changed.state = judged(&changed);
    let has_passed = player.passed_at(IdentityCheck::Provider).is_some();
    if known.state == changed.state && known.differences == changed.differences && has_passed {
        return Ok(None);
    }
    settle(app, tx, &player, &mut changed, by.name.trim()).await?;
    store::save(tx, &known, &changed).await?;
    let body =
        json!({ "state": changed.state, "differences": changed.differences, "shared": changed.is_shared });
    Ok(Some(Fact { kind: "identity.compared", body: body.to_string() }))
}
