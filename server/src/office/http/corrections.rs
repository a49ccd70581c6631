//! Who a player is, corrected by staff.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_money::Currency;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{number_of, reason, refused};
use crate::app::App;
use crate::office::corrections::{self, Correction};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::{self, Rule};
use crate::staff::StaffCaller;
use crate::staff::needs::PlayersCorrect;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(correct_player))
}

/// What is corrected; whatever is null stays as it is.
#[derive(Deserialize, ToSchema)]
struct CorrectionBody {
    first_name: Option<String>,
    last_name: Option<String>,
    /// `YYYY-MM-DD`.
    date_of_birth: Option<String>,
    /// ISO 3166-1; one that the player's licence serves.
    country: Option<String>,
    email: Option<String>,
    /// One that the player may open a wallet in, as long as no money has moved.
    currency: Option<String>,
    /// 1 to 500 characters.
    reason: String,
}

/// Correct who a player is
///
/// Also what the player may not change any more. With another name or date of birth the player is verified no longer. Another
/// address is told to the old one and has to be confirmed by the mail to the new one; all sessions end. The same call with the
/// same key counts once; another one with that key is refused.
#[utoipa::path(post, path = "/api/players/{id}/correct", tag = "players", params(("id" = i64, Path)),
    request_body = CorrectionBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "money_moved: the currency stays; idempotency_conflict: something else was asked for under \
        this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn correct_player(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersCorrect>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<CorrectionBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    let email = body.email.as_deref().map(rules::email).transpose().map_err(|rule| refused(rule, "email"))?;
    let currency = body.currency.as_deref().map(str::parse::<Currency>).transpose();
    let currency = currency.map_err(|_| refused(Rule::NotAllowed, "currency"))?;
    let named = [
        ("first_name", body.first_name),
        ("last_name", body.last_name),
        ("date_of_birth", body.date_of_birth),
        ("country", body.country),
    ];
    let named = named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::from(value?))));
    let fields: Map<String, Value> = named.collect();
    if fields.is_empty() && email.is_none() && currency.is_none() {
        return Err(refused(Rule::Required, "first_name"));
    }
    known(&app, id).await?;
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"correct"[..], &id.to_be_bytes()]).to_string();
    let wanted = Correction {
        player: id,
        fields: &fields,
        email: email.as_deref(),
        currency,
        member,
        reference: &reference,
        reason: &reason,
    };
    corrections::correct(&app, &wanted, &caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}
