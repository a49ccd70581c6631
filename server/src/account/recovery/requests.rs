//! Asking for a mail, and answering it a moment later.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::{Tx, log};
use croupier_ledger::PlayerId;

use super::mails::{self, Mailing, post_token};
use super::store::{self, RequestRow};
use crate::app::App;
use crate::auth::Visitor;
use crate::identity::{self, Login, Purpose, TokenRow};
use crate::mail::{MailValues, Template};
use crate::platform::error::ApiResult;
use crate::platform::limit_key::LimitKey;
use crate::player;
use crate::rules;

/// How often a server looks for requests.
const EVERY: Duration = Duration::from_secs(1);

/// Requests answered in one go.
const BATCH: i64 = 20;

/// After a failure a request is left alone for so long, and dropped when it is as old as that.
const PAUSE_MS: i64 = 30_000;
const TOO_OLD_MS: i64 = 60 * 60 * 1000;

/// A wish for a mail.
pub(super) struct Wanted<'a> {
    pub(super) purpose: Purpose,
    /// In lower case.
    pub(super) email: &'a str,
    /// Who asks; `None` for a guest.
    pub(super) player: Option<i64>,
    /// The `captcha` field of the call.
    pub(super) captcha: Option<&'a str>,
    /// Whether a guest has to prove to be no robot.
    pub(super) asks_captcha: bool,
}

/// Notes the wish. From one network one mail a minute and five a day about one mailbox, and ten in ten minutes in all;
/// whether anybody has the mailbox makes no difference.
pub(super) async fn ask(app: &App, visitor: &Visitor, wanted: &Wanted<'_>) -> ApiResult<()> {
    app.limits.mail_requests.take(visitor.limit_key())?;
    let solved = match wanted.captcha {
        None if !wanted.asks_captcha => None,
        field => identity::solved_captcha(app, field).await?,
    };
    let request = admitted(app, visitor, wanted)?;
    let mut tx = app.db.begin().await?;
    identity::spend_captcha(app, &mut tx, solved.as_ref()).await?;
    store::add(&mut tx, &request).await?;
    Ok(tx.commit().await?)
}

/// Notes the wish of a player who has shown everything that it takes, and commits `tx`, in which that was used up. The same
/// limits hold.
pub(super) async fn ask_guarded(
    app: &App,
    visitor: &Visitor,
    mut tx: Tx,
    wanted: &Wanted<'_>,
) -> ApiResult<()> {
    app.limits.mail_requests.take(visitor.limit_key())?;
    store::add(&mut tx, &admitted(app, visitor, wanted)?).await?;
    Ok(tx.commit().await?)
}

/// The request, unless too many were made about its mailbox.
fn admitted(app: &App, visitor: &Visitor, wanted: &Wanted<'_>) -> ApiResult<RequestRow> {
    let Wanted { purpose, email, player, .. } = *wanted;
    let owner = player.map_or_else(|| visitor.limit_key().to_string(), |player| player.to_string());
    let about = LimitKey::email(&format!("{} {owner} {}", purpose.name(), rules::mailbox(email)));
    app.limits.mail_requests_of_mailbox.take(about)?;
    app.limits.mail_requests_of_mailbox_a_day.take(about)?;
    Ok(RequestRow {
        id: app.entropy.uuid(&app.clock),
        purpose,
        email: email.to_owned(),
        player,
        host: visitor.host.clone(),
        asked_at: app.clock.now(),
    })
}

/// Drops the changes of a player's address that wait for their mail, within the caller's transaction, which holds the lock of
/// the player's lane.
pub async fn drop_email_changes(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<()> {
    store::drop_requests(tx, player, Purpose::EmailChange).await
}

/// Answers requests until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("requested mails", EVERY, |app| async move { answer_due(&app).await.map(drop) }).await;
}

/// Answers every request whose time has come by the server's clock; answers how many mails were posted. One that fails is
/// left alone for a while, so that others are not held up.
pub async fn answer_due(app: &App) -> ApiResult<usize> {
    let now = app.clock.now();
    let mut posted = 0;
    for request in store::due(&app.db, now, BATCH).await? {
        match answer(app, &request).await {
            Ok(is_posted) => posted += usize::from(is_posted),
            Err(error) => {
                tracing::warn!(request = %request.id, ?error, "a requested mail could not be made");
                store::put_off(&app.db, request.id, now + PAUSE_MS, now - TOO_OLD_MS).await?;
            }
        }
    }
    Ok(posted)
}

async fn answer(app: &App, request: &RequestRow) -> ApiResult<bool> {
    let login = match (request.purpose, request.player) {
        (Purpose::EmailChange, Some(player)) => Some(identity::login_of(app, player).await?),
        _ => identity::login_by_email(app, &request.email).await?,
    };
    let wanted = match login {
        Some(login) if is_wanted(app, request, &login).await? => Some(login),
        _ => None,
    };
    let player = match &wanted {
        Some(login) => Some(player::get(app, login.player).await?),
        None => None,
    };
    let mut tx = app.db.begin().await?;
    if let Some(login) = &wanted {
        // Before the request's row, as in a change of the password, which drops requests: either it finds the token that is
        // made here, or the request is gone.
        log::lock_lane(&app.db, &mut tx, login.player).await?;
    }
    if !store::take(&mut tx, request.id).await? {
        return Ok(false);
    }
    let mut is_posted = false;
    if let (Some(login), Some(player)) = (&wanted, &player) {
        let RequestRow { email, host, .. } = request;
        let purpose = mailed(request, login);
        let row = TokenRow { player: player.id, purpose, email: email.clone() };
        is_posted = post_token(app, &mut tx, player, &row, host).await?;
        if is_posted && purpose == Purpose::EmailChange {
            let values = [("new_email", email.as_str())];
            let filled = MailValues { values: &values, ..MailValues::default() };
            let template = Template::EmailChangeRequested;
            mails::post(app, &mut tx, player, Mailing { template, to: &login.email, host, filled }).await?;
        }
    }
    tx.commit().await?;
    Ok(is_posted)
}

/// What the mailed link is for. While nobody has confirmed the address, somebody else may have chosen the password: who wants to get
/// in chooses a new one, so that the old one and all that was made with it count no more.
fn mailed(request: &RequestRow, login: &Login) -> Purpose {
    match request.purpose {
        Purpose::SignIn if login.confirmed_at.is_none() => Purpose::PasswordReset,
        purpose => purpose,
    }
}

/// Whether the mail still makes sense: an address that is confirmed is not confirmed again, and one that somebody has
/// cannot become another's.
async fn is_wanted(app: &App, request: &RequestRow, login: &Login) -> ApiResult<bool> {
    Ok(match request.purpose {
        Purpose::PasswordReset | Purpose::SignIn => true,
        Purpose::EmailConfirmation => login.confirmed_at.is_none(),
        Purpose::EmailChange => {
            let is_own_mailbox = rules::mailbox(&request.email) == rules::mailbox(&login.email);
            request.email != login.email
                && (is_own_mailbox || identity::is_available(app, &request.email).await?)
        }
    })
}
