//! Signing up.

use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, StatusCode};
use croupier_db::Tx;
use croupier_ledger::PlayerId;
use serde_json::{Map, Value};

use super::persons::{self, Person};
use super::{guest_offers, recovery, registers};
use crate::app::App;
use crate::auth::{Visitor, cookie};
use crate::content;
use crate::flags;
use crate::idempotency::{self, Claim};
use crate::identity::{self, Login, OpenedSession};
use crate::platform::calendar::Date;
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{self, Application, CameFrom, PlayerView};
use crate::rules::{Refusals, Rule, without_card_numbers};
use crate::site_config::LocalePreferences;

/// The longest affiliate mark that is kept, in characters.
const MARK_MAX: usize = 64;

/// Where a sign-up comes from.
#[derive(Debug)]
pub(super) struct From<'a> {
    pub(super) visitor: &'a Visitor,
    pub(super) headers: &'a HeaderMap,
    /// The id of the browser.
    pub(super) device: &'a str,
}

/// Makes a player from a form: login, profile, wallet and session, all or nothing. `claim` is the call's
/// idempotency key; its answer is kept in the same transaction.
pub(super) async fn sign_up(
    app: &App,
    from: &From<'_>,
    claim: Option<&Claim>,
    form: &Map<String, Value>,
) -> ApiResult<(PlayerView, OpenedSession)> {
    let visitor = from.visitor;
    identity::refuse_restricted(app, visitor)?;
    let application = judge(app, from, form).await?;
    let applicant = &application.applicant;
    let person = Person {
        email: &application.email,
        mobile_phone: applicant.text("mobile_phone"),
        first_name: applicant.text("first_name"),
        last_name: applicant.text("last_name"),
        date_of_birth: applicant.text("date_of_birth"),
        personal_id: applicant.text("personal_id").map(|id| player::mark_of_id(app, id)),
    };
    persons::refuse_sign_up(app, &person).await?;
    if !identity::is_available(app, &application.email).await? {
        return Err(identity::taken());
    }
    let postcode = applicant.text("postal_code");
    let asked = registers::ask_about_newcomer(app, &applicant.licence, &person, postcode).await?;
    let hash = app.passwords.hash(application.password).await?;
    let currency = application.applicant.currency;
    let mut tx = app.db.begin().await?;
    let came_from = came_from(app, from, form);
    let player = player::add(app, &mut tx, application.applicant, &came_from).await?;
    join_welcome_pack(app, &mut tx, player.id, &came_from).await?;
    let login = Login::new(player.id, application.email, hash, app.clock.now());
    identity::add_login(&mut tx, &login).await?;
    guest_offers::forget(&mut tx, &login.email).await?;
    app.wallet.open(&mut tx, player.id, currency).await?;
    let session = identity::open_session(app, &mut tx, player.id, visitor).await?;
    if let Some(asked) = asked {
        registers::settle_newcomer(app, &mut tx, player.id, asked).await?;
    }
    identity::know_device(app, &mut tx, &login, from.device).await?;
    recovery::post_confirmation(app, &mut tx, &player, &login.email, &visitor.host).await?;
    let view = player::view_in(app, &mut tx, player, &login).await?;
    if let Some(claim) = claim {
        let body = serde_json::to_string(&view)?;
        idempotency::complete(&mut tx, claim, StatusCode::CREATED, &body, Some(&login)).await?;
    }
    tx.commit().await?;
    Ok((view, session))
}

/// Puts a player whom certain affiliates have sent into the group of the welcome pack, within the caller's transaction.
pub(super) async fn join_welcome_pack(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    from: &CameFrom,
) -> ApiResult<()> {
    if from.stag.as_ref().is_some_and(|stag| app.site_config.project.welcome_pack_stags.contains(stag)) {
        player::add_groups(app, tx, player, &[player::WELCOME_PACK]).await?;
    }
    Ok(())
}

/// Judges the form and the captcha; the captcha is used up only when nothing else is wrong. The limit of a network counts
/// what is left then: incomplete forms cost their sender nothing and must not close the sign-up to others.
async fn judge(app: &App, from: &From<'_>, form: &Map<String, Value>) -> ApiResult<Application> {
    let From { visitor, headers, device } = *from;
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let of_country = visitor.country().and_then(|code| app.site_config.countries.locale(code));
    let locale = LocalePreferences { country: of_country, accepted, ..LocalePreferences::default() }.decide();
    let today = Date::of(app.clock.now());
    let mut refusals = Refusals::default();
    if player::is_refused_for_age(app, device).await? {
        refusals.add("date_of_birth", Rule::AgeRefused);
    }
    let mut application = player::judge(&app.site_config, form, locale, today, &mut refusals);
    if let Some(Application { applicant, .. }) = &mut application {
        let code = form.get("deposit_bonus_code").and_then(Value::as_str).filter(|code| !code.is_empty());
        let offers = app.bonuses.offers();
        let home = (&*applicant.country, &*applicant.licence);
        let (brand, now) = (brand_of(app, visitor), app.clock.now());
        if code
            .is_some_and(|code| !offers.has_for_first_deposit(code, applicant.currency, (home, brand), now))
        {
            refusals.add("deposit_bonus_code", Rule::NotAllowed);
        }
        applicant.deposit_bonus_code = code.map(str::to_owned);
    }
    if refusals.has("date_of_birth", Rule::Underage) {
        app.limits.age_refusals.take(visitor.limit_key())?;
        player::refuse_for_age(app, device).await?;
    }
    refusals.into_result()?;
    let application = application.ok_or_else(|| ApiError::internal(&"a form without refusals"))?;
    let solved = identity::solved_captcha(app, form.get("captcha").and_then(Value::as_str)).await?;
    let mut tx = app.db.begin().await?;
    identity::spend_captcha(app, &mut tx, solved.as_ref()).await?;
    tx.commit().await?;
    app.limits.sign_up.take(visitor.limit_key())?;
    Ok(application)
}

/// Marks of affiliates come with the form, and for want of that from the cookies in which the site keeps them.
pub(super) fn came_from(app: &App, from: &From<'_>, form: &Map<String, Value>) -> CameFrom {
    let of_form =
        |name| form.get(name).and_then(Value::as_str).filter(|mark| !mark.is_empty()).map(str::to_owned);
    let mark = |name| {
        let given = of_form(name).or_else(|| cookie(from.headers, name));
        given.map(|value| without_card_numbers(&value.chars().take(MARK_MAX).collect::<String>()))
    };
    CameFrom {
        device: Some(from.device.to_owned()),
        dfpc: identity::kept_dfpc(form.get("dfpc").and_then(Value::as_str).unwrap_or_default()),
        stag: mark("stag"),
        affiliate_id: mark("affb_id"),
        partner_id: mark("partner_id"),
        brand: brand_of(app, from.visitor).unwrap_or_default(),
        visitor: flags::installation_of(from.headers)
            .map(|installation| flags::exposures::browser_of_tests(app, &installation)),
    }
}

/// The id of the brand on whose host a visitor is.
fn brand_of(app: &App, visitor: &Visitor) -> Option<String> {
    content::brand_on(app, &app.content.now(), &visitor.host).ok().map(|brand| brand.id.clone())
}
