//! Which files of the content folder are documents that staff edits, and who reads and writes each.

use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::LOCALES;
use crate::staff::{HeldRole, Permission};

/// Who reads and writes a document, and how it is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What the site says. One member writes and publishes it.
    Content,
    /// What costs the operator money. Who publishes it has not written in it.
    Promotions,
    /// Which games there are, for whom and in which lists. It is written as content is, and who publishes it has not written
    /// in it: a country too few in a list opens a game where the law closes it.
    Catalogue,
    /// What is weighed before money moves. Who publishes it has not written in it.
    Risk,
}

impl Group {
    /// What reading it takes: its text, drafts and versions, and what is worked out of them. Writing in it takes
    /// this as well.
    pub const fn read(self) -> Permission {
        match self {
            Self::Content | Self::Catalogue => Permission::ContentRead,
            Self::Promotions => Permission::PromotionsRead,
            Self::Risk => Permission::RiskRead,
        }
    }

    /// What writing in it takes.
    pub const fn edit(self) -> Permission {
        match self {
            Self::Content | Self::Catalogue => Permission::ContentEdit,
            Self::Promotions => Permission::PromotionsEdit,
            Self::Risk => Permission::RiskEdit,
        }
    }

    /// What publishing it takes.
    pub const fn publish(self) -> Permission {
        match self {
            Self::Content | Self::Catalogue => Permission::ContentPublish,
            Self::Promotions => Permission::PromotionsPublish,
            Self::Risk => Permission::RiskPublish,
        }
    }

    /// Whether somebody publishes it who has not written in it.
    pub const fn takes_two(self) -> bool {
        matches!(self, Self::Promotions | Self::Catalogue | Self::Risk)
    }
}

/// How a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A text.
    Markdown,
    /// A list or a table.
    Toml,
}

/// What a path of the content folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document {
    /// Who writes it.
    pub group: Group,
    /// How it is written.
    pub format: Format,
}

/// Lists and tables of what the site says.
const CONTENT: [&str; 7] =
    ["banners.toml", "files.toml", "help.toml", "menus.toml", "notices.toml", "pages.toml", "snippets.toml"];

/// Files of `config/`. The one of betting names hosts that players are handed to, and is left to who runs the servers.
const CONFIG: [&str; 6] =
    ["affiliates.toml", "chat.toml", "managers.toml", "project.toml", "promotion_pages.toml", "survey.toml"];

/// What costs the operator money.
const PROMOTIONS: [&str; 9] = [
    "adventures.toml",
    "bonuses.toml",
    "currencies.toml",
    "jackpots.toml",
    "lootboxes.toml",
    "lotteries.toml",
    "loyalty.toml",
    "statuses.toml",
    "tournaments.toml",
];

/// The games, the lists that they stand in, and who makes them.
const CATALOGUE: [&str; 3] = ["catalogue.toml", "collections.toml", "providers.toml"];

/// What is weighed before money moves.
const RISK: [&str; 1] = ["fraud_rules.toml"];

/// The folders of texts by language.
const TEXTS: [&str; 2] = ["pages", "snippets"];

/// The languages that mails are written in.
const MAILS: [&str; 6] = ["en", "de", "fr-CA", "no", "it", "et"];

/// The longest path.
const PATH_MAX: usize = 200;

impl Document {
    /// What `path` is, with slashes and below the content folder; `None` for what staff does not edit. Brands, licences, ways to
    /// pay, rates and the frame of mails name hosts, laws and addresses: they are left to who runs the servers.
    pub fn at(path: &str) -> Option<Self> {
        let toml = |group| Some(Self { group, format: Format::Toml });
        if path.len() > PATH_MAX {
            return None;
        }
        if PROMOTIONS.contains(&path) {
            return toml(Group::Promotions);
        }
        if CATALOGUE.contains(&path) {
            return toml(Group::Catalogue);
        }
        if RISK.contains(&path) {
            return toml(Group::Risk);
        }
        if CONTENT.contains(&path) || path.strip_prefix("config/").is_some_and(|name| CONFIG.contains(&name))
        {
            return toml(Group::Content);
        }
        if path.strip_prefix("offers/").and_then(|name| name.strip_suffix(".toml")).is_some_and(is_code) {
            return toml(Group::Promotions);
        }
        let mail = path.strip_prefix("mails/").and_then(|name| name.strip_suffix(".toml"));
        if mail.is_some_and(|language| MAILS.contains(&language)) {
            return toml(Group::Content);
        }
        is_text(path).then_some(Self { group: Group::Content, format: Format::Markdown })
    }
}

/// The document at `path`, for somebody with `role`. 404 where staff edits none, 403 where the role does not read
/// its group.
pub fn readable(path: &str, role: &HeldRole) -> ApiResult<Document> {
    let document = Document::at(path).ok_or_else(ApiError::not_found)?;
    if role.may(document.group.read()) { Ok(document) } else { Err(ApiError::role_forbids()) }
}

/// Whether `path` is a document that somebody with `role` reads.
pub fn is_readable(path: &str, role: &HeldRole) -> bool {
    Document::at(path).is_some_and(|document| role.may(document.group.read()))
}

/// Whether an offer can be called so.
fn is_code(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Whether staff edits `path`.
pub fn is_document(path: &str) -> bool {
    Document::at(path).is_some()
}

/// Whether `path` is a text in a language: `pages/{slug}/{language}.md`, or with a folder of a country or licence before the
/// language.
fn is_text(path: &str) -> bool {
    let mut parts: Vec<&str> = path.split('/').collect();
    let language = parts.pop().and_then(|name| name.strip_suffix(".md"));
    if parts.len() < 2 || !TEXTS.contains(&parts.remove(0)) {
        return false;
    }
    let is_reader =
        |part: &&str| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_uppercase());
    if parts.len() > 1 && parts.last().is_some_and(is_reader) {
        parts.pop();
    }
    let is_slug =
        |part: &&str| !part.is_empty() && part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    language.is_some_and(|language| LOCALES.contains(&language)) && parts.iter().all(is_slug)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::staff::Role;
    use crate::staff::needs::{EditorialRead, Needed as _};

    #[test]
    fn documents_are_those_that_staff_edits() {
        for (path, group) in [
            ("banners.toml", Some(Group::Content)),
            ("config/chat.toml", Some(Group::Content)),
            ("mails/et.toml", Some(Group::Content)),
            ("pages/terms/en.md", Some(Group::Content)),
            ("pages/news/winter/EE/et.md", Some(Group::Content)),
            ("snippets/lobby-text/fr-CA.md", Some(Group::Content)),
            ("bonuses.toml", Some(Group::Promotions)),
            ("currencies.toml", Some(Group::Promotions)),
            ("catalogue.toml", Some(Group::Catalogue)),
            ("collections.toml", Some(Group::Catalogue)),
            ("providers.toml", Some(Group::Catalogue)),
            ("fraud_rules.toml", Some(Group::Risk)),
            ("offers/WELCOME_2.toml", Some(Group::Promotions)),
            ("offers/.toml", None),
            ("offers/a.b.toml", None),
            ("offers/WELCOME/en.toml", None),
            ("mails/layout.html", None),
            ("mails/en-AU.toml", None),
            ("config/betting.toml", None),
            ("brands/borealis.toml", None),
            ("payment_methods.toml", None),
            ("licences.toml", None),
            ("pages/en.md", None),
            ("pages/EE/en.md", None),
            ("pages/../licences/en.md", None),
            ("pages/terms/../../en.md", None),
            ("/pages/terms/en.md", None),
            ("pages/terms/xx.md", None),
            ("pages//en.md", None),
            ("", None),
        ] {
            assert_eq!(Document::at(path).map(|document| document.group), group, "{path}");
        }
    }

    #[test]
    fn a_role_reads_the_groups_that_are_its_own() {
        let read = |role: Role, path: &str| is_readable(path, &role.into());
        for (path, readers) in [
            ("banners.toml", "risk bonus editor compliance administrator"),
            ("catalogue.toml", "risk bonus editor compliance administrator"),
            ("bonuses.toml", "risk bonus compliance administrator"),
            ("offers/WELCOME_2.toml", "risk bonus compliance administrator"),
            ("fraud_rules.toml", "risk compliance administrator"),
            ("licences.toml", ""),
        ] {
            let found: Vec<_> =
                Role::ALL.into_iter().filter(|role| read(*role, path)).map(Role::name).collect();
            assert_eq!(found.join(" "), readers, "{path}");
        }
    }

    #[test]
    fn who_writes_or_publishes_a_document_reads_it_and_comes_to_the_list() {
        for group in [Group::Content, Group::Promotions, Group::Catalogue, Group::Risk] {
            assert!(EditorialRead::ANY_OF.contains(&group.read()), "{group:?}");
            for role in
                Role::ALL.into_iter().filter(|role| role.may(group.edit()) || role.may(group.publish()))
            {
                assert!(role.may(group.read()), "{group:?} {role:?}");
            }
        }
    }
}
