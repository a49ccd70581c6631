//! Exchanging points: taken and given in one commit, once for each idempotency key. What is given for them the shop says.

use croupier_db::Statement;
use croupier_ledger::{AccountId, Action, Fact, Key, PlayerId, Refusal, SubAccount};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::account::{PointBalance, balance};
use super::readers::POINTS;
use super::store;
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::wallet::{self, Order, WalletError};

/// The system account that bears what is given for points.
const SHOP: &str = "points_shop";

/// What points can be exchanged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RewardType {
    /// Real money, or bonus money that is to be wagered.
    Money,
    /// Free spins.
    Freespins,
    /// Tickets of lotteries.
    Lotteries,
    /// Lootboxes.
    Lootboxes,
}

impl RewardType {
    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Freespins => "freespins",
            Self::Lotteries => "lotteries",
            Self::Lootboxes => "lootboxes",
        }
    }

    /// The one called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Money, Self::Freespins, Self::Lotteries, Self::Lootboxes];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

/// Points that are exchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purchase {
    /// Its number.
    pub id: Uuid,
    /// Whose points.
    pub player: PlayerId,
    /// Names it: the same one exchanges once.
    pub idempotency_key: String,
    /// The hash of what was asked.
    pub fingerprint: Key,
    /// What for.
    pub kind: RewardType,
    /// The card of the shop.
    pub group: String,
    /// How many points.
    pub points: i64,
    /// The wallet that gets money, or that prizes go to.
    pub currency: Currency,
    /// The real money that is given, in subunits; zero of anything else.
    pub amount: i64,
    /// The bonus money that is given, in subunits; zero of anything else.
    pub bonus_amount: i64,
    /// UTC milliseconds.
    pub at: i64,
}

/// What is given beside money: its rows and what tells of them, in the commit that takes the points.
#[derive(Debug, Clone, Default)]
pub struct Goods {
    /// Statements that have to hit their rows, or nothing is exchanged.
    pub statements: Vec<Statement>,
    /// Facts of the log.
    pub facts: Vec<Fact>,
}

/// Exchanges points once for the key of `purchase`. `None` when what was known of the points or the goods has changed in
/// the meantime, and nothing was exchanged.
pub async fn exchange(app: &App, purchase: &Purchase, goods: Goods) -> ApiResult<Option<Purchase>> {
    let Purchase { player, idempotency_key: key, fingerprint, points, .. } = purchase;
    // A command that its guard refuses undoes the batch it is in, so whoever is known to be refused does not get there.
    refuse_unaffordable(app, *player, *points).await?;
    match submit(app, purchase, goods).await {
        Ok(()) => {}
        Err(WalletError::Refused(Refusal::InsufficientFunds { .. } | Refusal::PreconditionFailed)) => {
            refuse_unaffordable(app, *player, *points).await?;
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    }
    // Another call with the same key may have been quicker: then its answer is ours too.
    let done = earlier(app, *player, key, *fingerprint).await?;
    done.ok_or_else(|| ApiError::internal(&"a purchase is gone")).map(Some)
}

/// Refuses a player who has not so many points to spend, or may not play or pay, for whatever reason.
pub async fn refuse_unaffordable(app: &App, player: PlayerId, points: i64) -> ApiResult<()> {
    identity::refuse_stopped(&identity::stops_of(&app.db, player).await?, app.clock.now(), |_| true)?;
    refuse_shortfall(&balance(&app.db, player).await?, points)
}

/// The purchase that was made under `key` before; another one than is `asked` for now is a conflict.
pub async fn earlier(app: &App, player: PlayerId, key: &str, asked: Key) -> ApiResult<Option<Purchase>> {
    let Some(purchase) = store::purchase(&app.db, player, key).await? else { return Ok(None) };
    if purchase.fingerprint != asked {
        return Err(Refusal::KeyConflict.into());
    }
    Ok(Some(purchase))
}

fn refuse_shortfall(balance: &PointBalance, points: i64) -> ApiResult<()> {
    if balance.points >= points {
        return Ok(());
    }
    let message = format!("{} points are missing.", points - balance.points);
    Err(ApiError::field("points", "insufficient_points", &message))
}

/// Takes the points, gives the money and the goods and writes the purchase down, in one commit.
async fn submit(app: &App, purchase: &Purchase, goods: Goods) -> Result<(), WalletError> {
    let Purchase { player, idempotency_key: key, fingerprint, currency, points, amount, at, .. } = purchase;
    let wallets = wallet::numbers_of(&app.db, *player).await?;
    let (home, points_of) = *wallets.first().ok_or(WalletError::NoWallet(*currency))?;
    let of_currency = wallets.iter().find(|(held_in, _)| held_in == currency);
    let (_, cash_of) = *of_currency.ok_or(WalletError::NoWallet(*currency))?;
    let order = |part: &str, currency, action| Order {
        key: Key::hash(&[b"points purchase", part.as_bytes(), &player.to_be_bytes(), key.as_bytes()]),
        fingerprint: *fingerprint,
        player: *player,
        currency,
        at: *at,
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    };
    let taken = Action::Move {
        from: AccountId::of(points_of, SubAccount::Points),
        to: app.wallet.system_account(POINTS, home).await?,
        amount: *points,
    };
    let attached = std::iter::once(store::insert(purchase)).chain(goods.statements).collect();
    let taken = Order { facts: goods.facts, attached, ..order("taken", home, taken) };
    let mut linked = Vec::new();
    if *amount > 0 {
        let given = Action::Move {
            from: app.wallet.system_account(SHOP, *currency).await?,
            to: AccountId::of(cash_of, SubAccount::Cash),
            amount: *amount,
        };
        linked.push(order("given", *currency, given));
    }
    app.wallet.submit_linked(taken, linked).await.map(drop)
}
