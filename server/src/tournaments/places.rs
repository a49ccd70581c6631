//! Places on a board, and who stands around them.

use croupier_db::{Db, Result};

use super::model::Standing;
use super::store;

/// How many places above and below a player's own are shown.
const NEIGHBOURS: i64 = 2;

/// The place of `standing`, counted from 1; `None` off the board.
pub(super) async fn place_of(db: &Db, tournament: i64, standing: &Standing) -> Result<Option<i64>> {
    if !standing.is_ranked() {
        return Ok(None);
    }
    Ok(Some(store::ahead_of(db, tournament, standing).await? + 1))
}

/// The places around `standing`, which has `place`, itself among them.
pub(super) async fn around(
    db: &Db,
    tournament: i64,
    place: i64,
    standing: &Standing,
) -> Result<Vec<(i64, Standing)>> {
    let (mut shown, behind) = store::next_to(db, tournament, standing, NEIGHBOURS).await?;
    let first = place - i64::try_from(shown.len()).unwrap_or(0);
    shown.push(standing.clone());
    shown.extend(behind);
    Ok((first..).zip(shown).collect())
}

/// The first `count` places.
pub(super) async fn top(db: &Db, tournament: i64, count: i64) -> Result<Vec<(i64, Standing)>> {
    Ok((1..).zip(store::board(db, tournament, 1, count).await?).collect())
}
