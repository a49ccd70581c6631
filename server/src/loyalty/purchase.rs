//! Exchanging points: taken and given in one commit, once for each idempotency key.

use croupier_ledger::{AccountId, Action, Key, PlayerId, Refusal, SubAccount};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::account::{PointBalance, balance};
use super::readers::POINTS;
use super::store;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::house::MoneyRate;
use crate::identity;
use crate::player;
use crate::wallet::{self, Order, WalletError};

/// The system account that bears what is given for points.
const SHOP: &str = "points_shop";

/// Members have several accounts.
const MULTI_ACCOUNT: i64 = 100;

/// What points can be exchanged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RewardType {
    /// Real money.
    Money,
}

/// What a player wants to exchange.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) struct PurchaseRequest {
    pub(super) r#type: RewardType,
    /// The card.
    pub(super) group: String,
    /// How many points: what the card costs, or a multiple of it.
    pub(super) points: i64,
}

/// Points that were exchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Purchase {
    pub(super) id: Uuid,
    pub(super) player: PlayerId,
    pub(super) idempotency_key: String,
    pub(super) fingerprint: Vec<u8>,
    pub(super) group: String,
    pub(super) points: i64,
    pub(super) currency: Currency,
    /// What was given, in subunits.
    pub(super) amount: i64,
    pub(super) at: i64,
}

/// What `player`, whose wallet in use is in `currency`, gets of a card for one `rate`, in subunits.
pub(super) fn amount_in(app: &App, rate: &MoneyRate, currency: Currency) -> Option<i64> {
    app.wallet.converted_cap(rate.amount_cents, rate.currency, currency).filter(|amount| *amount > 0)
}

/// Exchanges points. A call that is repeated answers what it answered the first time.
pub(super) async fn exchange(
    app: &App,
    player: PlayerId,
    key: &str,
    request: &PurchaseRequest,
) -> ApiResult<Purchase> {
    let fingerprint = Key::hash(&[serde_json::to_string(request)?.as_bytes()]);
    if let Some(purchase) = earlier(app, player, key, fingerprint).await? {
        return Ok(purchase);
    }
    let now = app.clock.now();
    let (currency, amount) = price(app, player, request).await?;
    let purchase = Purchase {
        id: app.entropy.uuid(&app.clock),
        player,
        idempotency_key: key.to_owned(),
        fingerprint: fingerprint.0.to_vec(),
        group: request.group.clone(),
        points: request.points,
        currency,
        amount,
        at: now,
    };
    refuse_shortfall(&balance(&app.db, player).await?, request.points)?;
    // A command that its guard refuses undoes the batch it is in, so whoever is known to be refused does not get there.
    refuse_stopped(app, player, now).await?;
    match submit(app, &purchase, fingerprint).await {
        Ok(()) => {}
        Err(WalletError::Refused(Refusal::InsufficientFunds { .. } | Refusal::Stale)) => {
            refuse_stopped(app, player, now).await?;
            let left = balance(&app.db, player).await?;
            refuse_shortfall(&left, request.points)?;
            // What kept it from going through is over since: the same call may be made again.
            return Err(ApiError::conflict("invalid_state", "The points have changed in the meantime."));
        }
        Err(error) => return Err(error.into()),
    }
    // Another call with the same key may have been quicker: then its answer is ours too.
    earlier(app, player, key, fingerprint).await?.ok_or_else(|| ApiError::internal(&"a purchase is gone"))
}

/// Refuses a player who may not play or pay, for whatever reason.
async fn refuse_stopped(app: &App, player: PlayerId, now: i64) -> ApiResult<()> {
    identity::refuse_stopped(&identity::stops_of(&app.db, player).await?, now, |_| true)
}

/// The purchase that was made under `key` before; another one than is asked for now is a conflict.
async fn earlier(app: &App, player: PlayerId, key: &str, asked: Key) -> ApiResult<Option<Purchase>> {
    let Some(purchase) = store::purchase(&app.db, player, key).await? else { return Ok(None) };
    if purchase.fingerprint != asked.0 {
        return Err(Refusal::KeyConflict.into());
    }
    Ok(Some(purchase))
}

/// What the player gets: checks the card, the points and who asks.
async fn price(app: &App, player: PlayerId, request: &PurchaseRequest) -> ApiResult<(Currency, i64)> {
    let loyalty = app.house.loyalty.now();
    let unknown = || ApiError::field("group", "VALIDATION.GROUP.UNKNOWN", "There is no such card.");
    let card = loyalty.money_card(&request.group).ok_or_else(unknown)?;
    let currency = player::get(app, player).await?.currency;
    let rate = card.rate(currency).ok_or_else(unknown)?;
    if request.points <= 0 || request.points % rate.points != 0 {
        let message = format!("The card costs {} points, or a multiple of that.", rate.points);
        return Err(ApiError::field("points", "VALIDATION.POINTS.INVALID", &message));
    }
    let is_marked = player::groups_of(app, player).await?.contains(&MULTI_ACCOUNT);
    if is_marked && !loyalty.multi_account_may_exchange {
        let message = "Points cannot be exchanged by a player with several accounts.";
        return Err(ApiError::field("group", "multi_account", message));
    }
    let times = request.points / rate.points;
    let amount = amount_in(app, rate, currency).and_then(|amount| amount.checked_mul(times));
    Ok((currency, amount.ok_or_else(unknown)?))
}

fn refuse_shortfall(balance: &PointBalance, points: i64) -> ApiResult<()> {
    if balance.points >= points {
        return Ok(());
    }
    let message = format!("{} points are missing.", points - balance.points);
    Err(ApiError::field("points", "insufficient_points", &message))
}

/// Takes the points, gives the money and writes the purchase down, in one commit.
async fn submit(app: &App, purchase: &Purchase, fingerprint: Key) -> Result<(), WalletError> {
    let Purchase { player, idempotency_key: key, currency, points, amount, at, .. } = purchase;
    let wallets = wallet::numbers_of(&app.db, *player).await?;
    let (home, points_of) = *wallets.first().ok_or(WalletError::NoWallet(*currency))?;
    let of_currency = wallets.iter().find(|(held_in, _)| held_in == currency);
    let (_, cash_of) = *of_currency.ok_or(WalletError::NoWallet(*currency))?;
    let order = |part: &str, currency, action, attached| Order {
        key: Key::hash(&[b"points purchase", part.as_bytes(), &player.to_be_bytes(), key.as_bytes()]),
        fingerprint,
        player: *player,
        currency,
        at: *at,
        action,
        facts: Vec::new(),
        attached,
    };
    let taken = Action::Move {
        from: AccountId::of(points_of, SubAccount::Points),
        to: app.wallet.house(POINTS, home).await?,
        amount: *points,
    };
    let given = Action::Move {
        from: app.wallet.house(SHOP, *currency).await?,
        to: AccountId::of(cash_of, SubAccount::Cash),
        amount: *amount,
    };
    let linked = vec![order("given", *currency, given, Vec::new())];
    app.wallet
        .submit_linked(order("taken", home, taken, vec![store::insert(purchase)]), linked)
        .await
        .map(drop)
}
