//! Balances that staff pays out on behalf of players who may not sign in.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::payout_split::SplitWayView;
use super::payouts::{PayoutView, view};
use super::player_activity::known;
use super::shared::{number_of, reason};
use crate::app::App;
use crate::cashbox::{self, Destination, PayoutOrder, PayoutWay};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::PayoutsDecide;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(payout_ways)).routes(routes!(pay_out))
}

/// What has to be told of where a payout goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PayoutDestination {
    /// One of the kept cards and accounts.
    Profile,
    /// An address of a coin.
    Address,
    /// The IBAN of a transfer.
    Iban,
    /// The e-mail address of an account.
    Account,
}

impl From<Destination> for PayoutDestination {
    fn from(destination: Destination) -> Self {
        match destination {
            Destination::Profile => Self::Profile,
            Destination::Address => Self::Address,
            Destination::Iban => Self::Iban,
            Destination::Account => Self::Account,
        }
    }
}

/// A way by which a balance can be paid out.
#[derive(Debug, Serialize, ToSchema)]
struct PayoutWayView {
    payment_method_id: String,
    /// What players read.
    title: String,
    destination: PayoutDestination,
    /// The least amount, in subunits.
    min_cents: i64,
    /// The most, in subunits; null when there is none.
    max_cents: Option<i64>,
    /// What has to go back by it before money goes elsewhere, in subunits.
    room_cents: i64,
    /// The kept cards and accounts that it pays to.
    profiles: Vec<SplitWayView>,
}

impl From<PayoutWay> for PayoutWayView {
    fn from(way: PayoutWay) -> Self {
        Self {
            payment_method_id: way.method,
            title: way.title,
            destination: way.destination.into(),
            min_cents: way.min,
            max_cents: way.max,
            room_cents: way.room,
            profiles: way.profiles.into_iter().map(SplitWayView::from).collect(),
        }
    }
}

/// A wallet with the ways by which it can be paid out.
#[derive(Debug, Serialize, ToSchema)]
struct WalletWays {
    currency: String,
    /// Subunits that can be paid out.
    cash_cents: i64,
    ways: Vec<PayoutWayView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PayoutWays {
    /// The wallets that hold cash.
    wallets: Vec<WalletWays>,
}

/// List the ways by which the balance of a player can be paid out
#[utoipa::path(get, path = "/api/players/{id}/payout-ways", tag = "payouts", params(("id" = i64, Path)), responses(
    (status = 200, body = PayoutWays),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn payout_ways(
    State(app): State<Arc<App>>,
    _: StaffCaller<PayoutsDecide>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PayoutWays>> {
    known(&app, id).await?;
    let mut wallets = Vec::new();
    for wallet in app.wallet.list(id).await?.into_iter().filter(|wallet| wallet.cash > 0) {
        let ways = Box::pin(cashbox::payout_ways(&app, id, wallet.currency)).await?;
        wallets.push(WalletWays {
            currency: wallet.currency.code().to_owned(),
            cash_cents: wallet.cash,
            ways: ways.into_iter().map(PayoutWayView::from).collect(),
        });
    }
    Ok(Json(PayoutWays { wallets }))
}

#[derive(Deserialize, ToSchema)]
struct PayOutBody {
    /// One of the player's wallets.
    currency: String,
    /// Subunits, above zero.
    amount_cents: i64,
    payment_method_id: String,
    /// The kept card or account that it goes to.
    profile_id: Option<Uuid>,
    /// Where a coin goes.
    address: Option<String>,
    /// Where a transfer goes.
    iban: Option<String>,
    /// The e-mail address of the account that the payout of a voucher goes to.
    account: Option<String>,
    /// 1 to 500 characters.
    reason: String,
}

/// Pay a balance out on behalf of a player who may not sign in
///
/// The money is set aside at once, and the cashout is held until another member approves it: the call is the first of two
/// approvals. A bonus whose terms say so ends. The same call with the same key counts once.
#[utoipa::path(post, path = "/api/players/{id}/payouts", tag = "payouts", params(("id" = i64, Path)),
    request_body = PayOutBody, responses(
    (status = 201, body = PayoutView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "account_locked: fraud is suspected; payment_declined: by the rules; account_incomplete; \
        wealth_questionnaire_overdue", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "player_signs_in: the player can pay out without help", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn pay_out(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<PayOutBody>,
) -> ApiResult<(StatusCode, Json<PayoutView>)> {
    let reason = reason("reason", &body.reason)?;
    if !(1..=WIRE_MAX).contains(&body.amount_cents) {
        return Err(ApiError::fields(vec![Rule::Invalid.on("amount_cents")]));
    }
    known(&app, id).await?;
    let no_wallet = |_| ApiError::fields(vec![Rule::NotAllowed.on("currency")]);
    let currency: Currency = body.currency.parse().map_err(no_wallet)?;
    let member = caller.member.id;
    let scope = caller.scope();
    let filled =
        |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let said = [&id.to_be_bytes()[..], currency.code().as_bytes(), &body.amount_cents.to_be_bytes()];
    let order = PayoutOrder {
        currency,
        amount: body.amount_cents,
        method: body.payment_method_id,
        profile: body.profile_id,
        address: filled(body.address),
        iban: filled(body.iban),
        account: filled(body.account),
        member,
        by: caller.actor(),
        reason,
        number: number_of(&app, member, &headers, &said),
    };
    // A browser that goes away must not leave the work half done.
    let worker = app.clone();
    let work = tokio::spawn(async move { cashbox::pay_out(&worker, id, order).await });
    let made = work.await.map_err(|error| ApiError::internal(&error))??;
    Ok((StatusCode::CREATED, Json(view(&app, scope, made).await?)))
}
