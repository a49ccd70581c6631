//! A draft of the fraud rules, tried on the payments of the last days before it is put in force.

use super::calculations::Fault;
use super::costs::read_draft;
use crate::app::App;
use crate::cashbox::{self, DryRun, FRAUD_RULES, FraudRules};

/// What the draft with this revision would have decided.
pub(super) async fn dry_run(app: &App, revision: i64) -> Result<DryRun, Fault> {
    let draft = read_draft(app, FRAUD_RULES, revision, FraudRules::load).await?;
    cashbox::dry_run(app, &draft).await?.ok_or(Fault::TooMany)
}
