//! Signing up, wallets, sums, and the settings of a browser.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::sign_up::From;
use super::{AccountView, choose, close, list, recovery, sign_up, subscriptions_http};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::idempotency::Claim;
use crate::platform::body::Json;
use crate::platform::config::Captcha;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::player::{self, PlayerView};
use crate::realtime::{self, Subject};

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(accounts, choose_account))
        .routes(routes!(close_account))
        .routes(routes!(stats))
        .routes(routes!(settings))
        .merge(recovery::http::routes())
        .merge(super::security::routes())
        .merge(super::passkeys::routes())
        .merge(super::providers::http::routes())
        .merge(subscriptions_http::keyed_routes())
}

#[derive(Deserialize, ToSchema)]
struct SignUpBody {
    #[schema(value_type = SignUpForm)]
    user: Map<String, Value>,
}

/// The form of signing up: these, and every field of the context `registration`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form, which is judged field by field")]
struct SignUpForm {
    email: String,
    password: String,
    password_confirmation: Option<String>,
    currency: String,
    /// ISO 3166-1.
    country: String,
    terms_acceptance: bool,
    receive_promos: Option<bool>,
    receive_sms_promos: Option<bool>,
    nickname: Option<String>,
    locale: Option<String>,
    /// The bonus of the first deposit, one that every visitor is offered.
    deposit_bonus_code: Option<String>,
    /// The device fingerprint; may be empty.
    dfpc: String,
    /// The solved captcha, when the settings ask for one.
    captcha: Option<String>,
    /// The affiliate's id.
    affb_id: Option<String>,
    /// The affiliate's tag.
    stag: Option<String>,
    /// The partner's id.
    partner_id: Option<String>,
    #[schema(inline)]
    #[serde(flatten)]
    others: HashMap<String, Value>,
}

/// Sign up
///
/// Makes the player with a wallet in the chosen currency, and signs in.
#[utoipa::path(post, path = "/api/users", tag = "identity", request_body = SignUpBody, responses(
    (status = 201, body = PlayerView),
    (status = 403, description = "restricted_country", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn register(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    claim: Option<Extension<Claim>>,
    headers: HeaderMap,
    Json(body): Json<SignUpBody>,
) -> ApiResult<Response> {
    let claim = claim.map(|Extension(claim)| claim);
    let (device, device_cookie) = visitor.device_cookie(&app)?;
    let from = From { visitor: &visitor, headers: &headers, device: &device };
    match sign_up::sign_up(&app, &from, claim.as_ref(), &body.user).await {
        Ok((view, session)) => {
            let cookie = visitor.cookie.set(&session.token, session.max_age_s)?;
            let cookies = AppendHeaders([(SET_COOKIE, cookie), (SET_COOKIE, device_cookie)]);
            Ok((StatusCode::CREATED, cookies, Json(view)).into_response())
        }
        // A refusal for the age holds the browser to it, so the browser has to be known again.
        Err(refusal) if player::is_refused_for_age(&app, &device).await? => {
            Ok((AppendHeaders([(SET_COOKIE, device_cookie)]), refusal).into_response())
        }
        Err(refusal) => Err(refusal),
    }
}

/// Read the player's wallets
#[utoipa::path(get, path = "/api/player/accounts", tag = "wallet", responses(
    (status = 200, body = [AccountView]),
    (status = 401, body = ErrorBody),
))]
async fn accounts(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<Vec<AccountView>>> {
    Ok(Json(list(&app, caller.id).await?))
}

#[derive(Deserialize, ToSchema)]
struct ChooseBody {
    currency: String,
}

/// Choose the active wallet
///
/// Opens it when the player has none in that currency.
#[utoipa::path(post, path = "/api/player/accounts", tag = "wallet", request_body = ChooseBody, responses(
    (status = 201, body = [AccountView]),
    (status = 401, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn choose_account(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<ChooseBody>,
) -> ApiResult<impl IntoResponse> {
    choose(&app, caller.id, &body.currency).await?;
    Ok((StatusCode::CREATED, Json(list(&app, caller.id).await?)))
}

/// Close an empty wallet
///
/// It is left out of the list until money comes into it or it is chosen again.
#[utoipa::path(delete, path = "/api/player/accounts/{currency}", tag = "wallet", params(("currency" = String, Path)),
    responses(
        (status = 200, body = [AccountView]),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "wallet_in_use, wallet_not_empty", body = ErrorBody),
    ))]
async fn close_account(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(currency): Path<String>,
) -> ApiResult<Json<Vec<AccountView>>> {
    close(&app, caller.id, &currency).await?;
    Ok(Json(list(&app, caller.id).await?))
}

#[derive(Serialize, ToSchema)]
struct StatView {
    currency: &'static str,
    /// Succeeded deposits.
    deposits_cents: i64,
    /// How many of them.
    deposits_count: i64,
    /// Succeeded cashouts.
    cashouts_cents: i64,
    bets_cents: i64,
    wins_cents: i64,
}

/// Read what the player has paid, bet and won, by currency
#[utoipa::path(get, path = "/api/player/stats", tag = "wallet", responses(
    (status = 200, body = [StatView]),
    (status = 401, body = ErrorBody),
))]
async fn stats(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<Vec<StatView>>> {
    let view = |stat: crate::wallet::PlayerStat| StatView {
        currency: stat.currency.code(),
        deposits_cents: stat.deposits,
        deposits_count: stat.deposits_count,
        cashouts_cents: stat.cashouts,
        bets_cents: stat.bets,
        wins_cents: stat.wins,
    };
    Ok(Json(app.wallet.stats(caller.id).await?.into_iter().map(view).collect()))
}

#[derive(Serialize, ToSchema)]
struct Settings {
    realtime: RealtimeSettings,
    /// The public key of reCAPTCHA; null when the captcha is the operator's own, or none is asked.
    recaptcha_key: Option<String>,
    /// `altcha`, `recaptcha`, or `none` when no captcha is asked.
    captcha: &'static str,
    games_page_size: u32,
}

#[derive(Serialize, ToSchema)]
struct RealtimeSettings {
    /// Where the socket is, on this host.
    url: &'static str,
    /// The last part of the player's private channels; null for a guest.
    user_channel_id: Option<String>,
    /// Opens a connection for the next ten minutes.
    token: String,
}

/// Read the settings of this browser
///
/// A guest's token opens the public channels only.
#[utoipa::path(get, path = "/api/player/settings", tag = "player", responses((status = 200, body = Settings)))]
async fn settings(State(app): State<Arc<App>>, caller: Caller) -> ApiResult<Json<Settings>> {
    let (subject, user_channel_id) = match caller.player() {
        Some(caller) => {
            let channel = player::get(&app, caller.id).await?.channel_id;
            let (id, session) = (caller.id, caller.session.clone());
            (Subject::Player { id, user_channel_id: channel.clone(), session }, Some(channel))
        }
        None => (Subject::Guest, None),
    };
    let captcha = match app.config.captcha {
        Captcha::Altcha => "altcha",
        Captcha::Recaptcha => "recaptcha",
        Captcha::None => "none",
    };
    let token = app.realtime.connection_token(&subject);
    Ok(Json(Settings {
        realtime: RealtimeSettings { url: realtime::PATH, user_channel_id, token },
        recaptcha_key: app.config.recaptcha_key_in_force().map(str::to_owned),
        captcha,
        games_page_size: app.config.games_page_size,
    }))
}
