//! Stopping a player and lifting a stop: one reason at a time, with the name of who does it.
//!
//! A stop is one commit: the reason, its copy in every wallet of the player, the end of the player's sessions, and
//! the facts `player.stopped` and `session.ended`. It begins with the lock of the player's lane, so no bet, no
//! deposit, no sign-in and no new wallet is decided between what it reads and what it writes. Every server follows
//! the log: it ends what it remembers of the sessions and closes their sockets.

use croupier_db::{Db, Error, Tx, log};
use croupier_ledger::{Fact, NO_END, PlayerId, StopReason};
use serde_json::{Value, json};

use super::{guest_offers, persons, registers};
use crate::identity::{self, StopRow};
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;
use crate::staff::{Actor, Signed};
use crate::{mail, player, wallet};

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// A change of one reason of a player.
#[derive(Debug, Clone, Copy)]
pub struct StopChange<'a> {
    /// Whose.
    pub player: PlayerId,
    /// Which reason.
    pub reason: StopReason,
    /// Who changes it; kept in the log.
    pub by: &'a str,
    /// Why, in the words of who changes it.
    pub why: &'a str,
    /// The member of staff who changes it; `None` where it is a command or the server itself.
    pub signed: Option<&'a Signed>,
}

impl StopChange<'_> {
    /// `body` of the fact, with who changes what and why.
    fn log_body(&self, mut body: Value) -> String {
        body["reason"] = json!(self.reason.name());
        body["why"] = json!(self.why);
        let actor = Actor { name: self.by.to_owned(), signed: self.signed.cloned() };
        actor.signing(body).to_string()
    }
}

/// Stops a player at `now` until `until` (UTC milliseconds; [`NO_END`] until it is lifted). Answers the end that is in
/// force afterwards: a reason is never shortened by another stop, only lifted.
pub async fn stop_player(db: &Db, change: StopChange<'_>, until: i64, now: i64) -> ApiResult<i64> {
    let mut tries = 0;
    loop {
        match try_stop(db, change, until, now).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?),
        }
    }
}

async fn try_stop(db: &Db, change: StopChange<'_>, until: i64, now: i64) -> croupier_db::Result<i64> {
    let mut tx = db.begin().await?;
    if change.reason.is_break() {
        // The player's row is locked before the lane, as everywhere else.
        player::end_offers(&mut tx, change.player, now).await?;
    }
    log::lock_lane(db, &mut tx, change.player).await?;
    let until = stop_in(db, &mut tx, change, until, now).await?;
    tx.commit().await?;
    Ok(until)
}

/// Stops a player like [`stop_player`], within the caller's transaction, which holds the lock of the player's lane.
pub async fn stop_in(
    db: &Db,
    tx: &mut Tx,
    change: StopChange<'_>,
    until: i64,
    now: i64,
) -> croupier_db::Result<i64> {
    let StopChange { player, reason, by, why, .. } = change;
    let until = identity::stops_in(tx, player).await?.until(reason).max(until);
    let row = StopRow { reason, until, stopped_at: now, stopped_by: by.to_owned(), why: why.to_owned() };
    identity::put_stop(tx, player, &row).await?;
    follow(tx, player).await?;
    if reason.is_break()
        && let Some(address) = identity::email_in(tx, player).await?
    {
        mail::withhold_offers(tx, &address).await?;
        guest_offers::forget(tx, &address).await?;
    }
    // Who was only known again is no source for further matches: a shared phone would lead from one to the next.
    if reason == StopReason::Exclusion && by != persons::BY {
        persons::keep(tx, player).await?;
    }
    let end = (until != NO_END).then(|| rfc3339(until));
    let mut facts = vec![Fact { kind: "player.stopped", body: change.log_body(json!({ "until": end })) }];
    if reason.ends_sessions() {
        facts.extend(identity::end_sessions(tx, player).await?);
    }
    log::append(db, tx, player, now, &facts).await?;
    Ok(until)
}

/// Lifts one reason of a player at `now` (UTC milliseconds); `false` when it is not there. Other reasons stay.
pub async fn lift_stop(db: &Db, change: StopChange<'_>, now: i64) -> ApiResult<bool> {
    let mut tries = 0;
    loop {
        match try_lift(db, change, now).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?),
        }
    }
}

async fn try_lift(db: &Db, change: StopChange<'_>, now: i64) -> croupier_db::Result<bool> {
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, change.player).await?;
    // Nobody lifts by hand what a register still says.
    if change.reason == StopReason::Register && registers::lists_in(&mut tx, change.player).await? {
        return Ok(false);
    }
    let is_lifted = lift_in(db, &mut tx, change, now).await?;
    if is_lifted {
        tx.commit().await?;
    }
    Ok(is_lifted)
}

/// Lifts a stop like [`lift_stop`], within the caller's transaction, which holds the lock of the player's lane.
pub async fn lift_in(db: &Db, tx: &mut Tx, change: StopChange<'_>, now: i64) -> croupier_db::Result<bool> {
    let StopChange { player, reason, .. } = change;
    if !identity::remove_stop(tx, player, reason).await? {
        return Ok(false);
    }
    follow(tx, player).await?;
    if matches!(reason, StopReason::Exclusion | StopReason::Verification) {
        persons::clear(tx, player, now).await?;
    }
    let fact = Fact { kind: "player.stop_lifted", body: change.log_body(json!({})) };
    log::append(db, tx, player, now, &[fact]).await?;
    Ok(true)
}

/// Copies the player's reasons into all their wallets.
async fn follow(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<()> {
    let stops = identity::stops_in(tx, player).await?;
    wallet::follow_stops(tx, player, &stops).await
}
