//! A medium of the library.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::platform::blobs::BlobName;

/// What a medium is, by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MediumType {
    /// A picture.
    Png,
    /// A picture.
    Jpeg,
    /// A picture.
    Webp,
    /// A file to take along.
    Pdf,
}

impl MediumType {
    const ALL: [Self; 4] = [Self::Png, Self::Jpeg, Self::Webp, Self::Pdf];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Webp => "webp",
            Self::Pdf => "pdf",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// How its address ends.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            other => other.name(),
        }
    }

    pub(super) fn from_ending(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.ending() == ending)
    }

    /// What it is served as.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Pdf => "application/pdf",
        }
    }
}

/// How a medium stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MediumState {
    Uploading,
    Kept,
    Withdrawn,
}

impl MediumState {
    const ALL: [Self; 3] = [Self::Uploading, Self::Kept, Self::Withdrawn];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Uploading => "uploading",
            Self::Kept => "kept",
            Self::Withdrawn => "withdrawn",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// What staff says about a medium.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediumTexts {
    /// What staff calls it.
    pub name: String,
    /// What it shows, for those who do not see it, by language.
    pub alts: BTreeMap<String, String>,
    /// The brand that it is for; `None` where it is for all.
    pub brand: Option<String>,
}

impl MediumTexts {
    /// What a search looks at.
    pub(super) fn searched(&self) -> String {
        let alts = self.alts.values().map(String::as_str).collect::<Vec<_>>().join(" ");
        format!("{} {alts}", self.name).to_lowercase()
    }
}

/// A picture or a file that staff has uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Medium {
    /// The number.
    pub id: Uuid,
    /// SHA-256 of the file, in hex.
    pub hash: String,
    pub(super) state: MediumState,
    pub(super) blob: BlobName,
    /// What it is.
    pub file_type: MediumType,
    /// What staff says about it.
    pub texts: MediumTexts,
    /// How long it is.
    pub size_bytes: i64,
    /// Width and height in pixels; `None` of a PDF.
    pub pixels: Option<(i64, i64)>,
    /// Counts how often its texts were saved.
    pub revision: i64,
    /// UTC milliseconds.
    pub uploaded_at: i64,
    /// The name of the member.
    pub uploaded_by: String,
}

impl Medium {
    /// Where the site has it.
    pub fn address(&self) -> String {
        format!("{}{}.{}", super::ADDRESS, self.hash, self.file_type.ending())
    }

    /// What its encrypted file is bound to.
    pub(super) fn owner(&self) -> String {
        format!("medium {}", self.hash)
    }
}
