//! What steers the site and may change from day to day: the files of `config/`, one for each concern.

mod affiliates;
mod chat_hours;
mod managers;
mod project;

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::toml_file::{Result, TomlFile};
use crate::platform::config::is_host;
pub use affiliates::Affiliates;
pub use chat_hours::ChatHours;
pub use managers::{Manager, Managers};
pub use project::{ProjectFile, SupportContacts};

/// Everything in `config/`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Settings {
    /// What the site is told about the operator.
    pub project: ProjectFile,
    /// Where visitors come from.
    pub affiliates: Affiliates,
    /// The survey.
    pub survey: Survey,
    /// Where betting on sports is.
    pub betting: Betting,
    /// The managers of important players.
    pub managers: Managers,
    /// When support answers in the chat.
    #[serde(default)]
    pub chat: ChatHours,
    /// Which promotion pages are open, by slug; a page that is not named is open.
    pub promotion_pages: BTreeMap<String, bool>,
}

/// The survey that the site may offer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Survey {
    /// Which survey it is.
    #[expect(clippy::struct_field_names, reason = "the call names it so")]
    pub survey_id: String,
    /// Where its answers go.
    #[expect(clippy::struct_field_names, reason = "the call names it so")]
    pub survey_collector_id: String,
    /// Whether it is offered at all.
    pub is_enable_widget: bool,
}

/// Where betting on sports is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Betting {
    /// Hosts of the sports site, with a port where it has one; none means the one of the settings, if that names any.
    pub hosts: Vec<String>,
}

impl Betting {
    fn fault(&self) -> Option<String> {
        let broken = self.hosts.iter().find(|host| !is_host(host));
        broken.map(|host| format!("{host:?} is no host: sport.example.com is"))
    }
}

impl Settings {
    /// The pages that are closed, for everybody or `for_testers`, while the switches stand as `features` say; `has_sport` when
    /// there is a sports site.
    pub fn closed_pages<'a>(
        &'a self,
        features: &'a BTreeMap<String, bool>,
        for_testers: bool,
        has_sport: bool,
    ) -> ClosedPages<'a> {
        ClosedPages {
            listed: (!for_testers).then_some(&self.promotion_pages),
            features: (!for_testers).then_some(features),
            has_sport,
        }
    }
}

/// The name of the pages that lead to the sports site.
const SPORT: &str = "sport";

/// The pages that are closed. One that the operator's list does not name is open, if there is what it leads to.
#[derive(Debug, Clone, Copy)]
pub struct ClosedPages<'a> {
    /// The operator's list; `None` for those to whom every page is open.
    listed: Option<&'a BTreeMap<String, bool>>,
    /// The switches of the operator; `None` for those who set them for their own browser, which decides then.
    features: Option<&'a BTreeMap<String, bool>>,
    has_sport: bool,
}

impl ClosedPages<'_> {
    /// Whether `page` is closed.
    pub fn has(&self, page: &str) -> bool {
        let is_missing = page == SPORT && !self.has_sport;
        is_missing || self.listed.is_some_and(|open| open.get(page) == Some(&false))
    }

    /// Whether what hangs on the switch `feature` is closed: one that the operator does not name is off.
    pub fn lacks(&self, feature: &str) -> bool {
        self.features.is_some_and(|switches| switches.get(feature) != Some(&true))
    }
}

/// Reads the settings of `folder`.
pub(super) fn read(folder: &Path) -> Result<Settings> {
    let folder = folder.join("config");
    Ok(Settings {
        project: parse(&folder, "project.toml", ProjectFile::fault)?,
        affiliates: parse(&folder, "affiliates.toml", Affiliates::fault)?,
        survey: parse(&folder, "survey.toml", |_| None)?,
        betting: parse(&folder, "betting.toml", Betting::fault)?,
        managers: parse(&folder, "managers.toml", Managers::fault)?,
        chat: parse(&folder, "chat.toml", ChatHours::fault)?,
        promotion_pages: parse(&folder, "promotion_pages.toml", |_| None)?,
    })
}

/// Reads a file, of which `fault` tells what its shape does not.
fn parse<T: DeserializeOwned>(folder: &Path, name: &str, fault: impl Fn(&T) -> Option<String>) -> Result<T> {
    let file = TomlFile::read(folder, name)?;
    let value = file.parse()?;
    match fault(&value) {
        Some(fault) => Err(file.wrong(None, fault)),
        None => Ok(value),
    }
}
