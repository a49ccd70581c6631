//! What the draft of a document of promotions would have cost over the last days, beside what is in force.
//!
//! Everything is counted by the same rules on both sides, over the same days: what differs is what the draft changes.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use croupier_db::Db;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::calculations::Fault;
use super::{cost_players as players, cost_sources as sources};
use crate::app::App;
use crate::bonus::Bonuses;
use crate::editorial::{self, Chosen};
use crate::lootbox::{self, Lootboxes};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiError;
use crate::reports::periods::Period;
use crate::reports::{self, PlayedRow};
use crate::site_config::{self, ExchangeRates, Loyalty, Statuses};
use crate::{adventure, jackpot, lottery, tournaments};

/// How many days are looked at; today is none of them.
const DAYS: i64 = 30;

/// What costs more than this part of what the operator keeps of play, in hundredths, is warned of.
const GGR_SHARE: i64 = 10;

/// The documents of which is estimated what they cost.
const ESTIMATED: [&str; 7] = [
    "adventures.toml",
    "jackpots.toml",
    "lootboxes.toml",
    "lotteries.toml",
    "loyalty.toml",
    "statuses.toml",
    "tournaments.toml",
];

/// Whether it is estimated what `path` costs.
pub(super) fn is_estimated(path: &str) -> bool {
    ESTIMATED.contains(&path)
}

/// How often something is given, and what it costs in euro cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CostPart)]
pub(super) struct Part {
    /// Points, prizes, draws; of a status of the VIP club, players.
    pub(super) count: i64,
    /// In euro cents.
    pub(super) euro_cents: i64,
}

impl Part {
    fn add(&mut self, more: Self) {
        self.count = self.count.saturating_add(more.count);
        self.euro_cents = self.euro_cents.saturating_add(more.euro_cents);
    }
}

/// What a line is about: a thing, and whose players with which wallet, where that is told apart.
pub(super) type Of = (String, Option<String>, Option<String>);

/// Old and new of each line.
#[derive(Debug, Default)]
pub(super) struct Lines(BTreeMap<Of, (Part, Part)>);

/// Which side of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// What is in force.
    Old,
    /// The draft.
    New,
}

impl Lines {
    /// Adds to one side of a line.
    pub(super) fn add(&mut self, of: Of, side: Side, part: Part) {
        let (old, new) = self.0.entry(of).or_default();
        match side {
            Side::Old => old.add(part),
            Side::New => new.add(part),
        }
    }
}

/// What a draft does to one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CostLine)]
pub(super) struct Line {
    /// The box, the lottery, the tournament, the level of a jackpot or of players, the day of a calendar, the status of the VIP club;
    /// `points` of comp points.
    pub(super) item: String,
    /// The licence of the players; null where it is not told apart.
    pub(super) licence: Option<String>,
    /// The currency of their wallets; null where it is not told apart.
    pub(super) currency: Option<String>,
    /// What is in force would have cost.
    pub(super) old: Part,
    /// What the draft would have cost.
    pub(super) new: Part,
}

/// What an estimate leaves out, or takes for granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CostNote)]
pub(super) enum Note {
    /// Every point counts as exchanged at the best rate of the shop.
    PointsExchanged,
    /// Points are those that players have earned in these days, with those that staff has given; a round counts with the day on
    /// which it was opened.
    PointsAsEarned,
    /// Statuses of the VIP club are those that the end of the last quarter gives to who has staked or paid in within it.
    StatusesByLastQuarter,
    /// A status costs the cashback for its group, as it was on offer in these days; other offers for it are not counted.
    VipCashbackOnly,
    /// Bets below the least bet of a level count too.
    SmallBetsCounted,
    /// Gifts count in full: wagering makes them cheaper.
    GiftsInFull,
    /// Boxes that staff has given or points have bought count as often as they were opened.
    OpeningsAsTheyWere,
    /// Every box that a deposit brings counts as opened.
    BroughtBoxesOpened,
    /// Calendars count as if they had run in these days; of one that is longer, the first days.
    CalendarsInTheseDays,
    /// Who is stopped or wants no bonuses counts too.
    EverybodyGets,
    /// As many tickets count as were sold for a draw; a new lottery gives all of its prizes.
    TicketsAsTheyWere,
    /// Everybody who may counts as having joined.
    EverybodyJoined,
    /// Prizes whose worth is not known are left out.
    UnknownWorth,
    /// A part of the days lies in the archive of the log.
    DaysMissing,
}

/// What is to be looked at before publishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CostWarningKind)]
pub(super) enum WarningKind {
    /// The draft costs more than a tenth of what the operator keeps of play, and more than what is in force.
    AboveGgrShare,
    /// A box is worth more than the points that buy it.
    WorthAbovePrice,
}

/// A warning, with what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CostWarning)]
pub(super) struct Warning {
    pub(super) kind: WarningKind,
    /// The box; null of the whole.
    pub(super) item: Option<String>,
}

/// What a draft would have cost. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cost {
    /// The beginning of the first day.
    pub(super) from: i64,
    /// The end of the last one.
    pub(super) to: i64,
    pub(super) lines: Vec<Line>,
    /// All lines together.
    pub(super) old: Part,
    pub(super) new: Part,
    /// What the operator kept of play in these days, in euro cents.
    pub(super) ggr: i64,
    pub(super) notes: Vec<Note>,
    pub(super) warnings: Vec<Warning>,
}

impl Cost {
    fn of((from, to): (i64, i64), lines: Lines, ggr: i64, found: sources::Found) -> Self {
        let (mut old, mut new) = (Part::default(), Part::default());
        let mut all = Vec::new();
        for ((item, licence, currency), sides) in lines.0 {
            old.add(sides.0);
            new.add(sides.1);
            all.push(Line { item, licence, currency, old: sides.0, new: sides.1 });
        }
        let sources::Found { mut notes, mut warnings } = found;
        notes.sort_unstable();
        notes.dedup();
        let share = i128::from(ggr.max(0)) * i128::from(GGR_SHARE) / 100;
        if new.euro_cents > old.euro_cents && i128::from(new.euro_cents) > share {
            warnings.push(Warning { kind: WarningKind::AboveGgrShare, item: None });
        }
        Self { from, to, lines: all, old, new, ggr, notes, warnings }
    }
}

/// A document as its draft has it.
enum Drafted {
    Calendars(Arc<Vec<adventure::Definition>>),
    Levels(Box<Statuses>),
    Loyalty(Box<Loyalty>),
    Jackpots(Arc<Vec<jackpot::Definition>>),
    Boxes(Arc<lootbox::Definitions>),
    Lotteries(Arc<Vec<lottery::Definition>>),
    Competitions(Arc<Vec<tournaments::Definition>>),
}

impl Drafted {
    fn read(folder: &Path, path: &str) -> anyhow::Result<Self> {
        let offers = || anyhow::Ok(Bonuses::load(folder, &Statuses::load(folder)?)?.offers());
        match path {
            "adventures.toml" => Ok(Self::Calendars(adventure::load(folder, offers()?.as_ref())?.now())),
            "statuses.toml" => {
                // Every gift has to be a reward that is on offer.
                offers()?;
                Ok(Self::Levels(Box::new(Statuses::load(folder)?)))
            }
            "loyalty.toml" => Ok(Self::Loyalty(Box::new(site_config::loyalty_of(folder)?))),
            "jackpots.toml" => Ok(Self::Jackpots(jackpot::load(folder)?.now())),
            "lootboxes.toml" => Ok(Self::Boxes(Lootboxes::load(folder, offers()?.as_ref())?.definitions())),
            "lotteries.toml" => Ok(Self::Lotteries(lottery::load(folder, offers()?.as_ref())?.now())),
            "tournaments.toml" => Ok(Self::Competitions(tournaments::load(folder)?.now())),
            _ => anyhow::bail!("it is not estimated what {path} costs"),
        }
    }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        if error.status().is_server_error() {
            tracing::error!(?error, "a cost cannot be estimated");
            Self::Broken
        } else {
            Self::Changed
        }
    }
}

/// What the draft of `path` with this revision would have cost over the last whole days.
pub(super) async fn estimate(app: &App, path: &str, revision: i64) -> Result<Cost, Fault> {
    let drafted = drafted(app, path, revision).await?;
    let today = app.clock.now().div_euclid(DAY_MS);
    let span = ((today - DAYS) * DAY_MS, today * DAY_MS);
    let played = played(&app.db, today).await?;
    let ggr = kept_of_play(&app.site_config.rates.now(), &played);
    let mut lines = Lines::default();
    let found = match &drafted {
        Drafted::Calendars(calendars) => players::calendars(app, calendars, span, &mut lines).await?,
        Drafted::Levels(statuses) => players::levels(app, statuses, span, &mut lines).await?,
        Drafted::Loyalty(loyalty) => {
            let mut found = sources::loyalty(app, loyalty, &played, &mut lines);
            let at = (span, app.clock.now());
            players::statuses(app, loyalty, at, &mut lines, &mut found).await?;
            found
        }
        Drafted::Jackpots(jackpots) => sources::jackpots(app, jackpots, &played, &mut lines),
        Drafted::Boxes(boxes) => sources::boxes(app, boxes, span, &mut lines).await?,
        Drafted::Lotteries(lotteries) => sources::lotteries(app, lotteries, span, &mut lines).await?,
        Drafted::Competitions(competitions) => {
            sources::competitions(app, competitions, span, &mut lines).await?
        }
    };
    Ok(Cost::of(span, lines, ggr, found))
}

async fn drafted(app: &App, path: &str, revision: i64) -> Result<Drafted, Fault> {
    let document = path.to_owned();
    read_draft(app, path, revision, move |folder| Drafted::read(folder, &document)).await
}

/// What `read` makes of the content folder with the draft of `path` that has this revision.
pub(super) async fn read_draft<T: Send + 'static>(
    app: &App,
    path: &str,
    revision: i64,
    read: impl FnOnce(&Path) -> anyhow::Result<T> + Send + 'static,
) -> Result<T, Fault> {
    let chosen = [Chosen { path: path.to_owned(), revision }];
    let (_, overlay) = editorial::judged_texts(&app.db, &chosen).await?;
    let seed = app.editions.seed().to_owned();
    let read = tokio::task::spawn_blocking(move || -> anyhow::Result<Result<T, Fault>> {
        let folder = editorial::laid_over(&seed, &overlay)?;
        Ok(read(folder.path()).map_err(|_| Fault::Faulty))
    });
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, "a draft cannot be read");
        Fault::Broken
    };
    read.await.map_err(|error| broken(&error))?.map_err(|error| broken(&error))?
}

async fn played(db: &Db, today: i64) -> Result<Vec<PlayedRow>, Fault> {
    let days = Period { from: today - DAYS, to: today - 1 };
    reports::played(db, days).await.map_err(|error| Fault::from(ApiError::from(error)))
}

/// What the operator kept of play, in euro cents, as far as rates are known.
fn kept_of_play(rates: &ExchangeRates, played: &[PlayedRow]) -> i64 {
    let worth = |row: &PlayedRow| Some(reports::in_euros(rates, &row.figures, row.currency)?.ggr());
    played.iter().filter_map(worth).fold(0, i64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(old: i64, new: i64, ggr: i64) -> Cost {
        let mut lines = Lines::default();
        let of = |licence: &str| ("box".to_owned(), Some(licence.to_owned()), Some("EUR".to_owned()));
        lines.add(of("A"), Side::Old, Part { count: 1, euro_cents: old });
        lines.add(of("B"), Side::New, Part { count: 2, euro_cents: 1 });
        lines.add(of("A"), Side::New, Part { count: 3, euro_cents: new - 1 });
        let notes = vec![Note::UnknownWorth, Note::GiftsInFull, Note::UnknownWorth];
        Cost::of((0, DAY_MS), lines, ggr, sources::Found { notes, warnings: Vec::new() })
    }

    #[test]
    fn a_cost_is_the_sum_of_its_lines() {
        let found = cost(500, 700, 100_000);
        assert_eq!(found.old, Part { count: 1, euro_cents: 500 });
        assert_eq!(found.new, Part { count: 5, euro_cents: 700 });
        let licences: Vec<_> = found.lines.iter().filter_map(|line| line.licence.as_deref()).collect();
        assert_eq!(licences, ["A", "B"]);
        assert_eq!(found.notes, [Note::GiftsInFull, Note::UnknownWorth]);
    }

    #[test]
    fn what_rises_above_a_tenth_of_what_the_house_keeps_is_warned_of() {
        for (old, new, ggr, warns) in [
            (500, 1_001, 10_000, true),
            (500, 1_000, 10_000, false),
            (2_000, 1_500, 10_000, false),
            (0, 2, -10_000, true),
            (0, 0, 0, false),
        ] {
            assert_eq!(!cost(old, new, ggr).warnings.is_empty(), warns, "{old} {new} {ggr}");
        }
    }
}
