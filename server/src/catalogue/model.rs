//! What the catalogue holds: games, who makes them, and the lists they stand in.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// A game as the site shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// Given once to an identifier and never to another game.
    pub id: i64,
    /// `{provider}/{slug}`, unique.
    #[schema(example = "northlight/solar-sails")]
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// The same, for places that expect this name of the field.
    pub name: String,
    /// Lower case with hyphens, unique within the provider.
    pub slug: String,
    /// The last part of the game page's address.
    pub seo_title: String,
    /// Id of the provider.
    pub provider: String,
    /// Ids of the collections that the game stands in.
    pub categories: Vec<String>,
    /// The same with the game's position in each, counted from 1.
    pub collections: BTreeMap<String, u32>,
    /// What the tile is marked with.
    pub badges: Vec<Badge>,
    /// Address of the tile's picture, with `{width}` and `{format}` to be filled in.
    pub preview: String,
    /// A tiny blurred picture as a data address.
    pub placeholder: Option<String>,
    /// The theme's colour, shown while the picture loads.
    pub accent: String,
    /// By currency code; `FUN` stands for the demo mode.
    pub currencies: BTreeMap<String, GameCurrency>,
    /// Whether the game can be tried without money; always the same as `FUN` among the currencies.
    pub has_demo_mode: bool,
    /// Return to player in percent.
    #[schema(example = "96.12")]
    pub rtp: Option<String>,
    /// The same with what bets add to the game's own jackpot; null of a game without one.
    #[schema(example = "99.12")]
    #[serde(default)]
    pub rtp_with_jackpot: Option<String>,
    /// How much the results of rounds differ.
    pub volatility: Option<Volatility>,
    /// The most that a round can reach as a multiple of the stake, as decimal text; a game's own definition names a cap
    /// besides, which is no less.
    #[schema(example = "2429.2")]
    #[serde(default, deserialize_with = "multiple")]
    pub max_win_x: Option<String>,
    /// Share of paid spins that pay something themselves, in percent; what follows them (free spins, respins) aside.
    #[schema(example = "24.1")]
    pub hit_rate: Option<String>,
    /// What the game has, in short phrases.
    pub mechanics: Vec<String>,
    /// The day it came out, `YYYY-MM-DD`; null when nobody says.
    #[serde(default)]
    #[schema(example = "2026-11-05")]
    pub released: Option<String>,
    /// Whether the operator made it: its figures are counted exactly, its rounds can be checked, and it has wide art.
    #[serde(default)]
    #[schema(required = true)]
    pub own: bool,
    /// Whether it can be opened here. One that cannot is shown without a way to play or try it.
    #[serde(default)]
    #[schema(required = true)]
    pub playable: bool,
}

/// A multiple of the stake: decimal text, or a whole number as files of partners and earlier imports have it.
pub(super) fn multiple<'de, D: Deserializer<'de>>(given: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        Whole(u32),
        Text(String),
    }
    match Option::<Given>::deserialize(given)? {
        Some(Given::Text(text)) if !is_multiple(&text) => {
            Err(D::Error::custom("a multiple is a number such as 2429.2"))
        }
        Some(Given::Text(text)) => Ok(Some(text)),
        Some(Given::Whole(number)) => Ok(Some(number.to_string())),
        None => Ok(None),
    }
}

/// Digits, and after a point one or two more.
fn is_multiple(text: &str) -> bool {
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    };
    digits(whole, 9) && digits(rest, 2)
}

/// A currency that a game can be played in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameCurrency {
    /// Its code.
    pub id: String,
    /// Its shown name.
    pub name: String,
}

/// A mark on a tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Badge {
    /// What it says: `popular`, `new`, `vip`.
    #[serde(rename = "type")]
    pub kind: String,
    /// How it looks.
    pub theme: String,
}

/// How much the results of rounds differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Volatility {
    /// Small wins, often.
    Low,
    /// In between.
    Medium,
    /// Big wins, seldom.
    High,
}

/// The kind of device a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Device {
    /// A phone or tablet.
    Mobile,
    /// Anything else.
    Desktop,
}

/// Who makes games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provider {
    /// Lower case with hyphens, unique.
    pub id: String,
    /// Shown name.
    pub title: String,
    /// Address of the logo.
    pub logo: Option<String>,
    /// A provider that is turned off is as if neither it nor its games were there.
    pub enabled: bool,
    /// Whether it is on offer only where a partner of the settings runs its games.
    #[serde(default)]
    pub at_partner: bool,
    /// Origins that the provider's games run at, such as `https://games.example`; pages may show them in frames.
    #[serde(default)]
    pub frame_origins: Vec<String>,
}

/// A list of games: a family such as slots, or a choice such as top.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collection {
    /// Lower case with hyphens, unique.
    pub id: String,
    /// Shown name.
    pub title: String,
    /// Which part of the site its page belongs to.
    pub family: Family,
    /// Whether menus offer it; otherwise it only marks games.
    pub in_menus: bool,
    /// Which games follow those that stand first in it.
    #[serde(default)]
    pub follow: Follow,
}

/// Which games that name a collection follow those that stand first in it, and in which order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Follow {
    /// All of them, the most popular first.
    #[default]
    Popular,
    /// All of them, the newest first.
    Newest,
    /// All of them, by title.
    Title,
    /// None: the list is fixed.
    Nothing,
}

/// A part of the site with lists of games, and the first part of their addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// `/pokies/{collection}`
    Pokies,
    /// `/live/{collection}`
    Live,
}

/// A game with what decides who may see and open it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// What the site shows.
    pub game: Game,
    /// Among games without a position of their own the greater comes first.
    pub popularity: i64,
    /// The devices it is built for.
    pub devices: Vec<Device>,
    /// Countries (ISO 3166-1 alpha-2) in which it is not offered.
    pub blocked_countries: Vec<String>,
    /// A game that is turned off is as if it were not there.
    pub enabled: bool,
    /// Whether a partner's delivery brought it: it stands behind the games that the content folder names.
    #[serde(default)]
    pub delivered: bool,
}

/// The collection of games that are shown before they may be played for money.
pub const PRERELEASE: &str = "prerelease";

/// The key of the demo mode among a game's currencies.
pub const DEMO_CURRENCY: &str = "FUN";

/// A whole catalogue as it was imported.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// In the order of the provider list.
    pub providers: Vec<Provider>,
    /// In the order of the menu.
    pub collections: Vec<Collection>,
    /// In any order.
    pub games: Vec<Listing>,
}

impl Contents {
    /// Whether `other` says the same, whatever numbers its games have.
    pub(super) fn says_as(&self, other: &Self) -> bool {
        let same = |(one, other): (&Listing, &Listing)| {
            let other = Listing { game: Game { id: one.game.id, ..other.game.clone() }, ..other.clone() };
            *one == other
        };
        self.providers == other.providers
            && self.collections == other.collections
            && self.games.len() == other.games.len()
            && self.games.iter().zip(&other.games).all(same)
    }
}
