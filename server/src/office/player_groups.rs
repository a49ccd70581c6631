//! Groups that staff puts players into and takes them out of.

use croupier_db::log;
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::acts_store::{self as acts, Act, ActKind, Bounds};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::player;
use crate::staff::{self, Actor, Permission};

/// What a member wants changed about a player's groups.
#[derive(Debug)]
pub(super) struct GroupChange<'a> {
    pub(super) player: PlayerId,
    pub(super) add: &'a [i64],
    pub(super) remove: &'a [i64],
    pub(super) member: Uuid,
    /// Names the decision: the same one is carried out once.
    pub(super) reference: &'a str,
    pub(super) reason: &'a str,
}

/// Puts a player into groups and out of others, together with the fact. What is so already is no change, and no fact.
pub(super) async fn change(app: &App, wanted: &GroupChange<'_>, by: &Actor) -> ApiResult<()> {
    let GroupChange { player, add, remove, member, reference, reason } = *wanted;
    let now = app.clock.now();
    let fingerprint = json!([player, add, remove, reason]).to_string();
    let act = Act {
        kind: ActKind::Groups,
        reference,
        fingerprint: &fingerprint,
        member,
        player,
        weight: 0,
        at: now,
    };
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::lock_lane(&app.db, &mut tx, player).await?;
    staff::require_in(&mut tx, member, Permission::GroupsChange).await?;
    // The mark of several accounts withholds gifts: who gives them must not lift it.
    if remove.contains(&player::MULTI_ACCOUNT) {
        staff::require_in(&mut tx, member, Permission::PlayersStop).await?;
    }
    if act.was_done(acts::fingerprint_in(&mut tx, reference).await?.as_deref())? {
        return Ok(());
    }
    acts::keep_in(&mut tx, &act, Bounds::NONE).await?;
    let before = player::groups_in(&mut tx, player).await?;
    player::change_groups(&app.db, &mut tx, player, (add, remove), now).await?;
    let after = player::groups_in(&mut tx, player).await?;
    if before != after {
        let body = json!({ "subject": subject(&before, &after), "before": before, "after": after, "reason": reason });
        let fact = Fact { kind: "groups.changed", body: by.signing(body).to_string() };
        log::append(&app.db, &mut tx, player, now, &[fact]).await?;
    }
    Ok(tx.commit().await?)
}

/// What has changed, in few signs: `+21 -100`.
fn subject(before: &[i64], after: &[i64]) -> String {
    let added = after.iter().filter(|group| !before.contains(group)).map(|group| format!("+{group}"));
    let removed = before.iter().filter(|group| !after.contains(group)).map(|group| format!("-{group}"));
    added.chain(removed).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_says_what_has_changed() {
        assert_eq!(subject(&[21, 100], &[21, 545]), "+545 -100");
    }
}
