//! Closing a brand's site for maintenance: its pages and calls answer 503 until staff opens it again.
//!
//! What has begun goes on: partners' reports are taken, open rounds are played to their end, bets on a flying crash round
//! are cashed out, and sockets stay. Nothing new begins. Every server follows within [`FOLLOW_EVERY`].

mod guard;
mod page;
mod store;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use croupier_db::{Db, log};
use croupier_ledger::Fact;
use serde_json::json;
use tokio::sync::Mutex;

use crate::app::App;
use crate::platform::current::Current;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, NO_PLAYER, Permission};
pub use guard::guard;
pub use store::Closure;

/// How often a server looks what the others have closed.
const FOLLOW_EVERY: Duration = Duration::from_secs(2);

/// Which brands are closed, as this server last knew.
#[derive(Debug)]
pub struct Maintenance {
    closed: Current<BTreeMap<String, Closure>>,
    /// Held from the reading to the replacing, so that an older reading never replaces a newer one.
    following: Mutex<()>,
}

impl Maintenance {
    /// Reads what is closed.
    pub async fn open(db: &Db) -> croupier_db::Result<Self> {
        Ok(Self { closed: Current::new(read(db).await?), following: Mutex::default() })
    }

    /// Why, by whom and since when the site of `brand` is closed; `None` while it is open.
    pub fn closure(&self, brand: &str) -> Option<Closure> {
        self.closed.now().get(brand).cloned()
    }

    /// Whether the site of `brand` is closed.
    pub fn is_closed(&self, brand: &str) -> bool {
        self.closed.now().contains_key(brand)
    }

    /// Whether the site of any brand is.
    fn is_any_closed(&self) -> bool {
        !self.closed.now().is_empty()
    }

    async fn refresh(&self, db: &Db) -> croupier_db::Result<()> {
        let _following = self.following.lock().await;
        self.closed.replace(read(db).await?);
        Ok(())
    }
}

async fn read(db: &Db) -> croupier_db::Result<BTreeMap<String, Closure>> {
    let closed = store::closed(db).await?.into_iter();
    Ok(closed.map(|closure| (closure.brand.clone(), closure)).collect())
}

/// Follows what other servers close and open, until the server stops.
pub async fn run(app: Arc<App>) {
    let follow = |app: Arc<App>| async move { app.maintenance.refresh(&app.db).await };
    app.every("maintenance", FOLLOW_EVERY, follow).await;
}

/// Closes the site of `brand`, or opens it again, as the member `by` wishes: the row and the fact are one commit. This
/// server follows at once. 404 for an unknown brand, 409 when it stands like that already.
pub async fn switch(app: &App, brand: &str, to_open: bool, by: &Actor, reason: &str) -> ApiResult<()> {
    let is_known = app.content.now().brands.all().iter().any(|known| known.id == brand);
    // One that the content has no more can still be opened, so that nothing stays closed for ever.
    let is_left = to_open && app.maintenance.is_closed(brand);
    if !is_known && !is_left {
        return Err(ApiError::not_found());
    }
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    let member = by.signed.as_ref().map(|signed| signed.id).ok_or_else(ApiError::unauthorized)?;
    staff::require_in(&mut tx, member, Permission::MaintenanceSwitch).await?;
    let done = if to_open {
        store::open(&mut tx, brand).await?
    } else {
        let closure =
            Closure { brand: brand.to_owned(), reason: reason.to_owned(), by: by.name.clone(), at: now };
        store::close(&mut tx, &closure).await?
    };
    if !done {
        return Err(ApiError::conflict("already_switched", "Somebody has switched this meanwhile."));
    }
    let kind = if to_open { "maintenance.ended" } else { "maintenance.begun" };
    let body = by.signing(json!({ "subject": brand, "reason": reason })).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind, body }]).await?;
    tx.commit().await?;
    // It is done, whether this server can read it now or in a moment.
    if let Err(error) = app.maintenance.refresh(&app.db).await {
        tracing::warn!(%error, "this server follows later");
    }
    Ok(())
}
