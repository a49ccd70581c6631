//! What reports ask of the sums.

use std::collections::BTreeMap;

use croupier_db::{Db, Result};
use croupier_money::Currency;

use super::figures::{Figure, Figures};
use super::people::{People, month_of};
use super::periods::Period;
use super::store;
use crate::platform::calendar::Date;
use crate::site_config::ExchangeRates;
use crate::staff::BrandScope;
use crate::wallet;

/// Whose player somebody is.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The brand of the sign-up; empty when it was not written down.
    pub brand: String,
    /// The licence of the sign-up.
    pub licence: String,
    /// The country of residence.
    pub country: String,
}

/// What a report is about; what is `None` is not asked for.
#[derive(Debug, Clone)]
pub struct Filter {
    /// When.
    pub period: Period,
    /// Whose players whoever asks may know of.
    pub scope: BrandScope,
    /// The brand of the players.
    pub brand: Option<String>,
    /// Their licence.
    pub licence: Option<String>,
    /// Their country.
    pub country: Option<String>,
    /// In one currency.
    pub currency: Option<Currency>,
    /// In these games.
    pub games: Option<Vec<i64>>,
}

/// By what the rows of a report are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// By day.
    Day,
    /// By the first day of the month.
    Month,
    /// By brand.
    Brand,
    /// By licence.
    Licence,
    /// By country.
    Country,
    /// By currency.
    Currency,
    /// By game.
    Game,
}

impl Group {
    /// The column that it goes by.
    pub(super) const fn column(self) -> &'static str {
        match self {
            Self::Day | Self::Month => "day",
            Self::Brand => "brand",
            Self::Licence => "licence",
            Self::Country => "country",
            Self::Currency => "currency",
            Self::Game => "game_id",
        }
    }

    /// The key of a row, of what its column holds.
    fn key(self, held: String) -> String {
        let date = |day: fn(i64) -> i64| {
            held.parse::<i64>().map_or_else(|_| held.clone(), |held| Date::of_days(day(held)).to_string())
        };
        match self {
            Self::Day => date(|day| day),
            Self::Month => date(month_of),
            _ => held,
        }
    }
}

/// A row of a report: one group in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevenueRow {
    /// A day, a brand, the number of a game…
    pub key: String,
    /// The currency.
    pub currency: Currency,
    /// The sums.
    pub figures: Figures,
}

/// The sums of each group and currency, in the order of the keys.
pub async fn revenue(db: &Db, filter: &Filter, group: Group) -> Result<Vec<RevenueRow>> {
    let mut sums: BTreeMap<(String, &'static str), (Currency, Figures)> = BTreeMap::new();
    for (held, currency, figures) in store::sums(db, filter, group).await? {
        let sum = sums.entry((group.key(held), currency.code())).or_insert((currency, Figures::default()));
        sum.1.add(&figures)?;
    }
    let row = |((key, _), (currency, figures))| RevenueRow { key, currency, figures };
    Ok(sums.into_iter().map(row).collect())
}

/// Players of a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PeopleRow {
    /// Those who have signed up.
    pub registered: i64,
    /// Those who have paid in for the first time.
    pub first_deposits: i64,
    /// On how many days how many have bet: a player counts once a day.
    pub active: i64,
}

/// The players of each group. `None` where they are not told apart by it, or by what is asked for.
pub async fn people(db: &Db, filter: &Filter, group: Group) -> Result<Option<BTreeMap<String, PeopleRow>>> {
    let is_of_play = filter.currency.is_some() || filter.games.is_some();
    if is_of_play || matches!(group, Group::Currency | Group::Game) {
        return Ok(None);
    }
    let mut rows: BTreeMap<String, PeopleRow> = BTreeMap::new();
    for (held, people) in store::people(db, filter, group).await? {
        let People { registered, first_deposits, active } = people;
        let row = rows.entry(group.key(held)).or_default();
        row.registered += registered;
        row.first_deposits += first_deposits;
        row.active += active;
    }
    Ok(Some(rows))
}

impl PeopleRow {
    /// Adds `other`.
    pub(super) fn add(&mut self, other: &Self) {
        self.registered += other.registered;
        self.first_deposits += other.first_deposits;
        self.active += other.active;
    }
}

/// What the wallets of the players held at the end of the day before `day`, by the code of the currency.
pub(super) async fn liability(
    db: &Db,
    filter: &Filter,
    day: i64,
) -> Result<BTreeMap<&'static str, (Currency, i64)>> {
    let held = store::liability(db, filter, day).await?;
    Ok(held.into_iter().map(|(currency, amount)| (currency.code(), (currency, amount))).collect())
}

/// Who signed up in a month, and how many of them have bet in which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CohortRow {
    /// The first day of the month of the sign-up.
    pub cohort: i64,
    /// How many signed up.
    pub registered: i64,
    /// By the first days of months: how many of them have bet.
    pub active: Vec<(i64, i64)>,
}

/// The cohorts of the months of a period.
pub async fn cohorts(db: &Db, filter: &Filter) -> Result<Vec<CohortRow>> {
    let mut rows: BTreeMap<i64, CohortRow> = BTreeMap::new();
    let empty = |cohort| CohortRow { cohort, registered: 0, active: Vec::new() };
    let Period { from, to } = filter.period;
    let months = Period { from: month_of(from), to };
    let whole = Filter { period: months, ..filter.clone() };
    for (held, people) in store::people(db, &whole, Group::Day).await? {
        let Ok(day) = held.parse() else { continue };
        let cohort = month_of(day);
        rows.entry(cohort).or_insert_with(|| empty(cohort)).registered += people.registered;
    }
    for (cohort, month, players) in store::cohorts(db, &whole).await? {
        rows.entry(cohort).or_insert_with(|| empty(cohort)).active.push((month, players));
    }
    rows.retain(|_, row| row.registered > 0 || !row.active.is_empty());
    Ok(rows.into_values().collect())
}

/// A row of the regulator's export: one day in one currency of one game, or of what belongs to none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumRow {
    /// The day.
    pub day: i64,
    /// The currency.
    pub currency: Currency,
    /// The game, or 0.
    pub game: i64,
    /// The sums.
    pub figures: Figures,
}

/// At most `limit` rows of a licence after the given day, currency and game, in the order of these.
pub async fn sums_after(
    db: &Db,
    licence: &str,
    period: Period,
    after: (i64, &str, i64),
    limit: i64,
) -> Result<Vec<SumRow>> {
    store::sums_after(db, licence, period, after, limit).await
}

/// What the players of one licence did in one currency in one game, or beside any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedRow {
    /// The licence of their sign-up.
    pub licence: String,
    /// The currency.
    pub currency: Currency,
    /// The game, or 0.
    pub game: i64,
    /// The sums.
    pub figures: Figures,
}

/// The sums of a period by licence, currency and game.
pub async fn played(db: &Db, period: Period) -> Result<Vec<PlayedRow>> {
    store::played(db, period).await
}

/// `figures` of `currency` in euro cents; `None` when no rate is known.
pub fn in_euros(rates: &ExchangeRates, figures: &Figures, currency: Currency) -> Option<Figures> {
    let mut worth = Figures::default();
    for figure in Figure::ALL {
        let amount = figures[figure];
        worth[figure] = if figure.is_count() {
            amount
        } else {
            let whole = i64::try_from(amount.unsigned_abs()).ok()?;
            wallet::converted(rates, whole, currency, Currency::EUR)? * amount.signum()
        };
    }
    Some(worth)
}
