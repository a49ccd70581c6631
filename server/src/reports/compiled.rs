//! A report: its lines in one currency, and what they come to.

use std::collections::{BTreeMap, BTreeSet};

use croupier_db::{Db, Result};
use croupier_money::Currency;

use super::figures::{Figure, Figures};
use super::people::month_of;
use super::query::{self, Filter, Group, PeopleRow};
use crate::platform::calendar::Date;
use crate::site_config::ExchangeRates;

/// A line of a report.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// A day, a brand, the number of a game…
    pub key: String,
    /// The sums.
    pub figures: Figures,
    /// The players, where they are told apart by it.
    pub people: Option<PeopleRow>,
    /// What wallets held at the end of it, in a report by time.
    pub liability: Option<i64>,
}

/// A report.
#[derive(Debug)]
pub struct Compiled {
    /// In which all amounts are.
    pub currency: Currency,
    /// By time all days or months of the period; otherwise what there is, in the order of the keys.
    pub lines: Vec<Line>,
    /// What they come to, with what wallets held at the end of the period.
    pub total: Line,
    /// Currencies without a rate, which are left out.
    pub left_out: BTreeSet<&'static str>,
}

/// Amounts in the currency that was asked for, or in euros at `rates`.
struct Worth<'a> {
    rates: &'a ExchangeRates,
    currency: Option<Currency>,
    left_out: BTreeSet<&'static str>,
}

impl Worth<'_> {
    fn of(&mut self, figures: &Figures, currency: Currency) -> Figures {
        if self.currency.is_some() {
            return *figures;
        }
        query::in_euros(self.rates, figures, currency).unwrap_or_else(|| {
            self.left_out.insert(currency.code());
            Figures::default()
        })
    }

    /// What wallets hold, of amounts by currency.
    fn held(&mut self, held: &BTreeMap<&'static str, (Currency, i64)>) -> i64 {
        let mut figures = Figures::default();
        let worths = held.values().map(|(currency, amount)| {
            figures[Figure::Liability] = *amount;
            self.of(&figures, *currency)[Figure::Liability]
        });
        worths.fold(0, i64::saturating_add)
    }
}

/// Works a report out. `rename` says which line a key belongs to.
pub async fn compiled(
    db: &Db,
    rates: &ExchangeRates,
    filter: &Filter,
    group: Group,
    rename: impl Fn(String) -> String,
) -> Result<Compiled> {
    let mut worth = Worth { rates, currency: filter.currency, left_out: BTreeSet::new() };
    let is_by_time = matches!(group, Group::Day | Group::Month);
    let mut lines: BTreeMap<String, Line> = BTreeMap::new();
    if is_by_time {
        for day in filter.period.from..=filter.period.to {
            let day = if group == Group::Month { month_of(day) } else { day };
            lines.entry(Date::of_days(day).to_string()).or_default();
        }
    }
    let mut moved: BTreeMap<String, Vec<(Currency, i64)>> = BTreeMap::new();
    for row in query::revenue(db, filter, group).await? {
        let key = rename(row.key);
        moved.entry(key.clone()).or_default().push((row.currency, row.figures[Figure::Liability]));
        lines.entry(key).or_default().figures.add(&worth.of(&row.figures, row.currency))?;
    }
    let people = query::people(db, filter, group).await?;
    for (key, people) in people.iter().flatten() {
        lines.entry(key.clone()).or_default().people = Some(people.clone());
    }
    let mut total = Line::default();
    if filter.games.is_none() {
        let mut held: BTreeMap<_, _> = query::liability(db, filter, filter.period.from).await?;
        for (key, line) in &mut lines {
            for (currency, change) in moved.get(key).into_iter().flatten() {
                held.entry(currency.code()).or_insert((*currency, 0)).1 += change;
            }
            line.liability = is_by_time.then(|| worth.held(&held));
        }
        total.liability = Some(worth.held(&held));
    }
    let mut counted = people.is_some().then(PeopleRow::default);
    for (key, line) in &mut lines {
        line.key.clone_from(key);
        total.figures.add(&line.figures)?;
        if let Some(counted) = &mut counted {
            counted.add(line.people.get_or_insert_default());
        }
    }
    total.people = counted;
    let currency = filter.currency.unwrap_or(Currency::EUR);
    Ok(Compiled { currency, lines: lines.into_values().collect(), total, left_out: worth.left_out })
}
