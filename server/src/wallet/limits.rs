//! Limits on bets, as their context sets them. They are held by the ledger, in the decision of each bet.

use croupier_db::{Tx, log};
use croupier_ledger::{BetLimit, Fact, LimitKind, LimitPeriod, Lsn, PlayerId, Refusal};
use croupier_money::{Currency, WIRE_MAX};

use super::{Wallet, WalletError, store};
use crate::error::ApiResult;

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

impl Wallet {
    /// Sets a limit within the caller's transaction: at most `cap` (subunits, zero or more) in a window. Its
    /// windows are anchored at `at` (UTC milliseconds); one that is there already keeps its window and what it
    /// has counted. Tells the fact `wallet.limit`.
    pub async fn set_limit(&self, tx: &mut Tx, of: LimitOf, cap: i64, at: i64) -> Result<(), WalletError> {
        if !(0..=WIRE_MAX).contains(&cap) {
            return Err(Refusal::BadAmount.into());
        }
        let wallet = self.wallet_id(of.player, of.currency).await?;
        let since = self.tell_limit(tx, of, Some(cap), at).await?;
        let limit = BetLimit::new(wallet, (of.kind, of.period), cap, at, since);
        Ok(store::set_limit(tx, &limit).await?)
    }

    /// Removes a limit within the caller's transaction; `false` when there is none. Tells the fact
    /// `wallet.limit` with no cap.
    pub async fn remove_limit(&self, tx: &mut Tx, of: LimitOf, at: i64) -> Result<bool, WalletError> {
        let wallet = self.wallet_id(of.player, of.currency).await?;
        self.tell_limit(tx, of, None, at).await?;
        Ok(store::remove_limit(tx, wallet, of.kind, of.period).await?)
    }

    /// The limits of a player in one currency, with what they have counted.
    pub async fn limits(&self, player: PlayerId, currency: Currency) -> ApiResult<Vec<BetLimit>> {
        Ok(store::limits(&self.db, player, currency).await?)
    }

    /// Tells of the change, which also locks the lane: no bet is decided between this and the commit. Answers
    /// the place from which on bets come after it.
    async fn tell_limit(
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
        log::touch(&self.db, tx, of.player).await?;
        let fact = Fact { kind: "wallet.limit", body: body.to_string() };
        log::append(&self.db, tx, of.player, at, &[fact]).await?;
        store::next_lsn(tx, log::lane_of(&self.db, of.player)).await
    }
}
