//! Groups and loyalty levels.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::localised::{Localised, SOURCE_LANGUAGE};

/// The condition of a level: points that a player has earned for life.
const POINTS: &str = "persistent_comp_points";
/// The group whose writable flag chooses the provider of the chat.
const CHAT_GROUP: &str = "group_545";

/// A group or a level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// `group_{number}` or `level_{1..12}`.
    pub id: String,
    /// What it is called.
    pub name: Name,
    /// Whether it is shown as a status of the player.
    #[serde(default)]
    pub status: bool,
    /// Of the chat group 545: whether the second provider serves the chat.
    #[serde(default)]
    pub writable: bool,
    /// Address of its picture.
    pub image: Option<String>,
    /// Its text.
    pub content: Option<Localised>,
    /// Gifts for reaching it.
    #[serde(default)]
    pub gift_descriptions: Vec<Gift>,
    /// Of a level: the offer whose gift it brings.
    #[serde(default)]
    pub gift: Option<String>,
    /// What has to be reached.
    #[serde(default)]
    pub conditions: BTreeMap<String, Bounds>,
}

/// A name: one for all languages, or one for each.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Name {
    /// For all languages.
    Plain(String),
    /// By language.
    Localised(Localised),
}

impl Name {
    /// The name in `locale`.
    pub fn in_locale(&self, locale: &str) -> &str {
        match self {
            Self::Plain(name) => name,
            Self::Localised(names) => names.in_locale(locale),
        }
    }
}

/// One gift of a level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gift {
    /// What it is.
    pub r#type: LevelGiftType,
    /// Its text.
    pub text: Localised,
}

/// What a gift of a level is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LevelGiftType {
    /// Comp points.
    Points,
    /// Cashback.
    Cashback,
    /// Free spins.
    Fs,
    /// Bonus money.
    Bonus,
}

/// A group or a level as calls show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Status)]
pub struct StatusView {
    /// `group_{number}` or `level_{1..12}`.
    id: String,
    /// What it is called, in the language of the request.
    name: String,
    /// Whether it is shown as a status of the player.
    status: bool,
    /// Of the chat group 545: whether the second provider serves the chat.
    writable: bool,
    /// Address of its picture; null without one.
    image: Option<String>,
    /// Its text, in the language of the request; null without one.
    content: Option<String>,
    /// Gifts for reaching it.
    gift_descriptions: Vec<GiftDescription>,
    /// What has to be reached.
    conditions: BTreeMap<String, Bounds>,
}

/// One gift of a level.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GiftDescription {
    /// What it is.
    r#type: LevelGiftType,
    /// Its text, in the language of the request.
    text: String,
}

impl Status {
    /// What calls show in `locale`.
    pub fn view(&self, locale: &str) -> StatusView {
        let gifts = self.gift_descriptions.iter().map(|gift| GiftDescription {
            r#type: gift.r#type,
            text: gift.text.in_locale(locale).to_owned(),
        });
        StatusView {
            id: self.id.clone(),
            name: self.name.in_locale(locale).to_owned(),
            status: self.status,
            writable: self.writable,
            image: self.image.clone(),
            content: self.content.as_ref().map(|text| text.in_locale(locale).to_owned()),
            gift_descriptions: gifts.collect(),
            conditions: self.conditions.clone(),
        }
    }
}

/// Between what and what a condition holds.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// From here.
    pub min: i64,
    /// Up to here.
    pub max: i64,
}

/// The content file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    status: Vec<Status>,
}

/// All groups and levels.
#[derive(Debug, Clone)]
pub struct Statuses {
    all: Vec<Status>,
}

impl Statuses {
    /// Reads the content file in `folder`.
    pub fn load(folder: &Path) -> Result<Self> {
        Self::new(super::read(folder, "statuses.toml")?)
    }

    fn new(file: File) -> Result<Self> {
        for status in &file.status {
            let number = status.id.strip_prefix("group_").or_else(|| status.id.strip_prefix("level_"));
            let fits = number.is_some_and(|number| number.parse::<i64>().is_ok_and(|n| n > 0));
            ensure!(fits, "statuses: {:?} is no id", status.id);
        }
        let points: Vec<&Bounds> = file.status.iter().filter_map(|of| of.conditions.get(POINTS)).collect();
        let rises = points.iter().all(|bounds| bounds.min < bounds.max)
            && points.windows(2).all(|pair| pair[0].max + 1 == pair[1].min);
        ensure!(rises, "statuses: the points of levels rise without a gap");
        Ok(Self { all: file.status })
    }

    /// Those of a file with this text.
    #[cfg(test)]
    pub(crate) fn parse(text: &str) -> Result<Self> {
        Self::new(toml::from_str(text)?)
    }

    /// All of them, in the order of the file.
    pub fn all(&self) -> &[Status] {
        &self.all
    }

    /// Whether staff have chosen the second provider for the chat, by the writable flag of its group.
    pub fn chooses_second_chat(&self) -> bool {
        self.all.iter().any(|status| status.id == CHAT_GROUP && status.writable)
    }

    /// The number of the level of a player who has earned `points` for life: the first whose upper bound they do not
    /// pass, or else the last.
    pub fn level_of(&self, points: i64) -> Option<i64> {
        let mut last = None;
        for (number, max) in self.level_ends() {
            last = Some(number);
            if points <= max {
                break;
            }
        }
        last
    }

    /// The most points for life of a player whose level is below `number`: below zero where nobody's is, and as many as there
    /// can be where everybody's is.
    pub fn points_below(&self, number: i64) -> i64 {
        if self.level_ends().all(|(level, _)| level < number) {
            return i64::MAX;
        }
        let below = self.level_ends().filter(|(level, _)| *level < number);
        below.map(|(_, max)| max).max().unwrap_or(-1)
    }

    /// The numbers of levels with their upper bounds, in the order of the file.
    fn level_ends(&self) -> impl Iterator<Item = (i64, i64)> {
        self.all.iter().filter_map(|status| {
            let number: i64 = status.id.strip_prefix("level_")?.parse().ok()?;
            Some((number, status.conditions.get(POINTS)?.max))
        })
    }

    /// The offer whose gift level `number` brings.
    pub fn gift_of(&self, number: i64) -> Option<&str> {
        self.with_id(&format!("level_{number}"))?.gift.as_deref()
    }

    /// The numbers of all levels, from the lowest up.
    pub fn levels(&self) -> impl Iterator<Item = i64> {
        self.all.iter().filter_map(|status| status.id.strip_prefix("level_")?.parse().ok())
    }

    /// The name of level `number`.
    pub fn level_name(&self, number: i64) -> Option<&str> {
        self.name_of(&format!("level_{number}"))
    }

    fn with_id(&self, id: &str) -> Option<&Status> {
        self.all.iter().find(|status| status.id == id)
    }

    fn name_of(&self, id: &str) -> Option<&str> {
        self.with_id(id).map(|status| status.name.in_locale(SOURCE_LANGUAGE))
    }

    /// Number and name of every group, in the order of the file.
    pub fn groups(&self) -> impl Iterator<Item = (i64, &str)> {
        self.all.iter().filter_map(|status| {
            let number: i64 = status.id.strip_prefix("group_")?.parse().ok()?;
            Some((number, status.name.in_locale(SOURCE_LANGUAGE)))
        })
    }

    /// The name of group `number`.
    pub fn group_name(&self, number: i64) -> Option<&str> {
        self.name_of(&format!("group_{number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_left_once_its_bound_is_passed() {
        let text = include_str!("../../../content/statuses.toml");
        let statuses = Statuses::parse(text).unwrap();
        for (points, level) in
            [(0, 1), (100, 1), (101, 2), (500, 2), (501, 3), (1_000_000, 11), (1_000_001, 12), (i64::MAX, 12)]
        {
            assert_eq!(statuses.level_of(points), Some(level), "{points}");
            assert!(statuses.points_below(level) < points && points <= statuses.points_below(level + 1));
        }
        assert_eq!((statuses.level_name(3), statuses.group_name(259)), (Some("Level 3"), Some("Gold")));
        let gap = text.replace("min = 101,", "min = 102,");
        assert!(Statuses::parse(&gap).is_err());
    }

    #[test]
    fn twelve_levels_have_a_picture_a_text_and_gifts() {
        let content = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let statuses = Statuses::parse(include_str!("../../../content/statuses.toml")).unwrap();
        let levels: Vec<_> = statuses.all().iter().filter(|status| status.id.starts_with("level_")).collect();
        assert_eq!(levels.len(), 12);
        for level in levels {
            let view = level.view("de");
            let picture = view.image.unwrap();
            let file = content.join(picture.strip_prefix('/').unwrap());
            assert!(picture.starts_with("/media/levels/") && file.is_file(), "{picture}");
            assert!(
                view.content.is_some_and(|text| text != level.view("en").content.unwrap()),
                "{}",
                level.id
            );
            assert!(!view.gift_descriptions.is_empty(), "{}", level.id);
        }
        let named = |name: &str| serde_json::from_value::<LevelGiftType>(name.into());
        for (name, kind) in [
            ("points", LevelGiftType::Points),
            ("cashback", LevelGiftType::Cashback),
            ("fs", LevelGiftType::Fs),
            ("bonus", LevelGiftType::Bonus),
        ] {
            assert_eq!(named(name).unwrap(), kind);
        }
        assert!(named("shares").is_err());
    }
}
