//! The features a slots game may have beside its spins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ByCount, ReelSet};

/// A chance of `of` in `out_of`: a number below `out_of` is drawn, and one below `of` is a yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// Favourable numbers.
    pub of: u32,
    /// All numbers.
    pub out_of: u32,
}

/// Hold and win: enough coins in a paid window are held, every other cell is drawn again, each new
/// coin is held too and sets the respins back to their full number. At the end all coins pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HoldAndWin {
    /// Coins in a paid window that start it.
    pub trigger: u16,
    /// Respins at the start and after every new coin.
    pub respins: u32,
    /// The chance of each free cell of a respin to become a coin.
    pub chance: Chance,
    /// What a coin may be worth.
    pub values: Vec<CoinValue>,
    /// Paid on top when every cell holds a coin, in units.
    pub full_units: i64,
}

/// What a coin may be worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoinValue {
    /// Its pay in units.
    pub units: i64,
    /// How often it is drawn, against the sum of the weights.
    pub weight: u32,
    /// The prize's name, when it has one: `mini`, `minor` or `major`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize: Option<String>,
}

/// Expanding wilds: a reel that shows a wild is covered by it. Each spin that covers another reel is
/// followed by a respin of the reels that are not covered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpandingWild {
    /// Multiplier of every win by the number of covered reels, from none on; the last one stays.
    pub multipliers: Vec<i64>,
}

/// Sticky wilds: a wild of a free spin keeps its cell until the free spins are over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StickyWilds {
    /// Multiplier of every win by the number of wilds in the window, from none on; the last one stays.
    pub ladder: Vec<i64>,
}

/// The mystery symbol: all of them in a window turn into the same symbol, drawn once a spin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mystery {
    /// Weight by the id of the regular symbol they turn into.
    pub weights: BTreeMap<String, u32>,
}

/// The nudge: the last reel of a window that wins nothing may move by one place, when that wins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nudge {
    /// The chance that it does.
    pub chance: Chance,
}

/// Reels of changing height: every window draws for each reel how many cells it shows, before its stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heights {
    /// `weights[reel]`: weight by number of cells, which is at most the game's rows.
    pub weights: Vec<BTreeMap<u16, u32>>,
}

/// The level ladder: each win of a spin raises it by a rung, and a window on rung `n` is drawn without the first
/// `n` symbols of `leaving`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// The symbols that leave, in this order.
    pub leaving: Vec<String>,
    /// Free spins awarded by the rung of a spin's last window.
    pub freespins: ByCount<u32>,
}

/// The bonus buy: a round whose paid spin is drawn from other reels, for a multiple of the stake.
/// Wins and the cap are still reckoned from the stake, not from the price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BonusBuy {
    /// Price of a bought round in stakes.
    pub cost_x: i64,
    /// Where the symbols of its paid spin come from; every window of it awards free spins.
    pub reel_set: ReelSet,
}

/// The jackpot of one game alone. Rounds neither draw nor pay it: each bet adds its share to hidden points, see
/// [`crate::jackpot`]. It stands in the definition because players get the share back, and the PAR sheet says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnJackpot {
    /// Its identifier among the jackpots of the content.
    pub identifier: String,
    /// What its levels together add of each bet, in millionths.
    pub contribution_ppm: u32,
}
