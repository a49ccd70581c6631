//! The managers of important players, by group.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::content::banners::is_address;

/// The managers; the first whose groups hold one of the player's is theirs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Managers {
    /// In the order in which they are asked.
    #[serde(default)]
    manager: Vec<ForGroups>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
struct ForGroups {
    groups: Vec<i64>,
    #[serde(flatten)]
    manager: Manager,
}

/// Whom important players turn to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Manager {
    /// The name.
    #[expect(clippy::struct_field_names, reason = "the call names it so")]
    pub manager_name: String,
    /// Address of the picture.
    pub avatar: String,
    /// When they can be reached, as people say it.
    pub time: String,
    /// A chat, when there is one.
    pub whats_app_link: Option<String>,
    /// Another chat, when there is one.
    pub telegram_link: Option<String>,
    /// The address for mail.
    pub email: String,
}

impl Managers {
    pub(super) fn fault(&self) -> Option<String> {
        let managers = self.manager.iter().map(|entry| &entry.manager);
        let addresses = managers.flat_map(|manager| {
            [Some(&manager.avatar), manager.whats_app_link.as_ref(), manager.telegram_link.as_ref()]
        });
        addresses.flatten().find(|url| !is_address(url)).map(|url| format!("{url:?} is no address"))
    }

    /// The manager of a player in `groups`.
    pub fn of(&self, groups: &[i64]) -> Option<&Manager> {
        let serves = |entry: &&ForGroups| groups.iter().any(|group| entry.groups.contains(group));
        self.manager.iter().find(serves).map(|entry| &entry.manager)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_manager_of_a_group_serves_it() {
        let one = |name: &str, groups: &str| {
            format!(
                "[[manager]]\ngroups = {groups}\nmanagerName = \"{name}\"\navatar = \"/a.svg\"\ntime = \"9-17\"\n\
                 email = \"a@b.example\"\n"
            )
        };
        let text = one("Gold", "[259]") + &one("All", "[257, 259]");
        let managers: Managers = toml::from_str(&text).unwrap();
        for (groups, name) in
            [(&[259][..], Some("Gold")), (&[1, 257][..], Some("All")), (&[21][..], None), (&[][..], None)]
        {
            assert_eq!(managers.of(groups).map(|manager| manager.manager_name.as_str()), name, "{groups:?}");
        }
    }
}
