//! The partner is asked how checks stand, so that a lost webhook changes nothing.
//!
//! A look is claimed in the row, so that of several servers one looks; the longest due come first, and each look puts its check
//! behind the others.

use std::sync::Arc;
use std::time::Duration;

use super::judging::pause;
use super::model::PartnerCheck;
use super::taking::take;
use super::{IdentityPartner, PlayerRef, external, store};
use crate::app::App;
use crate::platform::error::ApiResult;

/// How often the operator asks whether there is something to look at.
const EVERY: Duration = Duration::from_secs(15);

/// Checks looked at in one go, one after the other: a partner counts calls.
const BATCH: i64 = 20;

/// Looks after checks until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("looks at checks of identity", EVERY, |app| async move { look_at_due(&app).await.map(drop) })
        .await;
}

/// Looks at the checks whose time has come by the server clock; answers how many there were.
pub async fn look_at_due(app: &App) -> ApiResult<usize> {
    let Some(partner) = &app.identity_partner else { return Ok(0) };
    let due = store::due(&app.db, app.clock.now(), BATCH).await?;
    for check in &due {
        let next = app.clock.now() + pause(check.reported, check.looks + 1);
        if store::claim_look(&app.db, check, next).await? {
            look(app, partner, check).await?;
        }
    }
    Ok(due.len())
}

/// Asks how `check` stands, and takes that in.
async fn look(app: &App, partner: &IdentityPartner, check: &PartnerCheck) -> ApiResult<()> {
    match partner.find(PlayerRef::Theirs(&check.applicant)).await {
        Ok(report) if report.external == external(check.player) => {
            take(app, check.player, &report).await.map(drop)
        }
        Ok(report) => {
            let (player, other) = (check.player, report.external);
            tracing::error!(player, other, "the identity partner tells of somebody else");
            Ok(())
        }
        Err(failure) => {
            tracing::warn!(player = check.player, %failure, "the identity partner could not be asked");
            Ok(())
        }
    }
}
