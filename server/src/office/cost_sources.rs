//! Where the figures of an estimate come from: sums of days, openings, draws, and the log played again.

use std::collections::{BTreeMap, BTreeSet};

use croupier_money::Currency;

use super::calculations::Fault;
use super::cost_players as players;
use super::costs::{Lines, Note, Part, Side, Warning, WarningKind};
use crate::app::App;
use crate::catalogue::Game;
use crate::lootbox::{self, Openings};
use crate::loyalty::staff as points;
use crate::platform::error::ApiError;
use crate::reports::{Figure, PlayedRow};
use crate::site_config::{ExchangeRates, Loyalty, PICO};
use crate::{jackpot, lottery, tournaments, wallet};

/// What is said of an estimate beside its figures.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) notes: Vec<Note>,
    pub(super) warnings: Vec<Warning>,
}

impl Found {
    pub(super) fn noting(notes: &[Note]) -> Self {
        Self { notes: notes.to_vec(), warnings: Vec::new() }
    }

    /// Notes that a part of the days is missing, when it is.
    pub(super) fn missing(&mut self, is_missing: bool) {
        self.notes.extend(is_missing.then_some(Note::DaysMissing));
    }

    /// A part whose worth is known; otherwise that it is left out.
    pub(super) fn known(&mut self, count: i64, euro_cents: Option<i64>) -> Option<Part> {
        if euro_cents.is_none() {
            self.notes.push(Note::UnknownWorth);
        }
        Some(Part { count, euro_cents: euro_cents? })
    }
}

/// The real money that was staked.
fn real(row: &PlayedRow) -> i64 {
    row.figures[Figure::Bets].saturating_sub(row.figures[Figure::BonusBets]).max(0)
}

/// Pico-points that stakes in `currency` on a game of `categories` bring.
fn pico_points_of(loyalty: &Loyalty, rates: &ExchangeRates, staked: i64, of: (Currency, &[String])) -> i128 {
    i128::from(loyalty.rate_pico(of.0, of.1, rates)) * i128::from(staked)
}

/// Pico-points as whole ones, and what the shop would pay for these.
fn earned(loyalty: &Loyalty, pico: i128) -> Part {
    let count = i64::try_from(pico / i128::from(PICO)).unwrap_or(i64::MAX);
    Part { count, euro_cents: if count == 0 { 0 } else { points::worth(loyalty, count) } }
}

/// The points that the stakes of these days would have brought, and what the shop would pay for them.
pub(super) fn loyalty(app: &App, draft: &Loyalty, played: &[PlayedRow], lines: &mut Lines) -> Found {
    let (rates, index) = (app.site_config.rates.now(), app.catalogue.index());
    let in_force = app.site_config.loyalty.now();
    let sides = [(Side::Old, &*in_force), (Side::New, draft)];
    // Parts of a point add up over games, as they do for players.
    let mut pico: BTreeMap<(&str, Currency), [i128; 2]> = BTreeMap::new();
    for row in played.iter().filter(|row| row.game != 0) {
        let categories = index.by_id(row.game).map_or(&[][..], |game| game.categories.as_slice());
        let brought =
            sides.map(|(_, loyalty)| pico_points_of(loyalty, &rates, real(row), (row.currency, categories)));
        let sums = pico.entry((row.licence.as_str(), row.currency)).or_default();
        for (sum, more) in sums.iter_mut().zip(brought) {
            *sum += more;
        }
    }
    for ((licence, currency), sums) in pico {
        let of = ("points".to_owned(), Some(licence.to_owned()), Some(currency.code().to_owned()));
        for ((side, loyalty), sum) in sides.into_iter().zip(sums) {
            lines.add(of.clone(), side, earned(loyalty, sum));
        }
    }
    Found::noting(&[Note::PointsExchanged])
}

/// What the stakes of these days would have added to jackpots, and the seeds of the cycles that they fill.
pub(super) fn jackpots(
    app: &App,
    draft: &[jackpot::Definition],
    played: &[PlayedRow],
    lines: &mut Lines,
) -> Found {
    let (rates, index) = (app.site_config.rates.now(), app.catalogue.index());
    let in_force = app.jackpots.now();
    let mut found = Found::noting(&[Note::SmallBetsCounted]);
    for row in played {
        let Some(game) = index.by_id(row.game) else { continue };
        for (side, definitions) in [(Side::Old, &in_force[..]), (Side::New, draft)] {
            add_jackpots(&rates, game, row, (side, definitions), lines, &mut found);
        }
    }
    found
}

fn add_jackpots(
    rates: &ExchangeRates,
    game: &Game,
    row: &PlayedRow,
    (side, definitions): (Side, &[jackpot::Definition]),
    lines: &mut Lines,
    found: &mut Found,
) {
    for jackpot in definitions.iter().filter(|jackpot| jackpot.counts(game)) {
        let Some(staked) = wallet::converted(rates, real(row), row.currency, jackpot.currency) else {
            found.notes.push(Note::UnknownWorth);
            continue;
        };
        for cost in jackpot.cost_of(staked) {
            let item = format!("{} {}", jackpot.identifier, cost.level.name());
            let whole = cost.added.saturating_add(cost.seeds);
            let euro_cents = wallet::converted(rates, whole, jackpot.currency, Currency::EUR);
            if let Some(part) = found.known(0, euro_cents) {
                let currency = row.currency.code().to_owned();
                lines.add((item, Some(row.licence.clone()), Some(currency)), side, part);
            }
        }
    }
}

/// What the boxes that were opened in these days are worth, and those that deposits would have brought.
pub(super) async fn boxes(
    app: &App,
    draft: &lootbox::Definitions,
    span: (i64, i64),
    lines: &mut Lines,
) -> Result<Found, Fault> {
    let opened = lootbox::openings(&app.db, span).await.map_err(ApiError::from)?;
    let in_force = app.lootboxes.definitions();
    let mut found = Found::noting(&[Note::GiftsInFull, Note::OpeningsAsTheyWere]);
    for Openings { code, licence, currency, count } in opened {
        let of = (code.clone(), Some(licence), Some(currency.code().to_owned()));
        for (side, definitions) in [(Side::Old, &*in_force), (Side::New, draft)] {
            let Some(definition) = definitions.find(&code) else { continue };
            let worth = definition.worth(app, currency).map(|worth| worth.times(count));
            if let Some(part) = found.known(count, worth) {
                lines.add(of.clone(), side, part);
            }
        }
    }
    players::brought_boxes(app, draft, span, lines, &mut found).await?;
    let loyalty = app.site_config.loyalty.now();
    for (definition, price) in draft.sold() {
        let worth = definition.worth(app, Currency::EUR).map(|worth| worth.times(1));
        if worth.is_some_and(|worth| worth > points::worth(&loyalty, price)) {
            let item = Some(definition.code.clone());
            found.warnings.push(Warning { kind: WarningKind::WorthAbovePrice, item });
        }
    }
    Ok(found)
}

/// What the draws that these days would have had would have paid.
pub(super) async fn lotteries(
    app: &App,
    draft: &[lottery::Definition],
    span: (i64, i64),
    lines: &mut Lines,
) -> Result<Found, Fault> {
    let drawn = lottery::drawn(&app.db, span).await.map_err(ApiError::from)?;
    let in_force = app.lotteries.now();
    let mut found = Found::noting(&[Note::GiftsInFull, Note::TicketsAsTheyWere]);
    for (side, definitions) in [(Side::Old, &in_force[..]), (Side::New, draft)] {
        for definition in definitions {
            let before = drawn.get(definition.id()).copied();
            let cost = definition.cost_within(app, span, before);
            let count = cost.map_or(0, |(count, _)| count);
            if let Some(part) = found.known(count, cost.map(|(_, euro_cents)| euro_cents)) {
                lines.add((definition.id().to_owned(), None, None), side, part);
            }
        }
    }
    Ok(found)
}

/// What tournaments, quests and achievements would have paid to those who have played in these days.
pub(super) async fn competitions(
    app: &App,
    draft: &[tournaments::Definition],
    span: (i64, i64),
    lines: &mut Lines,
) -> Result<Found, Fault> {
    let in_force = app.tournaments.now();
    // What the draft leaves as it is, is scored once.
    let mut all: Vec<tournaments::Definition> = in_force.to_vec();
    all.extend(draft.iter().filter(|definition| !in_force.contains(definition)).cloned());
    let (costs, is_whole) = tournaments::costs(app, &all, &app.bonuses.offers(), span).await?;
    let mut found = Found::noting(&[Note::GiftsInFull, Note::EverybodyJoined]);
    found.missing(!is_whole);
    let places = |of: &[tournaments::Definition]| -> BTreeSet<usize> {
        all.iter().enumerate().filter(|(_, one)| of.contains(one)).map(|(place, _)| place).collect()
    };
    for (side, places) in [(Side::Old, places(&in_force)), (Side::New, places(draft))] {
        for place in places {
            let (Some(definition), Some(cost)) = (all.get(place), costs.get(place)) else { continue };
            if cost.unknown > 0 {
                found.notes.push(Note::UnknownWorth);
            }
            for ((licence, currency), (count, euro_cents)) in &cost.prizes {
                let of = (definition.id().to_owned(), Some(licence.clone()), Some(currency.clone()));
                lines.add(of, side, Part { count: *count, euro_cents: *euro_cents });
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::site_config;

    #[test]
    fn stakes_bring_points_by_currency_and_category() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let loyalty = site_config::loyalty_of(&folder).unwrap();
        let rates = toml::from_str("updated_at = ''\n[rates.BTC]\nEUR = '80000'").unwrap();
        #[rustfmt::skip]
        let cases = [
            // staked  currency  category  points  euro cents, at 9000 points for 100 euros
            (100_000,  "EUR",    "slots",     100,   112),
            (100_000,  "EUR",    "table",      50,    56),
            ( 99_999,  "EUR",    "slots",      99,   110),
            (      0,  "EUR",    "slots",       0,     0),
        ];
        for (staked, currency, category, count, worth) in cases {
            let categories = [category.to_owned()];
            let of = (currency.parse().unwrap(), &categories[..]);
            let found = earned(&loyalty, pico_points_of(&loyalty, &rates, staked, of));
            assert_eq!(found, Part { count, euro_cents: worth }, "{staked} {category}");
        }
    }

    #[test]
    fn parts_of_a_point_add_up_over_games() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let loyalty = site_config::loyalty_of(&folder).unwrap();
        let rates = toml::from_str("updated_at = ''\n[rates]").unwrap();
        let of = ("EUR".parse().unwrap(), &[][..]);
        // A point is ten euros: nine of them in a game bring none, and nine points in ten games.
        let game = pico_points_of(&loyalty, &rates, 900, of);
        assert_eq!((earned(&loyalty, game).count, earned(&loyalty, 10 * game).count), (0, 9));
    }
}
