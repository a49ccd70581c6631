//! The games whose rounds count in a tournament, page by page.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::model::Tournament;
use crate::catalogue::http::WantedPage;
use crate::catalogue::{Audience, Game, Index, Slice};

/// The games of `page` that count in `tournament` and are offered to `audience`, the most played first.
pub(super) fn counting(
    tournament: &Tournament,
    index: &Index,
    audience: Audience<'_>,
    page: WantedPage,
) -> Slice {
    let counting: BTreeSet<i64> = tournament.game_ids.iter().copied().collect();
    let offered =
        index.games().filter(|game| counting.contains(&game.id) && index.is_offered(game, audience));
    let games: Vec<&Arc<Game>> = offered.collect();
    let shown = games.iter().copied().skip(page.offset()).take(page.limit()).cloned().collect();
    Slice { games: shown, total: games.len() }
}
