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

impl Betting {
    /// The sports host for visitors of `host`: the first within the same domain, else the first.
    pub fn host_for(&self, host: &str) -> Option<&str> {
        let own = domain(host);
        let same = self.hosts.iter().find(|sports| domain(sports) == own);
        same.or(self.hosts.first()).map(String::as_str)
    }
}

/// The last two parts of a host's name.
fn domain(host: &str) -> String {
    let name = host.split(':').next().unwrap_or(host).to_ascii_lowercase();
    let mut parts: Vec<_> = name.rsplit('.').take(2).collect();
    parts.reverse();
    parts.join(".")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sports_host_is_that_of_the_mirror() {
        let hosts = ["sport.one.example", "sport.two.example"].map(str::to_owned).to_vec();
        let betting = Betting { hosts };
        for (host, sports) in [
            ("two.example", "sport.two.example"),
            ("www.TWO.example:8080", "sport.two.example"),
            ("one.example", "sport.one.example"),
            ("localhost:8080", "sport.one.example"),
        ] {
            assert_eq!(betting.host_for(host), Some(sports), "{host}");
        }
        assert_eq!(Betting { hosts: vec![] }.host_for("two.example"), None);
    }
}
