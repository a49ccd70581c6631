//! Games and collections as their files say them: read entry by entry, changed by staff, and written again.

use serde::{Deserialize, Serialize};

use super::model::{Badge, DEMO_CURRENCY, Device, Family, Follow, Listing, Volatility, multiple};
use super::source::{identifier_parts, is_country, is_slug, offered_currencies};
use crate::platform::calendar::Date;

/// The longest title, and the longest phrase of what a game has.
const WORDS_MAX: usize = 80;

/// A game of `catalogue.toml`. What is as the file has it without a word is left out of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenGame {
    /// `{provider}/{slug}`.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<String>,
    /// Ids of collections.
    pub categories: Vec<String>,
    /// Short phrases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mechanics: Vec<String>,
    /// The greater comes first.
    #[serde(default)]
    pub popularity: i64,
    /// Codes; every one that new wallets are offered when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currencies: Option<Vec<String>>,
    /// Whether it can be tried without money.
    #[serde(default = "yes")]
    pub demo: bool,
    /// What it is built for.
    #[serde(default = "all_devices")]
    pub devices: Vec<Device>,
    /// Where it is not offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked_countries: Vec<String>,
    /// Whether it is on the site.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// Address of the tile's picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
    /// In percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rtp: Option<String>,
    /// In percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_rate: Option<String>,
    /// How much the results of rounds differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volatility: Option<Volatility>,
    /// A multiple of the stake.
    #[serde(default, deserialize_with = "multiple", skip_serializing_if = "Option::is_none")]
    pub max_win_x: Option<String>,
    /// What its tile is marked with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
}

/// A list of `collections.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenCollection {
    /// The last part of its page's address.
    pub id: String,
    /// Shown name where the site has none of its own.
    pub title: String,
    /// The part of the site.
    #[serde(default = "pokies")]
    pub family: Family,
    /// Whether menus offer it.
    #[serde(default = "yes")]
    pub in_menus: bool,
    /// What follows the games that stand first.
    #[serde(default)]
    pub follow: Follow,
    /// Identifiers of the games that stand first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
}

/// The text of `catalogue.toml`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenGames {
    /// In the order of the file.
    pub game: Vec<WrittenGame>,
}

/// The text of `collections.toml`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenCollections {
    /// In the order of the menu.
    pub collection: Vec<WrittenCollection>,
}

/// What cannot be right about an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFault {
    /// The field.
    pub field: &'static str,
    /// A sentence.
    pub message: String,
}

impl WrittenGames {
    /// Reads the text; the sentence says why it cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }

    /// The text, under the comment at the head of the text `before`.
    pub fn text(&self, before: &str) -> Result<String, toml::ser::Error> {
        Ok(head_of(before) + &toml::to_string(self)?)
    }

    /// Puts `game` in the place of the entry with its identifier, or at the end.
    pub fn put(&mut self, game: WrittenGame) {
        match self.game.iter_mut().find(|known| known.identifier == game.identifier) {
            Some(known) => *known = game,
            None => self.game.push(game),
        }
    }
}

impl WrittenCollections {
    /// Reads the text; the sentence says why it cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }

    /// The text, under the comment at the head of the text `before`.
    pub fn text(&self, before: &str) -> Result<String, toml::ser::Error> {
        Ok(head_of(before) + &toml::to_string(self)?)
    }
}

/// The comment at the head of a file, which explains its fields.
fn head_of(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.is_empty() || line.starts_with('#'));
    lines.flat_map(|line| [line, "\n"]).collect()
}

impl WrittenGame {
    /// What a partner has delivered, as an entry that takes its place.
    pub fn of(listing: &Listing) -> Self {
        let game = &listing.game;
        let codes = game.currencies.keys().filter(|code| code.as_str() != DEMO_CURRENCY).cloned();
        Self {
            identifier: game.identifier.clone(),
            title: game.title.clone(),
            released: game.released.clone(),
            categories: game.categories.clone(),
            mechanics: game.mechanics.clone(),
            popularity: listing.popularity,
            currencies: Some(codes.collect()),
            demo: game.has_demo_mode,
            devices: listing.devices.clone(),
            blocked_countries: listing.blocked_countries.clone(),
            enabled: listing.enabled,
            preview: Some(game.preview.clone()),
            rtp: game.rtp.clone(),
            hit_rate: game.hit_rate.clone(),
            volatility: game.volatility,
            max_win_x: game.max_win_x.clone(),
            badges: game.badges.clone(),
        }
    }

    /// What cannot be right about it, beside `collections`.
    pub fn faults(&self, collections: &[WrittenCollection]) -> Vec<EntryFault> {
        let mut faults = Vec::new();
        let mut fault = |field, message: String| faults.push(EntryFault { field, message });
        if identifier_parts(&self.identifier).is_none() {
            fault("identifier", "An identifier is provider/name-with-hyphens.".to_owned());
        }
        if !is_phrase(&self.title) {
            fault("title", format!("A title has up to {WORDS_MAX} characters."));
        }
        for id in self.categories.iter().filter(|id| !collections.iter().any(|of| of.id == **id)) {
            fault("categories", format!("{id} is no list."));
        }
        if !self.mechanics.iter().all(|phrase| is_phrase(phrase)) {
            fault("mechanics", format!("A phrase has up to {WORDS_MAX} characters."));
        }
        if !self.badges.iter().all(|badge| is_slug(&badge.kind) && is_slug(&badge.theme)) {
            fault("badges", "A badge and its look are lower-case words.".to_owned());
        }
        for code in self.blocked_countries.iter().filter(|code| !is_country(code)) {
            fault("blocked_countries", format!("{code} is no code of a country."));
        }
        let codes = self.currencies.as_ref().map(|codes| codes.iter().map(String::as_str));
        if let Err((code, _)) = offered_currencies(codes, self.demo) {
            fault("currencies", format!("{code} is no known currency."));
        }
        if self.devices.is_empty() {
            fault("devices", "A game is built for some device.".to_owned());
        }
        if self.released.as_ref().is_some_and(|day| day.parse::<Date>().is_err()) {
            fault("released", "A day is written like 2026-11-05.".to_owned());
        }
        if self.preview.as_ref().is_some_and(|path| !is_own_path(path)) {
            fault("preview", "A picture has a path on this host.".to_owned());
        }
        faults
    }
}

impl WrittenCollection {
    /// What cannot be right about it, but for what the others say.
    pub fn faults(&self) -> Vec<EntryFault> {
        let mut faults = Vec::new();
        if !is_slug(&self.id) || self.id == super::ALL_GAMES {
            let message = format!("{} cannot be the id of a list.", self.id);
            faults.push(EntryFault { field: "id", message });
        }
        if !is_phrase(&self.title) {
            let message = format!("{}: a title has up to {WORDS_MAX} characters.", self.id);
            faults.push(EntryFault { field: "title", message });
        }
        faults
    }
}

fn is_phrase(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= WORDS_MAX
}

/// A path on the host of the site, or none at all: the site then draws a tile.
fn is_own_path(path: &str) -> bool {
    path.is_empty()
        || (path.starts_with('/') && !path.starts_with("//") && !path.contains(char::is_whitespace))
}

const fn yes() -> bool {
    true
}

const fn pokies() -> Family {
    Family::Pokies
}

fn all_devices() -> Vec<Device> {
    vec![Device::Mobile, Device::Desktop]
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = include_str!("../../../content/catalogue.toml");
    const COLLECTIONS: &str = include_str!("../../../content/collections.toml");

    #[test]
    fn what_is_written_again_says_the_same() {
        let games = WrittenGames::parse(GAMES).unwrap();
        let text = games.text(GAMES).unwrap();
        assert!(text.starts_with("# The games."), "the comment stays: {text}");
        assert_eq!(WrittenGames::parse(&text).unwrap().game, games.game);
        let lists = WrittenCollections::parse(COLLECTIONS).unwrap();
        let text = lists.text(COLLECTIONS).unwrap();
        assert_eq!(WrittenCollections::parse(&text).unwrap().collection, lists.collection);
        assert!(games.game.iter().all(|game| game.faults(&lists.collection).is_empty()));
        assert!(lists.collection.iter().all(|list| list.faults().is_empty()));
    }

    #[test]
    fn a_fault_names_its_field() {
        let games = WrittenGames::parse(GAMES).unwrap().game;
        let good = games.first().unwrap();
        let lists = WrittenCollections::parse(COLLECTIONS).unwrap().collection;
        let one = |text: &str| vec![text.to_owned()];
        for (field, wrong) in [
            ("identifier", WrittenGame { identifier: "Solar".to_owned(), ..good.clone() }),
            ("title", WrittenGame { title: " ".to_owned(), ..good.clone() }),
            ("categories", WrittenGame { categories: one("dice"), ..good.clone() }),
            ("blocked_countries", WrittenGame { blocked_countries: one("de"), ..good.clone() }),
            ("currencies", WrittenGame { currencies: Some(one("XXX")), ..good.clone() }),
            ("devices", WrittenGame { devices: Vec::new(), ..good.clone() }),
            ("released", WrittenGame { released: Some("tomorrow".to_owned()), ..good.clone() }),
            ("preview", WrittenGame { preview: Some("//evil.example/a".to_owned()), ..good.clone() }),
        ] {
            let found: Vec<_> = wrong.faults(&lists).into_iter().map(|fault| fault.field).collect();
            assert_eq!(found, [field]);
        }
    }
}
