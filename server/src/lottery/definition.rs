//! What `content/lotteries.toml` says: lotteries by name, and when they come again.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};

use crate::bonus::{self, Offers};
use crate::content::{Localised, Moment, Planned};
use crate::platform::calendar::{Occurrence, occurrences, times_on, times_within};

const FILE: &str = "lotteries.toml";

/// An hour, in milliseconds.
const HOUR_MS: i64 = 3_600_000;

/// The longest sale, in hours: 92 days.
const HOURS_MAX: i64 = 92 * 24;

/// Places with a prize at most: they are drawn, paid and shown one by one.
const PLACES_MAX: i64 = 1_000;

/// The most tickets that a player may be allowed: all of them are shown.
const TICKETS_MAX: i64 = 1_000;

/// The most that a ticket may cost, in points.
const POINTS_MAX: i64 = 1_000_000_000;

/// Parts of addresses below `/api/lotteries` that are no lotteries.
const RESERVED: &str = "statuses";

/// A lottery as an operator writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    pub(super) id: String,
    first_start: i64,
    lasts_ms: i64,
    every_ms: Option<i64>,
    /// The most tickets that a player can have.
    pub(super) tickets_max: i64,
    pub(super) terms: Terms,
}

/// What a scheduled lottery keeps of its definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The card of the shop.
    pub group: String,
    /// What a ticket costs.
    pub points: i64,
    /// In which prizes of money are named.
    pub currency: Currency,
    pub prizes: Vec<PrizeBand>,
    pub title: Localised,
    pub description: Localised,
}

/// A prize for each of some places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrizeBand {
    /// The first place that gets it.
    pub from: i64,
    /// The last place that gets it.
    pub to: i64,
    /// What each of them gets.
    pub prize: Prize,
}

/// What a ticket wins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prize {
    /// Real money, without conditions, in subunits of the lottery's currency.
    Money(i64),
    /// A bonus or free spins, with the terms of when it was promised.
    Gift(Box<bonus::Prize>),
}

impl Definition {
    /// The times it comes around `now` (UTC milliseconds) that have not ended, with their addresses.
    pub(super) fn occurrences(&self, now: i64) -> impl Iterator<Item = (String, Occurrence)> {
        let times = occurrences(self.first_start, self.lasts_ms, self.every_ms, now).into_iter();
        times.filter(move |time| time.end_at > now).map(|time| (time.named(&self.id), time))
    }

    /// The times whose sale lies at least in part within `span`.
    pub(super) fn planned(&self, span: (i64, i64)) -> impl Iterator<Item = Planned> {
        times_on((self.first_start, self.lasts_ms, self.every_ms), span).map(|time| Planned {
            name: time.named(&self.id),
            title: self.terms.title.clone(),
            groups: Vec::new(),
            start_at: time.start_at,
            end_at: time.end_at,
        })
    }

    /// How many draws a span would have had, wherever the first one lies.
    pub(super) fn draws_within(&self, span: (i64, i64)) -> i64 {
        let times = times_within((self.first_start, self.lasts_ms, self.every_ms), span);
        i64::try_from(times.len()).unwrap_or(i64::MAX)
    }
}

impl Terms {
    /// How many places have a prize.
    pub(super) fn places(&self) -> i64 {
        self.prizes.last().map_or(0, |band| band.to)
    }

    /// What `place` wins.
    pub(super) fn prize_of(&self, place: i64) -> Option<&Prize> {
        self.prizes.iter().find(|band| (band.from..=band.to).contains(&place)).map(|band| &band.prize)
    }

    /// Whether every prize can be won by a player with a wallet in `currency`; money is converted.
    pub(super) fn is_in(&self, currency: Currency) -> bool {
        self.prizes.iter().all(|band| match &band.prize {
            Prize::Money(_) => true,
            Prize::Gift(offer) => offer.is_in(currency),
        })
    }
}

/// Reads the lotteries of the content folder.
pub(super) fn read(folder: &Path, offers: &Offers) -> Result<Vec<Definition>> {
    let path = folder.join(FILE);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text, offers).with_context(|| format!("in {}", path.display()))
}

fn parse(text: &str, offers: &Offers) -> Result<Vec<Definition>> {
    let file: File = toml::from_str(text)?;
    let (mut ids, mut groups) = (HashSet::new(), HashSet::new());
    let mut definitions = Vec::new();
    for table in file.lottery {
        let id = table.id.clone();
        let read = table.definition(offers).with_context(|| format!("lottery {id:?}"))?;
        ensure!(
            groups.insert(read.terms.group.clone()),
            "two lotteries have the card {:?}",
            read.terms.group
        );
        ensure!(ids.insert(id.clone()), "two lotteries are called {id:?}");
        definitions.push(read);
    }
    Ok(definitions)
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    lottery: Vec<LotteryTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LotteryTable {
    id: String,
    first_start: Moment,
    lasts_hours: i64,
    every_hours: Option<i64>,
    group: String,
    points: i64,
    tickets_max: i64,
    currency: Currency,
    prizes: Vec<PrizeLine>,
    title: Localised,
    description: Localised,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PrizeLine {
    from: i64,
    to: i64,
    amount_cents: Option<i64>,
    offer: Option<String>,
}

impl LotteryTable {
    fn definition(self, offers: &Offers) -> Result<Definition> {
        let is_slug = |text: &str| {
            // A date and a hyphen follow, and the address seeds the draw.
            (1..=50).contains(&text.len())
                && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        };
        ensure!(
            is_slug(&self.id) && is_slug(&self.group),
            "an id has lower-case letters, digits and hyphens"
        );
        let is_number = self.id.bytes().all(|byte| byte.is_ascii_digit());
        ensure!(self.id != RESERVED && !is_number, "this id is an address of the site");
        ensure!((1..=HOURS_MAX).contains(&self.lasts_hours), "lasts_hours is 1 to {HOURS_MAX}");
        let is_every = |every: i64| every % 24 == 0 && every >= self.lasts_hours;
        ensure!(
            self.every_hours.is_none_or(is_every),
            "every_hours is a number of whole days, and no less than lasts_hours"
        );
        ensure!((1..=POINTS_MAX).contains(&self.points), "points are 1 to {POINTS_MAX}");
        ensure!((1..=TICKETS_MAX).contains(&self.tickets_max), "tickets_max is 1 to {TICKETS_MAX}");
        let Self { group, points, currency, title, description, .. } = self;
        let terms =
            Terms { group, points, currency, prizes: prizes(self.prizes, offers)?, title, description };
        Ok(Definition {
            id: self.id,
            first_start: self.first_start.0,
            lasts_ms: self.lasts_hours * HOUR_MS,
            every_ms: self.every_hours.map(|hours| hours * HOUR_MS),
            tickets_max: self.tickets_max,
            terms,
        })
    }
}

fn prizes(lines: Vec<PrizeLine>, offers: &Offers) -> Result<Vec<PrizeBand>> {
    let (mut next, mut bands) = (1, Vec::new());
    for PrizeLine { from, to, amount_cents, offer } in lines {
        ensure!(from == next && to >= from, "prizes follow each other without a gap from place 1 on");
        let prize = match (amount_cents, offer) {
            (Some(amount), None) => {
                ensure!((1..=WIRE_MAX).contains(&amount), "a prize is an amount above 0");
                Prize::Money(amount)
            }
            (None, Some(code)) => {
                let offer = bonus::Prize::find(offers, &code);
                Prize::Gift(Box::new(
                    offer.with_context(|| format!("no offer of lootboxes is called {code:?}"))?,
                ))
            }
            _ => bail!("a prize is an amount_cents or an offer"),
        };
        next = to + 1;
        ensure!(next - 1 <= PLACES_MAX, "at most {PLACES_MAX} places have a prize");
        bands.push(PrizeBand { from, to, prize });
    }
    ensure!(!bands.is_empty(), "a lottery has a prize");
    Ok(bands)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEEKLY: &str = r#"
        [[lottery]]
        id = "weekly"
        first_start = "2026-01-05T18:00:00Z"
        lasts_hours = 160
        every_hours = 168
        group = "tickets-weekly"
        points = 50
        tickets_max = 100
        currency = "EUR"
        prizes = [{ from = 1, to = 1, amount_cents = 5000 }, { from = 2, to = 4, offer = "WHEEL-20-SPINS" }]
        title = { en = "Weekly" }
        description = { en = "Every week." }
    "#;

    fn offers() -> Offers {
        Offers::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap()
    }

    #[test]
    fn prizes_are_found_by_place_and_kept_with_their_terms() {
        let terms = parse(WEEKLY, &offers()).unwrap().remove(0).terms;
        let kept: Terms = serde_json::from_str(&serde_json::to_string(&terms).unwrap()).unwrap();
        assert_eq!(kept, terms);
        assert_eq!((terms.places(), terms.prize_of(1)), (4, Some(&Prize::Money(5_000))));
        assert!(matches!(terms.prize_of(4), Some(Prize::Gift(offer)) if offer.code() == "WHEEL-20-SPINS"));
        assert_eq!(terms.prize_of(5), None);
        assert!(terms.is_in(Currency::EUR) && !terms.is_in("PLN".parse().unwrap()));
    }

    #[test]
    fn a_lottery_comes_again_and_what_has_ended_does_not() {
        let weekly = &parse(WEEKLY, &offers()).unwrap()[0];
        let names = |hours| {
            weekly.occurrences(weekly.first_start + hours * HOUR_MS).map(|one| one.0).collect::<Vec<_>>()
        };
        assert_eq!(names(0), ["weekly-2026-01-05", "weekly-2026-01-12"]);
        assert_eq!(names(160), ["weekly-2026-01-12"]);
    }

    #[test]
    fn what_cannot_be_right_is_refused_with_its_reason() {
        for (from, to, said) in [
            ("\"weekly\"", "\"Weekly\"", "id"),
            ("\"weekly\"", "\"statuses\"", "address"),
            ("\"weekly\"", "\"2026\"", "address"),
            ("lasts_hours = 160", "lasts_hours = 169", "lasts_hours"),
            ("every_hours = 168", "every_hours = 167", "whole days"),
            ("points = 50", "points = 0", "points"),
            ("tickets_max = 100", "tickets_max = 1001", "tickets_max"),
            ("from = 2", "from = 3", "gap"),
            ("amount_cents = 5000", "amount_cents = 0", "amount"),
            ("amount_cents = 5000", "offer = \"WELCOME\"", "no offer"),
            ("to = 4", "to = 1001", "places"),
            ("\"EUR\"", "\"XXX\"", "currency"),
        ] {
            assert!(WEEKLY.contains(from), "{from}");
            let error = format!("{:#}", parse(&WEEKLY.replace(from, to), &offers()).unwrap_err());
            assert!(error.to_lowercase().contains(said), "{to}: {error}");
        }
        assert!(format!("{:#}", parse(&format!("{WEEKLY}{WEEKLY}"), &offers()).unwrap_err()).contains("two"));
    }
}
