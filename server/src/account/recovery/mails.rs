//! The mails of this module: which template, with which link, to whom.

use croupier_db::Tx;

use crate::app::App;
use crate::content;
use crate::identity::{self, Purpose, TokenRow};
use crate::mail::{self, MailValues, Template};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;
use crate::player::Player;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// Mails the player a link to confirm `email`, the address of a new login, within the caller's transaction. `host` is the
/// one on which the player came; it names the brand.
pub async fn post_confirmation(
    app: &App,
    tx: &mut Tx,
    player: &Player,
    email: &str,
    host: &str,
) -> ApiResult<()> {
    let row = TokenRow { player: player.id, purpose: Purpose::EmailConfirmation, email: email.to_owned() };
    post_token(app, tx, player, &row, host).await.map(drop)
}

/// Tells the old address of a player within the caller's transaction that `new_email` has taken its place.
pub async fn post_email_changed(
    app: &App,
    tx: &mut Tx,
    player: &Player,
    (old_email, new_email): (&str, &str),
    host: &str,
) -> ApiResult<()> {
    let values = [("new_email", new_email)];
    let filled = MailValues { values: &values, ..MailValues::default() };
    post(app, tx, player, Mailing { template: Template::EmailChanged, to: old_email, host, filled }).await
}

/// Makes a token as `row` says and mails its link to `row.email` within the caller's transaction. `false` when the player
/// has been mailed as many as allowed.
pub(super) async fn post_token(
    app: &App,
    tx: &mut Tx,
    player: &Player,
    row: &TokenRow,
    host: &str,
) -> ApiResult<bool> {
    let TokenRow { purpose, email, .. } = row;
    let issued = identity::issue_token(app, tx, player.id, *purpose, email).await?;
    let Some(token) = issued else { return Ok(false) };
    let (template, path) = match purpose {
        Purpose::PasswordReset => (Template::PasswordReset, "/users/password/edit?reset_password_token="),
        Purpose::EmailConfirmation => (Template::EmailConfirmation, "/confirmation?confirmation_token="),
        Purpose::EmailChange => (Template::EmailChange, "/confirmation?confirmation_token="),
        Purpose::SignIn => (Template::SignInLink, "/autologin?token="),
    };
    let (days, hours) = (purpose.lifetime_ms() / DAY_MS, purpose.lifetime_ms() / HOUR_MS);
    let (days, hours) = (days.to_string(), hours.to_string());
    let link = format!("{}{path}{token}", content::mail_brand(app, host)?.site);
    let values = [("days", days.as_str()), ("hours", hours.as_str())];
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    post(app, tx, player, Mailing { template, to: email, host, filled }).await?;
    Ok(true)
}

/// One mail to a player.
pub(super) struct Mailing<'a> {
    pub(super) template: Template,
    pub(super) to: &'a str,
    /// The host that names the brand.
    pub(super) host: &'a str,
    pub(super) filled: MailValues<'a>,
}

/// Puts a mail in the player's language into the outbox within the caller's transaction.
pub(super) async fn post(app: &App, tx: &mut Tx, player: &Player, mailing: Mailing<'_>) -> ApiResult<()> {
    let Mailing { template, to, host, filled } = mailing;
    let brand = content::mail_brand(app, host)?;
    let email_message = app.mail.compose(template, &player.locale, &brand, to, filled);
    mail::post(app, tx, &email_message).await
}
