//! The mails that tell players what has become of the guards of their accounts: a sign-in on a device that is new to the
//! account, and every change of the second factor, of passkeys and of links with providers of sign-in.
//!
//! The fact is written in the transaction of the change, and this reader posts one mail for each: no change goes without its
//! mail, and none that was rolled back has one.

use std::sync::Arc;

use croupier_db::log::LogRow;
use croupier_db::{Error, Result, Tx};
use serde::Deserialize;

use crate::app::App;
use crate::content;
use crate::identity;
use crate::mail::{self, MailValues, Template};
use crate::platform::calendar::{DAY_MS, rfc3339};
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::readers::{After, Reader};
use crate::player;

/// The reader's name, under which it keeps its place.
const NAME: &str = "new_device_mails";

/// What is told of later than this is no news.
const NEWS_FOR_MS: i64 = DAY_MS;

/// What the facts say that players are told of.
#[derive(Deserialize)]
struct Change {
    /// The browser and the system of a new device.
    browser: Option<String>,
    system: Option<String>,
    /// What the player calls a passkey.
    name: Option<String>,
    /// What players read of a provider of sign-in.
    provider: Option<String>,
    /// On which the player came; it names the brand. The operator comes on none.
    host: Option<String>,
}

/// The mail that tells of a fact.
fn template_of(kind: &str) -> Option<Template> {
    Some(match kind {
        "player.new_device" => Template::NewDevice,
        "player.two_factor_enabled" => Template::TwoFactorEnabled,
        "player.two_factor_disabled" => Template::TwoFactorDisabled,
        "player.recovery_codes_renewed" => Template::RecoveryCodesRenewed,
        "player.recovery_code_used" => Template::RecoveryCodeUsed,
        "player.passkey_added" => Template::PasskeyAdded,
        "player.passkey_removed" => Template::PasskeyRemoved,
        "player.passkey_required" => Template::PasskeyRequired,
        "player.passkey_not_required" => Template::PasskeyNotRequired,
        "player.passkey_copied" => Template::PasskeyCopied,
        "player.provider_linked" => Template::ProviderLinked,
        "player.provider_unlinked" => Template::ProviderUnlinked,
        _ => return None,
    })
}

/// The reader that mails players about new devices, their second factor, their passkeys and their links with providers.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(NAME, move |tx, rows| {
        let app = app.clone();
        Box::pin(async move {
            for row in rows {
                let LogRow::Event { kind, player, body, at, .. } = row else { continue };
                let Some(template) = template_of(kind) else { continue };
                if app.clock.now() - at <= NEWS_FOR_MS {
                    announce(&app, tx, template, *player, body, *at).await?;
                }
            }
            Ok(After::nothing())
        })
    })
}

async fn announce(
    app: &App,
    tx: &mut Tx,
    template: Template,
    player: i64,
    body: &str,
    at: i64,
) -> Result<()> {
    let change: Change = match serde_json::from_str(body) {
        Ok(change) => change,
        Err(error) => {
            tracing::error!(%error, player, mail = template.name(), "a fact cannot be read");
            return Ok(());
        }
    };
    let posted = post(app, tx, template, player, &change, at).await;
    posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))
}

async fn post(
    app: &App,
    tx: &mut Tx,
    template: Template,
    player: i64,
    change: &Change,
    at: i64,
) -> ApiResult<()> {
    let brand = match change.host.as_deref() {
        Some(host) => content::mail_brand(app, host),
        None => content::mail_brand_called(app, &player::brand_of(&app.db, player).await?),
    };
    // A host that has lost its brand meanwhile speaks for none.
    let Ok(brand) = brand else { return Ok(()) };
    let (profile, login) = (player::get(app, player).await?, identity::login_of(app, player).await?);
    let names: Vec<&str> =
        [&change.browser, &change.system].into_iter().filter_map(Option::as_deref).collect();
    let device = match names.as_slice() {
        [] => app.site_config.messages.text(&profile.locale, identity::UNKNOWN_DEVICE).to_owned(),
        names => names.join(", "),
    };
    // Minutes of UTC, for nobody knows where the mail is read.
    let time = rfc3339(at).replace('T', " ");
    let time = format!("{} UTC", &time[..16]);
    let link = format!("{}/profile/security", brand.site);
    let passkey = change.name.as_deref().unwrap_or_default();
    let provider = change.provider.as_deref().unwrap_or_default();
    let values =
        [("device", device.as_str()), ("time", time.as_str()), ("passkey", passkey), ("provider", provider)];
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    let email_message = app.mail.compose(template, &profile.locale, &brand, &login.email, filled);
    mail::post(app, tx, &email_message).await
}
