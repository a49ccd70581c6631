//! An instant in a content file: RFC 3339 in UTC.

use serde::{Deserialize, Serialize};

use crate::platform::calendar::{instant, rfc3339};

/// UTC milliseconds, written as `2026-12-31T23:00:00Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Moment(pub i64);

impl TryFrom<String> for Moment {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        instant(&text).map(Self).map_err(|_| format!("{text:?} is no time: 2026-12-31T23:00:00Z is"))
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> Self {
        rfc3339(moment.0)
    }
}
