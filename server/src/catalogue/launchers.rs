//! Who opens games: without an entry here a listed game is shown, but neither played nor tried.

use std::collections::HashSet;

use super::model::{DEMO_CURRENCY, Game};

/// The games that this server can open, by identifier. An adapter to a partner registers the partner's games here.
#[derive(Debug, Clone, Default)]
pub struct Launchers {
    games: HashSet<String>,
}

impl Launchers {
    /// Opens the games with these identifiers.
    pub fn of(identifiers: impl IntoIterator<Item = String>) -> Self {
        Self { games: identifiers.into_iter().collect() }
    }

    /// Writes into `game` whether it can be opened; one that cannot has no demo either.
    pub(super) fn mark(&self, game: &mut Game) {
        game.playable = self.games.contains(&game.identifier);
        if !game.playable {
            game.has_demo_mode = false;
            game.currencies.remove(DEMO_CURRENCY);
        }
    }
}
