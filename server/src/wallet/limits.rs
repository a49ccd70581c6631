//! Limits on bets, as their context sets them. They are held by the ledger, in the decision of each bet.

use croupier_db::{Tx, log};
use croupier_ledger::{BetLimit, Fact, LimitKind, LimitPeriod, Lsn, PlayerId, Refusal, WalletId};
use croupier_money::{Currency, WIRE_MAX};

use super::{Wallet, WalletError, store};
use crate::platform::error::ApiResult;

/// Which limit: whose, in which wallet, on what, for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitOf {
    /// Whose.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// What it counts.
    pub kind: LimitKind,
    /// How long its windows are.
    pub period: LimitPeriod,
}

/// The limit on deposits that leaves least in a wallet at `at` (UTC milliseconds), within a transaction that holds the
/// lock of the player's lane. Deposits that are under way are not counted in it.
pub async fn deposit_limit_in(
    tx: &mut Tx,
    player: PlayerId,
    currency: Currency,
    at: i64,
) -> croupier_db::Result<Option<BetLimit>> {
    let limits = store::limits_in(tx, player).await?;
    let of_wallet = limits.into_iter().filter(|(held_in, _)| *held_in == currency);
    let on_deposits = of_wallet.map(|(_, limit)| limit).filter(|limit| limit.kind == LimitKind::Deposit);
    Ok(on_deposits.map(|limit| limit.at(at)).min_by_key(BetLimit::left))
}

/// The limits of all wallets of a player, each with the wallet's currency, within the caller's transaction.
pub async fn limits_in(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<Vec<(Currency, BetLimit)>> {
    store::limits_in(tx, player).await
}

/// The currencies of a player's wallets, within the caller's transaction. While it holds the lock of the player's lane
/// no wallet is opened.
pub async fn currencies_in(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<Vec<Currency>> {
    store::currencies_in(tx, player).await
}

async fn wallet_of(tx: &mut Tx, of: LimitOf) -> Result<WalletId, WalletError> {
    store::wallet_id_in(tx, of.player, of.currency).await?.ok_or(WalletError::NoWallet(of.currency))
}

impl Wallet {
    /// Sets a limit within the caller's transaction: at most `cap` (subunits, zero or more) in a window. Its
    /// windows are anchored at `at` (UTC milliseconds); one that is there already keeps its window and what it
    /// has counted. Writes the fact `wallet.limit`.
    pub async fn set_limit(&self, tx: &mut Tx, of: LimitOf, cap: i64, at: i64) -> Result<(), WalletError> {
        if !(0..=WIRE_MAX).contains(&cap) {
            return Err(Refusal::BadAmount.into());
        }
        let wallet = wallet_of(tx, of).await?;
        let since = self.publish_limit(tx, of, Some(cap), at).await?;
        let limit = BetLimit::new(wallet, (of.kind, of.period), cap, at, since);
        Ok(store::set_limit(tx, &limit).await?)
    }

    /// Removes a limit within the caller's transaction; `false` when there is none. Writes the fact
    /// `wallet.limit` with no cap.
    pub async fn remove_limit(&self, tx: &mut Tx, of: LimitOf, at: i64) -> Result<bool, WalletError> {
        let wallet = wallet_of(tx, of).await?;
        self.publish_limit(tx, of, None, at).await?;
        Ok(store::remove_limit(tx, wallet, of.kind, of.period).await?)
    }

    /// The limits of all wallets of a player, each with the wallet's currency.
    pub async fn all_limits(&self, player: PlayerId) -> ApiResult<Vec<(Currency, BetLimit)>> {
        Ok(store::all_limits(&self.db, player).await?)
    }

    /// What a cap in subunits of `from` is in subunits of `to`; `None` when no rate leads there.
    pub fn converted_cap(&self, cap: i64, from: Currency, to: Currency) -> Option<i64> {
        if from == to {
            return Some(cap);
        }
        super::open::converted(&self.rates.as_ref()?.now(), cap, from, to)
    }

    /// Writes the change to the log, which also locks the lane: no bet is decided between this and the commit. Answers
    /// the place from which on bets come after it.
    async fn publish_limit(
        &self,
        tx: &mut Tx,
        of: LimitOf,
        cap: Option<i64>,
        at: i64,
    ) -> croupier_db::Result<Lsn> {
        let body = serde_json::json!({
            "currency": of.currency.code(),
            "kind": of.kind.code(),
            "period": of.period.code(),
            "cap": cap,
        });
        log::lock_lane(&self.db, tx, of.player).await?;
        let fact = Fact { kind: "wallet.limit", body: body.to_string() };
        log::append(&self.db, tx, of.player, at, &[fact]).await?;
        store::next_lsn(tx, log::lane_of(&self.db, of.player)).await
    }
}
