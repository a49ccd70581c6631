//! Signing up.

use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Map, Value};

use crate::app::App;
use crate::auth::{Visitor, cookie};
use crate::calendar::Date;
use crate::error::{ApiError, ApiResult};
use crate::house::Wishes;
use crate::idempotency::{self, Claim};
use crate::identity::{self, Login, OpenedSession};
use crate::player::{self, Application, CameFrom, PlayerView};
use crate::rules::Refusals;

/// The longest affiliate mark that is kept, in characters.
const MARK_MAX: usize = 64;

/// Makes a player from a form: login, profile, wallet and session, all or nothing. `claim` is the call's
/// idempotency key; its answer is kept in the same transaction.
pub(super) async fn sign_up(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    claim: Option<&Claim>,
    form: &Map<String, Value>,
) -> ApiResult<(PlayerView, OpenedSession)> {
    identity::refuse_restricted(app, visitor)?;
    let application = judge(app, visitor, headers, form).await?;
    if !identity::is_available(app, &application.email).await? {
        return Err(identity::taken());
    }
    let hash = app.passwords.hash(application.password).await?;
    let currency = application.applicant.currency;
    let mut tx = app.db.begin().await?;
    let came_from = came_from(headers, form);
    let player = player::add(app, &mut tx, application.applicant, &came_from).await?;
    if came_from.stag.as_ref().is_some_and(|stag| app.house.project.welcome_pack_stags.contains(stag)) {
        player::add_groups(app, &mut tx, player.id, &[player::WELCOME_PACK]).await?;
    }
    let login = Login::new(player.id, application.email, hash, app.clock.now());
    identity::add_login(&mut tx, &login).await?;
    app.wallet.open(&mut tx, player.id, currency).await?;
    let session = identity::open_session(app, &mut tx, player.id, visitor).await?;
    let view = player::view_in(app, &mut tx, player, &login).await?;
    if let Some(claim) = claim {
        let body = serde_json::to_string(&view)?;
        idempotency::complete(&mut tx, claim, StatusCode::CREATED, &body, Some(view.id())).await?;
    }
    tx.commit().await?;
    Ok((view, session))
}

/// Judges the form and the captcha; the captcha is used up only when nothing else is wrong.
async fn judge(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    form: &Map<String, Value>,
) -> ApiResult<Application> {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let of_country = visitor.country().and_then(|code| app.house.countries.locale(code));
    let locale = Wishes { country: of_country, accepted, ..Wishes::default() }.decide();
    let today = Date::of(app.clock.now());
    let mut refusals = Refusals::default();
    let application = player::judge(&app.house, form, locale, today, &mut refusals);
    refusals.into_result()?;
    let application = application.ok_or_else(|| ApiError::internal(&"a form without refusals"))?;
    let solved = identity::solved_captcha(app, form.get("captcha").and_then(Value::as_str))?;
    let mut tx = app.db.begin().await?;
    identity::spend_captcha(app, &mut tx, solved.as_ref()).await?;
    tx.commit().await?;
    Ok(application)
}

/// Marks of affiliates come with the form, and for want of that from the cookies in which the site keeps them.
fn came_from(headers: &HeaderMap, form: &Map<String, Value>) -> CameFrom {
    let told =
        |name| form.get(name).and_then(Value::as_str).filter(|mark| !mark.is_empty()).map(str::to_owned);
    let mark = |name| {
        let given = told(name).or_else(|| cookie(headers, name));
        given.map(|value| value.chars().take(MARK_MAX).collect())
    };
    CameFrom {
        dfpc: identity::kept_dfpc(form.get("dfpc").and_then(Value::as_str).unwrap_or_default()),
        stag: mark("stag"),
        affiliate_id: mark("affb_id"),
        partner_id: mark("partner_id"),
    }
}
