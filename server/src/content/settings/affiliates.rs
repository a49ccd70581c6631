//! Affiliates: where visitors come from, and what follows from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::site_config::LOCALES;

/// What follows from the tag (`stag`) that a visitor came with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Affiliates {
    /// Tag by the host that a visitor without a tag came from.
    pub by_referrer: BTreeMap<String, String>,
    /// Languages offered to visitors of a tag or an affiliate, where not all are.
    pub locales: BTreeMap<String, Vec<String>>,
    /// Tags whose visitors are shown no offers.
    #[serde(default)]
    pub excluded_promo: Vec<String>,
}

impl Affiliates {
    pub(super) fn fault(&self) -> Option<String> {
        let named = self.locales.values().flatten();
        let unknown = named.into_iter().find(|code| !LOCALES.contains(&code.as_str()));
        unknown.map(|code| format!("the site does not speak {code:?}"))
    }

    /// Whether `locale` is offered to visitors who came by one of `tags`.
    pub fn offers(&self, locale: &str, tags: &[Option<&str>]) -> bool {
        let limit = tags.iter().flatten().find_map(|tag| self.locales.get(*tag));
        limit.is_none_or(|offered| offered.iter().any(|code| code == locale))
    }
}
