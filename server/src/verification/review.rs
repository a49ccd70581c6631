//! What staff does: looks at documents, decides about them, and sets what is known of a player by other ways.
//!
//! Every step names who takes it, and is kept in the log: `document.shown`, `document.reviewed`, `player.verification`.

use anyhow::{Result, ensure};
use croupier_db::{Db, Error, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::model::{Document, DocumentState, RejectReason};
use super::provider;
use super::store::{self, Decision};
use crate::platform::blobs::Blobs;
use crate::player::{self, IdentityCheck};
use crate::site_config::{DocumentKind, Licences};
use crate::staff::{Actor, BrandScope};

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// The longest note to a player, in characters.
pub const NOTE_MAX: usize = 500;

/// The newest documents of a player that staff is shown.
const SHOWN_MAX: i64 = 100;

/// What staff says about a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It proves what it has to.
    Approve,
    /// It does not.
    Reject {
        /// Why.
        reason: RejectReason,
        /// What the player is told beside that, in the player's language.
        note: Option<String>,
    },
}

/// A decision about a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentReview {
    /// Which document.
    pub document: Uuid,
    /// What is said about it.
    pub verdict: Verdict,
    /// Who decides.
    pub by: Actor,
}

/// What came of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reviewed {
    /// It is written down.
    Done {
        /// Whether the player is verified with it.
        verified: bool,
    },
    /// No document of this number waits for a decision.
    NotPending,
}

/// Writes down a decision about a document that waits for one at `now` (UTC milliseconds). One commit changes the
/// document, makes the player verified when every kind that the licence asks for is approved, and appends the fact
/// `document.reviewed`.
pub async fn review(db: &Db, licences: &Licences, review: &DocumentReview, now: i64) -> Result<Reviewed> {
    ensure!(!review.by.is_nobody(), "who decides has to be named");
    if let Verdict::Reject { reason, note } = &review.verdict {
        let note = note.as_deref().unwrap_or_default().trim();
        ensure!(*reason != RejectReason::Other || !note.is_empty(), "the reason other needs a note");
        ensure!(note.chars().count() <= NOTE_MAX, "a note has at most {NOTE_MAX} characters");
        ensure!(!note.contains('\0'), "no text has a NUL in it");
    }
    let mut tries = 0;
    loop {
        match try_review(db, licences, review, now).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?),
        }
    }
}

async fn try_review(
    db: &Db,
    licences: &Licences,
    review: &DocumentReview,
    now: i64,
) -> croupier_db::Result<Reviewed> {
    let Some(document) = store::get(db, review.document).await? else { return Ok(Reviewed::NotPending) };
    let by = review.by.name.trim();
    let (state, reason, note) = match &review.verdict {
        Verdict::Approve => (DocumentState::Approved, None, None),
        Verdict::Reject { reason, note } => (DocumentState::Rejected, Some(*reason), note.as_deref()),
    };
    let note = note.map(str::trim).filter(|note| !note.is_empty());
    let mut tx = db.begin().await?;
    // The player's row is locked before the lane, and that before the document, as everywhere else.
    let Some(player) = player::lock(&mut tx, document.player).await? else { return Ok(Reviewed::NotPending) };
    log::lock_lane(db, &mut tx, player.id).await?;
    if !store::decide(&mut tx, document.id, &Decision { state, reason, note, by, at: now }).await? {
        return Ok(Reviewed::NotPending);
    }
    let approved = store::approved_kinds(&mut tx, player.id).await?;
    let asked = &licences.named(&player.licence).verification.documents;
    let is_whole = asked.iter().all(|kind| approved.iter().any(|name| name == kind.name()));
    // The partner's check stands for a document of identity.
    let is_by_partner = |kind: &DocumentKind| *kind == DocumentKind::Identity;
    let is_nearly =
        asked.iter().all(|kind| is_by_partner(kind) || approved.iter().any(|name| name == kind.name()));
    let leans = !is_whole && is_nearly && provider::is_identity_proven(&mut tx, &player).await?;
    // The source of wealth says nothing of who somebody is.
    let verified = state == DocumentState::Approved
        && document.kind != DocumentKind::Wealth
        && (is_whole || leans)
        && player::note_check(&mut tx, &player, IdentityCheck::Staff, true, by, now).await?;
    if verified && leans {
        provider::lean_on_partner(&mut tx, player.id, now).await?;
    }
    let body = json!({
        "document": document.id, "kind": document.kind, "state": state.name(),
        "reason": reason.map(RejectReason::name), "verified": verified,
    });
    let body = review.by.signing(body);
    let fact = Fact { kind: "document.reviewed", body: body.to_string() };
    log::append(db, &mut tx, player.id, now, &[fact]).await?;
    tx.commit().await?;
    db.notify_all();
    Ok(Reviewed::Done { verified })
}

/// Documents that wait for staff, oldest first.
pub async fn pending(db: &Db) -> Result<Vec<Document>> {
    Ok(store::pending(db).await?)
}

/// The newest documents of a player, newest first.
pub async fn documents_of(db: &Db, player: PlayerId) -> Result<Vec<Document>> {
    Ok(store::of_player(db, player, SHOWN_MAX).await?)
}

/// At most `limit` documents in one state after the one with the number `after`: those that wait come oldest first, the
/// others newest first.
pub async fn documents_in(
    db: &Db,
    scope: &BrandScope,
    state: DocumentState,
    after: Option<Uuid>,
    limit: i64,
) -> croupier_db::Result<Vec<Document>> {
    store::in_state(db, scope, state, after, limit).await
}

/// A document; `None` when there is none, or its upload was not finished.
pub async fn document(db: &Db, id: Uuid) -> croupier_db::Result<Option<Document>> {
    let unfinished = [DocumentState::Uploading, DocumentState::Abandoned];
    Ok(store::get(db, id).await?.filter(|document| !unfinished.contains(&document.state)))
}

/// A document with its file; `None` when there is no such document, or its upload was not finished.
pub async fn shown(db: &Db, blobs: &Blobs, id: Uuid) -> Result<Option<(Document, Vec<u8>)>> {
    let Some(document) = document(db, id).await? else { return Ok(None) };
    let file = blobs.read(&document.blob, &document.owner()).await;
    let file = file.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let file = file.ok_or_else(|| anyhow::anyhow!("the file of document {id} is missing: restore it"))?;
    Ok(Some((document, file)))
}

/// Keeps in the log that `by` has looked at a document.
pub async fn note_shown(db: &Db, document: &Document, by: &Actor, now: i64) -> Result<()> {
    ensure!(!by.is_nobody(), "who looks at a document has to be named");
    let body = by.signing(json!({ "document": document.id })).to_string();
    let mut tx = db.begin().await?;
    log::append(db, &mut tx, document.player, now, &[Fact { kind: "document.shown", body }]).await?;
    Ok(tx.commit().await?)
}

/// Notes that a player has passed a check in another way than by documents, or that it holds no longer; `by` says so, and
/// `why`. `false` when that was known. What staff says itself, the partner takes back no more.
pub async fn set_check(
    db: &Db,
    id: PlayerId,
    check: IdentityCheck,
    passed: bool,
    (by, why): (&str, &str),
    now: i64,
) -> Result<bool> {
    ensure!(!by.trim().is_empty(), "who decides has to be named");
    let mut tx = db.begin().await?;
    let Some(player) = player::lock(&mut tx, id).await? else { return Ok(false) };
    log::lock_lane(db, &mut tx, id).await?;
    let says_more = provider::own_word(&mut tx, id, (check, passed), now).await?;
    if !player::note_check(&mut tx, &player, check, passed, by.trim(), now).await? && !says_more {
        return Ok(false);
    }
    let body = json!({ "check": check.name(), "passed": passed, "by": by.trim(), "why": why.trim() });
    let fact = Fact { kind: "player.verification", body: body.to_string() };
    log::append(db, &mut tx, id, now, &[fact]).await?;
    tx.commit().await?;
    db.notify_all();
    Ok(true)
}
