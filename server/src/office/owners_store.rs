//! Whose players things belong to.

use croupier_db::{Db, Result, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use crate::staff::BrandScope;

/// Something that belongs to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Belonging {
    Payment,
    Document,
    Adjustment,
    /// A guest's belongs to nobody.
    Conversation,
    Coin,
}

impl Belonging {
    /// The table that names the player.
    const fn table(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Document => "document",
            Self::Adjustment => "adjustment",
            Self::Conversation => "chat_conversation",
            Self::Coin => "coin_arrival",
        }
    }
}

/// Whether there is a player with this number whom `scope` sees.
pub(super) async fn sees(db: &Db, scope: &BrandScope, player: PlayerId) -> Result<bool> {
    let mut values = params![player];
    let seen = scope.of_brand("brand", &mut values);
    let sql = format!("SELECT 1 FROM player WHERE id = $1 AND {seen}");
    Ok(db.query_opt(&sql, values).await?.is_some())
}

/// Whether there is a `belonging` with this number of a player whom `scope` sees.
pub(super) async fn sees_owner(db: &Db, scope: &BrandScope, belonging: Belonging, id: Uuid) -> Result<bool> {
    let mut values = params![id];
    let seen = scope.of_player("belonging.player_id", &mut values);
    let sql = format!("SELECT 1 FROM {} belonging WHERE belonging.id = $1 AND {seen}", belonging.table());
    Ok(db.query_opt(&sql, values).await?.is_some())
}
