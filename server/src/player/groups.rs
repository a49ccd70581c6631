//! Groups: numbers that a player carries, and what the operator does by them.

use croupier_db::{Db, Tx, log};
use croupier_ledger::{Fact, PlayerId};

use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// Sees pages, notices and notifications that are being tried out.
pub const TESTER: i64 = 21;
/// Sees notifications that are being tried out.
pub const NOTIFICATION_TESTER: i64 = 916;
/// Is offered the welcome pack.
pub const WELCOME_PACK: i64 = 131_811;
/// Has named a Lithuanian IBAN for a payout.
pub const LITHUANIAN_IBAN: i64 = 1101;
/// The groups that are addressed by `groups`: what testers see, testers of notifications see as well.
pub fn with_testers(groups: &[i64]) -> Vec<i64> {
    let extra = groups.contains(&TESTER).then_some(NOTIFICATION_TESTER);
    groups.iter().copied().chain(extra).collect()
}

/// The half of an A/B test with even numbers.
const EVEN: i64 = 543;
/// The half of an A/B test with odd numbers.
const ODD: i64 = 544;

/// The groups that a browser may put its player into, beside the player's half of the A/B test: popups seen, the
/// Lithuanian IBAN and the welcome pack.
const SELF_SERVICE: [i64; 4] = [859, 1056, LITHUANIAN_IBAN, WELCOME_PACK];

/// The half of the A/B test that a player belongs to.
pub const fn half_of(player: PlayerId) -> i64 {
    if player % 2 == 0 { EVEN } else { ODD }
}

/// Members have several accounts.
pub const MULTI_ACCOUNT: i64 = 100;

/// The player's groups, in the order of their numbers.
pub async fn groups_of(app: &App, player: PlayerId) -> ApiResult<Vec<i64>> {
    Ok(store::groups(&app.db, player).await?)
}

/// The same within the caller's transaction.
pub async fn groups_in(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<Vec<i64>> {
    store::groups_in(tx, player).await
}

/// Puts a player into groups within the caller's transaction, and tells the log of those that are new.
pub async fn add_groups(app: &App, tx: &mut Tx, player: PlayerId, groups: &[i64]) -> ApiResult<()> {
    Ok(change_groups(&app.db, tx, player, (groups, &[]), app.clock.now()).await?)
}

/// Puts a player into the groups of `joins` and out of those of `leaves` within the caller's transaction, and tells the
/// log of what has changed.
pub async fn change_groups(
    db: &Db,
    tx: &mut Tx,
    player: PlayerId,
    (joins, leaves): (&[i64], &[i64]),
    now: i64,
) -> croupier_db::Result<()> {
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for group in joins {
        if store::add_group(tx, player, *group, now).await? {
            added.push(*group);
        }
    }
    for group in leaves {
        if store::remove_group(tx, player, *group).await? {
            removed.push(*group);
        }
    }
    if added.is_empty() && removed.is_empty() {
        return Ok(());
    }
    let mut body = serde_json::json!({ "added": added });
    if !removed.is_empty() {
        body["removed"] = removed.into();
    }
    log::append(db, tx, player, now, &[Fact { kind: "player.groups", body: body.to_string() }]).await
}

/// Puts a player into groups by the browser's wish; anything that is not for browsers is refused as a whole.
pub(super) async fn add_own_groups(app: &App, player: PlayerId, groups: &[i64]) -> ApiResult<()> {
    // Nobody is in both halves: an experiment would count its player twice.
    let may_join = |group: &i64| SELF_SERVICE.contains(group) || *group == half_of(player);
    if let Some(group) = groups.iter().find(|group| !may_join(group)) {
        tracing::warn!(player, group, "a browser asked for a group that is not for browsers");
        return Err(ApiError::forbidden("forbidden", "This group cannot be joined."));
    }
    let mut tx = app.db.begin().await?;
    add_groups(app, &mut tx, player, groups).await?;
    Ok(tx.commit().await?)
}
