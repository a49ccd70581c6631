//! Ways to pay, and cards that are kept.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::body::Json;
use crate::cashbox::cards_store;
use crate::cashbox::kind::Kind;
use crate::cashbox::methods::Method;
use crate::cashbox::model::SavedCard;
use crate::cashbox::payer::Payer;
use crate::cashbox::range::Range;
use crate::cashbox::state::Action;
use crate::cashbox::switches;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::player;
use crate::query::{Path, Query};

/// A way to pay in one currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentMethod {
    id: String,
    currency: &'static str,
    brand: String,
    provider: String,
    #[serde(rename = "type")]
    kind: Kind,
    title: String,
    /// Cards and accounts that can be used again; always empty for guests.
    saved_profiles: Vec<SavedProfile>,
    /// The address of its sign.
    image: String,
    /// Whether cashouts can be taken back for a moment.
    recallable: bool,
    processing_time: String,
    /// Per cent of the amount.
    fee: u32,
    deposit: Range,
    withdrawal: Range,
    /// The network of a coin, where there is a choice.
    network: Option<String>,
}

/// A kept card or account.
#[derive(Debug, Serialize, ToSchema)]
struct SavedProfile {
    id: String,
    /// First six and last four digits of a card; an account as far as it may be shown.
    masked: String,
    brand: String,
}

fn view(method: &Method, currency: Currency, recall: bool, cards: &[SavedCard]) -> Option<PaymentMethod> {
    let limits = method.limits(currency)?;
    let fitting = cards.iter().filter(|card| card.method_id == method.id);
    Some(PaymentMethod {
        id: method.id.clone(),
        currency: currency.code(),
        brand: method.brand.clone(),
        provider: method.provider.clone(),
        kind: method.kind,
        title: method.title.clone(),
        saved_profiles: fitting
            .map(|card| SavedProfile {
                id: card.id.to_string(),
                masked: card.masked.clone(),
                brand: card.brand.clone(),
            })
            .collect(),
        image: format!("/art/payments/{}.svg", method.brand),
        recallable: method.recallable && recall,
        processing_time: method.processing_time.clone(),
        fee: method.fee,
        deposit: limits.deposit,
        withdrawal: limits.withdrawal,
        network: method.network.clone(),
    })
}

/// List the ways to pay for anybody
///
/// Those of the player's licence and groups, for guests of the licence that serves their country; one row a currency.
#[utoipa::path(get, path = "/api/payment_methods", tag = "cashbox",
    responses((status = 200, body = [PaymentMethod])))]
pub(super) async fn public_payment_methods(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
) -> ApiResult<Json<Vec<PaymentMethod>>> {
    let licence = player::licence_of(&app, &visitor, &caller).await?;
    let groups = match caller.player() {
        Some(player) => player::groups_of(&app, player.id).await?,
        None => Vec::new(),
    };
    let (methods, off) = (app.cashbox.methods.now(), switches::off(&app).await?);
    let offered = methods
        .iter()
        .filter(|method| method.is_for(&licence.code, &groups) && app.cashbox.is_carried(method, &off));
    let rows = offered.flat_map(|method| {
        method.currencies().filter_map(|currency| view(method, currency, licence.recall, &[]))
    });
    Ok(Json(rows.collect()))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// `deposit` or `cashout`.
    action: String,
    /// The wallet; the player's active one when left out.
    currency: Option<String>,
}

/// List the player's ways to pay
#[utoipa::path(get, path = "/api/player/payment_methods", tag = "cashbox", params(Wanted), responses(
    (status = 200, body = [PaymentMethod]),
    (status = 401, body = ErrorBody),
    (status = 422, body = crate::error::FieldErrorsBody),
))]
pub(super) async fn payment_methods(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> ApiResult<Json<Vec<PaymentMethod>>> {
    if Action::from_name(&wanted.action).is_none() {
        return Err(ApiError::field("action", "VALIDATION.INVALID", "An action is deposit or cashout."));
    }
    let payer = Payer::load(&app, &caller, &visitor).await?;
    let currency = match &wanted.currency {
        None => payer.player.currency,
        Some(code) => code.parse().map_err(|_| {
            ApiError::field("currency", "currency_not_supported", "There is no such currency.")
        })?,
    };
    let cards = cards_store::cards(&app.db, caller.id).await?;
    let recall = app.house.licences.named(&payer.player.licence).recall;
    let methods = app.cashbox.methods.now();
    let offered = methods.iter().filter(|method| payer.may_use(&app, method));
    Ok(Json(offered.filter_map(|method| view(method, currency, recall, &cards)).collect()))
}

/// Remove a kept card
#[utoipa::path(delete, path = "/api/player/payment_profiles/{id}", tag = "cashbox",
    params(("id" = String, Path)), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(super) async fn remove_profile(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let id = Uuid::parse_str(&id).map_err(|_| ApiError::not_found())?;
    if cards_store::remove_card(&app.db, caller.id, id, app.clock.now()).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::not_found())
    }
}
