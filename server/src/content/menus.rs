//! The menu of games: `menus.toml`, in the order in which it is shown.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::banners::is_address;
use super::toml_file::{Result, TomlFile};

/// A way to a list of games.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuItem {
    /// Its name, for good.
    pub id: String,
    /// The key of its text among the messages of the site.
    pub title: String,
    /// The name of its drawing in the site's set.
    pub icon: String,
    /// Where it leads.
    pub path: String,
    /// Only members of one of these groups see it; without any, everybody.
    #[serde(default)]
    pub group_ids: Vec<i64>,
}

impl MenuItem {
    /// Whether a visitor with these groups sees it; `None` is a guest.
    pub fn is_for(&self, groups: Option<&[i64]>) -> bool {
        let member = groups.is_some_and(|groups| groups.iter().any(|id| self.group_ids.contains(id)));
        self.group_ids.is_empty() || member
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    item: Vec<toml::Spanned<MenuItem>>,
}

/// Reads the menu of `folder`.
pub(super) fn read(folder: &Path) -> Result<Vec<MenuItem>> {
    let file = TomlFile::read(folder, "menus.toml")?;
    let list: List = file.parse()?;
    let mut ids = BTreeSet::new();
    for spanned in &list.item {
        let (at, item) = (Some(spanned.span().start), spanned.get_ref());
        if !ids.insert(item.id.as_str()) {
            return Err(file.wrong(at, format!("item {} stands twice", item.id)));
        }
        if !is_address(&item.path) {
            return Err(file.wrong(at, format!("{:?} is no path: it begins with a slash", item.path)));
        }
    }
    Ok(list.item.into_iter().map(toml::Spanned::into_inner).collect())
}
