//! The addresses that are data: those that moved, those that stand for others, the modals, and the pages that
//! are opened and closed. The site's router reads the same file (`web/src/routes/addressTable.ts`), so both
//! sides always know the same ones.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::content::ClosedPages;

const TABLE: &str = include_str!("../../../content/addresses.json");

/// Where a closed page leads unless it says otherwise.
const PROMOTIONS: &str = "/promotions";

/// Where `/popup/{name}` opens a modal by its name.
const POPUP: &str = "/popup/";

/// The table of addresses.
#[derive(Debug, Default, Deserialize)]
#[expect(clippy::zero_sized_map_values, reason = "a table of the file, of which only the names matter here")]
pub(super) struct Addresses {
    /// Paths that lead to another one for good.
    moved: BTreeMap<String, String>,
    /// Paths under which guests sign in or up and come back to another page; players are led to the lobby. The
    /// site leads them on, for it knows who asks.
    entries: BTreeMap<String, IgnoredAny>,
    /// Beginnings of paths that stand for another beginning.
    aliases: BTreeMap<String, String>,
    /// Who may open which modal, by the path of its address.
    modals: BTreeMap<String, Guard>,
    /// Modals by their name.
    popups: BTreeMap<String, String>,
    /// Paths of pages by their name, beside those of `switched`.
    names: BTreeMap<String, String>,
    switched: Vec<Switched>,
}

/// Who may open an address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Guard {
    /// Everybody.
    #[default]
    Anyone,
    /// Who is not signed in.
    Guest,
    /// Who is.
    Player,
}

/// A page that is opened and closed without a new build of the site.
#[derive(Debug, Deserialize)]
pub(super) struct Switched {
    name: String,
    path: String,
    /// Its name in the operator's list of promotion pages; a page without one is not in that list.
    #[serde(default)]
    page: Option<String>,
    /// The switch of the operator that it hangs on.
    #[serde(default)]
    feature: Option<String>,
    #[serde(default)]
    pub(super) guard: Guard,
    /// Whether the operator has the page at all.
    #[serde(default)]
    built: bool,
    /// Where a visitor of the closed page is led; the promotions when it says nothing.
    #[serde(default)]
    instead: Option<String>,
}

impl Switched {
    /// Whether the operator does not have the page yet.
    pub(super) const fn is_unbuilt(&self) -> bool {
        !self.built
    }

    /// Where it leads while it is closed. The query goes along when the operator has closed the page; the query of a
    /// page that does not exist yet may hold the token of a mail, which is nobody else's to read.
    pub(super) fn leads_to(&self) -> (&str, bool) {
        let instead = self.instead.as_deref();
        (instead.unwrap_or(PROMOTIONS), self.built && instead.is_some())
    }

    /// Whether it leads elsewhere: it is not built, or the operator has closed it or switched off what it hangs on.
    pub(super) fn is_off(&self, closed: ClosedPages<'_>) -> bool {
        !self.built
            || self.page.as_deref().is_some_and(|page| closed.has(page))
            || self.feature.as_deref().is_some_and(|feature| closed.lacks(feature))
    }
}

impl Addresses {
    /// Reads the table that this server was built with.
    pub(super) fn read() -> Result<Self> {
        serde_json::from_str(TABLE).context("in content/addresses.json")
    }

    /// Where `path` leads for good: under its new name, or under the one that its beginning stands for.
    pub(super) fn moved(&self, path: &str) -> Option<String> {
        if let Some(to) = self.moved.get(path) {
            return Some(to.clone());
        }
        self.aliases.iter().find_map(|(alias, target)| {
            let rest = path.strip_prefix(alias.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{target}{rest}"))
        })
    }

    /// Whether guests sign in or up at `path` and come back to another page.
    pub(super) fn is_entry(&self, path: &str) -> bool {
        self.entries.contains_key(path)
    }

    /// Whether `path` is the address of a modal.
    pub(super) fn is_modal(&self, path: &str) -> bool {
        let named = || path.strip_prefix(POPUP).is_some_and(|name| self.popups.contains_key(name));
        self.modals.contains_key(path) || named()
    }

    /// The path of the page called `name`, when it is one address and no pattern of several.
    fn named(&self, name: &str) -> Option<&str> {
        let switched = || self.switched.iter().find(|page| page.name == name).map(|page| page.path.as_str());
        self.names.get(name).map(String::as_str).or_else(switched).filter(|path| !path.contains('$'))
    }

    /// The page at `path`, if it is one that is opened and closed. A page whose path is spelled out comes
    /// before one whose path has room for any word.
    pub(super) fn switched(&self, path: &str) -> Option<&Switched> {
        let exact = self.switched.iter().find(|page| page.path == path);
        exact.or_else(|| self.switched.iter().find(|page| matches(&page.path, path)))
    }
}

/// The path of the page that is called `name` where menus and mails name it; `None` when no page is, or many share it.
pub fn path_named(name: &str) -> Result<Option<String>> {
    Ok(Addresses::read()?.named(name).map(str::to_owned))
}

/// Whether `path` is of the form of `pattern`, in which a part that begins with `$` stands for any word.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, path) = (pattern.split('/').collect::<Vec<_>>(), path.split('/').collect::<Vec<_>>());
    let is_like =
        |(wanted, part): (&&str, &&str)| wanted == part || wanted.starts_with('$') && !part.is_empty();
    pattern.len() == path.len() && pattern.iter().zip(&path).all(is_like)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_found_under_every_name_it_has() {
        let table = Addresses::read().unwrap();
        for (path, to) in [
            ("/slots", Some("/pokies/all")),
            ("/users", Some("/profile")),
            ("/users/games-history", Some("/profile/games-history")),
            ("/usersgifts", None),
            ("/profile", None),
        ] {
            assert_eq!(table.moved(path).as_deref(), to, "{path}");
        }
        for (path, is_modal) in [
            ("/sign-in", true),
            ("/popup/login", true),
            ("/popup/remind", true),
            ("/popup/profile-data", true),
            ("/popup/nothing", false),
        ] {
            assert_eq!(table.is_modal(path), is_modal, "{path}");
        }
    }

    #[test]
    fn a_page_is_found_by_its_name() {
        let table = Addresses::read().unwrap();
        for (name, path) in [
            ("ProfileGifts", Some("/profile/gifts")),
            ("PaymentsPage", Some("/payments")),
            ("BenefitCrypto", Some("/benefits-of-crypto")),
            ("GameBase", Some("/play")),
            ("SingleBonusPage", None),
            ("Nowhere", None),
        ] {
            assert_eq!(table.named(name), path, "{name}");
        }
    }

    #[test]
    fn a_word_that_is_spelled_out_comes_first() {
        let table = Addresses::read().unwrap();
        let pattern = |path: &str| table.switched(path).map(|page| page.path.as_str());
        assert_eq!(pattern("/tournaments/lotteries"), Some("/tournaments/lotteries"));
        assert_eq!(pattern("/tournaments/spring"), Some("/tournaments/$slug"));
        assert_eq!(pattern("/tournaments/spring/2"), Some("/tournaments/$slug/$page"));
        assert_eq!(pattern("/tournaments/"), None);
        assert_eq!(pattern("/payments"), None);
    }
}
