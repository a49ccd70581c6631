//! Coins that came to lasting addresses and are held, and lines of partners' lists that could not be taken.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PAGE_AND_ONE, PlayerBrief, ReasonBody, brief_of, briefs, paged, reason};
use crate::app::App;
use crate::cashbox::{self, Arrival, ArrivalState, HeldFor, ReturnRequest, UnreadCoin};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{PayoutsDecide, PayoutsRead};

/// How many lines that could not be taken are shown.
const UNREAD_SHOWN: i64 = 20;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(coins))
        .routes(routes!(credit_coin))
        .routes(routes!(return_coin))
        .routes(routes!(approve_coin))
        .routes(routes!(refuse_coin))
}

/// Which coins are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CoinFilter {
    /// Those that are held or go back.
    Held,
    /// All that came.
    All,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CoinsQuery {
    /// Which ones.
    #[param(inline)]
    state: CoinFilter,
    /// The `next` of the page before.
    after: Option<Uuid>,
}

/// An address that a member has typed, which waits for another member.
#[derive(Debug, Serialize, ToSchema)]
struct CoinReturnAsked {
    address: String,
    member_id: String,
    by: String,
    reason: String,
    at: String,
}

impl From<ReturnRequest> for CoinReturnAsked {
    fn from(asked: ReturnRequest) -> Self {
        Self {
            address: asked.address,
            member_id: asked.member.to_string(),
            by: asked.name,
            reason: asked.reason,
            at: rfc3339(asked.at),
        }
    }
}

/// Coins that came to a lasting address.
#[derive(Debug, Serialize, ToSchema)]
struct CoinRow {
    /// The number; that of the payment once they are credited.
    id: String,
    player: PlayerBrief,
    /// Subunits.
    amount_cents: i64,
    currency: String,
    state: ArrivalState,
    /// Why they are held, or were held last.
    held_for: Option<HeldFor>,
    provider: String,
    address: String,
    txid: String,
    output: i64,
    confirmations: i64,
    confirmations_needed: i64,
    /// The address that the player was paid to last: the one that one member alone can send to.
    known_address: Option<String>,
    /// Where they go back to, or went.
    return_address: Option<String>,
    /// Why the last try to send them back has failed.
    return_error: Option<String>,
    /// What waits for another member.
    asked: Option<CoinReturnAsked>,
    seen_at: String,
}

impl CoinRow {
    async fn of(app: &App, arrival: Arrival, briefs: &[PlayerBrief]) -> ApiResult<Self> {
        let is_held = arrival.state == ArrivalState::Held;
        let known_address = if is_held { cashbox::paid_address(&app.db, &arrival).await? } else { None };
        Ok(Self {
            id: arrival.id.to_string(),
            player: brief_of(briefs, arrival.player)?,
            amount_cents: arrival.amount,
            currency: arrival.currency.code().to_owned(),
            state: arrival.state,
            held_for: arrival.reason,
            provider: arrival.provider,
            address: arrival.address,
            txid: arrival.txid,
            output: arrival.output,
            confirmations: arrival.confirmations,
            confirmations_needed: arrival.confirmations_needed,
            known_address,
            return_address: arrival.return_address,
            return_error: arrival.return_error,
            asked: arrival.asked.filter(|_| is_held).map(CoinReturnAsked::from),
            seen_at: rfc3339(arrival.seen_at),
        })
    }
}

/// A line of a partner's list that could not be taken.
#[derive(Debug, Serialize, ToSchema)]
struct UnreadCoinRow {
    id: String,
    provider: String,
    /// What it says, cut.
    body: String,
    /// `unreadable`, `unknown` (it fits nothing here) or `failed` (it is tried again).
    why: String,
    times: i64,
    at: String,
}

impl From<UnreadCoin> for UnreadCoinRow {
    fn from(unread: UnreadCoin) -> Self {
        let UnreadCoin { id, provider, body, why, times, at } = unread;
        Self { id: id.to_string(), provider, body, why, times, at: rfc3339(at) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct CoinList {
    coins: Vec<CoinRow>,
    /// Lines of partners' lists that could not be taken, newest first.
    unread: Vec<UnreadCoinRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List coins that came to lasting addresses
#[utoipa::path(get, path = "/api/coins", tag = "coins", params(CoinsQuery), responses(
    (status = 200, body = CoinList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn coins(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsRead>,
    Query(query): Query<CoinsQuery>,
) -> ApiResult<Json<CoinList>> {
    let all = query.state == CoinFilter::All;
    let found = cashbox::coins(&app.db, caller.scope(), all, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |coin| coin.id);
    let players: Vec<_> = found.iter().map(|coin| coin.player).collect();
    let briefs = briefs(&app, &players).await?;
    let mut coins = Vec::with_capacity(found.len());
    for coin in found {
        coins.push(CoinRow::of(&app, coin, &briefs).await?);
    }
    // A line that could not be taken belongs to no player of anybody's brand.
    let unread = if caller.scope().is_bound() {
        Vec::new()
    } else {
        cashbox::unread_coins(&app.db, UNREAD_SHOWN).await?
    };
    Ok(Json(CoinList { coins, unread: unread.into_iter().map(UnreadCoinRow::from).collect(), next }))
}

async fn view(app: &App, arrival: Arrival) -> ApiResult<Json<CoinRow>> {
    let briefs = briefs(app, &[arrival.player]).await?;
    CoinRow::of(app, arrival, &briefs).await.map(Json)
}

/// Credit held coins
///
/// Possible once nothing speaks against it any more.
#[utoipa::path(post, path = "/api/coins/{id}/credit", tag = "coins", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = CoinRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "coin_held_ and the reason that is still there; invalid_state: they are held no more",
        body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn credit_coin(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<CoinRow>> {
    let reason = reason("reason", &body.reason)?;
    let coin = cashbox::coin(&app.db, id).await?;
    let by = caller.actor();
    view(&app, cashbox::credit_held(&app, coin, Some((&by, reason.as_str()))).await?).await
}

#[derive(Deserialize, ToSchema)]
struct CoinReturnBody {
    /// Where they go.
    address: String,
    /// 1 to 500 characters.
    reason: String,
}

/// Send held coins back
///
/// At once to the address that the player was paid to last; to any other address once another member has approved it.
#[utoipa::path(post, path = "/api/coins/{id}/return", tag = "coins", params(("id" = Uuid, Path)),
    request_body = CoinReturnBody, responses(
    (status = 200, body = CoinRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "invalid_state: they are held no more, or something is asked for already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn return_coin(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<CoinReturnBody>,
) -> ApiResult<Json<CoinRow>> {
    let reason = reason("reason", &body.reason)?;
    let coin = cashbox::coin(&app.db, id).await?;
    let by = caller.actor();
    let done =
        cashbox::send_back_for(&app, coin, &body.address, (&by, caller.member.id, reason.as_str())).await?;
    view(&app, done).await
}

#[derive(Deserialize, ToSchema)]
struct ApproveReturnBody {
    /// The address that the caller has seen and approves.
    address: String,
    /// 1 to 500 characters.
    reason: String,
}

/// Approve that held coins go to the address that another member has typed
#[utoipa::path(post, path = "/api/coins/{id}/approve", tag = "coins", params(("id" = Uuid, Path)),
    request_body = ApproveReturnBody, responses(
    (status = 200, body = CoinRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "second_person_needed: the caller has asked for it, or was invited after; \
        invalid_state: it was decided, or another address is asked for", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn approve_coin(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ApproveReturnBody>,
) -> ApiResult<Json<CoinRow>> {
    let reason = reason("reason", &body.reason)?;
    let coin = cashbox::coin(&app.db, id).await?;
    let by = caller.actor();
    let done =
        cashbox::approve_return(&app, coin, &body.address, (&by, caller.member.id, reason.as_str())).await?;
    view(&app, done).await
}

/// Refuse what another member has asked for, or take it back
///
/// Nothing moves.
#[utoipa::path(post, path = "/api/coins/{id}/refuse", tag = "coins", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = CoinRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "invalid_state: nothing is asked for any more", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn refuse_coin(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<CoinRow>> {
    let reason = reason("reason", &body.reason)?;
    let coin = cashbox::coin(&app.db, id).await?;
    let by = caller.actor();
    let done = cashbox::refuse_return(&app, coin, (&by, caller.member.id, reason.as_str())).await?;
    view(&app, done).await
}
