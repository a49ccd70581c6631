//! The mail by which a player confirms a looser limit.

use croupier_db::Tx;

use super::store::{ChangeRow, LimitRow};
use crate::app::App;
use crate::content;
use crate::mail::{self, MailValues, Template};
use crate::platform::error::ApiResult;
use crate::platform::limit_key::LimitKey;
use crate::rules::mailbox;

/// Where the confirmation goes, and how its reader is addressed.
#[derive(Debug, Clone)]
pub(super) struct Recipient<'a> {
    /// The player's address.
    pub(super) email: String,
    /// The player's language.
    pub(super) locale: String,
    /// The host that was asked.
    pub(super) host: &'a str,
    /// How long after its confirmation a looser limit holds at the earliest, in hours: the licence says it.
    pub(super) delay_hours: i64,
}

/// Puts the mail with `token` into the outbox within the caller's transaction. A mailbox that has had its share today is
/// refused: it need not be its owner who asks.
pub(super) async fn send(
    app: &App,
    tx: &mut Tx,
    limit: &LimitRow,
    change: &ChangeRow,
    token: &str,
    to: &Recipient<'_>,
) -> ApiResult<()> {
    app.limits.limit_mails_of_mailbox_a_day.take(LimitKey::email(&mailbox(&to.email)))?;
    let template = if change.amount.is_none() { Template::LimitRemoval } else { Template::LimitRaise };
    let brand = content::mail_brand(app, to.host)?;
    let key = format!("limits.type.{}", limit.kind.name());
    let hours = to.delay_hours.to_string();
    let values = [("limit", app.site_config.messages.text(&to.locale, &key)), ("hours", hours.as_str())];
    let link = format!("{}/profile/limits/confirm?token={token}", brand.site);
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    let letter = app.mail.compose(template, &to.locale, &brand, &to.email, filled);
    mail::post(app, tx, &letter).await
}
