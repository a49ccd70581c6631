//! Play: opening games, deciding rounds of the built-in games, and proving them fair.
//!
//! A game is opened with a session ([`sessions`]); the client in the iframe holds its token and nothing
//! else. A round for money is one command to the wallet ([`rounds`]): the outcome is computed inside the
//! ledger's decision, where the play number is known and cannot be used twice. Which rules it is played by,
//! [`definitions`] knows; what it moves in a wallet of another currency, [`exchange`]. Bets on rounds that many players
//! share are opened and ended by [`shared`]. A demo round ([`demo`]) uses
//! the same maths and never touches a wallet. Games of partners run at their own addresses ([`partners`]). [`fairness`] shows the seeds. What the licence allows of the controls, and how
//! soon a round may follow another, [`controls`] knows. Layouts of chips that a player keeps are [`saved_bets`];
//! rounds that a player shows to others are [`shared_replays`].

mod buying;
mod check;
mod controls;
mod definitions;
pub mod demo;
pub mod demo_fairness;
pub mod exchange;
pub mod fairness;
pub mod frames;
pub mod history;
pub mod http;
pub mod model;
mod par_sheets;
pub mod partners;
pub mod readers;
pub mod rounds;
mod saved_bets;
mod saved_bets_store;
pub mod session_cache;
pub mod sessions;
pub mod shared;
mod shared_replays;
mod shared_replays_store;
pub mod stakes;
mod steps;
mod store;
pub mod sweep;

pub use check::{RULES, check, rules};
pub use definitions::{Games, built_in};
pub use rounds::public_win;
