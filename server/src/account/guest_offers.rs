//! Offers by mail without an account: the wish, its confirmation with the link of a mail, and the way out.
//!
//! A wish keeps nothing but the mail on its way, whose link holds the address, signed. So the call does and answers the same
//! whoever has the address, and an address that nobody confirms is stored nowhere.

use croupier_db::{Db, Tx};
use croupier_ledger::{PlayerId, Stop, StopReason};
use hmac::Mac;
use serde::Serialize;
use utoipa::ToSchema;

use super::guest_offers_store::{self as store, GuestSubscriber};
use super::{persons, subscriptions};
use crate::app::App;
use crate::auth::Visitor;
use crate::mail::{self, MailValues, Template};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;
use crate::platform::secrets::hmac_sha256;
use crate::site_config::{LOCALE_DEFAULT, LOCALES};
use crate::{content, identity, player, rules};

/// How long the link of a mail can be followed.
const LIFETIME_MS: i64 = 3 * DAY_MS;

/// The longest token that is looked at, in bytes: an address has 254 at most, in hex.
const TOKEN_MAX: usize = 700;

/// What a token of the way out begins with; one of a player begins with a number.
const GUEST: &str = "g";

/// A number that no player has.
const NOBODY: PlayerId = 0;

/// A wish for offers.
pub(super) struct GuestOfferRequest<'a> {
    /// In lower case.
    pub(super) email: &'a str,
    /// The language of the mails.
    pub(super) locale: Option<&'a str>,
    /// The `captcha` field of the call.
    pub(super) captcha: Option<&'a str>,
}

/// Mails a link that confirms the wish. One mail a minute and five a day to one mailbox, whoever asks. The mail to somebody who
/// takes a break never leaves the operator.
pub(super) async fn ask(app: &App, visitor: &Visitor, requested: &GuestOfferRequest<'_>) -> ApiResult<()> {
    app.limits.mail_requests.take(visitor.limit_key())?;
    let solved = identity::solved_captcha(app, requested.captcha).await?;
    let about = LimitKey::email(&format!("guest_offers {}", rules::mailbox(requested.email)));
    app.limits.mail_requests_of_mailbox.take(about)?;
    app.limits.mail_requests_of_mailbox_a_day.take(about)?;
    let locale = requested.locale.filter(|locale| LOCALES.contains(locale)).unwrap_or(LOCALE_DEFAULT);
    let brand = content::mail_brand(app, &visitor.host)?;
    let token = confirmation_token(app, requested.email, locale, app.clock.now() + LIFETIME_MS);
    let link = format!("{}/subscription?token={token}", brand.site);
    let way_out = way_out_token(app, requested.email);
    let (page, one_click) = subscriptions::ways_out(&brand.site, &way_out);
    let days = (LIFETIME_MS / DAY_MS).to_string();
    let filled = MailValues {
        values: &[("days", days.as_str())],
        link: Some(&link),
        unsubscribe: Some((page.as_str(), one_click.as_str())),
    };
    let email_message =
        app.mail.compose(Template::OffersConfirmation, locale, &brand, requested.email, filled);
    // The same is asked and written whoever has the address, so that the time of the answer tells of no break either.
    let silent = break_of(app, requested.email).await?.map_or("", |_| requested.email);
    let mut tx = app.db.begin().await?;
    identity::spend_captcha(app, &mut tx, solved.as_ref()).await?;
    mail::post(app, &mut tx, &email_message).await?;
    mail::withhold_offers(&mut tx, silent).await?;
    Ok(tx.commit().await?)
}

/// How a confirmed wish went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SubscriptionOutcome {
    /// Offers come from now on.
    Done,
    /// They came before.
    Already,
}

/// Carries out the wish of `token`, which came from `host`; `None` when it is none of ours, or too old. An address of a
/// player turns on the player's own offers. Refuses whoever takes a break.
pub(super) async fn confirm(app: &App, token: &str, host: &str) -> ApiResult<Option<SubscriptionOutcome>> {
    let Some((email, locale)) = confirmed_request(app, token) else { return Ok(None) };
    if let Some(stop) = break_of(app, &email).await? {
        return Err(identity::stopped(stop));
    }
    let is_new = if let Some(login) = identity::login_by_email(app, &email).await? {
        begin_own(app, login.player).await?
    } else {
        // A brand may have several hosts, and writes to each of its subscribers once.
        let brand = content::brand_on(app, &app.content.now(), host)?.id.clone();
        let (host, confirmed_at) = (content::host_of_brand(app, &brand), app.clock.now());
        let mut tx = app.db.begin().await?;
        let is_new = store::add(&mut tx, &GuestSubscriber { email, locale, host, confirmed_at }).await?;
        tx.commit().await?;
        is_new
    };
    Ok(Some(if is_new { SubscriptionOutcome::Done } else { SubscriptionOutcome::Already }))
}

/// The break that whoever has the mailbox of `email` takes by their own wish, under this spelling of the address or another.
async fn break_of(app: &App, email: &str) -> ApiResult<Option<Stop>> {
    let login = identity::login_by_email(app, email).await?;
    let mut stops = identity::stops_of(&app.db, login.map_or(NOBODY, |login| login.player)).await?;
    if let Some(until) = persons::exclusion_of(app, email).await? {
        stops.set(StopReason::Exclusion, until.max(stops.until(StopReason::Exclusion)));
    }
    Ok(stops.in_force(app.clock.now(), StopReason::is_break))
}

/// Turns a player's own offers on; `false` when they were. Decided under the lock of the player's row, which a break takes too
/// when it ends them.
async fn begin_own(app: &App, player: PlayerId) -> ApiResult<bool> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let profile = player::lock(&mut tx, player).await?.ok_or_else(ApiError::not_found)?;
    let stops = identity::stops_in(&mut tx, player).await?;
    identity::refuse_stopped(&stops, now, StopReason::is_break)?;
    if profile.receive_promos {
        return Ok(false);
    }
    player::begin_offers(&mut tx, &profile, now).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends the offers to the address that `token` names, those of a player with that address too; `false` when it is none of
/// ours.
pub(super) async fn end(app: &App, token: &str) -> ApiResult<bool> {
    let Some(email) = leaver(app, token) else { return Ok(false) };
    let mut tx = app.db.begin().await?;
    store::remove(&mut tx, &email).await?;
    tx.commit().await?;
    if let Some(player) = identity::player_by_email(&app.db, &email).await? {
        subscriptions::end_own(app, player).await?;
    }
    Ok(true)
}

/// Ends the offers to `email` (in lower case) within the caller's transaction: where mail is unwanted or does not arrive, and
/// where the address has become that of a player, whose own wish counts from then on.
pub(super) async fn forget(tx: &mut Tx, email: &str) -> croupier_db::Result<()> {
    store::remove(tx, email).await
}

/// Everybody without an account who wants offers, in the order of addresses.
pub async fn subscribers(db: &Db) -> croupier_db::Result<Vec<GuestSubscriber>> {
    store::all(db).await
}

fn confirmation_token(app: &App, email: &str, locale: &str, ends_at: i64) -> String {
    let signed = signature(app, &format!("confirm {email} {locale} {ends_at}")).finalize().into_bytes();
    format!("{}.{locale}.{ends_at}.{}", hex::encode(email), hex::encode(signed))
}

/// Address and language of a wish whose token holds.
fn confirmed_request(app: &App, token: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = token.split('.').collect();
    let [email, locale, ends_at, signed] = parts[..] else { return None };
    let email = read_email(token, email)?;
    let is_in_time = app.clock.now() < ends_at.parse::<i64>().ok()?;
    let text = format!("confirm {email} {locale} {ends_at}");
    let is_ours = signature(app, &text).verify_slice(&hex::decode(signed).ok()?).is_ok();
    (is_ours && is_in_time).then(|| (email, locale.to_owned()))
}

/// The token of the way out. It does not expire: a mail may be read years later.
fn way_out_token(app: &App, email: &str) -> String {
    let signed = signature(app, &format!("end {email}")).finalize().into_bytes();
    format!("{GUEST}.{}.{}", hex::encode(email), hex::encode(signed))
}

/// The address whose way out `token` is.
fn leaver(app: &App, token: &str) -> Option<String> {
    let (email, signed) = token.strip_prefix(GUEST)?.strip_prefix('.')?.split_once('.')?;
    let email = read_email(token, email)?;
    let signed = hex::decode(signed).ok()?;
    signature(app, &format!("end {email}")).verify_slice(&signed).is_ok().then_some(email)
}

fn read_email(token: &str, email: &str) -> Option<String> {
    if token.len() > TOKEN_MAX {
        return None;
    }
    String::from_utf8(hex::decode(email).ok()?).ok()
}

fn signature(app: &App, text: &str) -> hmac::Hmac<sha2::Sha256> {
    let mut mac = hmac_sha256(&app.secrets.key_for("guest_offers"));
    mac.update(text.as_bytes());
    mac
}
