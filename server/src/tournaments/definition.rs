//! What `content/tournaments.toml` says: tournaments by name, and when they come again.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};

use super::kind::{self, QuestName, TournamentKind};
use super::strategy::ScoringStrategy;
use crate::bonus::{self, Offers};
use crate::catalogue::{Game, Index};
use crate::content::{Localised, Moment, Planned};
use crate::platform::calendar::{self, DAY_MS, Date, occurrences, times_on, times_within};
use crate::site_config::ExchangeRates;

/// An hour, in milliseconds.
const HOUR_MS: i64 = 3_600_000;

/// Places with a prize at most: they are paid, told and shown one by one.
pub(super) const PRIZE_PLACES_MAX: i64 = 1000;

/// The longest tournament, in hours: 92 days.
const HOURS_MAX: i64 = 92 * 24;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    tournament: Vec<Definition>,
}

/// A tournament as an operator writes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Its name, for good.
    id: String,
    first_start: Moment,
    lasts_hours: i64,
    /// It comes again so many hours after it began; without it, it comes once.
    every_hours: Option<i64>,
    currency: Currency,
    strategy: ScoringStrategy,
    #[serde(default)]
    min_bet_cents: i64,
    #[serde(default)]
    games: GameSelection,
    #[serde(default)]
    groups: Vec<i64>,
    #[serde(default)]
    prizes: Vec<PrizeBand>,
    goal: Option<i64>,
    #[serde(default)]
    rewards: Vec<LevelReward>,
    title: Localised,
    description: Localised,
}

/// The gift of a level of a quest, or of an achievement, which has one level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelReward {
    /// Counted from 1.
    pub level: i64,
    /// The code of the offer whose gift it is.
    pub offer: String,
}

/// The games that count: those that any of the lists names, or every game when all are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GameSelection {
    /// Ids of collections.
    pub categories: Vec<String>,
    /// Ids of providers.
    pub providers: Vec<String>,
    /// Identifiers of games.
    pub identifiers: Vec<String>,
}

/// A prize for each of some places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrizeBand {
    /// The first place that gets it.
    pub from: i64,
    /// The last place that gets it.
    pub to: i64,
    /// What each of them gets.
    pub prize: Prize,
}

/// What a place wins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Prize {
    /// Real money, without conditions.
    Money {
        /// In subunits of the tournament's currency.
        amount_cents: i64,
    },
    /// A bonus or free spins.
    Gift {
        /// The code of the offer whose gift it is.
        offer: String,
    },
}

/// What a scheduled tournament keeps of its definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub currency: Currency,
    pub strategy: ScoringStrategy,
    pub min_bet_cents: i64,
    pub games: GameSelection,
    pub groups: Vec<i64>,
    pub prizes: Vec<PrizeBand>,
    /// The points that make an achievement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<i64>,
    /// The gifts of levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rewards: Vec<LevelReward>,
    /// What currencies were worth when a quest was scheduled: its thresholds are converted with that for all of its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rates: Option<ExchangeRates>,
    pub title: Localised,
    pub description: Localised,
}

/// One time that a definition comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub identifier: String,
    /// UTC milliseconds.
    pub start_at: i64,
    /// UTC milliseconds, not part of it.
    pub end_at: i64,
}

/// Reads the tournaments of the content folder.
pub(super) fn read(folder: &Path) -> Result<Vec<Definition>> {
    let path = folder.join("tournaments.toml");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| format!("in {}", path.display()))
}

/// Refuses gifts of offers that are no rewards of `offers`: whoever wins one would wait for it.
pub(super) fn check_gifts(definitions: &[Definition], offers: &Offers) -> Result<()> {
    for definition in definitions {
        for offer in definition.gifts() {
            let is_reward = bonus::Prize::find(offers, offer).is_some();
            ensure!(is_reward, "tournament {}: there is no reward {offer:?}", definition.id);
        }
    }
    Ok(())
}

fn parse(text: &str) -> Result<Vec<Definition>> {
    let file: File = toml::from_str(text)?;
    let mut known = HashSet::new();
    for definition in &file.tournament {
        definition.check().map_err(|error| anyhow::anyhow!("tournament {}: {error}", definition.id))?;
        ensure!(known.insert(&definition.id), "tournament {} stands twice", definition.id);
    }
    Ok(file.tournament)
}

impl Definition {
    fn check(&self) -> Result<(), String> {
        let is_slug = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        // A date and a hyphen follow, and pages of the site have the reserved words.
        if self.id.is_empty() || self.id.len() > 60 || !self.id.bytes().all(is_slug) {
            return Err("an id has lower-case letters, digits and hyphens".to_owned());
        }
        if RESERVED.contains(&self.id.as_str()) || self.id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("this id is an address of the site".to_owned());
        }
        if !(1..=HOURS_MAX).contains(&self.lasts_hours) {
            return Err(format!("lasts_hours is 1 to {HOURS_MAX}"));
        }
        if self.every_hours.is_some_and(|every| every % 24 != 0 || every < self.lasts_hours) {
            return Err("every_hours is a number of whole days, and no less than lasts_hours".to_owned());
        }
        if !(0..=WIRE_MAX).contains(&self.min_bet_cents) {
            return Err("min_bet_cents is an amount".to_owned());
        }
        self.strategy.check()?;
        self.check_levels()?;
        check_prizes(&self.prizes)
    }

    /// Refuses levels that nobody could reach, or that nothing says the number of.
    fn check_levels(&self) -> Result<(), String> {
        let levels = match kind::kind_of(&self.id)? {
            TournamentKind::Quest => {
                let name =
                    QuestName::of(&self.id).map_err(|size| format!("{size:?} is no size of a quest"))?;
                if self.every_hours.is_some() && name.slug.is_none() {
                    return Err("a quest that comes again has a size and a slug".to_owned());
                }
                if self.currency != Currency::EUR || self.strategy != ScoringStrategy::SumOfBets {
                    return Err("a quest counts the sum of bets, in EUR".to_owned());
                }
                2..=name.size.levels()
            }
            TournamentKind::Achievement => 1..=1,
            TournamentKind::Tournament if self.rewards.is_empty() => return Ok(()),
            TournamentKind::Tournament => return Err("only quests and achievements have rewards".to_owned()),
        };
        let is_achievement = *levels.start() == 1;
        if self.goal.is_some_and(|goal| goal < 1) || self.goal.is_some() != is_achievement {
            return Err("an achievement, and nothing else, has a goal of at least one point".to_owned());
        }
        let mut known = HashSet::new();
        if self.rewards.iter().all(|reward| levels.contains(&reward.level) && known.insert(reward.level)) {
            Ok(())
        } else {
            Err(format!("rewards are of levels {} to {}, each once", levels.start(), levels.end()))
        }
    }

    /// The name of the definition.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether `identifier` names a time of it, and it is a quest that everybody may look at.
    pub fn has_open_quest(&self, identifier: &str) -> bool {
        let day = identifier.strip_prefix(self.id.as_str()).and_then(|rest| rest.strip_prefix('-'));
        let day: Option<Date> = day.and_then(|day| day.parse().ok());
        let at = day.map_or(self.first_start.0, |day| (day.days() + 1) * DAY_MS - 1);
        let is_named = self.occurrences(at).iter().any(|time| time.identifier == identifier);
        is_named && self.groups.is_empty() && kind::is_listed_quest(&self.id)
    }

    /// The codes of the offers whose gifts its places and its levels bring.
    fn gifts(&self) -> impl Iterator<Item = &str> {
        let of_places = self.prizes.iter().filter_map(|band| match &band.prize {
            Prize::Gift { offer } => Some(offer.as_str()),
            Prize::Money { .. } => None,
        });
        of_places.chain(self.rewards.iter().map(|reward| reward.offer.as_str()))
    }

    /// What a tournament keeps of it.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            currency: self.currency,
            strategy: self.strategy.clone(),
            min_bet_cents: self.min_bet_cents,
            games: self.games.clone(),
            groups: self.groups.clone(),
            prizes: self.prizes.clone(),
            goal: self.goal,
            rewards: self.rewards.clone(),
            rates: None,
            title: self.title.clone(),
            description: self.description.clone(),
        }
    }

    /// The times it comes around `now` (UTC milliseconds): the last one that has ended, the running one, and the next.
    pub(super) fn occurrences(&self, now: i64) -> Vec<Occurrence> {
        let every = self.every_hours.map(|hours| hours * HOUR_MS);
        let times = occurrences(self.first_start.0, self.lasts_hours * HOUR_MS, every, now).into_iter();
        let named = |time: calendar::Occurrence| Occurrence {
            identifier: time.named(&self.id),
            start_at: time.start_at,
            end_at: time.end_at,
        };
        times.map(named).collect()
    }

    /// The times that are on at least in part within `span`.
    pub(super) fn planned(&self, span: (i64, i64)) -> impl Iterator<Item = Planned> {
        let every = self.every_hours.map(|hours| hours * HOUR_MS);
        times_on((self.first_start.0, self.lasts_hours * HOUR_MS, every), span).map(|time| Planned {
            name: time.named(&self.id),
            title: self.title.clone(),
            groups: self.groups.clone(),
            start_at: time.start_at,
            end_at: time.end_at,
        })
    }

    /// The times that a span would have had of it, wherever the first one lies.
    pub(super) fn times_within(&self, span: (i64, i64)) -> Vec<(i64, i64)> {
        let every = self.every_hours.map(|hours| hours * HOUR_MS);
        times_within((self.first_start.0, self.lasts_hours * HOUR_MS, every), span)
    }
}

/// Parts of addresses below `/tournaments` and `/api/tournaments` that are no tournaments.
const RESERVED: [&str; 8] =
    ["all", "producers", "lotteries", "actions", "achievements", "archive", "player", "recent"];

fn check_prizes(prizes: &[PrizeBand]) -> Result<(), String> {
    let mut next = 1;
    for band in prizes {
        if band.from != next || band.to < band.from {
            return Err("prizes follow each other without a gap from place 1 on".to_owned());
        }
        if band.prize.money().is_some_and(|amount| !(1..=WIRE_MAX).contains(&amount)) {
            return Err("a prize is an amount above 0".to_owned());
        }
        next = band.to + 1;
    }
    if next - 1 > PRIZE_PLACES_MAX {
        return Err(format!("at most {PRIZE_PLACES_MAX} places have a prize"));
    }
    Ok(())
}

impl Prize {
    /// The amount of a prize of money, in subunits of the tournament's currency.
    pub(super) const fn money(&self) -> Option<i64> {
        match self {
            Self::Money { amount_cents } => Some(*amount_cents),
            Self::Gift { .. } => None,
        }
    }
}

impl Terms {
    /// How many places have a prize.
    pub(super) fn prize_places(&self) -> i64 {
        self.prizes.last().map_or(0, |band| band.to)
    }

    /// What `place` wins.
    pub(super) fn prize_of(&self, place: i64) -> Option<&Prize> {
        self.prizes.iter().find(|band| (band.from..=band.to).contains(&place)).map(|band| &band.prize)
    }

    /// All money prizes together, in subunits; as much as fits.
    pub(super) fn money_budget(&self) -> i64 {
        let of_band =
            |band: &PrizeBand| band.prize.money().unwrap_or_default().saturating_mul(band.to - band.from + 1);
        self.prizes.iter().map(of_band).fold(0, i64::saturating_add).min(WIRE_MAX)
    }
}

impl GameSelection {
    /// The games of `index` that count, in the order of popularity. One with a play button at least: nothing else can
    /// be bet on.
    pub(super) fn games<'a>(&'a self, index: &'a Index) -> impl Iterator<Item = &'a Game> {
        index.games().map(AsRef::as_ref).filter(|game: &&Game| game.playable && self.names(game))
    }

    fn names(&self, game: &Game) -> bool {
        let every = self.categories.is_empty() && self.providers.is_empty() && self.identifiers.is_empty();
        every
            || self.identifiers.contains(&game.identifier)
            || self.providers.contains(&game.provider)
            || self.categories.iter().any(|category| game.collections.contains_key(category))
    }
}

/// How long a round that was bet in time may take to end, in milliseconds.
pub(super) const SETTLE_MS: i64 = 60_000;

/// How long a command may be under way between its time and its commit, in milliseconds.
pub(super) const COMMIT_MS: i64 = 30_000;

/// What a day is for exchange rates.
pub(super) const fn day_of(at: i64) -> i64 {
    at.div_euclid(DAY_MS)
}

#[cfg(test)]
mod tests;
