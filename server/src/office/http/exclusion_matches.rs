//! Who was taken for an excluded player: sign-ups that were refused, and accounts that were stopped or asked for documents.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PAGE_AND_ONE, PlayerBrief, brief_of, briefs, paged};
use crate::account::exclusion_matches::{self, ExclusionMatch, MatchOutcome};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::platform::query::Query;
use crate::staff::StaffCaller;
use crate::staff::needs::PlayersStop;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(exclusion_matches))
}

/// Which matches are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ExclusionMatchFilter {
    /// Sign-ups that were refused.
    SignUps,
    /// Accounts that were stopped or asked for documents.
    Accounts,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExclusionMatchesQuery {
    /// Which ones.
    #[param(inline)]
    of: ExclusionMatchFilter,
    /// The `next` of the page before.
    after: Option<Uuid>,
}

/// What came of a match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ExclusionMatchOutcome {
    /// A sign-up was refused.
    SignUpRefused,
    /// An account shows documents before the next deposit or game for money.
    DocumentsAsked,
    /// An account was stopped as the excluded person's.
    Stopped,
}

/// Somebody who was taken for an excluded player.
#[derive(Debug, Serialize, ToSchema)]
struct ExclusionMatchView {
    /// The number.
    id: String,
    at: String,
    /// For whom.
    excluded: PlayerBrief,
    /// The account; null for a sign-up that was refused, of which nothing is kept.
    player: Option<PlayerBrief>,
    /// What agrees: `email`, `mobile_phone`, `name_and_birth`, `personal_id`, `document`, `account`.
    fields: Vec<String>,
    outcome: ExclusionMatchOutcome,
    /// The end of the exclusion by then; null when it has none.
    excluded_until: Option<String>,
    /// When staff told the two apart; the match is not made again.
    cleared_at: Option<String>,
}

impl ExclusionMatchView {
    fn of(found: ExclusionMatch, briefs: &[PlayerBrief]) -> ApiResult<Self> {
        Ok(Self {
            id: found.id.to_string(),
            at: rfc3339(found.at),
            excluded: brief_of(briefs, found.excluded)?,
            player: found.player.map(|player| brief_of(briefs, player)).transpose()?,
            outcome: match found.outcome() {
                MatchOutcome::SignUpRefused => ExclusionMatchOutcome::SignUpRefused,
                MatchOutcome::DocumentsAsked => ExclusionMatchOutcome::DocumentsAsked,
                MatchOutcome::Stopped => ExclusionMatchOutcome::Stopped,
            },
            excluded_until: found.end().map(rfc3339),
            cleared_at: found.cleared_at.map(rfc3339),
            fields: found.fields,
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct ExclusionMatchList {
    /// Newest first.
    matches: Vec<ExclusionMatchView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List who was taken for an excluded player
#[utoipa::path(get, path = "/api/exclusion-matches", tag = "players", params(ExclusionMatchesQuery), responses(
    (status = 200, body = ExclusionMatchList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn exclusion_matches(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersStop>,
    Query(query): Query<ExclusionMatchesQuery>,
) -> ApiResult<Json<ExclusionMatchList>> {
    let of_sign_ups = query.of == ExclusionMatchFilter::SignUps;
    let found = exclusion_matches::page(&app.db, of_sign_ups, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |one| one.id);
    let players: Vec<_> = found.iter().flat_map(|one| one.player.into_iter().chain([one.excluded])).collect();
    let briefs = briefs(&app, &players).await?;
    let matches = found.into_iter().map(|one| ExclusionMatchView::of(one, &briefs));
    Ok(Json(ExclusionMatchList { matches: matches.collect::<ApiResult<_>>()?, next }))
}
