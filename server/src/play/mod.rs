//! Play: opening games, deciding rounds of the house's own games, and proving them fair.
//!
//! A game is opened with a session ([`sessions`]); the client in the iframe holds its token and nothing
//! else. A round for money is one command to the wallet ([`rounds`]): the outcome is computed inside the
//! ledger's decision, where the play number is known and cannot be used twice. A demo round ([`demo`]) uses
//! the same maths and never touches a wallet. [`fairness`] shows the seeds.

mod buying;
pub mod demo;
pub mod fairness;
pub mod history;
pub mod http;
pub mod known;
pub mod model;
pub mod readers;
pub mod rounds;
pub mod sessions;
pub mod stakes;
mod store;
pub mod sweep;

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, Result};
use croupier_games::Game;

/// The house games with their rules, by identifier.
#[derive(Debug)]
pub struct Games {
    by_identifier: HashMap<String, Arc<Game>>,
}

impl Games {
    /// Loads every game that is built into the server.
    pub fn load() -> Result<Self> {
        let mut games = HashMap::new();
        for house in croupier_games::house::GAMES {
            let game = Game::load(house.definition).with_context(|| format!("game {}", house.slug))?;
            games.insert(game.identifier().to_owned(), Arc::new(game));
        }
        Ok(Self { by_identifier: games })
    }

    /// The rules of a house game; `None` for a game that is somebody else's.
    pub fn game(&self, identifier: &str) -> Option<Arc<Game>> {
        self.by_identifier.get(identifier).cloned()
    }
}
