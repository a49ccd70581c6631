//! The files of a catalogue as they are written; `content/*.toml` explain each field.

use serde::Deserialize;
use toml::Spanned;

use crate::catalogue::model::{Badge, Device, Family, Follow, Volatility, multiple};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProvidersFile {
    pub(super) provider: Vec<ProviderEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProviderEntry {
    pub(super) id: Spanned<String>,
    pub(super) title: String,
    pub(super) logo: Option<String>,
    #[serde(default = "yes")]
    pub(super) enabled: bool,
    #[serde(default)]
    pub(super) at_partner: bool,
    #[serde(default)]
    pub(super) frame_origins: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CollectionsFile {
    pub(super) collection: Vec<CollectionEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CollectionEntry {
    pub(super) id: Spanned<String>,
    pub(super) title: String,
    #[serde(default = "pokies")]
    pub(super) family: Family,
    #[serde(default = "yes")]
    pub(super) in_menus: bool,
    /// Games that stand first, in this order, whether or not they name the collection themselves.
    #[serde(default)]
    pub(super) games: Vec<Spanned<String>>,
    /// Which of those that name the collection follow them.
    #[serde(default)]
    pub(super) follow: Follow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesFile {
    pub(super) game: Vec<GameEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameEntry {
    pub(super) identifier: Spanned<String>,
    pub(super) title: String,
    pub(super) categories: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) badges: Vec<Badge>,
    #[serde(default)]
    pub(super) mechanics: Vec<String>,
    /// Codes; every currency that new wallets are offered when absent.
    pub(super) currencies: Option<Vec<Spanned<String>>>,
    #[serde(default = "yes")]
    pub(super) demo: bool,
    #[serde(default)]
    pub(super) popularity: i64,
    #[serde(default = "all_devices")]
    pub(super) devices: Vec<Device>,
    #[serde(default)]
    pub(super) blocked_countries: Vec<String>,
    #[serde(default = "yes")]
    pub(super) enabled: bool,
    /// `/art/tiles/{slug}-{width}.{format}` when absent.
    pub(super) preview: Option<String>,
    pub(super) rtp: Option<String>,
    pub(super) hit_rate: Option<String>,
    pub(super) volatility: Option<Volatility>,
    #[serde(default, deserialize_with = "multiple")]
    pub(super) max_win_x: Option<String>,
    /// `YYYY-MM-DD`
    pub(super) released: Option<Spanned<String>>,
}

/// Computed figures of a game's maths; the file holds more than is shown.
#[derive(Deserialize)]
pub(super) struct Figures {
    pub(super) identifier: String,
    pub(super) rtp: Option<String>,
    pub(super) hit_rate: Option<String>,
    pub(super) volatility: Option<Volatility>,
    #[serde(default, deserialize_with = "multiple")]
    pub(super) max_win_x: Option<String>,
    pub(super) jackpot: Option<JackpotFigures>,
}

/// Computed figures of a game's own jackpot.
#[derive(Deserialize)]
pub(super) struct JackpotFigures {
    /// The return of the rounds and what bets add to the jackpot, in percent.
    pub(super) rtp_total: String,
}

#[derive(Deserialize)]
pub(super) struct Tile {
    pub(super) placeholder: Option<String>,
    pub(super) accent: Option<String>,
}

/// The accent of a tile that has none of its own.
pub(in crate::catalogue) const DEFAULT_ACCENT: &str = "#17213C";

const fn yes() -> bool {
    true
}

const fn pokies() -> Family {
    Family::Pokies
}

fn all_devices() -> Vec<Device> {
    vec![Device::Mobile, Device::Desktop]
}
