//! The lists that fill themselves: games for wagering, and games with a jackpot.

use std::collections::HashSet;
use std::sync::Arc;

use croupier_promo::Terms;

use super::Index;
use crate::catalogue::model::{Game, PRERELEASE};

/// The collection of games that count for wagering. It lists them by itself, and is no category of theirs: what counts of a
/// stake does not depend on it.
pub const BONUS_WAGERING: &str = "bonus-wagering";

/// The collection of games with a jackpot. It lists them by itself too, beside those that name it as their category.
pub const JACKPOT: &str = "jackpot";

/// What the lists that fill themselves follow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListRules {
    /// The terms on which bonuses are wagered.
    pub wagering: Vec<Terms>,
    /// The games with a jackpot.
    pub jackpots: JackpotGames,
}

/// The games on which a bet can win a jackpot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JackpotGames {
    /// Whether every game of our own has one.
    pub every_own: bool,
    /// Identifiers of games that jackpots name.
    pub named: HashSet<String>,
}

impl JackpotGames {
    fn has(&self, game: &Game) -> bool {
        self.every_own && game.own || self.named.contains(&game.identifier)
    }
}

impl Index {
    /// Fills the lists that fill themselves. Games that were put there come first.
    pub(super) fn fill_by_rules(&mut self) {
        let rules = self.rules.clone();
        // A game that was put among those for wagering and does not count is not listed.
        self.fill(BONUS_WAGERING, |game, _| counts_for_wagering(game, &rules.wagering));
        self.fill(JACKPOT, |game, is_listed| is_listed || rules.jackpots.has(game));
    }

    /// Lists in `collection`, if there is such a one, the games that `belongs` picks; it is told whether the game was put
    /// there.
    fn fill(&mut self, collection: &str, belongs: impl Fn(&Game, bool) -> bool) {
        if !self.collections.iter().any(|known| known.id == collection) {
            return;
        }
        let positions = self.positions.entry(collection.to_owned());
        let positions = positions.or_insert_with(|| vec![0; self.games.len()]);
        let mut last = positions.iter().copied().max().unwrap_or(0);
        for (entry, position) in self.games.iter().zip(positions) {
            if !belongs(&entry.game, *position > 0) {
                *position = 0;
            } else if *position == 0 {
                last += 1;
                *position = last;
            }
        }
    }

    /// Whether the lists were filled by these rules.
    pub(in crate::catalogue) fn is_filled_by(&self, rules: &Arc<ListRules>) -> bool {
        Arc::ptr_eq(&self.rules, rules)
    }
}

/// Whether stakes on a game count on all terms on which bonuses are wagered, of which there are some. A game that is not open
/// for money yet counts for nothing.
fn counts_for_wagering(game: &Game, wagering: &[Terms]) -> bool {
    let counts = |terms: &Terms| terms.contribution(&game.identifier, &game.categories) > 0;
    !wagering.is_empty() && !game.collections.contains_key(PRERELEASE) && wagering.iter().all(counts)
}
