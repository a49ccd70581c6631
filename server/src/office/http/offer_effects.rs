//! What an offer does to players and to the operator, of one that is being written.

use std::sync::Arc;

use axum::extract::State;
use croupier_money::Currency;
use croupier_promo::{Estimate, Simulated, Warning};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::offer_form::OfferForm;
use super::offers::faults_of;
use super::shared::refused;
use crate::app::App;
use crate::catalogue::Volatility;
use crate::office::offers::{self, InGame, Outlook, SimulationRequest};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::PromotionsRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(assess_offer)).routes(routes!(simulate_offer))
}

/// Why an offer is hard on players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferWarning {
    /// Not even the bonus itself can become money in full.
    WinMaxBelowBonus,
    /// What is won beyond a few times the bonus is taken away at the end.
    WithholdsWinnings,
    /// The bonus itself is never paid out.
    Sticky,
    /// It has to be wagered more than 50 times.
    WagerHigh,
    /// Bonus and deposit together have to be wagered more than 30 times.
    WagerWithDepositHigh,
    /// Even at the largest bet nobody gets through in the time that there is.
    TooShort,
    /// It can be activated for less than a day.
    ActivationShort,
    /// A withdrawal takes the bonus and what was won with it.
    CancelsOnCashout,
    /// More than a twentieth of the bonus counts as played away.
    LostBelowHigh,
    /// Most games count nothing.
    FewGamesCount,
    /// Games that are not named count less than half.
    CountsLittle,
}

impl From<Warning> for OfferWarning {
    fn from(warning: Warning) -> Self {
        match warning {
            Warning::WinMaxBelowBonus => Self::WinMaxBelowBonus,
            Warning::WithholdsWinnings => Self::WithholdsWinnings,
            Warning::Sticky => Self::Sticky,
            Warning::WagerHigh => Self::WagerHigh,
            Warning::WagerWithDepositHigh => Self::WagerWithDepositHigh,
            Warning::TooShort => Self::TooShort,
            Warning::ActivationShort => Self::ActivationShort,
            Warning::CancelsOnCashout => Self::CancelsOnCashout,
            Warning::LostBelowHigh => Self::LostBelowHigh,
            Warning::FewGamesCount => Self::FewGamesCount,
            Warning::CountsLittle => Self::CountsLittle,
        }
    }
}

/// What cannot be right about an offer.
#[derive(Debug, Serialize, ToSchema)]
struct OfferFaultView {
    /// The field of the form.
    field: String,
    /// A sentence.
    message: String,
}

/// What is hard about an offer.
#[derive(Debug, Serialize, ToSchema)]
struct OfferWarningView {
    warning: OfferWarning,
    /// In which currencies.
    currencies: Vec<String>,
}

/// What can be said about an offer at once.
#[derive(Debug, Serialize, ToSchema)]
struct OfferAssessment {
    /// It can be saved when there is none.
    faults: Vec<OfferFaultView>,
    /// The worst first.
    warnings: Vec<OfferWarningView>,
}

#[derive(Deserialize, ToSchema)]
struct AssessOfferBody {
    offer: OfferForm,
}

/// Look at an offer that is being written
///
/// Nothing is kept.
#[utoipa::path(post, path = "/api/offers/assess", tag = "offers", request_body = AssessOfferBody, responses(
    (status = 200, body = OfferAssessment),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn assess_offer(
    State(app): State<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
    Json(body): Json<AssessOfferBody>,
) -> ApiResult<Json<OfferAssessment>> {
    let offer = match body.offer.offer() {
        Ok(offer) => offer,
        Err(unread) => {
            let fault = OfferFaultView { field: "offer".to_owned(), message: unread.sentence().to_owned() };
            return Ok(Json(OfferAssessment { faults: vec![fault], warnings: Vec::new() }));
        }
    };
    let faults = faults_of(&app, &offer).into_iter();
    let faults: Vec<OfferFaultView> = faults
        .map(|fault| OfferFaultView { field: fault.field.to_owned(), message: fault.message })
        .collect();
    if !faults.is_empty() {
        // Of terms that cannot be, nothing can be said.
        return Ok(Json(OfferAssessment { faults, warnings: Vec::new() }));
    }
    let warnings = offers::hard_terms(&app, &offer).into_iter().map(|(warning, currencies)| {
        let currencies = currencies.into_iter().map(|currency| currency.code().to_owned()).collect();
        OfferWarningView { warning: warning.into(), currencies }
    });
    Ok(Json(OfferAssessment { faults, warnings: warnings.collect() }))
}

#[derive(Deserialize, ToSchema)]
struct SimulateOfferBody {
    offer: OfferForm,
    currency: String,
    /// What is paid in, in subunits; what brings the whole bonus when null.
    deposit_cents: Option<i64>,
    /// What is staked, in subunits; a hundredth of what there is, within the largest bet, when null.
    stake_cents: Option<i64>,
}

/// A share that was found, and between which two it lies with 95 of 100.
#[derive(Debug, Serialize, ToSchema)]
struct OfferShare {
    mean: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for OfferShare {
    fn from(Estimate { mean, low, high }: Estimate) -> Self {
        Self { mean, low, high }
    }
}

/// An amount that was found, and between which two it lies with 95 of 100; in subunits.
#[derive(Debug, Serialize, ToSchema)]
struct OfferEstimate {
    mean: i64,
    low: i64,
    high: i64,
}

impl From<Estimate> for OfferEstimate {
    fn from(Estimate { mean, low, high }: Estimate) -> Self {
        Self { mean: subunits(mean), low: subunits(low), high: subunits(high) }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an estimate is rounded")]
fn subunits(estimate: f64) -> i64 {
    estimate.round() as i64
}

/// What players get in one game. Amounts are in subunits.
#[derive(Debug, Serialize, ToSchema)]
struct OfferOutcome {
    /// How many players were followed.
    journeys: u32,
    /// The share of them who wager everything.
    completed: OfferShare,
    /// The share whose time was over.
    timed_out: f64,
    /// What a player has more at the end than before, play included.
    value_cents: OfferEstimate,
    /// What the account of the offer pays and does not get back.
    cost_cents: OfferEstimate,
    /// The largest payout of a player.
    largest_cents: i64,
    /// Bets that a player makes.
    bets: f64,
}

impl From<Simulated> for OfferOutcome {
    fn from(found: Simulated) -> Self {
        Self {
            journeys: found.journeys,
            completed: found.completed.into(),
            timed_out: found.timed_out,
            value_cents: found.value.into(),
            cost_cents: found.cost.into(),
            largest_cents: found.largest,
            bets: found.bets,
        }
    }
}

/// A game that the offer was simulated in.
#[derive(Debug, Serialize, ToSchema)]
struct OfferInGame {
    volatility: Volatility,
    identifier: String,
    title: String,
    /// How many percent of a stake count.
    contribution: i64,
    /// Null of a game that cannot be played with the offer.
    outcome: Option<OfferOutcome>,
}

impl From<InGame> for OfferInGame {
    fn from(found: InGame) -> Self {
        Self {
            volatility: found.volatility,
            identifier: found.game.identifier.clone(),
            title: found.game.title.clone(),
            contribution: found.contribution,
            outcome: found.found.map(OfferOutcome::from),
        }
    }
}

/// What players get who take an offer. Amounts are in subunits.
#[derive(Debug, Serialize, ToSchema)]
struct OfferOutlook {
    currency: String,
    deposit_cents: i64,
    bonus_cents: i64,
    stake_cents: i64,
    /// The most that can become money; null where nothing bounds it.
    bound_cents: Option<i64>,
    /// A game with small wins, one in between and one with big wins.
    games: Vec<OfferInGame>,
}

/// Simulate an offer that is being written
///
/// Nothing is kept. The same question has the same answer.
#[utoipa::path(post, path = "/api/offers/simulate", tag = "offers", request_body = SimulateOfferBody, responses(
    (status = 200, body = OfferOutlook),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn simulate_offer(
    State(app): State<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
    Json(body): Json<SimulateOfferBody>,
) -> ApiResult<Json<OfferOutlook>> {
    let offer = body.offer.offer()?;
    if !faults_of(&app, &offer).is_empty() {
        return Err(refused(Rule::Invalid, "offer"));
    }
    let currency: Currency = body.currency.parse().map_err(|_| refused(Rule::Invalid, "currency"))?;
    let requested = SimulationRequest { currency, deposit: body.deposit_cents, stake: body.stake_cents };
    let Outlook { deposit, bonus, stake, bound, games } = offers::outlook(&app, &offer, requested).await?;
    Ok(Json(OfferOutlook {
        currency: currency.code().to_owned(),
        deposit_cents: deposit,
        bonus_cents: bonus,
        stake_cents: stake,
        bound_cents: bound,
        games: games.into_iter().map(OfferInGame::from).collect(),
    }))
}
