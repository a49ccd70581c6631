//! The wallet: what other contexts may ask of a player's money.
//!
//! Every money command goes through [`Wallet::submit`], which is the one pipe to the ledger. Wallets are
//! opened and read with [`Wallet::open`] and [`Wallet::list`]; nobody else writes the tables of the books.

mod check;
mod closed_store;
pub mod due;
mod limits;
mod metrics;
mod open;
mod paid_in;
mod pipe;
mod points;
mod points_store;
pub mod readers;
mod store;
pub(crate) mod sums;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use croupier_db::log::{Attached, Submission};
use croupier_db::{Db, Statement, Tx};
use croupier_ledger::{
    AccountId, Action, Command, Fact, Key, Part, PlayerId, Receipt, Refusal, Round, SubAccount, WalletId,
};
use croupier_money::Currency;

pub use check::{Finding, RULES, Rule, broken, check, rules};
pub use limits::{LimitOf, currencies_in, deposit_limit_in, limits_in};
pub use metrics::PipeMetrics;
pub use open::{converted, follow_stops};
pub use paid_in::PaidIn;
pub use points::{first_currencies_in, numbers_of, points_of};
pub use store::{HistoryPart, HistorySum, PlayerStat, WalletRow};

use crate::identity;
use crate::platform::current::Current;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::readers::is_reader_at_work;
use crate::site_config::ExchangeRates;

/// A command as a context asks for it; the wallet adds the wallet's number.
#[derive(Debug, Clone)]
pub struct Order {
    /// Names the command once and for all: its source and its id there. A key that was used for another player
    /// is refused like one that was used for another command.
    pub key: Key,
    /// Hash of what was asked.
    pub fingerprint: Key,
    /// Whose money.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// When, UTC milliseconds.
    pub at: i64,
    /// What.
    pub action: Action,
    /// Facts written in the same commit.
    pub facts: Vec<Fact>,
    /// Statements of the caller's own store that are committed with it, or the command is refused.
    pub attached: Vec<Statement>,
}

/// Why an order came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum WalletError {
    /// The ledger refuses; nothing moved.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The player has no wallet in this currency.
    #[error("the player has no {0} wallet")]
    NoWallet(Currency),
    /// The player has no wallet at all.
    #[error("the player has no wallet")]
    NoWallets,
    /// A reader of the log has asked while it works on a batch: it owes payments with
    /// [`crate::platform::readers::Effects::pay`] instead.
    #[error("a reader moves no money itself")]
    InsideReader,
    /// The store stayed away; the same order with the same key will answer what became of it.
    #[error(transparent)]
    Store(#[from] croupier_db::Error),
}

/// Names of wallets and system accounts never change; this many are remembered.
const REMEMBERED_MAX: usize = 1_000_000;

/// The facade of the wallet.
#[derive(Debug)]
pub struct Wallet {
    db: Db,
    lanes: Vec<pipe::Lane>,
    metrics: PipeMetrics,
    wallets: RwLock<HashMap<(PlayerId, Currency), WalletId>>,
    system_accounts: RwLock<HashMap<Currency, HashMap<String, AccountId>>>,
    /// By which limits are carried into a wallet of another currency; none when no wallet is opened here for players.
    rates: Option<Arc<Current<ExchangeRates>>>,
}

impl Wallet {
    /// Starts the pipe: one writer a lane. Has to be called within a runtime.
    pub fn start(db: Db) -> Self {
        let metrics = PipeMetrics::default();
        let start = |lane| pipe::Lane::start(db.clone(), lane, metrics.clone());
        let lanes = (0..db.lanes()).map(start).collect();
        Self {
            db,
            lanes,
            metrics,
            wallets: RwLock::default(),
            system_accounts: RwLock::default(),
            rates: None,
        }
    }

    /// The same wallet, which carries limits into new wallets by `rates`.
    #[must_use]
    pub fn with_rates(self, rates: Arc<Current<ExchangeRates>>) -> Self {
        Self { rates: Some(rates), ..self }
    }

    /// What the pipe has counted.
    pub const fn metrics(&self) -> &PipeMetrics {
        &self.metrics
    }

    /// Whether every lane takes writes: goes the way of a write in each of them, without writing anything.
    pub async fn ping(&self) -> Result<(), croupier_db::Error> {
        futures_util::future::try_join_all(self.lanes.iter().map(pipe::Lane::ping)).await.map(drop)
    }

    /// How many commands wait in each lane.
    pub fn queued(&self) -> impl Iterator<Item = i64> {
        self.lanes.iter().map(pipe::Lane::queued)
    }

    /// Carries out `order` once: a repeated key answers what it answered the first time.
    pub async fn submit(&self, order: Order) -> Result<Receipt, WalletError> {
        self.submit_linked(order, Vec::new()).await
    }

    /// Carries out `first` and then the `linked` orders, in one commit: all of them or none. Each has a key of its
    /// own; those that were carried out before answer what they answered then. `Receipt::linked` has the answers to
    /// the linked ones, in their order.
    ///
    /// All are orders of the first one's player and of its instant; one that names another player is refused.
    pub async fn submit_linked(&self, first: Order, linked: Vec<Order>) -> Result<Receipt, WalletError> {
        if is_reader_at_work() {
            return Err(WalletError::InsideReader);
        }
        let (player, at) = (first.player, first.at);
        if linked.iter().any(|order| order.player != player) {
            return Err(Refusal::UnknownWallet.into());
        }
        let mut attached = Vec::new();
        let mut parts = Vec::with_capacity(linked.len());
        let part = self.part(first, 0, &mut attached).await?;
        for (index, order) in (1..).zip(linked) {
            parts.push(self.part(order, index, &mut attached).await?);
        }
        let command = Command { at, part, linked: parts };
        let lane = croupier_db::log::lane_of(&self.db, player);
        self.lanes[usize::from(lane)].submit(Submission { command, attached }).await
    }

    /// `order` as part number `index` of a command; its statements go to those that are `attached`.
    async fn part(
        &self,
        order: Order,
        index: usize,
        attached: &mut Vec<Attached>,
    ) -> Result<Part, WalletError> {
        let wallet = self.wallet_id(order.player, order.currency).await?;
        let Order { key, fingerprint, action, facts, attached: statements, .. } = order;
        attached.extend(statements.into_iter().map(|statement| Attached { part: index, statement }));
        // Whose money it is belongs to what was asked: nobody hears the answer to another player's command.
        let fingerprint = Key::hash(&[&fingerprint.0, &wallet.to_be_bytes()]);
        Ok(Part { key, fingerprint, wallet, action, facts })
    }

    /// The player's wallets, in the order of the wallet screen.
    pub async fn list(&self, player: PlayerId) -> ApiResult<Vec<WalletRow>> {
        Ok(store::list(&self.db, player).await?)
    }

    /// Closes the player's wallet in `currency` within the caller's transaction; `false` when there is none, or it holds
    /// something. It stays as it is and is shown again once money comes.
    pub async fn close(
        &self,
        tx: &mut Tx,
        player: PlayerId,
        currency: Currency,
        now: i64,
    ) -> ApiResult<bool> {
        Ok(closed_store::close(tx, player, currency, now).await?)
    }

    /// Shows a wallet again that was closed.
    pub async fn reopen(&self, tx: &mut Tx, player: PlayerId, currency: Currency) -> ApiResult<()> {
        Ok(closed_store::reopen(tx, player, currency).await?)
    }

    /// The currencies of the player's wallets that are closed and empty.
    pub async fn closed(&self, player: PlayerId) -> ApiResult<BTreeSet<Currency>> {
        Ok(closed_store::closed(&self.db, player).await?)
    }

    /// The player's wallet in `currency`.
    pub async fn get(&self, player: PlayerId, currency: Currency) -> ApiResult<Option<WalletRow>> {
        Ok(self.list(player).await?.into_iter().find(|row| row.currency == currency))
    }

    /// What the player has paid, staked, won and been paid, by currency.
    pub async fn stats(&self, player: PlayerId) -> ApiResult<Vec<PlayerStat>> {
        Ok(store::stats(&self.db, player).await?)
    }

    /// A round of the player.
    pub async fn round(&self, player: PlayerId, id: i64) -> ApiResult<Option<Round>> {
        Ok(store::round(&self.db, player, id).await?)
    }

    /// What the rounds of the player within `part` staked and won, by currency; rounds that were taken back aside.
    pub async fn history_sums(&self, player: PlayerId, part: HistoryPart) -> ApiResult<Vec<HistorySum>> {
        Ok(store::history_sums(&self.db, player, part).await?)
    }

    /// Rounds of the player within `part`, newest first, and how many there are; `page` counts from 1.
    pub async fn history(
        &self,
        player: PlayerId,
        part: HistoryPart,
        page: u64,
        page_size: u64,
    ) -> ApiResult<(Vec<(Round, Currency)>, u64)> {
        Ok(store::history(&self.db, player, part, page, page_size).await?)
    }

    /// The player's open round of a game in a wallet, if there is one.
    pub async fn open_round(
        &self,
        player: PlayerId,
        currency: Currency,
        game: i64,
    ) -> ApiResult<Option<Round>> {
        Ok(store::open_round(&self.db, player, currency, game).await?)
    }

    /// The open rounds of the player's wallet, oldest first.
    pub async fn open_rounds(&self, player: PlayerId, currency: Currency) -> ApiResult<Vec<Round>> {
        Ok(store::open_rounds(&self.db, player, currency).await?)
    }

    /// Rounds of the built-in games left open since before `opened_before` (UTC milliseconds), by their numbers
    /// from above `after` on, at most `limit`.
    pub async fn rounds_left_open(
        &self,
        opened_before: i64,
        after: i64,
        limit: usize,
    ) -> ApiResult<Vec<Round>> {
        Ok(store::rounds_left_open(&self.db, opened_before, after, limit).await?)
    }

    /// The system account called `name` in `currency`, made when it does not exist.
    pub async fn system_account(&self, name: &str, currency: Currency) -> Result<AccountId, WalletError> {
        if let Some(id) = self.known_system_account(name, currency) {
            return Ok(id);
        }
        let id = store::system_account(&self.db, name, currency).await?;
        let mut system_accounts = self.system_accounts.write().unwrap_or_else(PoisonError::into_inner);
        system_accounts.entry(currency).or_default().insert(name.to_owned(), id);
        Ok(id)
    }

    /// The account of a sub-account of the player's wallet.
    pub async fn account(
        &self,
        player: PlayerId,
        currency: Currency,
        sub_account: SubAccount,
    ) -> Result<AccountId, WalletError> {
        Ok(AccountId::of(self.wallet_id(player, currency).await?, sub_account))
    }

    fn known_system_account(&self, name: &str, currency: Currency) -> Option<AccountId> {
        let system_accounts = self.system_accounts.read().unwrap_or_else(PoisonError::into_inner);
        system_accounts.get(&currency)?.get(name).copied()
    }

    async fn wallet_id(&self, player: PlayerId, currency: Currency) -> Result<WalletId, WalletError> {
        let wanted = (player, currency);
        if let Some(id) = self.wallets.read().unwrap_or_else(PoisonError::into_inner).get(&wanted) {
            return Ok(*id);
        }
        let id = store::wallet_id(&self.db, player, currency).await?;
        let id = id.ok_or(WalletError::NoWallet(currency))?;
        let mut wallets = self.wallets.write().unwrap_or_else(PoisonError::into_inner);
        if wallets.len() >= REMEMBERED_MAX {
            wallets.clear();
        }
        wallets.insert(wanted, id);
        Ok(id)
    }
}

impl From<WalletError> for ApiError {
    fn from(error: WalletError) -> Self {
        match error {
            WalletError::Store(error) => error.into(),
            WalletError::InsideReader => Self::internal(&error),
            WalletError::NoWallet(_) | WalletError::NoWallets => {
                Self::field("currency", "currency_not_supported", "You have no wallet in this currency.")
            }
            WalletError::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::InsufficientFunds { .. } => {
                Self::field("amount_cents", "insufficient_funds", "There is not enough money in the wallet.")
            }
            Refusal::BadAmount => {
                Self::field("amount_cents", "VALIDATION.AMOUNT.INVALID", "This amount is not possible.")
            }
            Refusal::BalanceFull => Self::field(
                "amount_cents",
                "VALIDATION.BALANCE.MAX",
                "The wallet cannot hold this much. Please withdraw first.",
            ),
            Refusal::KeyConflict | Refusal::Tombstoned => {
                Self::conflict("idempotency_conflict", "This key was used for another request.")
            }
            Refusal::RoundConflict
            | Refusal::SeedChanged
            | Refusal::RoundsChanged
            | Refusal::BonusChanged => Self::conflict("round_conflict", "The round has moved on."),
            Refusal::RoundOpen => Self::conflict("round_conflict", "Please finish the open round first."),
            Refusal::Archived => Self::conflict("round_archived", "The round is in the archive."),
            Refusal::PreconditionFailed => {
                Self::conflict("invalid_state", "The state has changed in the meantime.")
            }
            Refusal::UnknownRound => Self::not_found(),
            Refusal::LimitReached { .. } => {
                Self::forbidden("limit_reached", "This bet would pass a limit that you have set.")
            }
            Refusal::RoundMax { .. } => {
                Self::forbidden("limit_reached", "The bets of this round would come to more than they may.")
            }
            Refusal::BonusConflict => Self::conflict("invalid_state", "This bonus is not the active one."),
            Refusal::Stopped(stop) => identity::stopped(stop),
            Refusal::MaySignIn => {
                Self::conflict("player_signs_in", "This player can sign in, and pays out without help.")
            }
            Refusal::Game(code) => Self::field("bets", code, "The game does not take this bet."),
            Refusal::UnknownWallet => Self::internal(&"the wallet of a command is gone"),
            Refusal::UnknownAccount => Self::internal(&"a command names a foreign account"),
            Refusal::Panicked => Self::internal(&"a command has panicked"),
        }
    }
}
