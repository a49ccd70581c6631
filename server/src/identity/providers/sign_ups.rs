//! Players whom a provider has made: nobody knows their password before they choose one, and the country in the profile is that of
//! the visit until they tell their own.

use croupier_db::Tx;
use croupier_ledger::PlayerId;

use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;

/// Notes within the caller's transaction that `provider` has made the player.
pub async fn add_provider_sign_up(app: &App, tx: &mut Tx, player: PlayerId, provider: &str) -> ApiResult<()> {
    Ok(store::add_sign_up(tx, player, provider, app.clock.now()).await?)
}

/// Whether a player whom a provider has made has still to tell the country; `None` for everybody else.
pub async fn awaits_country(app: &App, player: PlayerId) -> ApiResult<Option<bool>> {
    Ok(store::awaits_country(&app.db, player).await?)
}

/// The same within the caller's transaction.
pub async fn awaits_country_in(tx: &mut Tx, player: PlayerId) -> ApiResult<Option<bool>> {
    Ok(store::awaits_country_in(tx, player).await?)
}

/// Notes within the caller's transaction that the player has told the country; `false` when it was told before.
pub async fn note_declared_country(app: &App, tx: &mut Tx, player: PlayerId) -> ApiResult<bool> {
    Ok(store::note_country(tx, player, app.clock.now()).await?)
}

/// Notes within the caller's transaction that the player has chosen a password.
pub(in crate::identity) async fn note_password(app: &App, tx: &mut Tx, player: PlayerId) -> ApiResult<()> {
    Ok(store::note_password(tx, player, app.clock.now()).await?)
}
