//! Outcome maths of the built-in games: pure functions from a definition, a stake and a fair stream to
//! what happened and what it pays.
//!
//! ```
//! use croupier_games::{Game, fair::{ServerSeed, Stream}};
//!
//! let game = Game::load(include_str!("../../../content/games/solar-sails.json"))?;
//! let seed = ServerSeed::new([7; 32]);
//! let mut round = game.start(200, &[], &mut Stream::new(&seed, "my seed", "EUR", 0, 0))?;
//! while let Some(state) = round.state {
//!     round = game.step(&state, &mut Stream::new(&seed, "my seed", "EUR", 0, state.step_next))?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Amounts are whole subunits; there is no rounding and no floating point on the way from a draw to
//! a win. [`par`] counts what each game returns by enumeration, and the PAR sheets under `docs/par`
//! are written from it.

pub mod baccarat;
pub mod builtin;
mod canonical;
pub mod crash;
pub mod definition;
mod error;
pub mod fair;
mod game;
pub mod jackpot;
pub mod keno;
pub mod lottery;
pub mod outcome;
pub mod par;
pub mod prize;
pub mod roulette;
pub mod slots;

pub use canonical::{DefinitionHash, NoHash};
pub use error::{DefinitionError, PlayError};
pub use game::{Game, Kind};
pub use outcome::{NextStep, RoundState, Step, Transition};
pub use roulette::{Bet, BetKind, StakeLimits};
