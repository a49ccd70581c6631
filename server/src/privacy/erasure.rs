//! Personal data of closed accounts is erased once the retention of the licence is over. Books stay, and name a number.

use croupier_db::{Error, log};
use croupier_ledger::Fact;
use serde_json::json;

use super::model::Closure;
use super::{closing_store, erasure_store as store};
use crate::app::App;
use crate::platform::error::ApiResult;

/// Closures that one look finds.
const BATCH: i64 = 20;

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// Erases the data of every closed account whose time is over. One that fails holds up no other, and is tried again by the next
/// look.
pub async fn erase_due(app: &App) -> ApiResult<()> {
    let mut after = None;
    loop {
        let due = closing_store::due(&app.db, app.clock.now(), after, BATCH).await?;
        let Some(last) = due.last() else { return Ok(()) };
        after = Some((last.erase_from, last.id));
        for closure in &due {
            if let Err(error) = erase(app, closure).await {
                tracing::error!(closure = %closure.id, ?error, "the data of a closed account is not erased");
            }
        }
    }
}

async fn erase(app: &App, closure: &Closure) -> ApiResult<()> {
    // The rows of files outlive them, so that a server that dies here finds them again.
    for file in store::files(&app.db, closure.player).await? {
        app.blobs.remove(&file).await?;
    }
    let password_hash = app.passwords.hash(hex::encode(app.entropy.bytes::<32>())).await?;
    let mut tries = 0;
    loop {
        match try_erase(app, closure, &password_hash).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            erased => return Ok(erased?),
        }
    }
}

async fn try_erase(app: &App, closure: &Closure, password_hash: &str) -> croupier_db::Result<()> {
    let (player, now) = (closure.player, app.clock.now());
    let mut tx = app.db.begin().await?;
    let fact = Fact { kind: "player.erased", body: json!({ "closure": closure.id }).to_string() };
    log::append(&app.db, &mut tx, player, now, &[fact]).await?;
    if !closing_store::note_erased(&mut tx, closure.id, now).await? {
        return Ok(());
    }
    let address = format!("erased-{player}@erased.invalid");
    store::erase(&mut tx, player, &address, password_hash).await?;
    tx.commit().await
}
