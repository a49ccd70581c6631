//! Lasting addresses of coins: one for each player, coin and network, issued once and for good by a partner.
//!
//! The partner answers the same address each time it is asked for the same player, and the row that is there first is the one
//! that counts: calls at the same time come to one address. No two players have the same one.

use croupier_ledger::{PlayerId, StopReason};
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use super::coin_addresses_store::{self as store, CoinAddress};
use super::kind::Kind;
use super::methods::{Method, Methods};
use super::partner::Issued;
use super::payer::{Payer, not_offered};
use super::state::Action;
use crate::account;
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;
use crate::wallet::WalletError;

/// A lasting address as its player sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CoinAddress)]
pub(super) struct AddressView {
    /// The coin.
    currency: String,
    /// The address.
    address: String,
    /// The network that the coin has to be sent on; null where there is no choice.
    network: Option<String>,
    /// What has to be named with every payment to it; null where the network has none.
    memo: Option<String>,
    /// The least that is credited, in subunits; null when the coin is not offered any more.
    least_cents: Option<i64>,
    /// The address as a QR code, an SVG image.
    qr_svg: String,
}

fn view(methods: &Methods, found: CoinAddress) -> ApiResult<AddressView> {
    let limits = methods.get(&found.method_id).and_then(|method| method.limits(found.currency));
    let reported = |text: String| Some(text).filter(|text| !text.is_empty());
    Ok(AddressView {
        qr_svg: identity::totp::qr(&found.address)?,
        currency: found.currency.code().to_owned(),
        address: found.address,
        network: reported(found.network),
        memo: reported(found.memo),
        least_cents: limits.map(|limits| limits.deposit.min_cents),
    })
}

/// The addresses that the player has.
pub(super) async fn of_player(app: &App, player: PlayerId) -> ApiResult<Vec<AddressView>> {
    let methods = app.cashbox.methods.now();
    let found = store::of_player(&app.db, player).await?;
    found.into_iter().map(|address| view(&methods, address)).collect()
}

/// The payer's address for a coin, issued now if there is none. Who may not pay in gets none: an address invites to.
pub(super) async fn issue(app: &App, payer: &Payer, currency: Currency) -> ApiResult<AddressView> {
    let player = payer.player.id;
    let methods = app.cashbox.methods.now();
    let method = method_of(app, payer, &methods, currency).ok_or_else(not_offered)?;
    let on_it = |network: &str| method.network.as_deref().is_none_or(|wanted| wanted == network);
    let has = |address: &CoinAddress| address.currency == currency && on_it(&address.network);
    if let Some(found) = store::of_player(&app.db, player).await?.into_iter().find(has) {
        return view(&methods, found);
    }
    may_pay_in(app, payer, currency).await?;
    app.limits.payments.take(LimitKey::player(player))?;
    let on = app.cashbox.partners.iter().filter(|partner| !payer.off.partners.contains(partner.name));
    let partner = on.filter(|partner| partner.issues_addresses()).find(|partner| partner.carries(&method.id));
    let partner = partner.ok_or_else(not_offered)?;
    let issued = partner.issue_address(player, currency).await;
    let Issued { address, network, memo } = issued.map_err(|failure| ApiError::unavailable(&failure))?;
    let network = network.unwrap_or_default();
    if !on_it(&network) {
        return Err(ApiError::unavailable(&"the partner issues addresses of another network"));
    }
    let new = CoinAddress {
        player,
        currency,
        network,
        provider: partner.name.to_owned(),
        address,
        memo: memo.unwrap_or_default(),
        method_id: method.id.clone(),
        site_address: payer.site_address.clone(),
        created_at: app.clock.now(),
    };
    store::keep(&app.db, &new).await?;
    let kept = store::of_player(&app.db, player).await?.into_iter().find(has);
    let kept = kept.ok_or_else(|| {
        tracing::error!(
            player,
            currency = currency.code(),
            "the partner has issued an address of somebody else"
        );
        ApiError::unavailable(&"the partner has issued an address of somebody else")
    })?;
    view(&methods, kept)
}

/// The way to pay by which the coin comes to the payer.
fn method_of<'a>(app: &App, payer: &Payer, methods: &'a Methods, currency: Currency) -> Option<&'a Method> {
    let takes = |method: &&Method| method.kind == Kind::Crypto && method.limits(currency).is_some();
    methods.iter().filter(takes).find(|method| payer.may_use(app, method))
}

async fn may_pay_in(app: &App, payer: &Payer, currency: Currency) -> ApiResult<()> {
    let player = payer.player.id;
    account::refuse_incomplete(app, &payer.player).await?;
    payer.refuse_restricted(app, Action::Deposit)?;
    account::refuse_excluded(app, player).await?;
    let stops = identity::stops_of(&app.db, player).await?;
    identity::refuse_stopped(&stops, app.clock.now(), StopReason::forbids_deposits)?;
    if app.wallet.get(player, currency).await?.is_none() {
        return Err(WalletError::NoWallet(currency).into());
    }
    Ok(())
}
