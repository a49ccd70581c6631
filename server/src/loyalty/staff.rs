//! Comp points that members of staff give and take, and what points are worth.

use anyhow::ensure;
use croupier_db::{Db, Result, Statement, log};
use croupier_ledger::{AccountId, Action, Fact, Key, PlayerId, SubAccount};
use croupier_money::Currency;

use super::readers::{Adjusted, POINTS, READER};
use super::store;
use crate::app::App;
use crate::site_config::Loyalty;
use crate::wallet::{self, Order, WalletError};

/// The kind of the fact that [`adjust`] appends.
pub(super) const ADJUSTED: &str = "points.adjusted";

/// The most points that one adjustment gives or takes.
pub const ADJUSTMENT_MAX: i64 = 1_000_000_000;

/// Gives `points`, or takes them when they are below zero, and appends the fact with `by` and `reason` at `now` (UTC
/// milliseconds). With `lifetime` they count as earned for life as well, which only given points can. A running server
/// books them within a second; points that the player does not have yet are taken as soon as there are any. Fails for
/// no points, and for more than [`ADJUSTMENT_MAX`].
pub async fn adjust(
    db: &Db,
    player: PlayerId,
    points: i64,
    lifetime: bool,
    (by, reason): (&str, &str),
    now: i64,
) -> anyhow::Result<()> {
    let fits = points != 0 && points.unsigned_abs() <= ADJUSTMENT_MAX.unsigned_abs();
    ensure!(fits, "points are from 1 to {ADJUSTMENT_MAX}, or as many below zero");
    ensure!(points > 0 || !lifetime, "what was earned for life is not taken away");
    let adjusted = Adjusted { points, lifetime, by: by.to_owned(), reason: reason.to_owned() };
    let body = serde_json::to_string(&adjusted)?;
    let mut tx = db.begin().await?;
    log::append(db, &mut tx, player, now, &[Fact { kind: ADJUSTED, body }]).await?;
    Ok(tx.commit().await?)
}

/// A correction of the points that a player can spend, which [`book`] books at once.
#[derive(Debug)]
pub struct Correction<'a> {
    /// Whose points.
    pub player: PlayerId,
    /// How many, with their sign.
    pub points: i64,
    /// The points that [`spendable`] answered before.
    pub before: i64,
    /// The key of the decision: a second correction under the same key books nothing.
    pub reference: &'a str,
    /// What was asked for under `reference`: something else under the same key is refused.
    pub fingerprint: &'a str,
    /// Facts appended in the same commit.
    pub facts: Vec<Fact>,
    /// Statements of the same commit: unless each changes its row, nothing is booked.
    pub statements: Vec<Statement>,
}

/// The points that a player can spend; below zero when more is still to be taken back than the player has.
pub async fn spendable(db: &Db, player: PlayerId) -> Result<i64> {
    let found = wallet::points_of(db, &[player], READER).await?;
    Ok(found.into_iter().find(|(of, _)| *of == player).map_or(0, |(_, points)| points))
}

/// Books a correction in one commit. Refused with [`croupier_ledger::Refusal::PreconditionFailed`] when the player can
/// spend other than `before` by then, or one of `statements` changes no row, and with `InsufficientFunds` when more is to
/// be taken than the player has.
pub async fn book(app: &App, correction: Correction<'_>, now: i64) -> std::result::Result<(), WalletError> {
    let Correction { player, points, before, reference, fingerprint, facts, statements } = correction;
    let wallets = wallet::numbers_of(&app.db, player).await?;
    // All points of a player are in the first wallet.
    let (currency, id) = *wallets.first().ok_or(WalletError::NoWallets)?;
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

/// The worth of `points` in euro cents, rounded up: what the best money card of the points shop pays for them, or a cent
/// each where no card pays euros.
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
