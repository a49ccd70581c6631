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
use crate::cashbox::cards_store;
use crate::cashbox::closed_loop::{Seeker, Way};
use crate::cashbox::fees::{self, Book, Terms};
use crate::cashbox::kind::Kind;
use crate::cashbox::methods::Method;
use crate::cashbox::model::SavedCard;
use crate::cashbox::payer::Payer;
use crate::cashbox::range::Range;
use crate::cashbox::state::Action;
use crate::cashbox::switches;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::{Path, Query};
use crate::player;
use crate::site_config::Licence;

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
    /// How long a deposit takes: `instant`, `confirmation`, `hours:` and a number, or the operator's own words.
    processing_time: String,
    /// What a deposit costs.
    deposit_terms: Terms,
    /// What a cashout costs, and how long it takes.
    withdrawal_terms: Terms,
    deposit: Range,
    withdrawal: Range,
    /// The network of a coin, where there is a choice.
    network: Option<String>,
    /// What has to go back by this way before money goes elsewhere, in subunits; of cashouts alone.
    returns_cents: i64,
}

/// A kept card or account.
#[derive(Debug, Serialize, ToSchema)]
struct SavedProfile {
    id: String,
    /// First six and last four digits of a card; an account as far as it may be shown.
    masked: String,
    brand: String,
    /// What has to go back there before money goes elsewhere, in subunits; of cashouts alone.
    returns_cents: i64,
}

/// What is asked for, and what of it has to go back by which way.
#[derive(Debug, Default)]
struct Own {
    /// Cards and accounts with what each has to take back.
    cards: Vec<(SavedCard, i64)>,
    /// The method of transfers that has to take something back, with how much.
    bank: Option<(String, i64)>,
}

impl Own {
    /// What the player pays in with.
    fn kept(cards: Vec<SavedCard>) -> Self {
        Self { cards: cards.into_iter().map(|card| (card, 0)).collect(), bank: None }
    }

    /// Where the player's money goes out to.
    fn out(ways: Vec<Way>) -> Self {
        let mut own = Self::default();
        for way in ways {
            match way.card {
                Some(card) => own.cards.push((card, way.room)),
                None => own.bank = Some((way.method_id, way.room)),
            }
        }
        own
    }
}

fn view(
    method: &Method,
    currency: Currency,
    licence: &Licence,
    book: &Book,
    own: &Own,
) -> Option<PaymentMethod> {
    let terms = |action| book.terms(&licence.code, method, action, currency);
    let deposit_terms = terms(Action::Deposit);
    let limits = method.limits(currency)?;
    let fitting: Vec<_> = own.cards.iter().filter(|(card, _)| card.method_id == method.id).collect();
    let by_bank = own.bank.as_ref().filter(|(id, _)| *id == method.id).map_or(0, |(_, cents)| *cents);
    Some(PaymentMethod {
        id: method.id.clone(),
        currency: currency.code(),
        brand: method.brand.clone(),
        provider: method.provider.clone(),
        kind: method.kind,
        title: method.title.clone(),
        saved_profiles: fitting
            .iter()
            .map(|(card, returns_cents)| SavedProfile {
                id: card.id.to_string(),
                masked: card.masked.clone(),
                brand: card.brand.clone(),
                returns_cents: *returns_cents,
            })
            .collect(),
        image: format!("/art/payments/{}.svg", method.brand),
        recallable: method.recallable && licence.recall,
        processing_time: match deposit_terms.hours {
            0 => method.processing_time.clone(),
            hours => format!("hours:{hours}"),
        },
        deposit_terms,
        withdrawal_terms: terms(Action::Cashout),
        deposit: limits.deposit,
        withdrawal: limits.withdrawal,
        network: method.network.clone(),
        returns_cents: by_bank + fitting.iter().map(|(_, cents)| cents).sum::<i64>(),
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
        .filter(|method| method.is_for(&licence.code, &groups) && app.cashbox.is_supported(method, &off));
    let none = Own::default();
    let book = fees::book(&app).await?;
    let rows = offered.flat_map(|method| {
        method.currencies().filter_map(|currency| view(method, currency, licence, &book, &none))
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
    (status = 422, body = crate::platform::error::FieldErrorsBody),
))]
pub(super) async fn payment_methods(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> ApiResult<Json<Vec<PaymentMethod>>> {
    let action = Action::from_name(&wanted.action);
    let refused = || ApiError::field("action", "VALIDATION.INVALID", "An action is deposit or cashout.");
    let action = action.ok_or_else(refused)?;
    let payer = Payer::load(&app, &caller, &visitor).await?;
    let currency = match &wanted.currency {
        None => payer.player.currency,
        Some(code) => code.parse().map_err(|_| {
            ApiError::field("currency", "currency_not_supported", "There is no such currency.")
        })?,
    };
    let own = match action {
        Action::Deposit => Own::kept(cards_store::cards(&app.db, caller.id).await?),
        Action::Cashout => Own::out(Seeker::of(&payer, currency).ways(&app, &[]).await?),
    };
    let licence = app.site_config.licences.named(&payer.player.licence);
    let book = fees::book(&app).await?;
    let methods = app.cashbox.methods.now();
    let offered = methods.iter().filter(|method| payer.may_use(&app, method));
    Ok(Json(offered.filter_map(|method| view(method, currency, licence, &book, &own)).collect()))
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
