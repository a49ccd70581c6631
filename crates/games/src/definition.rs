//! What a game is, as data: the reviewable files under `content/games` read into these types.
//!
//! Every pay is a whole number of *units*. A stake is split into `bet_units` equal units and must be
//! a multiple of it, so `amount_cents = pay_units * multiplier * (stake_cents / bet_units)` is always
//! an exact integer and nothing is ever rounded.

mod features;

use std::collections::BTreeMap;

pub use features::{
    BonusBuy, Chance, CoinValue, ExpandingWild, Heights, HoldAndWin, Levels, Mystery, Nudge, OwnJackpot,
    StickyWilds,
};
use serde::{Deserialize, Serialize};

/// Pays or awards by count: the entry with the greatest count not above the counted one applies.
pub type ByCount<T> = BTreeMap<u16, T>;

/// A slots game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotsDefinition {
    /// Always `slots`.
    pub kind: SlotsKind,
    /// `{provider}/{slug}`, unique.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// Raised with every change of the maths, so that an old round names the rules it was played by.
    pub version: u32,
    /// Number of reels (columns).
    pub reels: usize,
    /// Number of rows of every reel; of a reel whose height changes, the most it can show.
    pub rows: usize,
    /// Units a stake is split into; a legal stake is a positive multiple of it (in subunits).
    pub bet_units: i64,
    /// A round never pays more than this many times its stake; it ends when it gets there.
    pub max_win_x: i64,
    /// Every symbol. Their order is the order in which cell weights are counted when drawing.
    pub symbols: Vec<Symbol>,
    /// How the wild behaves; present when a symbol has that role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wild: Option<Wild>,
    /// What makes a win.
    pub evaluation: Evaluation,
    /// Pays in units by symbol and count: per line, per way, or for the whole window.
    pub pays: BTreeMap<String, ByCount<i64>>,
    /// What scatters do; present when a symbol has that role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scatter: Option<Scatter>,
    /// Where the symbols of a paid spin come from.
    pub reel_set: ReelSet,
    /// The free spins, if the game has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freespins: Option<FreeSpins>,
    /// The tumbling rule, if the game has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tumble: Option<Tumble>,
    /// Hold and win, if the game has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_and_win: Option<HoldAndWin>,
    /// Expanding wilds with respins, if the game has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expanding_wild: Option<ExpandingWild>,
    /// What the mystery symbol turns into; present when a symbol has that role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mystery: Option<Mystery>,
    /// The nudge, if the game has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nudge: Option<Nudge>,
    /// Reels of changing height, if the game has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heights: Option<Heights>,
    /// The level ladder, if the game has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    /// The bonus buy, if the game has it. A licence may forbid it to a player all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus_buy: Option<BonusBuy>,
    /// The jackpot that only this game feeds and wins, if it has one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jackpot: Option<OwnJackpot>,
}

/// The tag of [`SlotsDefinition`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotsKind {
    /// The only value.
    Slots,
}

/// One symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symbol {
    /// Short name, also the name of its picture.
    pub id: String,
    /// What it does.
    pub role: Role,
}

/// What a symbol does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Pays by the evaluation.
    Regular,
    /// Stands for regular symbols.
    Wild,
    /// Counts anywhere in the window; may pay and may award free spins.
    Scatter,
    /// Wild and scatter in one: the book of a game with an expanding symbol.
    WildScatter,
    /// Is worth an amount of its own and is held by hold and win.
    Coin,
    /// Turns into a regular symbol drawn for the whole window.
    Mystery,
}

impl Role {
    /// Whether it stands for regular symbols.
    pub fn is_wild(self) -> bool {
        matches!(self, Self::Wild | Self::WildScatter)
    }

    /// Whether it counts anywhere and may award free spins.
    pub fn is_scatter(self) -> bool {
        matches!(self, Self::Scatter | Self::WildScatter)
    }
}

/// How the wild behaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wild {
    /// A line win in which a wild stands for another symbol is multiplied by this, once; 1 for none.
    pub multiplier: i64,
    /// The regular symbols it stands for; absent for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitutes_for: Option<Vec<String>>,
}

/// What makes a win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Evaluation {
    /// A row per reel for each line, counted from the leftmost reel; the best win of a line is paid.
    Lines {
        /// `lines[line][reel]` is a row, 0 at the top.
        lines: Vec<Vec<usize>>,
    },
    /// Every combination of one position per reel, on neighbouring reels from the leftmost.
    Ways,
    /// The number of equal symbols anywhere in the window.
    PayAnywhere,
    /// Equal symbols that hang together by their sides; each such cluster pays by its size.
    Clusters,
}

/// What scatters do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// Pays in units by count, multiplied like every win of the spin.
    pub pays: ByCount<i64>,
    /// Free spins awarded by count, in a paid spin and in a free spin alike.
    pub freespins: ByCount<u32>,
}

/// Where symbols come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ReelSet {
    /// One strip per reel; a stop is drawn evenly and shows `rows` symbols from there, wrapping round.
    Strips {
        /// `strips[reel]` lists symbol ids; a symbol's weight is how often it stands there.
        strips: Vec<Vec<String>>,
    },
    /// Every cell is drawn by itself.
    Cells {
        /// Weight by symbol id.
        weights: BTreeMap<String, u32>,
    },
    /// Every cell is drawn by itself, with weights that differ from reel to reel.
    ReelCells {
        /// `weights[reel]`: weight by symbol id.
        weights: Vec<BTreeMap<String, u32>>,
    },
}

/// The free spins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeSpins {
    /// No round has more free spins than this; an award beyond it is cut.
    pub max_total: u32,
    /// Every win of a free spin is multiplied by this.
    pub multiplier: i64,
    /// Where their symbols come from.
    pub reel_set: ReelSet,
    /// The expanding symbol: weight by the id of the regular symbol that may be chosen for the free
    /// spins of a round. After the wins of a free spin it covers every reel it shows on, and pays on
    /// all lines for so many reels, neighbours or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expanding_symbol: Option<BTreeMap<String, u32>>,
    /// Sticky wilds, if the free spins have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sticky_wilds: Option<StickyWilds>,
    /// The rung of the ladder that each free spin begins on: levels and multipliers of a spin count from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_rung: Option<u32>,
}

/// The tumbling rule: winning cells leave, what is above falls, and new cells are drawn on top, until
/// nothing wins. Where the whole window falls, all of it leaves after a win and all of it is drawn anew.
/// Scatters are counted in the last window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tumble {
    /// A spin has at most this many tumbles.
    pub max_tumbles: u32,
    /// Multiplier of the first window's wins, of the wins after the first tumble, and so on; the last
    /// one stays.
    pub multipliers: Vec<i64>,
    /// Whether the whole window leaves, and not the winning cells alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

/// A roulette table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouletteDefinition {
    /// Always `roulette`.
    pub kind: RouletteKind,
    /// `{provider}/{slug}`, unique.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// Raised with every change of the rules.
    pub version: u32,
    /// The wheel.
    pub wheel: Wheel,
    /// Most bets of one round.
    pub max_bets: usize,
}

/// The tag of [`RouletteDefinition`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouletteKind {
    /// The only value.
    Roulette,
}

/// A roulette wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wheel {
    /// Pockets 0 to 36, one zero.
    European,
}
