//! The mail about how a check has ended.

use croupier_db::{Error, Result, Tx};
use croupier_ledger::PlayerId;
use serde_json::Value;

use super::model::{CheckState, PartnerCheck};
use super::store;
use crate::app::App;
use crate::content;
use crate::mail::{self, MailValues, Template};
use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::DocumentKind;
use crate::verification::model::kind_key;
use crate::{identity, player};

/// Where a player sees it and tries again.
const PAGE: &str = "/profile/verification";

/// Mails `player` what has become of the check by the fact `body`, within the caller's transaction. What has gone on
/// meanwhile is no news.
pub(in crate::verification) async fn announce(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    body: &str,
) -> Result<()> {
    let told: Value = serde_json::from_str(body).unwrap_or_default();
    let Some(check) = store::get_in(tx, player).await? else { return Ok(()) };
    // What staff has decided names no state: it is what the row says.
    let is_news = told["state"].as_str().is_none_or(|state| state == check.state.name());
    if !is_news || told["attempt"].as_i64() != Some(check.attempt) {
        return Ok(());
    }
    let posted = post(app, tx, &check).await;
    posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))
}

async fn post(app: &App, tx: &mut Tx, check: &PartnerCheck) -> ApiResult<()> {
    let profile = player::get(app, check.player).await?;
    let has_verified = check.verified_at.is_some() || check.decided_at.is_some();
    let template = match check.state {
        CheckState::Approved if has_verified && profile.verified_at.is_some() => Template::Verified,
        CheckState::Retry | CheckState::Refused => Template::DocumentRejected,
        _ => return Ok(()),
    };
    // A host that has lost its brand meanwhile speaks for none.
    let Ok(brand) = content::mail_brand(app, &check.host) else { return Ok(()) };
    let login = identity::login_of(app, check.player).await?;
    let text = |key: &'static str| app.site_config.messages.text(&profile.locale, key);
    let kind = text(kind_key(DocumentKind::Identity));
    let reasons: Vec<_> = check.reasons.iter().map(|reason| text(reason.key())).collect();
    let otherwise = text("identity_check.refused_text");
    let reason = if check.reasons.is_empty() { otherwise.to_owned() } else { reasons.join(" ") };
    let values = [("document", kind), ("reason", reason.as_str())];
    let link = format!("{}{PAGE}", brand.site);
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    let email_message = app.mail.compose(template, &profile.locale, &brand, &login.email, filled);
    mail::post(app, tx, &email_message).await
}
