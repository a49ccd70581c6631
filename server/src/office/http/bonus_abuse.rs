//! Players whose play makes sense against the terms of bonuses alone.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{PlayerBrief, briefs};
use crate::app::App;
use crate::bonus::{self, AbuseSign, BonusPlay};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::staff::StaffCaller;
use crate::staff::needs::BonusesCancel;

/// Wallets in one answer.
const SHOWN_MAX: usize = 100;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(bonus_abuse))
}

/// What speaks for play against the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum BonusAbuseSign {
    /// At least 95 percent of all stakes counted for bonuses.
    BonusesAlone,
    /// A withdrawal was asked for within a day of at least 80 percent of the bonuses that became money.
    WithdrawsAtOnce,
    /// More was withdrawn than was paid in, and bonuses make up all of that.
    GainsByBonuses,
}

impl From<AbuseSign> for BonusAbuseSign {
    fn from(sign: AbuseSign) -> Self {
        match sign {
            AbuseSign::BonusesAlone => Self::BonusesAlone,
            AbuseSign::WithdrawsAtOnce => Self::WithdrawsAtOnce,
            AbuseSign::GainsByBonuses => Self::GainsByBonuses,
        }
    }
}

/// What bonuses were to a wallet, over its whole life. Amounts are in subunits of its currency.
#[derive(Debug, Serialize, ToSchema)]
struct BonusAbuseView {
    player: PlayerBrief,
    /// The currency of the wallet.
    currency: String,
    /// Two or three.
    signs: Vec<BonusAbuseSign>,
    /// Bonuses with a wager that have ended.
    awards: i64,
    /// Those that were wagered in full.
    completed: i64,
    /// After how many of these a withdrawal was asked for within a day.
    withdrawn_at_once: i64,
    /// What was given.
    granted_cents: i64,
    /// What became money.
    converted_cents: i64,
    /// What counted of stakes while a bonus was active.
    wagered_cents: i64,
    /// All stakes.
    bets_cents: i64,
    /// All deposits.
    deposits_cents: i64,
    /// All withdrawals that were paid.
    cashouts_cents: i64,
}

impl BonusAbuseView {
    fn of(play: BonusPlay, briefs: &[PlayerBrief]) -> Option<Self> {
        let player = briefs.iter().find(|brief| brief.id == play.player)?.clone();
        Some(Self {
            player,
            signs: play.signs().into_iter().map(BonusAbuseSign::from).collect(),
            currency: play.currency,
            awards: play.awards,
            completed: play.completed,
            withdrawn_at_once: play.withdrawn_at_once,
            granted_cents: play.granted,
            converted_cents: play.converted,
            wagered_cents: play.wagered,
            bets_cents: play.bets,
            deposits_cents: play.deposits,
            cashouts_cents: play.cashouts,
        })
    }
}

/// List players whose play makes sense against the terms of bonuses alone
///
/// Wallets that bonuses have become money in within 90 days, with two signs or more; the hundred with the most of them. Nothing
/// follows from it by itself.
#[utoipa::path(get, path = "/api/bonus-abuse", tag = "players", responses(
    (status = 200, body = [BonusAbuseView]),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn bonus_abuse(
    State(app): State<Arc<App>>,
    _: StaffCaller<BonusesCancel>,
) -> ApiResult<Json<Vec<BonusAbuseView>>> {
    let mut found = bonus::suspicious_play(&app.db, app.clock.now()).await?;
    found.truncate(SHOWN_MAX);
    let players: Vec<_> = found.iter().map(|play| play.player).collect();
    let briefs = briefs(&app, &players).await?;
    Ok(Json(found.into_iter().filter_map(|play| BonusAbuseView::of(play, &briefs)).collect()))
}
