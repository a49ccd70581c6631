//! Cashback: what players lose within a period of an offer is counted from the log, and a part of it is given when the
//! period is over.
//!
//! A row counts in the period in which it stands in the log. Who has won more than was staked within a period takes the rest
//! along into the next one, so that a bet before midnight and its win after it bring no more than together. Only real money
//! counts, and a player gets one gift a period, whatever the wallets. A period keeps the offer as it was when its first row was counted.

use std::collections::BTreeMap;

use croupier_db::log::{LogRow, TransferRow};
use croupier_db::{Result, Tx, readers};
use croupier_ledger::{PlayedKind, PlayerId};
use croupier_promo::cashback;
use serde::Serialize;
use utoipa::ToSchema;

use super::audience::{self, Addressee};
use super::cashback_store::{self as store, Loss, LossKey, Period, Sum};
use super::issue::{Issued, Uses, Wanted, issue};
use super::offers::{Offer, Trigger};
use super::readers::PROGRESS;
use crate::app::App;
use crate::platform::calendar::{DAY_MS, rfc3339};
use crate::platform::error::ApiResult;
use crate::player;

/// A row of before the end of a period may be committed a moment after it, in milliseconds.
const GRACE_MS: i64 = 60_000;

/// Players whose cashback is settled between two looks at the store.
const AT_ONCE: i64 = 200;

/// How long a player waits whose cashback could not be settled.
const PUT_OFF_MS: i64 = 60_000;

/// The cashback of a running period, as its player sees it. Amounts are in subunits of the currency.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CashbackView {
    /// In the language of the request.
    title: String,
    /// Percent of the net loss.
    percent: i64,
    /// The currency of the wallet.
    currency: &'static str,
    /// What was lost so far; 0 while more was won.
    lost_cents: i64,
    /// What would be given if the period ended now.
    amount_cents: i64,
    /// The smallest loss that brings anything.
    loss_min_cents: i64,
    /// The most that is given.
    most_cents: i64,
    /// When the period began.
    from: String,
    /// When it is over.
    until: String,
}

/// Counts what rows of the log win and lose for cashback.
pub(super) async fn count(app: &App, tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let moves: Vec<_> = rows.iter().filter_map(real_move).collect();
    if moves.is_empty() {
        return Ok(());
    }
    let offers = app.bonuses.offers();
    let mut periods = store::open_periods(tx).await?;
    let mut sums: BTreeMap<LossKey, Sum> = BTreeMap::new();
    for (row, game, sum) in moves {
        let day = row.transfer.at.div_euclid(DAY_MS);
        for offer in offers.public(Trigger::Cashback, row.transfer.at) {
            let known = periods.iter().any(|period| period.offer.code == offer.code && period.has(day));
            if let Some(first) = Period::starting(offer, day).filter(|_| !known) {
                store::add_period(tx, &first).await?;
                periods.push(first);
            }
        }
        let found = app.catalogue.known_by_id(game);
        let (name, categories) =
            found.as_ref().map_or(("", &[][..]), |game| (&*game.identifier, &game.categories[..]));
        let counting = periods
            .iter()
            .filter(|period| period.has(day) && counts(&period.offer, name, categories, &row.currency));
        for period in counting {
            let key = LossKey {
                offer: period.offer.code.clone(),
                first_day: period.first_day,
                player: row.player,
                currency: row.currency.clone(),
            };
            sums.entry(key).or_default().add(sum);
        }
    }
    store::add_losses(tx, &sums).await
}

/// The game of a row, and what it stakes and wins of real money; `None` for any other row.
fn real_move(row: &LogRow) -> Option<(&TransferRow, i64, Sum)> {
    let LogRow::Transfer(row) = row else { return None };
    let played = row.transfer.played().filter(|played| played.grant.is_none() && played.real != 0)?;
    let sum = match played.kind {
        PlayedKind::Bet => Sum { staked: played.real, won: 0 },
        PlayedKind::BetRollback => Sum { staked: -played.real, won: 0 },
        PlayedKind::Win => Sum { staked: 0, won: played.real },
        PlayedKind::WinRollback => Sum { staked: 0, won: -played.real },
        PlayedKind::Settle => return None,
    };
    Some((row, played.game, sum))
}

/// Whether what is played in a game counts for an offer.
fn counts(offer: &Offer, game: &str, categories: &[String], currency: &str) -> bool {
    let of = &offer.counted;
    let every_game = of.games.is_empty() && of.categories.is_empty();
    (every_game || of.contains(game, categories))
        && offer.amounts.keys().any(|known| known.code() == currency)
}

/// Gives the cashback of periods that are over, once all that belongs to them was counted. Who cannot be given theirs yet
/// holds up no other.
pub(super) async fn settle(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for period in store::ended_periods(&app.db, now - GRACE_MS).await? {
        if readers::is_behind(&app.db, PROGRESS, period.end()).await? {
            continue;
        }
        loop {
            let losses = store::unsettled(&app.db, &period, now, AT_ONCE).await?;
            let Some(last) = losses.len().checked_sub(1) else { break };
            for loss in &losses {
                if let Err(error) = give(app, &period, loss).await {
                    tracing::warn!(loss.key.player, ?error, "the cashback of a player has to wait");
                    store::put_off(&app.db, &loss.key, now.saturating_add(PUT_OFF_MS)).await?;
                }
            }
            if last + 1 < usize::try_from(AT_ONCE).unwrap_or_default() {
                break;
            }
        }
        store::close(&app.db, &period, now).await?;
    }
    Ok(())
}

/// What a loss brings.
pub(super) fn amount_of(offer: &Offer, loss: &Loss) -> i64 {
    let amounts = loss.key.currency.parse().ok().and_then(|currency| offer.amounts.get(&currency));
    amounts.map_or(0, |of| cashback(loss.sum.staked, loss.sum.won, offer.percent, of.loss_min, of.amount))
}

/// Gives a player the cashback of a period, in the commit that notes it. Who is stopped, wants no bonuses or is none of its
/// audience then gets none.
async fn give(app: &App, period: &Period, loss: &Loss) -> ApiResult<()> {
    let offer = &period.offer;
    let (now, player) = (app.clock.now(), loss.key.player);
    let amount = amount_of(offer, loss);
    let gets = amount > 0
        && player::get(app, player).await?.can_issue_bonuses
        && audience::is_for_player(app, player, offer).await?;
    if gets {
        let currency = loss.key.currency.parse().map_err(|_| no_currency(&loss.key.currency))?;
        // One gift a player and period, whatever the wallets.
        let source = format!("cashback:{}:{}", offer.code, loss.key.first_day);
        let wanted =
            Wanted { player, currency, offer, source, deposit: 0, amount: Some(amount), activates: false };
        let uses = Uses { statements: vec![store::settled(&loss.key, amount, now)], ..Uses::default() };
        match issue(app, &wanted, &uses).await? {
            Issued::Done(_) | Issued::UsedUp => return Ok(()),
            Issued::Already | Issued::Stopped(_) | Issued::InBrowser | Issued::Nothing => {}
        }
    }
    Ok(store::settle_without(&app.db, period, loss, now).await?)
}

fn no_currency(code: &str) -> crate::platform::error::ApiError {
    crate::platform::error::ApiError::internal(&format!("cashback in {code}"))
}

/// The cashback of the running periods, in the player's active wallet and the language `locale`.
pub(super) async fn running(app: &App, player: PlayerId, locale: &str) -> ApiResult<Vec<CashbackView>> {
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    let profile = player::get(app, player).await?;
    if !profile.can_issue_bonuses {
        return Ok(Vec::new());
    }
    let (currency, day) = (profile.currency, now.div_euclid(DAY_MS));
    let mut periods = store::periods_at(&app.db, day).await?;
    for offer in offers.public(Trigger::Cashback, now) {
        if !periods.iter().any(|period| period.offer.code == offer.code) {
            periods.extend(Period::starting(offer, day));
        }
    }
    if periods.iter().any(|period| !period.offer.audience.is_everybody()) {
        let who = Addressee::player(app, player).await?;
        periods.retain(|period| period.offer.audience.has(&who));
    }
    let losses = store::losses_of(&app.db, player, currency, &periods).await?;
    let view = |period: &Period| {
        let amounts = period.offer.amounts.get(&currency)?;
        let loss = losses.iter().find(|loss| loss.key.offer == period.offer.code);
        Some(CashbackView {
            title: period.offer.title.in_locale(locale).to_owned(),
            percent: period.offer.percent,
            currency: currency.code(),
            lost_cents: loss.map_or(0, |loss| (loss.sum.staked - loss.sum.won).max(0)),
            amount_cents: loss.map_or(0, |loss| amount_of(&period.offer, loss)),
            loss_min_cents: amounts.loss_min,
            most_cents: amounts.amount,
            from: rfc3339(period.first_day.saturating_mul(DAY_MS)),
            until: rfc3339(period.end()),
        })
    };
    Ok(periods.iter().filter_map(view).collect())
}
