//! The end of a tournament: its places become final once the log is scored up to it, and each prize is owed once.
//!
//! Every step is guarded by the row that it changes, so whoever takes it up after a server has died goes on where it
//! stopped: the ends of the lanes are noted once, places freeze in one commit, and each award is told to the log in the
//! commit that marks it. From the log the reader owes the payment, whose key is made of the row.

use croupier_db::{Error, log};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};

use super::closing_store::{self, Award, Closing};
use super::definition::{COMMIT_MS, Prize, SETTLE_MS, Terms, day_of};
use super::store;
use super::{READER, definition::PRIZE_PLACES_MAX};
use crate::app::App;
use crate::error::ApiResult;
use crate::house::ExchangeRates;
use crate::wallet;

/// The fact that a player has won a prize.
pub(super) const WON: &str = "tournament.won";

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

/// Closes what is over, and tells the log of awards.
pub async fn close_due(app: &App) -> ApiResult<()> {
    for closing in closing_store::due(&app.db, app.clock.now() - SETTLE_MS - COMMIT_MS).await? {
        if is_scored(app, &closing).await? {
            close(app, &closing).await?;
        }
    }
    for award in closing_store::untold(&app.db, AWARDS_AT_ONCE).await? {
        tell(app, &award).await?;
    }
    Ok(())
}

/// Whether every lane is scored up to where it stood when no row could come any more that counts.
async fn is_scored(app: &App, closing: &Closing) -> ApiResult<bool> {
    let Some(ends) = &closing.close_after else {
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
        if closing_store::position(&app.db, READER, lane).await? < *end {
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

/// Tells the log of an award. One whose prize cannot be converted waits for a rate.
async fn tell(app: &App, award: &Award) -> ApiResult<()> {
    let Some(won) = won(app, award).await? else {
        let (tournament, place) = (&award.identifier, award.place);
        tracing::error!(
            tournament,
            place,
            "a prize cannot be converted into the winner's currency; it waits"
        );
        return Ok(());
    };
    let mut tx = app.db.begin().await?;
    log::touch(&app.db, &mut tx, award.player).await?;
    if !closing_store::tell(&mut tx, award.tournament, award.place).await? {
        return Ok(());
    }
    append(app, &mut tx, award.player, &won).await?;
    Ok(tx.commit().await?)
}

async fn append(app: &App, tx: &mut croupier_db::Tx, player: PlayerId, won: &PrizeWon) -> ApiResult<()> {
    let fact = Fact { kind: WON, body: serde_json::to_string(won)? };
    Ok(log::append(&app.db, tx, player, app.clock.now(), &[fact]).await?)
}

async fn won(app: &App, award: &Award) -> ApiResult<Option<PrizeWon>> {
    let corrupt = |_| Error::Corrupt(format!("currency {}", award.currency));
    let currency: Currency = award.currency.parse().map_err(corrupt)?;
    let terms: Terms = serde_json::from_str(&award.terms)?;
    let Prize::Money { amount_cents } = award.prize;
    // At the rates that the last day was scored with, else at those of now.
    let noted = closing_store::rates_of(&app.db, day_of(award.end_at - 1)).await?;
    let noted: Option<ExchangeRates> = noted.map(|text| serde_json::from_str(&text)).transpose()?;
    let at = |rates: &ExchangeRates| wallet::converted(rates, amount_cents, terms.currency, currency);
    let amount = noted.as_ref().and_then(at).or_else(|| at(&app.house.rates.now()));
    Ok(amount.filter(|amount| *amount > 0).map(|amount_cents| PrizeWon {
        tournament_id: award.tournament,
        identifier: award.identifier.clone(),
        award_place: award.place,
        amount_cents,
        currency,
    }))
}
