//! What the partner tells is taken in: one commit changes the check, the flags of the profile that hang on it, and appends
//! the fact `identity.checked`.

use croupier_db::{Error, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use hmac::Mac;
use serde_json::json;

use super::super::store as documents;
use super::comparing::{Profile, differences};
use super::judging::{self, Findings};
use super::model::{CheckReport, CheckState, CheckStatus, CheckedPerson, ComparedField, PartnerCheck};
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::sealed;
use crate::platform::secrets::hmac_sha256;
use crate::player::{self, IdentityCheck, Player};
use crate::site_config::{DocumentKind, Licences};

/// How often a change is tried again when the store asks for it.
pub(super) const TRIES: u32 = 5;

/// Who says so where the changes of profiles are kept.
pub(super) const PARTNER: &str = "identity partner";

/// What is in a document is encrypted for this.
const PURPOSE: &str = "identity_check";

/// What came of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReportOutcome {
    /// It is written down.
    News,
    /// It was known, or something newer is.
    Old,
}

/// What a report says that is kept encrypted or hashed.
struct StoredCheck {
    person: Option<Vec<u8>>,
    /// In one order for all players.
    documents: Vec<Vec<u8>>,
}

/// Takes in what the partner tells of the check of `player`.
pub(super) async fn take(app: &App, player: PlayerId, report: &CheckReport) -> ApiResult<ReportOutcome> {
    let kept = kept(app, player, report)?;
    let mut tries = 0;
    loop {
        match try_take(app, player, report, &kept).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            taken => return Ok(taken?),
        }
    }
}

fn kept(app: &App, player: PlayerId, report: &CheckReport) -> ApiResult<StoredCheck> {
    let person = report.person.as_ref().map(|person| {
        let plain = serde_json::to_vec(person)?;
        sealed::seal(&app.secrets, app.entropy, PURPOSE, player, &plain)
    });
    // Keyed: numbers of documents are few enough to be guessed from a plain hash.
    let hashed = report.documents.iter().map(|document| {
        let mut mac = hmac_sha256(&app.secrets.key_for("identity_document"));
        mac.update(document.as_bytes());
        mac.finalize().into_bytes().to_vec()
    });
    let mut documents: Vec<_> = hashed.collect();
    // Two players who show the same ones at once do not wait for each other.
    documents.sort_unstable();
    Ok(StoredCheck { person: person.transpose()?, documents })
}

/// What stands in the document of a check.
pub(super) fn person_of(app: &App, check: &PartnerCheck) -> ApiResult<Option<CheckedPerson>> {
    let Some(kept) = &check.person else { return Ok(None) };
    let plain = sealed::open(&app.secrets, PURPOSE, check.player, kept)?;
    serde_json::from_slice(&plain).map(Some).map_err(|error| ApiError::internal(&error))
}

async fn try_take(
    app: &App,
    id: PlayerId,
    report: &CheckReport,
    kept: &StoredCheck,
) -> croupier_db::Result<ReportOutcome> {
    let mut tx = app.db.begin().await?;
    // The player's row is locked before the lane, and that before the check, as everywhere else.
    let Some(player) = player::lock(&mut tx, id).await? else { return Ok(ReportOutcome::Old) };
    log::lock_lane(&app.db, &mut tx, id).await?;
    let Some(known) = store::get_in(&mut tx, id).await? else { return Ok(ReportOutcome::Old) };
    if !judging::is_news((known.attempt, known.reported_at, known.reported), report) {
        return Ok(ReportOutcome::Old);
    }
    let now = app.clock.now();
    let is_green = report.reported == CheckStatus::Green;
    let mut changed = PartnerCheck {
        reported: report.reported,
        attempt: report.attempt,
        reported_at: report.at,
        reasons: report.reasons.clone(),
        differences: if is_green { differing(&player, report.person.as_ref()) } else { Vec::new() },
        is_shared: false,
        person: kept.person.clone(),
        document: kept.documents.first().cloned(),
        // What staff has settled was settled about another attempt.
        decided_at: None,
        decided_by: None,
        look_at: now + judging::pause(report.reported, 0),
        looks: 0,
        ..known.clone()
    };
    for document in kept.documents.iter().filter(|_| is_green) {
        if store::claim_document(&mut tx, document, id, now).await? != id {
            (changed.is_shared, changed.document) = (true, Some(document.clone()));
        }
    }
    changed.state = judged(&changed);
    settle(app, &mut tx, &player, &mut changed, PARTNER).await?;
    if !store::save(&mut tx, &known, &changed).await? {
        return Err(Error::Retry("the check has changed meanwhile".to_owned()));
    }
    let body = json!({
        "state": changed.state, "reported": changed.reported, "attempt": changed.attempt,
        "reasons": changed.reasons, "differences": changed.differences, "shared": changed.is_shared,
    });
    let fact = Fact { kind: "identity.checked", body: body.to_string() };
    log::append(&app.db, &mut tx, id, now, &[fact]).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(ReportOutcome::News)
}

/// What a document and the profile do not agree on; all of it where the partner tells nothing of the document.
pub(super) fn differing(player: &Player, person: Option<&CheckedPerson>) -> Vec<ComparedField> {
    let profile = Profile {
        first_name: player.first_name.as_deref().unwrap_or_default(),
        last_name: player.last_name.as_deref().unwrap_or_default(),
        date_of_birth: player.date_of_birth.as_deref().unwrap_or_default(),
        country: &player.country,
    };
    person.map_or_else(|| ComparedField::ALL.to_vec(), |person| differences(profile, person))
}

/// What the operator makes of a check as it stands.
pub(super) fn judged(check: &PartnerCheck) -> CheckState {
    let findings = Findings {
        differences: &check.differences,
        is_shared: check.is_shared,
        is_distrusted: check.is_distrusted,
    };
    judging::state_of(check.reported, &findings)
}

/// Makes the flags of `player` agree with the state of `check`, within the caller's transaction, which holds the lock of
/// both; `by` says so. What the check had not made true itself stays as it is.
pub(super) async fn settle(
    app: &App,
    tx: &mut Tx,
    player: &Player,
    check: &mut PartnerCheck,
    by: &str,
) -> croupier_db::Result<()> {
    let now = app.clock.now();
    let documents = documents::approved_kinds(tx, player.id).await?;
    if check.state == CheckState::Approved {
        if player::note_check(tx, player, IdentityCheck::Provider, true, by, now).await? {
            check.passed_at = Some(now);
        }
        let is_whole = is_whole(&app.site_config.licences, player, &documents, true);
        if is_whole && player::note_check(tx, player, IdentityCheck::Staff, true, by, now).await? {
            check.verified_at = Some(now);
        }
        return Ok(());
    }
    if check.passed_at.is_some() && check.passed_at == player.passed_at(IdentityCheck::Provider) {
        player::note_check(tx, player, IdentityCheck::Provider, false, by, now).await?;
    }
    let is_ours = check.verified_at.is_some() && check.verified_at == player.passed_at(IdentityCheck::Staff);
    if is_ours && !is_whole(&app.site_config.licences, player, &documents, false) {
        player::note_check(tx, player, IdentityCheck::Staff, false, by, now).await?;
    }
    (check.passed_at, check.verified_at) = (None, None);
    Ok(())
}

/// Whether everything is proven that the licence of `player` asks for, by documents of the kinds `approved` and, when that
/// `is_proven`, by the partner's check in place of one of identity.
fn is_whole(licences: &Licences, player: &Player, approved: &[String], is_proven: bool) -> bool {
    let asked = &licences.named(&player.licence).verification.documents;
    asked.iter().all(|kind| {
        let by_partner = is_proven && *kind == DocumentKind::Identity;
        by_partner || approved.iter().any(|name| name == kind.name())
    })
}

/// Whether the partner's check proves who `player` is, in place of a document.
pub(in crate::verification) async fn is_identity_proven(
    tx: &mut Tx,
    player: &Player,
) -> croupier_db::Result<bool> {
    let has_passed = player.passed_at(IdentityCheck::Provider).is_some();
    let check = store::get_in(tx, player.id).await?;
    // Staff may have said no since.
    Ok(has_passed && check.is_some_and(|check| check.state == CheckState::Approved && !check.is_distrusted))
}

/// Notes that the player is verified since `at` by documents of staff and the partner's check together: what the partner takes
/// back ends that.
pub(in crate::verification) async fn lean_on_partner(
    tx: &mut Tx,
    player: PlayerId,
    at: i64,
) -> croupier_db::Result<()> {
    store::lean_on(tx, player, at).await
}

/// Notes that staff itself says whether the player has passed `check`: a no to either of them is a no to the partner, and a yes
/// about the player ends that. `true` when it says anything new beside the player's flag.
pub(in crate::verification) async fn own_word(
    tx: &mut Tx,
    player: PlayerId,
    (check, has_passed): (IdentityCheck, bool),
    now: i64,
) -> croupier_db::Result<bool> {
    if has_passed && check == IdentityCheck::Provider {
        return Ok(false);
    }
    let was_partners = has_passed && store::own_verified(tx, player).await?;
    Ok(store::distrust(tx, player, !has_passed, now).await? || was_partners)
}
