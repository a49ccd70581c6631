//! What a check of a partner is.

use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where the partner says that a check stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckStatus {
    /// The player has still to send something.
    Started,
    /// It is being looked at.
    Pending,
    /// The partner takes another look, and vouches for nothing meanwhile.
    OnHold,
    /// The partner lets the player pass.
    Green,
    /// Refused; the player may try again.
    Retry,
    /// Refused for good.
    Final,
}

impl CheckStatus {
    const ALL: [Self; 6] =
        [Self::Started, Self::Pending, Self::OnHold, Self::Green, Self::Retry, Self::Final];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Pending => "pending",
            Self::OnHold => "on_hold",
            Self::Green => "green",
            Self::Retry => "retry",
            Self::Final => "final",
        }
    }

    /// What is called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reported| reported.name() == name)
    }
}

/// What the operator makes of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckState {
    /// The player has still to send something to the partner.
    Started,
    /// The partner looks at it.
    Pending,
    /// The partner takes another look.
    OnHold,
    /// It waits for staff.
    Review,
    /// It proves who the player is.
    Approved,
    /// It proves nothing; the player may try again.
    Retry,
    /// It proves nothing, and there is no other try.
    Refused,
}

impl CheckState {
    const ALL: [Self; 7] = [
        Self::Started,
        Self::Pending,
        Self::OnHold,
        Self::Review,
        Self::Approved,
        Self::Retry,
        Self::Refused,
    ];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Pending => "pending",
            Self::OnHold => "on_hold",
            Self::Review => "review",
            Self::Approved => "approved",
            Self::Retry => "retry",
            Self::Refused => "refused",
        }
    }

    /// The state called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether the player may go to the partner's page.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Started | Self::Retry)
    }
}

/// Why a partner has refused, in words that a player may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckReason {
    /// A picture cannot be read.
    Unreadable,
    /// A page or a side is missing.
    Incomplete,
    /// The document is not valid any more.
    Expired,
    /// A document of another kind is needed.
    WrongDocument,
    /// The face is not that of the document, or cannot be made out.
    Selfie,
    /// The player is too young.
    Underage,
    /// Something that the player is not told.
    Other,
}

impl CheckReason {
    /// The message that tells players.
    pub(in crate::verification) const fn key(self) -> &'static str {
        match self {
            Self::Unreadable => "identity_check.reason_unreadable",
            Self::Incomplete => "identity_check.reason_incomplete",
            Self::Expired => "identity_check.reason_expired",
            Self::WrongDocument => "identity_check.reason_wrong_document",
            Self::Selfie => "identity_check.reason_selfie",
            Self::Underage => "identity_check.reason_underage",
            Self::Other => "identity_check.reason_other",
        }
    }
}

/// A field of the profile that is compared with the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComparedField {
    /// The given names.
    FirstName,
    /// The family name.
    LastName,
    /// The date of birth.
    DateOfBirth,
    /// The country, ISO 3166-1.
    Country,
}

impl ComparedField {
    /// Every one of them.
    pub const ALL: [Self; 4] = [Self::FirstName, Self::LastName, Self::DateOfBirth, Self::Country];
}

/// What stands in a document.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CheckedPerson {
    /// Given names; may include middle names.
    pub first_name: String,
    /// Middle names the partner lists separately; may be empty.
    pub middle_name: String,
    /// The family name.
    pub last_name: String,
    /// `YYYY-MM-DD`.
    pub date_of_birth: String,
    /// Two capital letters of ISO 3166-1, or what the partner says where it is none.
    pub country: String,
}

/// What a partner tells of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// The partner's name for the player.
    pub applicant: String,
    /// Our name for the player at the partner.
    pub external: String,
    /// Where it stands.
    pub reported: CheckStatus,
    /// Which attempt it is.
    pub attempt: i64,
    /// Since when it stands so, UTC milliseconds.
    pub at: i64,
    /// Why it was refused.
    pub reasons: Vec<CheckReason>,
    /// What stands in the document.
    pub person: Option<CheckedPerson>,
    /// `DE PASSPORT C01`: country, kind, number.
    pub documents: Vec<String>,
}

/// A check as it is kept. Times are UTC milliseconds.
#[derive(Debug, Clone)]
pub struct PartnerCheck {
    /// Whose.
    pub player: PlayerId,
    /// The partner's name for the player.
    pub applicant: String,
    /// On which the player came; it names the brand.
    pub(in crate::verification) host: String,
    /// Where the partner says that it stands.
    pub reported: CheckStatus,
    /// What the operator makes of that.
    pub state: CheckState,
    /// Which attempt it is.
    pub attempt: i64,
    /// Since when the partner says so.
    pub reported_at: i64,
    /// Why the partner has refused.
    pub reasons: Vec<CheckReason>,
    /// What differs from the profile.
    pub differences: Vec<ComparedField>,
    /// Whether another account has shown the same document before.
    pub is_shared: bool,
    /// Staff has rejected this player's identity; survives attempts.
    pub is_distrusted: bool,
    /// What stands in the document, encrypted.
    pub(super) person: Option<Vec<u8>>,
    /// Keyed hash of one document; the duplicate one when `is_shared`.
    pub(super) document: Option<Vec<u8>>,
    /// When this check made the player pass the check of the provider.
    pub(super) passed_at: Option<i64>,
    /// When this check made the player verified.
    pub(super) verified_at: Option<i64>,
    /// When staff has decided about this attempt.
    pub decided_at: Option<i64>,
    /// Who has.
    pub decided_by: Option<String>,
    /// When the player has begun.
    pub begun_at: i64,
    /// When the partner is asked next.
    pub(super) look_at: i64,
    /// How often it was asked since something has changed.
    pub(super) looks: i64,
}
