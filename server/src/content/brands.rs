//! Brands: the faces under which the casino answers. `brands/{id}.toml` holds one each; the host that a visitor
//! asks picks the brand.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::Ipv6Addr;
use std::path::Path;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::banners::{is_address, is_colour};
use super::toml_file::{Result, TomlFile, unreadable};
use crate::auth::{host_name, is_this_machine};
use crate::catalogue::ContentError;
use crate::site_config::LOCALES;

/// How tokens for games begin.
const GAME_TOKENS: [&str; 2] = ["game-", "on-game-"];

/// A face of the operator.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    /// Its short name: that of its file.
    #[serde(default)]
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whether it also answers under the operator's public address, and for those who ask on the same machine.
    #[serde(default)]
    pub primary: bool,
    /// The hosts under which it answers, without ports.
    pub hosts: Vec<String>,
    /// Where players write to.
    pub support_email: String,
    /// The colour of the browser around the site.
    pub theme_color: String,
    /// Its logo.
    pub logo: Logo,
    /// Where it is found elsewhere.
    #[serde(default)]
    pub social: Vec<Social>,
    /// Texts of the site that it words in its own way, by language and key.
    #[serde(default)]
    pub texts: BTreeMap<String, Texts>,
    /// Its colours on a dark page.
    #[serde(default)]
    pub dark: Option<Palette>,
    /// Its colours on a light page.
    #[serde(default)]
    pub light: Option<Palette>,
}

/// Texts by key.
pub type Texts = BTreeMap<String, String>;

/// Colours by token, six hexadecimal digits each; the site's `semantic.css` says what each is for.
pub type Palette = BTreeMap<String, String>;

/// Addresses of a logo.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Logo {
    /// Where room is short.
    pub mobile: String,
    /// Elsewhere.
    pub full: String,
}

/// A place elsewhere where a brand is found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Social {
    /// What it is: the name of its drawing.
    pub kind: String,
    /// Its address.
    pub url: String,
}

impl Brand {
    /// Its colours as a style sheet; the site's own stand behind them. With both palettes, a token missing in `light`
    /// keeps its dark colour.
    pub fn style(&self) -> String {
        let rule = |palette: &Palette| {
            let colours = palette.iter().map(|(token, colour)| format!("--{token}:{colour}"));
            format!(":root[data-brand]{{{}}}", colours.collect::<Vec<_>>().join(";"))
        };
        match (&self.dark, &self.light) {
            (Some(dark), Some(light)) => {
                format!("{}@media (prefers-color-scheme:light){{{}}}", rule(dark), rule(light))
            }
            (palette, None) | (None, palette) => palette.as_ref().map(rule).unwrap_or_default(),
        }
    }

    /// The colours that it has for games, which are dark whatever its pages are like: tokens that begin with `game-` or
    /// `on-game-`.
    pub fn game_style(&self) -> String {
        let is_for_games = |token: &str| GAME_TOKENS.iter().any(|beginning| token.starts_with(beginning));
        let palettes = self.light.iter().chain(&self.dark).flatten();
        let games = palettes.filter(|(token, _)| is_for_games(token));
        let colours: BTreeMap<_, _> = games.collect();
        let colours: Vec<_> = colours.iter().map(|(token, colour)| format!("--{token}:{colour}")).collect();
        if colours.is_empty() { String::new() } else { format!(":root{{{}}}", colours.join(";")) }
    }

    /// Its own wording in `locale`: that of the language (`fr` for `fr-CA`), overlaid with that of the locale. The
    /// wording in another language is no help to a reader of this one.
    pub fn texts_in(&self, locale: &str) -> Texts {
        let language = locale.split('-').next().unwrap_or(locale);
        let of = |name: &str| self.texts.get(name).cloned().unwrap_or_default();
        let mut texts = of(language);
        texts.extend(of(locale));
        texts
    }

    /// A number that changes with its wording; that of brands without wording of their own is the same.
    pub fn wording(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.texts.hash(&mut hasher);
        hasher.finish()
    }

    /// Which pages it draws, as browsers name them: `dark`, `light`, or both.
    pub const fn color_scheme(&self) -> &'static str {
        match (&self.dark, &self.light) {
            (Some(_), Some(_)) => "dark light",
            (None, Some(_)) => "light",
            _ => "dark",
        }
    }

    fn fault(&self) -> Option<String> {
        if let Some(host) = self.hosts.iter().find(|host| !is_host(host)) {
            return Some(format!("{host:?} is no host: a name or an address, without a port or a path"));
        }
        if let Some(url) = [&self.logo.mobile, &self.logo.full].into_iter().find(|url| !is_address(url)) {
            return Some(format!("{url:?} is no address of a picture"));
        }
        if let Some(token) =
            self.dark.iter().chain(&self.light).flat_map(BTreeMap::keys).find(|token| !is_token(token))
        {
            return Some(format!("{token:?} is no name of a colour: lower-case letters and hyphens"));
        }
        let is_spoken = |name: &str| {
            LOCALES.iter().any(|locale| *locale == name || locale.split('-').next() == Some(name))
        };
        if let Some(language) = self.texts.keys().find(|name| !is_spoken(name)) {
            return Some(format!("{language:?} is no language of the site"));
        }
        let palettes = self.dark.iter().chain(&self.light).flat_map(BTreeMap::values);
        if let Some(colour) = palettes.chain([&self.theme_color]).find(|colour| !is_colour(colour)) {
            return Some(format!("{colour:?} is no colour: #1b2a55 is"));
        }
        if let Some(social) = self.social.iter().find(|social| !social.url.starts_with("https://")) {
            return Some(format!(
                "{:?} is no address of a place elsewhere: it begins with https://",
                social.url
            ));
        }
        if self.dark.is_none() && self.light.is_none() {
            return Some("a brand has colours: dark, light, or both".to_owned());
        }
        None
    }
}

/// Every brand of the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Brands(Vec<Brand>);

impl Brands {
    /// The brand that answers on `host`, as the browser names it, in a site whose public address is
    /// `public_url`; `None` when none does.
    pub fn on(&self, host: &str, public_url: &str) -> Option<&Brand> {
        let name = host_name(host)?;
        let named = |brand: &&Brand| brand.hosts.iter().any(|known| known.eq_ignore_ascii_case(name));
        let public = public_url.split_once("://").map_or(public_url, |(_, authority)| authority);
        let is_ours = || {
            host_name(public).is_some_and(|public| name.eq_ignore_ascii_case(public)) || is_this_machine(host)
        };
        self.0.iter().find(named).or_else(|| self.primary().filter(|_| is_ours()))
    }

    /// Every host that a brand names.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|brand| brand.hosts.iter().map(String::as_str))
    }

    /// The primary brand first, then by id.
    pub fn all(&self) -> &[Brand] {
        &self.0
    }

    /// The brand called `id`; the primary one when that is `None`.
    pub(super) fn named(&self, id: Option<&str>) -> Option<&Brand> {
        match id {
            Some(id) => self.0.iter().find(|brand| brand.id == id),
            None => self.primary(),
        }
    }

    fn primary(&self) -> Option<&Brand> {
        self.0.iter().find(|brand| brand.primary)
    }
}

/// Whether `host` can match a host without its port; IPv6 addresses stand without brackets.
fn is_host(host: &str) -> bool {
    host.parse::<Ipv6Addr>().is_ok() || host_name(host) == Some(host)
}

/// Whether `name` can be the name of a token.
fn is_token(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// Reads `{folder}/brands/*.toml`.
pub(super) fn read(folder: &Path) -> Result<Brands> {
    let folder = folder.join("brands");
    let mut brands = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))? {
        let name = entry.map_err(|error| unreadable(&folder, &error))?.file_name();
        let name = name.to_string_lossy();
        let Some(id) = name.strip_suffix(".toml") else { continue };
        let file = TomlFile::read(&folder, &name)?;
        let brand = Brand { id: id.to_owned(), ..file.parse()? };
        if let Some(fault) = brand.fault() {
            return Err(file.wrong(None, fault));
        }
        brands.push(brand);
    }
    brands.sort_by(|a: &Brand, b: &Brand| (!a.primary, &a.id).cmp(&(!b.primary, &b.id)));
    match check(&brands) {
        Some(message) => Err(ContentError { file: folder.display().to_string(), line: None, message }),
        None => Ok(Brands(brands)),
    }
}

/// What is wrong with the brands as a set.
fn check(brands: &[Brand]) -> Option<String> {
    if brands.iter().filter(|brand| brand.primary).count() != 1 {
        return Some("one brand, and only one, has primary = true".to_owned());
    }
    let mut hosts = Vec::new();
    for brand in brands {
        hosts.extend(brand.hosts.iter().map(|host| (host.to_ascii_lowercase(), &brand.id)));
    }
    hosts.sort();
    let pair = hosts.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
    let host = &pair[0].0;
    Some(if pair[0].1 == pair[1].1 {
        format!("{host} is listed twice")
    } else {
        format!("two brands answer on {host}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brand(id: &str, primary: bool, hosts: &[&str]) -> Brand {
        Brand {
            id: id.to_owned(),
            name: id.to_uppercase(),
            primary,
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            support_email: String::new(),
            theme_color: "#000000".to_owned(),
            logo: Logo { mobile: "/a.svg".to_owned(), full: "/b.svg".to_owned() },
            social: Vec::new(),
            texts: BTreeMap::new(),
            dark: Some([("page".to_owned(), "#000000".to_owned())].into()),
            light: None,
        }
    }

    #[test]
    fn the_host_picks_the_brand() {
        let brands = Brands(vec![
            brand("one", true, &["one.example"]),
            brand("two", false, &["two.example", "two.localhost"]),
        ]);
        for (host, id) in [
            ("two.example", Some("two")),
            ("TWO.example:8080", Some("two")),
            ("two.localhost:8080", Some("two")),
            ("one.example", Some("one")),
            ("play.house.example", Some("one")),
            ("localhost:8080", Some("one")),
            ("127.0.0.1:8080", Some("one")),
            ("[::1]:8080", Some("one")),
            ("house.example", None),
            ("two.example.elsewhere.example", None),
            ("192.0.2.1", None),
            ("", None),
        ] {
            let found = brands.on(host, "https://play.house.example:444");
            assert_eq!(found.map(|brand| brand.id.as_str()), id, "{host}");
        }
    }

    #[test]
    fn one_brand_is_primary_and_none_share_a_host() {
        let (a, b) = (brand("a", true, &["x"]), brand("b", false, &["x"]));
        assert_eq!(check(&[a.clone(), b]).unwrap(), "two brands answer on x");
        assert!(check(&[a.clone(), brand("b", true, &[])]).unwrap().contains("only one"));
        assert!(check(&[]).is_some());
        let shouted = brand("b", false, &["X"]);
        assert_eq!(check(&[a.clone(), shouted]).unwrap(), "two brands answer on x");
        assert_eq!(check(&[brand("a", true, &["x", "X"])]).unwrap(), "x is listed twice");
        assert_eq!(check(&[a, brand("b", false, &["y"])]), None);
    }

    #[test]
    fn a_host_stands_without_port_and_path() {
        for host in ["x", "www.x.example", "127.0.0.1", "::1"] {
            assert_eq!(brand("a", true, &[host]).fault(), None, "{host}");
        }
        for host in ["x:8080", "x/path", "https://x", "[::1]", ""] {
            assert!(brand("a", true, &[host]).fault().unwrap().contains("no host"), "{host}");
        }
    }

    #[test]
    fn a_brand_words_texts_of_its_own_by_language() {
        let texts = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect::<Texts>()
        };
        let own = [
            ("en".to_owned(), texts(&[("hero", "Hello"), ("text", "Sea")])),
            ("en-AU".to_owned(), texts(&[("hero", "G'day")])),
        ];
        let worded = Brand { texts: own.into(), ..brand("a", true, &[]) };
        assert_eq!(worded.texts_in("en-AU"), texts(&[("hero", "G'day"), ("text", "Sea")]));
        assert_eq!(worded.texts_in("en-CA"), texts(&[("hero", "Hello"), ("text", "Sea")]));
        assert!(worded.texts_in("de").is_empty(), "English words are no help to a reader of German");
        assert_eq!(worded.fault(), None);
        let unspoken = Brand { texts: [("xx".to_owned(), Texts::new())].into(), ..worded };
        assert!(unspoken.fault().unwrap().contains("no language"));
    }

    #[test]
    fn games_get_the_colours_that_are_for_games() {
        let plain = brand("a", true, &[]);
        assert_eq!(plain.game_style(), "");
        let light = [("page", "#ffffff"), ("game-accent", "#ff7a5c"), ("on-game-accent", "#2b0d04")];
        let light = light.map(|(token, colour)| (token.to_owned(), colour.to_owned()));
        let coloured = Brand { light: Some(light.into()), ..plain };
        assert_eq!(coloured.game_style(), ":root{--game-accent:#ff7a5c;--on-game-accent:#2b0d04}");
    }

    #[test]
    fn colours_become_a_style() {
        let dark = brand("a", true, &[]);
        assert_eq!(
            (dark.style().as_str(), dark.color_scheme()),
            (":root[data-brand]{--page:#000000}", "dark")
        );
        let both = Brand { light: Some([("page".to_owned(), "#ffffff".to_owned())].into()), ..dark };
        assert!(
            both.style().ends_with("@media (prefers-color-scheme:light){:root[data-brand]{--page:#ffffff}}")
        );
        assert_eq!(both.color_scheme(), "dark light");
        let light = Brand { dark: None, ..both };
        assert_eq!(
            (light.style().as_str(), light.color_scheme()),
            (":root[data-brand]{--page:#ffffff}", "light")
        );
    }

    #[test]
    fn places_elsewhere_are_reached_over_https() {
        for url in ["javascript:alert(1)", "/here", "http://place.example"] {
            let social = vec![Social { kind: "x".to_owned(), url: url.to_owned() }];
            let linked = Brand { social, ..brand("a", true, &[]) };
            assert!(linked.fault().unwrap().contains("elsewhere"), "{url}");
        }
    }

    #[test]
    fn the_name_of_a_colour_stays_within_its_rule() {
        let dark = [("page}*{".to_owned(), "#000000".to_owned())];
        let broken = Brand { dark: Some(dark.into()), ..brand("a", true, &[]) };
        assert!(broken.fault().unwrap().contains("no name of a colour"));
    }
}
