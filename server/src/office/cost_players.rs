//! What is given to players for what they do, by the log: levels, statuses of the VIP club, calendars, and boxes that deposits
//! bring.

use std::collections::{BTreeMap, BTreeSet};

use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::calculations::Fault;
use super::cost_sources::Found;
use super::costs::{Lines, Note, Part, Side};
use super::month;
use crate::app::App;
use crate::bonus::{self, Prize};
use crate::loyalty::{self, VipStatus};
use crate::platform::error::ApiError;
use crate::site_config::{Loyalty, Statuses};
use crate::wallet::PaidIn;
use crate::{adventure, lootbox, player};

/// The licences of players.
async fn licences(
    app: &App,
    players: impl Iterator<Item = PlayerId>,
) -> Result<BTreeMap<PlayerId, String>, Fault> {
    let players: BTreeSet<PlayerId> = players.collect();
    let players: Vec<PlayerId> = players.into_iter().collect();
    let licences = player::licences_of(&app.db, &players).await.map_err(ApiError::from)?;
    Ok(licences.into_iter().collect())
}

/// The gifts of the levels that players have reached in these days.
pub(super) async fn levels(
    app: &App,
    draft: &Statuses,
    span: (i64, i64),
    lines: &mut Lines,
) -> Result<Found, Fault> {
    let mut found = Found::noting(&[Note::GiftsInFull, Note::EverybodyGets, Note::PointsAsEarned]);
    let earnings = month::earnings(app, span).await?;
    found.missing(!earnings.is_whole);
    let climbs = loyalty::climbs(&app.db, &earnings.of).await.map_err(ApiError::from)?;
    let players: Vec<PlayerId> = climbs.iter().map(|climb| climb.player).collect();
    let seats = player::seats_of(&app.db, &players).await.map_err(ApiError::from)?;
    let seats: BTreeMap<PlayerId, (String, String)> = seats.into_iter().collect();
    let (offers, in_force) = (app.bonuses.offers(), app.site_config.statuses.now());
    for climb in climbs {
        let Some((licence, code)) = seats.get(&climb.player) else { continue };
        let currency: Option<Currency> = code.parse().ok();
        for (side, statuses) in [(Side::Old, &*in_force), (Side::New, draft)] {
            for level in loyalty::levels_passed(statuses, climb.before, climb.after) {
                let Some(gift) = statuses.gift_of(level) else { continue };
                let worth = Prize::find(&offers, gift).zip(currency);
                let worth = worth.and_then(|(gift, currency)| gift.euro_worth(app, currency));
                if let Some(part) = found.known(1, worth) {
                    let of = (format!("level {level:02}"), Some(licence.clone()), Some(code.clone()));
                    lines.add(of, side, part);
                }
            }
        }
    }
    Ok(found)
}

/// Who would have had which status of the VIP club, and the cashback that is for these statuses.
pub(super) async fn statuses(
    app: &App,
    draft: &Loyalty,
    (span, now): ((i64, i64), i64),
    lines: &mut Lines,
    found: &mut Found,
) -> Result<(), Fault> {
    found.notes.extend([Note::StatusesByLastQuarter, Note::VipCashbackOnly]);
    let in_force = app.site_config.loyalty.now();
    let placed = loyalty::placed_at(app, [&in_force.vip, &draft.vip], now).await?;
    let of = |status: VipStatus, licence: &str, currency: &str| {
        (format!("vip {}", status.name()), Some(licence.to_owned()), Some(currency.to_owned()))
    };
    let mut members = BTreeMap::new();
    for one in &placed {
        for (side, status) in [Side::Old, Side::New].into_iter().zip(one.statuses) {
            lines.add(of(status, &one.licence, &one.currency), side, Part { count: 1, euro_cents: 0 });
        }
        let groups = one.statuses.map(|status| status.groups().first().copied().unwrap_or_default());
        members.insert(one.player, groups);
    }
    let groups: Vec<i64> = VipStatus::ALL.iter().flat_map(|status| status.groups()).copied().collect();
    let cashback = bonus::cashback_for_groups(app, span, &groups, &members).await?;
    let by_player: BTreeMap<PlayerId, &loyalty::Placed> =
        placed.iter().map(|one| (one.player, one)).collect();
    for given in cashback {
        let Some(one) = by_player.get(&given.player) else { continue };
        for ((side, status), euro_cents) in
            [Side::Old, Side::New].into_iter().zip(one.statuses).zip(given.euro_cents)
        {
            if let Some(part) = found.known(0, euro_cents) {
                lines.add(of(status, &one.licence, &one.currency), side, part);
            }
        }
    }
    Ok(())
}

/// The days of calendars that the deposits of these days would have completed.
pub(super) async fn calendars(
    app: &App,
    draft: &[adventure::Definition],
    span: (i64, i64),
    lines: &mut Lines,
) -> Result<Found, Fault> {
    let mut found = Found::noting(&[Note::GiftsInFull, Note::EverybodyGets, Note::CalendarsInTheseDays]);
    let deposits = month::deposits(app, span).await?;
    found.missing(!deposits.is_whole);
    let licences = licences(app, deposits.of.iter().map(|paid| paid.player)).await?;
    let in_force = app.adventures.now();
    for (side, definitions) in [(Side::Old, &in_force[..]), (Side::New, draft)] {
        for given in adventure::given_by(app, definitions, &deposits.of, span) {
            if let Some(part) = found.known(1, given.euro_cents) {
                let day = given.step.map_or_else(|| "superb".to_owned(), |step| format!("{step:02}"));
                let item = format!("{} {day}", given.calendar);
                let licence = licences.get(&given.player).cloned();
                lines.add((item, licence, Some(given.currency.code().to_owned())), side, part);
            }
        }
    }
    Ok(found)
}

/// The boxes, spins of the wheel among them, that the deposits of these days would have brought.
pub(super) async fn brought_boxes(
    app: &App,
    draft: &lootbox::Definitions,
    span: (i64, i64),
    lines: &mut Lines,
    found: &mut Found,
) -> Result<(), Fault> {
    let in_force = app.lootboxes.definitions();
    let sides = [(Side::Old, &*in_force), (Side::New, draft)];
    let brings =
        |definitions: &lootbox::Definitions| definitions.all().iter().any(|one| !one.deposit_min.is_empty());
    if !sides.iter().any(|(_, definitions)| brings(definitions)) {
        return Ok(());
    }
    found.notes.extend([Note::BroughtBoxesOpened, Note::EverybodyGets]);
    let deposits = month::deposits(app, span).await?;
    found.missing(!deposits.is_whole);
    let rates = app.site_config.rates.now();
    let licences = licences(app, deposits.of.iter().map(|paid: &PaidIn| paid.player)).await?;
    for (side, definitions) in sides {
        let mut counts: BTreeMap<(&str, Option<&String>, Currency), i64> = BTreeMap::new();
        for (code, player, currency) in lootbox::brought(definitions, &deposits.of, &rates) {
            *counts.entry((code, licences.get(&player), currency)).or_default() += 1;
        }
        for ((code, licence, currency), count) in counts {
            let Some(definition) = definitions.find(code) else { continue };
            let worth = definition.worth(app, currency).map(|worth| worth.times(count));
            if let Some(part) = found.known(count, worth) {
                let of = (code.to_owned(), licence.cloned(), Some(currency.code().to_owned()));
                lines.add(of, side, part);
            }
        }
    }
    Ok(())
}
