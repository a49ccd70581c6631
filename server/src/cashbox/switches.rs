//! Ways to pay and partners that staff has switched off: nobody begins a payment by them, what is under way goes on.

use std::collections::BTreeSet;

use croupier_db::log;
use croupier_ledger::Fact;
use serde_json::json;

use super::switches_store as store;
pub use super::switches_store::Switch;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{Actor, NO_PLAYER};

/// What can be switched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switched {
    /// A way to pay, by its id.
    Method,
    /// A partner, by its name.
    Partner,
}

impl Switched {
    /// The name in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Partner => "partner",
        }
    }
}

/// What is switched off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Off {
    /// Ways to pay, by their ids.
    pub(super) methods: BTreeSet<String>,
    /// Partners, by their names.
    pub(super) partners: BTreeSet<String>,
}

/// What is switched off now.
pub(super) async fn off(app: &App) -> ApiResult<Off> {
    let mut off = Off::default();
    for switch in store::off(&app.db).await? {
        let of_kind =
            if switch.what == Switched::Method.name() { &mut off.methods } else { &mut off.partners };
        of_kind.insert(switch.id);
    }
    Ok(off)
}

/// Every switch that is off, with who has switched it and why.
pub async fn switches(app: &App) -> ApiResult<Vec<Switch>> {
    Ok(store::off(&app.db).await?)
}

/// Switches a way to pay or a partner off, or on again. It is published to every open page of the cashbox.
pub async fn switch(
    app: &App,
    (what, id): (Switched, &str),
    off: bool,
    reason: &str,
    by: &Actor,
) -> ApiResult<()> {
    let is_known = match what {
        Switched::Method => app.cashbox.methods.now().get(id).is_some(),
        Switched::Partner => app.cashbox.partners.get(id).is_some(),
    };
    if !is_known {
        return Err(ApiError::not_found());
    }
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    if !store::set(&mut tx, what.name(), id, off, (reason, &by.name), now).await? {
        return Err(ApiError::conflict("already_switched", "Somebody has switched this meanwhile."));
    }
    let body = by.signing(json!({ "switch": id, "what": what.name(), "off": off, "reason": reason }));
    let fact = Fact { kind: "payment_methods.switched", body: body.to_string() };
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[fact]).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(())
}
