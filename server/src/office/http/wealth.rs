//! Questionnaires about where a player's wealth comes from.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::player_activity::known;
use super::shared::reason;
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::{DAY_MS, rfc3339};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::{DocumentsDecide, DocumentsRead};
use crate::verification::{
    self, IncomeRange, WealthAsked, WealthQuestionnaire, WealthRequest, WealthReviewed, WealthSource,
    WealthState,
};

/// The longest time that a player may be given, in days.
const DAYS_MAX: i64 = 90;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(wealth_of_player, ask_wealth))
        .routes(routes!(wealth_answer))
        .routes(routes!(approve_wealth))
        .routes(routes!(return_wealth))
}

/// A questionnaire without its answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WealthQuestionnaire)]
struct QuestionnaireView {
    /// The number.
    id: String,
    state: WealthState,
    /// Until when the answer is or was due.
    due_at: String,
    /// Whether it holds deposits and withdrawals.
    overdue: bool,
    /// What was written to the player with it.
    note: String,
    asked_at: String,
    asked_by: String,
    answered_at: Option<String>,
    reviewed_at: Option<String>,
    reviewed_by: Option<String>,
}

impl QuestionnaireView {
    /// `found` as it stands at `now`.
    fn of(found: WealthQuestionnaire, now: i64) -> Self {
        Self {
            id: found.id.to_string(),
            state: found.state,
            due_at: rfc3339(found.due_at),
            overdue: found.is_overdue(now),
            note: found.note,
            asked_at: rfc3339(found.asked_at),
            asked_by: found.asked_by,
            answered_at: found.answered_at.map(rfc3339),
            reviewed_at: found.reviewed_at.map(rfc3339),
            reviewed_by: found.reviewed_by,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerWealth {
    /// The newest 50, newest first.
    questionnaires: Vec<QuestionnaireView>,
}

async fn list(app: &App, player: i64) -> ApiResult<Json<PlayerWealth>> {
    let (found, now) = (verification::wealth_of(app, player).await?, app.clock.now());
    let questionnaires = found.into_iter().map(|found| QuestionnaireView::of(found, now)).collect();
    Ok(Json(PlayerWealth { questionnaires }))
}

/// List what a player was asked about the source of wealth
#[utoipa::path(get, path = "/api/players/{id}/wealth", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerWealth),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn wealth_of_player(
    State(app): State<Arc<App>>,
    _: StaffCaller<DocumentsRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerWealth>> {
    known(&app, id).await?;
    list(&app, id).await
}

#[derive(Deserialize, ToSchema)]
struct AskWealthBody {
    /// How many days the player has, 1 to 90. Then deposits and withdrawals are held until the answer is there.
    days: i64,
    /// What the player reads, in the player's language: 1 to 500 characters.
    note: String,
}

impl AskWealthBody {
    /// What `caller` asks for.
    fn request<N>(&self, app: &App, caller: &StaffCaller<N>) -> ApiResult<WealthRequest> {
        let note = reason("note", &self.note)?;
        if !(1..=DAYS_MAX).contains(&self.days) {
            return Err(ApiError::fields(vec![Rule::NotAllowed.on("days")]));
        }
        let due_at = app.clock.now() + self.days * DAY_MS;
        Ok(WealthRequest { due_at, note, by: caller.actor() })
    }
}

/// Ask a player about the source of wealth
///
/// Whoever is asked already is asked until the new date, with the new note. The player is mailed.
#[utoipa::path(post, path = "/api/players/{id}/wealth", tag = "players", params(("id" = i64, Path)),
    request_body = AskWealthBody, responses(
    (status = 200, body = PlayerWealth),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "wealth_answered: an answer waits for a decision", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn ask_wealth(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsDecide>,
    Path(id): Path<i64>,
    Json(body): Json<AskWealthBody>,
) -> ApiResult<Json<PlayerWealth>> {
    let request = body.request(&app, &caller)?;
    known(&app, id).await?;
    match verification::ask_wealth(&app, id, &request).await? {
        WealthAsked::Done => list(&app, id).await,
        WealthAsked::Answered => {
            let message = "The player has answered: please decide about that first.";
            Err(ApiError::conflict("wealth_answered", message))
        }
    }
}

/// What a player has answered.
#[derive(Debug, Serialize, ToSchema)]
struct WealthAnswerView {
    profession: String,
    /// In a year, in euros before taxes.
    income: IncomeRange,
    source: WealthSource,
    /// In the player's own words.
    details: Option<String>,
}

/// Read what a player has answered about the source of wealth
///
/// The log keeps who has read it. The files beside it are documents of the kind `wealth`.
#[utoipa::path(get, path = "/api/players/{id}/wealth/{questionnaire}/answer", tag = "players",
    params(("id" = i64, Path), ("questionnaire" = Uuid, Path)), responses(
    (status = 200, body = WealthAnswerView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "There is no such questionnaire, or no answer yet", body = ErrorBody),
))]
async fn wealth_answer(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsRead>,
    Path((id, questionnaire)): Path<(i64, Uuid)>,
) -> ApiResult<Json<WealthAnswerView>> {
    let answer = verification::read_wealth(&app, id, questionnaire, &caller.actor()).await?;
    let answer = answer.ok_or_else(ApiError::not_found)?;
    let verification::WealthAnswer { profession, income, source, details } = answer;
    Ok(Json(WealthAnswerView { profession, income, source, details }))
}

/// Approve what a player has answered about the source of wealth
#[utoipa::path(post, path = "/api/players/{id}/wealth/{questionnaire}/approve", tag = "players",
    params(("id" = i64, Path), ("questionnaire" = Uuid, Path)), responses(
    (status = 200, body = PlayerWealth),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "wealth_decided: no answer waits", body = ErrorBody),
))]
async fn approve_wealth(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsDecide>,
    Path((id, questionnaire)): Path<(i64, Uuid)>,
) -> ApiResult<Json<PlayerWealth>> {
    let reviewed = verification::approve_wealth(&app, id, questionnaire, &caller.actor()).await?;
    decided(&app, id, reviewed).await
}

async fn decided(app: &App, player: i64, reviewed: WealthReviewed) -> ApiResult<Json<PlayerWealth>> {
    match reviewed {
        WealthReviewed::Done => list(app, player).await,
        WealthReviewed::NotAnswered => {
            Err(ApiError::conflict("wealth_decided", "No answer waits for a decision here any more."))
        }
    }
}

/// Ask a player again about the source of wealth
///
/// The answer was not enough; the note tells the player why. The player is mailed.
#[utoipa::path(post, path = "/api/players/{id}/wealth/{questionnaire}/return", tag = "players",
    params(("id" = i64, Path), ("questionnaire" = Uuid, Path)), request_body = AskWealthBody, responses(
    (status = 200, body = PlayerWealth),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "wealth_decided: no answer waits", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn return_wealth(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsDecide>,
    Path((id, questionnaire)): Path<(i64, Uuid)>,
    Json(body): Json<AskWealthBody>,
) -> ApiResult<Json<PlayerWealth>> {
    let request = body.request(&app, &caller)?;
    let reviewed = verification::return_wealth(&app, id, questionnaire, &request).await?;
    decided(&app, id, reviewed).await
}
