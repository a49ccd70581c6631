//! Taking the second factor off a player who has lost the app, the passkeys and the recovery codes: by the operator, who has made
//! sure who asks.

use croupier_db::{Db, Error, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::Value;

use super::session::end_sessions;
use super::{factors_store, passkeys, store};
use crate::platform::error::ApiResult;

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// Takes the second factor of a player off, also beside the running server, like [`take_factor_off_in`].
pub async fn take_factor_off(db: &Db, player: PlayerId, told: &Value, now: i64) -> ApiResult<bool> {
    let mut tries = 0;
    loop {
        match try_take_off(db, player, told, now).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?),
        }
    }
}

async fn try_take_off(db: &Db, player: PlayerId, told: &Value, now: i64) -> croupier_db::Result<bool> {
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, player).await?;
    let was_on = take_factor_off_in(db, &mut tx, player, told, now).await?;
    if was_on {
        tx.commit().await?;
    }
    Ok(was_on)
}

/// Takes the second factor of a player off within the caller's transaction, which holds the lock of the player's lane: sign-in asks
/// for the password alone until the player sets another one up. Passkeys stay, and sign in by themselves. Every session ends, no
/// browser stays known, and the player is told by mail. The fact says `told`: who has done it and why. `false` when there was none.
pub async fn take_factor_off_in(
    db: &Db,
    tx: &mut Tx,
    player: PlayerId,
    told: &Value,
    now: i64,
) -> croupier_db::Result<bool> {
    if !factors_store::is_in_force(tx, player).await? {
        return Ok(false);
    }
    passkeys::stop_asking(tx, player).await?;
    // The recovery codes go with the last of what asks for them.
    factors_store::remove_two_factor(tx, player).await?;
    factors_store::drop_pending(tx, player).await?;
    store::forget_devices_but(tx, player, None).await?;
    let mut facts = end_sessions(tx, player).await?;
    facts.push(Fact { kind: "player.two_factor_disabled", body: told.to_string() });
    log::append(db, tx, player, now, &facts).await?;
    Ok(true)
}
