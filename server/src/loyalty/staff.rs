//! What staff does with points.

use croupier_db::{Db, Error, Result, Statement, log};
use croupier_ledger::{AccountId, Action, Fact, Key, PlayerId, SubAccount};
use croupier_money::Currency;

use super::readers::{Adjusted, POINTS, READER};
use super::store;
use crate::app::App;
use crate::site_config::Loyalty;
use crate::wallet::{self, Order, WalletError};

/// The fact of a correction by staff.
pub(super) const ADJUSTED: &str = "points.adjusted";

/// The most points that one correction gives or takes.
pub const ADJUSTMENT_MAX: i64 = 1_000_000_000;

/// Gives `points`, or takes them where they are below zero; `lifetime` when they count as earned for life as well, which
/// only given ones can. A running server books them within a second. What a player does not have is taken once it is
/// there. The log keeps `by` and `reason`.
pub async fn adjust(
    db: &Db,
    player: PlayerId,
    points: i64,
    lifetime: bool,
    (by, reason): (&str, &str),
    now: i64,
) -> Result<()> {
    let adjusted = Adjusted { points, lifetime, by: by.to_owned(), reason: reason.to_owned() };
    let body = serde_json::to_string(&adjusted).map_err(|error| Error::Engine(error.to_string()))?;
    let mut tx = db.begin().await?;
    log::append(db, &mut tx, player, now, &[Fact { kind: ADJUSTED, body }]).await?;
    tx.commit().await
}

/// A correction of what a player can spend, which is booked at once.
#[derive(Debug)]
pub struct Correction<'a> {
    /// Whose points.
    pub player: PlayerId,
    /// How many, with their sign.
    pub points: i64,
    /// What [`spendable`] has answered.
    pub before: i64,
    /// Names the decision: the same one is booked once.
    pub reference: &'a str,
    /// Of what was asked for.
    pub fingerprint: &'a str,
    /// Facts told in the same commit.
    pub facts: Vec<Fact>,
    /// Statements that have to hit their rows, or nothing is booked.
    pub statements: Vec<Statement>,
}

/// What a player can spend; below zero when more is to be taken back than is there.
pub async fn spendable(db: &Db, player: PlayerId) -> Result<i64> {
    let found = wallet::points_of(db, &[player], READER).await?;
    Ok(found.into_iter().find(|(of, _)| *of == player).map_or(0, |(_, points)| points))
}

/// Books a correction in one commit. It is refused as stale when the player can spend something else by then, or a statement
/// of the caller misses, and when the player holds less than is to be taken.
pub async fn book(app: &App, correction: Correction<'_>, now: i64) -> std::result::Result<(), WalletError> {
    let Correction { player, points, before, reference, fingerprint, facts, statements } = correction;
    let wallets = wallet::numbers_of(&app.db, player).await?;
    // All points of a player are in the first wallet.
    let (currency, id) = *wallets.first().ok_or(WalletError::NoWallet(Currency::EUR))?;
    let (system, own) =
        (app.wallet.system_account(POINTS, currency).await?, AccountId::of(id, SubAccount::Points));
    let (from, to) = if points > 0 { (system, own) } else { (own, system) };
    let mut attached = statements;
    attached.push(store::correct(player, points, before.saturating_add(points)));
    let order = Order {
        key: Key::new("points correction", reference),
        fingerprint: Key::hash(&[fingerprint.as_bytes()]),
        player,
        currency,
        at: now,
        action: Action::Move { from, to, amount: points.saturating_abs() },
        facts,
        attached,
    };
    app.wallet.submit(order).await.map(drop)
}

/// What points are worth, in euro cents: the most that a card of the shop pays for them, rounded up, and a cent each where
/// the shop pays nothing.
pub fn worth(loyalty: &Loyalty, points: i64) -> i64 {
    let points = i128::from(points.unsigned_abs());
    let rates =
        loyalty.money.iter().flat_map(|card| &card.rates).filter(|rate| rate.currency == Currency::EUR);
    let paid = |cents: i64, for_points: i64| {
        let for_points = i128::from(for_points.max(1));
        (points * i128::from(cents) + for_points - 1) / for_points
    };
    let most = rates.map(|rate| paid(rate.amount_cents, rate.points)).max().unwrap_or(points);
    i64::try_from(most).unwrap_or(i64::MAX)
}
