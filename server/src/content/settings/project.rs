//! What the site is told about the operator besides its name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::content::toml_file::check_slug;

/// The file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectFile {
    /// How long the offer of a deposit lasts, in minutes.
    pub promo_timer_minutes: i64,
    /// Groups whose members read another copyright line: the snippet of each.
    pub copyright_by_group: BTreeMap<String, String>,
    /// Groups whose members are led to the adventures, besides testers.
    #[serde(default)]
    pub adventures_groups: Vec<i64>,
    /// Slots of which something is said before they are first opened: identifier = the snippet that says it.
    #[serde(default)]
    pub special_slots: BTreeMap<String, String>,
    /// Switches of the site; the server asks them only where an address of the site leads.
    pub features: BTreeMap<String, bool>,
    /// How support is reached besides mail.
    pub support: SupportContacts,
}

/// How support is reached besides mail.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportContacts {
    /// When somebody answers, as people say it.
    pub hours: String,
    /// A number to call, when there is one.
    pub phone: Option<String>,
}

impl ProjectFile {
    pub(super) fn fault(&self) -> Option<String> {
        if !(1..=1440).contains(&self.promo_timer_minutes) {
            return Some("promo_timer_minutes has to be from 1 to 1440".to_owned());
        }
        if let Some(group) = self.copyright_by_group.keys().find(|group| group.parse::<i64>().is_err()) {
            return Some(format!("{group:?} is no number of a group"));
        }
        let is_game = |identifier: &str| identifier.split('/').count() == 2 && check_slug(identifier).is_ok();
        if let Some(slot) = self.special_slots.keys().find(|slot| !is_game(slot)) {
            return Some(format!("{slot:?} is no identifier of a game"));
        }
        None
    }
}
