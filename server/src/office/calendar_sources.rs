//! Where the entries of the calendar come from: one function for each context that plans something.

use std::collections::BTreeSet;

use super::calendar::{CalendarKind, CalendarState, ENTRIES_MAX, Entry, Reached, Wanted};
use crate::app::App;
use crate::bonus::{self, Coupon, Offer};
use crate::content::{Banner, Notice, Planned};
use crate::editorial::{self, VersionState};
use crate::mass_gifts::{self, MassGift, State};
use crate::notifications::campaign::{self, Campaign, CampaignState};
use crate::platform::error::ApiResult;
use crate::site_config::SOURCE_LANGUAGE;
use crate::staff::HeldRole;
use crate::tournaments::{self, TournamentKind};
use crate::{adventure, lottery};

/// How many rows a store is asked for: one more than is shown, so that more are noticed.
const ROWS: i64 = 501;

/// Everything of the kinds that are wanted, and whether no store has held anything back.
pub(super) async fn all(app: &App, wanted: &Wanted<'_>) -> ApiResult<(Vec<Entry>, bool)> {
    let wants = |kind| wanted.kinds.contains(&kind);
    let mut found = Found { entries: Vec::new(), is_complete: true };
    found.add_all(of_content(app, wanted));
    if wants(CalendarKind::MassGift) {
        let rows = mass_gifts::between(&app.db, wanted.span, ROWS).await?;
        found.add(rows.len(), rows.into_iter().map(|order| mass_gift(order, app.clock.now())));
    }
    if wants(CalendarKind::Coupon) {
        let rows = bonus::coupons_between(&app.db, wanted.span, ROWS).await?;
        let is_seen =
            |one: &Coupon| !wanted.scope.is_bound() || app.bonuses.offers().find(&one.offer).is_some();
        // Whose brands a coupon is for says its offer: without one, it is a matter of those who work for all.
        found.add(rows.len(), rows.into_iter().filter(is_seen).map(|one| coupon(app, one)));
    }
    if wants(CalendarKind::Notification) {
        let rows = campaign::between(&app.db, wanted.span, ROWS).await?;
        found.add(rows.len(), rows.iter().map(|one| notification(one, app.clock.now())));
    }
    if [CalendarKind::Tournament, CalendarKind::Quest, CalendarKind::Achievement].into_iter().any(wants) {
        let rows = tournaments::planned(app, wanted.span, ROWS).await?;
        found.add(
            rows.len(),
            rows.into_iter().map(|(kind, one)| {
                let kind = match kind {
                    TournamentKind::Tournament => CalendarKind::Tournament,
                    TournamentKind::Quest => CalendarKind::Quest,
                    TournamentKind::Achievement => CalendarKind::Achievement,
                };
                of_file(app, kind, one, "tournaments.toml")
            }),
        );
    }
    if wants(CalendarKind::Lottery) {
        let rows = lottery::planned(app, wanted.span, ROWS).await?;
        found.add(
            rows.len(),
            rows.into_iter().map(|one| of_file(app, CalendarKind::Lottery, one, "lotteries.toml")),
        );
    }
    if wants(CalendarKind::Adventure) {
        let rows = adventure::planned(app, wanted.span, ROWS).await?;
        found.add(
            rows.len(),
            rows.into_iter().map(|one| of_file(app, CalendarKind::Adventure, one, "adventures.toml")),
        );
    }
    if wants(CalendarKind::Publication) {
        found.add_all(publications(app, wanted.role).await?);
    }
    Ok((found.entries, found.is_complete))
}

struct Found {
    entries: Vec<Entry>,
    is_complete: bool,
}

impl Found {
    /// Adds what is told of the `count` rows of a store that was asked for [`ROWS`].
    fn add(&mut self, count: usize, entries: impl Iterator<Item = Entry>) {
        self.entries.extend(entries);
        self.is_complete &= count <= ENTRIES_MAX;
    }

    fn add_all(&mut self, entries: Vec<Entry>) {
        self.entries.extend(entries);
    }
}

/// Offers, banners and notices that have a beginning or an end: few, and in memory.
fn of_content(app: &App, wanted: &Wanted<'_>) -> Vec<Entry> {
    let (now, offers, published) = (app.clock.now(), app.bonuses.offers(), app.content.now());
    let timed = offers.all().filter(|offer| offer.from.is_some() || offer.until.is_some());
    let offers = timed.map(|one| offer(one, offers.is_disabled(&one.group_key), now));
    let is_timed = |banner: &&Banner| banner.live_time.start.is_some() || banner.live_time.end.is_some();
    let banners = published.banners.iter().filter(is_timed).map(|one| banner(one, now));
    let notices = published.notices.iter().map(|one| notice(one, now));
    offers.chain(banners).chain(notices).filter(|entry| wanted.kinds.contains(&entry.kind)).collect()
}

fn document(path: &str) -> String {
    format!("/content/document/{path}")
}

fn names(of: &BTreeSet<String>) -> Vec<String> {
    of.iter().cloned().collect()
}

fn offer(offer: &Offer, is_disabled: bool, now: i64) -> Entry {
    let (from, to) = (offer.from.map(|from| from.0), offer.until.map(|until| until.0));
    let audience = &offer.audience;
    let state = match CalendarState::at(now, from, to) {
        CalendarState::Upcoming | CalendarState::Running if offer.withdrawn => CalendarState::Ended,
        CalendarState::Running if is_disabled => CalendarState::Paused,
        state => state,
    };
    Entry {
        kind: CalendarKind::Offer,
        id: offer.code.clone(),
        title: offer.title.in_locale(SOURCE_LANGUAGE).to_owned(),
        from,
        to,
        brands: names(&audience.brands),
        reached: Reached {
            groups: audience.groups.iter().copied().collect(),
            excluded_groups: audience.excluded_groups.iter().copied().collect(),
            countries: names(&audience.countries),
            excluded_countries: names(&audience.excluded_countries),
            licences: names(&audience.licences),
            ..Reached::default()
        },
        state,
        page: format!("/offers/{}", offer.code),
    }
}

fn banner(banner: &Banner, now: i64) -> Entry {
    let time = banner.live_time;
    let (from, to) = (time.start.map(|start| start.0), time.end.map(|end| end.0));
    Entry {
        kind: CalendarKind::Banner,
        id: banner.id.to_string(),
        title: banner.title.in_locale(SOURCE_LANGUAGE).to_owned(),
        from,
        to,
        brands: banner.brands.clone(),
        reached: Reached { groups: banner.groups.clone(), ..Reached::default() },
        state: CalendarState::at(now, from, to),
        page: document("banners.toml"),
    }
}

fn notice(notice: &Notice, now: i64) -> Entry {
    let from = Some(notice.since.0);
    Entry {
        kind: CalendarKind::Notice,
        id: notice.id.clone(),
        title: notice.title.in_locale(SOURCE_LANGUAGE).to_owned(),
        from,
        to: None,
        brands: Vec::new(),
        reached: Reached { groups: notice.groups.clone(), ..Reached::default() },
        state: CalendarState::at(now, from, None),
        page: document("notices.toml"),
    }
}

fn of_file(app: &App, kind: CalendarKind, planned: Planned, file: &str) -> Entry {
    let Planned { name, title, groups, start_at, end_at } = planned;
    Entry {
        kind,
        id: name,
        title: title.in_locale(SOURCE_LANGUAGE).to_owned(),
        from: Some(start_at),
        to: Some(end_at),
        brands: Vec::new(),
        reached: Reached { groups, ..Reached::default() },
        state: CalendarState::at(app.clock.now(), Some(start_at), Some(end_at)),
        page: document(file),
    }
}

fn mass_gift(order: MassGift, now: i64) -> Entry {
    let to = order.ends_at();
    let state = match order.state {
        State::Gathering | State::Running => CalendarState::Running,
        State::Waiting if to.is_some_and(|to| to <= now) => CalendarState::Over,
        State::Waiting => CalendarState::Waiting,
        State::Paused => CalendarState::Paused,
        State::Done => CalendarState::Over,
        State::Canceled => CalendarState::Ended,
    };
    let listed = order.segment.is_none().then_some(order.members);
    Entry {
        kind: CalendarKind::MassGift,
        id: order.id.to_string(),
        from: Some(order.created_at),
        to,
        brands: order.brand.into_iter().collect(),
        reached: Reached { segment: order.segment, listed, ..Reached::default() },
        state,
        page: format!("/mass-gifts/{}", order.id),
        title: order.name,
    }
}

/// A coupon, which is for the brands of its offer.
fn coupon(app: &App, coupon: Coupon) -> Entry {
    let offers = app.bonuses.offers();
    let offer = offers.find(&coupon.offer);
    let now = app.clock.now();
    let to = coupon.ended.as_ref().map_or(coupon.valid_until, |end| end.at.min(coupon.valid_until));
    let state = if coupon.ended.is_some() {
        CalendarState::Ended
    } else if coupon.is_used_up() {
        CalendarState::Over
    } else {
        CalendarState::at(now, Some(coupon.valid_from), Some(to))
    };
    Entry {
        kind: CalendarKind::Coupon,
        title: offer.map_or(&coupon.offer[..], |offer| offer.title.in_locale(SOURCE_LANGUAGE)).to_owned(),
        id: coupon.code,
        from: Some(coupon.valid_from),
        to: Some(to),
        brands: offer.map(|offer| names(&offer.audience.brands)).unwrap_or_default(),
        reached: Reached { groups: coupon.groups, ..Reached::default() },
        state,
        page: "/coupons".to_owned(),
    }
}

fn notification(campaign: &Campaign, now: i64) -> Entry {
    let until = campaign.expires_at;
    Entry {
        kind: CalendarKind::Notification,
        id: campaign.id.to_string(),
        title: campaign.title().to_owned(),
        from: Some(campaign.created_at),
        to: Some(campaign.withdrawal.as_ref().map_or(until, |withdrawal| withdrawal.at.min(until))),
        brands: campaign.brand().map(str::to_owned).into_iter().collect(),
        reached: Reached {
            groups: campaign.groups().to_vec(),
            segment: campaign.segment(),
            ..Reached::default()
        },
        state: match campaign.state(now) {
            CampaignState::Sending | CampaignState::Sent => CalendarState::Running,
            CampaignState::Withdrawn => CalendarState::Ended,
            CampaignState::Expired => CalendarState::Over,
        },
        page: "/notifications".to_owned(),
    }
}

/// Documents that `role` reads and that come into force at a time. The document of an offer is for the brands of
/// the offer.
async fn publications(app: &App, role: &HeldRole) -> ApiResult<Vec<Entry>> {
    let mut scheduled = editorial::heads(&app.db).await?;
    scheduled.retain(|version| {
        version.state == VersionState::Scheduled && editorial::is_readable(&version.path, role)
    });
    let mut entries = Vec::new();
    for version in scheduled {
        let code = version.path.strip_prefix("offers/").and_then(|name| name.strip_suffix(".toml"));
        let brands = match code {
            Some(code) => brands_of_offer(app, &version.path, code).await?,
            None => Vec::new(),
        };
        entries.push(Entry {
            kind: CalendarKind::Publication,
            page: code.map_or_else(|| document(&version.path), |code| format!("/offers/{code}")),
            id: format!("{}@{}", version.path, version.number),
            title: version.path,
            from: version.due_at,
            to: version.due_at,
            brands,
            reached: Reached::default(),
            state: CalendarState::Upcoming,
        });
    }
    Ok(entries)
}

/// The brands that an offer is for now, and as its document at `path` has it that waits; none when it is for all in one of them.
async fn brands_of_offer(app: &App, path: &str, code: &str) -> ApiResult<Vec<String>> {
    let text = editorial::open_version(&app.db, path).await?.and_then(|version| version.body);
    let written = text.and_then(|text| Offer::parse(&text).ok()).map(|offer| offer.audience.brands);
    let in_force = app.bonuses.offers().find(code).map(|offer| offer.audience.brands.clone());
    let all: Vec<BTreeSet<String>> = written.into_iter().chain(in_force).collect();
    if all.iter().any(BTreeSet::is_empty) {
        return Ok(Vec::new());
    }
    Ok(all.into_iter().flatten().collect::<BTreeSet<_>>().into_iter().collect())
}
