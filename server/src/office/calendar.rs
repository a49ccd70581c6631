//! What staff has planned: everything with a beginning or an end, from every context that keeps such things.
//!
//! Each kind is asked for what lies in the period and for no more of it than the calendar shows, in the order in which it begins, so
//! the first ones of all kinds together are those of the calendar. A member who is bound to brands gets what runs at these: what
//! names others alone is left out, and so are their names.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::calendar_sources as sources;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;
use crate::segments::{self, SegmentRef};
use crate::staff::needs::{EditorialRead, Needed as _};
use crate::staff::{BrandScope, HeldRole, Permission};

/// Entries of one calendar at most.
pub(super) const ENTRIES_MAX: usize = 500;

/// The longest period, in milliseconds.
pub(super) const PERIOD_MAX_MS: i64 = 100 * DAY_MS;

/// What can be planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CalendarKind {
    /// When players come to an offer.
    Offer,
    /// When a gift to many players was begun and finished.
    MassGift,
    /// When a coupon can be used.
    Coupon,
    /// A race for places.
    Tournament,
    /// A path of levels.
    Quest,
    /// One goal.
    Achievement,
    /// When tickets are sold; the draw follows.
    Lottery,
    /// A calendar of days.
    Adventure,
    /// What staff has sent behind the bell.
    Notification,
    /// What players have to take note of.
    Notice,
    /// When a banner is shown.
    Banner,
    /// When a document of the content comes into force: its end is its beginning.
    Publication,
}

impl CalendarKind {
    /// Every kind, in the order in which filters name them.
    pub(super) const ALL: [Self; 12] = [
        Self::Offer,
        Self::MassGift,
        Self::Coupon,
        Self::Tournament,
        Self::Quest,
        Self::Achievement,
        Self::Lottery,
        Self::Adventure,
        Self::Notification,
        Self::Notice,
        Self::Banner,
        Self::Publication,
    ];

    /// A member who has one of these may read of it.
    const fn readers(self) -> &'static [Permission] {
        match self {
            Self::MassGift => &[Permission::MassGiftsManage],
            Self::Coupon => &[Permission::CouponsManage],
            Self::Notification => &[Permission::NotificationsSend],
            Self::Notice | Self::Banner => &[Permission::ContentRead],
            // They stand in documents of promotions.
            Self::Offer
            | Self::Tournament
            | Self::Quest
            | Self::Achievement
            | Self::Lottery
            | Self::Adventure => &[Permission::PromotionsRead],
            // Those of the documents that the member may read: see `Wanted::role`.
            Self::Publication => EditorialRead::ANY_OF,
        }
    }

    /// The kinds that `role` may read of.
    pub(super) fn read_by(role: &HeldRole) -> Vec<Self> {
        Self::ALL.into_iter().filter(|kind| role.may_any(kind.readers())).collect()
    }
}

/// How something that is planned stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CalendarState {
    /// Its time is still to come.
    Upcoming,
    /// It waits for a second member of staff.
    Waiting,
    /// It is on.
    Running,
    /// It is on, and somebody has stopped it for the time being.
    Paused,
    /// Its time is over.
    Over,
    /// Somebody has ended it before its time.
    Ended,
}

impl CalendarState {
    /// Where something stands at `now` that its times alone decide about.
    pub(super) fn at(now: i64, from: Option<i64>, to: Option<i64>) -> Self {
        if to.is_some_and(|to| to <= now) {
            Self::Over
        } else if from.is_some_and(|from| from > now) {
            Self::Upcoming
        } else {
            Self::Running
        }
    }
}

/// For whom something is. A list that is empty leaves nobody out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Reached {
    pub(super) groups: Vec<i64>,
    pub(super) excluded_groups: Vec<i64>,
    pub(super) countries: Vec<String>,
    pub(super) excluded_countries: Vec<String>,
    pub(super) licences: Vec<String>,
    /// Players of this version of a segment alone.
    pub(super) segment: Option<SegmentRef>,
    /// So many players who are named one by one.
    pub(super) listed: Option<i64>,
}

/// Something that is planned. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: CalendarKind,
    /// What it is called in addresses.
    pub(super) id: String,
    pub(super) title: String,
    /// `None` of what has no beginning.
    pub(super) from: Option<i64>,
    /// The first instant at which it is over; `None` of what has no end.
    pub(super) to: Option<i64>,
    /// Ids; none when it is for all brands.
    pub(super) brands: Vec<String>,
    pub(super) reached: Reached,
    pub(super) state: CalendarState,
    /// The page of the office where it is edited.
    pub(super) page: String,
}

impl Entry {
    /// Whether a part of it lies between two instants; what lasts no time lies where it begins.
    pub(super) fn is_within(&self, (from, to): (i64, i64)) -> bool {
        let begins = self.from.unwrap_or(i64::MIN);
        begins < to && (begins >= from || self.to.is_none_or(|end| end > from))
    }

    /// The same as a member sees it who works for `scope`; `None` when it is no matter of theirs.
    fn seen_by(mut self, scope: &BrandScope) -> Option<Self> {
        if !scope.is_bound() {
            return Some(self);
        }
        // Players who are named one by one may be of any brand.
        let is_seen = scope.touches(&self.brands) && self.reached.listed.is_none();
        self.brands.retain(|brand| scope.has(brand));
        is_seen.then_some(self)
    }

    fn order(&self, other: &Self) -> Ordering {
        let key = |one: &Self| (one.from, one.to.is_none(), one.to, one.kind);
        key(self).cmp(&key(other)).then_with(|| self.id.cmp(&other.id))
    }
}

/// What is asked for.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    /// From the first instant until just before the second, UTC milliseconds.
    pub(super) span: (i64, i64),
    pub(super) kinds: &'a [CalendarKind],
    /// What runs at this brand alone.
    pub(super) brand: Option<&'a str>,
    /// Whose matters.
    pub(super) scope: &'a BrandScope,
    /// Publications are those of documents that it reads.
    pub(super) role: &'a HeldRole,
}

/// What is planned, in the order in which it begins, and whether that is not all.
pub(super) async fn planned(app: &App, wanted: &Wanted<'_>) -> ApiResult<(Vec<Entry>, bool)> {
    let is_at = |entry: &Entry| match wanted.brand {
        Some(brand) => entry.brands.is_empty() || entry.brands.iter().any(|own| own == brand),
        None => true,
    };
    let (mut entries, is_complete) = sources::all(app, wanted).await?;
    entries.retain(|entry| wanted.kinds.contains(&entry.kind) && entry.is_within(wanted.span));
    let mut seen: Vec<_> =
        entries.into_iter().filter_map(|entry| entry.seen_by(wanted.scope)).filter(is_at).collect();
    seen.sort_by(Entry::order);
    let is_cut = seen.len() > ENTRIES_MAX || !is_complete;
    seen.truncate(ENTRIES_MAX);
    Ok((seen, is_cut))
}

/// The names of the segments that `entries` are for.
pub(super) async fn segment_names(
    app: &App,
    entries: &[Entry],
) -> ApiResult<BTreeMap<(String, i64), String>> {
    let mut names = BTreeMap::new();
    for segment in entries.iter().filter_map(|entry| entry.reached.segment) {
        let key = (segment.id.to_string(), segment.revision);
        if !names.contains_key(&key)
            && let Some(version) = segments::rule_of(&app.db, segment).await?
        {
            names.insert(key, version.name);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(from: Option<i64>, to: Option<i64>, brands: &[&str]) -> Entry {
        Entry {
            kind: CalendarKind::Banner,
            id: "1".to_owned(),
            title: "A banner".to_owned(),
            from,
            to,
            brands: brands.iter().map(|brand| (*brand).to_owned()).collect(),
            reached: Reached::default(),
            state: CalendarState::Running,
            page: String::new(),
        }
    }

    #[test]
    fn an_end_is_no_part_of_what_is_planned() {
        for (from, to, is_within) in [
            (Some(9), Some(10), false),
            (Some(9), Some(11), true),
            (Some(19), Some(30), true),
            (Some(20), Some(30), false),
            (Some(10), Some(10), true),
            (Some(20), Some(20), false),
            (Some(5), None, true),
            (Some(20), None, false),
            (None, Some(10), false),
            (None, Some(11), true),
            (None, None, true),
        ] {
            assert_eq!(entry(from, to, &[]).is_within((10, 20)), is_within, "{from:?} {to:?}");
        }
    }

    #[test]
    fn a_bound_member_sees_what_runs_at_their_brands_and_no_other_names() {
        let marina = BrandScope::of(["marina".to_owned()]);
        let seen =
            |brands: &[&str], scope| entry(None, None, brands).seen_by(scope).map(|entry| entry.brands);
        assert_eq!(seen(&[], &marina), Some(vec![]));
        assert_eq!(seen(&["borealis", "marina"], &marina), Some(vec!["marina".to_owned()]));
        assert_eq!(seen(&["borealis"], &marina), None);
        assert_eq!(seen(&["borealis"], &BrandScope::ALL), Some(vec!["borealis".to_owned()]));
        let mut listed = entry(None, None, &[]);
        listed.reached.listed = Some(3);
        assert_eq!(listed.clone().seen_by(&marina), None);
        assert!(listed.seen_by(&BrandScope::ALL).is_some());
    }

    #[test]
    fn times_alone_say_where_something_stands() {
        use CalendarState::{Over, Running, Upcoming};
        for (from, to, state) in [
            (Some(11), Some(20), Upcoming),
            (Some(10), Some(11), Running),
            (None, None, Running),
            (Some(1), Some(10), Over),
        ] {
            assert_eq!(CalendarState::at(10, from, to), state, "{from:?} {to:?}");
        }
    }
}
