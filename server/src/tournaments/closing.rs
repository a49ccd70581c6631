//! The end of a tournament: its places become final once the log is scored up to it, and each prize is owed once.
//!
//! Every step is guarded by the row that it changes, so whoever takes it up after a server has died goes on where it
//! stopped: the ends of the lanes are noted once, places freeze in one commit, and each award of money is told to the log in
//! the commit that marks it. From the log the reader owes the payment, whose key is made of the row. A gift is issued in the
//! commit that marks its award.

use croupier_db::log;
use croupier_ledger::{Fact, StopReason};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};

use super::closing_store::{self, Award, Closing};
use super::definition::{COMMIT_MS, Prize, SETTLE_MS, Terms, day_of};
use super::store;
use super::{READER, definition::PRIZE_PLACES_MAX};
use crate::app::App;
use crate::bonus::{self, Winner, Won};
use crate::identity;
use crate::platform::error::ApiResult;
use crate::site_config::ExchangeRates;
use crate::wallet;

/// The fact that a player has won a prize.
pub(super) const WON: &str = "tournament.won";

/// Tournaments looked at in one go.
const CLOSINGS_AT_ONCE: i64 = 100;

/// Awards told in one go.
const AWARDS_AT_ONCE: i64 = PRIZE_PLACES_MAX;

/// The body of [`WON`].
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PrizeWon {
    pub tournament_id: i64,
    pub identifier: String,
    pub award_place: i64,
    /// What is paid.
    pub amount_cents: i64,
    /// The wallet that it is paid into.
    pub currency: Currency,
}

/// The reasons for a stop that hold a prize of money: staff has to look first. A gift waits for the end of any stop.
pub(super) const HOLDING: [StopReason; 2] = [StopReason::Operator, StopReason::Fraud];

/// Closes what is over, and tells the log of awards. What cannot be done is told to the operator, and holds up nothing else.
pub async fn close_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for closing in closing_store::due(&app.db, now - SETTLE_MS - COMMIT_MS, now, CLOSINGS_AT_ONCE).await? {
        if let Err(error) = close_scored(app, &closing).await {
            tracing::error!(tournament = closing.identifier, ?error, "a tournament cannot be closed");
            closing_store::put_closing_off(&app.db, closing.id, now).await?;
        }
    }
    for award in closing_store::untold(&app.db, now, AWARDS_AT_ONCE).await? {
        let why = match publish(app, &award, now).await {
            Ok(Announcing::Done) => continue,
            Ok(Announcing::NoRate) => "no rate leads to the winner's currency".to_owned(),
            Ok(Announcing::NoReward) => "there is no such reward".to_owned(),
            Ok(Announcing::Held) => "the winner is stopped".to_owned(),
            Err(error) => format!("{error:?}"),
        };
        tracing::warn!(tournament = award.identifier, place = award.place, why, "a prize waits");
        closing_store::put_off(&app.db, &award, now).await?;
    }
    Ok(())
}

async fn close_scored(app: &App, closing: &Closing) -> ApiResult<()> {
    if is_scored(app, closing).await? { close(app, closing).await } else { Ok(()) }
}

/// Whether every lane is scored up to where it stood when no row could come any more that counts.
async fn is_scored(app: &App, closing: &Closing) -> ApiResult<bool> {
    let Some(ends) = closing.ends()? else {
        let mut ends = Vec::new();
        for lane in 0..app.db.lanes() {
            ends.push(log::tail(&app.db, lane).await?);
        }
        let mut tx = app.db.begin().await?;
        closing_store::note_ends(&mut tx, closing.id, &ends).await?;
        tx.commit().await?;
        return Ok(false);
    };
    for (lane, end) in (0..app.db.lanes()).zip(ends) {
        if closing_store::position(&app.db, READER, lane).await? < end {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn close(app: &App, closing: &Closing) -> ApiResult<()> {
    let Some(tournament) = store::find(&app.db, &closing.identifier).await? else { return Ok(()) };
    let terms = &tournament.terms;
    let mut tx = app.db.begin().await?;
    if !closing_store::close(&mut tx, closing.id, app.clock.now()).await? {
        return Ok(());
    }
    let top = closing_store::top(&mut tx, closing.id, terms.prize_places()).await?;
    let placed = (1..).zip(top);
    let awards: Vec<_> =
        placed.filter_map(|(place, winner)| Some((place, winner, terms.prize_of(place)?))).collect();
    closing_store::award(&mut tx, closing.id, &awards).await?;
    tx.commit().await?;
    tracing::info!(tournament = closing.identifier, awards = awards.len(), "places are final");
    Ok(())
}

/// What became of an award that was to be told.
enum Announcing {
    /// It is told, or another server was quicker.
    Done,
    /// Its prize cannot be converted.
    NoRate,
    /// The offer of its gift is gone.
    NoReward,
    /// The winner is stopped.
    Held,
}

async fn publish(app: &App, award: &Award, now: i64) -> ApiResult<Announcing> {
    match award.prize()? {
        Prize::Money { amount_cents } => publish_money(app, award, amount_cents, now).await,
        Prize::Gift { offer } => give(app, award, &offer).await,
    }
}

/// Tells the log of an award of money. A prize that is worth less than a subunit is settled with nothing to pay.
async fn publish_money(app: &App, award: &Award, prize: i64, now: i64) -> ApiResult<Announcing> {
    let Some(won) = won(app, award, prize).await? else { return Ok(Announcing::NoRate) };
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, award.player).await?;
    let stops = identity::stops_in(&mut tx, award.player).await?;
    if stops.in_force(now, |reason| HOLDING.contains(&reason)).is_some() {
        return Ok(Announcing::Held);
    }
    if closing_store::publish(&mut tx, award, won.amount_cents).await? {
        if won.amount_cents > 0 {
            let fact = Fact { kind: WON, body: serde_json::to_string(&won)? };
            log::append(&app.db, &mut tx, award.player, now, &[fact]).await?;
        }
        tx.commit().await?;
    }
    Ok(Announcing::Done)
}

/// Issues the gift of an award, in the wallet of the last round that counted.
async fn give(app: &App, award: &Award, offer: &str) -> ApiResult<Announcing> {
    let Some(gift) = bonus::Prize::find(&app.bonuses.offers(), offer) else {
        return Ok(Announcing::NoReward);
    };
    let winner = Winner {
        player: award.player,
        currency: award.currency()?,
        group_key: None,
        source: format!("tournament:{}:{}", award.tournament, award.place),
        uses: vec![closing_store::give(award)],
        facts: Vec::new(),
    };
    match gift.give(app, winner).await? {
        // Another server was quicker.
        Won::Done | Won::UsedUp => Ok(Announcing::Done),
        Won::Already => {
            closing_store::note_given(&app.db, award).await?;
            Ok(Announcing::Done)
        }
        Won::Stopped(_) => Ok(Announcing::Held),
    }
}

/// What a prize of `amount_cents` comes to in the wallet that it goes to; `None` when no rate leads there.
async fn won(app: &App, award: &Award, amount_cents: i64) -> ApiResult<Option<PrizeWon>> {
    let currency = award.currency()?;
    let terms: Terms = serde_json::from_str(&award.terms)?;
    // At the rates that the last day was scored with, else at those of now.
    let noted = closing_store::rates_of(&app.db, day_of(award.end_at - 1)).await?;
    let noted: Option<ExchangeRates> = noted.map(|text| serde_json::from_str(&text)).transpose()?;
    let at = |rates: &ExchangeRates| wallet::converted(rates, amount_cents, terms.currency, currency);
    let amount = noted.as_ref().and_then(at).or_else(|| at(&app.site_config.rates.now()));
    Ok(amount.map(|amount_cents| PrizeWon {
        tournament_id: award.tournament,
        identifier: award.identifier.clone(),
        award_place: award.place,
        amount_cents: amount_cents.max(0),
        currency,
    }))
}
