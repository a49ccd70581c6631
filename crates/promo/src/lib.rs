//! The rules of bonuses, free spins and lootboxes; pure.
//!
//! An **offer** says what a player may get. An **award** is what one player got: it carries the offer's [`Terms`] as they
//! were at that moment, so a change of the offer changes no award. A bonus lives through the stages of [`BonusStage`], free
//! spins through those of [`FreespinStage`], a lootbox through those of [`LootboxStage`]; every move that is not in their tables is refused.
//!
//! Money is in subunits. The ledger moves it; what is worked out here is how much, and when.

mod cashback;
mod fairness;
mod kind;
mod simulation;
mod spread;
mod stage;
mod terms;
mod wager;

pub use cashback::{CashbackPeriod, cashback};
pub use fairness::{Promise, Warning, playable_bets, warnings};
pub use kind::{Effect, Kind};
pub use simulation::{BETS_MAX, Estimate, Plan, PlannedSpins, Simulated, simulate};
pub use spread::{SheetFigures, Spread};
pub use stage::{BonusStage, FreespinStage, LootboxStage};
pub use terms::{CashoutRule, Contributions, Grounds, Match, Refused, Terms, WagerBase};
pub use wager::{End, Progress, Split, end, requirement};
