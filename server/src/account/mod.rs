//! What a player's account is made of beyond one context: signing up makes a login, a profile, a wallet and a
//! session at once; wallets are listed with the one that is active; the settings of a browser; the way back into an account.

pub mod autoregister;
pub mod exclusion_matches;
mod guest_offers;
mod guest_offers_store;
pub mod http;
pub mod mail_events;
mod passkeys;
mod persons;
mod persons_store;
mod providers;
pub mod recovery;
pub mod registers;
mod security;
pub mod security_mails;
pub mod shared_devices;
mod shared_devices_store;
mod sign_up;
pub mod stops;
mod subscriptions;
pub mod subscriptions_http;

use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::rules::Rule;

pub use autoregister::refuse_incomplete;
pub use guest_offers::subscribers as guest_subscribers;
pub use guest_offers_store::GuestSubscriber;
pub use persons::{keep_corrected, refuse_excluded};

/// A wallet, as calls tell it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountView {
    currency: &'static str,
    /// Real money that can be played with.
    amount_cents: i64,
    /// Bonus money, which is played with after the rest and cannot be withdrawn.
    bonus_amount_cents: i64,
    /// What can be withdrawn.
    available_to_cashout_cents: i64,
    /// Whether it is the one in use; exactly one is.
    active: bool,
    /// The place in the player's log that the amounts are of: a `balance` frame with a lower `seq` is older.
    seq: i64,
}

/// The player's wallets, in the order of the wallet screen, without those that are closed.
pub async fn list(app: &App, id: i64) -> ApiResult<Vec<AccountView>> {
    let active = player::get(app, id).await?.currency;
    let view = |row: crate::wallet::WalletRow| AccountView {
        currency: row.currency.code(),
        amount_cents: row.cash,
        bonus_amount_cents: row.bonus,
        available_to_cashout_cents: row.cash,
        active: row.currency == active,
        seq: row.seq,
    };
    let closed = app.wallet.closed(id).await?;
    let wallets = app.wallet.list(id).await?.into_iter();
    Ok(wallets.filter(|row| row.currency == active || !closed.contains(&row.currency)).map(view).collect())
}

/// Closes the wallet in `code`: it is not listed until money comes or it is chosen. Refused for the one in use, and for one
/// that holds something.
pub async fn close(app: &App, id: i64, code: &str) -> ApiResult<()> {
    let currency: Currency = code.parse().map_err(|_| ApiError::not_found())?;
    if app.wallet.get(id, currency).await?.is_none() {
        return Err(ApiError::not_found());
    }
    if player::get(app, id).await?.currency == currency {
        return Err(ApiError::conflict("wallet_in_use", "The wallet in use cannot be closed."));
    }
    let mut tx = app.db.begin().await?;
    if !app.wallet.close(&mut tx, id, currency, app.clock.now()).await? {
        return Err(ApiError::conflict("wallet_not_empty", "Only an empty wallet can be closed."));
    }
    Ok(tx.commit().await?)
}

/// Makes the wallet in `code` the active one, and opens it when the player has none. A wallet that no payment method
/// of the player can fill is not opened; those who hold one already can choose it.
pub async fn choose(app: &App, id: i64, code: &str) -> ApiResult<()> {
    let refusal = || ApiError::fields(vec![Rule::NotAllowed.on("currency")]);
    let currency: Currency = code.parse().map_err(|_| refusal())?;
    if app.wallet.get(id, currency).await?.is_none() {
        let licence = player::get(app, id).await?.licence;
        let groups = player::groups_of(app, id).await?;
        if !app.site_config.may_open(currency, &licence, &groups) {
            return Err(refusal());
        }
    }
    let mut tx = app.db.begin().await?;
    // The player's row is locked before the lane, as everywhere else.
    player::set_currency(app, &mut tx, id, currency, "player").await?;
    app.wallet.open(&mut tx, id, currency).await?;
    app.wallet.reopen(&mut tx, id, currency).await?;
    Ok(tx.commit().await?)
}
