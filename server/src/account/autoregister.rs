//! Players whom the operator makes without a form, for a promotion: an address, a country, and a link that signs them in.
//!
//! What sign-up asks beside that is asked later. Until the password is chosen and the fields are filled, nothing is played for money
//! and nothing paid.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;

use super::guest_offers;
use super::persons::{self, Person};
use super::sign_up::join_welcome_pack;
use crate::app::App;
use crate::content;
use crate::identity::{self, AutologinLink, Login};
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{self, CameFrom, Player};
use crate::rules::{Refusals, email};
use crate::staff::Actor;

/// Whom to make a player of. Texts are as they were typed.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// The address of the login.
    pub email: String,
    /// Where the newcomer lives (ISO 3166-1).
    pub country: String,
    /// Of the first wallet.
    pub currency: String,
    /// The language of the site.
    pub locale: String,
    /// The tag of the affiliate or partner.
    pub stag: Option<String>,
    /// Why, in the words of who makes it.
    pub reason: String,
}

/// Makes a player without a form, with a wallet and a link that signs in once. `by` is who does.
pub async fn autoregister(
    app: &App,
    newcomer: &Newcomer,
    by: &Actor,
) -> ApiResult<(PlayerId, AutologinLink)> {
    let mut refusals = Refusals::default();
    let address = refusals.check("email", email(&newcomer.email));
    let Newcomer { country, currency, locale, .. } = newcomer;
    let applicant = player::judge_newcomer(&app.site_config, country, currency, locale, &mut refusals);
    refusals.into_result()?;
    let (Some(email), Some(applicant)) = (address, applicant) else {
        return Err(ApiError::internal(&"a newcomer without refusals"));
    };
    let person = Person { email: &email, ..Person::default() };
    persons::refuse_sign_up(app, &person).await?;
    if !identity::is_available(app, &email).await? {
        return Err(identity::taken());
    }
    // A password that nobody knows.
    let hash = app.passwords.hash(hex::encode(app.entropy.bytes::<32>())).await?;
    let host = content::host_of_brand(app, "");
    let site = content::mail_brand(app, &host)?.site;
    let brand = content::brand_on(app, &app.content.now(), &host)?.id.clone();
    let (now, currency) = (app.clock.now(), applicant.currency);
    let came_from = CameFrom { stag: newcomer.stag.clone(), brand, ..CameFrom::default() };
    let mut tx = app.db.begin().await?;
    let player = player::add(app, &mut tx, applicant, &came_from).await?.id;
    join_welcome_pack(app, &mut tx, player, &came_from).await?;
    let mut login = Login::new(player, email, hash, now);
    login.current_sign_in_at = None;
    identity::add_login(&mut tx, &login).await?;
    guest_offers::forget(&mut tx, &login.email).await?;
    app.wallet.open(&mut tx, player, currency).await?;
    let link = identity::add_autoregistration(app, &mut tx, player, &site, by.name.trim()).await?;
    note(app, &mut tx, "player.autoregistered", player, &newcomer.reason, by).await?;
    tx.commit().await?;
    Ok((player, link))
}

/// Puts another link in the place of the one that a player has who was made without a form. 409 for everybody who has chosen a
/// password: no link signs them in.
pub async fn renew_link(app: &App, player: PlayerId, reason: &str, by: &Actor) -> ApiResult<AutologinLink> {
    let mut tx = app.db.begin().await?;
    let link = identity::renew_autologin(app, &mut tx, player).await?.ok_or_else(|| {
        ApiError::conflict("autologin_over", "This player has chosen a password and signs in with it.")
    })?;
    note(app, &mut tx, "player.autologin_renewed", player, reason, by).await?;
    tx.commit().await?;
    Ok(link)
}

async fn note(
    app: &App,
    tx: &mut Tx,
    kind: &'static str,
    player: PlayerId,
    reason: &str,
    by: &Actor,
) -> ApiResult<()> {
    let body = by.signing(json!({ "reason": reason })).to_string();
    Ok(log::append(&app.db, tx, player, app.clock.now(), &[Fact { kind, body }]).await?)
}

/// Refuses money to a player who was made without a form, until a password is chosen and every field of sign-up is filled; of one
/// whom a provider has made, no password is asked. A password that is chosen stays so: whoever passes here once is held by the fields
/// alone.
pub async fn refuse_incomplete(app: &App, player: &Player) -> ApiResult<()> {
    let is_filled = player.missing_at_sign_up(&app.site_config, app.clock.now()).is_empty();
    let (is_complete, message) = match identity::autoregistration_of(app, player.id).await? {
        Some(autoregistration) => {
            let message = "Please choose a password and complete your account first.";
            (is_filled && !autoregistration.awaits_password, message)
        }
        None => match identity::awaits_country(app, player.id).await? {
            Some(awaits_country) => (is_filled && !awaits_country, "Please complete your account first."),
            None => return Ok(()),
        },
    };
    if is_complete { Ok(()) } else { Err(ApiError::forbidden("account_incomplete", message)) }
}
