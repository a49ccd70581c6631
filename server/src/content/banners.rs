//! Banners: who sees which, where and when. `banners.toml` holds them, in the order in which they are shown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use croupier_money::Currency;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::moment::Moment;
use super::toml_file::{Result, TomlFile, check_slug};
use crate::site_config::Localised;

/// A banner as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Banner {
    /// Its number, for good.
    pub id: i64,
    /// The places that show it: `home`, `promo`, `shop`, `vip`, `adventure`, `tournament`, `deposit`, `offer`, `tooltip`,
    /// `new-provider`, or a category of games.
    pub categories: Vec<String>,
    /// Only visitors of these brands see it; without any, those of all.
    #[serde(default)]
    pub brands: Vec<String>,
    /// Only members of one of these groups see it; without any, everybody.
    #[serde(default, alias = "groupIds")]
    pub groups: Vec<i64>,
    /// Only visitors whose welcome pack stands so see it; without it, all.
    #[serde(default, deserialize_with = "welcome_pack")]
    pub welcome_pack: Option<WelcomePack>,
    /// When it is shown.
    #[serde(default)]
    pub live_time: LiveTime,
    /// Address of its picture.
    #[serde(default)]
    pub image: Option<String>,
    /// Its headline, with `{name}` of its variables.
    pub title: Localised,
    /// Its text, with `{name}` of its variables.
    #[serde(default)]
    pub description: Option<Localised>,
    /// Four colours, from one corner to the other.
    pub gradient: [String; 4],
    /// Small words above the headline.
    #[serde(default)]
    pub labels: Vec<Localised>,
    /// How much room it takes.
    #[serde(default)]
    pub size: BannerSize,
    /// What it leads to.
    #[serde(default)]
    pub button: Option<Button>,
    /// A second way on.
    #[serde(default)]
    pub second_button: Option<SecondButton>,
    /// What it counts down.
    #[serde(default)]
    pub timer: Option<Timer>,
    /// What headline and text name in braces.
    #[serde(default)]
    pub variables: BTreeMap<String, String>,
    /// Amounts that they name in braces: by currency, in subunits; the one in EUR is for all others.
    #[serde(default)]
    pub amounts: BTreeMap<String, BTreeMap<String, i64>>,
}

/// From when until when a banner is shown; an end that is missing is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LiveTime {
    /// Its first instant.
    pub start: Option<Moment>,
    /// The instant at which it is gone.
    pub end: Option<Moment>,
}

/// How the welcome pack of a visitor stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WelcomePack {
    /// The visitor came with one, and may still use it.
    Active,
    /// The player has paid in, and the pack was for the first deposit.
    Used,
    /// The visitor came without one.
    None,
}

/// How a file says that the welcome pack stands; older files say whether there is one.
fn welcome_pack<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<WelcomePack>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Standing(WelcomePack),
        Whether(bool),
    }
    Ok(Option::<Written>::deserialize(from)?.map(|written| match written {
        Written::Standing(standing) => standing,
        Written::Whether(true) => WelcomePack::Active,
        Written::Whether(false) => WelcomePack::None,
    }))
}

/// How much room a banner takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BannerSize {
    /// One of several beside each other.
    Small,
    /// Half a row.
    Medium,
    /// A row of its own.
    #[default]
    Large,
}

/// What a banner's button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ButtonType {
    /// Goes to `url`.
    Link,
    /// Opens the modal that `url` names.
    Popup,
    /// Opens the tournament or quest that `frontendIdentifier` names.
    Tournament,
    /// Takes the bonus that `frontendIdentifier` names.
    Bonus,
    /// Opens the game at `url`.
    Game,
}

/// A banner's button.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Button {
    /// What it says.
    pub name: Localised,
    /// Where it leads, on the site or elsewhere.
    pub url: String,
    /// What it does.
    pub r#type: ButtonType,
    /// Which tournament, quest or bonus is meant.
    #[serde(default)]
    pub frontend_identifier: Option<String>,
    /// Further attributes for the site.
    #[serde(default)]
    pub attrs: BTreeMap<String, String>,
}

/// A banner's second button.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SecondButton {
    /// What it says.
    pub name: Localised,
    /// The modal that it opens.
    pub popup: String,
}

/// What a banner counts down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Timer {
    /// From when it is shown.
    pub start_at: Moment,
    /// When it is over.
    pub end_at: Moment,
}

/// Who looks at banners, and when.
#[derive(Debug, Clone, Copy)]
pub struct Audience<'a> {
    /// The id of the brand that they see.
    pub brand: &'a str,
    /// The player's groups; `None` for a guest.
    pub groups: Option<&'a [i64]>,
    /// How the visitor's welcome pack stands.
    pub welcome_pack: WelcomePack,
    /// UTC milliseconds.
    pub now: i64,
}

impl Banner {
    /// Whether it is for this audience.
    pub fn is_for(&self, audience: Audience<'_>) -> bool {
        let LiveTime { start, end } = self.live_time;
        let began = start.is_none_or(|start| start.0 <= audience.now);
        let ended = end.is_some_and(|end| end.0 <= audience.now);
        let member = audience.groups.is_some_and(|groups| groups.iter().any(|id| self.groups.contains(id)));
        let is_of_brand = self.brands.is_empty() || self.brands.iter().any(|id| id == audience.brand);
        began
            && !ended
            && is_of_brand
            && (self.groups.is_empty() || member)
            && self.welcome_pack.is_none_or(|wanted| wanted == audience.welcome_pack)
    }

    /// What is wrong with it, as a sentence.
    fn fault(&self) -> Option<String> {
        if let Some(error) = self.categories.iter().find_map(|name| check_slug(name).err()) {
            return Some(error);
        }
        if self.categories.is_empty() {
            return Some("a banner has a place: name one in categories".to_owned());
        }
        if let Some(colour) = self.gradient.iter().find(|colour| !is_colour(colour)) {
            return Some(format!("{colour:?} is no colour: #1b2a55 is"));
        }
        if let LiveTime { start: Some(start), end: Some(end) } = self.live_time
            && end <= start
        {
            return Some("liveTime ends before it begins".to_owned());
        }
        if self.timer.is_some_and(|timer| timer.end_at <= timer.start_at) {
            return Some("the timer ends before it begins".to_owned());
        }
        if let Some(fault) = self.amounts.iter().find_map(|(name, amounts)| self.amount_fault(name, amounts))
        {
            return Some(fault);
        }
        let addresses = self.button.iter().map(|button| &button.url).chain(&self.image);
        addresses.into_iter().find(|url| !is_address(url)).map(|url| {
            format!("{url:?} is no address: it begins with a slash, or with https:// on another host")
        })
    }
}

impl Banner {
    fn amount_fault(&self, name: &str, amounts: &BTreeMap<String, i64>) -> Option<String> {
        if self.variables.contains_key(name) {
            return Some(format!("{{{name}}} is a variable and an amount"));
        }
        if let Some((code, _)) =
            amounts.iter().find(|(code, amount)| code.parse::<Currency>().is_err() || **amount <= 0)
        {
            return Some(format!(
                "{{{name}}} is in {code} no amount: subunits of an offered currency, above 0"
            ));
        }
        (!amounts.contains_key(Currency::EUR.code()))
            .then(|| format!("{{{name}}} lacks the amount in EUR, which is for all others"))
    }
}

/// Whether `text` is a colour of six hexadecimal digits.
pub(super) fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Whether `text` leads somewhere on the site, or to another host over TLS; never into a script.
pub(super) fn is_address(text: &str) -> bool {
    crate::rules::is_site_path(text) || text.starts_with("https://")
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    banner: Vec<toml::Spanned<Banner>>,
}

/// Reads the banners of `folder`.
pub(super) fn read(folder: &Path) -> Result<Vec<Banner>> {
    let file = TomlFile::read(folder, "banners.toml")?;
    let list: List = file.parse()?;
    let mut ids = BTreeSet::new();
    for spanned in &list.banner {
        let at = Some(spanned.span().start);
        let banner = spanned.get_ref();
        if !ids.insert(banner.id) {
            return Err(file.wrong(at, format!("banner {} stands twice", banner.id)));
        }
        if let Some(fault) = banner.fault() {
            return Err(file.wrong(at, format!("banner {}: {fault}", banner.id)));
        }
    }
    Ok(list.banner.into_iter().map(toml::Spanned::into_inner).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn banner(more: &str) -> Banner {
        let text = format!(
            "id = 1\ncategories = [\"home\"]\ngradient = [\"#000000\", \"#000000\", \"#000000\", \"#000000\"]\n\
             {more}\n[title]\nen = \"A\"\n"
        );
        toml::from_str(&text).unwrap()
    }

    #[test]
    fn groups_are_for_their_members_only_however_they_are_called() {
        for name in ["groups", "groupIds"] {
            let banner = banner(&format!("{name} = [259, 258]"));
            for (groups, seen) in [
                (None, false),
                (Some(&[][..]), false),
                (Some(&[21][..]), false),
                (Some(&[21, 258][..]), true),
            ] {
                let audience = Audience { brand: "", groups, welcome_pack: WelcomePack::None, now: 0 };
                assert_eq!(banner.is_for(audience), seen, "{name} {groups:?}");
            }
        }
        assert!(banner("").is_for(Audience {
            brand: "",
            groups: None,
            welcome_pack: WelcomePack::None,
            now: 0
        }));
    }

    #[test]
    fn a_banner_of_a_brand_is_for_its_visitors_only() {
        for (more, on_one, on_two) in [("", true, true), ("brands = [\"one\"]", true, false)] {
            let banner = banner(more);
            let seen = |brand| {
                banner.is_for(Audience { brand, groups: None, welcome_pack: WelcomePack::None, now: 0 })
            };
            assert_eq!((seen("one"), seen("two")), (on_one, on_two), "{more}");
        }
    }

    #[test]
    fn live_time_includes_its_start_and_not_its_end() {
        let banner =
            banner("liveTime = { start = \"1970-01-01T00:00:01Z\", end = \"1970-01-01T00:00:02Z\" }");
        for (now, seen) in [(999, false), (1000, true), (1999, true), (2000, false)] {
            assert_eq!(
                banner.is_for(Audience { brand: "", groups: None, welcome_pack: WelcomePack::None, now }),
                seen,
                "{now}"
            );
        }
    }

    #[test]
    fn the_welcome_pack_picks_the_set() {
        for (said, active, used, none) in [
            ("", true, true, true),
            ("welcomePack = \"active\"", true, false, false),
            ("welcomePack = \"used\"", false, true, false),
            ("welcomePack = \"none\"", false, false, true),
            ("welcomePack = true", true, false, false),
            ("welcomePack = false", false, false, true),
        ] {
            let banner = banner(said);
            let seen =
                |welcome_pack| banner.is_for(Audience { brand: "", groups: None, welcome_pack, now: 0 });
            let all = [WelcomePack::Active, WelcomePack::Used, WelcomePack::None].map(seen);
            assert_eq!(all, [active, used, none], "{said}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (more, said) in [
            ("image = \"javascript:alert(1)\"", "is no address"),
            ("image = \"//elsewhere.example/a.svg\"", "is no address"),
            (
                "liveTime = { start = \"2026-01-02T00:00:00Z\", end = \"2026-01-01T00:00:00Z\" }",
                "ends before it begins",
            ),
            ("amounts.win = { USD = 100 }", "lacks the amount in EUR"),
            ("amounts.win = { EUR = 100, XXX = 100 }", "in XXX no amount"),
            ("amounts.win = { EUR = 0 }", "in EUR no amount"),
            ("variables.win = \"1\"\namounts.win = { EUR = 1 }", "a variable and an amount"),
        ] {
            assert!(banner(more).fault().unwrap_or_default().contains(said), "{more}");
        }
        assert_eq!(banner("").fault(), None);
    }
}
