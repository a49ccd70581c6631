//! Brands: the faces under which the house answers. `brands/{id}.toml` holds one each; the host that a visitor
//! asks picks the brand.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::banners::{is_address, is_colour};
use super::toml_file::{Result, TomlFile, unreadable};
use crate::auth::is_this_machine;
use crate::catalogue::ContentError;

/// A face of the house.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    /// Its short name: that of its file.
    #[serde(default)]
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whether it also answers under the house's public address, and for those who ask on the same machine.
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
    /// Its colours on a dark page.
    #[serde(default)]
    pub dark: Option<Palette>,
    /// Its colours on a light page.
    #[serde(default)]
    pub light: Option<Palette>,
}

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

impl Brand {
    /// Its colours as a style sheet; the site's own stand behind them.
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

    /// Which pages it draws, as browsers name them: `dark`, `light`, or both.
    pub const fn color_scheme(&self) -> &'static str {
        match (&self.dark, &self.light) {
            (Some(_), Some(_)) => "dark light",
            (None, Some(_)) => "light",
            _ => "dark",
        }
    }

    fn fault(&self) -> Option<String> {
        if let Some(url) = [&self.logo.mobile, &self.logo.full].into_iter().find(|url| !is_address(url)) {
            return Some(format!("{url:?} is no address of a picture"));
        }
        if let Some(token) =
            self.dark.iter().chain(&self.light).flat_map(BTreeMap::keys).find(|token| !is_token(token))
        {
            return Some(format!("{token:?} is no name of a colour: lower-case letters and hyphens"));
        }
        let palettes = self.dark.iter().chain(&self.light).flat_map(BTreeMap::values);
        if let Some(colour) = palettes.chain([&self.theme_color]).find(|colour| !is_colour(colour)) {
            return Some(format!("{colour:?} is no colour: #1b2a55 is"));
        }
        if self.dark.is_none() && self.light.is_none() {
            return Some("a brand has colours: dark, light, or both".to_owned());
        }
        None
    }
}

/// Every brand of the house.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Brands(Vec<Brand>);

impl Brands {
    /// The brand that answers on `host`, as the browser names it, in a house whose public address is
    /// `public_url`; `None` when none does.
    pub fn on(&self, host: &str, public_url: &str) -> Option<&Brand> {
        let name = host_name(host);
        let named = |brand: &&Brand| brand.hosts.iter().any(|known| known.eq_ignore_ascii_case(name));
        let public = public_url.split_once("://").map_or(public_url, |(_, authority)| authority);
        let is_ours = || name.eq_ignore_ascii_case(host_name(public)) || is_this_machine(host);
        self.0.iter().find(named).or_else(|| self.primary().filter(|_| is_ours()))
    }

    /// Every host that a brand names.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|brand| brand.hosts.iter().map(String::as_str))
    }

    fn primary(&self) -> Option<&Brand> {
        self.0.iter().find(|brand| brand.primary)
    }
}

/// A host without its port, and without the brackets of an address.
fn host_name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or(bracketed),
        None => host.split(':').next().unwrap_or(host),
    }
}

/// Whether `name` can be the name of a token.
fn is_token(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// Reads the brands of `folder`.
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
    let mut hosts: Vec<_> = brands.iter().flat_map(|brand| &brand.hosts).collect();
    hosts.sort();
    hosts.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| format!("two brands answer on {}", pair[0]))
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
        assert_eq!(check(&[a, brand("b", false, &["y"])]), None);
    }

    #[test]
    fn colours_become_a_style() {
        let dark = brand("a", true, &[]);
        assert_eq!(
            (dark.style().as_str(), dark.color_scheme()),
            (":root[data-brand]{--page:#000000}", "dark")
        );
        let both = Brand { light: Some([("page".to_owned(), "#ffffff".to_owned())].into()), ..dark.clone() };
        assert!(
            both.style().ends_with("@media (prefers-color-scheme:light){:root[data-brand]{--page:#ffffff}}")
        );
        assert_eq!(both.color_scheme(), "dark light");
        let light = Brand { dark: None, ..both };
        assert_eq!(
            (light.style().as_str(), light.color_scheme()),
            (":root[data-brand]{--page:#ffffff}", "light")
        );
        let broken = Brand { dark: Some([("page}*{".to_owned(), "#000000".to_owned())].into()), ..dark };
        assert!(broken.fault().unwrap().contains("no name of a colour"));
    }
}
