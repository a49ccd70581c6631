//! The calls of the questionnaire.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{IncomeRange, WealthAnswer, WealthQuestionnaire, WealthSource, WealthState};
use super::{answering, store};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::rules::{self, Refusals, Rule};

/// The longest name of a profession, in characters.
const PROFESSION_MAX: usize = 100;

/// The longest details, in characters.
const DETAILS_MAX: usize = 1_000;

/// The calls of the questionnaire.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(wealth_questionnaire, answer_wealth_questionnaire))
}

/// The newest questionnaire about the source of the player's wealth. What was answered stays with staff.
#[derive(Debug, Serialize, ToSchema)]
struct WealthView {
    /// Null when nothing was ever asked.
    state: Option<WealthState>,
    /// Until when the answer is due; null while none is.
    due_at: Option<String>,
    /// Whether deposits and withdrawals are held until it is answered.
    overdue: bool,
    /// What staff has written with it.
    note: Option<String>,
    answered_at: Option<String>,
}

impl WealthView {
    /// `newest` as it stands at `now`.
    fn of(newest: Option<WealthQuestionnaire>, now: i64) -> Self {
        let waiting = newest.as_ref().filter(|newest| newest.state == WealthState::Asked);
        Self {
            state: newest.as_ref().map(|newest| newest.state),
            due_at: waiting.map(|waiting| rfc3339(waiting.due_at)),
            overdue: waiting.is_some_and(|waiting| waiting.is_overdue(now)),
            note: waiting.map(|waiting| waiting.note.clone()),
            answered_at: newest.and_then(|newest| newest.answered_at).map(rfc3339),
        }
    }
}

async fn view(app: &App, player: i64) -> ApiResult<Json<WealthView>> {
    let newest = store::newest(&app.db, player).await?;
    Ok(Json(WealthView::of(newest, app.clock.now())))
}

/// Read the questionnaire about the source of wealth
#[utoipa::path(get, path = "/api/player/wealth_questionnaire", tag = "verification", responses(
    (status = 200, body = WealthView),
    (status = 401, body = ErrorBody),
))]
async fn wealth_questionnaire(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<WealthView>> {
    view(&app, caller.id).await
}

#[derive(Deserialize, ToSchema)]
struct WealthAnswerBody {
    /// What the player does for a living, 1 to 100 characters.
    profession: String,
    /// What the player earns in a year, in euros before taxes.
    income: IncomeRange,
    /// Where most of the wealth comes from.
    source: WealthSource,
    /// In the player's own words, at most 1,000 characters; `other` needs them.
    details: Option<String>,
}

/// The answer as it is kept.
fn judged(body: WealthAnswerBody) -> ApiResult<WealthAnswer> {
    let mut refusals = Refusals::default();
    let profession = refusals.check("profession", rules::short_text(&body.profession, PROFESSION_MAX));
    let typed = body.details.filter(|details| !details.trim().is_empty());
    let details = if let Some(typed) = typed {
        refusals.check("details", rules::long_text(&typed, DETAILS_MAX))
    } else {
        if body.source == WealthSource::Other {
            refusals.add("details", Rule::Required);
        }
        None
    };
    refusals.into_result()?;
    let profession = profession.unwrap_or_default();
    Ok(WealthAnswer { profession, income: body.income, source: body.source, details })
}

/// Answer the questionnaire about the source of wealth
///
/// At least one document of the kind `wealth` has to be uploaded before. The answer is kept encrypted, and ends what was held
/// for it.
#[utoipa::path(post, path = "/api/player/wealth_questionnaire", tag = "verification",
    request_body = WealthAnswerBody, responses(
    (status = 200, body = WealthView),
    (status = 401, body = ErrorBody),
    (status = 409, description = "wealth_not_asked: nothing waits for an answer", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn answer_wealth_questionnaire(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<WealthAnswerBody>,
) -> ApiResult<Json<WealthView>> {
    answering::answer(&app, caller.id, &judged(body)?).await?;
    view(&app, caller.id).await
}
