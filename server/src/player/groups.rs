//! Groups: numbers that a player carries, and what the house does by them.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};

use super::store;
use crate::app::App;
use crate::error::{ApiError, ApiResult};

/// Sees pages and notices that are being tried out.
pub const TESTER: i64 = 21;
/// Is offered the welcome pack.
pub const WELCOME_PACK: i64 = 131_811;
/// The half of an A/B test with even numbers.
const EVEN: i64 = 543;
/// The half of an A/B test with odd numbers.
const ODD: i64 = 544;

/// The groups that a browser may put its player into: popups seen, the Lithuanian IBAN, the welcome pack and
/// the halves of the A/B test.
const SELF_SERVICE: [i64; 6] = [859, 1056, 1101, WELCOME_PACK, EVEN, ODD];

/// The half of the A/B test that a player belongs to.
pub const fn half_of(player: PlayerId) -> i64 {
    if player % 2 == 0 { EVEN } else { ODD }
}

/// The player's groups, in the order of their numbers.
pub async fn groups_of(app: &App, player: PlayerId) -> ApiResult<Vec<i64>> {
    Ok(store::groups(&app.db, player).await?)
}

/// Puts a player into groups within the caller's transaction, and tells the log of those that are new.
pub async fn add_groups(app: &App, tx: &mut Tx, player: PlayerId, groups: &[i64]) -> ApiResult<()> {
    let now = app.clock.now();
    let mut added = Vec::new();
    for group in groups {
        if store::add_group(tx, player, *group, now).await? {
            added.push(*group);
        }
    }
    if !added.is_empty() {
        let body = serde_json::json!({ "added": added }).to_string();
        let fact = Fact { kind: "player.groups", body };
        log::append(&app.db, tx, player, now, &[fact]).await?;
    }
    Ok(())
}

/// Puts a player into groups by the browser's wish; anything that is not for browsers is refused as a whole.
pub(super) async fn add_own_groups(app: &App, player: PlayerId, groups: &[i64]) -> ApiResult<()> {
    if let Some(group) = groups.iter().find(|group| !SELF_SERVICE.contains(group)) {
        tracing::warn!(player, group, "a browser asked for a group that is not for browsers");
        return Err(ApiError::forbidden("forbidden", "This group cannot be joined."));
    }
    let mut tx = app.db.begin().await?;
    add_groups(app, &mut tx, player, groups).await?;
    Ok(tx.commit().await?)
}
