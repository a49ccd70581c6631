//! What happened in a round, in the shape the site, the game client and the verifier read.
//!
//! All amounts are whole subunits of the round's currency and already hold every multiplier.

use serde::{Deserialize, Serialize};

use crate::baccarat::BaccaratStep;
use crate::crash::CrashStep;
use crate::keno::KenoStep;
use crate::roulette::RouletteStep;

/// Result of starting or continuing a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// What happened.
    pub step: Step,
    /// What this step pays, in subunits; never negative.
    pub win_cents: i64,
    /// What the round needs to go on; `None` when it is over.
    pub state: Option<RoundState>,
}

/// One step of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// A spin of a slots game.
    Slots(SlotsStep),
    /// A spin of a roulette wheel.
    Roulette(RouletteStep),
    /// The end of a bet in a crash game.
    Crash(CrashStep),
    /// The end of a bet at a table of baccarat.
    Baccarat(BaccaratStep),
    /// A draw of keno.
    Keno(KenoStep),
}

impl Step {
    /// What the step pays, in subunits.
    pub fn win_cents(&self) -> i64 {
        match self {
            Self::Slots(step) => step.win_cents,
            Self::Roulette(step) => step.win_cents,
            Self::Crash(step) => step.win_cents,
            Self::Baccarat(step) => step.win_cents,
            Self::Keno(step) => step.win_cents,
        }
    }
}

/// An open round between two steps. It is stored with the round and handed back for the next step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundState {
    /// Number of the step to play next; it belongs into that step's stream. The paid spin was 0.
    pub step_next: u32,
    /// Stake of the round in subunits.
    pub stake_cents: i64,
    /// Paid by the round so far, in subunits.
    pub win_cents: i64,
    /// Free spins still to play, at least 1.
    pub freespins_left: u32,
    /// Free spins awarded in this round so far.
    pub freespins_total: u32,
    /// What a feature carries from step to step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<FeatureState>,
}

impl RoundState {
    /// What the player may do next.
    pub fn next(&self) -> NextStep {
        match &self.feature {
            Some(FeatureState::HoldAndWin { respins_left, respins, .. }) => {
                NextStep { kind: SpinKind::Respin, left: *respins_left, total: *respins }
            }
            Some(FeatureState::ExpandingWild { .. }) => {
                NextStep { kind: SpinKind::Respin, left: 1, total: 1 }
            }
            _ => {
                NextStep { kind: SpinKind::Freespin, left: self.freespins_left, total: self.freespins_total }
            }
        }
    }
}

/// What a feature carries from one step of a round to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FeatureState {
    /// Coins are held, and respins are due.
    HoldAndWin {
        /// Respins left, at least 1.
        respins_left: u32,
        /// What a new coin sets them back to.
        respins: u32,
        /// The coins, in order of reel and row.
        coins: Vec<Coin>,
    },
    /// Reels are covered by wilds, and a respin of the others is due.
    ExpandingWild {
        /// The covered reels, rising.
        reels: Vec<usize>,
    },
    /// The symbol that expands in the free spins of this round.
    ExpandingSymbol {
        /// Its id.
        symbol: String,
    },
    /// The wilds that keep their cells in the free spins of this round.
    StickyWilds {
        /// Their cells, in order of reel and row.
        positions: Vec<Position>,
    },
}

/// A coin in the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coin {
    /// Its cell.
    pub position: Position,
    /// What it is worth, in subunits.
    pub amount_cents: i64,
    /// The prize's name, when it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize: Option<String>,
}

/// The step that is due in an open round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextStep {
    /// Its kind.
    pub kind: SpinKind,
    /// Free spins or respins left, this one included.
    pub left: u32,
    /// Free spins awarded in this round so far; respins: what a new coin sets them back to.
    pub total: u32,
}

/// Paid or free.
///
/// A bought spin is told apart from a staked one here and nowhere else, so the steps of a round say by
/// themselves how it is recomputed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpinKind {
    /// The spin that was staked for.
    Spin,
    /// The spin of a bought round.
    Buy,
    /// A free spin.
    Freespin,
    /// A respin of the cells or reels that are not held.
    Respin,
}

/// A position in the window: reel from the left, row from the top, both from 0.
pub type Position = (usize, usize);

/// Symbol ids, reel by reel from the left and in each reel from the top. The empty id is a blank: a cell
/// of a hold-and-win respin without a coin.
pub type Window = Vec<Vec<String>>;

/// A spin of a slots game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotsStep {
    /// Paid or free.
    pub kind: SpinKind,
    /// The strip position at the top of each drawn reel, from the left; empty when cells are drawn one
    /// by one.
    pub stops: Vec<u32>,
    /// The first window.
    pub window: Window,
    /// Its wins. In a tumbling game a scatter win stands with the last window.
    pub wins: Vec<Win>,
    /// What followed the first window, in order.
    pub tumbles: Vec<TumbleStep>,
    /// The multiplier the first window's wins were paid with (the wild's own excluded).
    pub multiplier: i64,
    /// What the spin pays; less than the sum of its wins only when the round reaches its cap.
    pub win_cents: i64,
    /// Free spins this spin added to the round.
    pub freespins_awarded: u32,
    /// The coins of the window, held ones included, in order of reel and row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coins: Vec<Coin>,
    /// Reels covered by their wild before the wins, or by the expanding symbol after them; rising.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<usize>,
    /// Cells whose wild stays for the next free spin, in order of reel and row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sticky: Vec<Position>,
    /// The symbol that expands in the free spins: with the spin that awards them, and with each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expanding_symbol: Option<String>,
    /// What the mystery symbols of the window turned into before the wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<String>,
    /// Places the last reel moved after it had stopped: 1 shows the next symbol of its strip at the
    /// bottom, -1 the one before at the top. `window` is the one after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nudge: Option<i8>,
}

impl SlotsStep {
    /// A step that shows a window and has won nothing yet.
    pub(crate) fn shown(kind: SpinKind, stops: Vec<u32>, window: Window) -> Self {
        Self {
            kind,
            stops,
            window,
            wins: Vec::new(),
            tumbles: Vec::new(),
            multiplier: 1,
            win_cents: 0,
            freespins_awarded: 0,
            coins: Vec::new(),
            covered: Vec::new(),
            sticky: Vec::new(),
            expanding_symbol: None,
            revealed: None,
            nudge: None,
        }
    }
}

/// One win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Win {
    /// By which rule.
    pub kind: WinKind,
    /// The paying symbol's id.
    pub symbol: String,
    /// Symbols in a row from the left (lines, ways: number of reels), or in the whole window.
    pub count: u32,
    /// Index of the line, for a line win.
    pub line: Option<u32>,
    /// Number of ways, for a ways win.
    pub ways: Option<u32>,
    /// The cells that made it.
    pub positions: Vec<Position>,
    /// What it pays, in subunits.
    pub amount_cents: i64,
}

/// The rule a win was made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinKind {
    /// Along a line.
    Line,
    /// By ways.
    Ways,
    /// Scatters.
    Scatter,
    /// Equal symbols anywhere.
    PayAnywhere,
    /// Equal symbols that hang together.
    Cluster,
    /// The expanding symbol, on all lines.
    Expanded,
    /// The coins of hold and win, together.
    Coins,
    /// Every cell holds a coin.
    Full,
}

/// A tumble: what left, what then stood there and what that won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TumbleStep {
    /// Cells of the window before, in order of reel and row, that left.
    pub removed: Vec<Position>,
    /// The window after the fall.
    pub window: Window,
    /// Its wins.
    pub wins: Vec<Win>,
    /// The multiplier they were paid with.
    pub multiplier: i64,
}
