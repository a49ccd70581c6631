//! What came of the A/B tests of a switch, run by run, and the same as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::report_exports::note_export;
use super::tables::{Cell, streamed};
use crate::app::App;
use crate::flags::{self, Comparison, TestPlan, TestProgress, TestRun, VariantResult};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::ContentRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_flag_results)).routes(routes!(export_flag_results))
}

/// How far a run of a test is.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FlagTestProgress {
    /// Visitors are missing.
    Collecting,
    /// It has ended before there were enough of them.
    TooShort,
    /// The last ones still have time to reach the outcome.
    Waiting,
    /// It says what it says.
    Complete,
}

/// A run of a test: the versions that compare the same.
#[derive(Debug, Serialize, ToSchema)]
struct FlagTestRunView {
    /// The version that began it.
    run: i64,
    begun_at: String,
    /// Null while it runs.
    ended_at: Option<String>,
    plan: TestPlan,
    progress: FlagTestProgress,
    /// Until when the last visitors have time; null unless the run waits for them.
    waits_until: Option<String>,
    /// The variants that were shown, the one to compare with first.
    variants: Vec<FlagVariantResult>,
}

/// What came of a variant. Shares and probabilities are in hundredths of a per cent.
#[derive(Debug, Serialize, ToSchema)]
struct FlagVariantResult {
    name: String,
    /// Everybody who was shown it.
    shown: i64,
    /// The first of them, as many as were planned; only they are counted.
    visitors: i64,
    /// How many of those have reached the outcome within seven days.
    reached: i64,
    /// Their share; null without visitors, as the ends of its interval.
    share: Option<u32>,
    /// The lower end of Wilson's interval of 95 %.
    low: Option<u32>,
    /// The upper end.
    high: Option<u32>,
    /// Against the first variant; null of that one, and before the run is complete.
    against_first: Option<FlagComparison>,
}

/// The two-proportion z-test of a variant against the first one.
#[derive(Debug, Serialize, ToSchema)]
struct FlagComparison {
    /// How likely variants that are alike would lie at least this far apart; null where too few have reached the outcome.
    probability: Option<u32>,
    /// Whether that is below 5 %, shared by all comparisons of the run.
    differs: bool,
}

impl From<TestRun> for FlagTestRunView {
    fn from(found: TestRun) -> Self {
        let TestRun { run, begun_at, ended_at, plan, progress, variants } = found;
        let (progress, until) = match progress {
            TestProgress::Collecting => (FlagTestProgress::Collecting, None),
            TestProgress::TooShort => (FlagTestProgress::TooShort, None),
            TestProgress::Waiting { until } => (FlagTestProgress::Waiting, Some(until)),
            TestProgress::Complete => (FlagTestProgress::Complete, None),
        };
        Self {
            run,
            begun_at: rfc3339(begun_at),
            ended_at: ended_at.map(rfc3339),
            plan,
            progress,
            waits_until: until.map(rfc3339),
            variants: variants.into_iter().map(FlagVariantResult::from).collect(),
        }
    }
}

impl From<VariantResult> for FlagVariantResult {
    fn from(found: VariantResult) -> Self {
        let VariantResult { name, shown, visitors, reached, share, against_first } = found;
        Self {
            name,
            shown,
            visitors,
            reached,
            share: share.map(|share| share.value),
            low: share.map(|share| share.low),
            high: share.map(|share| share.high),
            against_first: against_first.map(FlagComparison::from),
        }
    }
}

impl From<Comparison> for FlagComparison {
    fn from(found: Comparison) -> Self {
        match found {
            Comparison::TooFew => Self { probability: None, differs: false },
            Comparison::Compared { probability, differs } => Self { probability: Some(probability), differs },
        }
    }
}

/// The runs of a switch that is known.
async fn runs_of(app: &App, name: &str) -> ApiResult<Vec<TestRun>> {
    let known = app.flags.all(&app.content.now().settings.project.features);
    if !known.iter().any(|flag| flag.name == name) {
        return Err(ApiError::not_found());
    }
    Ok(flags::results(&app.db, name, app.clock.now()).await?)
}

/// See what came of the A/B tests of a switch
///
/// Newest run first; empty of a switch that never had a planned test.
#[utoipa::path(get, path = "/api/flags/{name}/results", tag = "operations", params(("name" = String, Path)), responses(
    (status = 200, body = [FlagTestRunView]),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn show_flag_results(
    State(app): State<Arc<App>>,
    _: StaffCaller<ContentRead>,
    Path(name): Path<String>,
) -> ApiResult<Json<Vec<FlagTestRunView>>> {
    Ok(Json(runs_of(&app, &name).await?.into_iter().map(FlagTestRunView::from).collect()))
}

/// The columns of the file.
const TITLES: [&str; 16] = [
    "test",
    "run",
    "begun_at",
    "ended_at",
    "outcome",
    "planned_visitors",
    "progress",
    "variant",
    "shown",
    "visitors",
    "reached",
    "share_percent",
    "low_percent",
    "high_percent",
    "probability_percent",
    "differs",
];

/// Take what came of the A/B tests of a switch along as a file
///
/// A line for each variant of each run. The log keeps who has taken it.
#[utoipa::path(get, path = "/api/flags/{name}/results/export", tag = "operations", params(("name" = String, Path)),
    responses(
        (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn export_flag_results(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentRead>,
    Path(name): Path<String>,
) -> ApiResult<Response> {
    let rows: Vec<_> = runs_of(&app, &name).await?.iter().flat_map(|run| lines(&name, run)).collect();
    let file = format!("test-{name}");
    note_export(&app, &caller.actor(), &file).await?;
    let mut rows = Some(rows);
    streamed(&file, &TITLES, (), move |()| {
        let rows = rows.take().unwrap_or_default();
        async move { ApiResult::Ok((rows, None)) }
    })
}

fn lines(test: &str, run: &TestRun) -> Vec<Vec<Cell>> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let outcome = match run.plan.outcome {
        flags::Outcome::Registration => "registration",
        flags::Outcome::FirstDeposit => "first_deposit",
    };
    let progress = match run.progress {
        TestProgress::Collecting => "collecting",
        TestProgress::TooShort => "too_short",
        TestProgress::Waiting { .. } => "waiting",
        TestProgress::Complete => "complete",
    };
    let line = |found: &VariantResult| {
        let compared = match found.against_first {
            Some(Comparison::Compared { probability, differs }) => Some((probability, differs)),
            Some(Comparison::TooFew) | None => None,
        };
        vec![
            text(test),
            Cell::Number(run.run),
            text(&rfc3339(run.begun_at)),
            run.ended_at.map_or(Cell::Empty, |at| Cell::Text(rfc3339(at))),
            text(outcome),
            Cell::Number(run.plan.visitors.into()),
            text(progress),
            text(&found.name),
            Cell::Number(found.shown),
            Cell::Number(found.visitors),
            Cell::Number(found.reached),
            percent(found.share.map(|share| share.value)),
            percent(found.share.map(|share| share.low)),
            percent(found.share.map(|share| share.high)),
            percent(compared.map(|(probability, _)| probability)),
            compared.map_or(Cell::Empty, |(_, differs)| text(if differs { "yes" } else { "no" })),
        ]
    };
    run.variants.iter().map(line).collect()
}

/// Hundredths of a per cent as a decimal.
fn percent(hundredths: Option<u32>) -> Cell {
    hundredths.map_or(Cell::Empty, |found| Cell::Text(format!("{}.{:02}", found / 100, found % 100)))
}
