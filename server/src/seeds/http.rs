//! The public list of commitments: in pages, as a file to mirror, and by a commitment.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::store::{self, End, Entry};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::{Path, Query};

/// Entries of a page, when none are asked for and at most.
const PAGE: i64 = 100;
const PAGE_MAX: i64 = 1_000;

/// Entries of a file.
const FILE_ROWS: i64 = 10_000;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_commitments))
        .routes(routes!(commitments_file))
        .routes(routes!(show_commitment))
}

/// A part of the list of commitments.
#[derive(Debug, Serialize, ToSchema)]
struct CommitmentList {
    /// The number of the last entry of the whole list; 0 when it has none.
    number: i64,
    /// The head after it, hex.
    head: String,
    /// The entries after the one asked for, in their order.
    commitments: Vec<Commitment>,
}

/// An entry of the list of commitments.
#[derive(Debug, Serialize, ToSchema)]
struct Commitment {
    /// Its number, counted from 1.
    number: i64,
    /// What the operator has committed itself to, hex.
    server_seed_hash: String,
    /// When it was appended, RFC 3339.
    committed_at: String,
    /// The same, in UTC milliseconds, as the head is made with it.
    at_ms: i64,
    /// SHA-256 of `croupier.chain.v1:{head before}:{number}:{at_ms}:{server_seed_hash}`, hex.
    head: String,
}

impl From<Entry> for Commitment {
    fn from(Entry { number, server_seed_hash, at, head }: Entry) -> Self {
        Self { number, server_seed_hash, committed_at: rfc3339(at), at_ms: at, head }
    }
}

/// Which part of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PartQuery {
    /// The number of an entry: those after it are answered.
    after: Option<i64>,
    /// How many at most, from 1 to 1000; 100 when none are asked for.
    limit: Option<i64>,
}

/// The list of what the operator has committed itself to, in pages
#[utoipa::path(get, path = "/api/fairness/commitments", tag = "fairness", params(PartQuery),
    responses((status = 200, body = CommitmentList)))]
async fn list_commitments(
    State(app): State<Arc<App>>,
    Query(query): Query<PartQuery>,
) -> ApiResult<Json<CommitmentList>> {
    // The end first: an entry that is appended meanwhile may be beyond it, and none is missing before it.
    let End { number, head } = store::end(&app.db).await?;
    let limit = query.limit.unwrap_or(PAGE).clamp(1, PAGE_MAX);
    let entries = store::entries(&app.db, query.after.unwrap_or(0), limit).await?;
    let commitments = entries.into_iter().map(Commitment::from).collect();
    Ok(Json(CommitmentList { number, head, commitments }))
}

/// Where a file begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FileQuery {
    /// The number of an entry: those after it are answered, 10,000 at most.
    after: Option<i64>,
}

/// The list of what the operator has committed itself to, as a file to mirror
#[utoipa::path(get, path = "/api/fairness/commitments.csv", tag = "fairness", params(FileQuery), responses(
    (status = 200, body = String, content_type = "text/csv"),
))]
async fn commitments_file(
    State(app): State<Arc<App>>,
    Query(query): Query<FileQuery>,
) -> ApiResult<impl IntoResponse> {
    let entries = store::entries(&app.db, query.after.unwrap_or(0), FILE_ROWS).await?;
    let mut text = String::from("number,at_ms,server_seed_hash,head\n");
    for Entry { number, server_seed_hash, at, head } in entries {
        writeln!(text, "{number},{at},{server_seed_hash},{head}")
            .map_err(|error| ApiError::internal(&error))?;
    }
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"commitments.csv\""),
    ];
    Ok((headers, text))
}

/// Where a commitment stands in the list; 404 while it does not stand there
#[utoipa::path(get, path = "/api/fairness/commitments/{server_seed_hash}", tag = "fairness",
    params(("server_seed_hash" = String, Path)),
    responses((status = 200, body = Commitment), (status = 404, body = ErrorBody)))]
async fn show_commitment(
    State(app): State<Arc<App>>,
    Path(server_seed_hash): Path<String>,
) -> ApiResult<Json<Commitment>> {
    let entry = store::entry_of(&app.db, &server_seed_hash).await?.ok_or_else(ApiError::not_found)?;
    Ok(Json(entry.into()))
}
