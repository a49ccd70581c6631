//! What the content plans for a span: times that have a row already, and times that get one when they come near.

use std::collections::HashSet;

use super::Localised;

/// One time that something of the content comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// Its address, for good.
    pub name: String,
    /// How it is called.
    pub title: Localised,
    /// Members of one of these groups take part; everybody when there is none.
    pub groups: Vec<i64>,
    /// UTC milliseconds.
    pub start_at: i64,
    /// UTC milliseconds, not part of it.
    pub end_at: i64,
}

impl Planned {
    /// Those that are `scheduled`, and those `to_come` that are not and last beyond `now`: a row says how a time stands, the file how the
    /// others will.
    pub fn joined(scheduled: Vec<Self>, to_come: impl IntoIterator<Item = Self>, now: i64) -> Vec<Self> {
        let known: HashSet<String> = scheduled.iter().map(|one| one.name.clone()).collect();
        let further = to_come.into_iter().filter(|one| one.end_at > now && !known.contains(&one.name));
        scheduled.into_iter().chain(further).collect()
    }
}
