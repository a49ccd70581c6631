//! The calls about providers of sign-in: which there are, the way there and back, and the player's own links.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::form_urlencoded::Serializer;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Arrival;
use crate::account::security::NO_STORE;
use crate::account::sign_up::From;
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::content;
use crate::identity::{self, FlowAnswer, FlowPurpose, FlowStart, ProviderLink};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::player::{self, PlayerView};
use crate::rules::{Refusals, Rule, is_site_path};
use crate::site_config::{is_locale, locale_of_path};

/// The longest path that is gone back to, in bytes.
const RETURN_MAX: usize = 1024;

/// The page of the site that takes what a provider sends back.
const RETURN_PAGE: &str = "/sign-in-return";

pub(in crate::account) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(auth_providers))
        .routes(routes!(begin_provider_sign_in))
        .routes(routes!(return_from_provider))
        .routes(routes!(finish_provider_sign_in))
        .routes(routes!(update_details))
        .routes(routes!(provider_links, accept_provider_link))
        .routes(routes!(unlink_provider))
}

/// A provider of sign-in.
#[derive(Serialize, ToSchema)]
struct AuthProvider {
    /// What calls name it by.
    name: String,
    /// What players read.
    title: String,
}

/// List the providers of sign-in
///
/// Empty where none is set up.
#[utoipa::path(get, path = "/api/auth_providers", tag = "identity", responses((status = 200, body = [AuthProvider])))]
async fn auth_providers(State(app): State<Arc<App>>) -> Json<Vec<AuthProvider>> {
    let all = identity::sign_in_providers(&app);
    Json(all.map(|one| AuthProvider { name: one.name.clone(), title: one.title.clone() }).collect())
}

#[derive(Deserialize, ToSchema)]
struct BeginBody {
    /// `sign_in`, `link` with the player who is signed in, or `reauth` in the place of the password.
    purpose: String,
    /// The path of the site on which the visitor goes on, with its language.
    return_to: String,
    /// The visitor's language.
    locale: String,
}

#[derive(Serialize, ToSchema)]
struct BegunView {
    /// Where the browser goes.
    url: String,
}

/// Begin a sign-in at a provider
///
/// The way counts for one answer, in this browser, for ten minutes.
#[utoipa::path(post, path = "/api/auth_providers/{name}/flows", tag = "identity", params(("name" = String, Path)),
    request_body = BeginBody, responses(
        (status = 201, body = BegunView),
        (status = 401, description = "linking and showing it again are for players", body = ErrorBody),
        (status = 403, description = "restricted_country, or reauth_required to link", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "provider_failed", body = ErrorBody),
        (status = 422, body = FieldErrorsBody),
        (status = 429, body = ErrorBody),
    ))]
async fn begin_provider_sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(name): Path<String>,
    Json(body): Json<BeginBody>,
) -> ApiResult<Response> {
    let BeginBody { purpose, return_to, locale } = body;
    let mut refusals = Refusals::default();
    let purpose = refusals.check("purpose", FlowPurpose::named(&purpose).ok_or(Rule::NotAllowed));
    if !is_site_path(&return_to) || return_to.len() > RETURN_MAX {
        refusals.add("return_to", Rule::Invalid);
    }
    if !is_locale(&locale) {
        refusals.add("locale", Rule::NotAllowed);
    }
    refusals.into_result()?;
    let site_address = content::mail_brand(&app, &visitor.host)?.site;
    let start = FlowStart {
        provider: &name,
        purpose: purpose.unwrap_or(FlowPurpose::SignIn),
        redirect_uri: format!("{site_address}/api/auth_providers/{name}/return"),
        return_to,
        locale: &locale,
    };
    let begun = Box::pin(identity::begin_provider_flow(&app, &visitor, caller.player(), start)).await?;
    let cookie = visitor.cookie.set_provider(&begun.browser_token, identity::BROWSER_TOKEN_S)?;
    Ok((StatusCode::CREATED, NO_STORE, [(SET_COOKIE, cookie)], Json(BegunView { url: begun.address }))
        .into_response())
}

/// What a provider sends a browser back with.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ReturnQuery {
    /// Of the way.
    #[serde(default)]
    state: String,
    /// When somebody was let in.
    code: Option<String>,
    /// When nobody was.
    error: Option<String>,
    /// The issuer, where it is named.
    iss: Option<String>,
}

/// Come back from a provider
///
/// Leads to the page of the site that ends the sign-in, in the visitor's language. Nothing is used up here.
#[utoipa::path(get, path = "/api/auth_providers/{name}/return", tag = "identity",
    params(("name" = String, Path), ReturnQuery), responses((status = 303, description = "to the site")))]
async fn return_from_provider(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(query): Query<ReturnQuery>,
) -> ApiResult<Response> {
    let return_to = identity::return_of(&app, &query.state, &name).await?;
    // What one provider gives is never shown to another: a way that leads back here by another name carries no code on.
    let code = query.code.filter(|_| return_to.is_some());
    let language = return_to.as_deref().and_then(locale_of_path).map(|locale| format!("/{locale}"));
    let carried = [("code", code), ("error", query.error), ("iss", query.iss)];
    let mut pairs = Serializer::new(String::new());
    pairs.append_pair("state", &query.state);
    for (name, value) in carried {
        if let Some(value) = value {
            pairs.append_pair(name, &value);
        }
    }
    let address = format!("{}{RETURN_PAGE}?{}", language.unwrap_or_default(), pairs.finish());
    Ok(([(CACHE_CONTROL, "no-store")], Redirect::to(&address)).into_response())
}

#[derive(Deserialize, ToSchema)]
struct FinishBody {
    /// What the provider has sent the browser back with.
    state: String,
    /// When somebody was let in.
    code: Option<String>,
    /// When nobody was.
    error: Option<String>,
    /// The issuer, where it was named.
    iss: Option<String>,
    /// The device fingerprint; may be empty.
    #[serde(default)]
    dfpc: String,
}

#[derive(Serialize, ToSchema)]
struct ArrivalView {
    /// `signed_in`, `signed_up`, `second_step` (the sign-in is to be called with a code), `link_offered` (a player has this address,
    /// and has to sign in before the provider is linked), `linked`, or `reauthenticated`.
    outcome: &'static str,
    /// What players read of the provider.
    provider: String,
    /// The path of the site on which the visitor goes on.
    return_to: String,
    /// What the second step may be made with beside a recovery code.
    #[serde(skip_serializing_if = "Option::is_none")]
    factors: Option<Vec<&'static str>>,
    /// The address of the player who has to sign in.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

/// End a sign-in at a provider
///
/// Signs in the player who is linked with whom the provider has let in, or makes a new one, of whom the fields in
/// `auth_fields_missed` are asked later. An address that a player has is not enough: that player signs in, and accepts the link.
#[utoipa::path(post, path = "/api/auth_providers/finish", tag = "identity", request_body = FinishBody, responses(
    (status = 200, body = ArrivalView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "restricted_country, registration_refused, self_excluded (with `until`), account_locked or account_closed", body = ErrorBody),
    (status = 409, description = "provider_sign_in_canceled, provider_failed, provider_tells_no_email, provider_link_taken, provider_linked or \
        provider_other_person", body = ErrorBody),
    (status = 410, description = "provider_sign_in_over", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn finish_provider_sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<FinishBody>,
) -> ApiResult<Response> {
    let FinishBody { state, code, error, iss, dfpc } = body;
    let (device, device_cookie) = visitor.device_cookie(&app)?;
    let from = From { visitor: &visitor, headers: &headers, device: &device };
    let (code, error, issuer) = (code.as_deref(), error.as_deref(), iss.as_deref());
    let answer = FlowAnswer { state: &state, code, error, issuer };
    let arrived = Box::pin(super::arrive(&app, &from, caller.player(), answer, &dfpc)).await;
    let (arrival, provider, return_to) = match arrived {
        Ok(arrived) => arrived,
        // A refusal for the age holds the browser to it, so the browser has to be known again.
        Err(refusal) if player::is_refused_for_age(&app, &device).await? => {
            return Ok((AppendHeaders([(SET_COOKIE, device_cookie)]), refusal).into_response());
        }
        Err(refusal) => return Err(refusal),
    };
    let provider = app.providers.title(&provider).to_owned();
    let outcome = arrival.outcome();
    let mut view = ArrivalView { outcome, provider, return_to, factors: None, email: None };
    let mut cookies = Vec::new();
    match arrival {
        Arrival::SignedIn(session) | Arrival::SignedUp(session) => {
            cookies.push(visitor.cookie.set(&session.token, session.max_age_s)?);
            cookies.push(device_cookie);
        }
        Arrival::SecondStep { token, factors } => {
            view.factors = Some(factors);
            cookies.push(visitor.cookie.set_pending(&token, identity::PENDING_S)?);
        }
        Arrival::LinkOffered { email } => view.email = Some(email),
        Arrival::Linked | Arrival::Reauthenticated => {}
    }
    let mut response = (NO_STORE, Json(view)).into_response();
    for cookie in cookies {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

#[derive(Deserialize, ToSchema)]
struct DetailsBody {
    /// The missing fields, by name.
    user: Map<String, Value>,
}

/// Complete an account that a provider has made
///
/// Takes the fields of `auth_fields_missed`. The country counts once, and decides the licence and so what else is asked. Until
/// nothing is missing, nothing is played for money and nothing is paid.
#[utoipa::path(post, path = "/api/auth_providers/update_details", tag = "identity", request_body = DetailsBody, responses(
    (status = 200, body = PlayerView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "self_excluded (with `until`), account_locked or account_closed: the person is known again", body = ErrorBody),
    (status = 409, description = "not_by_provider", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn update_details(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<DetailsBody>,
) -> ApiResult<Json<PlayerView>> {
    super::complete(&app, &visitor, &caller, &body.user).await?;
    Ok(Json(player::view(&app, caller.id).await?))
}

/// A link with a provider.
#[derive(Serialize, ToSchema)]
struct ProviderLinkView {
    id: String,
    /// The provider's name.
    provider: String,
    /// What players read of it.
    title: String,
    /// The address that was told when it was linked.
    email: Option<String>,
    linked_at: String,
    /// When it last signed in; null before the first time.
    used_at: Option<String>,
}

/// Read the player's links with providers of sign-in
#[utoipa::path(get, path = "/api/player/auth_providers", tag = "identity", responses(
    (status = 200, body = [ProviderLinkView]),
    (status = 401, body = ErrorBody),
))]
async fn provider_links(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<Vec<ProviderLinkView>>> {
    Ok(Json(links_of(&app, caller.id).await?))
}

async fn links_of(app: &App, player: i64) -> ApiResult<Vec<ProviderLinkView>> {
    let view = |link: ProviderLink| ProviderLinkView {
        title: app.providers.title(&link.provider).to_owned(),
        id: link.id,
        provider: link.provider,
        email: link.email,
        linked_at: rfc3339(link.linked_at),
        used_at: link.used_at.map(rfc3339),
    };
    Ok(identity::provider_links(app, player).await?.into_iter().map(view).collect())
}

/// Accept the link that was offered
///
/// For the player whose address the provider told, signed in since in the same browser.
#[utoipa::path(post, path = "/api/player/auth_providers", tag = "identity", responses(
    (status = 201, body = [ProviderLinkView]),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required", body = ErrorBody),
    (status = 409, description = "provider_link_taken or provider_linked", body = ErrorBody),
    (status = 410, description = "provider_sign_in_over", body = ErrorBody),
))]
async fn accept_provider_link(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
) -> ApiResult<impl IntoResponse> {
    identity::accept_offer(&app, &visitor, &caller).await?;
    Ok((StatusCode::CREATED, Json(links_of(&app, caller.id).await?)))
}

/// End a link with a provider
///
/// Every other session of the player ends. The last way into the account stays.
#[utoipa::path(delete, path = "/api/player/auth_providers/{id}", tag = "identity", params(("id" = String, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, description = "reauth_required", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "last_sign_in_way", body = ErrorBody),
    ))]
async fn unlink_provider(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    identity::unlink_provider(&app, &visitor, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
