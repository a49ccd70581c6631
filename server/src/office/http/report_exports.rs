//! What a regulator is given: sums by day, currency and game under one licence, as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use croupier_db::log;
use croupier_ledger::Fact;
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::reports::period;
use super::tables::{Cell, ROWS, next_of, streamed};
use crate::app::App;
use crate::platform::calendar::Date;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::reports::{self, Figure, SumRow};
use crate::rules::Rule;
use crate::staff::needs::ReportsRead;
use crate::staff::{Actor, NO_PLAYER, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(export_for_regulator))
}

/// Writes into the log that a member takes the file `name` along, before it is sent.
pub(super) async fn note_export(app: &App, by: &Actor, name: &str) -> ApiResult<()> {
    let body = by.signing(json!({ "subject": name })).to_string();
    let mut tx = app.db.begin().await?;
    let fact = Fact { kind: "report.exported", body };
    log::append(&app.db, &mut tx, NO_PLAYER, app.clock.now(), &[fact]).await?;
    Ok(tx.commit().await?)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RegulatorQuery {
    /// The code of the licence.
    licence: String,
    /// The first day, `YYYY-MM-DD`.
    from: String,
    /// The last day, at most three years after it.
    to: String,
}

/// The columns of the file; docs/BACKOFFICE.md says what each holds.
const TITLES: [&str; 21] = [
    "date",
    "licence",
    "licence_number",
    "currency",
    "provider",
    "game",
    "rounds",
    "bets",
    "bonus_bets",
    "wins",
    "bonus_wins",
    "ggr",
    "bonus_cost",
    "jackpot_cost",
    "loyalty_cost",
    "prize_cost",
    "ngr",
    "adjustments",
    "deposits",
    "cashouts",
    "liability_change",
];

/// Take the file for a licence's regulator
///
/// One row a day, currency and game; what belongs to no game has a row without one. The log keeps who has taken it.
#[utoipa::path(get, path = "/api/reports/regulator", tag = "reports", params(RegulatorQuery), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn export_for_regulator(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ReportsRead>,
    Query(query): Query<RegulatorQuery>,
) -> ApiResult<Response> {
    let period = period(&query.from, &query.to)?;
    let licence =
        app.site_config.licences.all().iter().find(|licence| licence.code == query.licence).cloned();
    let licence = licence.ok_or_else(|| ApiError::fields(vec![Rule::NotAllowed.on("licence")]))?;
    let name = format!("regulator-{}-{}-{}", licence.code, query.from, query.to);
    note_export(&app, &caller.actor(), &name).await?;
    let first = (i64::MIN, String::new(), -1);
    streamed(&name, &TITLES, first, move |(day, currency, game)| {
        let (app, licence) = (app.clone(), licence.clone());
        async move {
            let after = (day, currency.as_str(), game);
            let rows = reports::sums_after(&app.db, &licence.code, period, after, ROWS).await?;
            let next = next_of(&rows, |last| (last.day, last.currency.code().to_owned(), last.game));
            let index = app.catalogue.index();
            let cells = rows.iter().map(|row| {
                let game = index.known(row.game);
                let named = |of: Option<&String>| Cell::Text(of.cloned().unwrap_or_default());
                let mut cells = vec![
                    Cell::Text(Date::of_days(row.day).to_string()),
                    Cell::Text(licence.code.clone()),
                    Cell::Text(licence.holder.number.clone()),
                    Cell::Text(row.currency.code().to_owned()),
                    named(game.map(|game| &game.provider)),
                    named(game.map(|game| &game.identifier)),
                ];
                cells.extend(sums(row));
                cells
            });
            ApiResult::Ok((cells.collect(), next))
        }
    })
}

fn sums(row: &SumRow) -> Vec<Cell> {
    let SumRow { currency, figures, .. } = row;
    let amount = |amount: i64| Cell::Amount(amount, *currency);
    vec![
        Cell::Number(figures[Figure::Rounds]),
        amount(figures[Figure::Bets]),
        amount(figures[Figure::BonusBets]),
        amount(figures[Figure::Wins]),
        amount(figures[Figure::BonusWins]),
        amount(figures.ggr()),
        amount(figures[Figure::BonusCost]),
        amount(figures[Figure::JackpotCost]),
        amount(figures[Figure::LoyaltyCost]),
        amount(figures[Figure::PrizeCost]),
        amount(figures.ngr()),
        amount(figures[Figure::Adjustments]),
        amount(figures[Figure::Deposits]),
        amount(figures[Figure::Cashouts]),
        amount(figures[Figure::Liability]),
    ]
}
