//! Documents as their player sees them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{Document, DocumentState, FileType, RejectReason};
use super::provider::http::{self as provider, IdentityCheckView};
use super::store;
use super::upload::PENDING_MAX;
use crate::app::App;
use crate::platform::body::UPLOAD_MAX;
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;
use crate::player;
use crate::site_config::DocumentKind;

/// The newest documents that a player is shown.
const SHOWN_MAX: i64 = 100;

/// A document, as its player sees it. Who has decided about it stays inside.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DocumentView {
    id: Uuid,
    kind: DocumentKind,
    state: ReviewState,
    file_type: FileType,
    size_bytes: i64,
    uploaded_at: String,
    reviewed_at: Option<String>,
    /// Why it was not accepted.
    reason: Option<RejectReason>,
    /// What staff has written about that.
    note: Option<String>,
}

/// Where a document, or a kind of documents, stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReviewState {
    /// Nothing was uploaded.
    NotStarted,
    /// It waits for staff.
    Pending,
    /// It was accepted.
    Approved,
    /// It was not accepted.
    Rejected,
}

impl From<DocumentState> for ReviewState {
    fn from(state: DocumentState) -> Self {
        match state {
            DocumentState::Approved => Self::Approved,
            DocumentState::Rejected => Self::Rejected,
            DocumentState::Pending | DocumentState::Uploading | DocumentState::Abandoned => Self::Pending,
        }
    }
}

impl From<&Document> for DocumentView {
    fn from(document: &Document) -> Self {
        Self {
            id: document.id,
            kind: document.kind,
            state: document.state.into(),
            file_type: document.file_type,
            size_bytes: document.size_bytes,
            uploaded_at: rfc3339(document.created_at),
            reviewed_at: document.reviewed_at.map(rfc3339),
            reason: document.reason,
            note: document.note.clone(),
        }
    }
}

/// What is asked and known of one kind.
#[derive(Debug, Serialize, ToSchema)]
struct DocumentKindView {
    kind: DocumentKind,
    /// Whether the player is verified only with it.
    required: bool,
    /// Approved once one document is; otherwise that of the newest ones.
    state: ReviewState,
    /// Whether another document may be uploaded.
    can_upload: bool,
    /// Newest first.
    documents: Vec<DocumentView>,
}

/// How far the player is verified.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct VerificationView {
    /// Whether staff has made sure who the player is.
    verified: bool,
    /// Whether an identity provider has.
    sumsub_verified: bool,
    /// The check of the operator's partner; null when the operator has none.
    identity_check: Option<IdentityCheckView>,
    kinds: Vec<DocumentKindView>,
    /// The largest file that is taken.
    file_max_bytes: u64,
    /// What the player may take out in all while not verified, in the currency of the active wallet.
    unverified_cashout_cents: i64,
    /// The currency of that.
    currency: &'static str,
}

/// What is known and asked of the player with this number.
pub(super) async fn of_player(app: &App, id: i64) -> ApiResult<VerificationView> {
    let player = player::get(app, id).await?;
    let rules = &app.site_config.licences.named(&player.licence).verification;
    let documents = store::of_player(&app.db, id, SHOWN_MAX).await?;
    let pending = documents.iter().filter(|document| document.state == DocumentState::Pending).count();
    let has_room = i64::try_from(pending).is_ok_and(|pending| pending < PENDING_MAX);
    let is_verified = player.verified_at.is_some();
    let kinds = DocumentKind::ALL.into_iter().map(|kind| {
        let of_kind: Vec<_> = documents.iter().filter(|document| document.kind == kind).collect();
        let state = state_of(of_kind.iter().map(|document| document.state));
        DocumentKindView {
            kind,
            required: rules.documents.contains(&kind),
            state,
            // Who is asked for the source of the wealth is often verified already.
            can_upload: has_room
                && (kind == DocumentKind::Wealth || !(is_verified && state == ReviewState::Approved)),
            documents: of_kind.into_iter().map(DocumentView::from).collect(),
        }
    });
    Ok(VerificationView {
        verified: is_verified,
        sumsub_verified: player.sumsub_verified_at.is_some(),
        identity_check: provider::view(app, id).await?,
        kinds: kinds.collect(),
        file_max_bytes: UPLOAD_MAX as u64,
        unverified_cashout_cents: rules.unverified_cashout(player.currency),
        currency: player.currency.code(),
    })
}

/// Where a kind stands whose documents stand as `states` say.
fn state_of(states: impl Iterator<Item = DocumentState>) -> ReviewState {
    let states: Vec<_> = states.map(ReviewState::from).collect();
    let order = [ReviewState::Approved, ReviewState::Pending, ReviewState::Rejected];
    order.into_iter().find(|state| states.contains(state)).unwrap_or(ReviewState::NotStarted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_stands_as_its_best_document() {
        use DocumentState::{Approved, Pending, Rejected};
        #[rustfmt::skip]
        let cases: [(&[DocumentState], ReviewState); 5] = [
            (&[],                            ReviewState::NotStarted),
            (&[Rejected, Rejected],          ReviewState::Rejected),
            (&[Pending, Rejected],           ReviewState::Pending),
            (&[Pending, Approved, Rejected], ReviewState::Approved),
            (&[Rejected, Approved],          ReviewState::Approved),
        ];
        for (states, expected) in cases {
            assert_eq!(state_of(states.iter().copied()), expected, "{states:?}");
        }
    }
}
