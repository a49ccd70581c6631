//! Groups and loyalty levels.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The condition of a level: points that a player has earned for life.
const POINTS: &str = "persistent_comp_points";
/// The group whose writable flag chooses the provider of the chat.
const CHAT_GROUP: &str = "group_545";

/// A group or a level.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// `group_{number}` or `level_{1..12}`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whether it is shown as a status of the player.
    #[serde(default)]
    pub status: bool,
    /// Of the chat group 545: whether the second provider serves the chat.
    #[serde(default)]
    pub writable: bool,
    /// Its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Gifts for reaching it.
    #[serde(default)]
    pub gift_descriptions: Vec<Gift>,
    /// Of a level: the offer whose gift it brings.
    #[serde(default, skip_serializing)]
    pub gift: Option<String>,
    /// What has to be reached.
    #[serde(default)]
    pub conditions: BTreeMap<String, Bounds>,
}

/// One gift of a level.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Gift {
    /// `points`, `cashback`, `fs` or `bonus`.
    pub r#type: String,
    /// Its text.
    pub text: String,
}

/// Between what and what a condition holds.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
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
pub(super) struct File {
    status: Vec<Status>,
}

/// All groups and levels.
#[derive(Debug, Clone)]
pub struct Statuses {
    all: Vec<Status>,
}

impl Statuses {
    pub(super) fn new(file: File) -> Result<Self> {
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
        let levels = self.all.iter().filter_map(|status| {
            let number: i64 = status.id.strip_prefix("level_")?.parse().ok()?;
            Some((number, status.conditions.get(POINTS)?.max))
        });
        let mut last = None;
        for (number, max) in levels {
            last = Some(number);
            if points <= max {
                break;
            }
        }
        last
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
        self.with_id(id).map(|status| status.name.as_str())
    }

    /// Number and name of every group, in the order of the file.
    pub fn groups(&self) -> impl Iterator<Item = (i64, &str)> {
        self.all.iter().filter_map(|status| {
            let number: i64 = status.id.strip_prefix("group_")?.parse().ok()?;
            Some((number, status.name.as_str()))
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
        }
        assert_eq!((statuses.level_name(3), statuses.group_name(259)), (Some("Level 3"), Some("Gold")));
        let gap = text.replace("min = 101,", "min = 102,");
        assert!(Statuses::parse(&gap).is_err());
    }
}
