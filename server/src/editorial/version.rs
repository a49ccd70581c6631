//! A version of a document.

use uuid::Uuid;

/// How a version stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VersionState {
    /// It is being written.
    Draft,
    /// It is published at its time.
    Scheduled,
    /// It is in force.
    Published,
    /// It was in force.
    Superseded,
    /// It was given up before it was in force.
    Discarded,
}

impl VersionState {
    const ALL: [Self; 5] = [Self::Draft, Self::Scheduled, Self::Published, Self::Superseded, Self::Discarded];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Published => "published",
            Self::Superseded => "superseded",
            Self::Discarded => "discarded",
        }
    }

    /// Whether it can still become the one in force.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Draft | Self::Scheduled)
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A version of a document. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Which document.
    pub path: String,
    /// Counts from 1 for each document.
    pub number: i64,
    /// How it stands.
    pub state: VersionState,
    /// The text; `None` where the document is not there.
    pub body: Option<String>,
    /// Counts how often it was saved.
    pub revision: i64,
    /// The version that was in force when it was begun.
    pub base: i64,
    /// The version whose text it brings back.
    pub restores: Option<i64>,
    /// When it was begun.
    pub started_at: i64,
    /// When it was saved last.
    pub saved_at: i64,
    /// Who has saved it last.
    pub saved_by: String,
    /// When it is due.
    pub due_at: Option<i64>,
    /// Those that are due together have one.
    pub batch: Option<Uuid>,
    /// The member who has published or scheduled it.
    pub publisher_id: Option<Uuid>,
    /// The name of who has published or scheduled it.
    pub publisher: Option<String>,
    /// Why it was published.
    pub reason: Option<String>,
    /// When it was published.
    pub published_at: Option<i64>,
    /// Why it could not be published when it was due.
    pub fault: Option<String>,
}

impl Version {
    /// The first revision of a draft that `saved_by` begins at `now`, after the version `base`.
    pub(super) fn begun(
        path: &str,
        number: i64,
        base: i64,
        body: Option<String>,
        saved_by: &str,
        now: i64,
    ) -> Self {
        Self {
            path: path.to_owned(),
            number,
            state: VersionState::Draft,
            body,
            revision: 1,
            base,
            restores: None,
            started_at: now,
            saved_at: now,
            saved_by: saved_by.to_owned(),
            due_at: None,
            batch: None,
            publisher_id: None,
            publisher: None,
            reason: None,
            published_at: None,
            fault: None,
        }
    }
}
