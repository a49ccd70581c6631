//! All routes, and what every call passes on its way in and out.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use croupier_db::giving_way;
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http_guard::OfficeNetworks;
use crate::listener::call_limit;
use crate::platform::body::BODY_MAX;
use crate::platform::error::{ApiError, ApiResult, within_call};
use crate::{
    account, adventure, bonus, cashbox, catalogue, chat, client_events, content, http_guard, idempotency,
    identity, jackpot, limits, lootbox, lottery, loyalty, maintenance, notifications, office, ops,
    platform::deadline, platform::openapi, play, player, privacy, push, realtime, seeds, shop, site, sport,
    tables, tournaments, verification,
};

/// The longest a call may take.
const CALL_MAX: Duration = Duration::from_secs(30);

/// Names the call in answers and logs.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The server's router and the description of its calls.
pub fn build(app: &Arc<App>) -> (Router, OpenApi) {
    let once_per_key = from_fn_with_state(app.clone(), idempotency::once_per_key);
    let (api, document) = all(kept_by_key().layer(once_per_key)).split_for_parts();
    let document = openapi::completed(document);
    // Written once: a crowd that asks for nothing else must not cost a document a call.
    let described = document.to_json().map(Bytes::from).ok();
    let calls = site::Calls::new(api.clone().with_state(app.clone()));
    let router = api
        .route(
            "/api/openapi.json",
            get(move || async move {
                let json = described.ok_or_else(|| ApiError::internal(&"the calls cannot be described"))?;
                ApiResult::Ok(([(CONTENT_TYPE, "application/json")], json))
            }),
        )
        .merge(realtime::router(app.realtime.clone()))
        .merge(ops::routes())
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(move |State(app): State<Arc<App>>, request: Request| {
            site::serve(app, calls.clone(), request)
        });
    let router = router
        .layer(from_fn_with_state(app.clone(), content::preview::apply))
        .layer(from_fn_with_state(app.clone(), maintenance::guard));
    (guarded(app, router), document)
}

/// `routes` behind what every call passes on its way in and out: a name, the pace of its address, the marks of our
/// own pages, limits of time and size, and a floor under handlers that panic.
pub fn guarded(app: &Arc<App>, routes: Router<Arc<App>>) -> Router {
    behind_listener(app, floored(routes).layer(from_fn_with_state(app.clone(), http_guard::guard)))
}

/// `routes` with limits of time and size, and a floor under handlers that panic.
fn floored(routes: Router<Arc<App>>) -> Router<Arc<App>> {
    routes
        .layer(from_fn_with_state(CALL_MAX, deadline::keep))
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(CatchPanicLayer::custom(|_| ApiError::internal(&"a handler panicked").into_response()))
}

/// `routes` whose calls have a name and keep the pace of their address.
fn behind_listener(app: &Arc<App>, routes: Router<Arc<App>>) -> Router {
    routes
        .layer(from_fn_with_state(app.clone(), call_limit::keep))
        .layer(from_fn_with_state(app.clone(), name_request))
        .with_state(app.clone())
}

async fn method_not_allowed() -> ApiError {
    let status = StatusCode::METHOD_NOT_ALLOWED;
    ApiError::code(status, "method_not_allowed", "This address does not take that method.")
}

/// The router of the back office, which is served on a listener of its own; fails when its settings or its built pages
/// cannot be read.
pub fn build_office(app: &Arc<App>) -> Result<Router> {
    let networks = Arc::new(OfficeNetworks::of(&app.config)?);
    let bundle = Arc::new(office::Bundle::load(&app.config.office_dir)?);
    let (api, _) = office_routes().split_for_parts();
    let routes = api
        .route_layer(from_fn_with_state(app.clone(), office::scope_guard::keep))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(move |request: Request| async move { bundle.answer(&request) });
    let guard = from_fn_with_state((app.clone(), networks), http_guard::guard_office);
    let patient = from_fn(|request: Request, next: Next| giving_way(next.run(request)));
    Ok(behind_listener(app, floored(routes.layer(patient)).layer(guard)))
}

/// The description of every call.
pub fn document() -> OpenApi {
    openapi::completed(all(kept_by_key()).into_openapi())
}

/// The description of every call of the back office.
pub fn office_document() -> OpenApi {
    openapi::completed(office_routes().into_openapi())
}

fn office_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(openapi::office_document()).merge(office::http::routes())
}

/// The calls whose answers are kept by their idempotency key; those that move money keep their own.
fn kept_by_key() -> OpenApiRouter<Arc<App>> {
    let mut kept = OpenApiRouter::new()
        .merge(identity::http::routes())
        .merge(player::http::routes())
        .merge(push::http::routes())
        .merge(notifications::http::routes())
        .merge(chat::http::routes())
        .merge(account::http::routes())
        .merge(limits::http::routes())
        .merge(bonus::http::keyed_routes())
        .merge(lootbox::http::keyed_routes())
        .merge(tournaments::http::keyed_routes())
        .merge(cashbox::http::keyed_routes())
        .merge(catalogue::favourites::routes())
        .merge(content::http::keyed_routes())
        .merge(client_events::http::keyed_routes())
        .merge(verification::http::keyed_routes());
    openapi::describe_keys(kept.get_openapi_mut(), idempotency::NEVER_KEPT);
    kept
}

/// The routes of every context.
fn all(kept_by_key: OpenApiRouter<Arc<App>>) -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(openapi::document())
        .merge(kept_by_key)
        .merge(chat::http::picture_routes())
        .merge(bonus::http::routes())
        .merge(lootbox::http::routes())
        .merge(cashbox::http::routes())
        .merge(seeds::http::routes())
        .merge(play::http::routes())
        .merge(catalogue::http::routes())
        .merge(content::http::routes())
        .merge(loyalty::http::routes())
        .merge(lottery::http::routes())
        .merge(adventure::http::routes())
        .merge(shop::http::routes())
        .merge(sport::routes())
        .merge(account::subscriptions_http::one_click_routes())
        .merge(account::mail_events::routes())
        .merge(client_events::http::routes())
        .merge(verification::http::routes())
        .merge(tournaments::http::routes())
        .merge(jackpot::http::routes())
        .merge(tables::http::routes())
        .merge(privacy::http::routes())
}

/// Gives each call an id, and tells the log how it went.
async fn name_request(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let id = hex::encode(app.entropy.bytes::<8>());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let began = tokio::time::Instant::now();
    // The browser's navigation, so that its log and ours can be laid side by side.
    let trace = client_events::trace_of(request.headers()).map(str::to_owned);
    let call = tracing::info_span!("call", request_id = %id, trace_id = trace);
    let mut response = within_call(id.clone(), next.run(request)).instrument(call.clone()).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    app.metrics.call(status, took);
    tracing::debug!(parent: &call, %method, path, status, took_ms = took.as_millis(), "answered");
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}
