//! What a player has of points.

use std::collections::BTreeMap;

use croupier_db::{Db, Result};
use croupier_ledger::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::readers::READER;
use super::store;
use crate::wallet;

/// What a player has of points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PointBalance {
    /// Points to spend.
    pub points: i64,
    /// Points earned for life.
    pub total_points: i64,
}

/// What `players` have of points; one who never had any is left out.
///
/// Points that are still to be taken back, because the bet they came from was, cannot be spent.
pub async fn balances(db: &Db, players: &[PlayerId]) -> Result<BTreeMap<PlayerId, PointBalance>> {
    let mut balances: BTreeMap<PlayerId, PointBalance> = BTreeMap::new();
    for (player, total_points) in store::earned_of(db, players).await? {
        balances.entry(player).or_default().total_points = total_points;
    }
    for (player, points) in wallet::points_of(db, players, READER).await? {
        balances.entry(player).or_default().points = points.max(0);
    }
    Ok(balances)
}

/// What `player` has of points.
pub(super) async fn balance(db: &Db, player: PlayerId) -> Result<PointBalance> {
    Ok(balances(db, &[player]).await?.remove(&player).unwrap_or_default())
}
