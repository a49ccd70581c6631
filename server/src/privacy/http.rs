//! The calls about a player's own data.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::closing::{self, Closing};
use super::exports;
use super::model::{Export, ExportState};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::{self, Rule};

/// The longest reason that a player gives, in characters.
const REASON_MAX: usize = 500;

/// The calls about a player's own data.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(data_exports, ask_for_data))
        .routes(routes!(data_export_file))
        .routes(routes!(closing_account, end_account))
}

/// A copy of the player's data.
#[derive(Debug, Serialize, ToSchema)]
struct DataExport {
    id: Uuid,
    state: ExportState,
    asked_at: String,
    /// Until when it can be taken; null of one that cannot be.
    expires_at: Option<String>,
    size_bytes: i64,
}

impl From<&Export> for DataExport {
    fn from(export: &Export) -> Self {
        Self {
            id: export.id,
            state: export.state,
            asked_at: rfc3339(export.asked_at),
            expires_at: export.expires_at.map(rfc3339),
            size_bytes: export.size_bytes,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct DataExports {
    /// The newest first.
    exports: Vec<DataExport>,
    /// How many may be asked for in a day.
    daily_max: i64,
    /// For how many days one can be taken.
    kept_days: i64,
}

async fn listed(app: &App, player: i64) -> ApiResult<Json<DataExports>> {
    let exports = exports::of_player(app, player).await?;
    let exports = exports.iter().map(DataExport::from).collect();
    Ok(Json(DataExports { exports, daily_max: exports::DAILY_MAX, kept_days: exports::KEPT_DAYS }))
}

/// Read which copies of their data the player has asked for
#[utoipa::path(get, path = "/api/player/data_exports", tag = "privacy", responses(
    (status = 200, body = DataExports),
    (status = 401, body = ErrorBody),
))]
async fn data_exports(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<DataExports>> {
    listed(&app, caller.id).await
}

/// Ask for a copy of all data held about the player
///
/// It is written meanwhile; the player is told by mail and by `documents_changes` once it is ready.
#[utoipa::path(post, path = "/api/player/data_exports", tag = "privacy", responses(
    (status = 202, body = DataExports),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required", body = ErrorBody),
    (status = 409, description = "export_under_way; exports_too_many: as many as are made in a day", body = ErrorBody),
))]
async fn ask_for_data(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
) -> ApiResult<(StatusCode, Json<DataExports>)> {
    caller.require_fresh()?;
    exports::ask(&app, caller.id, &visitor.host).await?;
    Ok((StatusCode::ACCEPTED, listed(&app, caller.id).await?))
}

/// Take a copy of the player's data
///
/// One JSON object; docs/PRIVACY.md says what is in it.
#[utoipa::path(get, path = "/api/player/data_exports/{id}/file", tag = "privacy", params(("id" = Uuid, Path)), responses(
    (status = 200, body = String, content_type = "application/json"),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "export_under_way; export_expired: it is gone", body = ErrorBody),
))]
async fn data_export_file(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<Uuid>,
) -> ApiResult<Response> {
    caller.require_fresh()?;
    let (export, parts) = exports::taken(&app, caller.id, id).await?;
    let owner = export.owner();
    let parts = stream::try_unfold((app, owner, parts.into_iter()), |(app, owner, mut parts)| async move {
        let Some(part) = parts.next() else { return Ok(None) };
        let read = app.blobs.read(&part, &owner).await;
        match read {
            Ok(Some(bytes)) => Ok(Some((Bytes::from(bytes), (app, owner, parts)))),
            failed => {
                tracing::error!(?failed, part = part.as_str(), "a copy of data could not be sent to its end");
                Err(std::io::Error::other("a part could not be read"))
            }
        }
    });
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"data-{id}.json\""));
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (CONTENT_DISPOSITION, disposition.map_err(|error| ApiError::internal(&error))?),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// A wallet of an account that is to be closed, in subunits.
#[derive(Debug, Serialize, ToSchema)]
struct ClosingWallet {
    currency: String,
    /// To be taken out first.
    cash_cents: i64,
    /// Of withdrawals under way.
    held_cents: i64,
    /// Lapses.
    bonus_cents: i64,
}

/// What the end of the account would mean.
#[derive(Debug, Serialize, ToSchema)]
struct ClosingView {
    /// Whether nothing stands in the way.
    can_close: bool,
    /// Wallets that hold something.
    wallets: Vec<ClosingWallet>,
    /// Payments under way, and coins that are not credited.
    open_payments: i64,
    /// Prizes of money that were won and are still to be paid.
    open_prizes: i64,
    open_rounds: i64,
    /// Bonuses and free spins that lapse.
    gifts: i64,
    /// Boxes that lapse.
    lootboxes: i64,
    /// Points that lapse.
    points: i64,
    /// For how many years the law has personal data kept.
    kept_years: i64,
    /// The law.
    kept_by: String,
}

/// Read what the end of the account would mean
#[utoipa::path(get, path = "/api/player/closing", tag = "privacy", responses(
    (status = 200, body = ClosingView),
    (status = 401, body = ErrorBody),
))]
async fn closing_account(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<ClosingView>> {
    let (holdings, retention) = closing::preview(&app, caller.id).await?;
    let can_close = !closing::is_in_the_way(&holdings);
    let (open_payments, gifts) = (holdings.open_payments, holdings.bonuses + holdings.free_spins);
    let (lootboxes, open_prizes) = (holdings.lootboxes, holdings.open_prizes);
    let open_rounds = holdings.wallets.iter().map(|wallet| wallet.open_rounds).sum();
    let points = holdings.wallets.iter().map(|wallet| wallet.points).sum();
    let full = holdings.wallets.into_iter().filter(|wallet| wallet.cash + wallet.held + wallet.bonus > 0);
    let wallets = full.map(|wallet| ClosingWallet {
        currency: wallet.currency,
        cash_cents: wallet.cash,
        held_cents: wallet.held,
        bonus_cents: wallet.bonus,
    });
    Ok(Json(ClosingView {
        can_close,
        wallets: wallets.collect(),
        open_payments,
        open_prizes,
        open_rounds,
        gifts,
        lootboxes,
        points,
        kept_years: retention.years,
        kept_by: retention.law,
    }))
}

#[derive(Debug, Deserialize, ToSchema)]
struct CloseBody {
    /// Why, in the player's words; at most 500 characters.
    #[serde(default)]
    reason: String,
}

/// Close the account
///
/// Every session ends at once, bonuses lapse, and nobody is told of offers any more. Only staff opens the account again. This is no
/// self-exclusion.
#[utoipa::path(post, path = "/api/player/closing", tag = "privacy", request_body = CloseBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required", body = ErrorBody),
    (status = 409, description = "balance_left, payments_open, prizes_open or rounds_open: something has to be finished first; \
        account_closed: it is closed already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn end_account(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<CloseBody>,
) -> ApiResult<StatusCode> {
    caller.require_fresh()?;
    let typed = body.reason.trim();
    let reason = if typed.is_empty() { String::new() } else { long_text(typed)? };
    closing::close(&app, Closing { player: caller.id, staff: None, reason: &reason }).await?;
    // The log tells it too, a moment later; who closed the account is out when the answer is there.
    app.live_sessions.end(&caller.session);
    Ok(StatusCode::NO_CONTENT)
}

fn long_text(typed: &str) -> ApiResult<String> {
    rules::long_text(typed, REASON_MAX).map_err(|rule: Rule| ApiError::fields(vec![rule.on("reason")]))
}
