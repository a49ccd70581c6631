//! What happened in a round, in the shape the site, the game client and the verifier read.
//!
//! All amounts are whole subunits of the round's currency and already hold every multiplier.

use serde::{Deserialize, Serialize};

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
}

impl Step {
    /// What the step pays, in subunits.
    pub fn win_cents(&self) -> i64 {
        match self {
            Self::Slots(step) => step.win_cents,
            Self::Roulette(step) => step.win_cents,
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
}

impl RoundState {
    /// What the player may do next.
    pub fn next(&self) -> NextStep {
        NextStep { kind: SpinKind::Freespin, left: self.freespins_left, total: self.freespins_total }
    }
}

/// The step that is due in an open round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextStep {
    /// Its kind.
    pub kind: SpinKind,
    /// Free spins left, this one included.
    pub left: u32,
    /// Free spins awarded in this round so far.
    pub total: u32,
}

/// Paid or free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpinKind {
    /// The spin that was staked for.
    Spin,
    /// A free spin.
    Freespin,
}

/// A position in the window: reel from the left, row from the top, both from 0.
pub type Position = (usize, usize);

/// Symbol ids, reel by reel from the left and in each reel from the top.
pub type Window = Vec<Vec<String>>;

/// A spin of a slots game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotsStep {
    /// Paid or free.
    pub kind: SpinKind,
    /// The strip position at the top of each reel; empty when cells are drawn one by one.
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
