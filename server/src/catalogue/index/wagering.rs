//! The list of games for wagering.

use std::sync::Arc;

use croupier_promo::Terms;

use super::Index;
use crate::catalogue::BONUS_WAGERING;
use crate::catalogue::model::{Game, PRERELEASE};

impl Index {
    /// Fills the list of games for wagering: those that were put there and count come first, then all others that do.
    pub(super) fn list_for_wagering(&mut self) {
        if !self.collections.iter().any(|collection| collection.id == BONUS_WAGERING) {
            return;
        }
        let positions = self.positions.entry(BONUS_WAGERING.to_owned());
        let positions = positions.or_insert_with(|| vec![0; self.games.len()]);
        let mut last = positions.iter().copied().max().unwrap_or(0);
        for (entry, position) in self.games.iter().zip(positions) {
            if !counts_for_wagering(&entry.game, &self.wagering) {
                *position = 0;
            } else if *position == 0 {
                last += 1;
                *position = last;
            }
        }
    }

    /// Whether these are the terms by which games for wagering were listed.
    pub(in crate::catalogue) fn is_weighed_by(&self, wagering: &Arc<Vec<Terms>>) -> bool {
        Arc::ptr_eq(&self.wagering, wagering)
    }
}

/// Whether stakes on a game count on all terms on which bonuses are wagered, of which there are some. A game that is not open
/// for money yet counts for nothing.
fn counts_for_wagering(game: &Game, wagering: &[Terms]) -> bool {
    let counts = |terms: &Terms| terms.contribution(&game.identifier, &game.categories) > 0;
    !wagering.is_empty() && !game.collections.contains_key(PRERELEASE) && wagering.iter().all(counts)
}
