//! Players who are made without a form, and the links that sign them in.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, StatusCode};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::reason;
use crate::account::autoregister::{self, Newcomer};
use crate::app::App;
use crate::identity::AutologinLink;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules;
use crate::staff::StaffCaller;
use crate::staff::needs::BonusesIssue;

/// The longest tag of an affiliate, in characters.
const STAG_MAX: usize = 64;

/// A link is kept nowhere on its way.
const SECRET: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(make_player)).routes(routes!(renew_link))
}

#[derive(Deserialize, ToSchema)]
struct NewcomerBody {
    /// What the player signs in with later.
    email: String,
    /// Where the player lives (ISO 3166-1).
    country: String,
    /// Of the first wallet.
    currency: String,
    /// The language of the site.
    locale: String,
    /// The tag of the affiliate or partner, at most 64 characters.
    stag: Option<String>,
    /// 1 to 500 characters.
    reason: String,
}

/// A link that signs a player in once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AutologinLink)]
struct LinkView {
    /// The player's number.
    player: i64,
    /// To be handed to the player, and to nobody else.
    link: String,
    /// Until when it counts.
    until: String,
}

impl LinkView {
    fn of(player: i64, link: AutologinLink) -> Self {
        Self { player, link: link.address, until: rfc3339(link.until) }
    }
}

/// Make a player without a form
///
/// The link signs in once within 24 hours. Until a password is chosen and the fields of sign-up are filled, the player neither pays
/// nor plays for money.
#[utoipa::path(post, path = "/api/players", tag = "players", request_body = NewcomerBody, responses(
    (status = 201, body = LinkView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn make_player(
    State(app): State<Arc<App>>,
    caller: StaffCaller<BonusesIssue>,
    Json(body): Json<NewcomerBody>,
) -> ApiResult<impl IntoResponse> {
    let reason = reason("reason", &body.reason)?;
    let stag = body.stag.filter(|stag| !stag.trim().is_empty());
    let stag = stag.map(|stag| rules::short_text(&stag, STAG_MAX)).transpose();
    let stag = stag.map_err(|rule| ApiError::fields(vec![rule.on("stag")]))?;
    let NewcomerBody { email, country, currency, locale, .. } = body;
    let newcomer = Newcomer { email, country, currency, locale, stag, reason };
    let (player, link) = autoregister::autoregister(&app, &newcomer, &caller.actor()).await?;
    Ok((StatusCode::CREATED, SECRET, Json(LinkView::of(player, link))))
}

#[derive(Deserialize, ToSchema)]
struct RenewLinkBody {
    /// 1 to 500 characters.
    reason: String,
}

/// Make another link for a player who was made without a form
///
/// The one before counts no more.
#[utoipa::path(post, path = "/api/players/{id}/autologin", tag = "players", params(("id" = i64, Path)),
    request_body = RenewLinkBody, responses(
    (status = 201, body = LinkView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "autologin_over: the player has chosen a password", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn renew_link(
    State(app): State<Arc<App>>,
    caller: StaffCaller<BonusesIssue>,
    Path(id): Path<i64>,
    Json(body): Json<RenewLinkBody>,
) -> ApiResult<impl IntoResponse> {
    let reason = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let link = autoregister::renew_link(&app, id, &reason, &caller.actor()).await?;
    Ok((StatusCode::CREATED, SECRET, Json(LinkView::of(id, link))))
}
