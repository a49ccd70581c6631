//! Who opens games: without an entry here a listed game is shown, but neither played nor tried.

use std::collections::HashSet;

use super::model::{DEMO_CURRENCY, Game};

/// The games that this server can open: its own by identifier, those of partners by provider.
#[derive(Debug, Clone, Default)]
pub struct Launchers {
    games: HashSet<String>,
    providers: HashSet<String>,
}

impl Launchers {
    /// Opens the games with these identifiers.
    pub fn of(identifiers: impl IntoIterator<Item = String>) -> Self {
        Self { games: identifiers.into_iter().collect(), providers: HashSet::new() }
    }

    /// Opens all games of these providers besides.
    #[must_use]
    pub fn with_providers(self, providers: impl IntoIterator<Item = String>) -> Self {
        Self { providers: providers.into_iter().collect(), ..self }
    }

    /// Whether a partner opens the games of this provider.
    pub(super) fn opens_provider(&self, id: &str) -> bool {
        self.providers.contains(id)
    }

    /// Writes into `game` whether it can be opened; one that cannot has no demo either.
    pub(super) fn mark(&self, game: &mut Game) {
        game.playable = self.games.contains(&game.identifier) || self.providers.contains(&game.provider);
        if !game.playable {
            game.has_demo_mode = false;
            game.currencies.remove(DEMO_CURRENCY);
        }
    }
}
