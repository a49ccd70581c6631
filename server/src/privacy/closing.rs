//! Closing an account for good, and opening it again.
//!
//! A closed account is a stop of its own ([`StopReason::Closed`]) beside every other one: it lifts no exclusion and hides none. What
//! stands in the way is looked at under the lock of the player's lane, under which money moves. The address stays taken: who
//! comes back asks support, and an excluded player gets no second account.

use croupier_db::{Error, log};
use croupier_ledger::{NO_END, PlayerId, StopReason};

use super::closing_store::{self as store, Holdings};
use super::export_store;
use super::model::Closure;
use crate::account::stops::{StopChange, lift_in, stop_in};
use crate::app::App;
use crate::content;
use crate::mail::{self, EmailMessage, MailValues, Template};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::player::Player;
use crate::site_config::RetentionRules;
use crate::staff::Actor;
use crate::{identity, player};

/// Who closes an account that its player closes.
const PLAYER: &str = "player";

/// Days of a year by which retention counts: none is too short.
const YEAR_DAYS: i64 = 366;

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// A wish to close an account.
#[derive(Debug, Clone, Copy)]
pub struct Closing<'a> {
    /// Whose account.
    pub player: PlayerId,
    /// The member of staff who closes it; `None` where its player does.
    pub staff: Option<&'a Actor>,
    /// Why; may be empty of a player.
    pub reason: &'a str,
}

enum Closed {
    Done,
    Already,
    Holds(Holdings),
}

/// What an account holds, and what the law keeps of its player.
pub(super) async fn preview(app: &App, player: PlayerId) -> ApiResult<(Holdings, RetentionRules)> {
    let licence = player::get(app, player).await?.licence;
    let retention = app.site_config.licences.named(&licence).retention.clone();
    Ok((store::holdings_of(&app.db, player).await?, retention))
}

/// Whether something has to be finished before the account is closed.
pub(super) fn is_in_the_way(holdings: &Holdings) -> bool {
    let busy = |wallet: &store::WalletHolds| wallet.cash > 0 || wallet.held > 0 || wallet.open_rounds > 0;
    holdings.open_payments > 0 || holdings.open_prizes > 0 || holdings.wallets.iter().any(busy)
}

/// Closes an account: sessions, sockets and games end, bonuses lapse, and nobody is told of offers any more. Refused while money,
/// a payment, a prize of money or a round remains.
pub async fn close(app: &App, closing: Closing<'_>) -> ApiResult<()> {
    let profile = player::get(app, closing.player).await?;
    let years = app.site_config.licences.named(&profile.licence).retention.years;
    let email_message = compose_email(app, &profile, years).await?;
    let mut tries = 0;
    let closed = loop {
        match try_close(app, closing, years, email_message.as_ref()).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            closed => break closed?,
        }
    };
    match closed {
        Closed::Done => Ok(()),
        Closed::Already => Err(ApiError::conflict("account_closed", "This account is closed already.")),
        Closed::Holds(holdings) if holdings.open_payments > 0 => {
            Err(ApiError::conflict("payments_open", "A payment is still under way."))
        }
        Closed::Holds(holdings) if holdings.wallets.iter().any(|wallet| wallet.open_rounds > 0) => {
            Err(ApiError::conflict("rounds_open", "A round is not finished yet."))
        }
        Closed::Holds(holdings) if holdings.open_prizes > 0 => {
            Err(ApiError::conflict("prizes_open", "A prize of money is still to be paid."))
        }
        Closed::Holds(_) => Err(ApiError::conflict("balance_left", "There is still money in a wallet.")),
    }
}

async fn try_close(
    app: &App,
    closing: Closing<'_>,
    years: i64,
    email_message: Option<&EmailMessage>,
) -> croupier_db::Result<Closed> {
    let Closing { player, staff, reason } = closing;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // The player's row is locked before the lane, as everywhere else.
    player::end_offers(&mut tx, player, now).await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    if identity::stops_in(&mut tx, player).await?.until(StopReason::Closed) > now {
        return Ok(Closed::Already);
    }
    let holdings = store::holdings_in(&mut tx, player).await?;
    if is_in_the_way(&holdings) {
        return Ok(Closed::Holds(holdings));
    }
    let by = staff.map_or(PLAYER, |actor| actor.name.as_str());
    let signed = staff.and_then(|actor| actor.signed.as_ref());
    let change = StopChange { player, reason: StopReason::Closed, by, why: reason, signed };
    stop_in(&app.db, &mut tx, change, NO_END, now).await?;
    let closure = Closure {
        id: app.entropy.uuid(&app.clock),
        player,
        closed_at: now,
        closed_by: by.to_owned(),
        is_own_wish: staff.is_none(),
        reason: reason.to_owned(),
        erase_from: now + years * YEAR_DAYS * DAY_MS,
        reopened_at: None,
        reopened_by: None,
        reopen_reason: None,
        erased_at: None,
    };
    store::add(&mut tx, &closure).await?;
    // Nobody could take a copy that is still being written.
    export_store::give_up(&mut tx, player, now).await?;
    if let Some(email_message) = email_message {
        let posted = mail::post(app, &mut tx, email_message).await;
        posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))?;
    }
    tx.commit().await?;
    Ok(Closed::Done)
}

/// The mail that tells of the end of an account.
async fn compose_email(app: &App, profile: &Player, years: i64) -> ApiResult<Option<EmailMessage>> {
    let login = identity::login_of(app, profile.id).await?;
    let brand_id = player::brand_of(&app.db, profile.id).await?;
    let Ok(brand) = content::mail_brand_called(app, &brand_id) else { return Ok(None) };
    let years = years.to_string();
    let values = [("years", years.as_str())];
    let filled = MailValues { values: &values, link: None, unsubscribe: None };
    Ok(Some(app.mail.compose(Template::AccountClosed, &profile.locale, &brand, &login.email, filled)))
}

/// Opens a closed account again. Offers stay off, and every other stop stays.
pub async fn reopen(app: &App, player: PlayerId, by: &Actor, why: &str) -> ApiResult<()> {
    let mut tries = 0;
    let reopened = loop {
        match try_reopen(app, player, by, why).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            reopened => break reopened?,
        }
    };
    if reopened {
        Ok(())
    } else {
        Err(ApiError::conflict("not_closed", "This account is not closed, or its data is erased."))
    }
}

async fn try_reopen(app: &App, player: PlayerId, by: &Actor, why: &str) -> croupier_db::Result<bool> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let reason = StopReason::Closed;
    let change = StopChange { player, reason, by: &by.name, why, signed: by.signed.as_ref() };
    let is_reopened = store::reopen(&mut tx, player, &by.name, why, now).await?
        && lift_in(&app.db, &mut tx, change, now).await?;
    if is_reopened {
        tx.commit().await?;
    }
    Ok(is_reopened)
}

/// Every time that a player's account was closed, the newest first.
pub async fn closures_of(app: &App, player: PlayerId) -> ApiResult<Vec<Closure>> {
    Ok(store::of_player(&app.db, player).await?)
}
