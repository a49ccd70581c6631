//! Rightly signed webhooks that were not taken: kept for people, who can ask the partner again.

use croupier_db::Db;
use uuid::Uuid;

use super::asking::with_partner;
use super::coin_arrivals;
use super::partner::Report;
use super::reports::{self, ReportOutcome};
pub use super::untaken_store::Untaken;
use super::{store, untaken_store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// The longest name of a payment that is kept.
const REFERENCE_MAX: usize = 128;

/// Keeps that what `partner` reports was not taken, for `why`. It counts once a payment.
pub(super) async fn note(app: &App, partner: &'static str, report: &Report, why: &str) -> ApiResult<()> {
    let reference: String = report.merchant_ref.chars().take(REFERENCE_MAX).collect();
    let id = app.entropy.uuid(&app.clock);
    untaken_store::note(&app.db, id, (partner, &reference), (report.status.name(), why), app.clock.now())
        .await?;
    Ok(())
}

/// What was taken is not waited for any more.
pub(super) async fn settle(app: &App, partner: &str, reference: &str) -> ApiResult<()> {
    Ok(untaken_store::settle(&app.db, partner, reference).await?)
}

/// The webhooks that were not taken, newest first; at most `limit`.
pub async fn untaken(db: &Db, limit: i64) -> ApiResult<Vec<Untaken>> {
    Ok(untaken_store::list(db, limit).await?)
}

/// Asks the partner of the webhook `id` how its payment, or the coins that came by themselves, stand now, and takes what it says.
/// `false` when that does not fit either.
pub async fn ask_again(app: &App, id: Uuid) -> ApiResult<bool> {
    let found = untaken_store::get(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let Ok(number) = Uuid::parse_str(&found.reference) else { return Ok(false) };
    let payment = store::get(&app.db, number).await?.filter(|payment| payment.provider == found.partner);
    let partner = match &payment {
        Some(payment) => Some(with_partner(app, payment)?),
        None => app.cashbox.partners.get(&found.partner),
    };
    let Some(partner) = partner else { return Ok(false) };
    let report = partner.find(number).await.map_err(|failure| ApiError::unavailable(&failure))?;
    let Some(report) = report else { return Ok(false) };
    // In the order of the webhooks: what came by itself, or goes back, is looked for first.
    let taken = match (Box::pin(coin_arrivals::reported(app, partner.name, &report)).await?, payment) {
        (Some(taken), _) => taken,
        (None, Some(payment)) => reports::take(app, payment, &report).await?,
        (None, None) => return Ok(false),
    };
    let is_taken = taken == ReportOutcome::Yes;
    if is_taken {
        settle(app, &found.partner, &found.reference).await?;
    }
    Ok(is_taken)
}
