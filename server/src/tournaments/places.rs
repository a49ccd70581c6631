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

/// The places around `place`, itself among them.
pub(super) async fn around(db: &Db, tournament: i64, place: i64) -> Result<Vec<(i64, Standing)>> {
    let first = (place - NEIGHBOURS).max(1);
    let board = store::board(db, tournament, first, place + NEIGHBOURS - first + 1).await?;
    Ok((first..).zip(board).collect())
}

/// The first `count` places.
pub(super) async fn top(db: &Db, tournament: i64, count: i64) -> Result<Vec<(i64, Standing)>> {
    Ok((1..).zip(store::board(db, tournament, 1, count).await?).collect())
}
