//! What steers the site and may change from day to day: the files of `config/`, one for each concern.

mod affiliates;
mod managers;
mod project;

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::toml_file::{Result, TomlFile};
pub use affiliates::Affiliates;
pub use managers::{Manager, Managers};
pub use project::{ProjectFile, Social, SupportContacts};

/// Everything in `config/`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Settings {
    /// What the site is told about the house.
    pub project: ProjectFile,
    /// Where visitors come from.
    pub affiliates: Affiliates,
    /// The survey.
    pub survey: Survey,
    /// Where betting on sports is.
    pub betting: Betting,
    /// The managers of important players.
    pub managers: Managers,
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
    /// Hosts of the sports site; none means that there is none.
    pub hosts: Vec<String>,
}

impl Settings {
    /// The pages that the operator has closed.
    pub fn closed_pages(&self) -> ClosedPages<'_> {
        ClosedPages(Some(&self.promotion_pages))
    }
}

/// The pages that the operator has closed. One that the list does not name is open.
#[derive(Debug, Clone, Copy)]
pub struct ClosedPages<'a>(Option<&'a BTreeMap<String, bool>>);

impl ClosedPages<'_> {
    /// For those to whom every page is open.
    pub const NONE: ClosedPages<'static> = ClosedPages(None);

    /// Whether `page` is closed.
    pub fn has(&self, page: &str) -> bool {
        self.0.is_some_and(|open| open.get(page) == Some(&false))
    }
}

/// Reads the settings of `folder`.
pub(super) fn read(folder: &Path) -> Result<Settings> {
    let folder = folder.join("config");
    Ok(Settings {
        project: parse(&folder, "project.toml", ProjectFile::fault)?,
        affiliates: parse(&folder, "affiliates.toml", Affiliates::fault)?,
        survey: parse(&folder, "survey.toml", |_| None)?,
        betting: parse(&folder, "betting.toml", |_| None)?,
        managers: parse(&folder, "managers.toml", Managers::fault)?,
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
