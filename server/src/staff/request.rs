//! What one member asks for and another decides: roles and adjustments are changed so.

use uuid::Uuid;

/// How a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestState {
    /// It waits for another member.
    Waiting,
    /// It was carried out.
    Approved,
    /// It has changed nothing.
    Refused,
}

impl RequestState {
    const ALL: [Self; 3] = [Self::Waiting, Self::Approved, Self::Refused];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::Refused => "refused",
        }
    }

    /// The state called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// Who has decided, why and when (UTC milliseconds).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The member.
    pub member: Uuid,
    /// The member's name by then.
    pub name: String,
    /// In the member's words.
    pub reason: String,
    /// When.
    pub at: i64,
}
