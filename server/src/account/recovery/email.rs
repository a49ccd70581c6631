//! Confirming an address: that of the login, or the one that is to take its place.

use croupier_db::Tx;
use croupier_ledger::{PlayerId, StopReason};

use super::mails::{self, Mailing};
use crate::account::subscriptions;
use crate::app::App;
use crate::auth::Visitor;
use crate::content;
use crate::identity::{self, Activity, Purpose};
use crate::mail::{MailValues, Template};
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{self, Player};
use crate::rules::Rule;

/// Does what the link of a mail asks for: confirms an address, for a visitor who may be signed in or not. Signs nobody in,
/// and changes nothing for a player whom a stop forbids to sign in.
pub(super) async fn confirm(app: &App, visitor: &Visitor, token: &str) -> ApiResult<()> {
    app.limits.token_tries.take(visitor.limit_key())?;
    let purposes = [Purpose::EmailConfirmation, Purpose::EmailChange];
    let row = identity::find_token(app, token, &purposes).await?.ok_or_else(invalid)?;
    let login = identity::login_of(app, row.player).await?;
    let player = player::get(app, row.player).await?;
    // Who is signed in as the player where the mail is opened has made the links and passkeys of the account.
    let is_own_browser = is_signed_in(app, visitor, row.player).await?;
    let mut ended = Vec::new();
    let mut tx = app.db.begin().await?;
    if !identity::use_token(app, &mut tx, token, &row).await? {
        return Err(invalid());
    }
    // The token has locked the lane: a stop of the same instant either is seen here or comes after the change.
    let stops = identity::stops_in(&mut tx, row.player).await?;
    identity::refuse_stopped(&stops, app.clock.now(), StopReason::forbids_sign_in)?;
    if row.purpose == Purpose::EmailChange {
        identity::change_email(app, &mut tx, row.player, &row.email).await?;
        let emails = (login.email.as_str(), row.email.as_str());
        mails::post_email_changed(app, &mut tx, &player, emails, &visitor.host).await?;
        // Nor does a stranger's address come in by way of one that nobody has proved.
        if !is_own_browser && login.confirmed_at.is_none() {
            ended = identity::end_unproven_ways(app, &mut tx, visitor, row.player).await?;
        }
    } else if !identity::confirm_email(app, &mut tx, row.player, &row.email).await? {
        return Err(invalid());
    } else {
        if !is_own_browser {
            ended = identity::end_unproven_ways(app, &mut tx, visitor, row.player).await?;
        }
        if player.receive_promos && stops.in_force(app.clock.now(), StopReason::is_break).is_none() {
            greet(app, &mut tx, &player, &row.email, &visitor.host).await?;
        }
    }
    tx.commit().await?;
    identity::forget_sessions(app, &ended);
    Ok(())
}

async fn is_signed_in(app: &App, visitor: &Visitor, player: PlayerId) -> ApiResult<bool> {
    let Some(token) = &visitor.token else { return Ok(false) };
    let live = identity::live_session(app, token, Activity::Background).await?;
    Ok(live.is_some_and(|live| live.player == player))
}

/// Mails the first offers to a player who wants them, with the way out.
async fn greet(app: &App, tx: &mut Tx, player: &Player, to: &str, host: &str) -> ApiResult<()> {
    let site = content::mail_brand(app, host)?.site;
    let token = subscriptions::token_of(app, player.id);
    let (page, one_click) = subscriptions::ways_out(&site, &token);
    let link = format!("{site}/promotions");
    let unsubscribe = Some((page.as_str(), one_click.as_str()));
    let filled = MailValues { values: &[], link: Some(&link), unsubscribe };
    mails::post(app, tx, player, Mailing { template: Template::Welcome, to, host, filled }).await
}

fn invalid() -> ApiError {
    ApiError::fields(vec![Rule::Invalid.on("confirmation_token")])
}
