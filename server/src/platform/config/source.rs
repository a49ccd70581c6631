//! Where a setting comes from.

use std::collections::BTreeMap;

/// Where a setting comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingSource {
    /// Nobody has set it.
    Default,
    /// A file of settings, by its path.
    File(String),
    /// A variable of the environment, by its name.
    Variable(String),
}

/// Where settings come from that somebody has set, by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettingSources(BTreeMap<String, SettingSource>);

impl SettingSources {
    /// Notes that `setting` comes from `source`, whatever it came from before.
    pub(super) fn note(&mut self, setting: &str, source: SettingSource) {
        self.0.insert(setting.to_owned(), source);
    }

    /// Where `setting` comes from.
    pub fn of(&self, setting: &str) -> SettingSource {
        self.0.get(setting).cloned().unwrap_or(SettingSource::Default)
    }
}
