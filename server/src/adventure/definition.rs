//! What `content/adventures.toml` says: calendars by name, what their days ask and promise, and when they come again.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};

use crate::bonus::{Offers, Prize};
use crate::content::{Localised, Planned};
use crate::platform::calendar::{DAY_MS, Date, occurrences, times_on};
use crate::site_config::ExchangeRates;
use crate::wallet;

const FILE: &str = "adventures.toml";

/// The most days of a calendar: all of them are shown.
const DAYS_MAX: usize = 92;

/// The longest that a gift can wait for its activation, in days.
const ACTIVATION_DAYS_MAX: i64 = 365;

/// The farthest that clocks are from UTC, in minutes.
const OFFSET_MAX: i64 = 14 * 60;

/// A minute, in milliseconds.
pub(super) const MINUTE_MS: i64 = 60_000;

/// A calendar as an operator writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    pub(super) id: String,
    first_day: i64,
    every_days: Option<i64>,
    pub(super) utc_offset_minutes: i64,
    pub(super) terms: Terms,
}

/// What a scheduled calendar keeps of its definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub title: Localised,
    pub description: Localised,
    pub days: Vec<DayTerms>,
    /// For completing every day.
    pub superb: Option<Reward>,
}

/// What a day asks and promises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayTerms {
    /// What has to be paid in, by currency, in subunits; EUR is always among them.
    pub deposit_min: BTreeMap<String, i64>,
    pub reward: Reward,
}

/// What is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reward {
    /// With its terms as they were when it was promised.
    pub prize: Prize,
    /// How long it can be activated.
    pub activation_days: i64,
}

impl Definition {
    /// The times around `now` (UTC milliseconds) that have not ended: their names, and their first days.
    pub(super) fn occurrences(&self, now: i64) -> impl Iterator<Item = (String, i64)> {
        let now = now + self.utc_offset_minutes * MINUTE_MS;
        let every = self.every_days.map(|days| days * DAY_MS);
        let times = occurrences(self.first_day * DAY_MS, self.days_count() * DAY_MS, every, now).into_iter();
        let times = times.filter(move |time| time.end_at > now);
        times.map(|time| (time.named(&self.id), time.start_at.div_euclid(DAY_MS)))
    }

    /// The times that are on at least in part within `span`.
    pub(super) fn planned(&self, (from, to): (i64, i64)) -> impl Iterator<Item = Planned> {
        let ahead = self.utc_offset_minutes * MINUTE_MS;
        let every = self.every_days.map(|days| days * DAY_MS);
        let times = times_on(
            (self.first_day * DAY_MS, self.days_count() * DAY_MS, every),
            (from.saturating_add(ahead), to.saturating_add(ahead)),
        );
        times.map(move |time| Planned {
            name: time.named(&self.id),
            title: self.terms.title.clone(),
            groups: Vec::new(),
            start_at: time.start_at - ahead,
            end_at: time.end_at - ahead,
        })
    }

    /// How many days it has.
    pub(super) fn days_count(&self) -> i64 {
        self.terms.days_count()
    }

    /// The first days of the times that a span (UTC milliseconds) would have of it, wherever its own first day is. One that comes
    /// again is there as often as it meets the span; one that comes once ends with it, or begins with it when it is longer.
    pub(super) fn first_days_within(&self, (from, to): (i64, i64)) -> Vec<i64> {
        let offset = self.utc_offset_minutes * MINUTE_MS;
        let (from, to) = (from + offset, to + offset);
        let Some(every) = self.every_days.filter(|every| *every > 0) else {
            let (first_whole, end) = ((from + DAY_MS - 1).div_euclid(DAY_MS), to.div_euclid(DAY_MS));
            return vec![(end - self.days_count()).max(first_whole)];
        };
        let from = from.div_euclid(DAY_MS);
        let running = from - (from - self.first_day).rem_euclid(every);
        let firsts = (0..).map(|number| running + number * every);
        let meets = |first: &i64| first + self.days_count() > from;
        firsts.take_while(|first| first * DAY_MS < to).filter(meets).collect()
    }
}

impl Terms {
    /// How many days there are.
    pub(super) fn days_count(&self) -> i64 {
        i64::try_from(self.days.len()).unwrap_or(i64::MAX)
    }

    /// The day with this number, counted from 1.
    pub(super) fn day(&self, step: i64) -> Option<&DayTerms> {
        self.days.get(usize::try_from(step.checked_sub(1)?).ok()?)
    }
}

impl DayTerms {
    /// What has to be paid in in `currency`; one that is not named is asked for what the amount of EUR is worth. `None` where
    /// no rate leads to it.
    pub(super) fn asked(&self, currency: Currency, rates: &ExchangeRates) -> Option<i64> {
        if let Some(amount) = self.deposit_min.get(currency.code()) {
            return Some(*amount);
        }
        let euros = *self.deposit_min.get(Currency::EUR.code())?;
        wallet::converted(rates, euros, Currency::EUR, currency).map(|amount| amount.max(1))
    }
}

/// Reads the calendars of the content folder.
pub(super) fn read(folder: &Path, offers: &Offers) -> Result<Vec<Definition>> {
    let path = folder.join(FILE);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text, offers).with_context(|| format!("in {}", path.display()))
}

fn parse(text: &str, offers: &Offers) -> Result<Vec<Definition>> {
    let file: File = toml::from_str(text)?;
    let mut ids = HashSet::new();
    let mut definitions = Vec::new();
    for table in file.adventure {
        let id = table.id.clone();
        definitions.push(table.definition(offers).with_context(|| format!("adventure {id:?}"))?);
        ensure!(ids.insert(id.clone()), "two adventures are called {id:?}");
    }
    Ok(definitions)
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    adventure: Vec<AdventureTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdventureTable {
    id: String,
    first_day: String,
    every_days: Option<i64>,
    #[serde(default)]
    utc_offset_minutes: i64,
    deposit_min: BTreeMap<Currency, i64>,
    days: Vec<DayLine>,
    superb: Option<RewardLine>,
    title: Localised,
    description: Localised,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DayLine {
    offer: String,
    activation_days: i64,
    deposit_min: Option<BTreeMap<Currency, i64>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RewardLine {
    offer: String,
    activation_days: i64,
}

impl AdventureTable {
    fn definition(self, offers: &Offers) -> Result<Definition> {
        // A date and a hyphen follow, and the sources of gifts are looked up by it.
        let is_slug = (1..=50).contains(&self.id.len())
            && self.id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        ensure!(is_slug, "an id has lower-case letters, digits and hyphens");
        ensure!((1..=DAYS_MAX).contains(&self.days.len()), "there are 1 to {DAYS_MAX} days");
        let first_day: Date =
            self.first_day.parse().ok().context("first_day is a date such as 2026-12-01")?;
        let deposit_min = amounts(self.deposit_min)?;
        let days = self.days.into_iter().map(|line| {
            let own = line.deposit_min.map(amounts).transpose()?;
            let reward =
                reward(RewardLine { offer: line.offer, activation_days: line.activation_days }, offers)?;
            Ok(DayTerms { deposit_min: own.unwrap_or_else(|| deposit_min.clone()), reward })
        });
        let days = days.collect::<Result<Vec<_>>>()?;
        let superb = self.superb.map(|line| reward(line, offers)).transpose()?;
        let terms = Terms { title: self.title, description: self.description, days, superb };
        let is_every = |every: i64| every >= terms.days_count();
        ensure!(self.every_days.is_none_or(is_every), "every_days is no less than the number of days");
        ensure!(
            (-OFFSET_MAX..=OFFSET_MAX).contains(&self.utc_offset_minutes),
            "utc_offset_minutes is at most {OFFSET_MAX}"
        );
        Ok(Definition {
            id: self.id,
            first_day: first_day.days(),
            every_days: self.every_days,
            utc_offset_minutes: self.utc_offset_minutes,
            terms,
        })
    }
}

fn amounts(table: BTreeMap<Currency, i64>) -> Result<BTreeMap<String, i64>> {
    ensure!(table.contains_key(&Currency::EUR), "deposit_min names EUR");
    ensure!(table.values().all(|amount| (1..=WIRE_MAX).contains(amount)), "deposit_min is above 0");
    Ok(table.into_iter().map(|(currency, amount)| (currency.code().to_owned(), amount)).collect())
}

fn reward(RewardLine { offer, activation_days }: RewardLine, offers: &Offers) -> Result<Reward> {
    let days = 1..=ACTIVATION_DAYS_MAX;
    ensure!(days.contains(&activation_days), "activation_days are 1 to {ACTIVATION_DAYS_MAX}");
    let prize = Prize::find(offers, &offer).with_context(|| format!("no reward is called {offer:?}"))?;
    Ok(Reward { prize: prize.activatable_for(activation_days * 24), activation_days })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const TRAIL: &str = r#"
        [[adventure]]
        id = "trail"
        first_day = "2026-03-02"
        every_days = 14
        utc_offset_minutes = 60
        deposit_min = { EUR = 2000, USD = 2500 }
        days = [
            { offer = "WHEEL-10-SPINS", activation_days = 3 },
            { offer = "WHEEL-20-SPINS", activation_days = 2, deposit_min = { EUR = 5000 } },
        ]
        superb = { offer = "WHEEL-50-SPINS", activation_days = 7 }
        title = { en = "Trail" }
        description = { en = "Walk it." }
    "#;

    fn offers() -> Offers {
        Offers::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap()
    }

    /// The calendar of these tests, which comes again as `every` says.
    pub(in crate::adventure) fn trail(every: &str) -> Vec<Definition> {
        parse(&TRAIL.replace("every_days = 14", every), &offers()).unwrap()
    }

    #[test]
    fn days_ask_for_the_amount_of_the_currency_and_for_the_worth_of_euros_without_one() {
        let terms = parse(TRAIL, &offers()).unwrap().remove(0).terms;
        let kept: Terms = serde_json::from_str(&serde_json::to_string(&terms).unwrap()).unwrap();
        assert_eq!(kept, terms);
        let rates: ExchangeRates =
            toml::from_str("updated_at = ''\n[rates.BTC]\nEUR = '50000'\nJPY = '8000000'\n").unwrap();
        let asked = |step, code: &str| terms.day(step).unwrap().asked(code.parse().unwrap(), &rates);
        assert_eq!((asked(1, "EUR"), asked(1, "USD")), (Some(2_000), Some(2_500)));
        assert_eq!((asked(2, "EUR"), asked(2, "JPY"), asked(2, "USD")), (Some(5_000), Some(8_000), None));
        assert!(terms.day(0).is_none() && terms.day(3).is_none());
    }

    #[test]
    fn a_calendar_comes_again_at_midnight_of_its_own_clock() {
        let trail = &parse(TRAIL, &offers()).unwrap()[0];
        let first = "2026-03-02".parse::<Date>().unwrap().days();
        let midnight = first * DAY_MS - 60 * MINUTE_MS;
        let names = |after| trail.occurrences(midnight + after).collect::<Vec<_>>();
        let both = [("trail-2026-03-02".to_owned(), first), ("trail-2026-03-16".to_owned(), first + 14)];
        assert_eq!(names(0), both);
        assert_eq!(names(2 * DAY_MS - 1), both);
        assert_eq!(names(2 * DAY_MS), both[1..]);
    }

    #[test]
    fn what_cannot_be_right_is_refused_with_its_reason() {
        for (from, to, said) in [
            ("\"trail\"", "\"Trail_1\"", "id"),
            ("2026-03-02", "2026-02-30", "first_day"),
            ("every_days = 14", "every_days = 1", "every_days"),
            ("utc_offset_minutes = 60", "utc_offset_minutes = 900", "utc_offset"),
            ("{ EUR = 2000, USD = 2500 }", "{ USD = 2500 }", "eur"),
            ("EUR = 5000", "EUR = 0", "above 0"),
            ("EUR = 2000", "XXX = 2000", "currency"),
            ("activation_days = 3", "activation_days = 0", "activation_days"),
            ("WHEEL-50-SPINS", "WELCOME", "no reward"),
        ] {
            assert!(TRAIL.contains(from), "{from}");
            let error = format!("{:#}", parse(&TRAIL.replace(from, to), &offers()).unwrap_err());
            assert!(error.to_lowercase().contains(said), "{to}: {error}");
        }
        assert!(format!("{:#}", parse(&format!("{TRAIL}{TRAIL}"), &offers()).unwrap_err()).contains("two"));
    }

    #[test]
    fn the_calendars_of_the_content_folder_are_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        assert!(!read(&folder, &offers()).unwrap().is_empty());
    }
}
