//! What a document is.

use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::platform::blobs::BlobName;
use crate::site_config::DocumentKind;

/// Where a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentState {
    /// Its file is being written.
    Uploading,
    /// Its file was not written in time.
    Abandoned,
    /// It waits for staff.
    Pending,
    /// Staff has accepted it.
    Approved,
    /// Staff has not accepted it.
    Rejected,
}

impl DocumentState {
    const ALL: [Self; 5] = [Self::Uploading, Self::Abandoned, Self::Pending, Self::Approved, Self::Rejected];

    /// The name in rows and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uploading => "uploading",
            Self::Abandoned => "abandoned",
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// The state called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// Why staff has not accepted a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RejectReason {
    /// It cannot be read.
    Illegible,
    /// A part, a page or a side is missing.
    Incomplete,
    /// It is not valid any more, or too old.
    Expired,
    /// It does not agree with the profile.
    Mismatch,
    /// It does not prove what it was uploaded for.
    WrongDocument,
    /// It was changed.
    Altered,
    /// The note tells.
    Other,
}

impl RejectReason {
    /// Every reason.
    pub const ALL: [Self; 7] = [
        Self::Illegible,
        Self::Incomplete,
        Self::Expired,
        Self::Mismatch,
        Self::WrongDocument,
        Self::Altered,
        Self::Other,
    ];

    /// The name on the wire, in rows and in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegible => "illegible",
            Self::Incomplete => "incomplete",
            Self::Expired => "expired",
            Self::Mismatch => "mismatch",
            Self::WrongDocument => "wrong_document",
            Self::Altered => "altered",
            Self::Other => "other",
        }
    }

    /// The reason called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// What a file is, by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileType {
    /// A PNG picture.
    Png,
    /// A JPEG picture.
    Jpeg,
    /// A PDF document.
    Pdf,
}

impl FileType {
    const ALL: [Self; 3] = [Self::Png, Self::Jpeg, Self::Pdf];

    /// The name on the wire and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Pdf => "pdf",
        }
    }

    /// The type called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file_type| file_type.name() == name)
    }
}

/// A document of a player.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its number.
    pub id: Uuid,
    /// Whose.
    pub player: PlayerId,
    /// What it proves.
    pub kind: DocumentKind,
    /// Where it stands.
    pub state: DocumentState,
    /// Its file.
    pub(super) blob: BlobName,
    /// What the file is.
    pub file_type: FileType,
    /// How large the file is.
    pub size_bytes: i64,
    /// The key of the call that uploaded it, and a keyed hash of what was uploaded.
    pub(super) idempotency_key: String,
    pub(super) fingerprint: Vec<u8>,
    /// On which the player came; it names the brand.
    pub(super) host: String,
    /// UTC milliseconds.
    pub created_at: i64,
    /// UTC milliseconds.
    pub reviewed_at: Option<i64>,
    /// Who has decided.
    pub reviewed_by: Option<String>,
    /// Why it was not accepted.
    pub reason: Option<RejectReason>,
    /// What staff has written to the player.
    pub note: Option<String>,
}

impl Document {
    /// What its file is bound to.
    pub(super) fn owner(&self) -> String {
        format!("document {} of player {}", self.id, self.player)
    }
}

/// The message that names a kind to players.
pub(super) const fn kind_key(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Identity => "verification.kind_identity",
        DocumentKind::Address => "verification.kind_address",
        DocumentKind::PaymentMethod => "verification.kind_payment_method",
        DocumentKind::Wealth => "verification.kind_wealth",
    }
}

/// The message that tells players a reason.
pub(super) const fn reason_key(reason: RejectReason) -> &'static str {
    match reason {
        RejectReason::Illegible => "verification.reason_illegible",
        RejectReason::Incomplete => "verification.reason_incomplete",
        RejectReason::Expired => "verification.reason_expired",
        RejectReason::Mismatch => "verification.reason_mismatch",
        RejectReason::WrongDocument => "verification.reason_wrong_document",
        RejectReason::Altered => "verification.reason_altered",
        RejectReason::Other => "verification.reason_other",
    }
}
