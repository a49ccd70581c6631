//! What a player's account is made of beyond one context: signing up makes a login, a profile, a wallet and a
//! session at once; wallets are listed with the one that is active; the settings of a browser.

pub mod http;
mod sign_up;

use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::player;
use crate::rules::Rule;

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
}

/// The player's wallets, in the order of the wallet screen.
pub async fn list(app: &App, id: i64) -> ApiResult<Vec<AccountView>> {
    let active = player::get(app, id).await?.currency;
    let view = |row: crate::wallet::WalletRow| AccountView {
        currency: row.currency.code(),
        amount_cents: row.cash,
        bonus_amount_cents: row.bonus,
        available_to_cashout_cents: row.cash,
        active: row.currency == active,
    };
    Ok(app.wallet.list(id).await?.into_iter().map(view).collect())
}

/// Makes the wallet in `code` the active one, and opens it when the player has none. A currency that is not
/// enabled can be chosen by those who hold a wallet in it already.
pub async fn choose(app: &App, id: i64, code: &str) -> ApiResult<()> {
    let refusal = || ApiError::fields(vec![Rule::NotAllowed.on("currency")]);
    let currency: Currency = code.parse().map_err(|_| refusal())?;
    if !currency.is_enabled() && app.wallet.get(id, currency).await?.is_none() {
        return Err(refusal());
    }
    let mut tx = app.db.begin().await?;
    app.wallet.open(&mut tx, id, currency).await?;
    player::set_currency(app, &mut tx, id, currency).await?;
    Ok(tx.commit().await?)
}
