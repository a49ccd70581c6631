//! Groups and loyalty levels.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
    /// Whether the second chat provider serves its members.
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
#[derive(Debug)]
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
        Ok(Self { all: file.status })
    }

    /// All of them, in the order of the file.
    pub fn all(&self) -> &[Status] {
        &self.all
    }

    /// The name of group `number`.
    pub fn group_name(&self, number: i64) -> Option<&str> {
        let id = format!("group_{number}");
        self.all.iter().find(|status| status.id == id).map(|status| status.name.as_str())
    }
}
