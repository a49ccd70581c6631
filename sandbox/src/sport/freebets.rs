//! Free bets of the casino's players: listed, staked on the first match, and settled as the visitor wants to see it. The
//! casino pays what such a bet wins.

use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::json;

use super::fixtures::{FIXTURES, Section};
use super::{Arrival, Visitor, with_query};
use crate::App;

/// A free bet as the casino tells of it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Freebet {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) currency: String,
    pub(super) amount_cents: u64,
}

/// How a bet is to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Won,
    Lost,
}

/// A bet that the visitor makes.
#[derive(Debug, Deserialize)]
pub(super) struct Stake {
    /// The name of the bet; the page gives each form its own, so that a form that is sent twice is one bet.
    reference: String,
    outcome: Outcome,
    locale: Option<String>,
}

/// What a bet of `amount` at the odds of the first match wins, without the stake.
fn winnings(amount: u64) -> u64 {
    let odds = u64::from(FIXTURES[0].odds[0]);
    amount.saturating_mul(odds.saturating_sub(100)) / 100
}

impl App {
    /// The free bets that a visitor can stake; none when the casino does not say.
    pub(super) async fn freebets(&self, visitor: &Visitor) -> Vec<Freebet> {
        self.ask("/webhooks/sport/freebets", &json!({ "visit": visitor.visit })).await.unwrap_or_default()
    }

    /// Stakes a free bet and tells the casino the result; whether both were taken.
    async fn bet(&self, visitor: &Visitor, id: &str, stake: &Stake) -> bool {
        // The id goes into an address.
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        let placing = json!({ "visit": visitor.visit, "reference": stake.reference });
        let Some(placed) = self.ask::<Freebet>(&format!("/webhooks/sport/freebets/{id}/bet"), &placing).await
        else {
            return false;
        };
        let win = if stake.outcome == Outcome::Won { winnings(placed.amount_cents) } else { 0 };
        let result = json!({ "reference": stake.reference, "win_cents": win });
        self.report(&format!("/webhooks/sport/freebets/{id}/result"), &result).await
    }
}

/// Stakes a free bet, and leads back to the matches.
pub(super) async fn stake(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(stake): Form<Stake>,
) -> Response {
    let Some(visitor) = app.signed_in(&headers).await else {
        return StatusCode::FORBIDDEN.into_response();
    };
    let done = app.bet(&visitor, &id, &stake).await;
    let bet = match stake.outcome {
        _ if !done => "failed",
        Outcome::Won => "won",
        Outcome::Lost => "lost",
    };
    let arrival = Arrival { locale: stake.locale, bet: Some(bet.to_owned()), ..Arrival::default() };
    Redirect::to(&with_query(&format!("/{}", Section::All.slug()), &arrival)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bet_wins_its_odds_without_the_stake() {
        // The first match has odds of 1.45.
        assert_eq!([0, 1, 1_000, 999].map(winnings), [0, 0, 450, 449]);
    }
}
